"""Accept or pass, in each of the states that look different."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from couillon_widgets import Accept
from couillon_widgets.base import CouillonWidget

Widget = CouillonWidget[Any]


def _after(widget: Widget, *messages: dict[str, str]) -> Widget:
    for message in messages:
        widget.receive(message)
    return widget


ACCEPT_SCENES: dict[str, Callable[[], Widget]] = {
    "accept": lambda: Accept(seed=5),
    "accept-said": lambda: _after(Accept(cards="KH 9H QD TC / AH", passed=3), {"action": "pass"}),
    "accept-refused": lambda: _after(Accept(seed=5), {"card": "QC"}),
    "accept-kontra": lambda: Accept("mit", about="kontra"),
    "accept-named": lambda: _after(Accept("force", seed=2), {"action": "trump-H"}),
    "accept-announced": lambda: _after(Accept("konter-a-matt", about="matt"), {"action": "matt"}),
    "accept-house": lambda: _after(Accept("tongeren", rules={"length": 7}, passed=3), {"action": "accept"}),
}
