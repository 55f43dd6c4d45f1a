"""Random bits and shuffled packs that a key gives again for ever, on every machine and in every version of Python.

They come from a hash function (SHAKE-128) of the key, so that what belongs to one key can be made before or after, or
somewhere else than, what belongs to another.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from hashlib import shake_128
from itertools import count
from random import Random

__all__ = ["fractions", "shuffles", "stream"]

#: The low five bits of each byte.
_LOW = bytes(byte & 31 for byte in range(256))


def _bytes(key: str, size: int) -> bytes:
    return shake_128(f"couillon {key}".encode()).digest(size)


def stream(key: str) -> Callable[[int], int]:
    """Return a function that gives so many random bits as a whole number, others at each call.

    >>> draw = stream("3")
    >>> draw(4), draw(12), stream("3")(4)
    (7, 3053, 7)
    """
    calls = count()

    def draw(bits: int) -> int:
        size = (bits + 7) // 8
        return int.from_bytes(_bytes(f"{key} {next(calls)}", size), "little") >> (8 * size - bits)

    return draw


def fractions(key: str) -> Callable[[], float]:
    """Return a function that gives random numbers from 0 up to, but without, 1.

    >>> round(fractions("3")(), 3)
    0.844
    """
    return Random(int.from_bytes(_bytes(f"{key} fractions", 16), "little")).random


def shuffles(size: int, packs: int, key: str) -> bytes:
    """Return for each of many shuffled packs the place at which each card lies, a byte a card.

    Each place draws 25 random bits, and the cards take the places in their order. In one pack of 100,000 two places
    draw the same and keep their order, which no figure can show.

    >>> list(shuffles(24, 1, "1"))[:6], sorted(shuffles(24, 1, "1")) == list(range(24))
    ([2, 19, 10, 18, 16, 20], True)
    """
    cards = size * packs
    # A lane of 32 bits for each place: two empty bits, 25 random ones, and the place in five.
    mask = int.from_bytes(b"\xe0\xff\xff\x3f" * cards, "little")
    places = int.from_bytes(b"".join(bytes((place, 0, 0, 0)) for place in range(size)) * packs, "little")
    drawn = int.from_bytes(_bytes(f"{key} packs", 4 * cards), "little") & mask | places
    lanes, order = _words(drawn.to_bytes(4 * cards, "little")).tolist(), array("I")
    for at in range(0, cards, size):
        lane = lanes[at : at + size]
        lane.sort()
        order.extend(lane)
    return _words(order.tobytes()).tobytes()[::4].translate(_LOW)


def _words(lanes: bytes) -> array[int]:
    """Read words of 32 bits, lowest byte first, or write them so."""
    words = array("I", lanes)
    if sys.byteorder == "big":
        words.byteswap()
    return words
