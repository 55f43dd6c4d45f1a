"""A match on the slate, or in numbers: the deals that are written down, and what stands there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from couillon.cards import quoted
from couillon.endings import ALL_TRICKS, NOBODY, TIE, Ended, parse_ended
from couillon.exercises.words import left_on
from couillon.exercises.words import slate_told as told
from couillon.messages import _
from couillon.ops import read_board
from couillon.rules import Rules, Variant, variant, variants
from couillon.scoring import Board, Result, Scored, check_board, new_board, score
from couillon_widgets.positions import frozen

__all__ = [
    "NOBODY",
    "TIE",
    "Match",
    "example",
    "left_on",
    "match_of",
    "sides",
    "slate_games",
    "slate_match_of",
    "told",
]

#: How many deals one slate takes.
_MOST = 400


@dataclass(frozen=True)
class Match:
    """The deals of a match so far, as makers and winners, and the answers for the next one.

    Makers are a team or `NOBODY`, winners a team or `TIE`; a third text tells what more there was to a deal, such as
    ``all+mit``, and ``how`` are its words for the next one. ``start`` is a board to begin with that is not clean: what
    each team needs or has, and how many tied deals wait for a winner. Raises `ValueError` for what cannot be.
    """

    game: str = "belgian"
    house: tuple[tuple[str, Any], ...] = ()
    start: tuple[int, int, int] | None = None
    deals: tuple[tuple[str, ...], ...] = ()
    makers: str | None = None
    winner: str | None = None
    how: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check the game and every deal."""
        if len(self.deals) > _MOST:
            raise ValueError(_("A slate takes at most {n} deals.").format(n=_MOST))
        self.scored  # noqa: B018

    @cached_property
    def variant(self) -> Variant:
        """The game, without house rules."""
        return variant(self.game)

    @cached_property
    def rules(self) -> Rules:
        """The rules of the game, house rules on top."""
        return self.variant.rules.replace(dict(self.house)) if self.house else self.variant.rules

    @cached_property
    def scored(self) -> Scored:
        """The slate now, and what the last deal did to it."""
        last = Scored(self._begun(), ())
        for deal in self.deals:
            last = score(self.rules, last.board, example(self.rules, *deal))
        return last

    def _begun(self) -> Board:
        if self.start is None:
            return new_board(self.rules)
        north, east, ties = self.start
        key = "score" if self.rules.scoring == "points" else "need"
        board = read_board(self.rules, {key: [north, east], "double": ties if ties > 1 else bool(ties)})
        check_board(board)
        return board

    @property
    def board(self) -> Board:
        """The slate now.

        >>> Match(deals=(("NS", "EW"),)).board.counts
        (6, 4)
        """
        return self.scored.board


def slate_games() -> tuple[Variant, ...]:
    """Return the games that are scored on a slate."""
    return tuple(game for game in variants() if game.rules.scoring == "slate")


def example(rules: Rules, makers: str, winner: str, how: str = "") -> Result:
    """Return a deal that these makers made and these winners won; raises `ValueError` if none is possible.

    >>> from couillon.rules import load
    >>> example(load(), "NS", "EW").points, example(load("mit"), "NS", "EW", "all+mit").tricks
    ((8, 12), (0, 5))
    """
    words = tuple(how.split("+")) if how else ()
    return Ended(makers, winner, ALL_TRICKS in words, tuple(word for word in words if word != ALL_TRICKS)).result(rules)


def sides(board: Board) -> tuple[list[int | None], list[int | None]]:
    """Return the half-lines of both teams from top to bottom: None where wiped, else the loops on them.

    >>> sides(Board((4, 3), 3, loops=(2, 0)))
    ([1, 1, None], [0, 0, 0])
    """
    out: list[list[int | None]] = []
    for lines, loops in zip(board.lines, board.loops, strict=True):
        out.append(
            [
                (loops // lines + (i < loops % lines)) if lines and i < lines else None
                for i in range(max(board.target, *board.lines))
            ]
        )
    return out[0], out[1]


def match_of(
    game: str, house: Mapping[str, Any] | None, deals: Iterable[str] = (), start: tuple[int, int, int] | None = None
) -> Match:
    """Return a match from its texts; raises `ValueError` with one sentence for whatever is wrong.

    >>> match_of("belgian", {"length": 7}, ["NS:EW"]).board.counts
    (8, 6)
    """
    found = variant(str(game))
    if not isinstance(deals, Iterable):
        raise ValueError(_("Deals are written as NS:EW EW:==, not {value}.").format(value=quoted(deals)))
    pairs = [tuple(str(parse_ended(str(deal))).split(":")) for deal in deals]
    return Match(found.id, frozen(found, house), start, tuple(pairs))


def slate_match_of(game: str, house: Mapping[str, Any] | None) -> Match:
    """Return a match before its first deal on a slate; raises `ValueError` for a game that is scored otherwise.

    >>> slate_match_of("troeven", None).board.counts
    (7, 7)
    """
    found = match_of(game, house)
    if found.rules.scoring != "slate":
        raise ValueError(
            _("{game} is not scored on a slate: choose {games}.").format(
                game=found.variant.name, games=", ".join(v.name for v in slate_games())
            )
        )
    return found
