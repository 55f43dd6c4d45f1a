"""A match on the slate: the deals that are written on it, and what stands there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from couillon.cards import TEAMS, quoted
from couillon.messages import _, ngettext, team_name
from couillon.ops import read_board
from couillon.rules import Rules, Variant, variant, variants
from couillon.scoring import Board, Result, Scored, ScoreError, check_board, check_result, new_board, score
from couillon_widgets.positions import frozen

__all__ = ["NOBODY", "TIE", "Match", "example", "left_on", "match_of", "sides", "slate_games", "told"]

NOBODY = "--"
TIE = "=="
#: Points that the two sides of a deal can have, winners first; the first pair that is possible stands for the deal.
_WON = ((12, 8), (22, 18), (14, 6), (1, 0))
_TIED = ((10, 10), (20, 20), (0, 0))
#: How many deals one slate takes.
_MOST = 400


@dataclass(frozen=True)
class Match:
    """The deals of a match so far, as pairs of makers and winners, and the answers for the next one.

    Makers are a team or `NOBODY`, winners a team or `TIE`. ``start`` is a slate to begin with that is not clean: what
    each team needs, and how many tied deals wait for a winner. Raises `ValueError` for what cannot be.
    """

    game: str = "belgian"
    house: tuple[tuple[str, Any], ...] = ()
    start: tuple[int, int, int] | None = None
    deals: tuple[tuple[str, str], ...] = ()
    makers: str | None = None
    winner: str | None = None

    def __post_init__(self) -> None:
        """Check the game and every deal."""
        if self.rules.scoring != "slate":
            raise ValueError(
                _("{game} is not scored on a slate: choose {games}.").format(
                    game=self.variant.name, games=", ".join(v.name for v in slate_games())
                )
            )
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
        for makers, winner in self.deals:
            last = score(self.rules, last.board, example(self.rules, makers, winner))
        return last

    def _begun(self) -> Board:
        if self.start is None:
            return new_board(self.rules)
        north, east, ties = self.start
        board = read_board(self.rules, {"need": [north, east], "double": ties if ties > 1 else bool(ties)})
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


def example(rules: Rules, makers: str, winner: str) -> Result:
    """Return a deal that these makers made and these winners won; raises `ValueError` if none is possible.

    >>> from couillon.rules import load
    >>> example(load(), "NS", "EW").points
    (8, 12)
    """
    if makers not in (*TEAMS, NOBODY):
        raise ValueError(_("The makers are NS, EW or --, not {value}.").format(value=quoted(makers)))
    if winner not in (*TEAMS, TIE):
        raise ValueError(_("A deal is won by NS or EW, or tied (==), not {value}.").format(value=quoted(winner)))
    tricks = (rules.hand - rules.hand // 2, rules.hand // 2)
    refused: ScoreError | None = None
    for points in _TIED if winner == TIE else _WON:
        flip = winner == "EW"
        sides = (points[::-1], tricks[::-1]) if flip else (points, tricks)
        result = Result(None if makers == NOBODY else makers, *sides)
        try:
            check_result(rules, result)
        except ScoreError as error:
            refused = refused if refused and refused.field == "makers" else error
        else:
            return result
    assert refused is not None
    raise refused


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


def left_on(board: Board, team: int) -> str:
    """Return what a team still has on the slate, in words.

    >>> left_on(Board((4, 3), 5, loops=(1, 0)), 0)
    '3 lines, 1 loop'
    """
    lines, loops = board.lines[team], board.loops[team]
    words = ngettext("{n} line", "{n} lines", lines).format(n=lines)
    if loops:
        words = _("{lines}, {loops}").format(
            lines=words, loops=ngettext("{n} loop", "{n} loops", loops).format(n=loops)
        )
    return words


def told(board: Board) -> str:
    """Return the whole slate in words.

    >>> told(Board((4, 3), 5, ties=1, loops=(1, 0)))
    'North–South: 3 lines, 1 loop. East–West: 3 lines. A circle with a stroke: the next deal that is won wipes 2.'
    """
    parts = [_("{team}: {left}.").format(team=team_name(team), left=left_on(board, i)) for i, team in enumerate(TEAMS)]
    if board.ties:
        parts.append(_("A circle with a stroke: the next deal that is won wipes {n}.").format(n=board.ties + 1))
    return " ".join(parts)


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
    pairs = []
    for deal in deals:
        makers, colon, winner = str(deal).partition(":")
        if not colon:
            raise ValueError(
                _("A deal is written as makers and winners, such as NS:EW, not {value}.").format(value=quoted(deal))
            )
        pairs.append((makers, winner))
    return Match(found.id, frozen(found, house), start, tuple(pairs))
