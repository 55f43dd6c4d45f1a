"""The king, the queen and the jack, one bust each, drawn in the colour of their suit.

A bust has its head at 0, 0 and is about 200 wide; the deck scales it and cuts it off. The three differ in silhouette
before they differ in detail: the king is square and spiked, the queen round and bell-shaped, the jack slanted.
"""

from __future__ import annotations

from typing import Final

__all__ = ["COURTS", "FACE", "INK", "dots", "fill"]

FACE: Final = "var(--cl-face,#fffdf7)"
INK: Final = "var(--cl-ink,#1b2126)"
BRASS: Final = "var(--cl-brass,#e3a72f)"
LEAF: Final = "var(--cl-leaf,#5f8f6a)"
SUIT: Final = "currentColor"
BARE: Final = 'stroke="none"'


def fill(colour: str, path: str, more: str = "") -> str:
    """Return a filled path.

    >>> fill("red", "M0 0H9z")
    '<path fill="red" d="M0 0H9z"/>'
    """
    return f'<path fill="{colour}" d="{path}"{" " + more if more else ""}/>'


def dots(colour: str, radius: float, *centres: tuple[float, float], more: str = "") -> str:
    """Return equal discs.

    >>> dots("red", 2, (0, 1))
    '<circle fill="red" cx="0" cy="1" r="2"/>'
    """
    tail = " " + more if more else ""
    return "".join(f'<circle fill="{colour}" cx="{x}" cy="{y}" r="{radius}"{tail}/>' for x, y in centres)


def _line(path: str, width: float = 3, colour: str = INK) -> str:
    return f'<path fill="none" stroke="{colour}" stroke-width="{width}" d="{path}"/>'


def _tint(path: str) -> str:
    """Paper with a breath of the suit's colour."""
    return fill(FACE, path) + fill(SUIT, path, 'fill-opacity=".2"')


def _eyes(left: str = "M-13-1", right: str = "M3-1") -> str:
    return fill(INK, f"{left}q5-6 10 0-5 4-10 0z{right}q5-6 10 0-5 4-10 0z", BARE)


_ROBE = "M-160 170V110Q-124 52-60 44H60Q124 52 160 110V170z"
_KING = "".join(
    (
        fill(SUIT, _ROBE),
        fill(BRASS, "M-18 60H18V170H-18z"),
        _line("M-18 84H18M-18 104H18M-18 124H18"),
        # the ermine collar
        fill(FACE, "M-46 36H46L74 62Q58 84 30 84L0 70-30 84Q-58 84-74 62z"),
        fill(INK, "M-52 54l4 12-8 0zM-34 62l4 12-8 0zM52 54l4 12-8 0zM34 62l4 12-8 0z", BARE),
        # hair, face, forked beard, moustache
        _tint("M-33-22H33L38 26Q40 42 26 44H-26Q-40 42-38 26z"),
        fill(FACE, "M-20-22H20V28H-20z"),
        _tint("M-27 6C-34 44-24 68-10 80L0 66 10 80C24 68 34 44 27 6L19 16H-19z"),
        _line("M-13 34q0 18 5 28M13 34q0 18-5 28M0 34v24", 2.4),
        fill(FACE, "M0 13Q-16 6-27 22-12 28 0 20 12 28 27 22 16 6 0 13z"),
        _eyes(),
        _line("M-15-9h11M15-9h-11M0-4v11h-3", 2.6),
        fill(SUIT, "M-6 26h12v4h-12z", BARE),
        # the spiked crown
        fill(BRASS, "M-36-18L-47-66-22-44 0-76 22-44 47-66 36-18z"),
        fill(SUIT, "M-37-31H37L35-16H-35z"),
        dots(BRASS, 4.5, (-20, -23.5), (0, -23.5), (20, -23.5), more=BARE),
        dots(FACE, 6.5, (-47, -68), (0, -79), (47, -68)),
    )
)
_SCEPTRE = "".join(
    (
        _line("M72-34V170", 11),
        _line("M72-34V170", 5, BRASS),
        fill(BRASS, "M72-76l14 18-9 17h-10l-9-17z"),
        fill(FACE, "M58 56q0-8 8-8h12q8 0 8 8v12q0 8-8 8h-12q-8 0-8-8z"),
        _line("M60 62h13", 2.4),
    )
)
_COLLAR = (
    "M0 42c10-6 18-4 22 1 8-4 18 0 19 7 9 1 12 11 6 17 2 8-8 13-15 9-5 6-15 6-19 0-4 6-9 6-13 0h0c-4 6-9 6-13 0"
    "-4 6-14 6-19 0-7 4-17-1-15-9-6-6-3-16 6-17 1-7 11-11 19-7 4-5 12-7 22-1z"
)
_QUEEN = "".join(
    (
        # the bell of hair
        fill(BRASS, "M0-46C-44-46-50-8-50 14-50 44-66 58-62 82H62C66 58 50 44 50 14 50-8 44-46 0-46z"),
        _line("M-38 6q-2 34-12 62M38 6q2 34 12 62", 2.4),
        # the gown and its lacing
        fill(SUIT, "M-160 170V130C-130 84-72 66-34 62H34C72 66 130 84 160 130V170z"),
        _tint("M-32 62H32L8 170H-8z"),
        _line("M-24 80l44 12M24 80l-44 12M-19 98l34 10M19 98l-34 10M-14 116l24 8M14 116l-24 8", 2.2),
        fill(FACE, "M-10 22H10V50H-10z"),
        fill(FACE, _COLLAR),
        _line("M0 50v20M-16 50l-6 18M16 50l6 18M-29 54l-9 10M29 54l9 10", 2.2),
        # face, fringe, eyes, mouth
        fill(FACE, "M0-28C15-28 22-14 22 2 22 20 10 33 0 33-10 33-22 20-22 2-22-14-15-28 0-28z"),
        fill(BRASS, "M0-32C-8-16-22-14-25 8-36-14-26-42 0-42 26-42 36-14 25 8 22-14 8-16 0-32z"),
        _eyes(),
        _line("M-15-8q6-4 11-1M15-8q-6-4-11-1M0-1l3 10h-4", 2.4),
        fill(SUIT, "M-8 19q4-4 8-1 4-3 8 1-8 8-16 0z", BARE),
        # the round crown
        fill(
            SUIT,
            "M-30-36C-38-50-30-60-20-54-18-66-6-74 0-74 6-74 18-66 20-54 30-60 38-50 30-36Q0-48-30-36z",
        ),
        dots(FACE, 5, (-18, -47), (0, -52), (18, -47), more=BARE),
    )
)
_FLOWER = "".join(
    (
        _line("M64 170Q72 70 66 24", 9),
        _line("M64 170Q72 70 66 24", 4, LEAF),
        fill(LEAF, "M69 82Q81 76 82 58 71 64 69 82z"),
        fill(
            SUIT,
            "M66-10a11 11 0 0 1 19 8 11 11 0 0 1-7 19 11 11 0 0 1-24 0A11 11 0 0 1 47-2 11 11 0 0 1 66-10z",
        ),
        dots(BRASS, 8, (66, 4)),
    )
)
_JACK = "".join(
    (
        # a coat of two halves, striped
        fill(SUIT, "M-160 170V120Q-110 60-44 54H0V170z"),
        _tint("M160 170V120Q110 60 44 54H0V170z"),
        _line("M-100 80l-10 90M-76 66l-8 104M-52 58l-6 112", 5, FACE),
        _line("M100 80l10 90M76 66l8 104M52 58l6 112", 5, SUIT),
        fill(FACE, "M-10 24H10V54H-10z"),
        fill(BRASS, "M-36 42L-50 66-28 62-18 82 0 64 18 82 28 62 50 66 36 42 0 50z"),
        # hair, face, fringe, eyes, mouth
        fill(INK, "M-33-26C-40 4-40 22-37 42H-17L-19-8H19L17 42H37C40 22 40 4 33-26z"),
        fill(FACE, "M-20-18H20V14Q20 36 0 37-20 36-20 14z"),
        fill(INK, "M-23-24H23V-9Q12-3 0-9-12-3-23-9z"),
        _eyes("M-13 3", "M3 3"),
        _line("M0 4l3 10h-4M-6 24q6 4 12-1", 2.4),
        # the plume and the slanted hat
        fill(BRASS, "M22-36C24-72 54-92 76-80 92-70 92-46 76-38 80-50 76-60 66-57 52-52 44-34 34-24z"),
        _line("M30-32C40-58 58-74 76-66M45-56l-3-14M58-67l1-13M52-61l9 7M67-69l8 9", 2.2),
        _tint("M-56-24C-60-46-30-60 4-58 36-58 50-42 44-32 30-24-8-30-34-14-46-8-55-14-56-24z"),
        fill(SUIT, "M-42-17C-20-34 14-36 43-33L40-22C14-28-12-24-34-8z"),
    )
)
_HALBERD = "".join(
    (
        _line("M-88 170L-66-30", 10),
        _line("M-88 170L-66-30", 4, BRASS),
        fill(FACE, "M-63-78L-56-34-40-30Q-36-12-44-4L-60-18-74-14-84-24-70-36z"),
    )
)

#: The busts with what they hold, by rank.
COURTS: Final = {"K": _KING + _SCEPTRE, "Q": _QUEEN + _FLOWER, "J": _HALBERD + _JACK}
