"""What the rule core makes of a hand, by the kinds of cards in it: a table in place of many questions.

To a trick that is begun, a card can be of five kinds: of the suit led above or below the card that is winning, a trump
above or below it, or neither. Which kinds a hand may play hangs only on the kinds that it holds. So the core is asked
once for each set of kinds, with a trick and a hand made for the purpose, and its answers are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from couillon.kernel import Layout, Why, layout
from couillon.rules import Rules

__all__ = ["KINDS", "Reading", "readings"]

#: The kinds of cards. When trumps are led they are the suit led, and no other trump is left.
KINDS = ("suit above", "suit below", "trump above", "trump below", "other")


@dataclass(frozen=True)
class Reading:
    """For a hand that holds some kinds of cards: the kinds that may be played, and the clauses that forbid something.

    Kinds are numbers, in the order of `KINDS`.
    """

    held: frozenset[int]
    legal: frozenset[int]
    bites: tuple[str, ...]


@lru_cache(maxsize=256)
def readings(rules: Rules, trumps_led: bool, partner_wins: bool) -> tuple[Reading, ...]:
    """Return the readings of every set of kinds that a hand can hold.

    >>> from couillon.rules import load
    >>> [r for r in readings(load(), False, False) if r.held == {1, 2, 4}]
    [Reading(held=frozenset({1, 2, 4}), legal=frozenset({1, 2}), bites=('follow-or-trump',))]
    """
    table = layout(rules, "S")
    found = []
    for number in range(1, 1 << len(KINDS)):
        held = frozenset(kind for kind in range(len(KINDS)) if number >> kind & 1)
        # A trump lies below the winning card only after a ruff, and after a ruff no card of the suit lies above it.
        if held & {2, 3} if trumps_led else {0, 3} <= held:
            continue
        found.append(_asked(table, held, trumps_led, partner_wins))
    return tuple(found)


def _asked(table: Layout, held: frozenset[int], trumps_led: bool, partner_wins: bool) -> Reading:
    """Ask the core about a hand with one card of each kind."""
    plain = sorted({group for group in table.group[1:] if group != table.trumps})
    led = table.trumps if trumps_led else plain[0]
    other = _split(plain[-1])
    suit, trumps = _split(led), _split(table.trumps)
    trick = [suit[len(suit) // 2]]
    if 3 in held:
        trick.append(trumps[len(trumps) // 2])
    if partner_wins:  # then the winning card is the last but one
        trick.append(other[0])
    cards = (suit[-1], suit[0], trumps[-1], trumps[0], other[-1])
    hand = sum(cards[kind] for kind in held)
    why: Why = []
    legal = table.legal(hand, trick, why)
    bites, left = [], hand
    for clause, after in why:
        if after != left:
            bites.append(clause)
        left = after
    return Reading(held, frozenset(kind for kind in held if cards[kind] & legal), tuple(bites))


def _split(bits: int) -> list[int]:
    """Return the single cards of a set, weakest first."""
    return [1 << at for at in range(bits.bit_length()) if bits >> at & 1]
