"""The referee's protocol as a JSON Schema: requests and answers, the axes of house rules included.

The axes are read from `couillon.rules.Rules`, so that the schema cannot fall behind them.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from couillon.cards import RANKS, SUITS, TEAMS
from couillon.messages import _
from couillon.rules import Rules, clauses

__all__ = ["CODES", "answer_schema", "request_schema"]

#: The codes of errors.
CODES = (
    "bad-json",
    "bad-request",
    "unknown-op",
    "unknown-variant",
    "bad-card",
    "duplicate-card",
    "impossible-position",
    "illegal-action",
    "bad-rules",
)

Schema = dict[str, Any]
_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_CARD_IN: Schema = {"type": "string", "pattern": "^([AaKkQqJjTt789]|10)[SsHhDdCc]$"}
_CARD: Schema = {"type": "string", "pattern": f"^[{RANKS}][{SUITS}]$"}
_SEAT: Schema = {"enum": ["N", "E", "S", "W"]}
_SEAT_IN: Schema = {"type": "string", "pattern": "^[NESWnesw]$"}
_TEAM: Schema = {"enum": list(TEAMS)}
_FLAG: Schema = {"type": "boolean"}


def _cards(item: Schema, low: int = 0, high: int = 32) -> Schema:
    return {"type": "array", "items": item, "minItems": low, "maxItems": high, "uniqueItems": True}


def _pair(low: int | None = None) -> Schema:
    number: Schema = {"type": "integer"} if low is None else {"type": "integer", "minimum": low}
    return {"type": "array", "items": number, "minItems": 2, "maxItems": 2}


def _object(required: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _axis(kind: str, allowed: Any) -> Schema:
    if kind == "switch":
        return dict(_FLAG)
    if kind == "number":
        return {"type": "integer", "minimum": allowed[0], "maximum": allowed[1]}
    if kind in ("choice", "word"):
        return {"enum": list(allowed)}
    if kind == "packets":
        return {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 8}, "minItems": 1, "maxItems": 8}
    return _cards({"type": "string", "pattern": "^[Qq][SsHhDdCc]$"})


def axes_schema(*, whole: bool = False) -> Schema:
    """Return the schema of house rules, or, ``whole``, of all axes of a game.

    >>> axes_schema()["properties"]["length"]["maximum"]
    99
    """
    axes = {f.name: {"description": _(f.metadata["doc"]), **_axis(f.metadata["kind"], f.metadata.get("allowed"))}
            for f in fields(Rules)}  # fmt: skip
    return _object(axes, {}) if whole else _object({}, axes)


_DOUBLE: Schema = {"anyOf": [_FLAG, {"type": "integer", "minimum": 0}]}
_BOARD: Schema = {
    "anyOf": [
        _object({"need": _pair()}, {"double": _DOUBLE}),
        _object({"score": _pair()}, {"double": _DOUBLE, "target": {"type": "integer"}}),
    ]
}


def request_schema() -> Schema:
    """Return the schema of a request.

    >>> sorted(op["properties"]["op"]["const"] for op in request_schema()["oneOf"])
    ['deal', 'legal', 'replay', 'score', 'variants', 'winner']
    """
    count = {"type": "integer", "minimum": 0}
    position = {"trump": {"type": "string", "pattern": "^[SHDCshdc]$"}}
    deal = _object(
        {"makers": _or_null(_TEAM), "points": _pair(0), "tricks": _pair(0)},
        {**dict.fromkeys(("mit", "kontra", "re"), _FLAG), **dict.fromkeys(("matt", "konter", "raises"), count)},
    )
    hands = _object({}, {seat: _cards(_CARD_IN, 0, 8) for seat in "NESW"})
    ops: dict[str, tuple[dict[str, Schema], dict[str, Schema]]] = {
        "legal": ({**position, "hand": _cards(_CARD_IN, 1, 8)}, {"mit": _FLAG, "trick": _cards(_CARD_IN, 0, 3)}),
        "winner": ({**position, "trick": _cards(_CARD_IN, 2, 4)}, {"mit": _FLAG}),
        "score": ({"board": _BOARD, "deal": deal}, {}),
        "deal": ({"seed": {"type": "integer"}}, {"dealer": _SEAT_IN}),
        "replay": (
            {"hands": hands},
            {
                "dealer": _SEAT_IN,
                "stock": _cards(_CARD_IN),
                "actions": {"type": "array", "items": {"type": "string"}},
                "board": _BOARD,
            },
        ),
        "variants": ({}, {}),
    }
    common: dict[str, Schema] = {"variant": {"type": "string"}, "rules": axes_schema(), "id": {}}
    return {
        "$schema": _DRAFT,
        "title": "couillon referee request",
        "oneOf": [
            _object({"op": {"const": op}, **required}, {**common, **optional})
            for op, (required, optional) in ops.items()
        ],
    }


def _trick() -> Schema:
    return _object({
        "leader": _SEAT,
        "cards": _cards(_CARD, 0, 4),
        "winner": _or_null(_SEAT),
        "points": {"type": "integer", "minimum": 0, "maximum": 16},
    })  # fmt: skip


def _answers() -> dict[str, Schema]:
    clause = {"enum": list(clauses())}
    text = {"type": "string", "minLength": 1}
    event = _object({"team": _or_null(_TEAM), "clause": clause, "units": {"type": "integer"}, "message": text})
    scored = {"board": _BOARD, "won": _or_null(_TEAM), "events": {"type": "array", "items": event}}
    illegal = _object({"card": _CARD, "clause": clause, "message": text})
    source = _object({"code": text, "name": text})
    variant = _object({
        "id": text,
        "name": text,
        "parent": _or_null(text),
        "rules": axes_schema(whole=True),
        "sources": {"type": "array", "items": source, "minItems": 1},
    })  # fmt: skip
    state = {
        "phase": {"enum": ["trump", "declare", "play", "over"]},
        "to_act": _or_null(_SEAT),
        "legal_actions": {"type": "array", "items": text},
        "trump": _or_null({"enum": list(SUITS)}),
        "makers": _or_null(_TEAM),
        "proposed": _or_null(_CARD),
        "tricks": {"type": "array", "items": _trick()},
        "trick": _or_null(_trick()),
        "points": _pair(0),
        "taken": _pair(0),
    }
    ok = {"ok": {"const": True}}
    echo: dict[str, Schema] = {"id": {}}
    return {
        "legal": _object(
            {**ok, "legal": _cards(_CARD, 1), "illegal": {"type": "array", "items": illegal}}, echo
        ),
        "winner": _object(
            {
                **ok,
                "winner": {"type": "integer", "minimum": 0, "maximum": 3},
                "card": _CARD,
                "points": {"type": "integer", "minimum": 0, "maximum": 16},
                "clause": clause,
            },
            echo,
        ),
        "score": _object({**ok, **scored}, echo),
        "deal": _object(
            {
                **ok,
                "hands": _object({seat: _cards(_CARD, 1, 8) for seat in "NESW"}),
                "stock": _cards(_CARD),
                "proposed": _or_null(_CARD),
                "pbn": {"type": "string", "pattern": "^[NESW]:"},
            },
            echo,
        ),
        "replay": _object({**ok, **state}, {**echo, **scored}),
        "variants": _object({**ok, "variants": {"type": "array", "items": variant, "minItems": 1}}, echo),
    }  # fmt: skip


def answer_schema(op: str | None = None) -> Schema:
    """Return the schema of an answer: to one op, or to any.

    >>> len(answer_schema("deal")["anyOf"]), len(answer_schema()["anyOf"])
    (2, 7)
    """
    error = _object(
        {
            "code": {"enum": list(CODES)},
            "message": {"type": "string", "minLength": 1},
            "field": _or_null({"type": "string"}),
        },
        {
            "index": {"type": "integer", "minimum": 0},
            "clause": {"enum": list(clauses())},
            "legal_actions": {"type": "array", "items": {"type": "string"}},
        },
    )
    failed = _object({"ok": {"const": False}, "error": error}, {"id": {}})
    answers = _answers()
    return {
        "$schema": _DRAFT,
        "title": "couillon referee answer",
        "anyOf": [*(answers.values() if op is None else [answers[op]]), failed],
    }
