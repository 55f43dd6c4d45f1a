"""What a reader of the training widgets does, and what the page tells them."""

from __future__ import annotations

import json
from typing import Any

from couillon_widgets import Train


def sent(widget: Any) -> list[Any]:
    """Collect from now on what a widget sends to the page."""
    out: list[Any] = []
    widget.send = lambda content, buffers=None: out.append(content)
    return out


def recall(text: str | None, page: str = "the-slate") -> dict[str, str]:
    return {"action": "recall", "value": json.dumps({"page": page, "text": text})}


def answer(train: Train, *, right: bool) -> str:
    """Answer the present question right or wrong, and return the clause that it was about."""
    state = train.state
    others = [key for key in state.offered if key not in state.right]
    for key in state.right if right else others[:1] or []:
        train.receive({"action": "pick", "value": key})
    train.receive({"action": "check" if right or others else "reveal"})
    return state.thing
