"""The board of a match as a picture: lines and loops on a slate, or the number of each team with its strokes."""

from __future__ import annotations

from couillon.cards import TEAMS
from couillon.messages import _, team_name
from couillon.rules import Rules
from couillon.scoring import Board
from couillon_widgets.chalk import WIDTH
from couillon_widgets.chalk import slate as chalk_slate
from couillon_widgets.html import element, text
from couillon_widgets.matches import left_on, sides, told
from couillon_widgets.table_tally import tally

__all__ = ["board_picture", "picture"]


def picture(board: Board) -> str:
    """Return the slate in its frame, as HTML: names and counts in words, and the drawing in chalk."""
    names = "".join(
        element("span", text(team_name(team)) + element("small", text(left_on(board, i))))
        for i, team in enumerate(TEAMS)
    )
    drawing, height = chalk_slate(*sides(board), hole=bool(board.ties))
    # the circle has its place from the start, so that nothing moves when it is drawn
    svg = element("svg", drawing, viewBox=f"0 0 {WIDTH} {height}", role="img", aria_label=told(board))
    return element(
        "div", element("div", element("div", names, class_="cl-sides", aria_hidden="true") + svg), class_="cl-slate"
    )


def board_picture(rules: Rules, board: Board) -> str:
    """Return the slate: lines and loops, or the number of each team where a number is kept.

    >>> from couillon.rules import load
    >>> from couillon.scoring import new_board
    >>> 'aria-label="North–South: 13. East–West: 13."' in board_picture(load("mit"), new_board(load("mit")))
    True
    """
    if rules.scoring == "slate":
        return picture(board)
    counts = _("{ns}: {a}. {ew}: {b}.").format(
        ns=team_name("NS"), a=board.counts[0], ew=team_name("EW"), b=board.counts[1]
    )
    note = _("first to {n}") if board.rising else _("first to 0")
    names = "".join(
        element("span", text(team_name(team)) + element("small", text(note.format(n=board.target)))) for team in TEAMS
    )
    drawing, height = tally(*board.counts)
    svg = element("svg", drawing, viewBox=f"0 0 {WIDTH} {height}", role="img", aria_label=counts)
    inner = element("div", names, class_="cl-sides", aria_hidden="true") + svg
    return element("div", element("div", inner), class_="cl-slate")
