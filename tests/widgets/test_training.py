"""Training: rows of exercises that bring back what was missed."""

from __future__ import annotations

from typing import Any

import pytest

from couillon.learning import BACK
from couillon.rules import variants
from couillon_widgets import Question, Train
from couillon_widgets.shelf import SHELF

from .reader import answer
from .scenes import Tree, status


@pytest.mark.parametrize("game", [game.id for game in variants()])
def test_every_game_can_be_trained_without_end_at_every_level(game: str) -> None:
    train = Train(variant=game, seed=5)
    for number in range(9):
        train.receive({"action": "level", "value": str(1 + number % 3)})
        answer(train, right=True)
        assert status(train).startswith("Right."), train
        assert train.note and train.note.cited[0][0] == train.state.thing
        train.receive({"action": "next"})
    assert train.state.marks == "d" * 9
    assert f"Question {10}" in train.html


def test_a_missed_clause_comes_back_a_few_questions_later_in_the_same_row() -> None:
    train = Train("table cut turn next-deal next-lead points", count=8)
    missed = answer(train, right=False)
    asked = []
    for _number in range(BACK + 1):
        train.receive({"action": "next"})
        asked.append(train.state.thing)
        answer(train, right=True)
    assert asked[-1] == missed
    assert missed not in asked[:-1]


def test_another_exercise_is_asked_when_a_clause_comes_back() -> None:
    train = Train("cut", count=5)
    first = train.state.exercise.key
    train.receive({"action": "next"})
    assert train.state.exercise.key.clause == first.clause
    assert train.state.exercise.key != first


def test_a_mended_answer_is_right_but_was_missed() -> None:
    train = Train("table", count=3)
    answer(train, right=False)
    assert status(train).startswith("Not quite.")
    train.receive({"action": "restart"})
    answer(train, right=True)
    assert status(train).startswith("Right.")
    assert train.state.marks == "m"
    assert SHELF.progress.clauses["table"].wrong == 1
    assert SHELF.progress.questions == 1


def test_taking_back_and_answering_again_is_no_second_answer() -> None:
    train = Train("table", count=3)
    answer(train, right=False)
    for _step in range(2):
        train.receive({"action": "undo"})
    answer(train, right=True)
    assert SHELF.progress.questions == 1


def test_the_level_the_game_and_the_kinds_can_be_chosen() -> None:
    train = Train(kinds="may-play why-refused")
    assert {"may-play", "why-refused"} >= {train.state.exercise.key.kind}
    train.receive({"action": "level", "value": "3"})
    assert train.state.level == 3
    train.receive({"action": "variant", "value": "ardennes"})
    assert train.state.game == "ardennes"
    assert "must-beat" in train.state.things
    train.receive({"action": "level", "value": "x"})
    assert "There is no level" in status(train)
    assert [a for a, _words in Tree(train.html).all("select", data_action="variant")]
    assert not Tree(Train("cut").html).all("select", data_action="variant")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"clauses": "must-follow"}, "not in force in Couillon"),
        ({"clauses": "bouclé"}, "There is no clause"),
        ({"clauses": 5}, "as a text with spaces between"),
        ({"kinds": "riddle"}, "no exercise of the kind"),
        ({"clauses": "cut", "kinds": "slate"}, "No clause in force"),
        ({"level": 4}, "There is no level"),
        ({"count": 21}, "or 0 for a row without end"),
        ({"variant": "whist"}, "There is no variant"),
        ({"seed": "one"}, "A seed is a whole number"),
    ],
)
def test_bad_arguments_get_one_sentence(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Train(**given)


def test_house_rules_put_a_clause_in_force() -> None:
    train = Train("partner-exempt", variant="ardennes", rules={"partner_exempt": True})
    assert train.state.exercise.key.clause == "partner-exempt"
    other = Train()
    other.receive({"action": "restore", "value": train.share})
    assert other.state.exercise == train.state.exercise


def test_a_link_restores_question_and_answer() -> None:
    train, other = Train("rank trick", level=2, count=4), Train()
    answer(train, right=False)
    train.receive({"action": "next"})
    answer(train, right=True)
    other.receive({"action": "restore", "value": train.share})
    assert repr(other) == repr(train)
    for damaged in (Question().share, train.share[:-3], train.share.replace("rank", "must-beat")):
        other.receive({"action": "restore", "value": damaged})
        assert status(other) == "This link is damaged, so here is a fresh deal."


def test_a_picked_card_answers_after_the_check_and_a_strange_one_is_refused() -> None:
    train = Train("must-trump", variant="kwajongen", kinds="may-play")
    train.receive({"card": "7C"})
    assert "You do not hold that card" in status(train)
    train.receive({"action": "hint"})
    for option in train.state.exercise.options:
        train.receive({"card": option.key})
        assert train.note and train.note.what == option.why
    train = Train("cut")
    train.receive({"action": "pick", "value": "z"})
    assert "That is not one of the answers" in status(train)
