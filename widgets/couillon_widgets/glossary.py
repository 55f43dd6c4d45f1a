"""The words of the game, language by language."""

from __future__ import annotations

from couillon.messages import _
from couillon.rules.words import Word, language_names, words
from couillon_widgets.html import element, text
from couillon_widgets.parts import clause_link

__all__ = ["Glossary"]


class Glossary:
    """All words in five languages, with what each means.

    >>> Glossary()
    Glossary()
    """

    def __repr__(self) -> str:
        """Return the constructor."""
        return "Glossary()"

    def _repr_html_(self) -> str:
        entries = "".join(_entry(word) for word in words())
        label = _("The words of the game in five languages")
        return element("div", element("dl", entries, aria_label=label), class_="cl-chapter cl-glossary")


def _entry(word: Word) -> str:
    """Return a word with what it means, and below that its names in the other languages."""
    first, *others = language_names().items()
    more = f" {clause_link(word.clause.id)}" if word.clause else ""
    inner = element("dt", _names(word, first[0])) + element("dd", text(word.meaning) + more, class_="cl-meaning")
    for code, language in others:
        inner += element("dd", element("b", text(language)) + " " + _names(word, code))
    return element("div", inner, id=f"word-{word.id}")


def _names(word: Word, code: str) -> str:
    names = word.names.get(code)
    if not names:
        return element("span", "–", aria_hidden="true") + element("span", text(_("not known to us")), class_="cl-said")
    return ", ".join(element("span", text(name), lang=code) for name in names)
