"""The referee protocol: every op, every error, and lines of any kind."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from typing import Any

import pytest

from couillon.deal import deal, pbn
from couillon.referee import MOST_BYTES, answer, answer_line, run
from couillon.rules import clauses, load
from engine.playthroughs import read
from engine.support import VARIANTS
from engine.test_playthroughs import STORED

CODES = {"bad-json", "bad-request", "unknown-op", "unknown-variant", "bad-card", "duplicate-card",
         "impossible-position", "illegal-action", "bad-rules"}  # fmt: skip


def ask(**request: Any) -> dict[str, Any]:
    told = answer(request)
    assert told["ok"] is True, told
    return told


def refused(request: Any) -> dict[str, Any]:
    told = answer(request)
    assert told["ok"] is False, told
    error = told["error"]
    assert error["code"] in CODES
    assert error["message"][-1] in ".?"
    assert "\n" not in error["message"]
    return error  # type: ignore[no-any-return]


def through(text: bytes, strict: bool = False) -> tuple[list[dict[str, Any]], int]:
    sink = io.BytesIO()
    status = run(io.BytesIO(text), sink, strict=strict)
    lines = sink.getvalue().split(b"\n")
    assert lines.pop() == b""
    return [json.loads(line) for line in lines], status


LEGAL = {"op": "legal", "variant": "ardennes", "trump": "H", "hand": ["AS", "9S", "JH", "TD"], "trick": ["KS"]}


def test_legal_names_what_is_not_and_why() -> None:
    told = ask(**LEGAL)
    assert told["legal"] == ["AS"]
    assert [(item["card"], item["clause"]) for item in told["illegal"]] == [
        ("9S", "must-beat"), ("JH", "must-follow"), ("TD", "must-follow")]  # fmt: skip
    assert all(item["message"].startswith("Not the ") for item in told["illegal"])


def test_defaults_belgian_no_mit_no_trick() -> None:
    assert ask(op="legal", trump="H", hand=["AS", "9D"]) == {"ok": True, "legal": ["AS", "9D"], "illegal": []}


def test_cards_and_suits_are_read_in_any_spelling() -> None:
    told = ask(op="legal", trump="h", hand=["10s", "jh", "td"], trick=["ks"])
    assert (told["legal"], told["illegal"][0]["card"]) == (["TS", "JH"], "TD")


def test_winner_tells_card_points_and_clause() -> None:
    told = ask(op="winner", trump="C", trick=["TH", "KH", "9C", "AH"])
    assert told == {"ok": True, "winner": 2, "card": "9C", "points": 7, "clause": "trick"}


@pytest.mark.parametrize("id", [7, "x", None, [1, {"a": "ä"}], {"deep": [None]}, True, 1.5])
def test_the_id_is_echoed(id: Any) -> None:
    assert ask(op="variants", id=id)["id"] == id
    assert answer({"op": "nothing", "id": id})["id"] == id


@pytest.mark.parametrize("variant", VARIANTS)
def test_deal_is_the_engines(variant: str) -> None:
    rules = load(variant)
    dealt = deal(rules, 11, "E")
    told = ask(op="deal", variant=variant, seed=11, dealer="e")
    assert told["hands"] == {seat: list(dealt.hand(seat)) for seat in "NESW"}
    assert (told["stock"], told["proposed"], told["pbn"]) == (list(dealt.stock), dealt.proposed(rules), pbn(dealt))
    assert ask(op="deal", variant=variant, seed=11)["pbn"] == pbn(deal(rules, 11))


def test_variants_lists_all_with_their_rules() -> None:
    told = ask(op="variants")["variants"]
    assert [v["id"] for v in told] == ["belgian", "ardennes", "kwajongen", "force", "tongeren", "troeven",
                                       "konter-a-matt", "mit", "simplified", "st-vith", "eifel"]  # fmt: skip
    for item in told:
        assert item["rules"] == load(item["id"]).as_data()
        assert item["sources"]
        assert (item["parent"] is None) == (item["id"] == "belgian")


def test_house_rules_override() -> None:
    told = ask(**{**LEGAL, "variant": "belgian", "rules": {"follow": "strict"}})
    assert told["legal"] == ["AS", "9S"]
    board = {"need": [1, 1], "double": False}
    done = {"makers": "NS", "points": [14, 9], "tricks": [2, 2]}
    assert ask(op="score", rules={"length": 7}, board=board, deal=done)["won"] == "NS"


@pytest.mark.parametrize("name", STORED)
def test_replay_of_every_stored_deal_at_every_step(name: str) -> None:
    variant, _about, dealt, actions = read(STORED[name])
    steps = [line for line in STORED[name].split("\n\n")[1].splitlines() if line[0] != " "]
    request = {"op": "replay", "variant": variant, "dealer": dealt.dealer,
               "hands": {seat: list(dealt.hand(seat)) for seat in "NESW"}, "stock": list(dealt.stock)}  # fmt: skip
    for i, line in enumerate(steps):
        told = ask(**request, actions=list(actions[:i]))
        assert told["phase"] in ("trump", "declare", "play")
        assert (told["to_act"], told["legal_actions"]) == (line[0], line.split("| ")[1].split(", "))
        assert "board" not in told
    told = ask(**request, actions=list(actions))
    assert (told["phase"], told["to_act"], told["legal_actions"]) == ("over", None, [])
    end = STORED[name].split("\n\n")[2].splitlines()
    makers, points, taken = told["makers"] or "-", told["points"], told["taken"]
    assert end[0] == f"makers {makers}, points {points[0]}:{points[1]}, tricks {taken[0]}:{taken[1]}"
    key = "score" if load(variant).scoring == "points" else "need"
    assert end[1].startswith(f"board {told['board'][key][0]}:{told['board'][key][1]}, ")
    assert sum(trick["points"] for trick in told["tricks"]) == sum(points)
    assert (told["won"] is not None) == (0 in told["board"][key] and key == "need")


def test_replay_takes_a_board() -> None:
    variant, _about, dealt, actions = read(STORED["belgian-2.txt"])
    request = {"op": "replay", "variant": variant, "dealer": dealt.dealer,
               "hands": {seat: list(dealt.hand(seat)) for seat in "NESW"}, "stock": list(dealt.stock),
               "actions": list(actions), "board": {"need": [1, 1], "double": True}}  # fmt: skip
    told = ask(**request)
    assert told["won"] in ("NS", "EW")
    assert told["board"]["double"] is False


def test_replay_that_goes_wrong_names_the_index_and_the_clause() -> None:
    _variant, _about, dealt, actions = read(STORED["belgian-2.txt"])
    hands = {seat: list(dealt.hand(seat)) for seat in "NESW"}
    error = refused({"op": "replay", "dealer": dealt.dealer, "hands": hands, "stock": list(dealt.stock),
                     "actions": [*actions[:5], "mit", *actions[5:]]})  # fmt: skip
    assert (error["code"], error["field"], error["index"], error["clause"]) == (
        "illegal-action",
        "actions[5]",
        5,
        "turn",
    )
    assert "5" in error["message"]
    assert error["clause"] in clauses()


SCORE = {"op": "score", "board": {"need": [5, 5], "double": False},
         "deal": {"makers": "NS", "points": [14, 9], "tricks": [2, 2]}}  # fmt: skip


def score_with(board: Any = None, variant: str = "belgian", **deal: Any) -> dict[str, Any]:
    return {**SCORE, "variant": variant, "board": board or SCORE["board"], "deal": {**SCORE["deal"], **deal}}  # type: ignore[dict-item]


def replay_with(**changes: Any) -> dict[str, Any]:
    dealt = deal(load(), 1)
    request = {"op": "replay", "dealer": "S", "hands": {seat: list(dealt.hand(seat)) for seat in "NESW"},
               "stock": list(dealt.stock), "actions": []}  # fmt: skip
    return {**request, **changes}


BAD = [
    ("bad-request", "op", {}),
    ("bad-request", "op", {"op": None}),
    ("unknown-op", "op", {"op": "winer"}),
    ("unknown-op", "op", {"op": 7}),
    ("unknown-op", "op", {"op": ["legal"]}),
    ("bad-request", "colour", {**LEGAL, "colour": "red"}),
    ("bad-request", "seed", {"op": "variants", "seed": 1}),
    ("unknown-variant", "variant", {**LEGAL, "variant": "bridge"}),
    ("bad-request", "variant", {**LEGAL, "variant": 7}),
    ("bad-request", "variant", {**LEGAL, "variant": None}),
    ("bad-rules", "rules", {**LEGAL, "rules": 7}),
    ("bad-rules", "rules.length", {**LEGAL, "rules": {"length": 0}}),
    ("bad-rules", "rules.lenght", {**LEGAL, "rules": {"lenght": 5}}),
    ("bad-rules", "rules.packets", {**LEGAL, "rules": {"packets": [7]}}),
    ("bad-rules", "rules.raises", {**LEGAL, "rules": {"raises": "kontra-re"}}),
    ("bad-request", "trump", {k: v for k, v in LEGAL.items() if k != "trump"}),
    ("bad-request", "trump", {**LEGAL, "trump": "X"}),
    ("bad-request", "trump", {**LEGAL, "trump": None}),
    ("bad-request", "mit", {**LEGAL, "mit": 1}),
    ("impossible-position", "mit", {**LEGAL, "mit": True}),
    ("bad-request", "hand", {k: v for k, v in LEGAL.items() if k != "hand"}),
    ("bad-request", "hand", {**LEGAL, "hand": "AS"}),
    ("bad-request", "hand", {**LEGAL, "hand": [1]}),
    ("bad-card", "hand", {**LEGAL, "hand": ["1S"]}),
    ("bad-card", "trick", {**LEGAL, "trick": ["AS KS"]}),
    ("duplicate-card", "hand", {**LEGAL, "hand": ["AS", "as"]}),
    ("duplicate-card", "trick", {**LEGAL, "trick": ["TH", "10h"]}),
    ("impossible-position", "trick", {**LEGAL, "trick": ["KS", "AS"]}),
    ("impossible-position", "hand", {**LEGAL, "hand": ["7S"]}),
    ("impossible-position", "trick", {**LEGAL, "trick": ["8S"]}),
    ("impossible-position", "hand", {**LEGAL, "hand": []}),
    ("impossible-position", "hand", {**LEGAL, "hand": ["AS", "9S", "JH", "TD", "9C"]}),
    ("impossible-position", "trick", {**LEGAL, "trick": ["KS", "QS", "JS", "TS"]}),
    ("impossible-position", "trick", {"op": "winner", "trump": "H", "trick": ["AS"]}),
    ("impossible-position", "trick", {"op": "winner", "trump": "H", "trick": ["AS", "KS", "QS", "JS", "TS"]}),
    ("impossible-position", "trick", {"op": "winner", "trump": "H", "trick": ["AS", "7S"]}),
    ("duplicate-card", "trick", {"op": "winner", "trump": "H", "trick": ["AS", "AS"]}),
    ("bad-request", "seed", {"op": "deal"}),
    ("bad-request", "seed", {"op": "deal", "seed": "1"}),
    ("bad-request", "seed", {"op": "deal", "seed": 1.5}),
    ("bad-request", "seed", {"op": "deal", "seed": True}),
    ("bad-request", "dealer", {"op": "deal", "seed": 1, "dealer": "X"}),
    ("bad-request", "dealer", {"op": "deal", "seed": 1, "dealer": None}),
    ("bad-request", "board", {k: v for k, v in SCORE.items() if k != "board"}),
    ("bad-request", "deal", {k: v for k, v in SCORE.items() if k != "deal"}),
    ("bad-request", "board", {**SCORE, "board": [5, 5]}),
    ("bad-request", "board.need", {**SCORE, "board": {"double": False}}),
    ("bad-request", "board.need", {**SCORE, "board": {"need": [5]}}),
    ("bad-request", "board.need", {**SCORE, "board": {"need": [5, "5"]}}),
    ("bad-request", "board.need", {**SCORE, "board": {"need": 5}}),
    ("bad-request", "board.double", {**SCORE, "board": {"need": [5, 5], "double": 1}}),
    ("bad-request", "board.target", {**SCORE, "board": {"need": [5, 5], "target": 5}}),
    ("bad-request", "board.score", {**SCORE, "board": {"score": [5, 5]}}),
    ("bad-request", "board.need", score_with({"need": [5, 5]}, "simplified")),
    ("bad-request", "board.target", score_with({"score": [0, 0], "target": "5"}, "simplified")),
    ("impossible-position", "board.target", score_with({"score": [0, 0], "target": 0}, "simplified")),
    ("impossible-position", "board", score_with({"score": [5, 0]}, "simplified")),
    ("impossible-position", "board", score_with({"score": [3, 0], "target": 3}, "simplified")),
    ("impossible-position", "board", score_with({"need": [0, 5]})),
    ("impossible-position", "board.need", score_with({"need": [-1, 5]})),
    ("impossible-position", "board.double", score_with({"need": [13, 13], "double": True}, "mit", tricks=[3, 2])),
    ("impossible-position", "board", score_with({"need": [99999999, 5]})),
    ("bad-request", "deal.makers", score_with(makers="N")),
    ("bad-request", "deal.makers", score_with(makers=["NS"])),
    ("bad-request", "deal.points", score_with(points=[14])),
    ("bad-request", "deal.tricks", score_with(tricks="22")),
    ("bad-request", "deal.mit", score_with(mit=1)),
    ("bad-request", "deal.matt", score_with(matt=True)),
    ("bad-request", "deal.sweep", score_with(sweep=1)),
    ("bad-request", "deal.makers", {**SCORE, "deal": {"points": [14, 9], "tricks": [2, 2]}}),
    ("impossible-position", "deal.points", score_with(points=[41, 0], tricks=[4, 0])),
    ("impossible-position", "deal.points", score_with(points=[14, 9], tricks=[4, 0])),
    ("impossible-position", "deal.tricks", score_with(tricks=[3, 2])),
    ("impossible-position", "deal.mit", score_with(mit=True)),
    ("impossible-position", "deal.makers", score_with(variant="force", makers=None, points=[22, 18], tricks=[3, 3])),
    ("bad-request", "hands", {k: v for k, v in replay_with().items() if k != "hands"}),
    ("bad-request", "stock", {k: v for k, v in replay_with().items() if k != "stock"}),
    ("bad-request", "hands.X", replay_with(hands={"X": []})),
    ("bad-request", "hands", replay_with(hands=[])),
    ("impossible-position", "hands", replay_with(hands={"N": ["AS"]})),
    ("impossible-position", "stock", replay_with(stock=[])),
    ("bad-request", "actions", replay_with(actions="pass")),
    ("bad-request", "actions", replay_with(actions=[1])),
    ("illegal-action", "actions[0]", replay_with(actions=["trump H"])),
    ("illegal-action", "actions[1]", replay_with(actions=["accept", ""])),
    ("bad-request", "dealer", replay_with(dealer="Q")),
    ("bad-request", "board.need", replay_with(board={})),
]  # fmt: skip


@pytest.mark.parametrize(("code", "field", "request_"), BAD)
def test_a_bad_request_gets_a_code_a_sentence_and_its_field(code: str, field: str, request_: dict[str, Any]) -> None:
    error = refused(request_)
    assert (error["code"], error["field"]) == (code, field), error


@pytest.mark.parametrize("thing", [None, [], "legal", 7, True])
def test_what_is_no_object_is_a_bad_request(thing: Any) -> None:
    assert refused(thing)["code"] == "bad-request"


def test_a_card_in_two_hands_is_a_duplicate() -> None:
    dealt = deal(load(), 1)
    hands = {seat: list(dealt.hand(seat)) for seat in "NESW"}
    hands["N"][0] = hands["E"][0]
    assert refused(replay_with(hands=hands))["code"] == "duplicate-card"


def test_an_unknown_field_is_named() -> None:
    assert "colour" in refused({**LEGAL, "colour": 1})["message"]


# Lines


def test_lines_are_answered_in_order_and_a_bad_one_ends_nothing() -> None:
    lines = [
        b'{"op": "variants", "id": 1}',
        b"nonsense",
        b'{"op": "deal", "seed": 1, "id": 3}',
        b"",
        b"[]",
        b"\xff\xfe",
    ]
    told, status = through(b"\n".join(lines) + b"\n")
    assert [item.get("id") for item in told] == [1, None, 3, None, None, None]
    assert [item["ok"] for item in told] == [True, False, True, False, False, False]
    assert [item["error"]["code"] for item in told if not item["ok"]] == [
        "bad-json",
        "bad-json",
        "bad-request",
        "bad-json",
    ]
    assert status == 0


def test_strict_tells_by_the_exit_status() -> None:
    assert through(b'{"op": "variants"}\n', strict=True)[1] == 0
    assert through(b'{"op": "variants"}\nx\n', strict=True)[1] == 1
    assert through(b"", strict=True) == ([], 0)


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b""])
def test_line_endings_of_every_kind(ending: bytes) -> None:
    told, _status = through(b'{"op": "variants", "id": 1.5}' + ending)
    assert [(item["ok"], item["id"]) for item in told] == [(True, 1.5)]


def test_a_byte_order_mark_is_skipped_before_the_first_line_only() -> None:
    told, _status = through(b'\xef\xbb\xbf{"op": "variants"}\n\xef\xbb\xbf{"op": "variants"}\n')
    assert [item["ok"] for item in told] == [True, False]
    assert through(b"\xef\xbb\xbf") == ([], 0)


def padded(size: int) -> bytes:
    head, tail = b'{"op": "variants", "id": "', b'"}'
    return head + b"x" * (size - len(head) - len(tail)) + tail


@pytest.mark.parametrize("beyond", [-1, 0, 1, 2, MOST_BYTES + 3, 4 * MOST_BYTES])
@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_a_line_over_1_mib_is_refused_and_the_next_is_answered(beyond: int, ending: bytes) -> None:
    told, _status = through(padded(MOST_BYTES + beyond) + ending + b'{"op": "variants", "id": 2}\n')
    assert [item["ok"] for item in told] == [beyond <= 0, True]
    assert told[1]["id"] == 2
    if beyond > 0:
        assert told[0]["error"]["code"] == "bad-request"


def test_a_long_last_line_without_an_end_is_answered() -> None:
    assert [item["ok"] for item in through(padded(3 * MOST_BYTES))[0]] == [False]


NESTED = b"[" * 900 + b"]" * 900
HARD = [
    b"[" * 100_000,
    b'{"op":' * 50_000,
    b'{"op": "legal", "rules": %s}' % NESTED,
    b'{"op": "legal", "rules": {"queens": %s}}' % NESTED,
    b'{"op": "variants", "id": %s}' % NESTED,
    b"9" * 10_000,
    b'{"op": "deal", "seed": %s}' % (b"9" * 4000),
    b'{"op": "deal", "seed": %s}' % (b"9" * 9000),
    b'{"op": "variants", "id": 1e999}',
    b'{"op": "variants", "id": -1e999}',
    b'{"op": "variants", "id": NaN}',
    b'{"op": "variants", "id": -Infinity}',
    b'{"op": "variants", "id": "\\ud800"}',
    b'{"op": "\\ud800"}',
    b'{"op": "legal", "variant": "\\ud800"}',
    b'{"op": "variants"}\x00',
    b"\x00",
]


@pytest.mark.parametrize("line", HARD, ids=lambda line: repr(line[:40]))
def test_a_line_that_is_hard_on_a_parser_gets_json_that_every_parser_reads(line: bytes) -> None:
    def no_constant(text: str) -> None:
        raise AssertionError(text)

    told = json.loads(answer_line(line), parse_constant=no_constant)
    assert isinstance(told["ok"], bool)


def test_nesting_of_any_depth_is_answered() -> None:
    for depth in range(850, 1050):
        for line in (b'{"op": %s}', b'{"op": "variants", "id": %s}', b'{"op": "legal", "rules": {"pack": %s}}'):
            told = json.loads(answer_line(line % (b"[" * depth + b"]" * depth)))
            assert told["ok"] or told["error"]["code"] in CODES


def test_the_referee_as_a_process_answers_line_by_line() -> None:
    env = {**os.environ, "PYTHONUNBUFFERED": ""}
    with subprocess.Popen([sys.executable, "-m", "couillon", "referee", "--strict"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as process:  # fmt: skip
        assert process.stdin and process.stdout and process.stderr
        for i in range(3):
            process.stdin.write(json.dumps({"op": "deal", "seed": i, "id": i}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == i
        process.stdin.write(b"nonsense\n")
        process.stdin.close()
        assert json.loads(process.stdout.readline())["ok"] is False
        assert process.wait(10) == 1
        assert process.stderr.read() == b""


def test_replay_on_a_board_already_won_is_refused_at_the_end() -> None:
    variant, _about, dealt, actions = read(STORED["belgian-2.txt"])
    hands = {seat: list(dealt.hand(seat)) for seat in "NESW"}
    request = {"op": "replay", "variant": variant, "dealer": dealt.dealer, "hands": hands, "stock": list(dealt.stock)}
    error = refused({**request, "actions": list(actions), "board": {"need": [0, 5]}})
    assert (error["code"], error["field"]) == ("impossible-position", "board")
