"""What the browser keeps, and the list of weak clauses that comes of it."""

from __future__ import annotations

import json
from urllib.parse import unquote

import pytest

from couillon.learning import read_progress, write_progress
from couillon_widgets import Steps, Train, WeakClauses
from couillon_widgets.shelf import SHELF

from .learning_scenes import known
from .reader import answer, recall, sent
from .scenes import Tree, status


def test_answers_of_two_widgets_go_into_one_text() -> None:
    one, other = Train("cut"), Train("table")
    messages, more = sent(one), sent(other)
    one.receive(recall(None))
    assert not messages
    answer(one, right=True)
    answer(other, right=False)
    assert set(json.loads(messages[-1]["keep"])["clauses"]) == {"cut"}
    assert set(json.loads(more[-1]["keep"])["clauses"]) == {"cut", "table"}


def test_what_another_window_kept_is_taken_in_and_given_back() -> None:
    train = Train("cut")
    messages = sent(train)
    answer(train, right=True)
    mine = messages[-1]["keep"]
    before = SHELF.progress
    theirs = mine.replace('"cut"', '"table"')
    train.receive(recall(theirs))
    assert set(SHELF.progress.clauses) == {"cut", "table"}
    assert SHELF.progress != before
    assert set(json.loads(messages[-1]["keep"])["clauses"]) == {"cut", "table"}
    count = len(messages)
    train.receive(recall(messages[-1]["keep"]))
    assert len(messages) == count


@pytest.mark.parametrize("text", ["not at all", "[]", '{"version": 9, "clauses": {}}'])
def test_a_damaged_text_is_told_once_and_answers_go_on(text: str) -> None:
    train, steps = Train("cut"), Steps(("by-hand", "Read."))
    train.receive(recall(text))
    assert "your progress starts anew" in status(train)
    steps.receive(recall(text))
    assert "anew" not in status(steps)
    answer(train, right=True)
    assert SHELF.progress.clauses["cut"].right == 1


def test_a_damaged_entry_costs_itself_only() -> None:
    known(("cut", True), ("aim", False))
    data = json.loads(SHELF.text())
    data["clauses"]["aim"] = "often"
    SHELF.clear()
    train = Train("cut")
    train.receive(recall(json.dumps(data)))
    assert status(train).startswith("1 entry of your progress was damaged")
    assert set(SHELF.progress.clauses) == {"cut"}


@pytest.mark.parametrize("message", ["nonsense", "[1]", '{"page": 5, "text": 7}', "[" * 9000])
def test_a_strange_message_does_no_harm(message: str) -> None:
    train = Train("cut")
    train.receive({"action": "recall", "value": message})
    assert SHELF.progress.questions == 0
    assert SHELF.page == ""


def test_a_browser_that_keeps_nothing_is_told_of() -> None:
    train = Train("cut")
    train.receive({"action": "unkept"})
    assert status(train).startswith("This browser keeps nothing for this site")


def test_the_weakest_clause_comes_first_and_is_trained_at_once() -> None:
    known(("boucle", True), ("must-beat", False), ("rank", True), ("rank", True))
    weak = WeakClauses()
    items = [a["data-value"] for a, _words in Tree(weak.html).all("button", data_action="train")]
    assert items[0] == "must-beat"
    weak.receive({"action": "due"})
    assert weak.state.clauses == ("must-beat",)
    assert weak.variant_id() == "ardennes"
    answer(weak, right=True)
    assert SHELF.progress.clauses["must-beat"].box == 2
    weak.receive({"action": "close"})
    assert not weak.state.clauses
    assert "Nothing is due." in status(weak)
    weak.receive({"action": "due"})
    assert "Nothing is due." in status(weak)


def test_every_clause_can_be_trained_from_the_list() -> None:
    from couillon.rules import clauses

    weak = WeakClauses()
    for id in clauses():
        weak.receive({"action": "train", "value": id})
        assert weak.state.thing == id
        weak.receive({"action": "reveal"})
        assert weak.note and weak.note.cited[0][0] == id
    assert set(SHELF.progress.clauses) == set(clauses())
    weak.receive({"action": "new"})
    assert "every clause" in status(weak)
    weak.receive({"action": "train", "value": "bouclé"})
    assert "There is no clause" in status(weak)


def test_something_new_is_of_the_basic_game_first() -> None:
    known(("aim", True))
    weak = WeakClauses()
    weak.receive({"action": "new"})
    assert "aim" not in weak.state.clauses
    assert "follow-or-trump" in weak.state.clauses
    weak.receive({"action": "variant", "value": "mit"})
    assert "in which it is in force" in status(weak)


def test_progress_goes_into_a_file_and_comes_back() -> None:
    known(("aim", True), ("boucle", False))
    weak = WeakClauses()
    weak.receive({"action": "save"})
    ((link, _words),) = Tree(weak.html).all("a", download="couillon-progress.json")
    text = unquote(link["href"].partition(",")[2])
    assert read_progress(text)[0] == SHELF.progress
    before = SHELF.progress
    weak.receive({"action": "restart"})
    weak.receive({"action": "stay"})
    assert SHELF.progress == before
    weak.receive({"action": "forget"})
    assert "Say first" in status(weak)
    weak.receive({"action": "restart"})
    messages = sent(weak)
    weak.receive({"action": "forget"})
    assert not SHELF.progress.clauses and SHELF.progress.resets == 1
    assert json.loads(messages[-1]["keep"])["resets"] == 1
    weak.receive({"action": "open", "value": text})
    assert status(weak).startswith("Taken up: 2 clauses.")
    assert SHELF.progress.clauses == before.clauses
    assert read_progress(write_progress(SHELF.progress))[0].resets == 1


@pytest.mark.parametrize("text", ["", "cards = 5", '{"clauses": 1', "x" * 70_000])
def test_a_file_that_is_no_progress_is_refused_in_one_sentence(text: str) -> None:
    known(("aim", True))
    weak = WeakClauses()
    weak.receive({"action": "open", "value": text})
    assert status(weak).startswith("This is not a record of progress")
    assert set(SHELF.progress.clauses) == {"aim"}


def test_a_file_with_a_damaged_entry_gives_the_rest() -> None:
    weak = WeakClauses()
    weak.receive({"action": "open", "value": '{"clauses": {"aim": {"box": 2, "right": 1}, "cut": {"box": 77}}}'})
    assert status(weak) == "Taken up: 1 clause. 1 entry could not be read."


def test_a_link_to_what_is_trained_holds_nothing_of_the_progress() -> None:
    known(("aim", False))
    weak, other = WeakClauses(), WeakClauses()
    assert WeakClauses().share == weak.share
    weak.receive({"action": "due"})
    answer(weak, right=False)
    other.receive({"action": "restore", "value": weak.share})
    assert repr(other) == repr(weak)
    other.receive({"action": "restore", "value": Train().share})
    assert "This link is damaged" in status(other)


def test_a_file_handed_out_does_not_come_back_with_undo() -> None:
    weak = WeakClauses()
    weak.receive({"action": "save"})
    assert "data-save" in weak.html
    weak.receive({"action": "new"})
    weak.receive({"action": "undo"})
    assert "data-save" not in weak.html
