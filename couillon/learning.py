"""What a reader has learned: boxes by clause, steps by lesson, what is due, and all of it as text.

The boxes are Leitner's. A clause answered right goes one box up, answered wrong it goes back to the first; the higher
its box, the more questions pass before it is due again. Time is counted in answered questions, so nothing depends on a
clock and no date is ever kept.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from types import MappingProxyType
from typing import Any, Final

from couillon.messages import _

__all__ = [
    "BOXES",
    "Lesson",
    "Progress",
    "ProgressError",
    "Standing",
    "answered",
    "asked_at",
    "due",
    "looked_up",
    "merged",
    "read_progress",
    "started_over",
    "step_done",
    "write_progress",
]

#: The boxes, from 1; and how many answered questions pass before a clause in each box is due again.
BOXES: Final = (1, 2, 3, 4, 5)
GAPS: Final = {1: 0, 2: 5, 3: 15, 4: 40, 5: 100}
#: After how many other questions a missed one comes back in the same row.
BACK: Final = 3
#: No text of progress is longer than this, in characters, and no number in it larger.
LONGEST: Final = 60_000
_LARGEST: Final = 1_000_000
_VERSION: Final = 1


class ProgressError(ValueError):
    """A text that is no progress at all."""


@dataclass(frozen=True)
class Standing:
    """How a clause goes: its box, when it was last asked (in questions asked by then), how often right and wrong.

    ``shown`` is how often the answer was looked up instead.
    """

    box: int = 1
    at: int = 0
    right: int = 0
    wrong: int = 0
    shown: int = 0

    @property
    def total(self) -> int:
        """How often the clause was asked about, looked up or not."""
        return self.right + self.wrong + self.shown


@dataclass(frozen=True)
class Lesson:
    """What is done in a lesson: the names of its steps, and whether those are all."""

    done: tuple[str, ...] = ()
    finished: bool = False


@dataclass(frozen=True)
class Progress:
    """All that is kept of a reader. ``resets`` counts how often it was started over: the higher number is the newer."""

    clauses: Mapping[str, Standing] = field(default_factory=lambda: MappingProxyType({}))
    lessons: Mapping[str, Lesson] = field(default_factory=lambda: MappingProxyType({}))
    resets: int = 0

    @property
    def questions(self) -> int:
        """How many questions were asked, those among them whose answer was looked up."""
        return sum(standing.total for standing in self.clauses.values())

    @property
    def answers(self) -> int:
        """How many questions the reader answered, right or wrong."""
        return sum(standing.right + standing.wrong for standing in self.clauses.values())


def answered(progress: Progress, clause: str, right: bool) -> Progress:
    """Return the progress after an answer: the clause goes a box up, or back to the first.

    >>> once = answered(Progress(), "aim", True)
    >>> once.clauses["aim"], answered(once, "aim", False).clauses["aim"]
    (Standing(box=2, at=1, right=1, wrong=0, shown=0), Standing(box=1, at=2, right=1, wrong=1, shown=0))
    """
    was = progress.clauses.get(clause, Standing())
    after = Standing(
        min(was.box + 1, BOXES[-1]) if right else BOXES[0],
        progress.questions + 1,
        was.right + right,
        was.wrong + (not right),
        was.shown,
    )
    return replace(progress, clauses={**progress.clauses, clause: after})


def looked_up(progress: Progress, clause: str) -> Progress:
    """Return the progress after an answer was looked up: the clause goes back to the first box, but nothing was wrong.

    >>> after = looked_up(Progress(), "aim")
    >>> after.clauses["aim"], after.questions, after.answers
    (Standing(box=1, at=1, right=0, wrong=0, shown=1), 1, 0)
    """
    was = progress.clauses.get(clause, Standing())
    after = replace(was, box=BOXES[0], at=progress.questions + 1, shown=was.shown + 1)
    return replace(progress, clauses={**progress.clauses, clause: after})


def due(progress: Progress, among: Collection[str] | None = None) -> tuple[str, ...]:
    """Return the clauses that are due, the weakest first: those answered before, and long enough ago for their box.

    >>> due(answered(answered(Progress(), "aim", True), "trick", False))
    ('trick',)
    """
    now = progress.questions
    late = [
        (standing.box, standing.at, clause)
        for clause, standing in progress.clauses.items()
        if (among is None or clause in among) and now - standing.at >= GAPS[standing.box]
    ]
    return tuple(clause for _box, _at, clause in sorted(late))


def step_done(progress: Progress, lesson: str, step: str, of: Collection[str]) -> Progress:
    """Return the progress after a step of a lesson; with all of its steps done the lesson is finished.

    >>> step_done(Progress(), "the-slate", "write", ["write", "undo"]).lessons["the-slate"]
    Lesson(done=('write',), finished=False)
    """
    was = progress.lessons.get(lesson, Lesson())
    done = tuple(dict.fromkeys((*was.done, step)))
    after = Lesson(done, was.finished or set(of) <= set(done))
    return replace(progress, lessons={**progress.lessons, lesson: after})


def started_over(progress: Progress) -> Progress:
    """Return empty progress that is newer than all before it.

    >>> started_over(Progress(resets=2))
    Progress(clauses=mappingproxy({}), lessons=mappingproxy({}), resets=3)
    """
    return Progress(resets=progress.resets + 1)


def merged(one: Progress, other: Progress) -> Progress:
    """Return what two windows know together: of each clause what was answered more often, of each lesson every step.

    The order does not matter, and merging twice changes nothing. Progress that was started over later wins alone.

    >>> merged(answered(Progress(), "aim", True), answered(Progress(), "trick", True)).questions
    2
    """
    if one.resets != other.resets:
        return one if one.resets > other.resets else other
    clauses = dict(one.clauses)
    for clause, standing in other.clauses.items():
        clauses[clause] = max(clauses.get(clause, standing), standing, key=_newer)
    lessons = dict(one.lessons)
    for name, lesson in other.lessons.items():
        mine = lessons.get(name, Lesson())
        done = tuple(sorted({*mine.done, *lesson.done}))
        lessons[name] = Lesson(done, mine.finished or lesson.finished)
    return Progress(clauses, lessons, one.resets)


def _newer(standing: Standing) -> tuple[int, ...]:
    # Of two that were answered equally often the weaker counts: asking once more does no harm.
    return (standing.total, standing.wrong, standing.shown, -standing.box, standing.at)


# A row of questions


def asked_at(things: Sequence[str], seed: int, marks: str) -> str:
    """Return what a row of questions asks about next, given the marks so far: d for right, m for missed, s for shown.

    All things are asked in turn, each round in another order; one not answered right comes back after a few others.
    Raises ValueError without anything to ask about.

    >>> [asked_at(["a", "b", "c", "d"], 1, marks) for marks in ("", "m", "md", "mdd", "mddd")]
    ['b', 'c', 'd', 'a', 'b']
    """
    if not things:
        raise ValueError(_("There is nothing to ask about."))
    draw = Random(seed).random
    fresh: list[str] = []
    back: list[tuple[int, str]] = []
    asked = ""
    for at in range(len(marks) + 1):
        waiting = [item for item in back if item[0] <= at]
        if waiting:
            back.remove(waiting[0])
            asked = waiting[0][1]
        else:
            if not fresh:
                fresh = [thing for _key, thing in sorted((draw(), thing) for thing in things)]
            asked = fresh.pop()
        if at < len(marks) and marks[at] in "ms":
            back.append((at + BACK + 1, asked))
    return asked


# As text


def write_progress(progress: Progress) -> str:
    """Return progress as JSON that a person can read, the same text for the same progress.

    >>> print(write_progress(answered(Progress(), "aim", True)))
    {
    "version": 1,
    "resets": 0,
    "clauses": {
    "aim": {"box": 2, "at": 1, "right": 1, "wrong": 0}
    },
    "lessons": {}
    }
    """
    clauses = {
        id: {"box": s.box, "at": s.at, "right": s.right, "wrong": s.wrong, **({"shown": s.shown} if s.shown else {})}
        for id, s in progress.clauses.items()
    }
    lessons = {
        name: {"state": "done" if lesson.finished else "begun", "done": sorted(lesson.done)}
        for name, lesson in progress.lessons.items()
    }
    return "\n".join(
        (
            "{",
            f'"version": {_VERSION},',
            f'"resets": {progress.resets},',
            f'"clauses": {_table(clauses)},',
            f'"lessons": {_table(lessons)}',
            "}",
        )
    )


def _table(rows: Mapping[str, Any]) -> str:
    if not rows:
        return "{}"
    lines = [f"{json.dumps(name)}: {json.dumps(rows[name], ensure_ascii=False)}" for name in sorted(rows)]
    return "{\n" + ",\n".join(lines) + "\n}"


def read_progress(text: str) -> tuple[Progress, int]:
    """Return the progress that a text tells, and how many of its entries could not be read.

    What can be read is kept. Raises `ProgressError` with one sentence for a text that is no progress at all.

    >>> read_progress(write_progress(answered(Progress(), "aim", True)))[0].clauses["aim"].box
    2
    >>> read_progress('{"version": 1, "clauses": {"aim": {"box": 7}, "trick": {"box": 2, "right": 1}}}')[1]
    1
    >>> read_progress("once upon a time")
    Traceback (most recent call last):
    couillon.learning.ProgressError: This is not a record of progress.
    """
    data = _loaded(text)
    lost = 0
    clauses: dict[str, Standing] = {}
    lessons: dict[str, Lesson] = {}
    for name, entry in _rows(data, "clauses"):
        standing = _standing(name, entry)
        lost += standing is None
        clauses |= {name: standing} if standing else {}
    for name, entry in _rows(data, "lessons"):
        lesson = _lesson(name, entry)
        lost += lesson is None
        lessons |= {name: lesson} if lesson else {}
    resets = data.get("resets", 0)
    lost += not _whole(resets)
    return Progress(clauses, lessons, resets if _whole(resets) else 0), lost


def _loaded(text: str) -> dict[str, Any]:
    if not isinstance(text, str) or len(text) > LONGEST:
        raise ProgressError(_("This is not a record of progress: it is too long."))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ProgressError(_("This is not a record of progress.")) from None
    if not isinstance(data, dict) or not {"clauses", "lessons"} & set(data):
        raise ProgressError(_("This is not a record of progress."))
    if data.get("version", _VERSION) != _VERSION:
        raise ProgressError(_("This record of progress is of another version of the book."))
    return data


def _rows(data: Mapping[str, Any], name: str) -> Collection[tuple[str, Any]]:
    rows = data.get(name, {})
    return list(rows.items()) if isinstance(rows, dict) else [("", None)]


def _whole(value: Any) -> bool:
    return type(value) is int and 0 <= value <= _LARGEST


def _standing(name: str, entry: Any) -> Standing | None:
    if not name or not isinstance(entry, dict):
        return None
    known = (("box", 1), ("at", 0), ("right", 0), ("wrong", 0), ("shown", 0))
    numbers = [entry.get(key, default) for key, default in known]
    if not all(_whole(number) for number in numbers) or numbers[0] not in BOXES or not sum(numbers[2:]):
        return None
    return Standing(*numbers)


def _lesson(name: str, entry: Any) -> Lesson | None:
    if not name or not isinstance(entry, dict):
        return None
    done, state = entry.get("done", []), entry.get("state", "begun")
    if not isinstance(done, list) or not all(isinstance(step, str) for step in done) or state not in ("begun", "done"):
        return None
    return Lesson(tuple(done), state == "done")
