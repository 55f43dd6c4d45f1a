"""A number for each team on the slate, with as many strokes in chalk: for games that count down or up."""

from __future__ import annotations

from typing import Final

from couillon_widgets.chalk import WIDTH, _straight, _stroke
from couillon_widgets.html import element

__all__ = ["tally"]

_SEED: Final = 301
#: Strokes of one bundle, the last one across the others; bundles of one row.
_BUNDLE: Final = 5
_ROW: Final = 2


def tally(left: int, right: int) -> tuple[str, int]:
    """Return the drawing (the inside of an SVG element) and its height; a number below 1 has no strokes.

    >>> drawing, height = tally(7, 3)
    >>> drawing.count("cl-chalk"), drawing.count("<text"), height
    (11, 2, 190)
    """
    rows = max(1, -(-max(left, right) // (_BUNDLE * _ROW)))
    height, middle = 130 + 60 * rows, WIDTH / 2
    strokes = [_stroke(_straight(middle, 12, middle - 1, height - 16, 9), _SEED)]
    numbers = []
    for side, count in enumerate((left, right)):
        centre = middle / 2 + side * middle
        numbers.append(element("text", str(count), x=f"{centre:g}", y="78", class_="cl-number"))
        for i in range(max(0, count)):
            strokes.append(_stroke_of(centre, i, _SEED + 100 * side + i))
    return "".join(numbers) + f'<g filter="url(#cl-grain)">{"".join(strokes)}</g>', height


def _stroke_of(centre: float, i: int, seed: int) -> str:
    bundle, at = divmod(i, _BUNDLE)
    row, column = divmod(bundle, _ROW)
    x, y = centre - 68 + column * 74, 108 + 60 * row
    if at == _BUNDLE - 1:
        return _stroke(_straight(x - 8, y + 36, x + 56, y + 6, 4), seed)
    return _stroke(_straight(x + 16 * at, y, x + 16 * at - 1, y + 42, 4), seed)
