"""The figures that come with the package: studies of all games and of single rules, and how strong the bots are.

``couillon study`` made them; `command` tells how to make them again.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from couillon.estimate import Estimate, mean

__all__ = ["Found", "Strength", "command", "strengths", "studied", "summary"]


@dataclass(frozen=True)
class Found:
    """What some deals of one game came to; ``play`` is ``random`` or a strength of the bots."""

    id: str
    play: str
    deals: int
    data: Mapping[str, Any]

    def figure(self, *path: str) -> Estimate | None:
        """Return a figure with its interval, by its name or by the names that lead to it; None if there is none.

        >>> games = studied()
        >>> games["force", "random"].figure("points")
        Estimate(value=40.0, low=40.0, high=40.0)
        >>> games["force", "random"].figure("said", "mit", "worth") is None
        True
        """
        found: Any = self.data
        for name in path:
            found = found.get(name) if isinstance(found, dict) else None
        return Estimate(*found) if found else None


@lru_cache(maxsize=4)
def _read(name: str) -> Any:
    file = files("couillon") / "data" / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@lru_cache(maxsize=2)
def studied(name: str = "study") -> dict[tuple[str, str], Found]:
    """Return what was found, by the id of the game and by how it was played.

    ``changes`` is the study of the basic game with single rules changed; there an id has the change behind it.

    >>> sorted({play for _id, play in studied()})
    ['club', 'random']
    """
    games = _read(name).get("games", ())
    return {(g["id"], g["play"]): Found(g["id"], g["play"], g["deals"], g) for g in games}


def command(name: str = "study") -> str:
    """Return the command that makes a study again.

    >>> command().startswith("couillon study --deals 1000000 --club ")
    True
    """
    found = studied(name)
    ids = list(dict.fromkeys(id for id, _play in found))
    deals = {play: max(game.deals for (_, way), game in found.items() if way == play) for play in ("random", "club")}
    words = ["couillon", "study"]
    changes = [id.partition(" ")[2] for id in ids if " " in id]
    if changes:
        words += ["--variants", ids[0], *(word for change in changes for word in ("--change", change))]
    words += ["--deals", str(deals["random"]), "--club", str(deals["club"]), "--seed", str(_read(name)["seed"])]
    # What has an apostrophe in it reads better between quotation marks.
    return " ".join(f'"{word}"' if "'" in word else shlex.quote(word) for word in [*words, "--output", f"{name}.json"])


@dataclass(frozen=True)
class Strength:
    """How much better one strength of the bots is than another in a game, over duplicate deals.

    ``units`` on the board and card ``points`` are a deal's.
    """

    game: str
    first: str
    second: str
    deals: int
    units: Estimate
    points: Estimate


def summary(rows: Mapping[str, Sequence[Sequence[float]]]) -> dict[str, Any]:
    """Sum up duplicate deals, units and card points for each, as plain data for `strengths`.

    >>> summary({"mit|club|beginner": [[1, 4], [0, 2]]})
    {'mit|club|beginner': {'deals': 2, 'units': [0.5, -0.48, 1.48], 'points': [3.0, 1.04, 4.96]}}
    """
    found = {}
    for key, deals in sorted(rows.items()):
        units, points = (mean([row[at] for row in deals]) for at in (0, 1))
        found[key] = {
            "deals": len(deals),
            "units": [round(units.value, 4), units.low, units.high],
            "points": [round(points.value, 4), points.low, points.high],
        }
    return found


def strengths() -> tuple[Strength, ...]:
    """Return how much stronger the bots are than one another, where it has been measured."""
    found = []
    for key, data in _read("strengths").items():
        game, first, second = key.split("|")
        found.append(Strength(game, first, second, data["deals"], Estimate(*data["units"]), Estimate(*data["points"])))
    return tuple(found)
