"""The binary format of WebAssembly, as far as the translation uses it: numbers, sections, instructions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = ["Op", "counted", "number", "section", "signed", "text"]

HEAD: Final = b"\0asm\1\0\0\0"
TYPE, FUNCTION, MEMORY, EXPORT, CODE = (bytes([i]) for i in (1, 3, 5, 7, 10))
I32, I64, EMPTY = b"\x7f", b"\x7e", b"\x40"
BLOCK, LOOP, IF, ELSE, END = b"\x02", b"\x03", b"\x04", b"\x05", b"\x0b"


class Op:
    """Instructions; of whole numbers of 64 bits where it is not said."""

    UNREACHABLE: Final = b"\x00"
    BRANCH: Final = b"\x0c"
    BRANCH_IF: Final = b"\x0d"
    RETURN: Final = b"\x0f"
    CALL: Final = b"\x10"
    DROP: Final = b"\x1a"
    LOCAL_GET: Final = b"\x20"
    LOCAL_SET: Final = b"\x21"
    LOAD: Final = b"\x29"
    STORE: Final = b"\x37"
    I32_CONST: Final = b"\x41"
    CONST: Final = b"\x42"
    #: Whether a condition of 32 bits is 0, which turns it round.
    NOT: Final = b"\x45"
    ZERO: Final = b"\x50"
    EQ: Final = b"\x51"
    NE: Final = b"\x52"
    LT: Final = b"\x53"
    GT: Final = b"\x55"
    LE: Final = b"\x57"
    GE: Final = b"\x59"
    I32_SHL: Final = b"\x74"
    CLZ: Final = b"\x79"
    POPCNT: Final = b"\x7b"
    ADD: Final = b"\x7c"
    SUB: Final = b"\x7d"
    MUL: Final = b"\x7e"
    AND: Final = b"\x83"
    OR: Final = b"\x84"
    XOR: Final = b"\x85"
    SHL: Final = b"\x86"
    SHR: Final = b"\x87"
    WRAP: Final = b"\xa7"


def number(value: int) -> bytes:
    """Return a number that is not negative, seven bits a byte.

    >>> number(624485).hex()
    'e58e26'
    """
    out = []
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def signed(value: int) -> bytes:
    """Return any number, seven bits a byte, with its sign.

    >>> signed(-123456).hex(), signed(64).hex(), signed(-1).hex()
    ('c0bb78', 'c000', '7f')
    """
    out = []
    while not -64 <= value < 64:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value & 127])


def counted(parts: Iterable[bytes]) -> bytes:
    """Return parts after their count."""
    found = list(parts)
    return number(len(found)) + b"".join(found)


def text(name: str) -> bytes:
    """Return a name after its length."""
    data = name.encode()
    return number(len(data)) + data


def section(kind: bytes, parts: Iterable[bytes]) -> bytes:
    """Return a section of a module.

    >>> section(TYPE, [b"ab"]).hex()
    '0103016162'
    """
    data = counted(parts)
    return kind + number(len(data)) + data
