"""Steps to try: a list of small tasks that tick themselves off when the reader has done them on this page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from couillon.cards import quoted
from couillon.learning import Lesson, step_done
from couillon.messages import _, ngettext
from couillon_widgets.base import CouillonWidget, DamagedLinkError
from couillon_widgets.html import element, icon, prose, text
from couillon_widgets.keeping import Keeping
from couillon_widgets.parts import Note, actions, button, chip, frame
from couillon_widgets.shelf import SHELF

__all__ = ["Step", "Steps"]

_ACT = re.compile(r"(?:(?P<kind>[a-z-]+)/)?(?P<act>[a-z-]+(?::[^\s|]+)?)(?: x(?P<times>[1-9][0-9]?))?")
#: The act of a step that the reader ticks off with a button, because no widget can see it done.
BY_HAND = "by-hand"


@dataclass(frozen=True)
class Step:
    """One task: any of some acts, how often it takes one, and what the reader is told to do."""

    name: str
    told: str
    acts: frozenset[tuple[str, str]]
    times: int = 1
    widget: Any = field(default=None, compare=False, repr=False)

    def fits(self, widget: Any, acts: Iterable[str]) -> bool:
        """Return whether one of some acts, done in a widget, is of this step."""
        if self.widget is not None and widget is not self.widget:
            return False
        kind = getattr(widget, "kind", "")
        return any(act in acts and wanted in ("", kind) for wanted, act in self.acts)


def parse_step(spec: Any) -> Step:
    """Read a step: the act, what the reader is told, and perhaps the widget in which it is to be done.

    >>> parse_step(("refused | table/refused x2", "Play a card that is refused.")).times
    2
    >>> parse_step("deal")
    Traceback (most recent call last):
    ValueError: A step is an act and a sentence, such as ("refused", "Play a card that is refused."), not "deal".
    """
    if not isinstance(spec, tuple) or len(spec) not in (2, 3) or not all(isinstance(part, str) for part in spec[:2]):
        raise ValueError(
            _(
                'A step is an act and a sentence, such as ("refused", "Play a card that is refused."), not {spec}.'
            ).format(spec=quoted(spec))
        )
    name, told, *where = spec
    acts, times = set(), 1
    for part in name.split("|"):
        found = _ACT.fullmatch(part.strip())
        if not found:
            raise ValueError(
                _("{act} is not an act: write refused, refused:must-follow, table/trick-won or played x3.").format(
                    act=quoted(part.strip())
                )
            )
        acts.add((found["kind"] or "", found["act"]))
        times = int(found["times"] or times)
    if where and not isinstance(where[0], CouillonWidget):
        raise ValueError(_("The third part of a step is the widget in which it is done."))
    return Step(" ".join(name.split()), told, frozenset(acts), times, where[0] if where else None)


@dataclass(frozen=True)
class Walk:
    """Which steps are done, and how often the act of each other step was seen."""

    done: frozenset[str] = frozenset()
    seen: tuple[tuple[str, int], ...] = ()


class Steps(Keeping[Walk]):
    """Small tasks that are ticked off when they are done in the other widgets of the page.

    Each step is a pair: an act and the sentence that tells the reader what to do. The acts are those of
    `couillon_widgets.acts`, and those of exercises: ``refused`` (a card was refused), ``refused:must-follow``,
    ``played``, ``variant:kwajongen`` (a choice was made), ``met:boucle`` (a clause was told of), ``right x3``
    (three exercises answered right), ``row`` (a row of exercises finished), ``table/trick-won``, ``slate/write``. A
    kind before a slash names the widgets in which it is to be done, ``x3`` asks for three of them, bars part acts
    of which any will do; a third part of the step names one widget. ``by-hand`` gives the reader a button. A lesson
    has at most one `Steps`: when all of them are done, the lesson is.

    Raises `ValueError` with one sentence for whatever is wrong.

    >>> Steps(("refused", "Play the card that is refused."), ("played", "Play one that is not."))
    Steps('refused', 'played')
    """

    kind = "steps"

    def __init__(self, *steps: Any, title: str | None = None) -> None:
        if not steps:
            raise ValueError(_('Give at least one step, such as ("refused", "Play a card that is refused.").'))
        self.steps = tuple(parse_step(step) for step in steps)
        twice = [name for name, n in Counter(step.name for step in self.steps).items() if n > 1]
        if twice:
            raise ValueError(_("Two steps have the same act {act}: ask for it once.").format(act=quoted(twice[0])))
        self._title = title
        self._again = False
        super().__init__()
        self.begin(Walk())

    def variant_id(self) -> str:
        """Return the basic game: steps belong to no game."""
        return "belgian"

    def title(self) -> str:
        """Return the heading of the list."""
        return self._title or _("Try this")

    def arguments(self) -> str:
        """Return the acts, and which of them are done."""
        shown = [repr(step.name) for step in self.steps]
        done = sum(step.name in self.state.done for step in self.steps)
        return ", ".join(shown + ([f"done={done}"] if done else []))

    # What is shown

    def content(self) -> str:
        """Return the list of the steps, each with its mark, and what is said."""
        n, of = sum(step.name in self.state.done for step in self.steps), len(self.steps)
        count = chip(_("{n} of {of} done").format(n=n, of=of))
        body = element("ol", "".join(self._item(step) for step in self.steps), class_="cl-todo")
        foot = actions([button("restart", _("Begin again"), "again")]) if n else ""
        return frame(self.title(), [count], body + self._said().html(), foot)

    def _item(self, step: Step) -> str:
        done = step.name in self.state.done
        seen = dict(self.state.seen).get(step.name, 0)
        mark = element("span", icon("check") if done else "", class_="cl-tick", aria_hidden="true")
        words = element("span", prose(step.told))
        more = [_("done")] if done else [_("{n} of {of}").format(n=seen, of=step.times)] if step.times > 1 else []
        state = element("small", text(more[0]), class_="cl-state") if more else ""
        tick = ""
        if not done and any(act == BY_HAND for _kind, act in step.acts):
            tick = button("tick", _("Done"), "check", data_value=str(self.steps.index(step)))
        return element("li", mark + element("span", words + " " + state) + tick, class_="cl-did" if done else None)

    def _said(self) -> Note:
        if self.note:
            return self.note
        left = [step for step in self.steps if step.name not in self.state.done]
        if not left:
            return Note("ok", _("All done."))
        return Note("info", _("Each step is ticked off as soon as you have done it."))

    # What happens

    def heard(self, widget: object, acts: tuple[str, ...]) -> None:
        """Tick off what was done in another widget."""
        if widget is self:
            return
        seen, new = dict(self.state.seen), []
        for step in self.steps:
            if step.name in self.state.done or not step.fits(widget, acts):
                continue
            seen[step.name] = seen.get(step.name, 0) + 1
            if seen[step.name] >= step.times:
                new.append(step)
        if seen != dict(self.state.seen):
            self._ticked(new, tuple(sorted(seen.items())))

    def _ticked(self, new: list[Step], seen: tuple[tuple[str, int], ...]) -> None:
        done = self.state.done | {step.name for step in new}
        note = None
        if new:
            left = sum(step.name not in done for step in self.steps)
            more = ngettext("{n} more step.", "{n} more steps.", left).format(n=left) if left else _("All done.")
            note = Note("ok", _("Done: {step}").format(step=new[0].told), (more,))
        self.shift(Walk(done, seen), note)
        names = [step.name for step in self.steps]
        for step in new:
            if SHELF.page:
                self.keep(step_done(SHELF.progress, SHELF.page, step.name, names))

    def kept(self) -> None:
        """Show the steps that were done on an earlier visit, or in another window."""
        if self._again:
            return
        lesson = SHELF.progress.lessons.get(SHELF.page, Lesson())
        done = self.state.done | {step.name for step in self.steps if step.name in lesson.done}
        if done != self.state.done:
            self.shift(replace(self.state, done=done), self.note)

    def do_recall(self, message: str) -> None:
        """Take up what the browser has kept, and tick off what was done before this widget came alive."""
        super().do_recall(message)
        self.kept()

    def do_tick(self, value: str) -> None:
        """Tick off a step by hand; raises `ValueError` for one that there is not."""
        known = {str(i): step for i, step in enumerate(self.steps)}
        step = known.get(value)
        if step is None or not any(act == BY_HAND for _kind, act in step.acts):
            raise ValueError(_("That step ticks itself off when it is done."))
        if step.name not in self.state.done:
            self._ticked([step], self.state.seen)

    def do_restart(self, _value: str = "") -> None:
        """Begin again: no step is done any more on this page; what was finished stays finished."""
        self._again = True
        self.show(Walk(), Note("info", _("All steps are open again.")))

    do_deal = do_next = do_restart

    # Links

    def fresh(self) -> Walk:
        """Return the list with nothing done."""
        return Walk()

    def written(self) -> str:
        """Return which steps are done, a digit each."""
        return "steps/" + "".join(str(int(step.name in self.state.done)) for step in self.steps)

    def read(self, text: str) -> Walk:
        """Return what a link tells; raises `ValueError` if it tells nothing that can be."""
        kind, _slash, digits = text.partition("/")
        if kind != "steps" or len(digits) != len(self.steps) or set(digits) - {"0", "1"}:
            raise DamagedLinkError(_("This link is damaged."))
        return Walk(frozenset(step.name for step, digit in zip(self.steps, digits, strict=True) if digit == "1"))
