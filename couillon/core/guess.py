"""The card that looks best at first sight, without any search."""

from __future__ import annotations

from couillon.core.memory import (
    CHEAP,
    CLASSES,
    DEAR,
    DUTY,
    EACH,
    FOLLOW,
    FOUND,
    HANDS,
    LEADER,
    LEFT,
    TRICK,
    WIDE,
    WORTH,
    memory,
)
from couillon.core.sets import cheapest, dearest, legal
from couillon.core.suits import look


def promise() -> None:
    """Find the card that the player to play would try first; what is found is the length of its bit."""
    left, leader, x1, x2, x3 = memory[LEFT], memory[LEADER], memory[TRICK], memory[TRICK + 1], memory[TRICK + 2]
    if not x1:
        found = lead(left, leader)
    else:
        wide = memory[WIDE + x1.bit_length()]
        best = x2 if x2 & wide and x2 > x1 else x1
        best = x3 if x3 & wide and x3 > best else best
        hand = memory[HANDS + (leader + (3 if x3 else 2 if x2 else 1) & 3)] & left
        partner = x2 if x3 else x1 if x2 else 0
        found = follow(hand, left | x1 | x2 | x3, x1, best, 1 if best == partner else 0, x3)
    memory[FOUND] = found.bit_length()


def lead(left: int, leader: int) -> int:
    """Return the dearest card that nobody beats, else the cheapest."""
    hand = memory[HANDS + leader] & left
    against = left & (memory[HANDS + (leader + 1 & 3)] | memory[HANDS + (leader + 3 & 3)])
    rest, high = hand, 0
    while rest:
        bit = rest & -rest
        rest ^= bit
        if against & memory[WIDE + bit.bit_length()] < bit:
            high |= bit
    return dearest(high) if high else cheapest(hand)


def follow(hand: int, known: int, x1: int, best: int, ours: int, last: int) -> int:
    """Return the dearest card for a trick that is the partner's, else one that takes it, else the cheapest."""
    a, b, c, t = look(0, known), look(1, known), look(2, known), look(3, known)
    taking = memory[a + EACH] | memory[b + EACH] | memory[c + EACH] | memory[t + EACH]
    giving = taking
    if last:
        taking = memory[a + DEAR] | memory[b + DEAR] | memory[c + DEAR] | memory[t + DEAR]
        giving = taking if ours else memory[a + CHEAP] | memory[b + CHEAP] | memory[c + CHEAP] | memory[t + CHEAP]
    length = x1.bit_length()
    above = memory[WIDE + length] & -best
    duty = memory[FOLLOW + length] + (best.bit_length() * 2 + ours) * DUTY
    takes, gives = legal(hand & taking, duty) & above, legal(hand & giving, duty) & ~above
    if ours and gives:
        # Of cards that count the same, the highest.
        worth = memory[WORTH + dearest(gives).bit_length()]
        return 1 << (gives & memory[CLASSES + worth]).bit_length() - 1
    if takes:
        return dearest(takes) if ours or last else takes & -takes
    return cheapest(gives)
