"""The trick on the table: its cards with their seats, who wins it, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterable

from couillon.cards import Card
from couillon.messages import _, capital, card_name, listed, ngettext, rank_name, seat_name
from couillon_widgets.parts import card_picture, empty_place
from couillon_widgets.positions import Position

__all__ = ["table_cards", "trick_sentences", "worth_told"]


def seat_label(position: Position, index: int) -> str:
    """Return who played the card with this index in the trick: the first seat led.

    >>> from couillon_widgets.positions import parse_position
    >>> [seat_label(parse_position("belgian", "H", "TS KS", "QS"), i) for i in range(4)]
    ['North led', 'East', 'You', 'West']
    """
    seat = position.seats[index]
    if seat == "S":
        return _("You led") if not position.trick else _("You")
    return _("{seat} led").format(seat=seat_name(seat)) if index == 0 else seat_name(seat)


def table_cards(position: Position, played: str | None = None, nation: str = "en") -> list[str]:
    """Return the HTML of the trick so far, and of the place that waits for the player's card."""
    cards, best = position.on_table(played), position.best(played)
    out = []
    for index, card in enumerate(cards):
        tags = [seat_label(position, index)]
        if index == best and len(cards) > 1:
            worth = position.worth(played)
            tags.append(_("takes {n}").format(n=worth) if len(cards) == 4 else _("best so far"))
        out.append(card_picture(card, nation=nation, trump=position.is_trump(card), winner=len(tags) > 1, tags=tags))
    if played is None:
        out.append(empty_place(_("You")))
    return out


def trick_sentences(position: Position, played: str) -> list[str]:
    """Say what becomes of the trick when a card is played to it: who wins it, and what it is worth.

    >>> from couillon_widgets.positions import parse_position
    >>> trick_sentences(parse_position("belgian", "H", "TS KS 9H", "QS JH 9D"), "JH")
    ['You take the trick. It is worth 4: king 3 and jack 1.']
    """
    cards, best = position.on_table(played), position.best(played)
    assert best is not None
    if len(cards) < 4:
        if len(cards) == 1:
            return []
        if position.seats[best] == "S":
            return [_("It is the best card so far.")]
        return [capital(_("the {card} is still the best card so far.").format(card=card_name(cards[best])))]
    seat = position.seats[best]
    winner = _("You take the trick.") if seat == "S" else _("{seat} takes the trick.").format(seat=seat_name(seat))
    if seat == "N":
        winner = _("Your partner, North, takes the trick.")
    return [f"{winner} {worth_told(cards)}"]


def worth_told(cards: Iterable[str]) -> str:
    """Say what a trick is worth, and which cards make it so.

    >>> worth_told(["TS", "KS", "9H", "JS"])
    'It is worth 4: king 3 and jack 1.'
    """
    counted = [Card(card) for card in cards if Card(card).points]
    if not counted:
        return _("It is worth nothing: no card in it counts.")
    parts = [_("{rank} {points}").format(rank=rank_name(card.rank), points=card.points) for card in counted]
    total = sum(card.points for card in counted)
    return ngettext("It is worth {n} point: {parts}.", "It is worth {n}: {parts}.", total).format(
        n=total, parts=listed(parts)
    )
