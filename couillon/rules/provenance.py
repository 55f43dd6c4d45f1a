"""Where a rule comes from: clauses, their sources, and the readings where sources disagree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from couillon.cards import quoted
from couillon.messages import _, language
from couillon.rules.axes import RulesError

__all__ = ["Clause", "Reading", "Source", "clause", "clauses", "read_table", "source", "sources"]


@dataclass(frozen=True)
class Source:
    """A source of rules: its code, how a note cites it, and what it is."""

    code: str
    name: str
    about: str


@dataclass(frozen=True)
class Reading:
    """One way in which sources read a clause.

    ``ours`` tells whether we play so, in some game at least. ``axes`` are the values that it gives to axes of the
    rules, in the games (ids) that its sources tell and in which it makes the difference; both are empty where no axis
    tells the readings apart.
    """

    text: str
    sources: tuple[Source, ...]
    axes: Mapping[str, Any] = field(default_factory=dict, hash=False)
    games: tuple[str, ...] = ()
    ours: bool = False


@dataclass(frozen=True)
class Clause:
    """A clause of the rule book.

    ``common`` clauses are in force in every variant; the others are put in force by the axis ``switch``.
    """

    id: str
    text: str
    sources: tuple[Source, ...]
    common: bool = False
    switch: str | None = None
    readings: tuple[Reading, ...] = ()
    choice: str = ""


@lru_cache
def read_table(name: str) -> dict[str, Any]:
    """Return what stands in one of the TOML files beside this module."""
    import tomllib
    from importlib.resources import files

    return tomllib.loads((files("couillon.rules") / name).read_text("utf-8"))


def sources() -> dict[str, Source]:
    """Return all sources by their codes.

    >>> sources()["PAG"].name
    'Gerver 1966, as read on pagat'
    """
    return _sources(language())


@lru_cache
def _sources(_language: str) -> dict[str, Source]:
    return {code: Source(code, _(data["name"]), _(data["about"])) for code, data in read_table("sources.toml").items()}


def source(code: str) -> Source:
    """Return one source; raises `RulesError` for an unknown code.

    >>> source("S9")
    Traceback (most recent call last):
    couillon.rules.axes.RulesError: There is no source "S9": the sources are S0, S1, S2, S3, S4, PAG, ADP, CAT, DEN, DIA, STV, EIF, KMA, WEL, KMW, TIJ, BRE, LIM, SIL.
    """  # noqa: E501
    found = sources().get(code)
    if found is None:
        known = ", ".join(sources())
        raise RulesError(
            _("There is no source {code}: the sources are {known}.").format(code=quoted(code), known=known)
        )
    return found


def clauses() -> dict[str, Clause]:
    """Return all clauses by their ids, in the order of the rule book.

    >>> clauses()["must-beat"].sources[0].code
    'S0'
    """
    return _clauses(language())


@lru_cache
def _clauses(_language: str) -> dict[str, Clause]:
    return {
        id: Clause(
            id=id,
            text=_(data["text"]),
            sources=tuple(source(code) for code in data["sources"]),
            common=data.get("common", False),
            switch=data.get("switch"),
            readings=tuple(
                Reading(
                    _(r["text"]),
                    tuple(source(code) for code in r["sources"]),
                    r.get("axes", {}),
                    tuple(r.get("games", ())),
                    r.get("ours", False),
                )
                for r in data.get("readings", ())
            ),
            choice=_(data["choice"]) if "choice" in data else "",
        )
        for id, data in read_table("clauses.toml").items()
    }


def clause(id: str) -> Clause:
    """Return one clause; raises `RulesError` for an unknown id.

    >>> clause("boucle").switch
    'loss'
    >>> clause("bouclé")
    Traceback (most recent call last):
    couillon.rules.axes.RulesError: There is no clause "bouclé": did you mean boucle?
    """
    found = clauses().get(id)
    if found is None:
        from difflib import get_close_matches

        close = get_close_matches(id, clauses(), n=1)
        if close:
            raise RulesError(_("There is no clause {id}: did you mean {close}?").format(id=quoted(id), close=close[0]))
        raise RulesError(
            _("There is no clause {id}: the clauses are {known}.").format(id=quoted(id), known=", ".join(clauses()))
        )
    return found
