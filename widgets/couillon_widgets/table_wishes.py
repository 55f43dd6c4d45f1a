"""Deals on wish: ready ones in which a duty binds or a hand is special, and wishes that a reader types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from couillon.cards import SUITS, quoted
from couillon.constraints import ConstraintError, constrained, moment
from couillon.game import State, apply, start
from couillon.messages import _
from couillon_widgets.table_state import Sitting

__all__ = ["granted", "typed_wish", "wishes"]

_LONGEST: Final = 400


@dataclass(frozen=True)
class _Wish:
    """A ready wish: a clause that shall decide, or what hands shall be like and which suits may be trumps."""

    words: str
    wants: tuple[str, ...] = ()
    trumps: str = SUITS


def person(table: Sitting) -> str:
    """Return the seat whose hand is meant: the first that a person plays, else South."""
    return table.seats[0] if table.seats else "S"


def _ready(table: Sitting) -> dict[str, _Wish]:
    """Return the ready wishes that can come true in the game on the table."""
    rules, seat = table.rules, person(table)
    duties = {
        "follow-or-trump": _("a hand that must follow suit or trump"),
        "must-follow": _("a hand that must follow suit"),
        "void-free": _("a hand void in the suit led, which may play any card"),
        "must-trump": _("a hand void in the suit led, which must trump"),
        "must-beat": _("a hand that must beat the best card"),
        "must-overtrump": _("a hand that must overtrump"),
        "must-undertrump": _("a hand that must trump and cannot overtrump"),
        "partner-exempt": _("a hand with no duty, since the partner is winning"),
    }
    ready = {clause: _Wish(words) for clause, words in duties.items() if clause in rules.clauses}
    ready["ace-no-clubs"] = _Wish(_("eldest holds the trump ace and no clubs"), ("eldest: A*, no C",), "SHD")
    ready["long"] = _Wish(_("a hand of three trumps or more"), (f"{seat}: * 3-8",))
    ready["short"] = _Wish(_("a hand without a trump"), (f"{seat}: no *",))
    ready["poor"] = _Wish(_("a hand in which no card counts"), (f"{seat}: points 0",))
    ready["rich"] = _Wish(_("a hand worth ten points or more"), (f"{seat}: points 10-40",))
    if rules.mit != "none" or rules.announce:
        ready["queen"] = _Wish(_("a hand with the queen of spades"), (f"{seat}: QS",))
    if rules.announce:
        ready["red-queens"] = _Wish(_("a hand with both red queens"), (f"{seat}: QH, QD",))
    return ready


def wishes(table: Sitting) -> list[tuple[str, str]]:
    """Return the ready wishes for the game on the table: a key and the words for it.

    >>> from couillon_widgets.table_state import sit
    >>> [key for key, words in wishes(sit("ardennes"))][:5]
    ['must-follow', 'must-trump', 'must-beat', 'must-overtrump', 'must-undertrump']
    """
    return [(key, wish.words) for key, wish in _ready(table).items()]


def granted(table: Sitting, key: str, seed: int) -> State:
    """Return a deal in which a ready wish has come true; where a duty shall bind, as far as the moment it does.

    Raises `ConstraintError` with one sentence for a wish that this game does not know.

    >>> from couillon_widgets.table_state import sit
    >>> state = granted(sit("ardennes"), "must-overtrump", 4)
    >>> state.to_act, len(state.trick.cards) >= 2
    ('S', True)
    """
    wish = _ready(table).get(key)
    if wish is None:
        raise ConstraintError(
            _("{wish} is no wish that this game can grant: choose one of the list.").format(wish=quoted(key))
        )
    if not wish.wants:
        return moment(table.rules, key, seed, person(table))
    return _searched(table, wish.wants, seed, wish.trumps)


def typed_wish(table: Sitting, text: str, seed: int) -> State:
    """Return a deal that is as a text wishes: a seat, a colon, wishes with commas; semicolons before the next seat.

    Raises `ConstraintError` or `couillon.cards.CardError` with one sentence.

    >>> from couillon_widgets.table_state import sit
    >>> state = typed_wish(sit(), "S: AS, no C; W: points 0", 1)
    >>> "AS" in state.hand("S"), sum(card.points for card in state.hand("W"))
    (True, 0)
    """
    if len(text) > _LONGEST:
        raise ConstraintError(_("That is too long for a wish: write at most {n} characters.").format(n=_LONGEST))
    wants = tuple(part.strip() for part in text.replace("\n", ";").split(";") if part.strip())
    if not wants:
        raise ConstraintError(_("Type a seat, a colon and what its hand shall be like, as in eldest: A*, no C."))
    return _searched(table, wants, seed, SUITS)


def _searched(table: Sitting, wants: Sequence[str], seed: int, trumps: str) -> State:
    """Return a deal that is as wanted; where trumps are spoken of they are made at once, if eldest names them."""
    rules, dealer = table.rules, table.match.dealer
    if not any("*" in want for want in wants):
        return start(rules, constrained(rules, wants, seed, dealer))
    suits = list(trumps)
    Random(seed).shuffle(suits)
    for trump in suits:
        try:
            state = start(rules, constrained(rules, wants, seed, dealer, trump))
        except ConstraintError:
            # With another suit as trumps it may well be possible.
            if trump == suits[-1]:
                raise
            continue
        return apply(state, f"trump {trump}") if state.question == "name" else state
    raise AssertionError(suits)
