"""Small helpers that write HTML: every text is escaped on its way in."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Final

from couillon.cards import RANKS, SUITS
from couillon.messages import card_name, made_once, suit_name
from couillon_widgets.deck import pip

__all__ = ["ICONS", "attributes", "element", "icon", "prose", "text"]

#: Icons of buttons, drawn with one stroke on a field of 18 x 18.
ICONS: Final = {
    "undo": "M6 4L3 7l3 3M3 7h7a4 4 0 010 8H7",
    "redo": "M12 4l3 3-3 3M15 7H8a4 4 0 000 8h3",
    "hint": "M6.5 12.5a5 5 0 115 0V14h-5zM7 16.5h4",
    "eye": "M1.5 9S4 4 9 4s7.5 5 7.5 5-2.5 5-7.5 5S1.500 9 1.500 9zM9 7v4",
    "share": "M9 11V2M6 5l3-3 3 3M4 9v6h10V9",
    "deal": "M3 5l7-2 3 10-7 2zM12 5l3 1-2 9",
    "next": "M6 3l6 6-6 6",
    "back": "M12 3L6 9l6 6",
    "on-trick": "M3 3l6 6-6 6M9 3l6 6-6 6",
    "back-trick": "M15 3L9 9l6 6M9 3L3 9l6 6",
    "first": "M14 3L8 9l6 6M4 3v12",
    "last": "M4 3l6 6-6 6M14 3v12",
    "save": "M9 2v9M6 8l3 3 3-3M4 12v3h10v-3",
    "again": "M4 4v4h4M4.5 8a5.5 5.5 0 111 5",
    "write": "M3 15l1-4 8-8 3 3-8 8zM10 5l3 3",
    "check": "M3 9.5l4 4L15 5",
}
#: Signs of notes, on a field of 28 x 28. The circle with a stroke is the one sign for no.
_SIGNS: Final = {
    "no": '<circle cx="14" cy="14" r="11"/><path d="M7 21L21 7"/>',
    "ok": '<circle cx="14" cy="14" r="11"/><path d="M9 14.5l3.5 3.5L19 10.5"/>',
    "info": '<circle cx="14" cy="14" r="11"/><path d="M14 13v7M14 8.5v.1"/>',
    "wait": '<path d="M8 4h12M8 24h12M9.5 4c0 7 9 7 9 10s-9 3-9 10M18.5 4c0 7-9 7-9 10s9 3 9 10"/>',
}
#: Marks in tags, on a field of 16 x 16.
_MARKS: Final = {"yes": "M3 8.5l3.5 3.5L13 4.5", "no": "M4 4l8 8M12 4l-8 8"}


def text(value: object) -> str:
    """Return a value as HTML text.

    >>> text("<b>")
    '&lt;b&gt;'
    """
    return escape(str(value), quote=True)


def attributes(**values: object) -> str:
    """Return HTML attributes: an underscore is a hyphen, True a bare name, None and False nothing.

    >>> attributes(data_card="AS", hidden=True, title=None, class_="a<b")
    ' data-card="AS" hidden class="a&lt;b"'
    """
    out = [
        _written(name) if value is True else f'{_written(name)}="{escape(str(value))}"'
        for name, value in values.items()
        if value is not None and value is not False
    ]
    return "".join(out)


@cache
def _written(name: str) -> str:
    return " " + name.rstrip("_").replace("_", "-")


def element(name: str, inner: str = "", /, **values: object) -> str:
    """Return an element around HTML.

    >>> element("p", text("a & b"), class_="x")
    '<p class="x">a &amp; b</p>'
    """
    return f"<{name}{attributes(**values)}>{inner}</{name}>"


def icon(name: str) -> str:
    """Return a button's icon, hidden from screen readers; raises `KeyError` for an unknown one.

    >>> icon("next").count("<path")
    1
    """
    return f'<svg class="cl-icon" viewBox="0 0 18 18" aria-hidden="true"><path d="{ICONS[name]}"/></svg>'


def sign(tone: str) -> str:
    """Return a note's sign: no, ok, info or wait."""
    return f'<svg class="cl-sign" viewBox="0 0 28 28" aria-hidden="true">{_SIGNS[tone]}</svg>'


def mark(verdict: str) -> str:
    """Return a tag's tick (yes) or cross (no)."""
    return f'<svg viewBox="0 0 16 16" aria-hidden="true"><path d="{_MARKS[verdict]}"/></svg>'


@made_once
def prose(sentence: str) -> str:
    """Return a sentence as HTML, with its sign behind every card it names, in the reader's language.

    >>> prose("Not the nine of diamonds.").startswith('Not the nine of <span class="cl-nowrap">diamonds')
    True
    """
    html = text(sentence)
    for suit in SUITS:
        if suit_name(suit) not in sentence:
            continue
        for rank in RANKS:
            name = text(card_name(rank + suit))
            start, space, end = name.rpartition(" ")
            glued = f'<span class="cl-nowrap">{end}\N{NO-BREAK SPACE}{pip(suit)}</span>'
            html = html.replace(name, start + space + glued)
    return html
