"""The referee: requests as JSON objects, one a line, answered one a line.

Another program asks in JSON Lines; `answer` takes and gives the same as Python dictionaries. Every request is
answered, a bad one with ``"ok": false`` and an error that says what is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

from couillon.cards import CardError, parse_seat, quoted
from couillon.messages import _, listed
from couillon.rules import Rules, RulesError, UnknownVariantError, Variant, variant
from couillon.scoring import ScoreError

__all__ = ["MOST_BYTES", "RefereeError", "answer", "answer_line", "run"]

#: The longest line that is read, in bytes.
MOST_BYTES = 1 << 20
_DIGITS = 40
#: Every number in a request is smaller.
MOST_NUMBER = 10**_DIGITS

Json = dict[str, Any]


class RefereeError(ValueError):
    """A request that cannot be answered: ``code``, a sentence, the field it is about, and what else is known."""

    def __init__(self, code: str, message: str, field: str | None = None, **more: Any) -> None:
        super().__init__(message)
        self.code, self.field, self.more = code, field, more


@dataclass(frozen=True)
class Request:
    """A request whose common fields are understood: the game, and the fields of its ``op``."""

    variant: Variant
    rules: Rules
    fields: Mapping[str, Any]

    def need(self, name: str) -> Any:
        """Return a field; raises `RefereeError` when it is missing."""
        if name not in self.fields:
            raise RefereeError("bad-request", _("The field {name} is missing.").format(name=name), name)
        return self.fields[name]

    def flag(self, name: str) -> bool:
        """Return a field that is true or false, false when it is missing."""
        return a_flag(self.fields.get(name, False), name)

    def seat(self, name: str, default: str) -> str:
        """Return a field that names a seat."""
        value = self.fields.get(name, default)
        try:
            return parse_seat(value)
        except CardError as error:
            raise RefereeError("bad-request", str(error), name) from None


def a_flag(value: Any, name: str) -> bool:
    """Return a value that must be true or false."""
    if not isinstance(value, bool):
        raise RefereeError("bad-request", _("The field {name} must be true or false.").format(name=name), name)
    return value


def a_number(value: Any, name: str) -> int:
    """Return a value that must be a whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise RefereeError("bad-request", _("The field {name} must be a whole number.").format(name=name), name)
    if abs(value) >= MOST_NUMBER:
        message = _("The field {name} must be a whole number of at most {n} digits.")
        raise RefereeError("bad-request", message.format(name=name, n=_DIGITS), name)
    return value


def an_object(value: Any, name: str, known: tuple[str, ...]) -> Json:
    """Return a value that must be an object with no other keys than the known ones."""
    if not isinstance(value, dict):
        raise RefereeError("bad-request", _("The field {name} must be an object.").format(name=name), name)
    for key in value:
        if key not in known:
            raise RefereeError(
                "bad-request",
                _("The field {name} has an unknown key {key}: the keys are {known}.").format(
                    name=name, key=quoted(key), known=", ".join(known)
                ),
                f"{name}.{key}"[:80],
            )
    return value


_COMMON = ("op", "variant", "rules", "id")


def answer(request: Any) -> Json:
    """Answer one request; never raises for a bad one.

    >>> answer({"op": "winner", "trump": "C", "trick": ["TH", "KH", "9C", "AH"]})["card"]
    '9C'
    >>> answer({"op": "winer"})["error"]["message"]
    'There is no op "winer": the ops are legal, winner, score, deal, replay and variants.'
    """
    echo = {"id": request["id"]} if isinstance(request, dict) and "id" in request else {}
    try:
        return {"ok": True, **echo, **_answer(request)}
    except RefereeError as error:
        told = {"code": error.code, "message": str(error), "field": error.field, **error.more}
        return {"ok": False, **echo, "error": told}


def _answer(request: Any) -> Json:
    from couillon.ops import OPS

    if not isinstance(request, dict):
        raise RefereeError("bad-request", _("A request must be an object, such as {example}.").format(
            example='{"op": "variants"}'))  # fmt: skip
    op = request.get("op")
    if op is None:
        raise RefereeError("bad-request", _("The field {name} is missing.").format(name="op"), "op")
    if not isinstance(op, str) or op not in OPS:
        message = _("There is no op {op}: the ops are {known}.").format(op=quoted(op), known=listed(list(OPS)))
        raise RefereeError("unknown-op", message, "op")
    known, act = OPS[op]
    for key in request:
        if key not in known and key not in _COMMON:
            raise RefereeError(
                "bad-request",
                _("The field {key} is unknown to the op {op}: its fields are {known}.").format(
                    key=quoted(key), op=op, known=", ".join((*_COMMON, *known))
                ),
                str(key)[:80],
            )
    game, rules = _rules(request)
    return _guarded(act, Request(game, rules, request))


def _rules(request: Json) -> tuple[Variant, Rules]:
    name = request.get("variant", "belgian")
    if not isinstance(name, str):
        raise RefereeError("bad-request", _("The field {name} must be a text.").format(name="variant"), "variant")
    try:
        game = variant(name)
    except UnknownVariantError as error:
        raise RefereeError("unknown-variant", str(error), "variant") from None
    overrides = request.get("rules", {})
    if not isinstance(overrides, dict):
        raise RefereeError("bad-rules", _("The field {name} must be an object.").format(name="rules"), "rules")
    try:
        return game, game.rules.replace(overrides)
    except RulesError as error:
        raise RefereeError("bad-rules", str(error), f"rules.{error.axis}"[:80] if error.axis else "rules") from None


def _guarded(act: Callable[[Request], Json], request: Request) -> Json:
    """Act, and turn what the engine refuses into the referee's errors."""
    try:
        return act(request)
    except ScoreError as error:
        raise RefereeError("impossible-position", str(error), error.field) from None


def _no_constant(text: str) -> Any:
    raise ValueError(text)


def _finite(text: str) -> float:
    """Read a number; one too large for a float would come back as no JSON."""
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(text)
    return number


def answer_line(line: bytes) -> str:
    """Answer one line of JSON with one line of JSON.

    >>> answer_line(b'{"op": "deal"')
    '{"ok": false, "error": {"code": "bad-json", "message": "This line is not JSON: write one object on one line.", "field": null}}'
    """  # noqa: E501
    if len(line) > MOST_BYTES:
        return _error_line("bad-request", _("This line is longer than 1 MiB: send less in one request."))
    try:
        request = json.loads(line.decode("utf-8"), parse_constant=_no_constant, parse_float=_finite)
    except (ValueError, RecursionError):
        return _error_line("bad-json", _("This line is not JSON: write one object on one line."))
    try:
        return json.dumps(answer(request))
    except RecursionError:
        return _error_line("bad-request", _("This request is nested too deeply."))
    except Exception:  # a mistake of our own must not cost the lines that follow
        return _error_line("bad-request", _("This request could not be answered: the referee made a mistake."))


def _error_line(code: str, message: str) -> str:
    return json.dumps({"ok": False, "error": {"code": code, "message": message, "field": None}})


def run(source: BinaryIO, sink: BinaryIO, *, strict: bool = False) -> int:
    """Answer every line of a stream until it ends; return the exit status.

    The status is 0, or 1 with ``strict`` if any line failed. Each answer is flushed at once.
    """
    failed = False
    first = True
    while line := source.readline(MOST_BYTES + 2):
        if first:
            line, first = line.removeprefix(b"\xef\xbb\xbf"), False
            if not line:
                break
        cut = len(line) > MOST_BYTES and not line.endswith(b"\n")
        rest = line
        while cut and rest and not rest.endswith(b"\n"):
            rest = source.readline(MOST_BYTES)
        text = answer_line(line if cut else line.rstrip(b"\r\n"))
        failed = failed or text.startswith('{"ok": false')
        sink.write(text.encode("ascii") + b"\n")
        sink.flush()
    return int(strict and failed)
