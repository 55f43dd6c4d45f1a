"""Messages from the page: what is understood is done, anything else is answered by one sentence."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from couillon_widgets import LegalMoves, Question, Slate

from .scenes import HAND, SCENES, Tree, Widget, status

GARBLED: list[Any] = [
    None,
    7,
    "play",
    [],
    {"action": None},
    {"action": "fly"},
    {"action": "__init__"},
    {"action": "play", "card": "1X"},
    {"action": "play", "card": 7},
    {"action": "play"},
    {"action": ""},
    {"action": "undo_"},
    {"action": "restore", "value": "\N{SNOWMAN}"},
    {"action": "variant", "value": "whist"},
    {"action": "nation", "value": "xx"},
    {"action": "suits", "value": "3"},
    {"action": "x" * 10_000},
]


@pytest.mark.parametrize("message", GARBLED, ids=lambda m: repr(m)[:30])
@pytest.mark.parametrize(
    "make", [lambda: LegalMoves(**HAND), Slate, Question], ids=["legal-moves", "slate", "exercise"]
)
def test_a_garbled_message_is_answered_and_changes_nothing(make: Any, message: Any) -> None:
    widget = make()
    before = repr(widget)
    widget.receive(message)
    assert len(status(widget)) < 400
    if message != {"action": "restore", "value": "\N{SNOWMAN}"}:
        assert repr(widget) == before


def test_an_unknown_action_is_named() -> None:
    widget = LegalMoves(**HAND)
    widget.receive({"action": "fly"})
    assert status(widget) == 'This game has no action "fly".'


def test_a_clause_is_said_where_no_chapter_is_at_hand() -> None:
    widget = LegalMoves("ardennes", **HAND)
    before = repr(widget)
    widget.receive({"action": "clause", "value": "must-overtrump"})
    assert "go over" in status(widget) or "higher trump" in status(widget)
    assert repr(widget) == before
    widget.receive({"action": "clause", "value": "must-overtrum"})
    assert "did you mean must-overtrump?" in status(widget)


def test_the_front_end_speaks_through_the_comm() -> None:
    widget = LegalMoves(**HAND)
    widget._handle_custom_msg({"action": "play", "card": "9D"}, [])
    assert "Not the nine of diamonds" in status(widget)


def test_a_message_changes_the_html_that_the_page_is_sent() -> None:
    widget, seen = LegalMoves(**HAND), []
    widget.observe(lambda change: seen.append(change["new"]), "html")
    widget.receive({"action": "play", "card": "9D"})
    assert seen == [widget.html]


def test_a_card_alone_is_played() -> None:
    widget = LegalMoves(**HAND)
    widget.receive({"card": "JH"})
    assert "The jack of hearts" in status(widget)


def test_what_follows_a_hyphen_is_the_value() -> None:
    widget = Slate()
    widget.receive({"action": "makers-NS"})
    assert widget.state.makers == "NS"


@pytest.mark.parametrize("name", SCENES)
def test_every_button_of_a_widget_does_something(name: str) -> None:
    for attrs, _words in Tree(SCENES[name]().html).all("button"):
        widget = SCENES[name]()
        widget.receive(
            {
                "action": attrs.get("data-action", "play"),
                "card": attrs.get("data-card"),
                "value": attrs.get("data-value"),
            }
        )
        assert "has no action" not in status(widget)


def test_undo_and_redo_go_back_and_forth() -> None:
    widget = LegalMoves(**HAND)
    shown = [widget.html]
    for message in ({"card": "9D"}, {"card": "JH"}, {"action": "reveal"}, {"action": "deal"}):
        widget.receive(message)
        shown.append(widget.html)
    assert len(set(shown)) == 5
    for html in shown[-2::-1]:
        widget.receive({"action": "undo"})
        assert widget.html == html
    widget.receive({"action": "undo"})
    assert status(widget) == "There is nothing to take back."
    widget.receive({"action": "undo"})
    for html in shown[1:]:
        widget.receive({"action": "redo"})
        assert widget.html == html
    widget.receive({"action": "redo"})
    assert status(widget) == "There is nothing to do again."


def test_letters_and_colours_are_settings_of_the_reader() -> None:
    widget = LegalMoves(**HAND)
    widget.receive({"action": "nation", "value": "fr"})
    assert ">D</text>" in widget.html and ">Q</text>" not in widget.html
    widget.receive({"action": "suits", "value": "2"})
    assert 'data-suits="2"' in widget.html
    assert "fr" not in widget.share and repr(widget) == repr(LegalMoves(**HAND))


ACTIONS = st.sampled_from(
    [
        "play",
        "undo",
        "redo",
        "reveal",
        "hint",
        "deal",
        "next",
        "restart",
        "check",
        "share",
        "variant",
        "length",
        "write",
        "makers",
        "winner",
        "nation",
        "suits",
        "restore",
        "state",
        "html",
        "begin",
        "message",
    ]
)
VALUES = st.one_of(
    st.none(),
    st.integers(),
    st.text(max_size=12),
    st.sampled_from(["AS", "KS", "QS", "JH", "9D", "NS", "EW", "--", "==", "troeven", "kwajongen", "7", "10", "fr"]),
)
MESSAGE = st.fixed_dictionaries(
    {"action": st.one_of(ACTIONS, st.text(max_size=8))}, optional={"card": VALUES, "value": VALUES}
)
MESSAGES = st.lists(st.one_of(MESSAGE, VALUES), max_size=8)


@pytest.mark.parametrize("kind", ["legal-moves", "slate", "question", "slate-question"])
@given(messages=MESSAGES)
@settings(max_examples=60, deadline=None)
def test_no_message_ever_breaks_a_widget(kind: str, messages: list[Any]) -> None:
    widget: Widget = SCENES[kind]()
    for message in messages:
        widget.receive(message)
        assert status(widget)
        assert len(repr(widget)) < 110
        assert widget.html == widget.render("live")
