"""What the core knows of the cards left of one suit: its runs, its top cards, and what they are like."""

from __future__ import annotations

from couillon.core.memory import (
    ALIKE,
    CASH,
    CHEAP,
    DEAL,
    DEAR,
    EACH,
    HANDS,
    HELD,
    MOST,
    OTHERS,
    OWNER,
    SHAPE,
    SHIFTS,
    SUITS,
    SURE,
    SURVEY,
    SURVEYS,
    TOP,
    TOPS,
    WORTH,
    memory,
)


def look(suit: int, left: int) -> int:
    """Return where it stands what is known of the cards left of a suit."""
    bits = left & memory[SUITS + suit]
    at = memory[SURVEYS + suit] + (bits >> memory[SHIFTS + suit]) * SURVEY
    if memory[at] != memory[DEAL]:
        memory[at] = memory[DEAL]
        survey_runs(bits, at)
        survey_shape(suit, bits, at)
        if suit == 3:
            survey_trumps(bits, at)
    return at


def survey_runs(bits: int, at: int) -> None:
    """Write the cards that stand for each run, and the top run."""
    each, dear, cheap = 0, 0, 0
    # The run that is being read: its seat, what its dearest, its cheapest and its last card count, and the first two.
    seat, high, low, before, high_bit, low_bit = -1, 0, 0, -1, 0, 0
    runs, top, tops, cash = 0, -1, 0, 0
    while bits:
        length = bits.bit_length()
        bit = 1 << length - 1
        bits ^= bit
        worth = memory[WORTH + length]
        if memory[OWNER + length] != seat:
            dear |= high_bit
            cheap |= low_bit
            seat = memory[OWNER + length]
            high, low, before, high_bit, low_bit = worth, worth, -1, bit, bit
            top = top if runs else seat
            runs += 1
        if worth != before:
            each |= bit
        before = worth
        if worth > high:
            high, high_bit = worth, bit
        # Of equal cards the lower is the cheaper.
        if worth <= low:
            low, low_bit = worth, bit
        if runs == 1:
            tops += 1
            cash += worth
    memory[at + EACH] = each
    memory[at + DEAR] = dear | high_bit
    memory[at + CHEAP] = cheap | low_bit
    memory[at + TOP] = top
    memory[at + TOPS] = tops
    memory[at + CASH] = cash


def survey_shape(suit: int, bits: int, at: int) -> None:
    """Write which cards stand for those left: of the cards dealt, from the top, the first ones that fit."""
    alike, shape = 0, 0
    dealt = memory[SUITS + suit] & (memory[HANDS] | memory[HANDS + 1] | memory[HANDS + 2] | memory[HANDS + 3])
    free = dealt
    while bits:
        length = bits.bit_length()
        bits ^= 1 << length - 1
        owner, worth = memory[OWNER + length], memory[WORTH + length]
        like = dealt.bit_length()
        while memory[OWNER + like] != owner or memory[WORTH + like] != worth:
            dealt ^= 1 << like - 1
            like = dealt.bit_length()
        dealt ^= 1 << like - 1
        alike |= 1 << like - 1
        like = free.bit_length()
        while memory[OWNER + like] != owner:
            free ^= 1 << like - 1
            like = free.bit_length()
        free ^= 1 << like - 1
        shape |= 1 << like - 1
    memory[at + ALIKE] = alike
    memory[at + SHAPE] = shape


def survey_trumps(bits: int, at: int) -> None:
    """Write what the top trumps of either team count, and which seat of the team with the highest has most of them."""
    sure0, sure1, one, other = 0, 0, 0, 0
    first = memory[OWNER + bits.bit_length()] & 1 if bits else 0
    while bits:
        length = bits.bit_length()
        bits ^= 1 << length - 1
        owner = memory[OWNER + length]
        if owner & 1 != first:
            break
        if first:
            sure1 += memory[WORTH + length]
        else:
            sure0 += memory[WORTH + length]
        if owner < 2:
            one += 1
        else:
            other += 1
    memory[at + SURE] = sure0
    memory[at + SURE + 1] = sure1
    memory[at + MOST] = first if one >= other else first + 2
    memory[at + HELD] = one if one >= other else other
    memory[at + OTHERS] = other if one >= other else one
