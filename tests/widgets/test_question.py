"""Questions: the engine checks the answer and gives the reason for each card."""

from __future__ import annotations

import pytest

from couillon_widgets import Question, SlateQuestion

from .scenes import Tree, status

KWAJONGEN = {"variant": "kwajongen", "hand": "KS JH 9H TC", "trick": "AD 9D", "trump": "H"}


def pick(widget: Question, *cards: str) -> str:
    for card in cards:
        widget.receive({"action": "play", "card": card})
    widget.receive({"action": "check"})
    return status(widget)


def actions(widget: Question) -> list[str]:
    return [a["data-action"] for a, _ in Tree(widget.html).all("button") if a.get("data-action") not in (None, "share")]


def test_a_card_is_picked_and_left_again() -> None:
    widget = Question(**KWAJONGEN)
    widget.receive({"card": "JH"})
    assert [a["data-card"] for a, _ in Tree(widget.html).all("button", aria_pressed="true")] == ["JH"]
    widget.receive({"card": "JH"})
    assert not Tree(widget.html).all("button", aria_pressed="true")


def test_a_right_answer() -> None:
    widget = Question(**KWAJONGEN)
    said = pick(widget, "9H", "JH")
    assert said.startswith("Right: these 2 cards may be played.")
    assert "must-trump" in said
    assert widget.html.count('class="cl-done cl-now"') == 1
    assert actions(widget) == ["undo", "next"]


def test_an_answer_that_is_not_right_says_what_and_why() -> None:
    widget = Question(**KWAJONGEN)
    said = pick(widget, "KS", "JH").replace("\N{NO-BREAK SPACE}", "")
    assert said.startswith("Not quite: 1 card too many and 1 card missed.")
    assert "Not the king of spades" in said and "The nine of hearts" in said
    tags = [words for a, words in Tree(widget.html).all("button") if "data-card" in a]
    assert [tag[-6:].strip().lstrip("KJ910") for tag in tags] == ["picked", "picked", "missed", "left"]
    assert 'class="cl-missed cl-now"' in widget.html
    assert actions(widget) == ["restart", "reveal", "undo", "next"]


def test_trying_again_can_mend_the_mark() -> None:
    widget = Question(**KWAJONGEN)
    pick(widget, "KS")
    widget.receive({"action": "restart"})
    pick(widget, "JH", "9H")
    assert widget.state.marks == "d"


def test_nothing_picked_is_not_checked() -> None:
    widget = Question(**KWAJONGEN)
    assert pick(widget).startswith("Pick an answer first")
    assert widget.state.marks == ""


def test_the_answer_can_be_shown() -> None:
    widget = Question(**KWAJONGEN)
    widget.receive({"action": "reveal"})
    assert status(widget).startswith("You may play the jack or nine of")
    assert widget.state.marks == "s"


def test_a_checked_card_still_answers() -> None:
    widget = Question(**KWAJONGEN)
    pick(widget, "JH", "9H")
    widget.receive({"card": "TC"})
    assert status(widget).startswith("Not the ten of clubs")


def test_a_row_of_questions_to_its_end() -> None:
    widget = Question(seed=2, count=3)
    for number in range(3):
        assert f"Question {number + 1} of 3" in widget.html
        assert pick(widget, *widget.state.right).startswith("Right")
        widget.receive({"action": "next"})
    assert status(widget) == "This was the last question. 3 of 3 answered right."
    widget.receive({"action": "deal"})
    assert "Question 1 of 3" in widget.html
    assert widget.state.first == Question(seed=5).state.first


def test_a_skipped_question_is_not_answered() -> None:
    widget = Question(seed=2, count=3)
    widget.receive({"action": "next"})
    widget.receive({"action": "next"})
    assert widget.state.marks == "ss"


def test_the_same_seed_asks_the_same_questions() -> None:
    first, second = Question("ardennes", seed=3), Question("ardennes", seed=3)
    for _number in range(4):
        assert first.state.position == second.state.position
        first.receive({"action": "next"})
        second.receive({"action": "next"})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"count": 0}, "from 1 to 20 questions"),
        ({"count": True}, "from 1 to 20 questions"),
        ({"seed": 1.5}, "A seed is a whole number"),
        ({"hand": "AS"}, "Say which suit is trump"),
        ({"variant": "whist"}, "There is no variant"),
    ],
)
def test_bad_arguments_get_one_sentence(given: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Question(**given)  # type: ignore[arg-type]


def answer(widget: SlateQuestion, letter: str) -> str:
    widget.receive({"action": "pick", "value": letter})
    widget.receive({"action": "check"})
    return status(widget)


def test_the_slate_after_the_next_deal() -> None:
    widget = SlateQuestion(seed=3)
    (right,) = widget.state.right
    wrong = next(letter for letter in widget.state.offered if letter != right)
    before = Tree(widget.html).all("svg", role="img")[0][0]["aria-label"]
    assert answer(widget, wrong).startswith("Not quite. Think of this, and try again.")
    assert Tree(widget.html).all("svg", role="img")[0][0]["aria-label"] == before
    assert not Tree(widget.html).all("button", data_right="yes")
    widget.receive({"action": "restart"})
    assert answer(widget, right).startswith("Right.")
    assert widget.state.marks == "d"
    after = Tree(widget.html).all("svg", role="img")[0][0]["aria-label"]
    assert after != before
    assert next(words for a, words in Tree(widget.html).all("button", data_value=right)).startswith(after)


def test_one_answer_at_a_time() -> None:
    widget = SlateQuestion(seed=3)
    for letter in widget.state.offered:
        widget.receive({"action": "pick", "value": letter})
        assert [a["data-value"] for a, _ in Tree(widget.html).all("button", aria_pressed="true")] == [letter]
    widget.receive({"action": "pick", "value": "z"})
    assert status(widget).startswith("That is not one of the answers")


@pytest.mark.parametrize("game", ["belgian", "ardennes", "kwajongen", "force", "tongeren", "troeven"])
def test_slate_questions_offer_different_slates_and_one_of_them_is_right(game: str) -> None:
    places = set()
    for seed in range(15):
        widget = SlateQuestion(game, seed=seed)
        boards = [widget.state.outcome(letter).board for letter in widget.state.offered]
        assert 3 <= len(set(boards)) == len(boards) <= 4
        places |= widget.state.right
    assert len(places) >= 3


def test_a_link_to_a_slate_question() -> None:
    widget, other = SlateQuestion("ardennes", seed=8), SlateQuestion()
    widget.receive({"action": "next"})
    answer(widget, "a")
    other.receive({"action": "restore", "value": widget.share})
    assert repr(other) == repr(widget)
    other.receive({"action": "restore", "value": Question().share})
    assert status(other) == "This link is damaged, so here is a fresh deal."
