"""Plots as SVG: they follow the page's colours, stretch to any width, and tell their marks apart by shape.

Places along the line are in per cent and sizes in pixels, so that letters stay as large as they are on a telephone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from couillon.estimate import Estimate
from couillon_widgets.html import element, text

__all__ = ["MARKS", "Row", "bars", "dots", "nice"]

#: The marks of the series, in order: a disc, then a diamond.
MARKS = ('<circle r="5"/>', '<path d="M0-6.5 6.5 0 0 6.5-6.5 0z"/>')
_ROW, _TOP, _AXIS = 44, 4, 26


@dataclass(frozen=True)
class Row:
    """A line of a plot: its name, and a figure for each series, where there is one."""

    name: str
    values: tuple[Estimate | None, ...]


def nice(low: float, high: float, most: int = 5) -> list[float]:
    """Return round numbers that span two values.

    >>> nice(0, 0.043), nice(-1.2, 3.9)
    ([0.0, 0.01, 0.02, 0.03, 0.04, 0.05], [-2.0, 0.0, 2.0, 4.0])
    """
    span = (high - low) or abs(high) or 1.0
    size = 10.0 ** floor(log10(span / most))
    step = next(size * times for times in (1, 2, 5, 10) if span / (size * times) <= most)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(step * at, 9) for at in range(first, last + 1)]


def _named(id: str, title: str, told: str, height: int, inner: str) -> str:
    heads = element("title", text(title), id=f"{id}-t") + element("desc", text(told), id=f"{id}-d")
    return element(
        "svg",
        heads + inner,
        class_="cl-plot",
        role="img",
        aria_labelledby=f"{id}-t {id}-d",
        width="100%",
        height=height,
    )


def _line(kind: str, x1: str, y1: float, x2: str, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1}" y1="{y1:g}" x2="{x2}" y2="{y2:g}"/>'


def _words(kind: str, x: str, y: float, words: str) -> str:
    return f'<text class="{kind}" x="{x}" y="{y:g}">{text(words)}</text>'


def dots(
    id: str,
    title: str,
    told: str,
    rows: Sequence[Row],
    form: Callable[[float, int], str],
    *,
    scale: float = 1,
    unit: str = "",
    base: float | None = None,
) -> str:
    """Return a plot of figures with their intervals, a line for each row.

    ``form`` writes a number with so many decimals, after which it is ``scale`` times as large (100 for per cent);
    ``base`` is marked by a line from top to bottom.
    """
    ends = [end for row in rows for value in row.values if value for end in (value.low, value.high)]
    ticks = nice(
        min([*ends, *([base] if base is not None else [])]), max([*ends, *([base] if base is not None else [])])
    )
    low, high = ticks[0], ticks[-1]

    def at(value: float) -> str:
        return f"{4 + 92 * (value - low) / (high - low):.2f}%"

    bottom = _TOP + _ROW * len(rows)
    parts = [_line("cl-rule", at(tick), _TOP, at(tick), bottom + 4) for tick in ticks]
    if base is not None:
        parts.append(_line("cl-base", at(base), _TOP, at(base), bottom + 4))
    for number, row in enumerate(rows):
        top = _TOP + _ROW * number
        parts.append(_words("cl-name", "0", top + 14, row.name))
        for series, value in enumerate(row.values):
            if value is None:
                continue
            y = top + 26 + 9 * series
            parts.append(_line(f"cl-span cl-s{series}", at(value.low), y, at(value.high), y))
            parts.append(f'<svg class="cl-s{series}" x="{at(value.value)}" y="{y}">{MARKS[series]}</svg>')
    digits = next(d for d in range(7) if d == 6 or all(abs(round(t * scale, d) - t * scale) < 1e-9 for t in ticks))
    for tick in ticks:
        parts.append(_words("cl-tick", at(tick), bottom + _AXIS - 6, form(tick, digits) + unit))
    return _named(id, title, told, bottom + _AXIS, "".join(parts))


def bars(id: str, title: str, told: str, shares: dict[int, float], marks: dict[int, float], every: int = 4) -> str:
    """Return bars for whole numbers, with a stroke across each at another share."""
    height, top = 150, max([*shares.values(), *marks.values()])
    first, last = min(shares), max(shares)
    wide = 100 / (last - first + 1)
    parts = []
    for number in range(first, last + 1):
        left = (number - first) * wide
        tall = height * shares.get(number, 0.0) / top
        parts.append(
            f'<rect class="cl-bar" x="{left + wide * 0.1:.2f}%" width="{wide * 0.8:.2f}%" y="{height - tall:.1f}"'
            f' height="{tall:.1f}"/>'
        )
        if number in marks:
            y = height - height * marks[number] / top
            parts.append(_line("cl-stroke", f"{left:.2f}%", round(y, 1), f"{left + wide:.2f}%", round(y, 1)))
        if number % every == 0:
            parts.append(_words("cl-tick", f"{left + wide / 2:.2f}%", height + 18, str(number)))
    parts.append(_line("cl-rule", "0%", height, "100%", height))
    return _named(id, title, told, height + _AXIS, "".join(parts))
