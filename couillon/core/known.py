"""What the core remembers of positions: bounds on what the leader's team takes, and the best lead.

The key of a position is its shape: the deal, the leader, and whose the cards left are, suit by suit from the top. Of
positions of one shape that differ in what their cards count one tells about the other: the same play of all four
brings as much more or less as the cards count more or less, so the bounds move by no more than that.
"""

from __future__ import annotations

from couillon.core.memory import BUCKET, BUCKETS, ENTRY, TABLE, WORTH, memory

#: A key holds the deal above the cards and the leader.
LEADER_BITS = 2
POSITION_BITS = 34
POSITION = (1 << POSITION_BITS) - 1
#: Spreads positions over the table: odd, and of 29 bits, so that its product with a position has 63.
SPREAD = 0x1B873593
SPREAD_SHIFT = 34
#: What is known is one number: the two bounds, the number of the best lead among the cards left from 1 on, whether it
#: is known of these very cards, and what the cards left count; in the table the cards stand above it.
BOUND = 255
UPPER = 8
FIRST = 16
LEAD = 63 << FIRST
KNOWN = 1 << 22
POINTS = 24
POINT = 63
CARDS = 30


def place(key: int) -> int:
    """Return where the bucket of a position begins."""
    spread = ((key & POSITION) * SPREAD >> SPREAD_SHIFT) ^ (key >> POSITION_BITS)
    return TABLE + (spread & memory[BUCKETS]) * BUCKET


def recall(key: int, cards: int, need: int, total: int) -> int:
    """Return what is known of a position, also from positions of the same shape."""
    least, most, first, known = 0, total, 0, 0
    at = place(key)
    last = at + BUCKET
    while at < last:
        if memory[at] == key:
            found = memory[at + 1]
            other = found >> CARDS
            low, high = found & BOUND, found >> UPPER & BOUND
            if other == cards:
                known = KNOWN
                first = found & LEAD
                least = low if low > least else least
                most = high if high < most else most
            else:
                if not first:
                    first = found & LEAD
                # What all cards together count more is a part of the gap, and often too much already.
                over = total - (found >> POINTS & POINT)
                if low >= need and low + over >= need:
                    low -= gap(other, cards)
                    least = low if low > least else least
                elif high < need and high + over < need:
                    high += gap(cards, other)
                    most = high if high < most else most
        at += ENTRY
    return known | first | most << UPPER | least


def gap(cards: int, others: int) -> int:
    """Return how much more cards count than others of the same shape, added up where they do."""
    more = 0
    while cards:
        over = memory[WORTH + (cards & -cards).bit_length()] - memory[WORTH + (others & -others).bit_length()]
        if over > 0:
            more += over
        cards &= cards - 1
        others &= others - 1
    return more


def keep(key: int, cards: int, known: int) -> None:
    """Write what is known of a position; what was written longest ago makes room."""
    start = place(key)
    at, last = start, start + BUCKET - ENTRY
    while at < last and (memory[at] != key or memory[at + 1] >> CARDS != cards):
        at += ENTRY
    while at > start:
        memory[at] = memory[at - ENTRY]
        memory[at + 1] = memory[at - ENTRY + 1]
        at -= ENTRY
    memory[at] = key
    memory[at + 1] = cards << CARDS | known
