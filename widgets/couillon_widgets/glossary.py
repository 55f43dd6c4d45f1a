"""The words of the game, language by language."""

from __future__ import annotations

from couillon.messages import _
from couillon.rules.words import Word, language_names, words
from couillon_widgets.html import element, text
from couillon_widgets.parts import clause_link

__all__ = ["Glossary"]


class Glossary:
    """All words in five languages as one table, with what each means.

    >>> Glossary()
    Glossary()
    """

    def __repr__(self) -> str:
        """Return the constructor."""
        return "Glossary()"

    def _repr_html_(self) -> str:
        languages = language_names()
        heads = [*languages.values(), _("What it means")]
        head = element("tr", "".join(element("th", text(name), scope="col") for name in heads))
        rows = "".join(_row(word, tuple(languages)) for word in words())
        label = _("The words of the game in five languages")
        table = element("caption", text(label)) + element("thead", head) + element("tbody", rows)
        box = element("div", element("table", table), class_="cl-scroll", role="region", tabindex="0", aria_label=label)
        return element("div", box, class_="cl-chapter cl-glossary")


def _row(word: Word, languages: tuple[str, ...]) -> str:
    first, *others = languages
    cells = element("th", _names(word, first), scope="row", id=f"word-{word.id}")
    cells += "".join(element("td", _names(word, code)) for code in others)
    more = f" {clause_link(word.clause.id)}" if word.clause else ""
    return element("tr", cells + element("td", text(word.meaning) + more, class_="cl-meaning"))


def _names(word: Word, code: str) -> str:
    names = word.names.get(code)
    if not names:
        return element("span", "–", aria_hidden="true") + element("span", text(_("not known to us")), class_="cl-said")
    return ", ".join(element("span", text(name), lang=code) for name in names)
