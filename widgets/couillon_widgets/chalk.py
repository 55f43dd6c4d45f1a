"""The slate, drawn in chalk: a little wobble, two layers (chalk and dust), and grain from one filter.

The same slate always gives the same picture.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Final

from couillon.messages import made_once

__all__ = ["GRAIN", "WIDTH", "slate"]

#: The filter that makes a line look like chalk; the deck's sprite carries it.
GRAIN: Final = (
    '<filter id="cl-grain" x="-5%" y="-5%" width="110%" height="110%">'
    '<feTurbulence type="fractalNoise" baseFrequency=".85" numOctaves="2" seed="4"/>'
    '<feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -4.2 3.5"/>'
    '<feComposite in="SourceGraphic" operator="in"/></filter>'
)
#: The width of the drawing; its height depends on what is on the slate.
WIDTH: Final = 360
_TOP: Final = 58
_HALF: Final = 104
_SEED: Final = 7

Point = tuple[float, float]


def _wobble(points: Sequence[Point], seed: int, amount: float = 1.3) -> str:
    """A smooth path through points, each nudged a little (Catmull-Rom, written as Bezier curves)."""
    hand = random.Random(seed)
    p = [(x + hand.uniform(-amount, amount), y + hand.uniform(-amount, amount)) for x, y in points]
    path = f"M{p[0][0]:.1f} {p[0][1]:.1f}"
    for i in range(len(p) - 1):
        a, b, c, d = p[max(i - 1, 0)], p[i], p[i + 1], p[min(i + 2, len(p) - 1)]
        curve = (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6, c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6)
        path += "C" + " ".join(f"{v:.1f}" for v in (*curve, *c))
    return path


def _stroke(points: Sequence[Point], seed: int) -> str:
    path = _wobble(points, seed)
    return f'<path class="cl-dust" d="{path}"/><path class="cl-chalk" d="{path}"/>'


def _straight(x0: float, y0: float, x1: float, y1: float, steps: int = 7) -> list[Point]:
    return [(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps) for i in range(steps + 1)]


def _loops(x: float, y: float, side: int, count: int, radius: float) -> list[Point]:
    """The boucle, a curl like a written e: forward along the line, back over the top, forward again."""
    pace, reach = 4.6, min(17.0, radius)
    angles = [i * math.pi / 6 for i in range(1, 12 * count + 4)]
    curl = [(x + side * (pace * t + reach * math.sin(t)), y - radius * (1 - math.cos(t)) - 1) for t in angles[:-3]]
    return [*curl, (x + side * (pace * angles[-1] + reach + 8), y + 2)]


def _half_line(middle: float, y: float, side: int, loops: int | None, drift: float, radius: float) -> list[Point]:
    """One team's half of a line from the middle outwards; only its root when it is erased."""
    if loops is None:
        return [(middle, y)]
    end, outer = middle + side * (_HALF - 30 * min(loops, 3)), y + side * drift
    line = _straight(middle, y, end - side * 10, outer)
    return line + (_loops(end, outer, side, loops, radius) if loops else [(end, outer)])


def slate(left: Sequence[int | None], right: Sequence[int | None], hole: bool = False) -> tuple[str, int]:
    """Return the drawing of a slate (the inside of an SVG element) and its height; `WIDTH` is its width.

    ``left`` and ``right`` have one entry a line: None where the half-line is erased, else the number of loops on it.
    ``hole`` adds the circle with a stroke (`craie-dans-le-trou`). An erased half-line leaves a smear. Raises
    `ValueError` if the two sides have different numbers of lines.

    >>> drawing, height = slate([0, 1, None], [0, 0, 0])
    >>> drawing.count("cl-ghost"), height
    (1, 270)
    """
    if len(left) != len(right):
        raise ValueError(f"A slate has as many half-lines left as right, not {len(left)} and {len(right)}.")
    return _slate(tuple(left), tuple(right), hole), round(_bottom(len(left)) + 72)


def _gap(lines: int) -> float:
    return 56 if lines < 7 else 308 / lines


def _bottom(lines: int) -> float:
    return _TOP + (lines - 1) * _gap(lines) + 28


@made_once
def _slate(left: tuple[int | None, ...], right: tuple[int | None, ...], hole: bool) -> str:
    lines, middle = len(left), WIDTH / 2
    gap = _gap(lines)
    radius = min(18.0, gap * 0.38)  # many lines: smaller loops, so that none reaches the line above
    strokes: list[str] = []
    smears: list[str] = []
    for i, states in enumerate(zip(left, right, strict=True)):
        y = _TOP + i * gap
        drift = random.Random(_SEED + i).uniform(-gap, gap) / 19
        halves = []
        for side, loops in zip((-1, 1), states, strict=True):
            halves.append(_half_line(middle, y, side, loops, drift, radius))
            if loops is None:
                smear = _straight(middle + side * 16, y, middle + side * _HALF, y + side * drift)
                smears.append(f'<path class="cl-ghost" d="{_wobble(smear, _SEED + 40 + i, 2)}"/>')
        if len(halves[0]) + len(halves[1]) > 2:
            strokes.append(_stroke(halves[0][::-1] + halves[1][1:], _SEED + 10 + i))
    bottom = _bottom(lines)
    strokes.insert(0, _stroke(_straight(middle + 1, _TOP - 36, middle - 2, bottom, 9), _SEED))
    if hole:
        y = bottom + 36
        turns = [-1.9 + i * (2 * math.pi + 0.35) / 14 for i in range(15)]
        strokes.append(_stroke([(middle + 25 * math.cos(t), y + 24 * math.sin(t)) for t in turns], _SEED + 90))
        strokes.append(_stroke(_straight(middle - 36, y + 27, middle + 37, y - 27, 5), _SEED + 91))
    return f'{"".join(smears)}<g filter="url(#cl-grain)">{"".join(strokes)}</g>'
