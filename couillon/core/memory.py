"""The memory of the core: one long row of whole numbers of 64 bits, and where in it what is kept.

A set of cards is its bits; what is kept for each card stands at the length of its bit, from 1 to 32.
"""

from __future__ import annotations

from typing import Final

#: The memory of the core where it runs as plain Python; elsewhere it is the host's.
memory: list[int] = []

# What is asked.
#: How many positions may still be looked into; below zero the search breaks off.
BUDGET: Final = 0
#: The number of the deal, from 1: it tells whose the entries of the tables are.
DEAL: Final = 1
#: So many buckets of the table of positions are used, less one: a power of two, less one.
BUCKETS: Final = 2
#: The four hands: N, E, S, W.
HANDS: Final = 3
#: The seat of each card.
OWNER: Final = 7
#: The cards left in hand, the leader, up to three cards on the table, the team, and what it needs.
LEFT: Final = 40
LEADER: Final = 41
TRICK: Final = 42
TEAM: Final = 45
NEED: Final = 46
#: What comes of it.
FOUND: Final = 47

# What all deals with one layout share.
SETTING: Final = 48
#: What each card counts.
WORTH: Final = 48
#: All cards that can take a trick to which this card is led: its suit and the trumps.
WIDE: Final = 81
#: Where the duties of those begin who follow this card.
FOLLOW: Final = 114
#: The cards that count nothing, one, two, three, four.
CLASSES: Final = 147
#: The suits, the trumps last; the number of the lowest bit of each; where what is known of each begins.
SUITS: Final = 152
SHIFTS: Final = 156
SURVEYS: Final = 160
#: For each suit led, each best card so far, and whether that is the partner's: pairs of a set of cards and of those
#: that may be played by who holds one of that set, in the order in which they are asked; after a zero any may.
DUTIES: Final = 164
#: So many cells for one best card, its partner's trick or not; so many for one suit led.
DUTY: Final = 12
LED: Final = 33 * 2 * DUTY
SETTING_END: Final = DUTIES + 4 * LED

# What is known of the cards left of one suit, by these cards; the first cell holds the number of the deal.
SURVEYED: Final = 3400
#: Of each run a card for every number of points; the dearest and the cheapest card of each.
EACH: Final = 1
DEAR: Final = 2
CHEAP: Final = 3
#: The cards that stand for all that are alike but for their place in the pack, and for all alike but for their points.
ALIKE: Final = 4
SHAPE: Final = 5
#: Of a plain suit: who holds the top cards, how many they are, and what they count.
TOP: Final = 6
TOPS: Final = 7
CASH: Final = 8
#: Of the trumps: what the top ones count that are North's and South's, and those that are East's and West's; the seat
#: with most of them, how many, and its partner's.
SURE: Final = 6
MOST: Final = 8
HELD: Final = 9
OTHERS: Final = 10
SURVEY: Final = 11
#: So many trumps there are at most: eight of a suit, and the queens of the others.
MOST_TRUMPS: Final = 11

# What is known of positions.
TABLE: Final = SURVEYED + (3 * 2**8 + 2**MOST_TRUMPS) * SURVEY
#: A bucket has entries of two cells: the shape of the position, and its cards with what is known of it.
ENTRY: Final = 2
BUCKET: Final = 4 * ENTRY
#: So many buckets there are at most, as a power of two.
MOST_BUCKETS: Final = 17


def cells(buckets: int) -> int:
    """Return how long a memory with so many buckets, as a power of two, is.

    >>> cells(MOST_BUCKETS) * 8 // 2**20
    8
    """
    return TABLE + (BUCKET << buckets)
