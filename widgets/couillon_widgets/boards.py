"""The board of a match as a picture: lines and loops on a slate, or the number of each team with its strokes."""

from __future__ import annotations

from couillon.cards import TEAMS
from couillon.messages import _, team_name
from couillon.rules import Rules
from couillon.scoring import Board
from couillon_widgets.chalk import WIDTH
from couillon_widgets.html import element, text
from couillon_widgets.slate import picture
from couillon_widgets.table_tally import tally

__all__ = ["board_picture"]


def board_picture(rules: Rules, board: Board) -> str:
    """Return the slate: lines and loops, or the number of each team where a number is kept.

    >>> from couillon.rules import load
    >>> from couillon.scoring import new_board
    >>> 'aria-label="North–South: 13. East–West: 13."' in board_picture(load("mit"), new_board(load("mit")))
    True
    """
    if rules.scoring == "slate":
        return picture(board)
    told = _("{ns}: {a}. {ew}: {b}.").format(
        ns=team_name("NS"), a=board.counts[0], ew=team_name("EW"), b=board.counts[1]
    )
    note = _("first to {n}") if board.rising else _("first to 0")
    names = "".join(
        element("span", text(team_name(team)) + element("small", text(note.format(n=board.target)))) for team in TEAMS
    )
    drawing, height = tally(*board.counts)
    svg = element("svg", drawing, viewBox=f"0 0 {WIDTH} {height}", role="img", aria_label=told)
    inner = element("div", names, class_="cl-sides", aria_hidden="true") + svg
    return element("div", element("div", inner), class_="cl-slate")
