"""Steps that tick themselves off by what is done in other widgets."""

from __future__ import annotations

import json
from typing import Any

import pytest

from couillon.learning import due
from couillon_widgets import LegalMoves, Match, Question, Slate, Steps, Table, Train, WeakClauses
from couillon_widgets.acts import acts_of
from couillon_widgets.shelf import SHELF
from couillon_widgets.table_state import act, moved_on, sit

from .reader import answer, recall, sent
from .scenes import status


def test_steps_are_ticked_off_by_what_is_done_in_other_widgets() -> None:
    board = LegalMoves(hand="QS 9S JH 9D", trick="TS JS", trump="H")
    steps = Steps(
        ("refused", "Play what is refused."),
        ("played", "Play what is not."),
        ("variant:kwajongen", "Choose Kwajongen."),
        ("slate/write", "Write a deal."),
        ("met:boucle", "Get a loop."),
    )
    board.receive({"card": "9D"})
    assert steps.state.done == {"refused"}
    board.receive({"card": "JH"})
    board.receive({"action": "variant", "value": "kwajongen"})
    assert steps.state.done == {"refused", "played", "variant:kwajongen"}
    slate = Slate()
    slate.receive({"action": "write"})  # says what is missing
    for message in ({"action": "makers", "value": "NS"}, {"action": "winner", "value": "EW"}, {"action": "write"}):
        slate.receive(message)
    assert len(steps.state.done) == 5
    assert status(steps).endswith("All done.")


def test_a_step_can_ask_for_several_and_for_one_widget() -> None:
    one, other = LegalMoves(seed=1), LegalMoves(seed=2)
    steps = Steps(("deal x2", "Two hands."), ("legal-moves/reveal | hint", "Show all.", one))
    one.receive({"action": "deal"})
    other.receive({"action": "reveal"})
    assert not steps.state.done
    assert "1 of 2" in steps.html
    other.receive({"action": "deal"})
    one.receive({"action": "hint"})
    assert len(steps.state.done) == 2
    assert status(steps).endswith("All done.")


def test_the_table_tells_of_tricks_and_deals() -> None:
    table = Table(seed=3)
    heard: list[str] = []

    class Ear:
        def heard(self, widget: object, acts: tuple[str, ...]) -> None:
            heard.extend(acts)

        def kept(self) -> None: ...

    ear = Ear()
    SHELF.listen(ear)
    for _step in range(80):
        if table.state.counted:
            break
        actions = table.state.actions
        table.receive({"action": "next"} if not actions else {"action": "play", "card": actions[0]}
                      if len(actions[0]) == 2 else {"action": actions[0]})  # fmt: skip
    tricks = heard.count("trick-won") + heard.count("trick-lost")
    assert tricks == table.state.rules.hand
    (ns, _ew) = table.state.state.taken
    assert heard.count("trick-won") == ns
    assert sum(heard.count(f"deal-{how}") for how in ("won", "lost", "tied")) == 1


def test_a_tie_that_the_makers_lose_is_a_lost_deal_for_them() -> None:
    for seed in range(200):
        table = sit("eifel", seed, "S")
        while not table.counted:
            before, table = table, act(table, table.actions[0]) if table.actions else moved_on(table)
        if table.state.points[0] == table.state.points[1]:
            break
    else:
        pytest.fail("no tie among these deals")
    told = acts_of("next", "", before, table, None)
    assert ("deal-lost" if table.state.makers == "NS" else "deal-won") in told
    assert "deal-tied" not in told


@pytest.mark.parametrize("message", [{"action": "look", "value": n} for n in "123"] + [{"action": "back"}])
def test_a_match_tells_when_an_earlier_deal_is_looked_at(message: dict[str, str]) -> None:
    steps = Steps(("match/earlier", "Look at an earlier deal."))
    match = Match(seed=354, deals=4)
    for other in ({"action": "look", "value": "4"}, {"action": "look", "value": "0"}, {"action": "look", "value": "4"}):
        match.receive(other)
    assert not steps.state.done, "neither the draw nor a later deal"
    match.receive(message)
    assert steps.state.done == {"match/earlier"}


def test_a_shown_answer_is_no_answer_but_another_row_takes_its_place() -> None:
    steps = Steps(("row", "A row."), ("answered", "One."), ("missed", "One wrong."))
    train = Train("cut next-deal", count=3)
    for _question in range(3):
        train.receive({"action": "reveal"})
        assert "not counted as answered" in status(train)
        train.receive({"action": "next"})
    assert train.state.marks == "sss"
    assert not steps.state.done
    assert (SHELF.progress.answers, SHELF.progress.questions) == (0, 3)
    train.receive({"action": "deal"})
    for _question in range(2):
        answer(train, right=True)
        train.receive({"action": "next"})
    train.receive({"action": "reveal"})
    assert steps.state.done == {"answered"}
    train.receive({"action": "deal"})
    answer(train, right=True)
    assert steps.state.done == {"answered", "row"}


def test_looked_up_stands_apart_from_wrong() -> None:
    train, weak = Train("cut", count=3), WeakClauses()
    answer(train, right=False)
    train.receive({"action": "next"})
    train.receive({"action": "reveal"})
    weak.kept()
    assert "0 right, 1 wrong, 1 looked up" in weak.html
    assert "1 question answered" in weak.html
    assert due(SHELF.progress) == ("cut",)


def test_exercises_of_all_sorts_tell_right_and_row() -> None:
    steps = Steps(("right x2", "Two right."), ("row", "A row."), ("missed:cut", "Miss one."))
    train = Train("cut", count=2)
    answer(train, right=True)
    train.receive({"action": "next"})
    answer(train, right=False)
    assert steps.state.done == {"row", "missed:cut"}
    question = Question(seed=3, count=1)
    for card in question.state.right:
        question.receive({"card": card})
    question.receive({"action": "check"})
    assert len(steps.state.done) == 3


def test_steps_by_hand_and_beginning_again() -> None:
    steps = Steps(("by-hand", "Read."), ("deal", "Deal."))
    steps.receive(recall(None))
    steps.receive({"action": "tick", "value": "1"})
    assert "ticks itself off" in status(steps)
    steps.receive({"action": "tick", "value": "0"})
    assert steps.state.done == {"by-hand"}
    steps.receive({"action": "restart"})
    assert not steps.state.done
    assert SHELF.progress.lessons["the-slate"].done == ("by-hand",)


def test_steps_done_on_an_earlier_visit_are_ticked_at_once() -> None:
    steps = Steps(("by-hand", "Read."), ("deal", "Deal."))
    steps.receive({"action": "tick", "value": "0"})  # no page yet: nothing is kept
    assert not SHELF.progress.lessons
    earlier = '{"version": 1, "lessons": {"the-slate": {"state": "begun", "done": ["deal", "gone"]}}}'
    steps.receive(recall(earlier))
    assert steps.state.done == {"by-hand", "deal"}


def test_a_finished_lesson_is_kept_as_done() -> None:
    steps = Steps(("by-hand", "Read."), ("deal", "Deal."))
    messages = sent(steps)
    steps.receive(recall(None))
    steps.receive({"action": "tick", "value": "0"})
    assert json.loads(messages[-1]["keep"])["lessons"]["the-slate"]["state"] == "begun"
    LegalMoves().receive({"action": "deal"})
    assert json.loads(messages[-1]["keep"])["lessons"]["the-slate"] == {"state": "done", "done": ["by-hand", "deal"]}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((), "at least one step"),
        (("refused",), "A step is an act and a sentence"),
        ((("refused", "a"), ("refused", "b")), "Two steps have the same act"),
        ((("What?", "a"),), "is not an act"),
        ((("refused", "a", "board"),), "the widget in which it is done"),
    ],
)
def test_bad_steps_get_one_sentence(given: tuple[Any, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Steps(*given)


def test_a_link_to_steps() -> None:
    steps, other = Steps(("by-hand", "a"), ("deal", "b")), Steps(("by-hand", "a"), ("deal", "b"))
    steps.receive({"action": "tick", "value": "0"})
    other.receive({"action": "restore", "value": steps.share})
    assert repr(other) == repr(steps) == "Steps('by-hand', 'deal', done=1)"
    other.receive({"action": "restore", "value": Steps(("deal", "b")).share})
    assert "This link is damaged" in status(other)
