"""What many deals came to, added up: whole numbers alone, so that the order of adding makes no difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from couillon.cards import TEAMS
from couillon.rules import Rules
from couillon.scoring import Board, Result, new_board, settle
from couillon.simulate import Block, Ending

__all__ = ["Tally", "TallyError", "plain", "tally"]

#: A match that has not ended after so many deals is taken for one that never does.
_ENDLESS = 5_000


class TallyError(ValueError):
    """Data that are no tally."""


@dataclass
class Tally:
    """How often deals ended in each way, how often clauses narrowed a play, and how long matches were.

    ``bites`` holds for a clause the sum over the deals and the sum of the squares. ``length`` are the deals of all the
    ``matches``, ``squares`` the sum of their squares, ``first`` how many were won by the side that was eldest first;
    ``endless`` counts the matches that were given up.
    """

    endings: Counter[Ending] = field(default_factory=Counter)
    bites: dict[str, tuple[int, int]] = field(default_factory=dict)
    matches: int = 0
    length: int = 0
    squares: int = 0
    first: int = 0
    endless: int = 0

    @property
    def deals(self) -> int:
        """How many deals were counted."""
        return self.endings.total()

    def copy(self) -> Tally:
        """Return another tally of the same."""
        return replace(self, endings=self.endings.copy(), bites=self.bites.copy())

    def add(self, other: Tally) -> None:
        """Add what other deals came to."""
        self.endings.update(other.endings)
        for clause, (total, squares) in other.bites.items():
            before = self.bites.get(clause, (0, 0))
            self.bites[clause] = before[0] + total, before[1] + squares
        for name in _NUMBERS:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def as_data(self) -> dict[str, Any]:
        """Return this as plain data, the same for the same deals."""
        endings = sorted((_flat(ending), count) for ending, count in self.endings.items())
        return {
            "endings": [[*ending, count] for ending, count in endings],
            "bites": {clause: list(self.bites[clause]) for clause in sorted(self.bites)},
            **{name: getattr(self, name) for name in _NUMBERS},
        }

    @classmethod
    def from_data(cls, data: Any) -> Tally:
        """Read what `as_data` gave; raises `TallyError` for anything else.

        >>> from couillon.rules import load
        >>> from couillon.simulate import block
        >>> made = tally(load(), block(load(), 1, deals=50))
        >>> Tally.from_data(made.as_data()) == made
        True
        """
        try:
            endings = Counter({_ending(row[:-1]): int(row[-1]) for row in data["endings"]})
            bites = {str(clause): (int(pair[0]), int(pair[1])) for clause, pair in data["bites"].items()}
            return cls(endings, bites, *(int(data[name]) for name in _NUMBERS))
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise TallyError(str(error)) from None


_NUMBERS = ("matches", "length", "squares", "first", "endless")


def _flat(e: Ending) -> tuple[int, ...]:
    return (e.makers, e.leaders, *e.points, *e.tricks, e.declarer, int(e.kontra), int(e.re), e.raises, e.matt, e.konter)


def _ending(row: list[int]) -> Ending:
    makers, leaders, p, q, t, u, declarer, kontra, re, raises, matt, konter = row
    return Ending(makers, leaders, (p, q), (t, u), declarer, bool(kontra), bool(re), raises, matt, konter)


def tally(rules: Rules, made: Block) -> Tally:
    """Count a block of deals.

    >>> from couillon.rules import load
    >>> from couillon.simulate import block
    >>> counted = tally(load(), block(load(), 1, deals=200))
    >>> counted.deals, counted.matches > 10
    (200, True)
    """
    found = Tally(Counter(made.endings), dict(made.bites))
    for length, won_by_first in _matches(rules, [plain(ending) for ending in made.endings]):
        if length < _ENDLESS:
            found.matches += 1
            found.length += length
            found.squares += length * length
            found.first += won_by_first
        else:
            found.endless += 1
    return found


@lru_cache(maxsize=1 << 16)
def plain(ending: Ending) -> Result:
    """Return an ending with only as much of the points and tricks as the score looks at.

    That is who has more points, and who has no trick.
    """
    (a, b), (t, u) = ending.points, ending.tricks
    return replace(ending.result(), points=(int(a > b), int(b > a)), tricks=(min(t, 1), min(u, 1)))


def _matches(rules: Rules, results: list[Result]) -> Iterable[tuple[int, bool]]:
    """Play matches through a row of deals; return for each how many it had, and whether the first eldest's side won.

    The board is seen from the dealer's side, so it is turned after each deal. The last match goes on with the deals
    from the beginning: without it short matches would count too often.
    """
    next_board: dict[tuple[Board, Result], Board] = {}
    fresh = new_board(rules)
    at, deals = 0, len(results)
    while at < deals:
        board, length, start = fresh, 0, at
        while not board.won and length < _ENDLESS:
            step = board, results[at % deals]
            after = next_board.get(step)
            if after is None:
                after = next_board[step] = _turned(settle(rules, *step).board)
            board, length, at = after, length + 1, at + 1
        # After an odd number of deals the board is seen from the side that was eldest in the first.
        yield length, board.won is not None and (board.won == TEAMS[0]) == bool(length & 1)
        if at == start:
            return


def _turned(board: Board) -> Board:
    (a, b), (c, d) = board.counts, board.loops
    return replace(board, counts=(b, a), loops=(d, c))
