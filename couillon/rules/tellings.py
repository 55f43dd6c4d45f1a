"""What a source makes of a game: our rules of it, with the readings of that source in place of our choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from couillon.rules.axes import Rules
from couillon.rules.provenance import Clause, Reading, Source, clauses
from couillon.rules.variants import Variant, variants

__all__ = ["Telling", "agrees", "differing", "games_of", "is_disputed", "tellings"]


@dataclass(frozen=True)
class Telling:
    """A game as one source tells it: the axes in which it differs from ours (``house``), and the readings for them."""

    source: Source
    game: Variant
    house: Mapping[str, Any]
    readings: tuple[Reading, ...] = ()

    @property
    def rules(self) -> Rules:
        """The rules of the game as the source has them."""
        return self.game.rules.replace(self.house)


def differing(reading: Reading, game: Variant) -> dict[str, Any]:
    """Return the axes to which a reading gives another value than a game has; none where it is not about that game.

    >>> from couillon.rules import clause, variant
    >>> [differing(reading, variant("ardennes")) for reading in clause("must-undertrump").readings]
    [{}, {'undertrump': False}]
    """
    if game.id not in reading.games:
        return {}
    ours = game.rules.as_data()
    return {axis: value for axis, value in reading.axes.items() if ours[axis] != value}


def tellings(source: Source) -> tuple[Telling, ...]:
    """Return the games that a source tells; where it agrees with us, `Telling.house` is empty.

    A source tells the games that name it among their sources, else those of its readings. Where it says two things
    about the same clause, the one that we do not play counts: the other is our game.

    >>> from couillon.rules import source
    >>> [(told.game.id, told.house) for told in tellings(source("S4"))]
    [('mit', {'stakes': 'double'})]
    >>> [(told.game.id, told.house) for told in tellings(source("STV"))]
    [('st-vith', {})]
    """
    readings = _readings(source)
    found = []
    for game in games_of(source):
        told = [(r, axes) for r in readings if (axes := differing(r, game))]
        house = {axis: value for _reading, axes in told for axis, value in axes.items()}
        found.append(Telling(source, game, house, tuple(r for r, _axes in told)))
    return tuple(found)


def _readings(source: Source) -> list[Reading]:
    return [r for c in clauses().values() for r in c.readings if source in r.sources]


def games_of(source: Source) -> tuple[Variant, ...]:
    """Return the games that a source tells: those that name it, else those of its readings.

    >>> from couillon.rules import source
    >>> [[game.id for game in games_of(source(code))] for code in ("S4", "DIA", "SIL")]
    [['mit'], ['belgian'], []]
    """
    named = tuple(game for game in variants() if source in game.sources)
    meant = {id for reading in _readings(source) for id in reading.games}
    return named or tuple(game for game in variants() if game.id in meant)


def agrees(reading: Reading, source: Source) -> bool:
    """Whether we play a reading in the games that a source tells.

    >>> from couillon.rules import clause, source
    >>> double = clause("stakes-add").readings[1]
    >>> agrees(double, source("EIF")), agrees(double, source("S4"))
    (True, False)
    """
    games = [game for game in games_of(source) if game.id in reading.games]
    return any(not differing(reading, game) for game in games) if games else reading.ours


def is_disputed(clause: Clause) -> bool:
    """Whether the sources read a clause in more than one way.

    >>> from couillon.rules import clause
    >>> is_disputed(clause("points")), is_disputed(clause("trick"))
    (True, False)
    """
    return len(clause.readings) > 1
