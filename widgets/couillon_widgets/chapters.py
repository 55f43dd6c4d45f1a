"""What a page of the book shows of the rules without being alive: clauses with their sources, and the sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from couillon.messages import _, listed
from couillon.rules import Clause, Reading, Source, Variant, clause, clauses, sources, variant, variants
from couillon.rules.tellings import Telling, differing, is_disputed, tellings
from couillon_widgets.base import sealed
from couillon_widgets.html import element, text
from couillon_widgets.table_state import sit, write_sitting

__all__ = ["Clauses", "Disputed", "Sources", "cited", "play_link"]

#: The page with the table that links of this book lay.
_TABLE_PAGE = "play.html"


class _Chapter:
    """Something that a page shows and that never changes."""

    def __repr__(self) -> str:
        """Return the constructor."""
        return f"{type(self).__name__}()"


class Clauses(_Chapter):
    """Clauses of the rule book, folded: what each says, who says so, other readings, our choice, where it holds.

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
        return element("div", "".join(map(_one, self.clauses)), class_="cl-chapter cl-clauses")


class Disputed(_Chapter):
    """The clauses that the sources read in more than one way: the readings, and what we play.

    >>> Disputed()._repr_html_().count("<section")
    10
    """

    def _repr_html_(self) -> str:
        found = [c for c in clauses().values() if is_disputed(c)]
        parts = [
            element("h3", element("a", element("code", text(c.id)), href=f"#{c.id}")) + _readings(c) + _choice(c)
            for c in found
        ]
        body = "".join(element("section", part) for part in parts)
        return element("div", body, class_="cl-chapter cl-disputed")


def _one(c: Clause) -> str:
    games = variants()
    parts = [element("p", f"{text(_('Who says so:'))} {cited(c.sources)}")]
    own = [(g, g.sources_of(c)) for g in games if c in g.clauses and g.sources_of(c) != c.sources]
    for game, who in own:
        parts.append(element("p", f"{text(_('In {game}:').format(game=game.name))} {cited(who)}"))
    if is_disputed(c):
        parts.append(element("p", text(_("The sources read it differently:"))) + _readings(c))
    parts += [_choice(c), element("p", text(_where(c, games)))]
    # A browser opens what is folded around the place that a link names: the place is inside, not on the fold itself.
    mark = element("span", text(_("readings differ")), class_="cl-differ") if is_disputed(c) else ""
    head = element("h3", element("code", text(c.id)) + mark) + element("p", text(c.text))
    body = element("div", "".join(parts), id=c.id, class_="cl-fold")
    return element("details", element("summary", head) + body)


def _readings(c: Clause) -> str:
    return element("ul", "".join(element("li", _reading(r)) for r in c.readings))


def _reading(reading: Reading) -> str:
    parts = [f"{text(reading.text)} ({cited(reading.sources)})"]
    games = [variant(id) for id in reading.games]
    ours = [game.name for game in games if not differing(reading, game)]
    if ours or reading.ours:
        words = _("So we play {games}.").format(games=listed(ours)) if ours else _("So we play.")
        parts.append(element("strong", text(words)))
    for game in games:
        if house := differing(reading, game):
            words = _("Play {game} so").format(game=game.name)
            parts.append(play_link(words, game.id, house))
    return " ".join(parts)


def _choice(c: Clause) -> str:
    if not c.choice:
        return ""
    return element("p", f"{element('strong', text(_('What we play:')))} {text(c.choice)}")


def cited(who: Iterable[Source]) -> str:
    """Return the names of sources, each a link to what it is."""
    return "; ".join(element("a", text(s.name), href=f"#source-{s.code}") for s in who)


def _where(c: Clause, games: tuple[Variant, ...]) -> str:
    inside = [g.name for g in games if c in g.clauses]
    if len(inside) == len(games):
        return _("In force in every game of the family.")
    if not inside:
        return _("In force in no game of the family; a club may switch it on.")
    return _("In force in {games}.").format(games=listed(inside))


def play_link(
    words: str, game: str, house: Mapping[str, Any] | None = None, seed: int = 1, kind: str = "cl-play"
) -> str:
    """Return a link that lays a table of a game, with house rules if there are any.

    >>> link = play_link("Play it", "mit", {"stakes": "double"})
    >>> link.startswith('<a class="cl-play" href="play.html#table=mit.stakes~double.')
    True
    """
    laid = sealed(write_sitting(sit(game, seed, house=house or None)))
    return element("a", text(words), class_=kind, href=f"{_TABLE_PAGE}#table={laid}")


class Sources(_Chapter):
    """The sources: what each is, how far to trust it, and the games that it tells, to be played as it tells them.

    >>> Sources()
    Sources()
    """

    def _repr_html_(self) -> str:
        rows = "".join(
            element("dt", f"{text(s.name)} ({element('code', text(s.code))})", id=f"source-{s.code}")
            + element("dd", text(s.about))
            + "".join(element("dd", line) for line in _told(tellings(s)))
            for s in sources().values()
        )
        return element("div", element("dl", rows), class_="cl-chapter cl-sources")


def _told(games: tuple[Telling, ...]) -> Iterator[str]:
    """Yield what a source tells: the games that it tells as we play them, then those that it tells otherwise."""
    alike = [play_link(told.game.name, told.game.id) for told in games if not told.house]
    if alike:
        yield f"{text(_('As we play it, as far as the source goes:'))} {', '.join(alike)}"
    for told in games:
        if told.house:
            words = _("In {game} it says otherwise:").format(game=told.game.name)
            said = " ".join(reading.text for reading in told.readings)
            link = _("Play {game} as {source} says it").format(game=told.game.name, source=told.source.name)
            yield f"{text(words)} {text(said)} {play_link(link, told.game.id, told.house)}"
