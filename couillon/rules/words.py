"""The words of the game in the languages of the countries where it is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from couillon.messages import _
from couillon.rules.provenance import Clause, clause, read_table

__all__ = ["LANGUAGES", "Word", "language_names", "words"]

#: The languages, as web pages name them.
LANGUAGES = ("en", "fr", "nl", "de", "lb")


@dataclass(frozen=True)
class Word:
    """One thing of the game: what it means, its names by language, and the clause that tells more."""

    id: str
    meaning: str
    names: Mapping[str, tuple[str, ...]]
    clause: Clause | None = None


def words() -> tuple[Word, ...]:
    """Return all words, in the order in which a reader meets them.

    >>> loop = next(word for word in words() if word.id == "loop")
    >>> loop.names["fr"], loop.names.get("lb")
    (('boucle', 'couille', 'crole'), None)
    """
    return tuple(
        Word(
            id=id,
            meaning=_(data["meaning"]),
            names={code: tuple(data[code]) for code in LANGUAGES if code in data},
            clause=clause(data["clause"]) if "clause" in data else None,
        )
        for id, data in read_table("words.toml").items()
    )


def language_names() -> dict[str, str]:
    """Return what the languages are called.

    >>> language_names()["lb"]
    'Luxembourgish'
    """
    names = (_("English"), _("French, Walloon"), _("Dutch, Flemish, Limburgish"), _("German"), _("Luxembourgish"))
    return dict(zip(LANGUAGES, names, strict=True))
