"""Cards, suits, ranks and packs.

A card is a string of two characters, its rank and its suit: ``AS`` is the ace of spades, ``TH`` the ten of hearts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = [
    "PACKS",
    "PARTNER",
    "POINTS",
    "RANKS",
    "SEATS",
    "SUITS",
    "TEAMS",
    "Card",
    "CardError",
    "left_of",
    "pack",
    "parse_cards",
    "parse_seat",
    "parse_suit",
    "points",
    "team_of",
]

#: The suits, in the order in which hands are written: spades, hearts, diamonds, clubs.
SUITS: Final = "SHDC"
#: The ranks from high to low (`rank`); the eight and the seven are in the pack of 32 only.
RANKS: Final = "AKQJT987"
#: How many ranks, from the ace down, a pack of so many cards holds in each suit.
PACKS: Final = {24: 6, 32: 8}
#: What each rank counts (`points`).
POINTS: Final = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 0, "9": 0, "8": 0, "7": 0}
#: The seats, clockwise: each has the next one on its left (`table`).
SEATS: Final = "NESW"
#: The two fixed partnerships (`table`).
TEAMS: Final = ("NS", "EW")
#: The seat opposite.
PARTNER: Final = {"N": "S", "E": "W", "S": "N", "W": "E"}


class CardError(ValueError):
    """A text that is no card, suit or seat, or cards that cannot lie together.

    ``code`` is ``bad-card`` or ``duplicate-card``.
    """

    def __init__(self, message: str, code: str = "bad-card") -> None:
        super().__init__(message)
        self.code = code


class Card(str):
    """One card, written rank then suit.

    Lower case and ``10`` for the ten are understood. The same text always gives the same object.

    >>> Card("AS"), Card("10h")
    ('AS', 'TH')
    >>> Card("as") is Card("AS")
    True
    >>> Card("AS").rank, Card("AS").suit, Card("AS").points
    ('A', 'S', 4)

    Raises `CardError` for anything else:

    >>> Card("1S")
    Traceback (most recent call last):
    couillon.cards.CardError: "1S" is not a card: write the rank (A K Q J T 9 8 7), then the suit (S H D C), as in QS.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Card:
        """Return the one card with this name."""
        card = None
        if isinstance(text, str):
            card = _CARDS.get(text) or _CARDS.get(text.strip().upper().replace("10", "T", 1))
        if card is None:
            from couillon.messages import _

            raise CardError(
                _("{text} is not a card: write the rank (A K Q J T 9 8 7), then the suit (S H D C), as in QS.").format(
                    text=quoted(text)
                )
            )
        return card

    def __getnewargs__(self) -> tuple[str]:
        """Let pickle and copy find the one card again."""
        return (str(self),)

    @property
    def rank(self) -> str:
        """The rank: one of `RANKS`."""
        return self[0]

    @property
    def suit(self) -> str:
        """The suit that is printed on the card: one of `SUITS`."""
        return self[1]

    @property
    def points(self) -> int:
        """What the card counts (`points`)."""
        return POINTS[self[0]]


_CARDS: dict[str, Card] = {}
_CARDS.update({rank + suit: str.__new__(Card, rank + suit) for suit in SUITS for rank in RANKS})


_PACKS: Final = {
    size: tuple(_CARDS[rank + suit] for suit in SUITS for rank in RANKS[:ranks]) for size, ranks in PACKS.items()
}


def quoted(value: object) -> str:
    """Return a value as a short quotation for an error message.

    >>> quoted("x" * 60)
    '"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"'
    """
    text = value if isinstance(value, str) else repr(value)
    return f'"{text[:40]}…"' if len(text) > 40 else f'"{text}"'


def pack(size: int = 24) -> tuple[Card, ...]:
    """Return the pack of 24 or 32 cards, suit by suit, each from the ace down (`rank`).

    >>> len(pack()), len(pack(32)), pack()[:6]
    (24, 32, ('AS', 'KS', 'QS', 'JS', 'TS', '9S'))
    """
    return _PACKS[size]


def parse_cards(text: str | Iterable[str], *, distinct: bool = True) -> tuple[Card, ...]:
    """Read cards from one text or from several.

    Spaces and commas stand between the cards of a text. Raises `CardError` for a text that is no card and, unless
    ``distinct`` is false, for a card that stands there twice.

    >>> parse_cards("AS, 10H 9d")
    ('AS', 'TH', '9D')
    >>> parse_cards("AS AS")
    Traceback (most recent call last):
    couillon.cards.CardError: The ace of spades is there twice: a pack holds each card once.
    """
    words = text.replace(",", " ").split() if isinstance(text, str) else text
    cards = tuple(Card(word) for word in words)
    if distinct:
        refuse_twice(cards)
    return cards


def refuse_twice(cards: Iterable[Card]) -> None:
    """Raise `CardError` if a card stands twice among the cards."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            from couillon.messages import _, capital, card_name

            raise CardError(
                capital(_("the {card} is there twice: a pack holds each card once.").format(card=card_name(card))),
                "duplicate-card",
            )
        seen.add(card)


def parse_suit(text: str) -> str:
    """Read a suit letter.

    >>> parse_suit("h")
    'H'
    >>> parse_suit("X")
    Traceback (most recent call last):
    couillon.cards.CardError: "X" is not a suit: write S, H, D or C.
    """
    suit = text.strip().upper() if isinstance(text, str) else ""
    if len(suit) != 1 or suit not in SUITS:
        from couillon.messages import _

        raise CardError(_("{text} is not a suit: write S, H, D or C.").format(text=quoted(text)))
    return suit


def parse_seat(text: str) -> str:
    """Read a seat letter.

    >>> parse_seat("w")
    'W'
    >>> parse_seat("Q")
    Traceback (most recent call last):
    couillon.cards.CardError: "Q" is not a seat: write N, E, S or W.
    """
    seat = text.strip().upper() if isinstance(text, str) else ""
    if len(seat) != 1 or seat not in SEATS:
        from couillon.messages import _

        raise CardError(_("{text} is not a seat: write N, E, S or W.").format(text=quoted(text)), "bad-seat")
    return seat


def left_of(seat: str, steps: int = 1) -> str:
    """Return the seat so many places on the left, the way the deal and the play go round (`table`).

    >>> left_of("S"), left_of("S", 2)
    ('W', 'N')
    """
    return SEATS[(SEATS.index(seat) + steps) % 4]


def team_of(seat: str) -> str:
    """Return the team of a seat (`table`).

    >>> team_of("W")
    'EW'
    """
    return TEAMS[SEATS.index(seat) % 2]


def points(cards: Iterable[Card]) -> int:
    """Count the card points (`points`).

    >>> points(parse_cards("AS KS 9D"))
    7
    """
    return sum(POINTS[card[0]] for card in cards)
