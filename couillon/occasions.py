"""Moments in which a seat is asked something: accept or pass, a suit, Mit, Kontra and the like, to order."""

from __future__ import annotations

from typing import Final

from couillon.bots import by_chance, choose
from couillon.cards import SEATS, Card, left_of, parse_cards, quoted
from couillon.deal import Deal, DealError, deal
from couillon.game import State, advance, apply, start
from couillon.messages import _, either
from couillon.rules import Rules
from couillon.selfplay import chance
from couillon.typed import typed_deal
from couillon.view import view

__all__ = ["asked_of", "occasion", "occasions", "passes"]

#: The seat that is asked.
SEAT: Final = "S"
#: How many deals of a seed are looked through while players say what they like, and how many in all.
_FREELY: Final = 60
_IN_ALL: Final = 400
_APART: Final = 1000


def occasions(rules: Rules) -> tuple[str, ...]:
    """Return what a player can be asked in a game, in the order in which it comes up.

    ``accept`` or ``name``; ``mit``, ``matt`` and ``konter`` are declared, ``kontra``, ``re`` and ``raise`` answered.

    >>> from couillon.rules import load
    >>> occasions(load()), occasions(load("mit")), occasions(load("konter-a-matt"))
    (('accept',), ('name', 'mit', 'kontra', 're'), ('name', 'matt', 'konter'))
    """
    found = ["name" if rules.trump == "named" else "accept"]
    found += ["mit"] if rules.mit != "none" else []
    found += {"none": [], "kontra-re": ["kontra", "re"], "open": ["raise"]}[rules.raises]
    return (*found, *(["matt", "konter"] if rules.announce else []))


def asked_of(state: State) -> tuple[str, ...]:
    """Return what the seat to act is asked, or may declare before its first card.

    >>> from couillon.rules import load
    >>> asked_of(start(load(), deal(load(), 1)))
    ('accept',)
    """
    if state.question:
        return (state.question,)
    return tuple(a for a in view(state).actions if len(a) != 2) if state.phase == "play" else ()


def passes(state: State) -> bool:
    """Return whether club players who were asked before, in this round, would have passed as they have.

    >>> from couillon.rules import load
    >>> [passes(occasion(load(), "accept", seed, 1)) for seed in (2, 3, 4, 5)]
    [True, True, True, False]
    """
    seat = state.eldest
    while seat != state.to_act:
        if choose(view(state.but(asked=(seat,)))).action != "pass":
            return False
        seat = left_of(seat)
    return True


def occasion(rules: Rules, about: str, seed: int = 1, passed: int = 0, cards: str = "") -> State:
    """Return a moment in which South is asked something; the same arguments give the same moment.

    ``passed`` players have passed before, where the trump is accepted or passed. ``cards`` are South's, and after a
    stroke the proposed card, where the trump is made; what they leave open is dealt from the seed. Raises
    `ValueError` with one sentence for what is not asked in a game or cannot be.

    >>> from couillon.rules import load
    >>> state = occasion(load(), "accept", cards="AS KS 9H TD / JS", passed=3)
    >>> state.to_act, state.hand("S"), state.proposed, state.deal.dealer
    ('S', ('AS', 'KS', '9H', 'TD'), 'JS', 'S')
    >>> occasion(load("mit"), "kontra", seed=1).question
    'kontra'
    >>> occasion(load(), "mit")
    Traceback (most recent call last):
    ValueError: In this game a player can be asked for accept, not for "mit".
    """
    known = occasions(rules)
    if about not in known:
        raise ValueError(_("In this game a player can be asked for {known}, not for {about}.").format(
            known=either(known), about=quoted(about)))  # fmt: skip
    if about in ("accept", "name"):
        return _making(rules, about, seed, passed, cards)
    if cards:
        raise ValueError(_("Cards can be typed where the trumps are made; for what is said later they are dealt."))
    for number in range(_IN_ALL):
        state = _played_to(rules, about, seed * _APART + number, freely=number < _FREELY)
        if state:
            return state
    raise ValueError(_("No deal was found in which South is asked that."))


def _making(rules: Rules, about: str, seed: int, passed: int, cards: str) -> State:
    if not 0 <= passed <= 3:
        raise ValueError(_("From 0 to 3 players pass before the one who is asked, not {n}.").format(n=quoted(passed)))
    # Eldest names the trumps, and nobody is asked before.
    dealer = left_of(SEAT, -1 - (passed if about == "accept" else 0))
    hand, stroke, shown = cards.partition("/")
    dealt = _typed(rules, hand, shown, seed, dealer) if cards.strip() else deal(rules, seed, dealer)
    if stroke and about == "name":
        raise DealError(_("In this game no card proposes the trumps: type the cards of the hand alone."))
    state = start(rules, dealt)
    while state.to_act != SEAT:
        state = apply(state, "pass")
    return state


def _typed(rules: Rules, hand: str, shown: str, seed: int, dealer: str) -> Deal:
    """Return a deal with some cards in South's hand, and the card that proposes the trumps.

    Raises `ValueError` with one sentence.
    """
    if not hand.strip():
        raise DealError(
            _("Type the cards of your hand, a stroke, and the card that is turned, as in AS KS 9H TD / JS.")
        )
    proposed = parse_cards(shown)
    if len(proposed) > 1:
        raise DealError(_("One card proposes the trumps, and here are {n}.").format(n=len(proposed)))
    place = "stock" if rules.trump == "turn-up" else dealer
    if rules.trump != "shown" or not proposed:
        return typed_deal(rules, f"{SEAT}: {hand}" + (f"; {place}: {shown}" if proposed else ""), seed, dealer)
    own = dealer == SEAT
    if own and proposed[0] not in parse_cards(hand):
        raise DealError(_("You have dealt, so the card that is shown is one of yours."))
    found = typed_deal(rules, f"{SEAT}: {hand}" + ("" if own else f"; {dealer}: {shown}"), seed, dealer)
    return _showing(rules, found, proposed[0])


def _showing(rules: Rules, found: Deal, shown: Card) -> Deal:
    """Return the deal with the dealer's cards in an order in which a card of theirs is the one that is shown."""
    cards = [card for card in found.hand(found.dealer) if card != shown]
    cards.insert(rules.shown_card - 1, shown)
    hands = tuple(tuple(cards) if seat == found.dealer else found.hand(seat) for seat in SEATS)
    return Deal(found.dealer, hands, found.stock)


def _played_to(rules: Rules, about: str, seed: int, *, freely: bool) -> State | None:
    """Play a deal until South is asked something; None if that does not happen before the first trick is complete."""
    state = start(rules, deal(rules, seed, left_of(SEAT, -1 - seed % 4)))
    while not state.tricks and state.phase != "over":
        asked = asked_of(state)
        if state.to_act == SEAT and about in asked:
            return state
        luck = chance(seed, state)
        action = choose(view(state), "club", luck).action
        if not freely and asked and asked[0] not in ("accept", "name"):
            action = asked[0]
        state = advance(state, by_chance(state, action, luck))
    return None
