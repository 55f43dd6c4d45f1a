"""Positions and rules as the text of a link."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from couillon.messages import _
from couillon_widgets.base import sealed
from couillon_widgets.html import element, text
from couillon_widgets.positions import Position, parse_position

__all__ = ["read_house", "read_position", "rules_link", "write_house", "write_position"]

#: The page on which rules can be switched.
_RULES_PAGE = "compare.html"


def write_house(house: Iterable[tuple[str, Any]]) -> str:
    """Return house rules as text; lists end in a plus sign.

    >>> write_house([("length", 7), ("beat", True), ("packets", (2, 2)), ("follow", "strict")])
    'length~7,beat~true,packets~2+2+,follow~strict'
    """
    return ",".join(f"{axis}~{_value(value)}" for axis, value in house)


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "".join(f"{item}+" for item in value) or "+"
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_house(text: str) -> dict[str, Any]:
    """Return house rules from their text; whether they can be is for `couillon.rules` to say.

    >>> read_house("length~7,beat~true,packets~2+2+,follow~strict")
    {'length': 7, 'beat': True, 'packets': [2, 2], 'follow': 'strict'}
    """
    pairs = (item.partition("~") for item in text.split(",") if item)
    return {axis: _parsed(value) for axis, _tilde, value in pairs}


def _parsed(value: str) -> Any:
    if value.endswith("+"):
        return [_parsed(item) for item in value[:-1].split("+") if item]
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.removeprefix("-").isdecimal() else value


def rules_link(game: str, house: Mapping[str, Any], seed: int) -> str:
    """Return a link to the page on which the rules of a game can be switched one by one.

    >>> rules_link("mit", {"stakes": "double"}, 3)[:72]
    '<a class="cl-elsewhere" href="compare.html#house-rules=mit/stakes~double'
    """
    told = sealed("/".join((game, write_house(house.items()), str(seed))))
    words = _("Change these rules one by one")
    return element("a", text(words), class_="cl-elsewhere", href=f"{_RULES_PAGE}#house-rules={told}")


def write_position(position: Position) -> str:
    """Return a position as text: game, trump (with a plus sign if Mit is declared), trick, hand, house rules.

    >>> write_position(parse_position("belgian", "H", "TS KS 9H", "QS JH 9D"))
    'belgian/H/TS.KS.9H/QS.JH.9D/'
    """
    trump = position.trump + ("+" if position.mit else "")
    cards = (".".join(position.trick), ".".join(position.hand))
    return "/".join((position.game, trump, *cards, write_house(position.house)))


def read_position(fields: list[str]) -> Position:
    """Return a position from the five fields of its text; raises `ValueError` if they tell none.

    >>> read_position("belgian/H/TS.KS.9H/QS.JH.9D/".split("/")).trick
    ('TS', 'KS', '9H')
    """
    game, trump, trick, hand, house = fields
    rules: Mapping[str, Any] = read_house(house)
    return parse_position(game, trump.removesuffix("+"), cards_of(trick), cards_of(hand), trump.endswith("+"), rules)


def cards_of(text: str) -> list[str]:
    """Return the cards in a field.

    >>> cards_of("TS.KS"), cards_of("")
    (['TS', 'KS'], [])
    """
    return text.split(".") if text else []
