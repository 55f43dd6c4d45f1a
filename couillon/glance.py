"""A quick guess at the worth of every card when all hands are seen, for the moment before the solver knows."""

from __future__ import annotations

from typing import Final

from couillon.cards import TEAMS, Card, points, team_of
from couillon.game import State, playable
from couillon.solver import position
from couillon.utility import in_points

__all__ = ["glance"]

#: So many cards in each hand are left to exact play.
_CARDS: Final = 6


def glance(state: State, cards: int = _CARDS) -> dict[Card, int]:
    """Return about what each card that may be played comes to: card points of the player's team at the end.

    Quick guesses at good play go on until so many ``cards`` are left in each hand; from there on play is the best, so
    that with no more cards than that in hand the figures are exact. Raises `ValueError` when no card is to be played.

    >>> from couillon.constraints import moment
    >>> from couillon.rules import load
    >>> glance(moment(load("ardennes"), "must-overtrump", seed=2))
    {'QS': 24}
    """
    at = position(state)
    team = TEAMS.index(team_of(state.to_act or ""))
    ends = in_points(sum(points(hand) for hand in state.deal.hands))
    found = {}
    for card in playable(state):
        end = at.after(at.table.bit[card]).hurried(cards)
        known = [0, *(low for low, _high in end.narrow(team, ends, 1 + end.total // 2))]
        found[card] = int(ends.ranks[known[-1]])
    return found
