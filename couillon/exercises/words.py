"""Boards in words."""

from __future__ import annotations

from couillon.cards import TEAMS
from couillon.messages import _, ngettext, team_name
from couillon.rules import Rules
from couillon.scoring import Board

__all__ = ["board_told", "left_on", "slate_told"]


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


def slate_told(board: Board) -> str:
    """Return the whole slate in words.

    >>> slate_told(Board((4, 3), 5, ties=1, loops=(1, 0)))
    'North–South: 3 lines, 1 loop. East–West: 3 lines. A circle with a stroke: the next deal that is won wipes 2.'
    """
    parts = [_("{team}: {left}.").format(team=team_name(team), left=left_on(board, i)) for i, team in enumerate(TEAMS)]
    if board.ties:
        parts.append(_("A circle with a stroke: the next deal that is won wipes {n}.").format(n=board.ties + 1))
    return " ".join(parts)


def _signed(n: int) -> str:
    return str(n).replace("-", "\N{MINUS SIGN}")


def board_told(rules: Rules, board: Board, *, before: bool = False) -> str:
    """Return a board in words, whatever it counts; ``before`` says that a deal is still to be written on it.

    >>> from couillon.rules import load
    >>> board_told(load("mit"), Board((4, 13), 13))
    'North–South: 4. East–West: 13.'
    >>> board_told(load("simplified"), Board((1, 2), 5, ties=1, rising=True), before=True)
    'Before: North–South: 1. East–West: 2. The next deal that is won is worth 2.'
    """
    if rules.scoring == "slate":
        text = slate_told(board)
    else:
        parts = [
            _("{team}: {n}.").format(team=team_name(team), n=_signed(board.counts[i])) for i, team in enumerate(TEAMS)
        ]
        if board.ties:
            parts.append(_("The next deal that is won is worth {n}.").format(n=board.ties + 1))
        text = " ".join(parts)
    if board.won:
        text = _("{board} {team} have won the match.").format(board=text, team=team_name(board.won))
    return _("Before: {board}").format(board=text) if before else text
