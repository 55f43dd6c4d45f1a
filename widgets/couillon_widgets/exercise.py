"""What rows of questions share: picking, checking, marks, going on."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from couillon.cards import quoted
from couillon.messages import _, ngettext
from couillon_widgets.base import CouillonWidget, DamagedLinkError
from couillon_widgets.html import element, text
from couillon_widgets.parts import Cited, Note, actions, button, footer, frame
from couillon_widgets.positions import checked_seed
from couillon_widgets.shelf import acts_with

__all__ = ["MOST", "Exercise", "Paper"]

#: How many questions one row may have.
MOST = 20
_MARKS = {"d": "cl-done", "m": "cl-missed", "s": "cl-missed"}


@dataclass(frozen=True)
class Paper:
    """Which question of a row is asked, and what was answered.

    ``marks`` has a letter for each question that is past: d for right, m for not right, s for one that was not answered
    but shown or skipped. ``at`` is the present
    question; ``checked`` says that its answer, ``picked``, was checked, ``shown`` that it was given. Raises
    `ValueError` for a row that cannot be.
    """

    seed: int = 1
    count: int = 5
    at: int = 0
    marks: str = ""
    picked: frozenset[str] = frozenset()
    checked: bool = False
    shown: bool = False

    def __post_init__(self) -> None:
        """Check the numbers."""
        checked_seed(self.seed)
        if isinstance(self.count, bool) or not isinstance(self.count, int) or not 1 <= self.count <= MOST:
            raise ValueError(
                _("A row has from 1 to {most} questions, not {n}.").format(most=MOST, n=quoted(self.count))
            )
        if not 0 <= self.at < self.count or len(self.marks) > self.count or set(self.marks) - set(_MARKS):
            raise DamagedLinkError(_("This link is damaged."))

    @property
    def right(self) -> frozenset[str]:
        """What is to be picked."""
        raise NotImplementedError

    @property
    def offered(self) -> Collection[str]:
        """What can be picked, in order."""
        raise NotImplementedError

    @property
    def perfect(self) -> bool:
        """Whether just what is right was picked."""
        return self.picked == self.right

    @property
    def done(self) -> bool:
        """Whether the right answer is known: found or shown."""
        return self.checked and (self.perfect or self.shown)

    @property
    def last(self) -> bool:
        """Whether no question follows."""
        return self.at + 1 >= self.count

    def numbers(self) -> str:
        """Return all but the questions themselves as text for a link.

        >>> Paper(seed=3, at=1, marks="d", checked=True).numbers()
        '3.5.1.d.c/'
        """
        flags = ("c" if self.checked else "") + ("s" if self.shown else "")
        return f"{self.seed}.{self.count}.{self.at}.{self.marks}.{flags}/{'.'.join(sorted(self.picked))}"


P = TypeVar("P", bound=Paper)


def with_numbers(paper: P, numbers: str, picked: str) -> P:
    """Return a paper with what its text for a link tells; raises `ValueError` if it tells nothing that can be.

    >>> with_numbers(Paper(), "3.5.1.d.c", "").marks
    'd'
    """
    seed, count, at, marks, flags = numbers.split(".")
    return replace(
        paper,
        seed=int(seed),
        count=int(count),
        at=int(at),
        marks=marks,
        picked=frozenset(picked.split(".") if picked else ()),
        checked="c" in flags,
        shown="s" in flags,
    )


class Exercise(CouillonWidget[P], Generic[P]):
    """A row of questions whose answers the engine checks.

    A subclass defines `asked`, `field`, `reasons`, `answer` and `unknown`, whether one thing only can be picked,
    and whether cards are shown, which have settings.
    """

    kind = "exercise"
    single = False
    has_cards = True
    #: How many questions the reader answered, by the seed of the row.
    _rows: Mapping[int, int] = MappingProxyType({})

    # What a subclass defines

    def asked(self) -> str:
        """Return the question."""
        raise NotImplementedError

    def field(self) -> str:
        """Return the HTML of what can be picked."""
        raise NotImplementedError

    def chips(self) -> list[str]:
        """Return the labels beside the title."""
        raise NotImplementedError

    def reasons(self, things: Collection[str]) -> tuple[tuple[str, ...], tuple[Cited, ...]]:
        """Return sentences that say why things are right or not, and the clauses behind them."""
        raise NotImplementedError

    def mending(self, things: Collection[str]) -> tuple[tuple[str, ...], tuple[Cited, ...]]:
        """Return sentences and clauses that help to mend an answer, given what is wrong in it."""
        return self.reasons(things)

    def answer(self) -> str:
        """Return the answer as a sentence."""
        raise NotImplementedError

    def praise(self) -> str:
        """Return what is said of a right answer."""
        raise NotImplementedError

    def correction(self) -> str:
        """Return what is said of an answer that is not right."""
        raise NotImplementedError

    def invitation(self) -> str:
        """Return how to answer."""
        raise NotImplementedError

    def explained(self, thing: str) -> Note:
        """Return what is said of a thing that is picked after the answer was checked."""
        raise NotImplementedError

    def unknown(self) -> str:
        """Return what is said when something is picked that is not offered."""
        raise NotImplementedError

    def picks_one(self) -> bool:
        """Return whether a pick takes the place of the one before."""
        return self.single

    def shows_cards(self) -> bool:
        """Return whether there are cards, which have settings."""
        return self.has_cards

    def thing_of(self, _paper: P) -> str:
        """Return the clause that a question is about, if it is one."""
        return ""

    def acts(self, action: str, value: str, before: P, note: Note | None) -> tuple[str, ...]:
        """Add ``answered``, ``right`` or ``missed``, alone and with the clause, and ``row`` after a row of answers.

        An answer that was only shown is none: instead of it the row takes one from the next row.
        """
        told: list[str] = []
        marks = self.state.marks
        if len(marks) > len(before.marks) and marks[-1] != "s":
            word = "right" if marks[-1] == "d" else "missed"
            about = self.thing_of(before)
            told = ["answered", word] + ([f"{word}:{about}"] if about else [])
            self._rows = {**self._rows, self.state.seed: len(marks) - marks.count("s")}
            count = self.state.count
            told += ["row"] if count and sum(self._rows.values()) % count == 0 else []
        return acts_with(super().acts(action, value, before, note), told)

    # What is shown

    def title(self) -> str:
        """Return which question this is."""
        if self.state.count == 1:
            return _("Question")
        return _("Question {n} of {count}").format(n=self.state.at + 1, count=self.state.count)

    def content(self) -> str:
        """Return the question, what can be picked and, once it is checked, the answer."""
        chips = [self._steps(), *self.chips()] if self.state.count > 1 else self.chips()
        question = element("p", text(self.asked()), class_="cl-question")
        note = self.note or Note("info", self.invitation())
        body = question + self.field() + note.html()
        foot = footer(self.nation, self.suits) if self.shows_cards() else ""
        return frame(self.title(), chips, body, self._actions() + foot)

    def _steps(self) -> str:
        state = self.state
        kinds = [_MARKS[state.marks[i]] if i < len(state.marks) else "" for i in range(state.count)]
        kinds[state.at] = f"{kinds[state.at]} cl-now".strip()
        bars = "".join(element("span", class_=kind or None) for kind in kinds)
        right = state.marks.count("d")
        label = ngettext("{n} of {count} right so far", "{n} of {count} right so far", right)
        return element("span", bars, class_="cl-steps", role="img", aria_label=label.format(n=right, count=state.count))

    def _actions(self) -> str:
        state = self.state
        near, far = [], []
        if not state.checked:
            near = [button("check", _("Check"), "check", "cl-primary"), button("reveal", _("Show the answer"), "eye")]
        elif not state.done:
            near = [
                button("restart", _("Try again"), "again", "cl-primary"),
                button("reveal", _("Show the answer"), "eye"),
            ]
        onwards = "cl-primary" if state.done else "cl-quiet"
        if not state.last:
            far = [button("next", _("Next question") if state.checked else _("Skip"), "next", onwards)]
        elif state.checked:
            far = [button("deal", _("More questions"), "next", onwards)]
        if not self.shows_cards():
            far = [button("share", _("Copy link"), "share", "cl-quiet"), *far]
        return actions([*near, button("undo", _("Take back"), "undo")], far)

    # What the reader does

    def do_play(self, thing: str) -> None:
        """Pick something, or leave it again; once the answer is checked, say the reason for it."""
        state = self.state
        if thing not in state.offered:
            raise ValueError(self.unknown())
        if state.checked:
            self.say(self.explained(thing))
        elif self.picks_one():
            self.show(replace(state, picked=frozenset({thing})))
        else:
            self.show(replace(state, picked=state.picked ^ {thing}))

    do_pick = do_play

    def do_check(self, _value: str = "") -> None:
        """Check the answer."""
        state = self.state
        if state.checked:
            return
        if not state.picked:
            self.say(Note("info", _("Pick an answer first.")))
            return
        if state.perfect:
            note = Note("ok", self.praise(), *self.reasons(state.right))
        else:
            note = Note("no", self.correction(), *self.mending(state.picked ^ state.right))
        self.show(replace(self._marked("d" if state.perfect else "m"), checked=True), note)

    def do_reveal(self, _value: str = "") -> None:
        """Show the answer, with the reasons."""
        past = self.state.checked or len(self.state.marks) > self.state.at
        told, cited = self.reasons(self.state.offered)
        if not past:
            told = (*told, _("Looked up: it is not counted as answered."))
        paper = self.state if past else self._marked("s")
        self.show(replace(paper, checked=True, shown=True), Note("info", self.answer(), told, cited))

    do_hint = do_reveal

    def do_restart(self, _value: str = "") -> None:
        """Try the same question again."""
        self.show(replace(self.state, picked=frozenset(), checked=False, shown=False))

    def do_next(self, _value: str = "") -> None:
        """Go on to the next question."""
        state = self.state
        if state.last:
            right = state.marks.count("d")
            told = ngettext("{n} of {count} answered right.", "{n} of {count} answered right.", right)
            self.say(Note("info", _("This was the last question."), (told.format(n=right, count=state.count),)))
            return
        paper = state if len(state.marks) > state.at else self._marked("s")
        self.show(replace(paper, at=state.at + 1, picked=frozenset(), checked=False, shown=False))

    def do_deal(self, _value: str = "") -> None:
        """Begin another row of questions."""
        self.show(self.fresh())

    def _marked(self, mark: str) -> P:
        """Return the paper with a mark for the present question."""
        marks, at = self.state.marks.ljust(self.state.at, "s"), self.state.at
        return replace(self.state, marks=marks[:at] + mark + marks[at + 1 :])

    def answered(self) -> list[str]:
        """Return where the reader is, as arguments for `arguments`."""
        state = self.state
        shown: list[Any] = [f"seed={state.seed}", f"count={state.count}"]
        shown += [f"at={state.at}"] if state.at else []
        shown += [f"picked='{' '.join(sorted(state.picked))}'"] if state.picked else []
        shown += [f"marks='{state.marks}'"] if state.marks else []
        return shown
