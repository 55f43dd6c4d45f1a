"""What the end of a deal is worth to a team: card points, the win, or what it changes on the board (`aim`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final

from couillon.cards import TEAMS, quoted
from couillon.messages import _, either
from couillon.rules import Rules
from couillon.scoring import Board, Result, new_board, settle, winner_of

__all__ = ["AIMS", "Utility", "in_points", "utility"]

#: What can be aimed at: card points; the win (1, a tie 0.5); units won on the board less units the others win.
AIMS: Final = ("points", "win", "board")


@dataclass(frozen=True)
class Utility:
    """What each end of a deal, in which ``total`` card points are in play, is worth to a team.

    ``ranks`` holds the values from the worst end to the best: all tricks lost; then no or one card point and so on
    with tricks on both sides; all tricks won. They never fall.
    """

    total: int
    ranks: tuple[float, ...]

    def rank(self, points: int, ours: int, theirs: int) -> int:
        """Return the place in ``ranks`` of an end with so many points and tricks."""
        return 0 if not ours else points + 1 if theirs else self.total + 2

    def value(self, points: int, ours: int, theirs: int) -> float:
        """Return what an end with so many points of ours, and so many tricks of either side, is worth.

        >>> Utility(40, tuple(range(43))).value(25, 3, 1)
        26
        """
        return self.ranks[self.rank(points, ours, theirs)]

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The ranks at which the value rises: those that are worth reaching."""
        return tuple(i for i in range(1, len(self.ranks)) if self.ranks[i] > self.ranks[i - 1])


@lru_cache(maxsize=64)
def in_points(total: int) -> Utility:
    """Return the utility that counts card points."""
    return Utility(total, (0, *range(total + 1), total))


@lru_cache(maxsize=256)
def utility(
    rules: Rules, team: str, total: int, said: Result, aim: str = "points", board: Board | None = None
) -> Utility:
    """Return what the ends of a deal with ``total`` points in play are worth to a team.

    ``said`` tells the makers and what was declared (see `couillon.stakes`); ``board`` is the score before the deal, by
    default that of a new match. Raises `ValueError` for an unknown aim.

    >>> from couillon.rules import load
    >>> made = utility(load(), "NS", 22, Result("NS", (0, 0), (0, 0)), "board")
    >>> made.value(10, 2, 2), made.value(11, 2, 2), made.value(12, 2, 2)
    (-2, 0, 1)
    """
    if aim not in AIMS:
        raise ValueError(_("{name} is nothing to aim at: choose {names}.").format(
            name=quoted(aim), names=either(AIMS)))  # fmt: skip
    if aim == "points":
        return in_points(total)
    me, before = TEAMS.index(team), board or new_board(rules)
    known: dict[tuple[int, int], float] = {}

    def worth(points: int, tricks: tuple[int, int]) -> float:
        rest = total - points
        # Who has more is all that counts of the points.
        kind = (points > rest) - (points < rest), tricks[0] - tricks[1]
        if kind not in known:
            end = Result(**{**said.__dict__, "points": (points, rest) if me == 0 else (rest, points),
                            "tricks": tricks if me == 0 else tricks[::-1]})  # fmt: skip
            known[kind] = _won(rules, end, team) if aim == "win" else _units(rules, before, end, me)
        return known[kind]

    ranks = (worth(0, (0, 1)), *(worth(points, (1, 1)) for points in range(total + 1)), worth(total, (1, 0)))
    assert all(a <= b for a, b in pairwise(ranks))
    return Utility(total, ranks)


def _won(rules: Rules, end: Result, team: str) -> float:
    winner = winner_of(rules, end)
    return 0.5 if winner is None else float(winner == team)


def _units(rules: Rules, before: Board, end: Result, me: int) -> float:
    after = settle(rules, before, end).board
    gains = [a - b if before.rising else b - a for a, b in zip(after.counts, before.counts, strict=True)]
    return gains[me] - gains[1 - me]
