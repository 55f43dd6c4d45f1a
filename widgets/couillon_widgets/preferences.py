"""How a reader likes cards and table: letters, colours, size, motion, order, sound. The page remembers it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from couillon.cards import quoted
from couillon.messages import _, either
from couillon_widgets.parts import choice, picks_of_cards, settings

__all__ = ["TASTE", "cards_and_table", "check_taste"]

_WORDS: Final = {
    "size": ("normal", "large", "larger"),
    "motion": ("normal", "off", "slow"),
    "side": ("right", "left"),
    "sound": ("off", "on"),
}
#: What holds before the reader has chosen anything.
TASTE: Final[Mapping[str, str]] = {name: words[0] for name, words in _WORDS.items()}


def check_taste(name: str, value: str) -> None:
    """Raise `ValueError` for a value that a setting does not take.

    >>> check_taste("size", "large")
    >>> check_taste("size", "huge")
    Traceback (most recent call last):
    ValueError: The setting size is normal, large or larger, not "huge".
    """
    words = _WORDS[name]
    if value not in words:
        raise ValueError(
            _("The setting {name} is {words}, not {value}.").format(
                name=name, words=either(list(words)), value=quoted(value)
            )
        )


def cards_and_table(nation: str, suits: str, taste: Mapping[str, str]) -> str:
    """Return all settings of a table in one place.

    >>> cards_and_table("en", "4", TASTE).count("<select")
    6
    """
    lists = {
        "size": (_("Size of the cards"), {"normal": _("normal"), "large": _("large"), "larger": _("larger")}),
        "motion": (_("Moving cards"), {"normal": _("normal"), "slow": _("slow"), "off": _("off")}),
        "side": (_("Order of the hand"), {"right": _("for the right hand"), "left": _("for the left hand")}),
        "sound": (_("Sound"), {"off": _("off"), "on": _("a soft click and knock")}),
    }
    more = "".join(
        choice(name, label, list(words.items()), taste[name], shown=True) for name, (label, words) in lists.items()
    )
    return settings(_("Cards and table"), picks_of_cards(nation, suits) + more)
