"""The JSON Schema of the protocol holds both sides: what is asked and what is answered."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from couillon.deal import deal
from couillon.game import State, apply, legal_actions, start
from couillon.referee import answer
from couillon.rules import variants
from couillon.schema import CODES, answer_schema, request_schema

REQUEST = Draft202012Validator(request_schema())
ANSWERS = {
    op: Draft202012Validator(answer_schema(op)) for op in ("legal", "winner", "score", "deal", "replay", "variants")
}
ANY = Draft202012Validator(answer_schema())
GAMES = [v.id for v in variants()]


def held(request: dict[str, Any], *, ok: bool = True) -> dict[str, Any]:
    """Ask the referee and hold both sides to the schema."""
    if ok:
        REQUEST.validate(request)
    told = json.loads(json.dumps(answer(request)))
    ANSWERS[request["op"]].validate(told)
    assert told["ok"] is ok, told
    return told


def test_the_schemas_are_schemas() -> None:
    Draft202012Validator.check_schema(request_schema())
    Draft202012Validator.check_schema(answer_schema())


def played(state: State, seed: int) -> State:
    choose = random.Random(seed)
    while state.phase != "over":
        actions = [a for a in legal_actions(state) if a != "raise" or len(state.actions) < 12]
        state = apply(state, choose.choice(actions))
    return state


@pytest.mark.parametrize("variant", GAMES)
def test_whole_deals_through_the_protocol(variant: str) -> None:
    game = next(v for v in variants() if v.id == variant)
    dealt = held({"op": "deal", "variant": variant, "seed": 11, "dealer": "e", "id": [1]})
    assert dealt["id"] == [1]
    state = played(start(game.rules, deal(game.rules, 11, "E")), 5)
    for upto in range(len(state.actions) + 1):
        request = {
            "op": "replay", "variant": variant, "dealer": "E", "hands": dealt["hands"], "stock": dealt["stock"],
            "actions": list(state.actions[:upto]),
        }  # fmt: skip
        told = held(request)
    assert told["phase"] == "over"
    assert told["points"] == list(state.points)
    assert "board" in told
    for trick in told["tricks"]:
        asked = {"op": "winner", "variant": variant, "trump": told["trump"], "trick": trick["cards"], "mit": state.mit}
        assert held(asked)["points"] == trick["points"]


@pytest.mark.parametrize("variant", GAMES)
def test_legal_in_every_variant(variant: str) -> None:
    told = held({"op": "legal", "variant": variant, "trump": "h", "hand": ["as", "10d"], "trick": ["KS"]})
    assert told["legal"] == ["AS"]
    assert told["illegal"][0]["card"] == "TD"


def test_variants() -> None:
    assert [v["id"] for v in held({"op": "variants"})["variants"]] == GAMES


def test_the_target_of_points_is_echoed_when_it_was_told() -> None:
    deal_ = {"makers": "NS", "points": [9, 12], "tricks": [2, 2]}
    board = {"score": [0, 0], "double": False}
    assert held({"op": "score", "variant": "simplified", "board": board, "deal": deal_})["board"] == {
        "score": [-1, 1],
        "double": False,
    }
    told = held({"op": "score", "variant": "simplified", "board": {**board, "target": 1}, "deal": deal_})
    assert told["board"] == {"score": [-1, 1], "double": False, "target": 1}
    assert told["won"] == "EW"


def scored(need: list[int], **deal: Any) -> dict[str, Any]:
    result = {"makers": "NS", "points": [10, 9], "tricks": [2, 2], **deal}
    return {"op": "score", "board": {"need": need}, "deal": result}


BAD: list[tuple[dict[str, Any], str, str | None]] = [
    ({"op": "legal"}, "bad-request", "trump"),
    ({"op": "legal", "trump": "X", "hand": ["AS"]}, "bad-request", "trump"),
    ({"op": "legal", "trump": "H", "hand": ["1S"]}, "bad-card", "hand"),
    ({"op": "legal", "trump": "H", "hand": ["AS", "as"]}, "duplicate-card", "hand"),
    ({"op": "legal", "trump": "H", "hand": []}, "impossible-position", "hand"),
    ({"op": "legal", "trump": "H", "hand": ["7S"]}, "impossible-position", "hand"),
    ({"op": "legal", "trump": "H", "hand": ["AS"], "trick": ["AS"]}, "impossible-position", "trick"),
    ({"op": "legal", "trump": "H", "hand": ["AS"], "trick": ["KS", "QS", "JS", "TS"]}, "impossible-position", "trick"),
    ({"op": "legal", "trump": "H", "hand": ["AS"], "mit": True}, "impossible-position", "mit"),
    ({"op": "legal", "trump": "H", "hand": ["AS"], "mit": 1}, "bad-request", "mit"),
    ({"op": "legal", "trump": "H", "hand": "AS"}, "bad-request", "hand"),
    ({"op": "legal", "trump": "H", "hand": ["AS"], "nope": 1}, "bad-request", "nope"),
    ({"op": "legal", "trump": "H", "hand": ["AS"], "variant": "zz"}, "unknown-variant", "variant"),
    ({"op": "legal", "trump": "H", "hand": ["AS"], "variant": 3}, "bad-request", "variant"),
    ({"op": "legal", "trump": "H", "hand": ["AS"], "rules": {"length": 0}}, "bad-rules", "rules.length"),
    ({"op": "legal", "trump": "H", "hand": ["AS"], "rules": {"lenght": 5}}, "bad-rules", "rules.lenght"),
    ({"op": "legal", "trump": "H", "hand": ["AS"], "rules": []}, "bad-rules", "rules"),
    ({"op": "winner", "trump": "H", "trick": ["AS"]}, "impossible-position", "trick"),
    ({"op": "deal"}, "bad-request", "seed"),
    ({"op": "deal", "seed": 1.5}, "bad-request", "seed"),
    ({"op": "deal", "seed": True}, "bad-request", "seed"),
    ({"op": "deal", "seed": 1, "dealer": "Q"}, "bad-request", "dealer"),
    ({"op": "replay", "hands": {"N": ["AS"]}, "stock": []}, "impossible-position", "hands"),
    ({"op": "replay", "hands": {"X": []}, "stock": []}, "bad-request", "hands.X"),
    ({"op": "replay", "hands": {}}, "bad-request", "stock"),
    (scored([0, 5], makers=None), "impossible-position", "board"),
    ({"op": "score", "board": {"need": [5]}, "deal": {}}, "bad-request", "board.need"),
    ({"op": "score", "board": {"need": [5, 5]}, "deal": {"points": [9, 9], "tricks": [2, 2]}},
     "bad-request", "deal.makers"),
    (scored([5, 5], makers="NE"), "bad-request", "deal.makers"),
    (scored([5, 5], points=[41, 0], tricks=[4, 0]), "impossible-position", "deal.points"),
    (scored([5, 5], tricks=[2, 3]), "impossible-position", "deal.tricks"),
    (scored([5, 5], mit=True), "impossible-position", "deal.mit"),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "code", "field"), BAD)
def test_bad_requests_get_a_code_a_field_and_one_sentence(
    request_: dict[str, Any], code: str, field: str | None
) -> None:
    error = held(request_, ok=False)["error"]
    assert (error["code"], error["field"]) == (code, field)
    assert error["message"][-1] in ".?"
    assert error["code"] in CODES


@pytest.mark.parametrize("request_", [None, 3, [], "x", {}, {"op": 3}, {"op": "winer"}, {"op": None}])
def test_what_is_no_request_is_answered(request_: Any) -> None:
    told = answer(request_)
    ANY.validate(told)
    assert told["ok"] is False


def test_an_illegal_action_names_index_clause_and_what_is_allowed() -> None:
    dealt = answer({"op": "deal", "seed": 1})
    asked = {"op": "replay", "hands": dealt["hands"], "stock": dealt["stock"], "actions": ["pass", "accept", "AS"]}
    error = held(asked, ok=False)["error"]
    assert (error["code"], error["field"], error["index"], error["clause"]) == (
        "illegal-action",
        "actions[2]",
        2,
        "turn",
    )
    assert error["legal_actions"] == ["9C", "QS", "AH", "TS"]
    assert "Action 2 (AS) breaks turn" in error["message"]
