"""Games side by side, in each of the states that look different."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from couillon_widgets import Compare, HouseRules
from couillon_widgets.base import CouillonWidget

Widget = CouillonWidget[Any]


def _after(widget: Widget, *actions: str) -> Widget:
    for action in actions:
        widget.receive({"action": action})
    return widget


BESIDE_SCENES: dict[str, Callable[[], Widget]] = {
    "compare": lambda: Compare(seed=3),
    "compare-given": lambda: Compare("belgian", "kwajongen", hand="QS JH 9D", trick="TS KS", trump="H"),
    "compare-smallest": lambda: _after(Compare("konter-a-matt", "mit"), "smallest"),
    "compare-board": lambda: Compare("belgian", "simplified", smallest=True),
    "compare-all": lambda: Compare("belgian", "all", hand="QS JH 9D QC", trick="TS KS 9H", trump="H"),
    "house-rules": lambda: HouseRules(),
    "house-rules-changed": lambda: HouseRules("belgian", {"follow": "strict", "beat": True}, seed=3),
}
