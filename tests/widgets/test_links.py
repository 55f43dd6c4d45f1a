"""A link restores what was seen; a damaged one gives one sentence and a fresh deal."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from couillon.rules import variants
from couillon_widgets import (
    Accept,
    Compare,
    Deal,
    HouseRules,
    LegalMoves,
    Match,
    Points,
    Question,
    Slate,
    SlateQuestion,
    Steps,
    Train,
    Trick,
    Trump,
    WeakClauses,
)
from couillon_widgets.base import sealed

from .scenes import HAND, SCENES, Widget, status, without

DAMAGED = "This link is damaged, so here is a fresh deal."
EMPTY: dict[str, Callable[[], Widget]] = {
    "legal-moves": lambda: LegalMoves(seed=7),
    "slate": Slate,
    "exercise": lambda: Question(seed=7),
    "deal": lambda: Deal(seed=7),
    "trump": lambda: Trump(seed=7),
    "trick": lambda: Trick(seed=7),
    "points": lambda: Points(seed=7),
    "match": lambda: Match(seed=7),
    "accept": lambda: Accept(seed=7),
    "compare": lambda: Compare(seed=7),
    "house-rules": lambda: HouseRules(seed=7),
}


def _cards(html: str) -> str:
    """The widget without its note and without a question that is open, which a link does not carry."""
    return without(without(html, "cl-note"), "cl-keep")


@pytest.mark.parametrize("name", SCENES)
def test_a_link_restores_the_state(name: str) -> None:
    widget = SCENES[name]()
    if name == "slate-tie":  # answers that are not written yet are not in a link
        widget = Slate(deals="NS:EW EW:==")
    if name == "accept-refused":  # nor is a card that was refused
        widget.receive({"action": "undo"})
    if isinstance(widget, SlateQuestion):
        other: Widget = SlateQuestion(seed=9)
    elif isinstance(widget, Steps):
        other = Steps(*((step.name, step.told) for step in widget.steps), title=widget.title())
    elif isinstance(widget, Train):
        other = WeakClauses() if isinstance(widget, WeakClauses) else Train()
    else:
        other = EMPTY[widget.kind]()
    other.receive({"action": "restore", "value": widget.share})
    assert repr(other) == repr(widget) or widget.kind != "slate"
    assert _cards(other.html) == _cards(widget.html)
    assert other.share == widget.share


@pytest.mark.parametrize("game", [v.id for v in variants()])
def test_every_game_fits_in_a_link(game: str) -> None:
    for seed in range(3):
        widget, other = LegalMoves(game, seed=seed), LegalMoves(seed=99)
        other.receive({"action": "restore", "value": widget.share})
        assert other.state.position == widget.state.position


def test_house_rules_are_in_the_link() -> None:
    rules = {"follow": "strict", "beat": True, "packets": [3, 1]}
    widget, other = LegalMoves(**HAND, rules=rules), LegalMoves(seed=7)
    other.receive({"action": "restore", "value": widget.share})
    assert other.state.position.rules == widget.state.position.rules
    assert other.state.position.rules.beat is True


def test_a_link_stands_in_a_fragment_as_it_is(scene: Widget) -> None:
    assert re.fullmatch(r"[A-Za-z0-9._~=,:/+-]+", scene.share)
    assert len(scene.share) < 300
    assert f'data-share="{scene.share}"' in scene.html


def test_a_restored_state_can_be_taken_back() -> None:
    widget = LegalMoves(**HAND)
    before = repr(widget)
    widget.receive({"action": "restore", "value": LegalMoves(seed=3).share})
    assert repr(widget) != before
    widget.receive({"action": "undo"})
    assert repr(widget) == before


@pytest.mark.parametrize(
    "text",
    [
        "",
        "belgian",
        "belgian/H/TS.KS.9H/QS.JH.9D/",
        sealed("whist/H/TS/QS///"),
        sealed("belgian/X/TS/QS///"),
        sealed("belgian/H/TS/TS///"),
        sealed("belgian/H/TS.KS.9H.9S/QS///"),
        sealed("belgian/H//AS.KS.QS.JS.TS///"),
        sealed("belgian/H/7S/QS///"),
        sealed("belgian/H/TS/QS//AS/"),
        sealed("belgian/H/TS/QS//AS=/QS"),
        sealed("belgian/H/TS/QS/length~0//"),
        sealed("belgian/H/TS/QS/no-axis~1//"),
        sealed("belgian/H/TS/QS/packets~" + "9+" * 50 + "//"),
        sealed("belgian/H/TS/QS//"),
        sealed("/" * 6),
        "x" * 100_000,
    ],
)
@pytest.mark.parametrize("kind", EMPTY)
def test_a_damaged_link_gives_one_sentence_and_a_fresh_deal(kind: str, text: str) -> None:
    widget = EMPTY[kind]()
    widget.receive({"action": "restore", "value": text})
    assert status(widget) == DAMAGED


@pytest.mark.parametrize(
    "text",
    [
        "belgian///NS:EW.",
        "belgian///XX:EW",
        "belgian///NS:NS" + ".NS:NS" * 9,
        "mit///NS:EW.",
        "belgian/length~0//NS:EW",
        "belgian//0.5.0/",
        "belgian//5.5/",
        "belgian//5.5.x/",
        "simplified//5.5.0/",
        "belgian",
    ],
)
def test_a_slate_that_cannot_be_is_a_damaged_link(text: str) -> None:
    widget = Slate()
    widget.receive({"action": "restore", "value": sealed(text)})
    assert status(widget) == DAMAGED


@pytest.mark.parametrize("numbers", ["1.5.5.dddd.", "1.5.0.x.", "1.99.0..", "a.5.0..", "1.5", "1.5.-1..", "1.0.0.."])
def test_a_row_of_questions_that_cannot_be_is_a_damaged_link(numbers: str) -> None:
    widget = Question()
    widget.receive({"action": "restore", "value": sealed(f"belgian/H/TS.KS.9H/QS.JH.9D//{numbers}/")})
    assert status(widget) == DAMAGED


@given(kind=st.sampled_from(sorted(EMPTY)), at=st.integers(0, 200), what=st.text(max_size=3), cut=st.booleans())
@settings(max_examples=150, deadline=None)
def test_any_damage_is_noticed(kind: str, at: int, what: str, cut: bool) -> None:
    whole = EMPTY[kind]().share
    at %= len(whole)
    torn = whole[:at] + what if cut else whole[:at] + what + whole[at + len(what) :]
    widget = EMPTY[kind]()
    widget.receive({"action": "restore", "value": torn})
    assert (status(widget) == DAMAGED) is (torn != whole)


@given(text=st.text(max_size=80))
@settings(max_examples=60, deadline=None)
def test_any_text_at_all_is_survived_even_under_a_right_seal(text: str) -> None:
    for make in EMPTY.values():
        for value in (text, sealed(text)):
            widget = make()
            widget.receive({"action": "restore", "value": value})
            assert status(widget)
