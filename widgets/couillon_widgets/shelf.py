"""What the reader does on a page, told to whoever wants to know, and what is kept of it in the browser.

One interpreter serves one page, so there is one shelf. A widget tells it each thing that was done, an *act*; widgets
with steps to tick off listen. Progress comes from the browser as text, is read, changed and written here, and goes back
as text; where nothing comes from a browser it lasts as long as the page.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Protocol
from weakref import WeakSet
from zlib import crc32

from couillon.learning import LONGEST, Progress, ProgressError, merged, read_progress, write_progress
from couillon.messages import _, ngettext

__all__ = ["SHELF", "Listener", "Shelf"]


class Listener(Protocol):
    """Something that wants to know what is done on the page."""

    def heard(self, widget: object, acts: tuple[str, ...]) -> None:
        """Take note of what was done in a widget."""

    def kept(self) -> None:
        """Take note that the progress has changed."""


class Shelf:
    """The progress of the reader of this page, and those who listen to what is done."""

    def __init__(self) -> None:
        self.progress = Progress()
        self.page = ""
        self._listeners: WeakSet[Any] = WeakSet()
        self._damaged: set[int] = set()

    def clear(self) -> None:
        """Forget everything, as on a new page."""
        self.__init__()  # type: ignore[misc]

    def listen(self, listener: Listener) -> None:
        """Tell somebody from now on what is done, and when the progress changes."""
        self._listeners.add(listener)

    def tell(self, widget: object, acts: tuple[str, ...]) -> None:
        """Tell everybody what was done in a widget."""
        for listener in list(self._listeners):
            listener.heard(widget, acts)

    def put(self, progress: Progress) -> bool:
        """Keep other progress; return whether it differs from that before."""
        if progress == self.progress:
            return False
        self.progress = progress
        for listener in list(self._listeners):
            listener.kept()
        return True

    def text(self) -> str:
        """Return the progress as text for the browser."""
        return write_progress(self.progress)

    def recall(self, message: str) -> tuple[bool, str]:
        """Take what the browser has kept: JSON with the name of the page and the text, if there is any.

        Returns whether the browser has to be told of something newer, and one sentence if its text is damaged; the
        same damage is told once on a page.
        """
        page, text = _received(message)
        self.page = page or self.page
        if text is None:
            return self.progress != Progress(), ""
        try:
            known, lost = read_progress(text)
        except ProgressError as error:
            told = _("{what} What this browser kept cannot be read, so your progress starts anew.").format(what=error)
            return self.progress != Progress(), self._once(text, told)
        self.put(merged(known, self.progress))
        told = ngettext(
            "{n} entry of your progress was damaged and is left out; all the others are there.",
            "{n} entries of your progress were damaged and are left out; all the others are there.",
            lost,
        ).format(n=lost)
        return self.progress != known, self._once(text, told) if lost else ""

    def _once(self, text: str, told: str) -> str:
        mark = crc32(text.encode("utf-8", "replace"))
        if mark in self._damaged:
            return ""
        self._damaged.add(mark)
        return told


def _received(message: str) -> tuple[str, str | None]:
    """Read a message of the page; whatever it is, no exception leaves here.

    >>> _received('{"page": "the-slate", "text": "{}"}'), _received("nonsense")
    (('the-slate', '{}'), ('', None))
    """
    try:
        data = json.loads(message)
    except (ValueError, RecursionError):
        return "", None
    if not isinstance(data, dict):
        return "", None
    page, text = data.get("page"), data.get("text")
    name = page if isinstance(page, str) and len(page) < 100 else ""
    return name, (text[: LONGEST + 1] if isinstance(text, str) else None)


#: The shelf of this page.
SHELF = Shelf()


def acts_with(*groups: Iterable[str]) -> tuple[str, ...]:
    """Return acts, each once, in order.

    >>> acts_with(["play"], ["play:9D", "play"])
    ('play', 'play:9D')
    """
    return tuple(dict.fromkeys(act for group in groups for act in group))
