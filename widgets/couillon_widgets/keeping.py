"""Widgets that keep progress: the text that the browser has kept comes in, and goes back when something changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, TypeVar

from couillon.learning import LONGEST, Progress
from couillon.messages import _
from couillon_widgets.base import CouillonWidget
from couillon_widgets.parts import Note
from couillon_widgets.shelf import SHELF

__all__ = ["Keeping"]

State = TypeVar("State")


class Keeping(CouillonWidget[State]):
    """A widget that reads and changes the reader's progress, which the browser keeps and nobody else."""

    longest: ClassVar[Mapping[str, int]] = {"recall": LONGEST + 1000}

    def __init__(self) -> None:
        super().__init__()
        SHELF.listen(self)

    def marks(self) -> dict[str, object]:
        """Add that the page has to bring what it keeps, and to keep what it is sent."""
        return {**super().marks(), "data_keeps": True}

    def keep(self, progress: Progress) -> None:
        """Change the progress, and have the browser keep it."""
        if SHELF.put(progress):
            self.send({"keep": SHELF.text()})

    def heard(self, widget: object, acts: tuple[str, ...]) -> None:
        """Take note of what was done on the page."""

    def kept(self) -> None:
        """Take note that the progress has changed."""

    def do_recall(self, message: str) -> None:
        """Take up what the browser has kept; a damaged text is told in one sentence."""
        newer, told = SHELF.recall(message)
        if newer:
            self.send({"keep": SHELF.text()})
        if told:
            self._add(told)

    def do_unkept(self, _value: str = "") -> None:
        """Say that the browser keeps nothing: storage is blocked, or full."""
        self._add(_("This browser keeps nothing for this site, so your progress lasts as long as the page."))

    def _add(self, sentence: str) -> None:
        """Say one sentence more than what is said already, such as the answer to an exercise."""
        note = self.note
        self.say(replace(note, more=(*note.more, sentence)) if note else Note("info", sentence))
