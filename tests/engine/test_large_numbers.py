"""Numbers far beyond the game: each is answered, none stops the referee."""

from __future__ import annotations

import json
from typing import Any

import pytest

from couillon.deal import deal
from couillon.game import apply, replay, start
from couillon.referee import answer, answer_line
from couillon.rules import load

HUGE = [10**6 + 1, 10**15, 10**39, 10**40, 10**400, 10**4200]
ST_VITH = {"op": "score", "variant": "st-vith", "board": {"need": [13, 13]}}
RESULT = {"makers": "NS", "points": [30, 10], "tricks": [4, 2], "mit": True}


def asked(variant: str, rules: dict[str, Any], board: dict[str, Any], deal_: dict[str, Any]) -> dict[str, Any]:
    return {"op": "score", "variant": variant, "rules": rules, "board": board, "deal": deal_}


@pytest.mark.parametrize("number", HUGE + [-n for n in HUGE])
def test_huge_numbers_in_every_field_of_a_score(number: int) -> None:
    plain = {"makers": "NS", "points": [10, 9], "tricks": [2, 2]}
    need = {"need": [5, 5]}
    requests = [
        asked("st-vith", {}, {"need": [13, 13]}, {**RESULT, "raises": number}),
        asked("st-vith", {"stakes": "double"}, {"need": [13, 13]}, {**RESULT, "raises": number}),
        asked("konter-a-matt", {}, {"need": [9, 9]}, {**RESULT, "mit": False, "matt": number}),
        asked("belgian", {}, need, {**plain, "points": [number, 0]}),
        asked("belgian", {}, need, {**plain, "tricks": [number, number]}),
        asked("belgian", {}, {"need": [number, 5]}, plain),
        asked("belgian", {"tie_again": "grows"}, {"need": [5, 5], "double": number}, {**plain, "points": [10, 10]}),
        asked("simplified", {"tie_again": "grows"}, {"score": [0, 0], "double": number}, plain),
        asked("simplified", {}, {"score": [0, 0], "target": number}, plain),
        asked("simplified", {}, {"score": [number, 0]}, plain),
        {"op": "deal", "seed": 1, "rules": {"length": number}},
    ]
    for request in requests:
        told = answer(request)
        assert told["ok"] is False, request
        assert told["error"]["message"][-1] in ".?"
        assert len(told["error"]["message"]) < 250


def test_the_largest_raise_that_is_counted() -> None:
    for stakes in ("add", "double"):
        told = answer(asked("st-vith", {"stakes": stakes}, {"need": [13, 13]}, {**RESULT, "raises": 10**6}))
        assert told["won"] == "NS"


def test_a_mistake_of_our_own_does_not_cost_the_next_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_request: object) -> dict[str, Any]:
        raise ZeroDivisionError

    monkeypatch.setattr("couillon.referee.answer", broken)
    told = json.loads(answer_line(b'{"op": "variants"}'))
    assert (told["ok"], told["error"]["code"]) == (False, "bad-request")


def test_a_long_log_is_kept_whole() -> None:
    rules = load("st-vith")
    dealt = deal(rules, 1)
    state = replay(rules, dealt, ["trump H", "mit", *["raise"] * 20_000])
    assert (state.raises, len(state.actions)) == (20_000, 20_002)
    assert replay(rules, dealt, ["trump H"]) == apply(start(rules, dealt), "trump H")


def test_a_wrong_value_is_quoted_as_it_was_written() -> None:
    message = answer({"op": "deal", "seed": 1, "rules": {"queens": "QS"}})["error"]["message"]
    assert 'cannot be "QS"' in message
