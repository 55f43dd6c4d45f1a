"""What a page of the book shows of the rules without being alive: clauses with their sources, and the sources."""

from __future__ import annotations

from couillon.messages import _, listed
from couillon.rules import Clause, Source, Variant, clause, sources, variants
from couillon_widgets.html import element, text

__all__ = ["Clauses", "Sources"]


class Clauses:
    """Clauses of the rule book: what each says, who says so, the other readings, our choice, and where it holds.

    Takes the clauses' ids; raises `couillon.rules.RulesError` for an unknown one.

    >>> Clauses("boucle", "no-makers")
    Clauses('boucle', 'no-makers')
    """

    def __init__(self, *ids: str) -> None:
        self.clauses: tuple[Clause, ...] = tuple(clause(id) for id in ids)

    def __repr__(self) -> str:
        """Return the ids in one line."""
        return f"Clauses({', '.join(repr(c.id) for c in self.clauses)})"

    def _repr_html_(self) -> str:
        games = variants()
        return element("div", "".join(_one(c, games) for c in self.clauses), class_="cl-clauses")


def _one(c: Clause, games: tuple[Variant, ...]) -> str:
    parts = [
        element("h3", element("code", text(c.id))),
        element("p", text(c.text)),
        element("p", f"{text(_('Who says so:'))} {_cited(c.sources)}"),
    ]
    own = [(g, g.sources_of(c)) for g in games if c in g.clauses and g.sources_of(c) != c.sources]
    for game, who in own:
        parts.append(element("p", f"{text(_('In {game}:').format(game=game.name))} {_cited(who)}"))
    if c.readings:
        items = "".join(element("li", f"{text(r.text)} ({_cited(r.sources)})") for r in c.readings)
        parts += [element("p", text(_("The sources read it differently:"))), element("ul", items)]
    if c.choice:
        parts.append(element("p", f"{element('strong', text(_('What we play:')))} {text(c.choice)}"))
    parts.append(element("p", text(_where(c, games))))
    return element("section", "".join(parts), id=c.id)


def _cited(who: tuple[Source, ...]) -> str:
    return "; ".join(element("a", text(s.name), href=f"#source-{s.code}") for s in who)


def _where(c: Clause, games: tuple[Variant, ...]) -> str:
    inside = [g.name for g in games if c in g.clauses]
    if len(inside) == len(games):
        return _("In force in every game of the family.")
    if not inside:
        return _("In force in no game of the family; a club may switch it on.")
    return _("In force in {games}.").format(games=listed(inside))


class Sources:
    """The sources: what each is, how far to trust it, and under which name notes cite it.

    >>> Sources()
    Sources()
    """

    def __repr__(self) -> str:
        """Return the constructor."""
        return "Sources()"

    def _repr_html_(self) -> str:
        rows = "".join(
            element("dt", f"{text(s.name)} ({element('code', text(s.code))})", id=f"source-{s.code}")
            + element("dd", text(s.about))
            for s in sources().values()
        )
        return element("dl", rows)
