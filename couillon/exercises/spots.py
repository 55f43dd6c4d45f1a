"""Spots: moments of real deals, dealt and played by chance within the rules, seen by the player whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from couillon.cards import SUITS, Card, left_of, pack
from couillon.deal import deal_from
from couillon.exercises.model import Dice, Scene
from couillon.exercises.switches import Facts
from couillon.kernel import Layout, Why, layout
from couillon.rules import Rules

__all__ = ["Played", "Spot", "deals", "legal_cards", "spots", "winner_index"]

#: In how many deals a spot is looked for.
MOST_DEALS = 600


@dataclass(frozen=True)
class Spot:
    """A player's turn in a real deal: the trick so far, the hand, and the finished tricks, each with its winner.

    The player is South, so the seats are named from there.
    """

    rules: Rules
    trump: str
    mit: bool
    trick: tuple[Card, ...]
    hand: tuple[Card, ...]

    @property
    def facts(self) -> Facts:
        """What the answer depends on."""
        return Facts(self.rules, self.mit)

    @property
    def leader(self) -> str:
        """The seat that led."""
        return left_of("S", 4 - len(self.trick))

    def legal(self, facts: Facts | None = None) -> frozenset[Card]:
        """Return the cards that may be played, under these or other facts."""
        facts = facts or self.facts
        return legal_cards(facts.rules, self.trump, facts.mit, self.hand, self.trick)

    def scene(self, marked: Card | None = None) -> Scene:
        """Return the spot as a scene."""
        order = pack(self.rules.pack).index
        hand = tuple(sorted(self.hand, key=order))
        return Scene(self.trump, self.mit, self.leader, self.trick, hand, marked)


def legal_cards(
    rules: Rules, trump: str, mit: bool, hand: tuple[Card, ...], trick: tuple[Card, ...]
) -> frozenset[Card]:
    """Return the cards of a hand that may be played to a trick."""
    table = layout(rules, trump, mit)
    legal = table.legal(table.bits(hand), [table.bit[card] for card in trick])
    return frozenset(card for card in hand if table.bit[card] & legal)


def winner_index(rules: Rules, trump: str, mit: bool, trick: tuple[Card, ...]) -> int:
    """Return which card of a trick wins it."""
    table = layout(rules, trump, mit)
    return table.winner([table.bit[card] for card in trick])


@dataclass(frozen=True)
class Played:
    """A deal that was played out by chance: its trump, whether Mit was declared, its tricks and its turns.

    A trick has the places (0 to 3) of leader and winner around its cards. A turn has, before a card is played, the
    trick and the hand as bits of a layout, whether Mit was declared by then, and the duties that applied.
    """

    rules: Rules
    trump: str
    mit: bool
    turns: tuple[tuple[tuple[int, ...], int, bool, Why], ...]
    tricks: tuple[tuple[int, tuple[Card, ...], int], ...]

    def spot(self, turn: tuple[tuple[int, ...], int, bool, Why]) -> Spot:
        """Return a turn as a spot."""
        trick, hand, mit, _why = turn
        table = layout(self.rules, self.trump, mit)
        cards = tuple(table.cards[bit.bit_length() - 1] for bit in trick)
        return Spot(self.rules, self.trump, mit, cards, tuple(table.unpack(hand)))


def deals(rules: Rules, dice: Dice) -> Iterator[Played]:
    """Yield some hundred deals, each played by chance within the rules; the dice decide everything."""
    for _number in range(MOST_DEALS):
        yield _play(rules, dice)


def _play(rules: Rules, dice: Dice) -> Played:
    deal = deal_from(rules, dice.shuffled(pack(rules.pack)), "S")
    proposed = deal.proposed(rules)
    trump = proposed.suit if proposed else dice.pick(SUITS)
    dealt = [deal.hand(seat) for seat in "WNES"]
    wish = rules.mit != "none" and dice.draw() < 0.6 and any("QS" in hand for hand in dealt)
    mit = wish and rules.mit == "before-lead"
    table = layout(rules, trump, mit)
    hands = [table.bits(hand) for hand in dealt]
    leader, turns, tricks = 0, [], []
    for number in range(rules.hand):
        trick: list[int] = []
        for step in range(leader, leader + 4):
            seat = step % 4
            if wish and not mit and not number and "QS" in dealt[seat]:
                trick, hands, table = _declare(rules, trump, table, trick, hands)
                mit = True
            why: Why = []
            bits = table.legal(hands[seat], trick, why)
            turns.append((tuple(trick), hands[seat], mit, why))
            card = _any_bit(bits, dice)
            hands[seat] ^= card
            trick.append(card)
        won = (leader + table.winner(trick)) % 4
        tricks.append((leader, tuple(table.cards[bit.bit_length() - 1] for bit in trick), won))
        leader = won
    return Played(rules, trump, mit, tuple(turns), tuple(tricks))


def _declare(
    rules: Rules, trump: str, before: Layout, trick: list[int], hands: list[int]
) -> tuple[list[int], list[int], Layout]:
    """Give the cards the bits that they have once Mit is declared."""
    after = layout(rules, trump, True)
    cards = [after.bit[before.cards[bit.bit_length() - 1]] for bit in trick]
    return cards, [after.bits(before.unpack(hand)) for hand in hands], after


def _any_bit(bits: int, dice: Dice) -> int:
    for _skip in range(dice.below(bits.bit_count())):
        bits &= bits - 1
    return bits & -bits


def spots(rules: Rules, dice: Dice, clause: str | None = None) -> Iterator[Spot]:
    """Yield spots of many deals, those only in which a clause applied if one is given; the search ends at last."""
    for deal in deals(rules, dice):
        for turn in dice.shuffled(deal.turns):
            if turn[1].bit_count() > 1 and (clause is None or any(clause == id for id, _left in turn[3])):
                yield deal.spot(turn)
