"""Training: rows that bring back what was missed, steps that tick themselves off, and the list of weak clauses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

import pytest

from couillon.learning import BACK, due, read_progress, write_progress
from couillon.rules import variants
from couillon_widgets import LegalMoves, Match, Question, Slate, Steps, Table, Train, WeakClauses
from couillon_widgets.shelf import SHELF

from .learning_scenes import known
from .scenes import Tree, status


@pytest.fixture(autouse=True)
def empty_shelf() -> Iterator[None]:
    SHELF.clear()
    yield
    SHELF.clear()


def sent(widget: Any) -> list[Any]:
    """Collect from now on what a widget sends to the page."""
    out: list[Any] = []
    widget.send = lambda content, buffers=None: out.append(content)
    return out


def recall(text: str | None, page: str = "the-slate") -> dict[str, str]:
    return {"action": "recall", "value": json.dumps({"page": page, "text": text})}


def answer(train: Train, *, right: bool) -> str:
    """Answer the present question right or wrong, and return the clause that it was about."""
    state = train.state
    others = [key for key in state.offered if key not in state.right]
    for key in state.right if right else others[:1] or []:
        train.receive({"action": "pick", "value": key})
    train.receive({"action": "check" if right or others else "reveal"})
    return state.thing


# Train


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


# Steps


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
    assert steps.state.done >= {"slate/write"}
    assert "All done." not in status(steps) or len(steps.state.done) == 5


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


# What the browser keeps


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


# My weak clauses


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
