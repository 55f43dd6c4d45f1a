"""Bots that see only what their seat may see, never break a rule, and say why they do what they do.

A bot is given a `View`, which holds no hidden card at all. Three strengths: ``beginner`` plays what is allowed in a
simple way, ``club`` weighs what each card would win, lose and leave behind, ``expert`` looks into many deals that fit
what it has seen.
"""

from __future__ import annotations

from random import Random
from typing import Final

from couillon.cards import SEATS, Card, quoted
from couillon.club import announced, answered, strength_of, weighed
from couillon.game import State, legal_actions
from couillon.kernel import Layout, layout
from couillon.messages import _, either
from couillon.view import Choice, View, view

__all__ = ["STRENGTHS", "Choice", "View", "by_chance", "choose", "seats_of", "strength_of", "view"]

STRENGTHS: Final = ("beginner", "club", "expert")


def by_chance(state: State, action: str, seed: int) -> str:
    """Return an action with the card that chance picks, where one is turned (`turned-own`); any other as it is.

    >>> from couillon.deal import deal
    >>> from couillon.game import start
    >>> from couillon.rules import load
    >>> by_chance(start(load("eifel"), deal(load("eifel"), 1)), "turn", 7)
    'turn QC'
    """
    cards = [a for a in legal_actions(state) if a.startswith("turn ")]
    return cards[int(Random(seed).random() * len(cards))] if action == "turn" and cards else action


def choose(seen: View, strength: str = "club", seed: int = 1) -> Choice:
    """Return what a bot of a strength does; the same view and seed give the same choice.

    Raises `ValueError` for an unknown strength.

    >>> from couillon.deal import deal
    >>> from couillon.game import start
    >>> from couillon.rules import load
    >>> choose(view(start(load(), deal(load(), 5))))
    Choice(action='accept', why='The hand is strong enough with hearts as trumps.')
    """
    if strength not in STRENGTHS:
        raise ValueError(
            _("There is no bot of the strength {name}: choose {names}.").format(
                name=quoted(strength), names=either(STRENGTHS)
            )
        )
    if strength == "expert":
        from couillon.expert import expert

        return expert(seen, seed)
    club = strength == "club"
    if seen.question:
        return answered(seen, club, Random(seed))
    declared = announced(seen)
    if declared:
        return declared
    cards = tuple(Card(action) for action in seen.actions if len(action) == 2)
    if len(cards) == 1:
        return Choice(cards[0], _("It is the only card that may be played."))
    return weighed(seen, cards) if club else _simple(seen, cards, Random(seed))


def _simple(seen: View, cards: tuple[Card, ...], random: Random) -> Choice:
    """Lead anything; take a trick with the highest card that can, else play the lowest."""
    assert seen.trump is not None
    assert seen.trick is not None
    table = layout(seen.rules, seen.trump, seen.declarer is not None)
    if not seen.trick.cards:
        return Choice(cards[int(random.random() * len(cards))], _("The leader may play any card."))
    takers = [card for card in cards if _takes(table, seen.trick.cards, card)]
    if takers:
        return Choice(max(takers, key=table.bit.__getitem__), _("It is the best card so far."))
    lowest = min(cards, key=lambda card: (card.points, table.bit[card]))
    return Choice(lowest, _("Nothing can take this trick, so the lowest card goes."))


def _takes(table: Layout, trick: tuple[Card, ...], card: Card) -> bool:
    return table.winner([table.bit[c] for c in (*trick, card)]) == len(trick)


def seats_of(text: str) -> tuple[str, ...]:
    """Return the seats in a text, each once, in the order N E S W; raises `ValueError` for another letter.

    >>> seats_of("sn"), seats_of("")
    (('N', 'S'), ())
    """
    wanted = text.upper()
    for letter in wanted:
        if letter not in SEATS:
            raise ValueError(_("{text} is not a seat: write N, E, S or W.").format(text=quoted(letter)))
    return tuple(seat for seat in SEATS if seat in wanted)
