"""The canonical cases: through the engine's functions, through the slow referee, and through the protocol."""

from __future__ import annotations

import json
from typing import Any

import pytest
from slow_referee import GAMES, Table, has_won, write_down

from couillon.cards import Card
from couillon.kernel import layout
from couillon.referee import answer
from couillon.rules import load
from couillon.scoring import Board, Result, score
from couillon.verdicts import judge
from engine.support import CASES

ALL: list[dict[str, Any]] = [
    case for path in sorted(CASES.glob("*.json")) for case in json.loads(path.read_text("utf-8"))["cases"]
]
BY_OP = {op: [case for case in ALL if case["op"] == op] for op in ("legal", "winner", "score")}


def ids(cases: list[dict[str, Any]]) -> list[str]:
    return [case["id"] for case in cases]


def test_there_are_cases_of_every_kind_and_each_says_why() -> None:
    assert sum(map(len, BY_OP.values())) == len(ALL) >= 60
    assert len(set(ids(ALL))) == len(ALL)
    assert all(case["why"] for case in ALL)


@pytest.mark.parametrize("case", BY_OP["legal"], ids=ids(BY_OP["legal"]))
def test_legal(case: dict[str, Any]) -> None:
    hand, trick = [Card(c) for c in case["hand"]], [Card(c) for c in case["trick"]]
    expected = set(case["expect"]["legal"])
    verdicts = judge(load(case["variant"]), case["trump"], hand, trick, mit=case["mit"])
    assert {v.act for v in verdicts if v.legal} == expected
    assert Table(GAMES[case["variant"]], case["trump"], case["mit"]).legal(case["hand"], case["trick"]) == expected


@pytest.mark.parametrize("case", BY_OP["winner"], ids=ids(BY_OP["winner"]))
def test_winner(case: dict[str, Any]) -> None:
    table = layout(load(case["variant"]), case["trump"], case["mit"])
    assert table.winner([table.bit[c] for c in case["trick"]]) == case["expect"]["winner"]
    slow = Table(GAMES[case["variant"]], case["trump"], case["mit"])
    assert slow.winning(case["trick"]) == case["expect"]["winner"]


@pytest.mark.parametrize("case", BY_OP["score"], ids=ids(BY_OP["score"]))
def test_score(case: dict[str, Any]) -> None:
    rules, told, deal, expected = load(case["variant"]), case["board"], case["deal"], case["expect"]
    key = "score" if rules.scoring == "points" else "need"
    (ns, ew), after = told[key], expected["board"]
    points, tricks = tuple(deal["points"]), tuple(deal["tricks"])
    said = {name: value for name, value in deal.items() if name not in ("makers", "points", "tricks")}
    board = Board((ns, ew), told.get("target", rules.length), int(told["double"]), rising=key == "score")
    scored = score(rules, board, Result(deal["makers"], points, tricks, **said))
    assert (list(scored.board.counts), bool(scored.board.ties)) == (after[key], after["double"])
    assert scored.won == expected["won"]
    slow = write_down(GAMES[case["variant"]], {"NS": ns, "EW": ew, "waiting": int(told["double"])},
                      {**deal, "taken": deal["tricks"]})  # fmt: skip
    assert ([slow["NS"], slow["EW"]], bool(slow["waiting"])) == (after[key], after["double"])
    assert has_won(GAMES[case["variant"]], slow) == expected["won"]


@pytest.mark.parametrize("case", ALL, ids=ids(ALL))
def test_every_case_through_the_protocol(case: dict[str, Any]) -> None:
    told = answer({name: value for name, value in case.items() if name not in ("expect", "why")})
    assert told["ok"] is True
    assert told["id"] == case["id"]
    for name, value in case["expect"].items():
        if name == "legal":
            assert sorted(told["legal"]) == sorted(value)
            assert told["legal"] == [card for card in case["hand"] if card in value], "in hand order"
            assert [item["card"] for item in told["illegal"]] == [card for card in case["hand"] if card not in value]
        else:
            assert told[name] == value
