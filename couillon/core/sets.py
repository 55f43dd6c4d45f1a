"""Sets of cards in the core: what they count, the cheapest and the dearest card, and what may be played of them."""

from __future__ import annotations

from couillon.core.memory import CLASSES, memory


def count(bits: int) -> int:
    """Return what a set of cards counts."""
    return (
        (bits & memory[CLASSES + 1]).bit_count()
        + 2 * (bits & memory[CLASSES + 2]).bit_count()
        + 3 * (bits & memory[CLASSES + 3]).bit_count()
        + 4 * (bits & memory[CLASSES + 4]).bit_count()
    )


def cheapest(bits: int) -> int:
    """Return the card that counts least, of these the lowest."""
    at = CLASSES
    while not bits & memory[at]:
        at += 1
    bits &= memory[at]
    return bits & -bits


def dearest(bits: int) -> int:
    """Return the card that counts most, of these the lowest."""
    at = CLASSES + 4
    while not bits & memory[at]:
        at -= 1
    bits &= memory[at]
    return bits & -bits


def legal(hand: int, duty: int) -> int:
    """Return the cards of a hand that may be played, by the duties that stand from a place on."""
    while memory[duty]:
        if hand & memory[duty]:
            return hand & memory[duty + 1]
        duty += 2
    return hand
