"""Who says what, at a glance: a table of clauses and sources."""

from __future__ import annotations

from collections.abc import Iterator

from couillon.messages import _
from couillon.rules import Clause, Source, clauses, sources, variants
from couillon.rules.tellings import agrees, is_disputed
from couillon_widgets.html import element, text

__all__ = ["Matrix", "verdict_of"]


def verdict_of(clause: Clause, source: Source) -> str:
    """Return what a source has to do with a clause: ``says``, ``otherwise``, ``both`` or, silent, an empty text.

    >>> from couillon.rules import clause, source
    >>> [verdict_of(clause("points"), source(code)) for code in ("S1", "S2", "S3", "STV")]
    ['otherwise', 'says', 'says', '']
    >>> verdict_of(clause("stakes-add"), source("S4"))
    'both'
    """
    ours = {agrees(reading, source) for reading in clause.readings if source in reading.sources}
    if len(ours) == 2:
        return "both"
    if False in ours:
        return "otherwise"
    told = any(source in game.sources_of(clause) for game in variants() if clause in game.clauses)
    return "says" if told or ours or source in clause.sources else ""


def _signs() -> dict[str, tuple[str, str]]:
    return {
        "says": ("✓", _("says so")),
        "otherwise": ("≠", _("reads it otherwise")),
        "both": ("±", _("says both")),
    }


class Matrix:
    """Clauses by sources as one table, the clauses on which sources disagree first.

    >>> Matrix()
    Matrix()
    """

    def __repr__(self) -> str:
        """Return the constructor."""
        return "Matrix()"

    def _repr_html_(self) -> str:
        who = tuple(sources().values())
        named = ("", *(element("abbr", text(s.code), title=s.name) for s in who))
        heads = "".join(
            element("th", element("a", name, href=f"#source-{s.code}"), scope="col")
            for name, s in zip(named[1:], who, strict=True)
        )
        corner = element("th", text(_("Clause")), scope="col")
        table = (
            element("caption", text(_("Which source says which clause")))
            + element("thead", element("tr", corner + heads))
            + "".join(self._bodies(who))
        )
        box = element(
            "div",
            element("table", table),
            class_="cl-scroll",
            role="region",
            tabindex="0",
            aria_label=_("Which source says which clause"),
        )
        legend = "".join(
            element("li", f"{element('b', sign)} {text(meaning)}") for sign, meaning in _signs().values()
        ) + element("li", text(_("empty: silent")))
        return element("div", element("ul", legend, class_="cl-legend") + box, class_="cl-chapter cl-matrix")

    def _bodies(self, who: tuple[Source, ...]) -> Iterator[str]:
        for title, disputed in ((_("The sources disagree"), True), (_("Nobody contradicts"), False)):
            found = [c for c in clauses().values() if is_disputed(c) == disputed]
            inner = element("span", text(title))
            head = element("tr", element("th", inner, colspan=len(who) + 1, scope="rowgroup"), class_="cl-group")
            yield element("tbody", head + "".join(_row(c, who) for c in found))


def _row(c: Clause, who: tuple[Source, ...]) -> str:
    head = element("th", element("a", text(c.id), href=f"#{c.id}"), scope="row")
    cells = "".join(_cell(verdict_of(c, s)) for s in who)
    return element("tr", head + cells)


def _cell(verdict: str) -> str:
    if not verdict:
        return element("td")
    sign, meaning = _signs()[verdict]
    shown = element("span", sign, aria_hidden="true") + element("span", text(meaning), class_="cl-said")
    return element("td", shown, class_=f"cl-{verdict}")
