"""The slate: what is wiped and added, and why."""

from __future__ import annotations

import pytest

from couillon.rules import variants
from couillon_widgets import Slate, SlateQuestion
from couillon_widgets.matches import example, slate_games

from .scenes import Tree, status


def write(widget: Slate, makers: str, winner: str) -> str:
    for message in ({"action": "makers", "value": makers}, {"action": "winner", "value": winner}, {"action": "write"}):
        widget.receive(message)
    return status(widget)


def told(widget: Slate) -> str:
    return next(attrs["aria-label"] for attrs, _ in Tree(widget.html).all("svg", role="img"))


def test_a_clean_slate() -> None:
    assert told(Slate()) == "North–South: 5 lines. East–West: 5 lines."


def test_a_win_wipes_a_line_and_says_by_which_clause() -> None:
    widget = Slate()
    said = write(widget, "NS", "NS")
    assert said.startswith("North–South won: one line is wiped. win Gerver 1966")
    assert told(widget) == "North–South: 4 lines. East–West: 5 lines."
    assert widget.html.count("cl-ghost") == 1


def test_makers_who_lose_get_a_loop() -> None:
    widget = Slate()
    said = write(widget, "NS", "EW")
    assert "North–South made the trumps and lost: a loop goes on one of their lines." in said
    assert Tree(widget.html).all("a", data_clause="boucle")
    assert told(widget) == "North–South: 5 lines, 1 loop. East–West: 4 lines."


def test_nobody_can_be_punished_for_a_deal_that_nobody_made() -> None:
    widget = Slate()
    write(widget, "--", "EW")
    assert Tree(widget.html).all("a", data_clause="no-makers")
    assert told(widget) == "North–South: 5 lines. East–West: 4 lines."


def test_a_tie_draws_the_circle_and_the_next_win_wipes_two() -> None:
    widget = Slate()
    write(widget, "NS", "==")
    assert told(widget).endswith("A circle with a stroke: the next deal that is won wipes 2.")
    write(widget, "EW", "EW")
    assert told(widget) == "North–South: 5 lines. East–West: 3 lines."


def test_the_tie_penalty_of_the_ardennes() -> None:
    widget = Slate("ardennes")
    write(widget, "NS", "==")
    write(widget, "EW", "NS")
    assert told(widget) == "North–South: 3 lines. East–West: 5 lines, 2 loops."


def test_the_answers_are_asked_for_before_anything_is_written() -> None:
    widget = Slate()
    widget.receive({"action": "write"})
    assert status(widget) == "Say first who made the trumps."
    widget.receive({"action": "makers", "value": "NS"})
    widget.receive({"action": "write"})
    assert status(widget) == "Say first who has more points."
    assert repr(widget) == "Slate('belgian')"


def test_a_slate_that_is_not_clean_at_first() -> None:
    widget = Slate("ardennes", need=(3, 7), double=True)
    assert repr(widget) == "Slate('ardennes', need=(3, 7), double=True)"
    assert told(widget).startswith("North–South: 3 lines. East–West: 5 lines, 2 loops. A circle with a stroke")
    write(widget, "NS", "EW")
    assert told(widget) == "North–South: 3 lines, 2 loops. East–West: 5 lines."
    other = Slate()
    other.receive({"action": "restore", "value": widget.share})
    assert repr(other) == repr(widget)
    widget.receive({"action": "restart"})
    assert repr(widget) == "Slate('ardennes')"


def test_the_end_of_a_match() -> None:
    widget = Slate(deals="NS:NS NS:NS NS:NS NS:NS")
    assert "North–South have won the match." in write(widget, "NS", "NS")
    assert not Tree(widget.html).all("button", data_action="write")
    widget.receive({"action": "write"})
    assert status(widget).startswith("The match is over.")
    widget.receive({"action": "restart"})
    assert repr(widget) == "Slate('belgian')"


def test_undo_takes_back_a_whole_deal() -> None:
    widget = Slate()
    write(widget, "NS", "EW")
    widget.receive({"action": "undo"})
    assert repr(widget) == "Slate('belgian')"
    widget.receive({"action": "redo"})
    assert repr(widget) == "Slate('belgian', deals='NS:EW')"


@pytest.mark.parametrize("lines", [5, 7, 10])
def test_the_length_of_the_match(lines: int) -> None:
    widget = Slate()
    widget.receive({"action": "length", "value": str(lines)})
    assert told(widget) == f"North–South: {lines} lines. East–West: {lines} lines."


def test_another_game_takes_the_same_deals_as_far_as_it_can() -> None:
    widget = Slate("kwajongen", deals="NS:NS " * 8)
    widget.receive({"action": "variant", "value": "belgian"})
    assert repr(widget) == f"Slate('belgian', deals='{' '.join(['NS:NS'] * 5)}')"


def test_where_somebody_always_makes_the_trumps_nobody_is_no_answer() -> None:
    widget = Slate("force")
    assert not Tree(widget.html).all("button", data_value="--")
    widget.receive({"action": "makers", "value": "--"})
    assert "always has makers" in status(widget)


@pytest.mark.parametrize("game", [v.id for v in slate_games()])
@pytest.mark.parametrize("winner", ["NS", "EW", "=="])
def test_every_answer_is_a_possible_deal(game: str, winner: str) -> None:
    points = example(next(v for v in variants() if v.id == game).rules, "NS", winner).points
    assert (points[0] > points[1], points[0] < points[1]) == {
        "NS": (True, False),
        "EW": (False, True),
        "==": (False, False),
    }[winner]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"variant": "mit", "deals": "NS:NS:kontra"}, "There is no Kontra without Mit."),
        ({"deals": "NS:NS:loud"}, "After the winners of a deal stands all, mit, kontra"),
        ({"variant": "whist"}, "There is no variant"),
        ({"deals": "NS"}, "such as NS:EW"),
        ({"deals": "XX:NS"}, "The makers are NS, EW or --"),
        ({"deals": "NS:XX"}, "won by NS or EW, or tied"),
        ({"deals": "NS:NS " * 6}, "have won already"),
        ({"rules": {"length": 100}}, "length"),
        ({"need": (0, 3)}, "have won already"),
        ({"need": (-1, 3)}, "fewer than 0"),
        ({"need": (1, 2, 3)}, "what each of the two teams has to wipe"),
        ({"need": 5}, "what each of the two teams has to wipe"),
        ({"deals": 5}, "Deals are written as"),
        ({"deals": [5]}, "such as NS:EW"),
        ({"rules": [5]}, "House rules are a mapping"),
        ({"variant": None}, "There is no variant"),
        ({"need": (1.5, 2)}, "what each of the two teams has to wipe"),
    ],
)
def test_bad_arguments_get_one_sentence(given: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Slate(**given)  # type: ignore[arg-type]


# Games that count points, or down


def numbers(widget: Slate) -> str:
    return next(attrs["aria-label"] for attrs, _ in Tree(widget.html).all("svg", role="img"))


def press(widget: Slate, *values: str) -> str:
    for value in values:
        widget.receive({"action": "more", "value": value})
    return status(widget)


def test_a_game_that_counts_down_is_written_in_numbers() -> None:
    widget = Slate("mit")
    assert numbers(widget) == "North–South: 13. East–West: 13."
    assert "The score" in widget.html
    assert "Nothing is written yet." in status(widget)
    press(widget, "all", "mit")
    assert "East–West won: 3 are struck off." in write(widget, "NS", "EW")
    assert numbers(widget) == "North–South: 14. East–West: 10."
    assert widget.state.deals == (("NS", "EW", "all+mit"),)
    assert not widget.state.how


def test_what_was_said_depends_on_the_game_and_is_checked() -> None:
    offered = {
        "konter-a-matt": ["all", "matt", "konter"],
        "st-vith": ["all", "mit", "raise"],
        "eifel": ["all", "mit", "kontra", "re"],
        "simplified": [],
        "belgian": [],
    }
    for game, words in offered.items():
        assert [a["data-value"] for a, _ in Tree(Slate(game).html).all("button", data_action="more")] == words
    widget = Slate("eifel")
    assert "There is no Kontra without Mit." in press(widget, "kontra")
    assert "There is no Kontra" not in press(widget, "mit", "kontra")
    assert "There is no Kontra without Mit." in press(widget, "mit")
    assert "not loud" in press(widget, "loud") or "loud" in status(widget)
    assert widget.state.how == ("mit", "kontra")
    assert press(widget, "kontra")
    assert widget.state.how == ("mit",)


def test_a_deal_is_raised_more_than_once() -> None:
    widget = Slate("st-vith")
    press(widget, "mit", "raise", "raise")
    assert "Raise, 2 times" in widget.html
    write(widget, "EW", "EW")
    assert numbers(widget) == "North–South: 13. East–West: 9."
    press(widget, "mit", "raise", "raise", "raise", "raise")
    assert widget.state.how == ("mit",)


def test_makers_lose_a_tie_and_are_told_so() -> None:
    widget = Slate("st-vith")
    said = write(widget, "NS", "==")
    assert "Equal points: the makers lose the deal." in said
    assert Tree(widget.html).all("a", data_clause="tie-makers-lose")


def test_points_go_up_and_below_nothing() -> None:
    widget = Slate("simplified", deals="NS:==")
    assert "the next win counts 2" in widget.html
    write(widget, "NS", "EW")
    assert numbers(widget) == "North–South: -1. East–West: 2."
    assert Slate("simplified", need=(3, 4), deals="EW:EW").state.board.won == "EW"


def test_from_numbers_to_a_slate_and_back() -> None:
    widget = Slate("mit", deals="NS:NS NS:NS:all")
    widget.receive({"action": "variant", "value": "simplified"})
    assert "Simplified scoring: the first team with 5 has won." in status(widget)
    widget.receive({"action": "undo"})
    widget.receive({"action": "length", "value": "9"})
    assert "Couillon with Mit: both teams count down from 9." in status(widget)
    assert numbers(widget) == "North–South: 6. East–West: 9."
    widget.receive({"action": "variant", "value": "belgian"})
    assert "a slate of" in status(widget)
    again = Slate()
    again.receive({"action": "restore", "value": Slate("eifel", deals="NS:NS:mit+kontra").share})
    assert again.state.deals == (("NS", "NS", "mit+kontra"),)


def test_questions_on_the_slate_are_about_games_with_a_slate() -> None:
    with pytest.raises(ValueError, match="is not scored on a slate"):
        SlateQuestion("mit")
