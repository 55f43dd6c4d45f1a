"""The page side that Jupyter is sent: one ES module and one style sheet.

A page that carries module, style sheet and deck itself calls `page_has_front_end` first, and nothing of it is sent.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Final

from couillon_widgets.deck import sprite

__all__ = ["SHEETS", "is_on_page", "module", "page_has_front_end", "script", "style"]

_STATIC: Final = files("couillon_widgets") / "static"
#: The style sheets, in the order in which they apply.
SHEETS: Final = (
    "tokens.css",
    "shell.css",
    "cards.css",
    "notes.css",
    "slate.css",
    "questions.css",
    "lessons.css",
    "small.css",
    "train.css",
    "reference.css",
    "beside.css",
    "accept.css",
    "table.css",
    "table-narrow.css",
    "table-orders.css",
    "taste.css",
    "effects.css",
    "ways.css",
)
#: A line of the module that another module replaces.
_IMPORT: Final = re.compile(r'^import \{[^}]*\} from "\./([a-z]+\.js)";$', re.M)
#: The line of the module that the deck replaces.
_SLOT: Final = 'const SPRITE = "";'
_on_page = False


def page_has_front_end(answer: bool = True) -> None:
    """Say that the page around the widgets has their module, style sheet and deck already.

    >>> page_has_front_end(False)
    """
    global _on_page
    _on_page = answer


def is_on_page() -> bool:
    """Return whether the page has the front end already.

    >>> is_on_page()
    False
    """
    return _on_page


@cache
def module() -> str:
    """Return the ES module, with the deck inside it.

    >>> "cl-deck" in module()
    True
    """
    before, slot, after = script().partition(_SLOT)
    if not slot:
        raise RuntimeError("widget.js has no place for the deck.")
    return f"{before}const SPRITE = {json.dumps(sprite())};{after}"


def script() -> str:
    """Return the ES module without the deck, with the modules that it imports inside it.

    >>> "./moves.js" in script(), "function gather" in script()
    (False, True)
    """
    return _IMPORT.sub(lambda found: _inner(found[1]), (_STATIC / "widget.js").read_text("utf-8"))


def _inner(name: str) -> str:
    return (_STATIC / name).read_text("utf-8").replace("\nexport ", "\n")


@cache
def style() -> str:
    """Return all style sheets as one.

    >>> "[data-couillon]" in style()
    True
    """
    return "\n".join((_STATIC / name).read_text("utf-8") for name in SHEETS)
