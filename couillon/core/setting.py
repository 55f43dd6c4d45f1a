"""What the core has to know of a layout: asked of the rule core, set by set, and written as numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from couillon.cards import POINTS
from couillon.core import memory as at
from couillon.kernel import Layout

__all__ = ["duties", "setting"]

#: What a card can count: none to four points.
_WORTHS: Final = 5


@lru_cache(maxsize=32)
def setting(table: Layout, tricks: bool = False) -> tuple[int, ...]:
    """Return the numbers that all deals with one layout share, for the memory from `SETTING` on.

    Cards count their points, or with ``tricks`` one each: then a trick counts four.
    """
    found = [0] * at.SETTING_END
    groups = list(dict.fromkeys(group for group in table.group if group not in (0, table.trumps)))
    surveys = at.SURVEYED
    for suit, cards in enumerate((*groups, table.trumps)):
        low = (cards & -cards).bit_length() - 1
        found[at.SUITS + suit], found[at.SHIFTS + suit], found[at.SURVEYS + suit] = cards, low, surveys
        surveys += ((cards >> low) + 1) * at.SURVEY
        led = at.DUTIES + suit * at.LED
        for bit in _each(cards):
            length = bit.bit_length()
            worth = 1 if tricks else POINTS[table.cards[length - 1].rank]
            found[at.WORTH + length], found[at.WIDE + length] = worth, cards | table.trumps
            found[at.FOLLOW + length] = led
            found[at.CLASSES + worth] |= bit
        for best in _each(cards | table.trumps):
            for partner in (False, True):
                start = led + (best.bit_length() * 2 + partner) * at.DUTY
                flat = [number for pair in duties(table, cards, best, partner) for number in pair]
                found[start : start + len(flat)] = flat
    assert surveys <= at.TABLE
    return tuple(found[at.SETTING :])


def duties(table: Layout, led: int, best: int, partner: bool) -> tuple[tuple[int, int], ...]:
    """Return the duties of who follows when a suit was led and a card is the best so far, the partner's or not.

    Each is a set of cards with those that may be played by who holds one of the set; who holds none of it comes to
    the next, and who comes to the end may play any card. The rule core is asked about whole sets of cards, from all
    cards on.

    >>> from couillon.kernel import layout
    >>> from couillon.rules import load
    >>> l = layout(load("ardennes"), "H")
    >>> spades = l.group[l.bit["AS"].bit_length()]
    >>> for cards, may in duties(l, spades, l.bit["TH"], partner=False):
    ...     print(*l.unpack(cards), "->", *l.unpack(may))
    AS KS QS JS TS 9S -> AS KS QS JS TS 9S
    AH KH QH JH TH -> AH KH QH JH TH
    9H -> 9H
    """
    trick = [best] if best & led else [led & -led, best]
    pack = (1 << len(table.cards)) - 1
    if partner:
        # A card of a third suit never wins.
        trick.append(pack & ~(led | table.trumps))
        trick[-1] &= -trick[-1]
    found, hand = [], pack
    while (may := table.legal(hand, trick)) != hand:
        # Who holds a card of the suit that binds must play one of these; one that is merely allowed binds nobody.
        suits = (may & group for group in dict.fromkeys(table.group))
        binding = sum(cards for cards in suits if table.legal(hand & ~may | cards, trick) == cards)
        assert binding
        found.append((binding, may))
        hand ^= binding
    return tuple(found)


def _each(bits: int) -> Iterator[int]:
    while bits:
        yield bits & -bits
        bits &= bits - 1
