"""The club player: how strong a hand is, and what each card would win, lose and leave behind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from couillon.cards import SUITS, Card, points, team_of
from couillon.kernel import Layout, layout, trump_order
from couillon.messages import _, suit_name
from couillon.view import Choice, View

__all__ = [
    "ACCEPT",
    "DECLARE",
    "DOUBLE",
    "Weight",
    "announced",
    "answered",
    "balance",
    "strength_of",
    "weigh",
    "weighed",
]


def strength_of(seen: View, trump: str, *, mit: bool = False) -> float:
    """Return how strong a hand is with a trump, in card points it may win; the middle is about what it may lose.

    >>> from couillon.deal import deal
    >>> from couillon.game import start
    >>> from couillon.rules import load
    >>> from couillon.view import view
    >>> v = view(start(load(), deal(load(), 1)))
    >>> v.hand, round(strength_of(v, "S"), 1), round(strength_of(v, "D"), 1)
    (('9C', 'QS', 'AH', 'TS'), 4.2, 0.9)
    """
    order = trump_order(seen.rules, trump, mit)
    trumps = [card for card in seen.hand if card in order]
    worth = sum(2.1 - 1.5 * order.index(card) / len(order) for card in trumps) + 0.35 * max(0, len(trumps) - 1)
    for suit in SUITS:
        held = [card for card in seen.hand if card.suit == suit and card not in order]
        if suit == trump:
            continue
        ranks = {card.rank for card in held}
        worth += 0.9 * ("A" in ranks) + 0.35 * ("K" in ranks) * (0.5 + 0.5 * ("A" in ranks))
        worth += 0.25 if not held and trumps else 0.0
    return worth * 4 / max(1, len(seen.hand))


#: From which strength on a hand accepts, declares Mit or announces, doubles; found by playing many deals.
ACCEPT: Final = 3.2
DECLARE: Final = 2.8
DOUBLE: Final = 5.0


def answered(seen: View, club: bool, random: Random) -> Choice:
    """Answer what is asked outside of play."""
    if seen.question == "name":
        return _named(seen, club)
    if seen.question == "accept":
        assert seen.proposed is not None
        suit = seen.proposed.suit
        name = suit_name(suit)
        trumps = sum(card in trump_order(seen.rules, suit) for card in seen.hand)
        good = strength_of(seen, suit) >= ACCEPT if club else 2 * trumps >= len(seen.hand)
        if good:
            return Choice("accept", _("The hand is strong enough with {suit} as trumps.").format(suit=name))
        return Choice("pass", _("The hand is too weak with {suit} as trumps.").format(suit=name))
    assert seen.trump is not None
    strength = strength_of(seen, seen.trump, mit=seen.question == "mit" or seen.declarer is not None)
    if seen.question == "mit":
        if strength >= DECLARE:
            return Choice("mit", _("The queen of spades makes a good hand better still."))
        return Choice("pass", _("The hand is too weak to play for more."))
    if strength >= DOUBLE + seen.raises and (club or random.random() < 0.5):
        return Choice(seen.question or "pass", _("The hand is strong enough to play for more."))
    return Choice("pass", _("The hand is too weak to play for more."))


def _named(seen: View, club: bool) -> Choice:
    def long(suit: str) -> tuple[float, float]:
        trumps = [card for card in seen.hand if card in trump_order(seen.rules, suit)]
        return (strength_of(seen, suit), 0) if club else (len(trumps), points(trumps))

    suit = max(SUITS, key=long)
    if "turn" in seen.actions and club and strength_of(seen, suit) < ACCEPT - 1.2:
        return Choice("turn", _("No suit is worth naming, so chance may do better."))
    return Choice(f"trump {suit}", _("Of the cards seen so far, {suit} are the best trumps.").format(
        suit=suit_name(suit)))  # fmt: skip


def announced(seen: View) -> Choice | None:
    """Return what a player declares before the first card, if anything (`mit`, `announce`)."""
    assert seen.trump is not None
    words = [action for action in seen.actions if action in ("mit", "matt", "konter")]
    if not words or strength_of(seen, seen.trump, mit="mit" in words) < DECLARE:
        return None
    if words[0] == "mit":
        return Choice("mit", _("The queen of spades makes a good hand better still."))
    return Choice(words[0], _("The hand is strong, so it pays to play for more."))


@dataclass(frozen=True)
class Weight:
    """What playing a card would come to: how likely the team takes the trick, and the balance of it all."""

    card: Card
    takes: bool
    sure: float
    worth: float


def balance(seen: View, card: Card) -> float:
    """Return what a card is worth to a club player, in card points: what it may win less what it gives up."""
    return weigh(seen, card).worth


def weighed(seen: View, cards: tuple[Card, ...]) -> Choice:
    """Return the card that a club player plays, and why."""
    outlook = _Outlook(seen)
    weights = [outlook.weigh(card) for card in cards]
    best = max(weights, key=lambda weight: weight.worth)
    return Choice(best.card, _reason(seen, best, weights))


def weigh(seen: View, card: Card) -> Weight:
    """Return what playing a card would come to, as far as the seat can know.

    >>> from couillon.deal import deal
    >>> from couillon.game import apply, start
    >>> from couillon.rules import load
    >>> from couillon.view import view
    >>> seen = view(apply(start(load(), deal(load(), 5)), "accept"))
    >>> max((weigh(seen, card).worth, card) for card in seen.hand)[1] == weighed(seen, seen.hand).action
    True
    """
    return _Outlook(seen).weigh(card)


#: What cards are worth keeping for: a trump, its points, each trump above it; the best of a plain suit, points of a
#: plain card, the last one of a plain suit. Found by playing many deals.
_KEEP: tuple[float, float, float, float, float, float] = (8.9, 1.8, 0.5, 3.6, 0.8, 1.0)


class _Outlook:
    """What a seat knows that is the same for each of its cards.

    Nobody's hand is known: each unseen card is as likely in one hand as in another, and in the stock.
    """

    def __init__(self, seen: View) -> None:
        assert seen.trump is not None
        assert seen.trick is not None
        self.seen, self.trick = seen, seen.trick
        self.table = layout(seen.rules, seen.trump, seen.declarer is not None)
        self.hand, self.unseen, self.count = self.table.bits(seen.hand), self.table.bits(seen.unseen), len(seen.unseen)
        # What a card still to come is worth on average.
        self.average = points(seen.unseen) / self.count if self.count else 0.0

    def weigh(self, card: Card) -> Weight:
        table, trick = self.table, self.trick
        cards = (*trick.cards, card)
        best = table.winner([table.bit[c] for c in cards])
        ours = team_of(trick.seat_of(best)) == team_of(self.seen.seat)
        sure = self._chance(cards, best, ours)
        stake = points(cards) + self.average * (4 - len(cards))
        gain = stake * (2 * sure - 1)
        return Weight(card, best == len(trick.cards), sure, gain - self._keep(card))

    def _chance(self, cards: tuple[Card, ...], best: int, ours: bool) -> float:
        """Return how likely the team takes the trick with these cards in it."""
        chance, table = 1.0 if ours else 0.0, self.table
        if len(cards) == 4 or not self.unseen:
            return chance
        winner = table.bit[cards[best]]
        suit = table.group[table.bit[cards[0]].bit_length()]
        above, trumps = self.unseen & -(winner << 1), table.trumps & ~suit
        higher = 0 if winner & trumps else (above & suit).bit_count()
        ruffs, follow = (above & trumps).bit_count(), (self.unseen & suit).bit_count()
        for at in range(len(cards), 4):
            seat = self.trick.seat_of(at)
            held = self.seen.size(seat)
            over, ruff, void = (1 - (1 - n / self.count) ** held for n in (higher, ruffs, follow))
            # Who must follow can ruff only when void; who may ruff at will does not always want to.
            ruff *= 1 - void if table.strict else 0.8
            beats = 1 - (1 - over) * (1 - ruff)
            if seat == self.seen.partner:
                chance += (1 - chance) * beats * 0.9
            else:
                chance *= 1 - beats
        return chance

    def _keep(self, card: Card) -> float:
        """Return what a card would still be worth in the hand later on."""
        table, bit = self.table, self.table.bit[card]
        higher = self.unseen & -(bit << 1)
        low, honour, over, master, point, short = _KEEP
        if bit & table.trumps:
            return low + card.points * honour - over * min(higher.bit_count(), 5)
        suit = table.group[bit.bit_length()]
        above = higher & suit
        # The last card of a plain suit is gladly played while trumps are there to ruff with.
        held, ruffs = (self.hand & suit).bit_count(), self.hand & table.trumps
        return card.points * point + (0.0 if above else master) - (short if held == 1 and ruffs and above else 0.0)


def _reason(seen: View, best: Weight, weights: list[Weight]) -> str:
    """Say in a sentence what speaks for a card."""
    assert seen.trump is not None
    assert seen.trick is not None
    table = layout(seen.rules, seen.trump, seen.declarer is not None)
    trick, trump = seen.trick, table.is_trump(best.card)
    if not trick.cards:
        return _lead_reason(seen, best, table, trump)
    takers = [weight for weight in weights if weight.takes]
    last = len(trick.cards) == 3
    best_seat = trick.seat_of(table.winner([table.bit[card] for card in trick.cards]))
    tests: tuple[tuple[Callable[[], bool], str], ...] = (
        (lambda: best.takes and last and len(takers) > 1, _("It takes the trick and leaves the better cards.")),
        (lambda: best.takes and last, _("It takes the trick.")),
        (lambda: best.takes and best.sure > 0.95, _("Nothing that is left can beat it.")),
        (lambda: best.takes, _("It is the best card so far and may well hold.")),
        (
            lambda: best_seat == seen.partner and best.sure > 0.5 and best.card.points > 0,
            _("The partner takes this trick, so points may go on it."),
        ),
        (lambda: best_seat == seen.partner and best.sure > 0.5, _("The partner takes this trick already.")),
        (
            lambda: not best.takes and best.sure > 0.5 and best.card.points > 0,
            _("The partner may well take this trick, so points may go on it."),
        ),
        (lambda: not takers and best.card.points == 0, _("It cannot take this trick, and it gives nothing away.")),
        (lambda: not takers, _("It cannot take this trick, and it gives as little away as may be.")),
    )
    for test, sentence in tests:
        if test():
            return sentence
    return _("This trick is not worth a better card.")


def _lead_reason(seen: View, best: Weight, table: Layout, trump: bool) -> str:
    if best.sure > 0.95:
        return _("Nothing that is left can beat it.")
    if trump:
        return _("It draws trumps from the others.")
    suit = table.group[table.bit[best.card].bit_length()]
    if not any(table.bit[c] & suit and table.bit[c] > table.bit[best.card] for c in seen.unseen):
        return _("It is the highest card left of its suit: only a trump beats it.")
    if best.card.points == 0:
        return _("It gives nothing away if it loses.")
    return _("It gives little away if it loses.")
