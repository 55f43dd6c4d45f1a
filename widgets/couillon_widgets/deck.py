"""The deck: 32 faces and a back, as SVG symbols that a page holds once.

Each face exists twice: the full one, and a compact one for cards narrower than 60 px (a big index, a big sign, one
bust). A symbol holds no index: the index is a text laid on top, so that a page can switch country without a second
deck. A card that counts has a frame, and the pearls on its band are its points. Colours are custom properties with
fallbacks: ``--cl-suit-s`` and its sisters, ``--cl-face``, ``--cl-ink``, ``--cl-brass``, ``--cl-leaf``, ``--cl-chalk``
and ``--cl-back``.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from couillon.cards import RANKS, SUITS
from couillon_widgets.chalk import GRAIN
from couillon_widgets.courts import COURTS, FACE, INK, dots, fill

__all__ = ["HEIGHT", "NATIONS", "SPRITE_ID", "WIDTH", "art", "index_text", "pip", "single", "sprite"]

WIDTH: Final = 200
HEIGHT: Final = 280
#: The id of the hidden element that carries all symbols of a page.
SPRITE_ID: Final = "cl-deck"
#: What stands in the corner of ace, king, queen and jack, by country. French cards are used in Belgium too.
NATIONS: Final = {
    "en": {"A": "A", "K": "K", "Q": "Q", "J": "J"},
    "fr": {"A": "1", "K": "R", "Q": "D", "J": "V"},
    "nl": {"A": "A", "K": "H", "Q": "V", "J": "B"},
    "de": {"A": "A", "K": "K", "Q": "D", "J": "B"},
    "sv": {"A": "E", "K": "K", "Q": "D", "J": "Kn"},
    "fi": {"A": "A", "K": "K", "Q": "R", "J": "S"},
}

_COLOURS: Final = {
    "S": "var(--cl-suit-s,#15191d)",
    "H": "var(--cl-suit-h,#b3140f)",
    "D": "var(--cl-suit-d,#0f2fb8)",
    "C": "var(--cl-suit-c,#157060)",
}
_PIPS: Final = {
    "S": "M0-48C8-27 45-8 45 17c0 15-11 24-23 24-8 0-14-4-18-11 1 10 6 16 15 18h-38c9-2 14-8 15-18-4 7-10 11-18 11"
    "-12 0-23-9-23-24 0-25 37-44 45-65z",
    "H": "M0 47C-6 30-46 8-46-19c0-17 12-27 24-27 10 0 18 6 22 17 4-11 12-17 22-17 12 0 24 10 24 27C46 8 6 30 0 47z",
    "D": "M0-49Q13-22 38 0 13 22 0 49-13 22-38 0-13-22 0-49z",
    "C": "M-21-27a21 21 0 1 1 42 0 21 21 0 1 1-42 0zM-46 9a21 21 0 1 1 42 0 21 21 0 1 1-42 0z"
    "M4 9a21 21 0 1 1 42 0 21 21 0 1 1-42 0zM-10-16H10L16 12H-16zM4 8c0 22 5 36 15 40h-38c10-4 15-18 15-40z",
}
#: Where the signs of the plain ranks stand: (column, row from the top in steps of 30).
_LAYOUT: Final[dict[str, tuple[tuple[int, float], ...]]] = {
    "7": ((69, 0), (131, 0), (69, 3), (131, 3), (69, 6), (131, 6), (100, 1.5)),
    "8": ((69, 0), (131, 0), (69, 3), (131, 3), (69, 6), (131, 6), (100, 1.5), (100, 4.5)),
    "9": ((69, 0), (131, 0), (69, 2), (131, 2), (69, 4), (131, 4), (69, 6), (131, 6), (100, 3)),
    "T": ((69, 0), (131, 0), (69, 2), (131, 2), (69, 4), (131, 4), (69, 6), (131, 6), (100, 1), (100, 5)),
}
#: The pearls on the band, by their distance from the middle: as many as the card has points.
_PEARLS: Final[dict[str, tuple[int, ...]]] = {"A": (-78, -64, 64, 78), "K": (-20, 0, 20), "Q": (-10, 10), "J": (0,)}
_BAND: Final = f'<path d="M15 187V170L185 93V110z" fill="currentColor" stroke="{FACE}" stroke-width="2"/>'
_FRAME: Final = (
    "M58 14H180Q186 14 186 20V186Q186 192 180 192H156Q150 192 150 198V260Q150 266 144 266H20Q14 266 14 260V94"
    "Q14 88 20 88H44Q50 88 50 82V20Q50 14 58 14z"
)
_UPPER_HALF: Final = "M58 14H180Q186 14 186 20V101L14 179V94Q14 88 20 88H44Q50 88 50 82V20Q50 14 58 14z"
_BASE: Final = '<use href="#cl-face"/>'
_FONT: Final = '.cl-ix{font-family:"Bricolage Grotesque Variable",ui-sans-serif,system-ui,sans-serif;font-weight:700}'


def _sign(suit: str, x: float, y: float, size: float, upside_down: bool = False) -> str:
    scale = (-1 if upside_down else 1) * size / 100
    return f'<use href="#cl-p{suit}" transform="translate({x:g} {y:g})scale({scale:g})"/>'


def _twice(drawing: str) -> str:
    """The drawing, and once more upside down."""
    return f'{drawing}<g transform="rotate(180 {WIDTH // 2} {HEIGHT // 2})">{drawing}</g>'


def _symbol(name: str, body: str) -> str:
    return f'<symbol id="cl-{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{body}</symbol>'


def _pearls(rank: str) -> str:
    """The points of a card on the slanted band of its full face."""
    return dots(FACE, 5.6, *((100 + x, round(140 - 0.4535 * x, 1)) for x in _PEARLS[rank]))


def _strip(rank: str) -> str:
    """The points of a card on the lower edge of its compact face."""
    pearls = len(_PEARLS[rank])
    centres = ((100 + 24 * (i - (pearls - 1) / 2), 263) for i in range(pearls))
    edge = f'<path d="M8 254H192V263Q192 272 183 272H17Q8 272 8 263z" stroke="{FACE}" stroke-width="3"/>'
    return edge + dots(FACE, 6.5, *centres)


def _full(rank: str, suit: str) -> str:
    corners = _twice(_sign(suit, 31, 73, 24))
    if rank in COURTS:
        return f'{corners}<use href="#cl-{rank}"/>'
    if rank == "A":
        big = f'<use href="#cl-p{suit}" transform="translate(100 140)scale('
        halo = f'stroke="{FACE}" stroke-linejoin="round"'
        outer = f'{big}1.06)" {halo} stroke-width="14"/>{big}1.06)"/>'
        inner = f'{big}.8)" {halo} stroke-width="7"/>{big}.8)"/>'
        return f'{corners}<use href="#cl-panel"/><use href="#cl-frame"/>{_BAND}{_pearls(rank)}{outer}{inner}'
    size = 34 if rank in "9T" else 37
    return corners + "".join(_sign(suit, x, 50 + row * 30, size, row > 3) for x, row in _LAYOUT[rank])


def _compact(rank: str, suit: str) -> str:
    if rank in COURTS:
        return f'<use href="#cl-{rank}-c"/>{_sign(suit, 156, 50, 60)}{_strip(rank)}'
    if rank == "A":
        return _sign(suit, 112, 174, 136) + _strip(rank)
    return _sign(suit, 112, 182, 136)


def _back() -> str:
    """The back of the cards: the slate's own marks over a net."""
    chalk, ground = "var(--cl-chalk,#f3f0e6)", "var(--cl-back,#2f4a53)"
    net = "".join(f"M{x} 24L{x + 116} 256M{200 - x} 24L{84 - x} 256" for x in range(-100, 200, 29))
    marks = _twice(
        '<path d="M100 118V44"/><path d="M66 58q34 3 68-1M62 78q40-3 76 1M66 98q34 2 68-1"/>'
        '<path d="M134 57c26-1 26-22 13-22s-13 16 0 24M62 78c-26 1-26 22-13 22s13-16 0-24"/>'
    )
    return (
        f'{_BASE}<rect x="12" y="12" width="176" height="256" rx="8" fill="{ground}"/>'
        '<clipPath id="cl-net"><rect x="24" y="24" width="152" height="232" rx="3"/></clipPath>'
        f'<path clip-path="url(#cl-net)" d="{net}" fill="none" stroke="{chalk}" '
        'stroke-opacity=".22" stroke-width="1.5"/>'
        f'<g fill="none" stroke="{chalk}" stroke-width="5" stroke-linecap="round">'
        '<rect x="20" y="20" width="160" height="240" rx="4" stroke-width="2"/>'
        f'<g stroke="{ground}" stroke-width="13">{marks}</g>{marks}'
        f'<circle cx="100" cy="140" r="17" fill="{ground}"/><path d="M82 153l36-26"/></g>'
    )


def _shared() -> list[str]:
    """What the faces have in common: the signs, the paper, the frame, the courts."""
    parts = [f'<path id="cl-p{suit}" d="{path}"/>' for suit, path in _PIPS.items()]
    parts.append(
        f'<rect id="cl-face" x="1" y="1" width="198" height="278" rx="15" fill="{FACE}" stroke="{INK}" '
        'stroke-opacity=".35" stroke-width="2"/>'
        f'<clipPath id="cl-half"><path d="{_UPPER_HALF}"/></clipPath>'
        '<clipPath id="cl-cut"><rect x="8" y="60" width="184" height="212" rx="9"/></clipPath>'
        + fill("currentColor", _FRAME, 'id="cl-panel" fill-opacity=".08"')
        + f'<path id="cl-frame" d="{_FRAME}" fill="none" stroke="currentColor" stroke-width="2.5"/>'
    )
    pen = f'stroke="{INK}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"'
    for rank, bust in COURTS.items():
        half = f'<use href="#cl-b{rank}" transform="translate(112 79)scale(.75)"/>'
        clipped = f'<g clip-path="url(#cl-half)">{half}</g>'
        small = f'<use href="#cl-b{rank}" transform="translate(100 186)scale(1.04)"/>'
        parts.append(f'<g id="cl-b{rank}" {pen}>{bust}</g>')
        parts.append(
            f'<g id="cl-{rank}"><use href="#cl-panel"/>{_twice(clipped)}{_BAND}{_pearls(rank)}'
            '<use href="#cl-frame"/></g>'
        )
        parts.append(f'<g id="cl-{rank}-c"><g clip-path="url(#cl-cut)">{small}</g></g>')
    return parts


@cache
def _symbols() -> str:
    parts = _shared()
    for suit in SUITS:
        for rank in RANKS:
            for name, body in ((rank + suit, _full(rank, suit)), (f"{rank}{suit}-c", _compact(rank, suit))):
                painted = f'<g color="{_COLOURS[suit]}" fill="currentColor">{body}</g>'
                parts.append(_symbol(name, _BASE + painted))
    parts.append(_symbol("back", _back()))
    return "\n".join(parts)


def sprite() -> str:
    """Return the hidden element with all faces, the back, the suit signs and the slate's chalk grain.

    A page carries it once, anywhere in its body, about 60 KB plain and 5 KB compressed.

    >>> sprite().count("<symbol ")
    65
    >>> sprite().startswith('<svg id="cl-deck"')
    True
    """
    return (
        f'<svg id="{SPRITE_ID}" xmlns="http://www.w3.org/2000/svg" width="0" height="0" '
        f'style="position:absolute" aria-hidden="true" focusable="false"><style>{_FONT}</style>'
        f"<defs>\n{_symbols()}\n{GRAIN}</defs></svg>"
    )


def index_text(rank: str, nation: str = "en") -> str:
    """Return what stands in the corner of a card in a country; raises `KeyError` for an unknown country.

    >>> [index_text(rank, "nl") for rank in "AKQJT9"]
    ['A', 'H', 'V', 'B', '10', '9']
    """
    return "10" if rank == "T" else NATIONS[nation].get(rank, rank)


def _index(card: str, nation: str, compact: bool) -> str:
    text = index_text(card[0], nation)
    size, x, y = (92, 14, 84) if compact else (44, 31, 48)
    anchor = "" if compact else ' text-anchor="middle"'
    # two letters keep to the corner, whatever font the reader has
    width = size * (0.98 if compact else 0.74)
    fit = f' textLength="{width:g}" lengthAdjust="spacingAndGlyphs"' if len(text) > 1 else ""
    one = f'<text class="cl-ix" x="{x}" y="{y}" font-size="{size}"{anchor}{fit}>{text}</text>'
    return f'<g fill="{_COLOURS[card[1]]}">{one if compact else _twice(one)}</g>'


@cache
def art(card: str, nation: str = "en") -> str:
    """Return the picture of a card (``back`` for its back) for a page that holds the sprite.

    Both faces are in it; the style sheet shows the one that fits the width. The picture is hidden from screen
    readers: name the card on the element around it. Raises `KeyError` for an unknown country.

    >>> art("QS", "nl").count(">V<")
    3
    >>> art("back")
    '<svg class="cl-art" viewBox="0 0 200 280" aria-hidden="true"><use href="#cl-back"/></svg>'
    """
    if card == "back":
        body = '<use href="#cl-back"/>'
    else:
        body = (
            f'<g class="cl-full"><use href="#cl-{card}"/>{_index(card, nation, False)}</g>'
            f'<g class="cl-compact"><use href="#cl-{card}-c"/>{_index(card, nation, True)}</g>'
        )
    return f'<svg class="cl-art" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{body}</svg>'


def pip(suit: str) -> str:
    """Return a suit's sign for running text, in the suit's colour; hidden from screen readers.

    >>> pip("H")[:27]
    '<span class="cl-pip cl-h"><'
    """
    return (
        f'<span class="cl-pip cl-{suit.lower()}"><svg viewBox="-50 -50 100 100" aria-hidden="true">'
        f'<use href="#cl-p{suit}"/></svg></span>'
    )


def single(card: str, nation: str = "en") -> str:
    """Return one face, or the ``back``, as a complete SVG document of about 60 KB.

    >>> single("KS").startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    body = '<use href="#cl-back"/>' if card == "back" else f'<use href="#cl-{card}"/>{_index(card, nation, False)}'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f"<style>{_FONT}</style><defs>{_symbols()}</defs>{body}</svg>"
    )
