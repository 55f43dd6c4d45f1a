"""The second part of the book, the relatives: nothing that they add is left out, and what the lessons say is true."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from test_first_part import Lesson, act, row

from couillon.contrast import smallest_difference, taught_by
from couillon.endings import NOBODY, TIE, parse_ended
from couillon.making import axis_clause
from couillon.rules import Rules, load, variants
from couillon.scoring import new_board, score
from couillon_widgets import Steps
from couillon_widgets.train import Train

BASIC = load()
#: What a reader does in the widgets of each lesson so that, with a row of questions and a deal, every step is done.
READER = {
    "ardennes": [("legal-moves", "play:9D variant:belgian"), ("trump", "pass accept restart everyone")],
    "kwajongen": [("legal-moves", "play:TH variant:belgian"), ("legal-moves", "play:QS")],
    "force": [("trump", "trump:H restart variant:belgian"), ("deal", "all")],
    "tongeren": [("trump", "everyone variant:belgian"), ("deal", "all"), ("table", "accept")],
    "troeven": [("trump", "trump:D restart variant:force"), ("deal", "all")],
    "mit": [
        ("trick", "mit"),
        ("trump", "trump:S mit kontra re restart turn"),
        ("slate", "makers:NS winner:NS more:all write makers:NS winner:== write"),
    ],
    "konter-a-matt": [
        ("trick", "play:QD variant:belgian"),
        ("trump", "trump:D matt konter"),
        ("slate", "makers:NS winner:EW more:matt write makers:EW winner:== write"),
    ],
    "simplified": [
        ("slate", "makers:NS winner:EW write makers:NS winner:== write makers:NS winner:NS write length:3"),
        ("slate", "variant:simplified variant:belgian"),
    ],
    "st-vith": [
        ("trick", "variant:belgian"),
        ("trump", "trump:S mit raise raise"),
        ("slate", "makers:NS winner:== write makers:NS winner:NS more:mit more:raise write"),
    ],
    "eifel": [
        ("trump", "turn restart trump:S mit kontra"),
        ("slate", "makers:NS winner:NS more:mit more:kontra write"),
        ("slate", "makers:NS winner:EW more:all write makers:NS winner:== write"),
    ],
}


@pytest.fixture(scope="module", params=READER)
def lesson(request: pytest.FixtureRequest) -> tuple[str, Lesson]:
    return request.param, Lesson(request.param)


def differing(rules: Rules) -> set[str]:
    """The clauses of a game that its own axes put in force, where they are not those of the basic game."""
    mine, theirs = rules.as_data(), BASIC.as_data()
    words = ("trump", "turn", "all_pass", "follow", "void", "mit", "raises", "loss")
    found = {axis_clause(rules, axis) for axis in words if mine[axis] != theirs[axis]}
    numbers = {axis: axis.replace("_", "-") for axis in ("pack", "packets", "queens", "tie_penalty")}
    numbers["length"] = "match"
    found |= {clause for axis, clause in numbers.items() if mine[axis] != theirs[axis]}
    return {clause for clause in found if clause} & set(rules.clauses)


def finish(table: Any) -> None:
    """Choose what is allowed last (a suit, a card; seldom a word), until the deal is counted."""
    for _act in range(200):
        if table.state.counted:
            return
        if table.state.waiting or table.state.to_act is None:
            table.receive({"action": "next"})
            continue
        action, _space, value = table.state.actions[-1].partition(" ")
        card = action.isupper()
        table.receive({"action": "play", "card": action} if card else {"action": action, "value": value})
    raise AssertionError(f"The deal does not end: {table.note}")


def test_every_relative_has_its_lesson() -> None:
    assert set(READER) == {game.id for game in variants()} - {"belgian"}


def test_all_that_a_game_adds_is_taught_linked_and_trained(lesson: tuple[str, Lesson]) -> None:
    name, page = lesson
    wanted = set(taught_by(BASIC, load(name))) | differing(load(name))
    teaches = set(page.notebook.metadata.couillon["teaches"])
    trained = {id for train in page.shown if isinstance(train, Train) for id in train.state.clauses}
    assert wanted <= teaches
    assert teaches <= trained
    for id in teaches | trained - {"points"}:
        assert f'data-clause="{id}" href="sources.html#{id}"' in page.words


def test_a_lesson_is_short_and_begins_with_what_differs(lesson: tuple[str, Lesson]) -> None:
    name, page = lesson
    assert len(re.sub(r"<[^>]+>", " ", page.words).split()) <= 600
    assert re.search(r"\A# .+\n\n.+\bdiffers? from the basic game in\b", page.words)
    assert page.notebook.cells[1].cell_type == "code"
    games = [w.variant_id() for w in page.shown if not isinstance(w, Steps)]
    assert games[0] == games[-1] == name
    assert page.shown[-1].kind == "table"


def test_every_step_can_be_done(lesson: tuple[str, Lesson]) -> None:
    name, _page = lesson
    page = Lesson(name)
    seen: dict[str, list[Any]] = {}
    for kind, words in READER[name]:
        widgets = page.of(kind)
        again = seen.setdefault(kind, [])
        widget = widgets[min(len(again), len(widgets) - 1)]
        again.append(widget)
        act(widget, words)
    for train in page.shown:
        if isinstance(train, Train):
            row(train)
    finish(page.of("table")[0])
    steps = next(w for w in page.shown if isinstance(w, Steps))
    done = steps.state.done
    assert [step.name for step in steps.steps if step.name not in done and "trick-won" not in step.name] == []


def test_the_basic_game_judges_the_first_position_otherwise() -> None:
    for name, page in ((name, Lesson(name)) for name in READER if READER[name][0][0] in ("legal-moves", "trick")):
        first = page.shown[0]
        if first.kind == "trick":
            before = first.state.win.index
            first.receive({"action": "mit"} if name == "mit" else {"action": "variant", "value": "belgian"})
            assert first.state.win.index != before
        else:
            first.receive({"action": "variant", "value": "belgian"})
            assert "differs from" in first.note.what


def board_after(rules: Rules, deals: str) -> tuple[int, int]:
    board = new_board(rules)
    for deal in deals.split():
        board = score(rules, board, parse_ended(deal).result(rules)).board
    return board.counts


def test_the_numbers_in_the_lessons() -> None:
    assert board_after(BASIC, "NS:== NS:EW") == (6, 3)
    assert board_after(load("ardennes"), "NS:== NS:EW") == (7, 3)
    assert board_after(BASIC, "NS:EW") == (6, 4)
    assert board_after(load("simplified"), "NS:EW") == (-1, 1)
    assert board_after(load("st-vith"), "NS:==") == (14, 12)
    assert board_after(load("mit"), "NS:==") == (13, 13)
    both = load("mit"), load("eifel")
    assert [13 - board_after(r, "NS:NS:mit")[0] for r in both] == [2, 2]
    assert [13 - board_after(r, "NS:NS:mit+kontra")[0] for r in both] == [3, 4]
    assert [13 - board_after(r, "NS:NS:mit+kontra+re")[0] for r in both] == [4, 8]
    place = smallest_difference(*both, "stakes-double")
    assert place is not None
    assert place.deals[0].words == ("mit",)


def test_points_are_the_slate_upside_down() -> None:
    points = load("simplified")
    for number in range(2000):
        random, slate, total = Random(number), new_board(BASIC), new_board(points)
        while not slate.won:
            makers, winner = random.choice(("NS", "EW", NOBODY)), random.choice(("NS", "NS", "EW", "EW", TIE))
            ended = parse_ended(f"{makers}:{winner}")
            slate = score(BASIC, slate, ended.result(BASIC)).board
            total = score(points, total, ended.result(points)).board
            assert slate.counts == tuple(max(0, 5 - n) for n in total.counts)
            assert (slate.won, slate.ties) == (total.won, total.ties)
