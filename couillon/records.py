"""Records: a deal as one line that fits into a link, and a match as a TOML file that can be read.

A line has only characters that need no escaping in a URL. Its fields, with points between them, are the variant, the
house rules, the dealer with the cards in the order in which they lay in the pack, the actions, and a check.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from zlib import crc32

from couillon.cards import RANKS, SEATS, SUITS, Card, CardError, pack, parse_cards, parse_seat, quoted
from couillon.deal import Deal, check_deal, deal_from
from couillon.game import State, replay
from couillon.match import Finished, Match, add
from couillon.messages import _, seat_name, team_name
from couillon.rules import Rules, load, variant
from couillon.scoring import Board, new_board
from couillon.verdicts import IllegalActionError

__all__ = [
    "Record",
    "RecordError",
    "house_rules",
    "read_actions",
    "read_match",
    "read_record",
    "write_actions",
    "write_match",
    "write_record",
]

_CARDS: Final = {Card(r + s): chr(65 + i) if i < 26 else chr(71 + i) for i, (s, r) in enumerate(
    (s, r) for s in SUITS for r in RANKS)}  # fmt: skip
_WORDS: Final = {
    "accept": "y",
    "pass": "n",
    "trump S": "1",
    "trump H": "2",
    "trump D": "3",
    "trump C": "4",
    "turn": "t",
    "mit": "m",
    "kontra": "k",
    "re": "r",
    "raise": "x",
    "matt": "q",
    "konter": "o",
}
_TURN: Final = "u"
_CARD_OF: Final = {letter: card for card, letter in _CARDS.items()}
_WORD_OF: Final = {letter: word for word, letter in _WORDS.items()}
_DIGITS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


#: No board has larger numbers: each would be drawn stroke by stroke.
_MOST: Final = 999


class RecordError(ValueError):
    """A text that is no record, or one that was cut or changed."""


@dataclass(frozen=True)
class Record:
    """A deal that can be played again: the variant, the rules (house rules included), the deal, the actions."""

    variant: str
    rules: Rules
    deal: Deal
    actions: tuple[str, ...] = ()

    @property
    def state(self) -> State:
        """The deal after its actions; raises `IllegalActionError` if one of them is not allowed."""
        return replay(self.rules, self.deal, self.actions)


def house_rules(id: str, rules: Rules) -> dict[str, Any]:
    """Return the axes in which rules differ from those of a variant, as plain data.

    >>> house_rules("belgian", load("belgian", {"length": 7}))
    {'length': 7}
    """
    base, own = load(id).as_data(), rules.as_data()
    return {axis: value for axis, value in own.items() if base[axis] != value}


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "_".join(str(item) for item in value) + ("_" if len(value) < 2 else "")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _parsed(text: str) -> Any:
    if "_" in text:
        return [_parsed(item) for item in text.split("_") if item]
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else text


def pack_order(deal: Deal, rules: Rules) -> tuple[Card, ...]:
    """Return the cards in the order in which they lay in the pack before a deal (`packets`).

    >>> from couillon.deal import deal, shuffled
    >>> list(pack_order(deal(load(), 1), load())) == shuffled(1, pack())
    True
    """
    left, order = {seat: list(deal.hand(seat)) for seat in SEATS}, []
    first = SEATS.index(deal.eldest)
    for packet in rules.packets:
        for turn in range(4):
            hand = left[SEATS[(first + turn) % 4]]
            order += hand[:packet]
            del hand[:packet]
    return (*order, *deal.stock)


def write_actions(actions: tuple[str, ...]) -> str:
    """Return actions as text, one letter each (two for a turned card).

    >>> write_actions(("pass", "accept", "AS"))
    'nyA'
    """
    return "".join(_WORDS.get(a) or (_TURN + _CARDS[Card(a[5:])] if a.startswith("turn ") else _CARDS[Card(a)])
                   for a in actions)  # fmt: skip


def read_actions(text: str) -> tuple[str, ...]:
    """Return the actions in a text of letters; raises `LookupError` for a letter that stands for none.

    >>> read_actions("nyA")
    ('pass', 'accept', 'AS')
    """
    letters, found = iter(text), []
    for letter in letters:
        if letter == _TURN:
            found.append(f"turn {_CARD_OF[next(letters, '')]}")
        else:
            found.append(_WORD_OF.get(letter) or _CARD_OF[letter])
    return tuple(found)


def _check(text: str) -> str:
    number = crc32(text.encode()) & 0x3FFFF
    return "".join(_DIGITS[number >> shift & 63] for shift in (12, 6, 0))


def write_record(record: Record) -> str:
    """Return a deal as one line for a link: letters, digits, and ``- . _ ~`` only.

    >>> from couillon.deal import deal
    >>> write_record(Record("belgian", load(), deal(load(), 1), ("accept", "9C")))
    'belgian..SdCJbMQYTIEScaVABRNKLFUZD.yd.I3j'
    """
    house = "~".join(f"{axis}~{_value(value)}" for axis, value in house_rules(record.variant, record.rules).items())
    cards = "".join(_CARDS[card] for card in pack_order(record.deal, record.rules))
    text = f"{record.variant}.{house}.{record.deal.dealer}{cards}.{write_actions(record.actions)}"
    return f"{text}.{_check(text)}"


def read_record(text: str) -> Record:
    """Return the deal that a line tells, replayed, so that every action in it is allowed.

    Raises `RecordError` for a text that was cut or changed, and for one that tells what the rules do not allow.

    >>> read_record("belgian..SdCJbMQYTIEScaVABRNKLFUZD.yd.I3j").actions
    ('accept', '9C')
    >>> read_record("belgian..SdCJbMQYTIEScaVABRNKLFUZD.yD.I3j")
    Traceback (most recent call last):
    couillon.records.RecordError: This is not a whole record of a deal: it was cut or changed on its way.
    """
    whole, dot, check = text.rpartition(".") if isinstance(text, str) else ("", "", "")
    fields = whole.split(".")
    if not dot or not whole.isascii() or len(fields) != 4 or _check(whole) != check:
        raise RecordError(_("This is not a whole record of a deal: it was cut or changed on its way."))
    id, house, cards, actions = fields
    parts = house.split("~") if house else []
    try:
        found = variant(id)
        axes = {axis: _parsed(value) for axis, value in zip(parts[::2], [*parts[1::2], ""], strict=False)}
        rules = load(found.id, axes)
        order = [_CARD_OF[letter] for letter in cards[1:]]
        if sorted(order) != sorted(pack(rules.pack)):
            raise RecordError(_("This record does not hold every card of the pack once."))
        record = Record(found.id, rules, deal_from(rules, order, parse_seat(cards[:1])), read_actions(actions))
        replay(rules, record.deal, record.actions)
    except IllegalActionError as error:
        raise RecordError(_("This record tells what the rules do not allow: {why}").format(why=error)) from None
    except (KeyError, CardError):
        raise RecordError(_("This is not a record of a deal.")) from None
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(_("This record cannot be read: {why}").format(why=error)) from None
    return record


# Matches


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _deal_toml(deal: Deal, actions: tuple[str, ...]) -> list[str]:
    lines = [f"dealer = {_toml(deal.dealer)}"]
    lines += [f"{seat} = {_toml(' '.join(deal.hand(seat)))}" for seat in SEATS]
    lines += [f"stock = {_toml(' '.join(deal.stock))}"] if deal.stock else []
    return [*lines, f"actions = {_toml(actions)}"]


def _finished_toml(number: int, finished: Finished) -> list[str]:
    state = finished.state
    makers = team_name(state.makers) if state.makers else _("nobody")
    told = _("{ns} {a} points, {ew} {b}; makers: {makers}").format(
        ns=team_name("NS"), a=state.points[0], ew=team_name("EW"), b=state.points[1], makers=makers
    )
    heads = ["", f"# {_('deal {n}').format(n=number)}: {told}"]
    heads += [f"# {event.message}" for event in finished.scored.events]
    return [*heads, "[[deals]]", *_deal_toml(state.deal, state.actions)]


def write_match(id: str, match: Match, current: State | None = None) -> str:
    """Return a match as TOML that a person can read: rules, then every deal with its cards and actions.

    ``current`` is the deal that is not finished yet, if there is one. What the deals did to the board stands there
    as comments, since it follows from the rules.

    >>> from couillon.match import start_match
    >>> print(write_match("belgian", start_match(load("belgian", {"length": 7}), "E")))
    # A match of Couillon
    variant = "belgian"
    dealer = "E"
    <BLANKLINE>
    [rules]
    length = 7
    <BLANKLINE>
    """
    dealer = match.history[0].state.deal.dealer if match.history else match.dealer
    lines = ["# " + _("A match of {game}").format(game=variant(id).name), f"variant = {_toml(id)}"]
    lines += [f"dealer = {_toml(dealer)}"]
    house = house_rules(id, match.rules)
    if house:
        lines += ["", "[rules]", *(f"{axis} = {_toml(value)}" for axis, value in house.items())]
    if match.opening != new_board(match.rules):
        board = match.opening
        lines += ["", "[board]", f"counts = {_toml(board.counts)}", f"loops = {_toml(board.loops)}"]
        lines += [f"ties = {board.ties}"]
    for number, finished in enumerate(match.history, 1):
        lines += _finished_toml(number, finished)
    if current is not None:
        lines += ["", "[current]", *_deal_toml(current.deal, current.actions)]
    return "\n".join(lines) + "\n"


_KEYS: Final = {
    "": ("variant", "dealer", "rules", "board", "deals", "current"),
    "deal": ("dealer", *SEATS, "stock", "actions"),
    "board": ("counts", "loops", "ties"),
}


def _table(data: Any, kind: str) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise RecordError(_("The record of a match has something that is not a table where one must be."))
    for key in data:
        if key not in _KEYS[kind]:
            raise RecordError(
                _("The record of a match has the key {key}, which means nothing here: the keys are {keys}.").format(
                    key=quoted(key), keys=", ".join(_KEYS[kind])
                )
            )
    return data


def read_match(text: str) -> tuple[str, Match, State | None]:
    """Return the id of the variant, the match and the deal that is not finished, from TOML; everything is replayed.

    Raises `RecordError` with one sentence for whatever is wrong.

    >>> id, match, current = read_match('variant = "belgian"\\ndealer = "E"')
    >>> id, match.dealer, match.number, current
    ('belgian', 'E', 1, None)
    """
    try:
        data = _table(tomllib.loads(text), "")
        found = variant(_text(data.get("variant", "belgian")))
        rules = load(found.id, data.get("rules") or {})
        match = Match(rules, parse_seat(data.get("dealer", "S")), _read_board(rules, data.get("board")))
        deals = data.get("deals", [])
        if not isinstance(deals, list):
            raise RecordError(_("The deals of a match stand in tables named [[deals]]."))
        for item in deals:
            match = add(match, _read_deal(rules, item))
        current = _read_deal(rules, data["current"]) if "current" in data else None
    except RecordError:
        raise
    except tomllib.TOMLDecodeError as error:
        raise RecordError(_("The record of a match is not TOML: {why}.").format(why=error)) from None
    except (ValueError, TypeError, AttributeError) as error:
        raise RecordError(_("The record of a match cannot be read: {why}").format(why=error)) from None
    if current is not None and (current.deal.dealer != match.dealer or match.won):
        raise RecordError(_("{dealer} deals next in this match.").format(dealer=seat_name(match.dealer)))
    return found.id, match, current


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise RecordError(_("The variant of a match is a text, such as {example}.").format(example=quoted("belgian")))
    return value


def _read_board(rules: Rules, data: Any) -> Board:
    fresh = new_board(rules)
    if data is None:
        return fresh
    table = _table(data, "board")
    pairs = [table.get("counts", fresh.counts), table.get("loops", fresh.loops)]
    numbers = [n for pair in pairs for n in pair] + [table.get("ties", 0)]
    if any(len(pair) != 2 for pair in pairs) or any(type(n) is not int or abs(n) > 9999 for n in numbers):
        raise RecordError(_("A board has two whole numbers for counts, two for loops, and one for ties."))
    counts, loops, ties = pairs[0], pairs[1], table.get("ties", 0)
    return check_opening(Board((counts[0], counts[1]), rules.length, ties, (loops[0], loops[1]), fresh.rising), rules)


def check_opening(board: Board, rules: Rules) -> Board:
    """Return a board on which a match can be taken up; raises `RecordError` if it cannot be.

    >>> check_opening(new_board(load()), load()).counts
    (5, 5)
    """
    good = max(map(abs, (*board.counts, *board.loops, board.ties))) <= _MOST
    good = good and board.won is None and board.ties >= 0 and (rules.tie == "next-double" or not board.ties)
    if rules.scoring == "slate":
        good = good and all(0 <= a < b <= rules.length + a for a, b in zip(board.loops, board.counts, strict=True))
    else:
        good = good and board.loops == (0, 0)
    if not good:
        raise RecordError(_("No match of this game can have that board."))
    return board


def _read_deal(rules: Rules, data: Any) -> State:
    table = _table(data, "deal")
    hands = {seat: parse_cards(table.get(seat, "")) for seat in SEATS}
    dealt = check_deal(rules, parse_seat(table.get("dealer", "S")), hands, parse_cards(table.get("stock", "")))
    actions = table.get("actions", [])
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise RecordError(_('The actions of a deal are a list of texts, such as ["pass", "accept", "AS"].'))
    return replay(rules, dealt, actions)
