"""A position to think about: whose turn it is to play which hand to which trick, under which rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from couillon.cards import PARTNER, SEATS, Card, pack, parse_cards, parse_suit, points, quoted
from couillon.deal import deal
from couillon.game import State, apply, legal_actions, start
from couillon.kernel import layout
from couillon.messages import _, capital, card_name, language, ngettext
from couillon.rules import Rules, Variant, variant
from couillon.verdicts import Verdict, judge

__all__ = ["Position", "PositionError", "checked_seed", "dealt", "frozen", "given", "parse_position", "seed_from"]

#: How many deals are looked through for a position in which something is refused.
_SEARCH = 40


class PositionError(ValueError):
    """Cards that no player can hold or see at once."""


@dataclass(frozen=True)
class Position:
    """A hand, the trick so far, the trump and the rules; the player is South, the others sit clockwise before.

    Raises `PositionError` for cards that cannot be there together under the rules.
    """

    game: str
    trump: str
    trick: tuple[Card, ...]
    hand: tuple[Card, ...]
    mit: bool = False
    house: tuple[tuple[str, Any], ...] = field(default=())

    def __post_init__(self) -> None:
        """Check that the position can be."""
        parse_cards((*self.trick, *self.hand))
        if not self.hand:
            raise PositionError(_("The hand is empty: give it at least one card."))
        if len(self.trick) > 3:
            raise PositionError(
                _("The trick has {n} cards before you: there can be at most 3.").format(n=len(self.trick))
            )
        if len(self.hand) > self.rules.hand:
            raise PositionError(
                ngettext(
                    "The hand has {n} cards, but in {game} a player gets {most} card.",
                    "The hand has {n} cards, but in {game} a player gets {most} cards.",
                    self.rules.hand,
                ).format(n=len(self.hand), game=self.variant.name, most=self.rules.hand)
            )
        missing = [card for card in (*self.trick, *self.hand) if card not in pack(self.rules.pack)]
        if missing:
            raise PositionError(
                capital(
                    _("the {card} is not in the pack of {n} cards that {game} is played with.").format(
                        card=card_name(missing[0]), n=self.rules.pack, game=self.variant.name
                    )
                )
            )
        if self.mit and self.rules.mit == "none":
            raise PositionError(_("Mit cannot be declared in {game}.").format(game=self.variant.name))

    @cached_property
    def variant(self) -> Variant:
        """The game, without house rules."""
        return variant(self.game)

    @cached_property
    def rules(self) -> Rules:
        """The rules of the game, house rules on top."""
        return self.variant.rules.replace(dict(self.house)) if self.house else self.variant.rules

    @cached_property
    def verdicts(self) -> Mapping[str, Verdict]:
        """The verdict on each card of the hand.

        >>> parse_position("belgian", "H", "TS KS 9H", "QS JH 9D").verdicts["9D"].legal
        False
        """
        judged = judge(self.rules, self.trump, self.hand, self.trick, mit=self.mit)
        return {verdict.act: verdict for verdict in judged}

    def is_trump(self, card: str) -> bool:
        """Return whether a card is a trump here.

        >>> position = parse_position("konter-a-matt", "H", "", "QS 9S JH")
        >>> [card for card in position.hand if position.is_trump(card)]
        ['QS', 'JH']
        """
        table = layout(self.rules, self.trump, self.mit)
        return table.is_trump(card)

    def best(self, played: str | None = None) -> int | None:
        """Return the index of the card that wins so far, with the card played last if there is one."""
        table = layout(self.rules, self.trump, self.mit)
        cards = [table.bit[card] for card in self.on_table(played)]
        return table.winner(cards) if cards else None

    def on_table(self, played: str | None = None) -> tuple[str, ...]:
        """Return the trick with the card that was played to it."""
        return (*self.trick, played) if played else self.trick

    def worth(self, played: str | None = None) -> int:
        """Return the card points on the table."""
        return points(Card(card) for card in self.on_table(played))

    def arguments(self) -> list[str]:
        """Return the position as the arguments of a widget.

        >>> parse_position("belgian", "H", "TS", "QS JH").arguments()
        ["'belgian'", "hand='QS JH'", "trick='TS'", "trump='H'"]
        """
        shown = [repr(self.game), f"hand='{' '.join(self.hand)}'"]
        shown += [f"trick='{' '.join(self.trick)}'"] if self.trick else []
        shown += [f"trump='{self.trump}'"]
        shown += ["mit=True"] if self.mit else []
        shown += [f"rules={dict(self.house)}"] if self.house else []
        return shown

    @property
    def seats(self) -> str:
        """The seats in the order in which they play to this trick; the player is South.

        >>> parse_position("belgian", "H", "TS KS 9H", "QS").seats
        'WNES'
        """
        at = SEATS.index("S") - len(self.trick)
        return "".join(SEATS[(at + i) % 4] for i in range(4))

    def ours(self, index: int) -> bool:
        """Return whether the card with this index in the trick is the player's or the partner's."""
        return self.seats[index] in ("S", PARTNER["S"])


def house_rules(value: Any) -> Mapping[str, Any]:
    """Return house rules, or raise `PositionError` if they are no mapping of axes.

    >>> house_rules(None), house_rules({"length": 7})
    ({}, {'length': 7})
    """
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise PositionError(
            _('House rules are a mapping of axes, such as {{"length": 7}}, not {value}.').format(value=quoted(value))
        )
    return value


def _cards(value: Any) -> tuple[Card, ...]:
    if value is None or isinstance(value, str):
        return parse_cards(value or "")
    if not isinstance(value, list | tuple):
        raise PositionError(_('Cards are a text or a list, such as "QS JH", not {value}.').format(value=quoted(value)))
    return parse_cards(value)


def parse_position(
    game: str, trump: str, trick: Any, hand: Any, mit: bool = False, house: Mapping[str, Any] | None = None
) -> Position:
    """Read a position from texts; raises `ValueError` with one sentence for whatever is wrong.

    >>> parse_position("belgian", "H", "TS", "QS, 10h").hand
    ('QS', 'TH')
    """
    found = variant(str(game))
    return Position(found.id, parse_suit(trump), _cards(trick), _cards(hand), bool(mit), frozen(found, house))


def frozen(game: Variant, house: Mapping[str, Any] | None) -> tuple[tuple[str, Any], ...]:
    """Return house rules, checked, in a form that never changes.

    >>> frozen(variant("belgian"), {"packets": [3, 1]})
    (('packets', (3, 1)),)
    """
    house = house_rules(house)
    if not house:
        return ()
    data = game.rules.replace(house).as_data()
    return tuple((axis, tuple(data[axis]) if isinstance(data[axis], list) else data[axis]) for axis in house)


def given(
    game: str,
    hand: Any,
    trick: Any,
    trump: str | None,
    seed: int,
    house: Mapping[str, Any] | None = None,
    mit: bool = False,
) -> Position:
    """Return the position that the arguments of a widget tell: given with a hand, or dealt from a seed.

    Raises `ValueError` with one sentence for whatever is wrong.

    >>> given("belgian", "QS JH", "TS", "H", 1).hand
    ('QS', 'JH')
    >>> given("belgian", "QS JH", "TS", None, 1)
    Traceback (most recent call last):
    couillon_widgets.positions.PositionError: Say which suit is trump: S, H, D or C.
    """
    checked_seed(seed)
    if hand is None:
        if trick is not None or trump is not None:
            raise PositionError(_("Give a hand with the trick and the trump, or none of the three."))
        found = variant(str(game))
        return dealt(found.id, seed, frozen(found, house))
    if trump is None:
        raise PositionError(_("Say which suit is trump: S, H, D or C."))
    return parse_position(game, trump, trick, hand, mit, house)


def checked_seed(seed: object) -> int:
    """Return a seed, or raise `PositionError` if it is not a whole number.

    >>> checked_seed(5)
    5
    """
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise PositionError(_("A seed is a whole number, not {seed}.").format(seed=quoted(seed)))
    return seed


def seed_from(value: str) -> int:
    """Return the seed in a text; raises `PositionError` if it is none.

    >>> seed_from("-3")
    -3
    """
    if not (value.isascii() and value.removeprefix("-").isdecimal()):
        raise PositionError(_("A seed is a whole number, not {seed}.").format(seed=quoted(value)))
    return int(value[:18])


def dealt(game: str, seed: int, house: tuple[tuple[str, Any], ...] = ()) -> Position:
    """Deal from a seed, play some cards that the rules allow, and return where a player has to choose.

    The first deal from the seed on in which a card is refused is taken, so that there is something to find out.

    >>> dealt("belgian", 1) == dealt("belgian", 1)
    True
    """
    return _dealt(game, seed, house, language())


@lru_cache(maxsize=256)
def _dealt(game: str, seed: int, house: tuple[tuple[str, Any], ...], _language: str) -> Position:
    # A position keeps its verdicts in words, so each language has its own.
    rules = variant(game).rules.replace(dict(house)) if house else variant(game).rules
    first: Position | None = None
    for attempt in range(_SEARCH):
        position = _played(game, rules, seed * _SEARCH + attempt, house)
        first = first or position
        if not all(verdict.legal for verdict in position.verdicts.values()):
            return position
    assert first is not None
    return first


def _played(game: str, rules: Rules, seed: int, house: tuple[tuple[str, Any], ...]) -> Position:
    # Only random() is promised to stay the same in all versions of Python.
    draw = Random(seed).random
    state = start(rules, deal(rules, seed))
    tricks, cards = int(draw() * max(1, rules.hand - 1)), 1 + int(draw() * 3)
    while not _is_there(state, tricks, cards):
        allowed = legal_actions(state)
        state = apply(state, allowed[int(draw() * len(allowed))])
    assert state.trick is not None
    assert state.trump is not None
    hand = tuple(sorted(state.hand(state.trick.to_play), key=pack(rules.pack).index))
    return Position(game, state.trump, state.trick.cards, hand, state.mit, house)


def _is_there(state: State, tricks: int, cards: int) -> bool:
    if state.trick is None or state.phase != "play" or state.question:
        return False
    return len(state.tricks) == tricks and len(state.trick.cards) == cards
