"""What one seat may see when it is its turn, and what it chooses: a view holds no hidden card at all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from couillon.cards import PARTNER, Card, pack
from couillon.game import State, Trick, legal_actions
from couillon.messages import _
from couillon.rules import Rules

__all__ = ["Choice", "View", "view"]


@dataclass(frozen=True)
class View:
    """What one seat may see when it is its turn.

    ``hand`` is what it has picked up so far: a player who names a trump has seen the first cards only. ``open_cards``
    are stock cards that lie face up, or the card that the dealer has shown. ``actions`` are the tokens it may choose;
    where chance picks a card (``turn``), the card is not told.
    """

    rules: Rules
    seat: str
    dealer: str
    hand: tuple[Card, ...]
    actions: tuple[str, ...]
    open_cards: tuple[Card, ...]
    proposed: Card | None
    question: str | None
    trump: str | None
    maker: str | None
    declarer: str | None
    kontra: bool
    raises: int
    tricks: tuple[Trick, ...]
    trick: Trick | None
    re: bool = False
    matt: str | None = None
    konter: str | None = None
    asked: tuple[str, ...] = ()
    turned: Card | None = None

    @property
    def partner(self) -> str:
        """The seat opposite."""
        return PARTNER[self.seat]

    @cached_property
    def played(self) -> tuple[Card, ...]:
        """Every card that was played in this deal, in order."""
        on_table = self.trick.cards if self.trick else ()
        return (*(card for trick in self.tricks for card in trick.cards), *on_table)

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that may be anywhere: not held, not played, not face up in the stock."""
        known = {*self.hand, *self.played, *(self.open_cards if self.rules.trump == "turn-up" else ())}
        return tuple(card for card in pack(self.rules.pack) if card not in known)

    def size(self, seat: str) -> int:
        """Return how many cards a seat still holds, which everybody can count."""
        on_table = self.trick is not None and any(self.trick.seat_of(i) == seat for i in range(len(self.trick.cards)))
        return self.rules.hand - len(self.tricks) - on_table


@dataclass(frozen=True)
class Choice:
    """What a bot does, and one sentence that says why."""

    action: str
    why: str


def view(state: State) -> View:
    """Return what the seat to act may see; raises `ValueError` when the deal is over.

    >>> from couillon.deal import deal
    >>> from couillon.game import start
    >>> from couillon.rules import load
    >>> v = view(start(load("troeven"), deal(load("troeven"), 1)))
    >>> v.seat, v.hand, v.actions
    ('W', ('8S', 'QH', 'KD', '7C'), ('trump S', 'trump H', 'trump D', 'trump C'))
    """
    seat = state.to_act
    if seat is None:
        raise ValueError(_("The deal is over: nobody has anything to choose."))
    hand = state.hand(seat)
    if state.question == "name":
        hand = hand[: state.rules.named_after]
    open_cards: tuple[Card, ...] = ()
    if state.rules.trump == "turn-up":
        open_cards = state.deal.stock[: state.upto + 1]
        if state.trump and not state.maker and state.rules.all_pass == "bottom":
            open_cards += state.deal.stock[-1:]
    elif state.proposed:
        open_cards = (state.proposed,)
    elif state.maker and "turn" in state.actions:
        open_cards = (state.deal.hand(state.deal.dealer)[-1],)
    return View(
        rules=state.rules,
        seat=seat,
        dealer=state.deal.dealer,
        hand=hand,
        actions=tuple(dict.fromkeys("turn" if a.startswith("turn") else a for a in legal_actions(state))),
        open_cards=open_cards,
        proposed=state.proposed,
        question=state.question,
        trump=state.trump,
        maker=state.maker,
        declarer=state.declarer,
        kontra=state.kontra,
        raises=state.raises,
        tricks=state.tricks,
        trick=state.trick,
        re=state.re,
        matt=state.matt,
        konter=state.konter,
        asked=state.asked,
        turned=state.turned,
    )
