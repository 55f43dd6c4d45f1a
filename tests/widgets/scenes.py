"""Widgets in every state that looks different, and a reader of their HTML."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

from couillon_widgets import LegalMoves, Question, Slate, SlateQuestion
from couillon_widgets.base import CouillonWidget

from .learning_scenes import LEARNING_SCENES
from .small_scenes import SMALL_SCENES

Widget = CouillonWidget[Any]
HAND = {"hand": "QS JH 9D", "trick": "TS KS 9H", "trump": "H"}


def _after(widget: Widget, *messages: dict[str, str]) -> Widget:
    for message in messages:
        widget.receive(message)
    return widget


#: How to make a widget in each of the states that look different.
SCENES: dict[str, Callable[[], Widget]] = {
    "legal-moves": lambda: LegalMoves(**HAND),
    "legal-moves-refused": lambda: _after(LegalMoves(**HAND), {"action": "play", "card": "9D"}),
    "legal-moves-played": lambda: _after(LegalMoves(**HAND), {"action": "play", "card": "JH"}),
    "legal-moves-revealed": lambda: _after(LegalMoves(**HAND), {"action": "reveal"}),
    "legal-moves-changed": lambda: _after(LegalMoves(**HAND), {"action": "variant", "value": "kwajongen"}),
    "legal-moves-dealt": lambda: LegalMoves("troeven", seed=5),
    "legal-moves-queens": lambda: LegalMoves("konter-a-matt", hand="QS QC 9S JD", trick="AS TC", trump="D"),
    "slate": lambda: Slate(),
    "slate-loops": lambda: Slate(deals="EW:NS EW:NS NS:EW"),
    "slate-tie": lambda: _after(
        Slate(deals="NS:EW EW:=="), {"action": "makers", "value": "NS"}, {"action": "winner", "value": "EW"}
    ),
    "slate-won": lambda: Slate(deals="NS:NS NS:NS NS:NS NS:NS NS:NS"),
    "slate-ten": lambda: Slate("kwajongen", deals="--:NS --:NS"),
    "question": lambda: Question("kwajongen", hand="KS JH 9H TC", trick="AD 9D", trump="H"),
    "question-picked": lambda: _after(
        Question("kwajongen", hand="KS JH 9H TC", trick="AD 9D", trump="H"), {"action": "play", "card": "JH"}
    ),
    "question-checked": lambda: _after(
        Question("kwajongen", hand="KS JH 9H TC", trick="AD 9D", trump="H"),
        {"action": "play", "card": "JH"},
        {"action": "play", "card": "KS"},
        {"action": "check"},
    ),
    "question-revealed": lambda: _after(Question("ardennes", seed=4, count=1), {"action": "reveal"}),
    "question-second": lambda: _after(Question(seed=2, count=3), {"action": "next"}),
    "slate-question": lambda: SlateQuestion(seed=3),
    "slate-question-missed": lambda: _after(
        SlateQuestion(seed=3), {"action": "pick", "value": "b"}, {"action": "check"}
    ),
    "slate-question-revealed": lambda: _after(SlateQuestion(seed=3), {"action": "reveal"}),
    **SMALL_SCENES,
    **LEARNING_SCENES,
    "link-shown": lambda: _after(LegalMoves(**HAND), {"action": "share", "value": "shown"}),
    "link-damaged": lambda: _after(LegalMoves(**HAND), {"action": "restore", "value": "torn"}),
}


class Tree(HTMLParser):
    """The elements of a piece of HTML as (name, attributes, text), with a check that tags are closed in order."""

    VOID = frozenset({"input", "br", "img", "meta", "link", "path", "circle", "use"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str], list[str]]] = []
        self._open: list[tuple[str, dict[str, str], list[str]]] = []
        self.feed(html)
        self.close()
        assert not self._open, f"never closed: {self._open[-1][0]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _value in attrs]
        assert len(names) == len(set(names)), f"an attribute stands twice in {tag}: {names}"
        node = (tag, {name: value or "" for name, value in attrs}, [])
        self.found.append(node)
        if tag not in self.VOID:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}, []))

    def handle_endtag(self, tag: str) -> None:
        if tag in self.VOID:
            return
        assert self._open, f"{tag} is closed but was never open"
        assert self._open[-1][0] == tag, f"{tag} is closed inside {self._open[-1][0]}"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for node in self._open:
            node[2].append(data)

    def all(self, name: str, **attributes: str) -> list[tuple[dict[str, str], str]]:
        """The attributes and the text of all elements with this name and these attributes."""
        wanted = {key.replace("_", "-"): value for key, value in attributes.items()}
        return [
            (attrs, "".join(words).strip())
            for tag, attrs, words in self.found
            if tag == name and all(attrs.get(key) == value for key, value in wanted.items())
        ]


def status(widget: Widget) -> str:
    """What the status region of a widget says."""
    regions = Tree(widget.html).all("div", role="status")
    assert len(regions) == 1
    return " ".join(regions[0][1].split())


def without(html: str, kind: str) -> str:
    """The HTML without each box of a class, whatever lies in it.

    >>> without('<p>a</p><div class="cl-note cl-ok"><div>b</div>c</div><p>d</p>', "cl-note")
    '<p>a</p><p>d</p>'
    """
    start = html.find(f'<div class="{kind}')
    if start < 0:
        return html
    depth = 0
    for tag in re.finditer(r"<div\b|</div>", html[start:]):
        depth += 1 if tag[0] == "<div" else -1
        if not depth:
            return without(html[:start] + html[start + tag.end() :], kind)
    raise AssertionError(f"{kind} is not closed")
