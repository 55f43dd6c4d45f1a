"""What a widget says of its state alone is heard of as well: an answer, a step of the slate, a trump that was made."""

from __future__ import annotations

from typing import Any

import pytest

from couillon_widgets import Points, Slate, Trick, Trump
from couillon_widgets.shelf import SHELF

TOLD = [
    (lambda: Trick(cards="TS KS 9H AS", trump="H"), ["play:AS"], "refused:trick"),
    (lambda: Trick(cards="TS KS 9H AS", trump="H"), ["play:9H"], "met:trick"),
    (lambda: Points("AS KS"), ["more:5", "check"], "refused:points"),
    (lambda: Trump(seed=5), ["pass"] * 4, "met:all-pass-bottom"),
    (lambda: Slate(), ["makers:EW", "winner:NS", "write"] * 2, "met:boucle"),
]


@pytest.mark.parametrize(("make", "told", "act"), TOLD)
def test_an_act_is_heard_of(make: Any, told: list[str], act: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[str, ...]] = []
    monkeypatch.setattr(SHELF, "tell", lambda _widget, acts: heard.append(acts))
    widget = make()
    for each in told:
        action, _colon, value = each.partition(":")
        widget.receive({"action": action, "value": value, "card": value})
    assert act in heard[-1]
    assert sum(act in acts for acts in heard) == max(1, told.count("write"))
