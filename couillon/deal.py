"""Dealing by packets from a seed, and one-line texts of deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from couillon.cards import RANKS, SEATS, SUITS, Card, CardError, left_of, pack, quoted, refuse_twice
from couillon.messages import _, card_name, ngettext, seat_name
from couillon.rules import Rules

__all__ = ["Deal", "DealError", "check_deal", "deal", "deal_from", "mixed", "pbn", "shuffled"]


T = TypeVar("T")


class DealError(ValueError):
    """Cards that cannot have been dealt; ``field`` names where."""

    def __init__(self, message: str, field: str = "hands") -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True)
class Deal:
    """Four hands, in seat order N E S W and each in the order dealt, and the stock, top first."""

    dealer: str
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]

    def hand(self, seat: str) -> tuple[Card, ...]:
        """Return the hand of a seat, in the order dealt."""
        return self.hands[SEATS.index(seat)]

    @property
    def eldest(self) -> str:
        """The player on the dealer's left."""
        return left_of(self.dealer)

    def proposed(self, rules: Rules) -> Card | None:
        """Return the card whose suit is proposed at first (`turn-up`, `shown-card`), if one is.

        >>> from couillon.rules import load
        >>> deal(load("tongeren"), 7).proposed(load("tongeren")) == deal(load("tongeren"), 7).hand("S")[3]
        True
        """
        if rules.trump == "turn-up":
            return self.stock[0]
        return self.hand(self.dealer)[rules.shown_card - 1] if rules.trump == "shown" else None


def shuffled(seed: int, cards: Sequence[Card]) -> list[Card]:
    """Shuffle cards; a seed gives the same order for ever, in every version of Python, and so does its negative.

    >>> shuffled(1, pack()[:6])
    ['KS', 'QS', '9S', 'JS', 'TS', 'AS']
    """
    from random import Random

    return mixed(Random(seed).random, cards)


def mixed(draw: Callable[[], float], things: Iterable[T]) -> list[T]:
    """Return things in another order, which comes from numbers between 0 and 1 alone.

    Of Python's random numbers only those are promised to stay the same in all versions.

    >>> mixed(lambda: 0.5, "abcd")
    ['a', 'd', 'b', 'c']
    """
    order = list(things)
    for i in range(len(order) - 1, 0, -1):
        j = int(draw() * (i + 1))
        order[i], order[j] = order[j], order[i]
    return order


def deal(rules: Rules, seed: int, dealer: str = "S") -> Deal:
    """Shuffle and deal by packets, eldest first (`packets`).

    >>> from couillon.rules import load
    >>> d = deal(load(), 1)
    >>> pbn(d), d.stock[0]
    ('N:.K.Q.JT .T.A9.Q AK..J.A QT.A..9', 'KD')
    """
    return deal_from(rules, shuffled(seed, pack(rules.pack)), dealer)


def deal_from(rules: Rules, cards: Sequence[Card], dealer: str = "S") -> Deal:
    """Deal a pack as it lies, top first (`packets`)."""
    hands: list[list[Card]] = [[], [], [], []]
    at, eldest = 0, SEATS.index(dealer) + 1
    for packet in rules.packets:
        for seat in range(eldest, eldest + 4):
            hands[seat & 3] += cards[at : at + packet]
            at += packet
    return Deal(dealer, tuple(map(tuple, hands)), tuple(cards[at:]))


def check_deal(rules: Rules, dealer: str, hands: Mapping[str, Sequence[Card]], stock: Sequence[Card]) -> Deal:
    """Return a deal made of given cards.

    Raises `DealError` for cards that the pack lacks and for hands of a wrong size, `CardError` for a card twice.
    """
    everything = [card for seat in SEATS for card in hands.get(seat, ())] + list(stock)
    refuse_twice(everything)
    known = set(pack(rules.pack))
    for card in everything:
        if card not in known:
            raise DealError(
                _("The {card} is not in the pack of {n} cards that this game uses.").format(
                    card=card_name(card), n=rules.pack
                )
            )
    for seat in SEATS:
        if len(hands.get(seat, ())) != rules.hand:
            raise DealError(
                ngettext(
                    "{seat} must hold {hand} cards at the start, but has {n}.",
                    "{seat} must hold {hand} cards at the start, but has {n}.",
                    len(hands.get(seat, ())),
                ).format(seat=seat_name(seat), hand=rules.hand, n=len(hands.get(seat, ())))
            )
    if len(stock) != rules.stock:
        raise DealError(
            _("The stock must have {stock} cards, but has {n}.").format(stock=rules.stock, n=len(stock)), "stock"
        )
    return Deal(dealer, tuple(tuple(hands[seat]) for seat in SEATS), tuple(stock))


def pbn(deal: Deal, first: str = "N") -> str:
    """Write the four hands on one line, as bridge players do: clockwise from a seat, suits in the order S.H.D.C.

    The order in which the cards were dealt is lost.
    """
    at = SEATS.index(first)
    hands = [deal.hands[(at + i) % 4] for i in range(4)]
    return f"{first}:" + " ".join(
        ".".join("".join(sorted((c.rank for c in hand if c.suit == suit), key=RANKS.index)) for suit in SUITS)
        for hand in hands
    )


def parse_pbn(text: str) -> dict[str, tuple[Card, ...]]:
    """Read four hands from one line; the cards of a hand come from high to low, spades first.

    Raises `CardError` for a text that is not of this form, or for a card that stands there twice.

    >>> parse_pbn("N:AS... ... ... ...")
    Traceback (most recent call last):
    couillon.cards.CardError: "AS..." is not a hand: write the ranks of its spades, hearts, diamonds and clubs with points between, as in AK.T9..Q.
    """  # noqa: E501
    seat, colon, rest = text.strip().partition(":")
    hands = rest.split()
    if not colon or len(seat) != 1 or seat.upper() not in SEATS or len(hands) != 4:
        raise CardError(
            _(
                "{text} is not a deal: write a seat, a colon and four hands, as in N:AK.T9.. Q.J.. ... and so on."
            ).format(text=quoted(text))
        )
    found: dict[str, tuple[Card, ...]] = {}
    for i, hand in enumerate(hands):
        suits = hand.upper().split(".")
        if len(suits) != 4 or any(rank not in RANKS for suit in suits for rank in suit):
            raise CardError(
                _("{text} is not a hand: write the ranks of its spades, hearts, diamonds and clubs with points between,"
                  " as in AK.T9..Q.").format(text=quoted(hand))
            )  # fmt: skip
        found[left_of(seat.upper(), i)] = tuple(
            Card(rank + SUITS[s]) for s, suit in enumerate(suits) for rank in sorted(suit, key=RANKS.index)
        )
    refuse_twice(card for cards in found.values() for card in cards)
    return found
