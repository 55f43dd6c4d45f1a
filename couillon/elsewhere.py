"""Where a refused card may be played: the same cards in another game, or nearly the same cards in this one.

A hand to compare with is found by taking away the few cards that stand in the way; whether the card may then be played
is always judged anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Final

from couillon.cards import Card, left_of
from couillon.constraints import ConstraintError, Want, constrained
from couillon.deal import Deal
from couillon.game import State, Trick, apply, legal_actions, replay, start
from couillon.kernel import effective_suit, layout
from couillon.rules import Rules, Variant, variants
from couillon.verdicts import IllegalActionError, Verdict, judge
from couillon.view import view

__all__ = ["Elsewhere", "allowed_where", "in_the_way"]

#: How many exchanges of cards, and how many fresh deals, are tried.
_EXCHANGES: Final = 40
_DEALS: Final = 4


@dataclass(frozen=True)
class Elsewhere:
    """A place in which a card may be played that is refused here.

    ``game`` is another game of the family that allows it with the same cards, or None under the same rules. There,
    ``state`` is the whole deal; ``lost`` are the cards of the hand that stood in the way and ``got`` those that the
    hand holds instead, both empty if the deal is quite another one. ``verdict`` says why the card may be played.
    """

    game: Variant | None
    rules: Rules
    seat: str
    hand: tuple[Card, ...]
    trick: Trick
    trump: str
    mit: bool
    verdict: Verdict
    lost: tuple[Card, ...] = ()
    got: tuple[Card, ...] = ()
    state: State | None = None


def in_the_way(state: State, card: Card) -> tuple[Card, ...]:
    """Return the fewest cards of the hand without which a refused card might be played.

    Empty if no card of the hand stands in its way.

    >>> from couillon.constraints import moment
    >>> from couillon.rules import load
    >>> state = moment(load("ardennes"), "must-overtrump", seed=2)
    >>> state.trick.cards, state.hand("S"), in_the_way(state, Card("AH"))
    (('KC', 'TS'), ('AH', 'QS', 'JH', '9S'), ('QS', '9S'))
    """
    assert state.trick is not None
    assert state.trump is not None
    table = layout(state.rules, state.trump, state.mit)
    hand = state.hand(state.trick.to_play)
    others, played = [c for c in hand if c != card], [table.bit[c] for c in state.trick.cards]
    # With the card alone in the hand it may always be played, so something is found.
    return next(
        gone
        for n in range(len(hand))
        for gone in combinations(others, n)
        if table.legal(table.bits(hand) ^ table.bits(gone), played) & table.bit[card]
    )


def allowed_where(state: State, card: Card, seed: int = 1) -> Iterator[Elsewhere]:
    """Find places in which a card that the player whose turn it is holds may be played, though not here.

    Other games with the same pack come first, one for each reason, then this game with other cards in the hand; the
    same seed finds the same. Nothing comes while no card is played.

    >>> from couillon.constraints import moment
    >>> from couillon.rules import load
    >>> state = moment(load("ardennes"), "must-overtrump", seed=2)
    >>> for place in allowed_where(state, Card("9S")):
    ...     print(place.game.id if place.game else place.lost, place.verdict.clause)
    belgian void-free
    kwajongen must-trump
    ('QS',) must-undertrump
    """
    if state.trick is None or state.trump is None or state.question == "mit":
        return
    seat = state.trick.to_play
    if card not in state.hand(seat):
        return
    here = (seat, state.hand(seat), state.trick, state.trump)
    reasons: set[str] = set()
    for game in variants():
        rules = game.rules
        if rules == state.rules or rules.pack != state.rules.pack or len(here[1]) > rules.hand:
            continue
        mit = state.mit and rules.mit != "none"
        verdict = _verdict(rules, here, mit, card)
        if verdict.legal and verdict.clause not in reasons:
            reasons.add(verdict.clause)
            yield Elsewhere(game, rules, *here, mit, verdict)
    found = _exchanged(state, card, seed) or _dealt(state, card, seed)
    if found:
        yield found


def _verdict(rules: Rules, here: tuple[str, tuple[Card, ...], Trick, str], mit: bool, card: Card) -> Verdict:
    _seat, hand, trick, trump = here
    return judge(rules, trump, hand, trick.cards, mit=mit)[hand.index(card)]


def _exchanged(state: State, card: Card, seed: int) -> Elsewhere | None:
    """Exchange the cards that stand in the way for others that the player cannot see, and play the deal again so."""
    assert state.trick is not None
    assert state.trump is not None
    lost, seat = in_the_way(state, card), state.trick.to_play
    if not lost:
        return None
    # Seen from the seat: what lies open or was played stays where it is, and the last card of a deal may be shown.
    seen = view(state.but(question=None, asked=()))
    free = [c for c in seen.unseen if c not in (*seen.open_cards, state.deal.hand(state.deal.dealer)[-1])]
    random = Random(seed)
    for _try in range(_EXCHANGES if len(free) >= len(lost) else 0):
        got = tuple(random.sample(free, len(lost)))
        try:
            after = replay(state.rules, _with(state.deal, dict(zip((*lost, *got), (*got, *lost), strict=True))),
                           state.actions)  # fmt: skip
        except IllegalActionError:
            continue
        found = _place(after, seat, card)
        # The dealer's shown card may be among those exchanged: then the trump need not be the same any more.
        if found and after.trump == state.trump:
            return replace(found, lost=lost, got=got)
    return None


def _with(deal: Deal, other: dict[Card, Card]) -> Deal:
    hands = tuple(tuple(other.get(card, card) for card in hand) for hand in deal.hands)
    return Deal(deal.dealer, hands, tuple(other.get(card, card) for card in deal.stock))


def _place(state: State, seat: str, card: Card) -> Elsewhere | None:
    """Return the moment of a deal as a place in which a card may be played, if it may."""
    assert state.trick is not None
    assert state.trump is not None
    here = (seat, state.hand(seat), state.trick, state.trump)
    verdict = _verdict(state.rules, here, state.mit, card)
    return Elsewhere(None, state.rules, *here, state.mit, verdict, state=state) if verdict.legal else None


def _dealt(state: State, card: Card, seed: int) -> Elsewhere | None:
    """Deal so that the same trick is the first one, and a seat that holds the card may play it."""
    assert state.trick is not None
    assert state.trump is not None
    rules, trick, trump, seat = state.rules, state.trick, state.trump, state.trick.to_play
    if not trick.cards:
        return None
    led = effective_suit(rules, trump, trick.cards[0])
    voids: tuple[tuple[str, int, int], ...] = ((led, 0, 0), (trump, 0, 0))
    random = Random(seed)
    for attempt in range(_DEALS):
        wants = [Want(trick.seat_of(i), holds=(c,)) for i, c in enumerate(trick.cards)]
        wants.append(Want(seat, holds=(card,), suits=voids[: 1 + attempt % 2]))
        try:
            deal = constrained(rules, wants, random.randrange(1 << 30), left_of(trick.leader, 3), trump)
        except ConstraintError:
            continue
        after = _led_to(start(rules, deal), trick, trump)
        found = _place(after, seat, card) if after else None
        if found:
            return found
    return None


def _led_to(state: State, trick: Trick, trump: str) -> State | None:
    """Return a deal after eldest has made a trump and a trick was played as far as it goes, if that is allowed."""
    state = apply(state, f"trump {trump}" if state.rules.trump == "named" else "accept")
    while state.question:
        state = apply(state, "pass")
    for card in trick.cards:
        if card not in legal_actions(state):
            return None
        state = apply(state, card)
    return state
