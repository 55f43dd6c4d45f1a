"""The core of the search: how many card points a team can still take when every hand is seen.

Whole tricks are the steps of the search; between tricks a table remembers bounds. Which cards may be played, which of
them wins and what it counts was asked of the rule core before (`couillon.core.setting`). A few facts keep it small;
none of them knows a rule of play:

* Cards of one suit in one hand with no card of another hand between them are a *run*: each takes what another of them
  takes, so only their points tell them apart. Of equal points one is tried. Once it is settled which team takes the
  trick, the dearest card of a run is the best to give to one's own side and the cheapest to the other: swapped in
  the rest of the play, the other choice never comes to more.
* The highest trump takes its trick whatever is led, so the top trumps of a team are its own for sure.
* Who alone still has trumps, or leads when there are none, can cash the top cards of the plain suits.
* Positions that are the same but for what some cards count are worth nearly the same (`couillon.core.known`).

It is written in the few words that `couillon.core.translate` makes WebAssembly of, and runs as plain Python as well.
"""

from __future__ import annotations

from couillon.core.known import BOUND, FIRST, KNOWN, LEAD, LEADER_BITS, POINTS, POSITION_BITS, UPPER, keep, recall
from couillon.core.memory import (
    ALIKE,
    BUDGET,
    CASH,
    CHEAP,
    DEAL,
    DEAR,
    DUTY,
    EACH,
    FOLLOW,
    FOUND,
    HANDS,
    HELD,
    LEADER,
    LEFT,
    MOST,
    NEED,
    OTHERS,
    OWNER,
    SHAPE,
    SUITS,
    SURE,
    TEAM,
    TOP,
    TOPS,
    TRICK,
    WIDE,
    WORTH,
    memory,
)
from couillon.core.sets import cheapest, count, dearest, legal
from couillon.core.suits import look

#: More than any cards count.
MANY = 1000


def reach() -> None:
    """Find a bound on what a team takes of the cards left and those on the table; -1 is a search broken off.

    A bound of ``need`` or more is what the team takes at least, a smaller one the most that it can take.
    """
    left, leader, x1, x2, x3 = memory[LEFT], memory[LEADER], memory[TRICK], memory[TRICK + 1], memory[TRICK + 2]
    need, total = memory[NEED], count(left | x1 | x2 | x3)
    theirs = (leader ^ memory[TEAM]) & 1
    found = begin(left, leader, x1, x2, x3, total - need + 1 if theirs else need, total)
    memory[FOUND] = -1 if memory[BUDGET] < 0 else total - found if theirs else found


def begin(left: int, leader: int, x1: int, x2: int, x3: int, need: int, total: int) -> int:
    """Return the bound for the leader's team, with no to three cards on the table."""
    if need <= 0:
        return 0
    if need > total:
        return total
    if not x1:
        return seek(left, leader, need, total)
    known = left | x1 | x2 | x3
    a, b, c, t = look(0, known), look(1, known), look(2, known), look(3, known)
    each = memory[a + EACH] | memory[b + EACH] | memory[c + EACH] | memory[t + EACH]
    dear = memory[a + DEAR] | memory[b + DEAR] | memory[c + DEAR] | memory[t + DEAR]
    cheap = memory[a + CHEAP] | memory[b + CHEAP] | memory[c + CHEAP] | memory[t + CHEAP]
    if not x2:
        return second(left, leader, need, total, each, dear, cheap, x1)
    wide = memory[WIDE + x1.bit_length()]
    best = x2 if x2 & wide and x2 > x1 else x1
    if not x3:
        return third(left, leader, need, total, each, dear, cheap, x1, x2, best)
    best = x3 if x3 & wide and x3 > best else best
    return fourth(left, leader, need, total, dear, cheap, x1, x2, best, count(x1 | x2 | x3))


def seek(left: int, leader: int, need: int, total: int) -> int:
    """Return the bound for the leader's team before a trick; ``need`` is from 1 to ``total``, all that is left."""
    if memory[BUDGET] < 0:
        return 0
    team = leader & 1
    h0 = memory[HANDS + leader] & left
    if not h0 & (h0 - 1):
        best = left & memory[WIDE + h0.bit_length()]
        return 0 if (memory[OWNER + best.bit_length()] ^ team) & 1 else total
    t = look(3, left)
    least, most = memory[t + SURE + team], total - memory[t + SURE + 1 - team]
    if least >= need:
        return least
    if most < need:
        return most
    a, b, c = look(0, left), look(1, left), look(2, left)
    key = memory[a + SHAPE] | memory[b + SHAPE] | memory[c + SHAPE] | memory[t + SHAPE]
    key = memory[DEAL] << POSITION_BITS | key << LEADER_BITS | leader
    cards = memory[a + ALIKE] | memory[b + ALIKE] | memory[c + ALIKE] | memory[t + ALIKE]
    known = recall(key, cards, need, total)
    least, most, first = known & BOUND, known >> UPPER & BOUND, known & LEAD
    if least >= need:
        return least
    if most < need:
        return most
    h1, h2, h3 = (
        memory[HANDS + (leader + 1 & 3)] & left,
        memory[HANDS + (leader ^ 2)] & left,
        memory[HANDS + (leader + 3 & 3)] & left,
    )
    if not known & KNOWN:
        bound = top_trumps(t, leader, h0, h1, h2, h3, total)
        if (memory[t + MOST] ^ team) & 1:
            most = total - bound if total - bound < most else most
        else:
            least = bound if bound > least else least
        if not left & memory[SUITS + 3] & ~h0 and least < need:
            bound = cashed(a, b, c, t, leader, h0, total)
            least = bound if bound > least else least
        if least >= need or most < need:
            keep(key, cards, least | most << UPPER | first | total << POINTS)
            return least if least >= need else most
    memory[BUDGET] -= 1
    each = memory[a + EACH] | memory[b + EACH] | memory[c + EACH] | memory[t + EACH]
    dear = memory[a + DEAR] | memory[b + DEAR] | memory[c + DEAR] | memory[t + DEAR]
    cheap = memory[a + CHEAP] | memory[b + CHEAP] | memory[c + CHEAP] | memory[t + CHEAP]
    # Tried first: what comes next time as it came the last time, what nobody beats, then the cheap.
    high, low, again = 0, 0, 0
    rest, against = h0 & each, h1 | h3
    while rest:
        x1 = rest & -rest
        rest ^= x1
        if (left & x1 - 1).bit_count() + 1 << FIRST == first:
            again = x1
        elif against & memory[WIDE + x1.bit_length()] > x1:
            low |= x1
        elif x1 & dear:
            high |= x1
    best = -1
    while again | high | low:
        if again:
            x1 = again
            again = 0
        elif high:
            x1 = dearest(high)
            high ^= x1
        else:
            x1 = cheapest(low)
            low ^= x1
        value = second(left ^ x1, leader, need, total, each, dear, cheap, x1)
        if memory[BUDGET] < 0:
            return 0
        if value > best:
            best = value
            if value >= need:
                first = (left & x1 - 1).bit_count() + 1 << FIRST
                keep(key, cards, (value if value > least else least) | most << UPPER | first | total << POINTS)
                return value
    keep(key, cards, least | (best if best < most else most) << UPPER | first | total << POINTS)
    return best


def top_trumps(t: int, leader: int, h0: int, h1: int, h2: int, h3: int, total: int) -> int:
    """Return what the team with the highest trump takes at least."""
    who, tops, size = memory[t + MOST], memory[t + HELD], h0.bit_count()
    if tops >= size:
        return total
    bound = memory[t + SURE + (who & 1)]
    # To the first of them every other hand that has none of them gives a card; few cards count something for sure.
    if tops and size <= 4:
        others = memory[t + OTHERS]
        if who != leader and (not others or who != leader ^ 2):
            bound += memory[WORTH + cheapest(h0).bit_length()]
        if who != leader + 1 & 3 and (not others or who != leader + 3 & 3):
            bound += memory[WORTH + cheapest(h1).bit_length()]
        if who != leader ^ 2 and (not others or who != leader):
            bound += memory[WORTH + cheapest(h2).bit_length()]
        if who != leader + 3 & 3 and (not others or who != leader + 1 & 3):
            bound += memory[WORTH + cheapest(h3).bit_length()]
    return bound


def cashed(a: int, b: int, c: int, t: int, leader: int, h0: int, total: int) -> int:
    """Return what a leader takes at least when nobody else has trumps: his trumps and the top cards of every suit."""
    tops, bound = (h0 & memory[SUITS + 3]).bit_count(), memory[t + SURE + (leader & 1)]
    if memory[a + TOP] == leader:
        tops += memory[a + TOPS]
        bound += memory[a + CASH]
    if memory[b + TOP] == leader:
        tops += memory[b + TOPS]
        bound += memory[b + CASH]
    if memory[c + TOP] == leader:
        tops += memory[c + TOPS]
        bound += memory[c + CASH]
    return total if tops >= h0.bit_count() else bound


def second(left: int, leader: int, need: int, total: int, each: int, dear: int, cheap: int, x1: int) -> int:
    """Return the bound for the leader's team when one card lies on the table."""
    h1, h2, h3 = (
        memory[HANDS + (leader + 1 & 3)] & left,
        memory[HANDS + (leader ^ 2)] & left,
        memory[HANDS + (leader + 3 & 3)] & left,
    )
    length = x1.bit_length()
    above = memory[WIDE + length] & -x1
    duty = memory[FOLLOW + length] + length * 2 * DUTY
    may = legal(h1, duty)
    takes = may & above & (each if h2 & above else dear)
    gives = may & ~above & (each if h3 & above else cheap)
    least = MANY
    while takes | gives:
        if takes:
            x2 = takes & -takes
            takes ^= x2
            value = third(left ^ x2, leader, need, total, each, dear, cheap, x1, x2, x2)
        else:
            x2 = cheapest(gives)
            gives ^= x2
            value = third(left ^ x2, leader, need, total, each, dear, cheap, x1, x2, x1)
        if value < least:
            least = value
            if value < need:
                return value
    return least


def third(
    left: int, leader: int, need: int, total: int, each: int, dear: int, cheap: int, x1: int, x2: int, best: int
) -> int:
    """Return the bound for the leader's team when two cards lie on the table, one of them the best so far."""
    h2, h3 = memory[HANDS + (leader ^ 2)] & left, memory[HANDS + (leader + 3 & 3)] & left
    length = x1.bit_length()
    above = memory[WIDE + length] & -best
    duty = memory[FOLLOW + length] + best.bit_length() * 2 * DUTY
    beaten = h3 & above
    may = legal(h2, duty + DUTY if best == x1 else duty)
    takes = may & above & (each if beaten else dear)
    gives = may & ~above & (cheap if best != x1 else each if beaten else dear)
    worth = memory[WORTH + length] + memory[WORTH + x2.bit_length()]
    most = -1
    while takes | gives:
        if best == x1 and gives and (not takes or not beaten or takes < beaten):
            # To one's own side the dear first.
            x3 = dearest(gives)
        elif takes:
            x3 = dearest(takes) if best == x1 else takes & -takes
        else:
            x3 = cheapest(gives)
        gain = worth + memory[WORTH + x3.bit_length()]
        if x3 & takes:
            takes ^= x3
            value = fourth(left ^ x3, leader, need, total, dear, cheap, x1, x2, x3, gain)
        else:
            gives ^= x3
            value = fourth(left ^ x3, leader, need, total, dear, cheap, x1, x2, best, gain)
        if value > most:
            most = value
            if value >= need:
                return value
    return most


def fourth(
    left: int, leader: int, need: int, total: int, dear: int, cheap: int, x1: int, x2: int, best: int, worth: int
) -> int:
    """Return the bound for the leader's team when one card is to come; those on the table count ``worth``."""
    h3 = memory[HANDS + (leader + 3 & 3)] & left
    length = x1.bit_length()
    above = memory[WIDE + length] & -best
    duty = memory[FOLLOW + length] + best.bit_length() * 2 * DUTY
    may = legal(h3, duty + DUTY if best == x2 else duty)
    takes, gives = may & above & dear, may & ~above & (dear if best == x2 else cheap)
    least = MANY
    while takes | gives:
        if best == x2 and gives:
            x4 = dearest(gives)
        elif takes:
            x4 = dearest(takes)
        else:
            x4 = cheapest(gives)
        gain = worth + memory[WORTH + x4.bit_length()]
        rest = total - gain
        if x4 & takes:
            takes ^= x4
            seat = leader + 3 & 3
        else:
            gives ^= x4
            seat = memory[OWNER + best.bit_length()]
        if (seat ^ leader) & 1:
            value = rest - seek(left ^ x4, seat, rest - need + 1, rest) if rest >= need else rest
        elif gain >= need:
            value = gain
        else:
            value = gain + seek(left ^ x4, seat, need - gain, rest)
        if value < least:
            least = value
            if value < need:
                return value
    return least
