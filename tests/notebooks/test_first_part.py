"""The first part of the book: every step can be done, every rule of the basic game is taught, the stories are true."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

from couillon.exercises import kinds_of, trainable
from couillon_widgets import Steps
from couillon_widgets.shelf import SHELF
from couillon_widgets.train import Train

BOOK = Path(__file__).resolve().parents[2] / "book"
#: What a reader does in the widgets of each lesson, in the order of the page, so that every step is done.
READER = {
    "start": [("table", 0, "play:JH play:AS"), ("table", 0, "END")],
    "the-table": [("match", 0, "deal deal deal"), ("deal", 0, "next next next next dealer:N")],
    "the-cards": [("points", 0, "play:TS play:AS play:KS nation:fr nation:nl reveal")],
    "the-deal": [("deal", 0, "next next next next all dealer:N deal")],
    "making-trumps": [("trump", 0, "accept undo pass accept everyone")],
    "following-suit": [
        ("legal-moves", 0, "play:9D play:JH"),
        ("legal-moves", 1, "play:JH"),
        ("legal-moves", 2, "play:AS play:JH play:KD"),
    ],
    "trumping": [("legal-moves", 0, "play:JC play:9C play:AH"), ("legal-moves", 1, "play:9D")],
    "who-wins": [("trick", 0, "play:9H trump:C"), ("trick", 1, "play:JD step")],
    "counting": [("points", 0, "winner:EW check deal count:pile")],
    "the-slate": [
        ("slate", 0, "makers:EW winner:NS write makers:-- winner:EW write makers:NS winner:== write"),
        ("slate", 0, "makers:NS winner:NS write makers:NS winner:NS write makers:NS winner:NS write"),
        ("slate", 0, "makers:NS winner:NS write"),
        ("slate", 1, "makers:NS winner:EW write"),
    ],
    "a-whole-deal": [("table", 0, "accept END look")],
    "a-whole-match": [("match", 0, "next next end look:3"), ("table", 0, "MATCH")],
    "good-play": [
        ("table", 0, "accept play:AH"),
        ("table", 1, "play:KH"),
        ("table", 2, "play:KD"),
        ("exercise", 0, "ROW"),
    ],
    "when-to-accept": [
        ("accept", 0, "accept place:3 accept deal pass deal pass deal pass cards:AS,AH,KH,TD/9C"),
        ("accept", 1, "kontra"),
    ],
}


class Lesson:
    """A lesson whose cells have run, with its widgets in the order in which they were made."""

    def __init__(self, name: str) -> None:
        SHELF.clear()
        self.notebook: Any = nbformat.read(BOOK / f"{name}.ipynb", as_version=4)
        self.names: dict[str, Any] = {}
        self.shown: list[Any] = []
        for cell in self.notebook.cells:
            if cell.cell_type == "code" and "static" not in cell.metadata.tags:
                *before, last = cell.source.strip().split("\n\n")
                exec("\n\n".join(before), self.names)
                self.shown.append(eval(last, self.names) if _is_value(last) else self._last(last))

    def _last(self, block: str) -> Any:
        *before, last = block.split("\n")
        exec("\n".join(before), self.names)
        return eval(last, self.names)

    def of(self, kind: str) -> list[Any]:
        return [widget for widget in self.shown if widget.kind == kind]

    @property
    def words(self) -> str:
        return "\n".join(cell.source for cell in self.notebook.cells if cell.cell_type == "markdown")


def _is_value(block: str) -> bool:
    try:
        compile(block, "cell", "eval")
    except SyntaxError:
        return False
    return True


def act(widget: Any, words: str) -> None:
    for word in words.split():
        if word == "END":
            to_the_end(widget)
        elif word == "MATCH":
            to_the_end(widget)
            while not widget.state.match.won:
                widget.receive({"action": "next"})
                to_the_end(widget)
        elif word == "ROW":
            row(widget)
        else:
            action, _colon, value = word.partition(":")
            widget.receive({"action": action, "value": value, "card": value})


def to_the_end(table: Any) -> None:
    """Choose what is allowed first, until the deal is counted."""
    while not table.state.counted:
        if table.state.waiting or table.state.to_act is None:
            table.receive({"action": "next"})
        else:
            choice = table.state.actions[0]
            table.receive({"action": "play", "card": choice} if len(choice) == 2 else {"action": choice})


def row(train: Train) -> None:
    """Answer all questions of a row, right."""
    for _question in range(train.state.count):
        for key in sorted(train.state.right):
            train.receive({"action": "pick", "value": key, "card": key})
        train.receive({"action": "check"})
        train.receive({"action": "next"})


@pytest.mark.parametrize("name", READER)
def test_every_step_of_a_lesson_can_be_done(name: str) -> None:
    lesson = Lesson(name)
    for kind, index, words in READER[name]:
        act(lesson.of(kind)[index], words)
    for train in lesson.of("exercise"):
        row(train)
    (steps,) = lesson.of("steps")
    assert isinstance(steps, Steps)
    assert [step.name for step in steps.steps if step.name not in steps.state.done] == []


@pytest.mark.parametrize("name", [name for name in READER if name != "start"])
def test_a_lesson_has_the_common_form(name: str) -> None:
    lesson = Lesson(name)
    cells = lesson.notebook.cells
    teaches = lesson.notebook.metadata["couillon"]["teaches"]
    assert re.match(r"# [^\n]+\n\n\*After this lesson[^*]+\*\n", cells[0].source)
    assert "code" in {cell.cell_type for cell in cells[:3]}
    assert lesson.of("exercise")
    trained = {id for train in lesson.of("exercise") for id in train.state.things}
    assert set(teaches) <= trained | {"no-makers"}
    for id in teaches:
        assert f'data-clause="{id}" href="sources.html#{id}"' in lesson.words, id
    assert "## In short" in lesson.words
    assert "## Who says so" in lesson.words
    assert len(re.sub(r"<[^>]+>|\]\([^)]*\)|[#*|-]", " ", lesson.words).split()) <= 600


@pytest.mark.parametrize("name", [name for name in READER if name != "start"])
def test_a_lesson_asks_about_nothing_that_is_still_to_come(name: str) -> None:
    for train in Lesson(name).of("exercise"):
        kinds = {kind for id in train.state.things for kind in train.state.kinds or kinds_of(id)}
        assert "which-variant" not in kinds, "it names games that are not taught yet"
        assert name in ("good-play", "when-to-accept") or "accept" not in kinds, (
            "it takes figures to judge, and the slate"
        )
        asked: list[object] = []
        for _question in range(train.state.count):
            exercise = train.state.exercise
            asked.append((exercise.question, exercise.told, exercise.scene))
            assert not any(option.words == "0 cards" for option in exercise.options)
            train.receive({"action": "next"})
        assert len(asked) == len({repr(one) for one in asked}), "the same question twice in a row"


def test_every_clause_of_the_basic_game_is_taught_and_trained() -> None:
    taught, trained = set(), set()
    for name in READER:
        lesson = Lesson(name)
        taught |= set(lesson.notebook.metadata["couillon"]["teaches"])
        trained |= {id for train in lesson.of("exercise") for id in train.state.clauses}
    assert set(trainable("belgian")) - taught == set()
    assert set(trainable("belgian")) - trained == set()


def test_the_first_trick_is_as_the_start_page_tells_it() -> None:
    (table,) = Lesson("start").of("table")
    state = table.state.state
    assert state.proposed == "QC"
    assert (state.maker, state.actions) == ("N", ("pass", "accept", "JS", "TD", "9H"))
    table.receive({"action": "play", "card": "AS"})
    assert table.state.state.tricks[0].winner == "S"


def test_one_trick_beats_three_where_the_lesson_says_so() -> None:
    (points,) = Lesson("counting").of("points")
    end = points.state.end
    assert sorted(end.taken) == [1, 3]
    assert (end.points[0] > end.points[1]) == (end.taken[0] == 1)
