"""What a reader has learned: boxes, what is due, rows with what was missed, and progress as text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from couillon.learning import (
    BACK,
    BOXES,
    GAPS,
    LONGEST,
    Lesson,
    Progress,
    ProgressError,
    Standing,
    answered,
    asked_at,
    due,
    looked_up,
    merged,
    read_progress,
    started_over,
    step_done,
    write_progress,
)

quickly = settings(max_examples=80, deadline=None, derandomize=True)
NAMES = st.sampled_from(["aim", "trick", "must-follow", "boucle", "sweep"])
COUNTS = st.integers(0, 60)
STANDINGS = st.builds(Standing, st.sampled_from(BOXES), COUNTS, COUNTS, COUNTS, COUNTS).filter(lambda s: s.total > 0)
STEPS = st.lists(st.sampled_from(["refused", "played", "right x3"]), unique=True).map(
    lambda names: tuple(sorted(names))
)
LESSONS = st.builds(Lesson, STEPS, st.booleans())
PROGRESS = st.builds(Progress, st.dictionaries(NAMES, STANDINGS), st.dictionaries(NAMES, LESSONS), st.integers(0, 2))
ANSWERS = st.lists(st.tuples(NAMES, st.booleans()), max_size=40)


def after(answers: list[tuple[str, bool]]) -> Progress:
    progress = Progress()
    for clause, right in answers:
        progress = answered(progress, clause, right)
    return progress


@quickly
@given(ANSWERS)
def test_every_answer_is_counted_and_moves_one_box(answers: list[tuple[str, bool]]) -> None:
    progress = after(answers)
    assert progress.questions == len(answers)
    for clause, standing in progress.clauses.items():
        own = [right for name, right in answers if name == clause]
        assert (standing.right, standing.wrong) == (own.count(True), own.count(False))
        streak = 0
        for right in reversed(own):
            if not right:
                break
            streak += 1
        start = BOXES[0]
        assert standing.box == min(start + streak, BOXES[-1])


@quickly
@given(ANSWERS)
def test_a_missed_clause_is_due_at_once_and_a_good_one_after_its_gap(answers: list[tuple[str, bool]]) -> None:
    progress = after(answers)
    late = due(progress)
    for clause, standing in progress.clauses.items():
        waited = progress.questions - standing.at
        assert (clause in late) is (waited >= GAPS[standing.box])
    assert list(late) == sorted(late, key=lambda c: (progress.clauses[c].box, progress.clauses[c].at, c))
    assert set(due(progress, ["aim"])) == set(late) & {"aim"}


def test_gaps_grow_with_the_boxes() -> None:
    assert list(GAPS) == list(BOXES)
    assert sorted(GAPS.values()) == list(GAPS.values())


# Two windows


@quickly
@given(PROGRESS, PROGRESS, PROGRESS)
def test_merging_knows_no_order_and_loses_nothing(a: Progress, b: Progress, c: Progress) -> None:
    assert merged(a, a).clauses == a.clauses
    assert merged(a, b) == merged(b, a)
    assert merged(merged(a, b), c) == merged(a, merged(b, c))
    if a.resets == b.resets:
        both = merged(a, b)
        assert set(both.clauses) == {*a.clauses, *b.clauses}
        for name in both.lessons:
            for one in (a, b):
                assert set(one.lessons.get(name, Lesson()).done) <= set(both.lessons[name].done)


def test_started_over_wins_over_what_another_window_still_has() -> None:
    old = after([("aim", True)] * 9)
    fresh = started_over(old)
    assert merged(old, fresh) == merged(fresh, old) == fresh
    assert not fresh.clauses and not fresh.lessons


# Lessons


def test_a_lesson_is_finished_when_all_its_steps_are_done_and_stays_so() -> None:
    progress = step_done(Progress(), "the-slate", "write", ["write", "undo"])
    assert progress.lessons["the-slate"] == Lesson(("write",), False)
    progress = step_done(progress, "the-slate", "undo", ["write", "undo"])
    assert progress.lessons["the-slate"].finished
    progress = step_done(progress, "the-slate", "write", ["write", "undo", "a new one"])
    assert progress.lessons["the-slate"] == Lesson(("write", "undo"), True)


# A row


@quickly
@given(st.lists(NAMES, unique=True, min_size=1), st.integers(0, 99), st.text("dms", max_size=30))
def test_what_is_missed_comes_back_after_a_few_others(things: list[str], seed: int, marks: str) -> None:
    asked = [asked_at(things, seed, marks[:at]) for at in range(len(marks) + 1)]
    assert asked[-1] == asked_at(things, seed, marks)
    assert set(asked) <= set(things)
    for at, mark in enumerate(marks):
        # Others that were missed before come first, so it may take a little longer.
        again = asked[at + BACK + 1 : at + BACK + 2 + len(marks[:at].replace("d", ""))]
        if mark != "d" and at + BACK + 1 + len(marks[:at].replace("d", "")) <= len(marks):
            assert asked[at] in again


@quickly
@given(st.lists(NAMES, unique=True, min_size=1), st.integers(0, 99))
def test_without_a_miss_every_thing_is_asked_once_a_round(things: list[str], seed: int) -> None:
    n = len(things)
    asked = [asked_at(things, seed, "d" * at) for at in range(3 * n)]
    for start in (0, n, 2 * n):
        assert sorted(asked[start : start + n]) == sorted(things)


def test_nothing_to_ask_is_told() -> None:
    with pytest.raises(ValueError, match="There is nothing to ask about"):
        asked_at([], 1, "")


# As text


@quickly
@given(PROGRESS)
def test_progress_survives_being_written(progress: Progress) -> None:
    text = write_progress(progress)
    assert read_progress(text) == (progress, 0)
    assert write_progress(read_progress(text)[0]) == text
    assert json.loads(text)["version"] == 1


@quickly
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(
                        ["clauses", "lessons", "version", "resets", "aim", "box", "right", "done", "state"]), inner,
                        max_size=4), max_leaves=12))  # fmt: skip
def test_whatever_the_text_is_it_is_read_or_refused_in_one_sentence(data: object) -> None:
    try:
        progress, lost = read_progress(json.dumps(data))
    except ProgressError as error:
        assert str(error).endswith(".")
    else:
        assert lost >= 0
        assert read_progress(write_progress(progress)) == (progress, 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not a record of progress."),
        ("[1]", "not a record of progress."),
        ("{}", "not a record of progress."),
        ("[" * 20_000, "not a record of progress."),
        ("x" * (LONGEST + 1), "too long"),
        ('{"version": 2, "clauses": {}}', "another version"),
    ],
)
def test_what_is_no_progress_is_refused(text: str, said: str) -> None:
    with pytest.raises(ProgressError, match=said):
        read_progress(text)
    with pytest.raises(ProgressError):
        read_progress(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("clauses", {"box": 9, "right": 1}),
        ("clauses", {"box": 1, "right": -1, "wrong": 2}),
        ("clauses", {"box": 1}),
        ("clauses", {"box": True, "right": 1}),
        ("clauses", 5),
        ("lessons", {"done": "all"}),
        ("lessons", {"done": [1]}),
        ("lessons", {"state": "perhaps"}),
        ("lessons", None),
    ],
)
def test_a_damaged_entry_is_left_out_and_the_others_stay(name: str, entry: object) -> None:
    good = step_done(after([("aim", True)]), "start", "played", ["played"])
    data = json.loads(write_progress(good))
    data[name]["damaged"] = entry
    assert read_progress(json.dumps(data)) == (good, 1)


def test_a_record_from_before_looking_up_was_counted_apart_is_read() -> None:
    earlier = '{"version": 1, "clauses": {"aim": {"box": 2, "at": 3, "right": 2, "wrong": 1}}, "lessons": {}}'
    progress, lost = read_progress(earlier)
    assert (progress.clauses["aim"], lost) == (Standing(2, 3, 2, 1, 0), 0)
    assert read_progress(write_progress(looked_up(progress, "aim")))[0].clauses["aim"] == Standing(1, 4, 2, 1, 1)


def test_damaged_tables_and_numbers_are_counted() -> None:
    good = after([("aim", True)])
    data = json.loads(write_progress(good))
    assert read_progress(json.dumps({**data, "lessons": [1, 2]})) == (good, 1)
    assert read_progress(json.dumps({**data, "resets": "many"})) == (good, 1)
    assert read_progress(json.dumps({**data, "clauses": {"": {"box": 1, "right": 1}, **data["clauses"]}})) == (good, 1)
