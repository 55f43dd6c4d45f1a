"""The referee under fire: lines of every kind, whole and mutated. Every one is answered, none hurts the next."""

from __future__ import annotations

import io
import json
from collections import Counter
from random import Random
from time import process_time
from typing import Any

import pytest

from couillon.cards import SEATS, pack
from couillon.deal import deal
from couillon.referee import answer_line, run
from couillon.rules import clauses, load
from engine.support import CASES, VARIANTS, count
from engine.test_referee import CODES

LINES = count("COUILLON_FUZZ", 100_000)
VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2**70, 1.5, "", "x", "AS", "10h", "7S", "NS", "S", "mit", "é\u0000", "\ud800"),
    *([], {}, [1], ["AS"], ["AS", "AS"], {"N": []}, {"a": 1}, [[]], [5, 5], {"need": [1, 1]}),
]
KEYS = ["op", "variant", "rules", "id", "trump", "mit", "hand", "trick", "board", "deal", "seed", "dealer", "hands"]
KEYS += [
    "stock",
    "actions",
    "need",
    "double",
    "score",
    "target",
    "makers",
    "points",
    "tricks",
    "kontra",
    "raises",
    "zz",
]
BYTES = [b"", *b"{ } [ ] : , null 1e9 NaN".split(), b'"', b"\\", b"\\u12", b"\xff", b"\x00", b"\xc3"]


def seeds(random: Random) -> list[dict[str, Any]]:
    """Good requests of every op and variant."""
    good = [{k: v for k, v in case.items() if k not in ("expect", "why")}
            for case in json.loads((CASES / "canonical.json").read_text("utf-8"))["cases"]]  # fmt: skip
    for variant in VARIANTS:
        rules = load(variant)
        dealt = deal(rules, random.randrange(1000))
        good.append({"op": "deal", "variant": variant, "seed": random.randrange(1000), "dealer": random.choice(SEATS)})
        good.append({"op": "replay", "variant": variant, "dealer": "S", "stock": list(dealt.stock),
                     "hands": {seat: list(dealt.hand(seat)) for seat in SEATS},
                     "actions": random.choice([[], ["pass"], ["accept"], ["trump H"], ["trump H", "mit", "kontra"],
                                               ["turn"], [f"turn {dealt.hand('W')[-1]}"]])})  # fmt: skip
        drawn = random.sample(pack(rules.pack), rules.hand + 3)
        good.append({"op": "legal", "variant": variant, "trump": random.choice("SHDC"), "hand": drawn[3:],
                     "trick": drawn[: random.randrange(4)], "rules": random.choice([{}, {"beat": True}])})  # fmt: skip
        good.append({"op": "winner", "variant": variant, "trump": random.choice("SHDC"), "trick": drawn[:4], "id": 1})
    return good


def changed(value: Any, random: Random) -> Any:
    """Change one place somewhere inside a value."""
    if isinstance(value, dict) and value and random.random() < 0.85:
        key = random.choice(list(value))
        match random.randrange(5):
            case 0:
                return {k: v for k, v in value.items() if k != key}
            case 1:
                return {**value, random.choice(KEYS): random.choice(VALUES)}
            case _:
                return {**value, key: changed(value[key], random)}
    if isinstance(value, list) and value and random.random() < 0.85:
        i = random.randrange(len(value))
        match random.randrange(5):
            case 0:
                return value[:i] + value[i + 1 :]
            case 1:
                return [*value, random.choice(VALUES)]
            case 2:
                return [*value[:i], value[random.randrange(len(value))], *value[i + 1 :]]
            case _:
                return [*value[:i], changed(value[i], random), *value[i + 1 :]]
    if isinstance(value, str) and value and random.random() < 0.3:
        i = random.randrange(len(value))
        return value[:i] + random.choice(["", "X", "S", "é", value[i] * 2]) + value[i + 1 :]
    if isinstance(value, int) and random.random() < 0.5:
        return value + random.choice([-1, 1, 100])
    return random.choice(VALUES)


def broken(line: bytes, random: Random) -> bytes:
    """Break a line somewhere, byte by byte."""
    for _ in range(random.randrange(1, 4)):
        i = random.randrange(len(line) + 1)
        line = line[:i] + random.choice(BYTES) + line[i + random.randrange(3) :]
    return line.replace(b"\n", b" ").replace(b"\r", b" ")


def a_line(good: list[dict[str, Any]], random: Random) -> bytes:
    request: Any = random.choice(good)
    for _ in range(random.randrange(4)):
        request = changed(request, random)
    line = json.dumps(request).encode()
    if random.random() < 0.15:
        line = broken(line, random)
    elif random.random() < 0.02:
        line = random.randbytes(random.randrange(60)).replace(b"\n", b" ").replace(b"\r", b" ")
    return line


@pytest.mark.usefixtures("untraced")
def test_every_line_is_answered_with_an_object_of_the_protocol() -> None:
    random = Random("fuzz")
    good = seeds(random)
    codes: Counter[str] = Counter()
    slowest = 0.0
    for _ in range(LINES):
        line = a_line(good, random)
        begin = process_time()
        told = json.loads(answer_line(line))
        slowest = max(slowest, process_time() - begin)
        if told["ok"]:
            codes["ok"] += 1
            continue
        error = told["error"]
        codes[error["code"]] += 1
        assert error["code"] in CODES, line
        assert error["message"][-1] in ".?", (line, error)
        assert "Traceback" not in error["message"]
        assert len(error["message"]) < 1500, (line, error)
        assert error.get("clause", "turn") in clauses()
    assert slowest < 2, "no line keeps the referee busy"
    assert set(codes) == {"ok", *CODES}, codes
    assert codes["ok"] > LINES / 10, codes


def test_a_stream_of_lines_is_answered_line_by_line() -> None:
    random = Random("stream")
    good = seeds(random)
    lines = [a_line(good, random) for _ in range(min(LINES // 20, 20_000))]
    for i, line in enumerate(lines):
        lines[i] = line if i % 7 else b'{"op": "variants", "id": %d}' % i
    sink = io.BytesIO()
    assert run(io.BytesIO(b"\n".join(lines) + b"\n"), sink) == 0
    told = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert len(told) == len(lines)
    for i in range(0, len(lines), 7):
        assert told[i]["ok"] is True
        assert told[i]["id"] == i
