"""The expert: looks into many layouts that agree with what it has seen, and does what comes out best on average.

It plays each layout to the end with the solver, so it sees all hands there: it is strong at the end of a deal, and does
not reckon with what others do not know. How many layouts it looks into depends on the cards alone, not on a clock, so
that it does the same everywhere.
"""

from __future__ import annotations

from random import Random

from couillon.advice import Advice, advise
from couillon.cards import SEATS, TEAMS, Card, team_of
from couillon.club import announced, answered, balance, weighed
from couillon.messages import _, ngettext, suit_name
from couillon.odds import drawn, position_in
from couillon.stakes import stakes
from couillon.utility import utility
from couillon.view import Choice, View
from couillon.worlds import Worlds

__all__ = ["expert"]

#: How many pairs of a card and a layout are looked at, by cards in a hand. With more cards too few layouts could be
#: looked at to the end in the time that a player is ready to wait: then the club player's eye does better.
_LOOKS = {1: 200, 2: 300, 3: 200, 4: 110, 5: 36}
#: A card point that the club player's eye sees in a card, in units: it decides where the layouts do not.
_EYE = 0.01


def expert(seen: View, seed: int = 1) -> Choice:
    """Return what an expert does, and why; the same view and seed give the same choice.

    >>> from couillon.deal import deal
    >>> from couillon.game import start
    >>> from couillon.rules import load
    >>> from couillon.view import view
    >>> expert(view(start(load(), deal(load(), 5)))).action
    'accept'
    """
    if seen.question or any(len(action) != 2 for action in seen.actions):
        said = _said(seen, seed)
        if said:
            return said
    cards = tuple(Card(action) for action in seen.actions if len(action) == 2)
    if len(cards) == 1:
        return Choice(cards[0], _("It is the only card that may be played."))
    size = max(seen.size(seat) for seat in SEATS)
    return _played(seen, cards, seed, _LOOKS[size]) if size in _LOOKS else weighed(seen, cards)


def _said(seen: View, seed: int) -> Choice | None:
    """Return the answer to what is asked, or what is declared; None if that is nothing."""
    if seen.rules.hand not in _LOOKS:
        return answered(seen, True, Random(seed)) if seen.question else announced(seen)
    advice = advise(seen, seed)
    return Choice(advice.best, _told(advice)) if seen.question or advice.best != "pass" else None


def _told(advice: Advice) -> str:
    """Say in a sentence what speaks for an answer."""
    units = {answer.action: answer.units.value for answer in advice.answers}
    next_best = max(value for action, value in units.items() if action != advice.best)
    figures = {"n": advice.looked, "mine": f"{units[advice.best]:+.2f}", "other": f"{next_best:+.2f}"}
    if advice.best.startswith("trump "):
        return _(
            "In {n} deals that fit what is known, {suit} as trumps bring {mine} on the board on average, the next best"
            " {other}."
        ).format(suit=suit_name(advice.best[6:]), **figures)
    return _("In {n} deals that fit what is known, this brings {mine} on the board on average, the next best {other}."
             ).format(**figures)  # fmt: skip


def _played(seen: View, cards: tuple[Card, ...], seed: int, looks: int) -> Choice:
    count = looks // len(cards)
    looked, _all = drawn(Worlds(seen), count, count, seed)
    me = TEAMS.index(team_of(seen.seat))
    said = stakes(seen)
    units = dict.fromkeys(cards, 0.0)
    ahead = dict.fromkeys(cards, 0)
    for world in looked:
        at = position_in(seen, world)
        ends = utility(seen.rules, TEAMS[me], at.total, said, "board")
        guess = at.total // 2 + 1
        for card in cards:
            after = at.after(at.table.bit[card])
            rank = 0
            for rank, _high in after.narrow(me, ends, guess):  # noqa: B007 - the last bounds are used
                pass
            units[card] += ends.ranks[rank]
            ahead[card] += ends.ranks[rank] > 0
    best = max(cards, key=lambda card: units[card] / len(looked) + _EYE * balance(seen, card))
    return Choice(best, _why(best, ahead, units, len(looked)))


def _why(best: Card, ahead: dict[Card, int], units: dict[Card, float], looked: int) -> str:
    """Say in a sentence what speaks for a card."""
    if len({*units.values()}) == 1:
        return _("In every deal that fits what is known the cards come to the same, so it gives away the least.")
    others = max(ahead[card] for card in ahead if card != best)
    return ngettext(
        "Of {n} deal that fits what is known it wins {mine}, and no other card more than {other}.",
        "Of {n} deals that fit what is known it wins {mine}, the next best card {other}.",
        looked,
    ).format(n=looked, mine=ahead[best], other=others)
