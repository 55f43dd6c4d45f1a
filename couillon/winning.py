"""Who wins a trick and why: the card, the clauses, and a sentence for every card that does not (`trick`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from couillon.cards import Card
from couillon.kernel import layout, trump_order
from couillon.making import axis_clause
from couillon.messages import _, card_name, suit_name
from couillon.rules import Rules

__all__ = ["Win", "who_wins", "why_not"]


@dataclass(frozen=True)
class Win:
    """The card that wins a trick, or is winning it so far: its index, why in sentences, and the clauses."""

    index: int
    why: tuple[str, ...]
    clauses: tuple[str, ...]


def who_wins(rules: Rules, trump: str, trick: Sequence[Card], *, mit: bool = False) -> Win:
    """Return which card of a trick of one to four cards is the best, and why (`trick`, `queens`, `mit`).

    >>> from couillon.cards import parse_cards
    >>> from couillon.rules import load
    >>> win = who_wins(load(), "H", parse_cards("TS KS 9H AS"))
    >>> win.index, win.why
    (2, ('The nine of hearts is the only trump, and a trump beats every card of another suit.',))
    >>> who_wins(load("konter-a-matt"), "H", parse_cards("KH QS JH AD")).why[1]
    'The queen of spades is always a trump here, just below the ace of hearts.'
    """
    table = layout(rules, trump, mit)
    bits = [table.bit[card] for card in trick]
    index = table.winner(bits)
    name, trumps = card_name(trick[index]), [bit for bit in bits if bit & table.trumps]
    if len(trick) == 1:
        what = _("The {card} was led: whoever wants the trick must beat it.")
    elif bits[0] & table.trumps:
        what = _("Trumps were led, so the highest trump wins: the {card}.")
    elif len(trumps) == 1:
        what = _("The {card} is the only trump, and a trump beats every card of another suit.")
    elif trumps:
        what = _("The {card} is the highest trump.")
    else:
        what = _("There is no trump in it, so the highest card of the suit led wins: the {card}.")
    why, clauses = [what.format(card=name)], ["trick"]
    for card in trick:
        told = _special(rules, trump, card, mit)
        if told:
            why.append(told[0])
            clauses += [told[1]] if told[1] not in clauses else []
    return Win(index, tuple(why), tuple(clauses))


def _special(rules: Rules, trump: str, card: Card, mit: bool) -> tuple[str, str] | None:
    """Say why a special trump is one, and by which clause."""
    declared = mit and card == "QS"
    if not declared and card not in rules.queens:
        return None
    order = trump_order(rules, trump, mit)
    above = card_name(order[order.index(card) - 1])
    if declared:
        what = _("The {card} was declared, so she is a trump, just below the {above}.")
    else:
        what = _("The {card} is always a trump here, just below the {above}.")
    return what.format(card=card_name(card), above=above), (
        axis_clause(rules, "mit") or "mit"
    ) if declared else "queens"


def why_not(rules: Rules, trump: str, trick: Sequence[Card], index: int, *, mit: bool = False) -> str:
    """Return why the card with an index does not win a trick; raises `ValueError` for the card that does.

    >>> from couillon.cards import parse_cards
    >>> from couillon.rules import load
    >>> why_not(load(), "H", parse_cards("TS KS 9H AS"), 3)
    'Not the ace of spades: the nine of hearts is a trump.'
    """
    table = layout(rules, trump, mit)
    bits = [table.bit[card] for card in trick]
    best = table.winner(bits)
    if best == index:
        raise ValueError("This card does win the trick.")
    mine, winner, led = bits[index], bits[best], table.group[bits[0].bit_length()]
    if mine & table.trumps:
        what = _("Not the {card}: the {best} is a higher trump.")
    elif mine & led:
        what = _("Not the {card}: the {best} is a trump.") if winner & table.trumps else _(
            "Not the {card}: the {best} is higher."
        )  # fmt: skip
    elif led == table.trumps:
        what = _("Not the {card}: trumps were led, and it is no trump.")
    else:
        what = _("Not the {card}: it is no trump, and {suit} were led.")
    return what.format(card=card_name(trick[index]), best=card_name(trick[best]), suit=suit_name(trick[0].suit))
