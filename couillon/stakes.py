"""What a deal is played for before it is played: who made the trumps, and what was declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from couillon.cards import team_of
from couillon.scoring import Result

if TYPE_CHECKING:
    from couillon.game import State
    from couillon.view import View

__all__ = ["stakes"]


def stakes(seen: State | View) -> Result:
    """Return the result of a deal with what has been made and declared so far, and no point and no trick.

    >>> from couillon.deal import deal
    >>> from couillon.game import apply, start
    >>> from couillon.rules import load
    >>> stakes(apply(start(load(), deal(load(), 1)), "accept")).makers
    'EW'
    """
    return Result(
        makers=team_of(seen.maker) if seen.maker else None,
        points=(0, 0),
        tricks=(0, 0),
        mit=seen.declarer is not None,
        kontra=seen.kontra,
        re=seen.re,
        matt=int(seen.matt is not None),
        konter=int(seen.konter is not None),
        raises=seen.raises,
    )
