"""What all deals with one layout share in a search: what the cards count, and the moves of hands looked at before."""

from __future__ import annotations

from functools import lru_cache

from couillon.cards import POINTS
from couillon.kernel import Layout

__all__ = ["MANY", "Deck", "Move", "deck"]

#: A card, what it counts, and the card that is winning the trick once it is played.
Move = tuple[int, int, int]
Moves = dict[int, tuple[Move, ...]]
#: Moves of so many hands are remembered at most.
_MOST_MOVES = 60_000
#: More than any cards count.
MANY = 1000


class Deck:
    """What all deals with one layout share: what each card counts, the suits, and the moves known so far.

    ``worth`` is what each bit counts: its points, or one for every card (then a trick counts four).
    """

    def __init__(self, table: Layout, tricks: bool = False) -> None:
        self.table = table
        self.worth = {table.bit[card]: 1 if tricks else POINTS[card.rank] for card in table.cards}
        plain = dict.fromkeys(table.group[bit.bit_length()] for bit in self.worth)
        plain.pop(table.trumps)
        first, second, third = plain
        self.suits = (first, second, third, table.trumps)
        self.low: dict[int, int] = {}
        self._moves: tuple[tuple[Moves, ...], ...] = tuple(tuple({} for _way in range(5)) for _suit in self.suits)
        #: For each card: its suit with the trumps, then the moves for the second, third and fourth player after it.
        self.led: dict[int, tuple[int, Moves, Moves, Moves, Moves, Moves]] = {}
        for bit in self.worth:
            group = table.group[bit.bit_length()]
            after = self._moves[self.suits.index(group)]
            self.led[bit] = (group | table.trumps, after[0], after[1], after[2], after[3], after[4])

    def count(self, bits: int) -> int:
        """Return what a set of cards counts."""
        total = 0
        while bits:
            total += self.worth[bits & -bits]
            bits &= bits - 1
        return total

    def lowest(self, hand: int) -> int:
        """Return the least that a card of a hand counts."""
        least, left = MANY, hand
        while left:
            least = min(least, self.worth[left & -left])
            left &= left - 1
        self.low[hand] = least
        return least

    def trim(self) -> None:
        """Forget the moves when there are very many."""
        if len(self.low) > _MOST_MOVES:
            self.low.clear()
        for ways in self._moves:
            for moves in ways:
                if len(moves) > _MOST_MOVES:
                    moves.clear()

    def order(
        self, beating: int, failing: int, trick: tuple[int, ...], best: int, partner: bool, last: bool
    ) -> tuple[Move, ...]:
        """Return the moves of a hand, the most promising first.

        ``beating`` is the hand from which cards that take the trick are tried, ``failing`` that for the others;
        ``partner`` says whose card is winning so far.
        """
        wide, worth, legal = self.led[trick[0]][0], self.worth, self.table.legal
        takes: list[int] = []
        gives: list[int] = []
        for hand, found, taking in ((beating, takes, True), (failing, gives, False)):
            may = legal(hand, trick)
            while may:
                bit = may & -may
                may ^= bit
                if (bit > best and bit & wide != 0) == taking:
                    found.append(bit)
        gives.sort(key=lambda bit: (worth[bit], bit))
        if partner or last:
            takes.sort(key=lambda bit: (-worth[bit], bit))
        if partner:
            gives.reverse()
        moves = [(bit, worth[bit], bit) for bit in takes]
        others = [(bit, worth[bit], best) for bit in gives]
        return tuple(others + moves if partner else moves + others)


@lru_cache(maxsize=32)
def deck(table: Layout, tricks: bool = False) -> Deck:
    """Return the deck of a layout; made once for each."""
    return Deck(table, tricks)
