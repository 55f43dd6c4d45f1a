"""Deals as a person types them: four hands on one line, or some cards of some hands, and chance deals the rest."""

from __future__ import annotations

from typing import Final

from couillon.cards import SEATS, SUITS, Card, left_of, pack, parse_cards, quoted, refuse_twice
from couillon.deal import Deal, DealError, check_deal, parse_pbn, shuffled
from couillon.messages import _, ngettext, seat_name
from couillon.rules import Rules

__all__ = ["typed_deal", "write_typed"]

#: More than four hands and a stock with every card need.
_LONGEST: Final = 400
_STOCK: Final = "stock"
_SIGNS: Final = str.maketrans("♠♥♦♣♤♡♢♧", SUITS * 2)


def typed_deal(rules: Rules, text: str, seed: int = 1, dealer: str = "S") -> Deal:
    """Return the deal that a text tells; cards that it leaves open are dealt from the seed.

    The text is a seat, a colon and cards, with semicolons before the next seat; ``eldest`` and ``dealer`` are seats,
    and ``stock`` the cards that are not dealt, the top one first. Or it is four hands as bridge players write them,
    where a hyphen leaves a hand open. Raises `DealError` or `CardError` with one sentence.

    >>> from couillon.rules import load
    >>> deal = typed_deal(load(), "S: AS 10h; stock: KD", seed=3)
    >>> deal.hand("S")[:2], deal.stock[0], len(deal.hand("W"))
    (('AS', 'TH'), 'KD', 4)
    >>> typed_deal(load(), "N:AK.T.9. - - -", seed=3).hand("N")
    ('AS', 'KS', 'TH', '9D')
    >>> typed_deal(load(), "S: AS KS QS JS TS")
    Traceback (most recent call last):
    couillon.deal.DealError: South gets 4 cards in this game, and here are 5.
    """
    if len(text) > _LONGEST:
        raise DealError(_("That is too long for a deal: write at most {n} characters.").format(n=_LONGEST))
    places: dict[str, tuple[Card, ...]] = {}
    for part in text.translate(_SIGNS).replace("\n", ";").split(";"):
        if part.strip():
            _add(places, part.strip(), dealer)
    if not places:
        raise DealError(_("Type a seat, a colon and cards, as in S: AS KH QD JC."))
    refuse_twice(card for cards in places.values() for card in cards)
    _refuse_too_many(rules, places)
    used = {card for cards in places.values() for card in cards}
    rest = [card for card in shuffled(seed, pack(rules.pack)) if card not in used]
    hands = {}
    for seat in SEATS:
        given = places.get(seat, ())
        lack = rules.hand - len(given)
        hands[seat], rest = (*given, *rest[:lack]), rest[lack:]
    return check_deal(rules, dealer, hands, (*places.get(_STOCK, ()), *rest))


def _add(places: dict[str, tuple[Card, ...]], part: str, dealer: str) -> None:
    """Take over one part of the text: the cards of a place, or four hands on one line."""
    head, colon, rest = part.partition(":")
    if not colon:
        raise DealError(
            _("{text} says not whose cards they are: write a seat and a colon before them, as in S: AS KH.").format(
                text=quoted(part)
            )
        )
    place = _place(head.strip(), dealer)
    if place != _STOCK and ("." in rest or "-" in rest.split()):
        hands = parse_pbn(f"{place}:" + " ".join("..." if hand == "-" else hand for hand in rest.split()))
        found = {seat: cards for seat, cards in hands.items() if cards}
    else:
        found = {place: parse_cards(rest)}
    for seat, cards in found.items():
        if seat in places:
            raise DealError(_("{place} is there twice: write all its cards together.").format(place=_name(seat)))
        places[seat] = cards


def _place(word: str, dealer: str) -> str:
    roles = {"dealer": dealer, "eldest": left_of(dealer), _STOCK: _STOCK, _("stock"): _STOCK}
    names = {seat_name(seat).lower(): seat for seat in SEATS}
    found = {**roles, **names, **{seat.lower(): seat for seat in SEATS}}.get(word.lower())
    if found is None:
        raise DealError(
            _("{text} is not a seat: write N, E, S, W, eldest, dealer or stock before the colon.").format(
                text=quoted(word)
            )
        )
    return found


def _name(place: str) -> str:
    return _("The stock") if place == _STOCK else seat_name(place)


def _refuse_too_many(rules: Rules, places: dict[str, tuple[Card, ...]]) -> None:
    for place, cards in places.items():
        most = rules.stock if place == _STOCK else rules.hand
        if len(cards) > most:
            text = ngettext(
                "{place} gets {most} card in this game, and here are {n}.",
                "{place} gets {most} cards in this game, and here are {n}.",
                most,
            )
            raise DealError(text.format(place=_name(place), most=most, n=len(cards)))


def write_typed(deal: Deal) -> str:
    """Return a deal as `typed_deal` reads it, the cards of each hand in the order dealt.

    >>> from couillon.deal import deal
    >>> from couillon.rules import load
    >>> write_typed(deal(load(), 1))
    'N: KH JC QD TC; E: TH AD QC 9D; S: AC JD AS KS; W: 9C QS AH TS; stock: KD 9H QH JH 9S TD KC JS'
    """
    parts = [f"{seat}: {' '.join(deal.hand(seat))}" for seat in SEATS]
    return "; ".join([*parts, *([f"{_STOCK}: {' '.join(deal.stock)}"] if deal.stock else [])])
