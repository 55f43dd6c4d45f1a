"""The deal as it is seen at the table: packet by packet, then what is done with the cards that are left."""

from __future__ import annotations

from dataclasses import dataclass

from couillon.cards import Card, left_of
from couillon.deal import Deal
from couillon.rules import Rules

__all__ = ["DealStep", "deal_steps"]


@dataclass(frozen=True)
class DealStep:
    """One thing that happens while the cards are dealt, and the clause that says so.

    ``what`` is ``packet`` (a seat gets cards), ``shown`` (the dealer shows one of the cards just dealt), ``named``
    (the deal stops, and eldest names the trump), ``stock`` (the cards that are left) or ``turned`` (its top card is
    turned). ``cards`` are those that the step is about, none where eldest names the trump.
    """

    what: str
    clause: str
    cards: tuple[Card, ...] = ()
    seat: str | None = None


def deal_steps(rules: Rules, deal: Deal) -> tuple[DealStep, ...]:
    """Return how a deal comes to lie on the table, step by step (`packets`, `shown-card`, `named-trump`, `turn-up`).

    >>> from couillon.deal import deal
    >>> from couillon.rules import load
    >>> steps = deal_steps(load(), deal(load(), 1))
    >>> [(step.what, step.seat, len(step.cards)) for step in steps][:2], [step.what for step in steps][-2:]
    ([('packet', 'W', 2), ('packet', 'N', 2)], ['stock', 'turned'])
    >>> steps = deal_steps(load("mit"), deal(load("mit"), 1))
    >>> [step.what for step in steps]
    ['packet', 'packet', 'packet', 'packet', 'named', 'packet', 'packet', 'packet', 'packet', 'stock']
    """
    steps: list[DealStep] = []
    dealt = 0
    for packet in rules.packets:
        before, dealt = dealt, dealt + packet
        for i in range(4):
            seat = left_of(deal.eldest, i)
            steps.append(DealStep("packet", "packets", deal.hand(seat)[before:dealt], seat))
        # The dealer comes last in every round, so the card that is shown was dealt just now.
        if before < rules.shown_card <= dealt:
            steps.append(DealStep("shown", "shown-card", (deal.hand(deal.dealer)[rules.shown_card - 1],), deal.dealer))
        if before < rules.named_after <= dealt:
            steps.append(DealStep("named", "named-trump", (), deal.eldest))
    if deal.stock:
        steps.append(DealStep("stock", "packets", deal.stock))
    if rules.trump == "turn-up":
        steps.append(DealStep("turned", "turn-up", deal.stock[:1]))
    return tuple(steps)
