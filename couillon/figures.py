"""The figures of a study: what a tally of deals says, each with its interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from couillon.estimate import Estimate, mean_of, share
from couillon.rules import Rules
from couillon.scoring import Result, new_board, settle, winner_of
from couillon.simulate import Ending
from couillon.tally import Tally, plain

__all__ = ["DUTIES", "SAID", "figures", "gain"]

#: The clauses that can forbid a card, in the order in which they are asked.
DUTIES = ("follow-or-trump", "must-follow", "must-beat", "must-trump", "must-overtrump", "must-undertrump")
#: What was said less often than this has no figure of its worth: so few deals leave no interval to trust.
_FEWEST = 30
#: What can be said for more.
SAID = ("mit", "kontra", "re", "raises", "matt", "konter")

_DIGITS = 6


def _list(found: Estimate) -> list[float]:
    return [round(found.value, _DIGITS), found.low, found.high]


def _share(hits: int, of: int) -> list[float] | None:
    return _list(share(hits, of, digits=_DIGITS)) if of else None


def _mean(values: Counter[float]) -> list[float] | None:
    """Return the mean of values that come so many times each."""
    count = values.total()
    if not count:
        return None
    total = sum(value * times for value, times in values.items())
    return _list(mean_of(count, total, sum(value * value * times for value, times in values.items())))


def figures(rules: Rules, found: Tally) -> dict[str, Any]:
    """Return every figure: a list of the value and the two ends of its interval, or None where nothing was counted.

    Shares are from 0 to 1. ``points`` in play, ``spread`` of them; ``ties``; ``unmade`` (nobody made the trumps, where
    that can be);
    ``lost`` (by the makers, of the deals with makers); ``lead`` and ``eldest``: by how many points the side that led
    first, or eldest's, had more than the other, and with ``_won`` and ``_lost`` how often it won and lost; ``swept``;
    ``units`` that move on the board in a deal; ``duties``: of the cards played second, third or fourth, how often a
    clause forbade one; ``match``: how many deals it has, and how often the side that was eldest first won it; ``said``:
    how often, and how many units it brought those who said it.

    >>> from couillon.rules import load
    >>> from couillon.simulate import block
    >>> from couillon.tally import tally
    >>> shown = figures(load("force"), tally(load("force"), block(load("force"), 1, deals=400)))
    >>> shown["points"], shown["spread"], shown["unmade"]
    ([40.0, 40.0, 40.0], {40: 400}, None)
    """
    deals = found.deals
    endings = found.endings

    def counted(test: Callable[[Ending], bool]) -> int:
        return sum(count for ending, count in endings.items() if test(ending))

    def by(value: Callable[[Ending], float]) -> Counter[float]:
        values: Counter[float] = Counter()
        for ending, count in endings.items():
            values[value(ending)] += count
        return values

    def side(team: Callable[[Ending], int], name: str) -> dict[str, Any]:
        return {
            name: _mean(by(lambda e: e.points[team(e)] - e.points[1 - team(e)])),
            f"{name}_won": _share(counted(lambda e: e.points[team(e)] > e.points[1 - team(e)]), deals),
            f"{name}_lost": _share(counted(lambda e: e.points[team(e)] < e.points[1 - team(e)]), deals),
        }

    made = counted(lambda e: e.makers >= 0)
    spread = Counter({int(value): count for value, count in by(lambda e: sum(e.points)).items()})
    return {
        "deals": deals,
        "points": _mean(by(lambda e: sum(e.points))),
        "spread": dict(sorted(spread.items())),
        "ties": _share(counted(lambda e: e.points[0] == e.points[1]), deals),
        "unmade": None if rules.all_pass == "none" else _share(deals - made, deals),
        "lost": _share(counted(lambda e: _lost(rules, plain(e))), made),
        **side(lambda e: e.leaders, "lead"),
        **side(lambda e: 1, "eldest"),
        "swept": _share(counted(lambda e: 0 in e.tricks), deals),
        "units": _mean(by(lambda e: sum(abs(units) for units in gain(rules, plain(e))))),
        "duties": _duties(rules, found),
        "match": _match(found),
        "said": _said(rules, endings),
    }


@lru_cache(maxsize=1 << 12)
def _lost(rules: Rules, result: Result) -> bool:
    winner = winner_of(rules, result)
    return result.makers is not None and winner is not None and winner != result.makers


@lru_cache(maxsize=1 << 14)
def gain(rules: Rules, result: Result) -> tuple[int, int]:
    """Return by how many units a deal brings each side nearer to winning the match, or takes it away from it.

    >>> from couillon.rules import load
    >>> gain(load(), Result("NS", (18, 22), (2, 2)))
    (-1, 1)
    """
    before = new_board(rules, 99)  # long enough that no unit is lost at its end
    after = settle(rules, before, result).board
    ways = 1 if before.rising else -1
    a, b = (ways * (now - then) for now, then in zip(after.counts, before.counts, strict=True))
    return a, b


def _duties(rules: Rules, found: Tally) -> dict[str, Any]:
    plays = 3 * rules.hand
    shown = {}
    for clause in DUTIES:
        total, squares = found.bites.get(clause, (0, 0))
        if total:
            estimate = mean_of(found.deals, total / plays, squares / plays**2)
            shown[clause] = _list(estimate)
        elif clause in rules.clauses:
            shown[clause] = _share(0, found.deals * plays) or []
    return shown


def _match(found: Tally) -> dict[str, Any] | None:
    if not found.matches:
        return None
    return {
        "matches": found.matches,
        "endless": found.endless,
        "deals": _list(mean_of(found.matches, found.length, found.squares)),
        "first_won": _share(found.first, found.matches),
    }


def _said(rules: Rules, endings: Counter[Ending]) -> dict[str, Any]:
    """Return for each word how often it is said and what it brings.

    Mit makes another trump, so it is told what these deals bring the declarer's side. The other words change nothing
    but the score: the same deals are scored with and without.
    """
    deals = endings.total()
    shown: dict[str, Any] = {}
    for word in SAID:
        values: Counter[float] = Counter()
        for ending, count in endings.items():
            team = _speaker(ending, word)
            if team >= 0:
                with_it = _net(rules, ending, team)
                values[with_it if word == "mit" else with_it - _net(rules, _unsaid(ending, word), team)] += count
        if values:
            often = values.total()
            shown[word] = {"share": _share(often, deals), "worth": _mean(values) if often >= _FEWEST else None}
    return shown


def _net(rules: Rules, ending: Ending, team: int) -> int:
    units = gain(rules, plain(ending))
    return units[team] - units[1 - team]


def _speaker(e: Ending, word: str) -> int:
    """Return the team that said a word in a deal, the last one to raise; -1 if nobody did."""
    if word in ("matt", "konter"):
        return int(getattr(e, word))
    if e.declarer < 0 or (word != "mit" and not getattr(e, word)):
        return -1
    others = word == "kontra" or (word == "raises" and e.raises % 2 == 1)
    return 1 - e.declarer if others else e.declarer


def _unsaid(e: Ending, word: str) -> Ending:
    """Return the same deal without the word, or without the last raise; Re falls with Kontra."""
    if word == "raises":
        return e._replace(raises=e.raises - 1)
    if word == "kontra":
        return e._replace(kontra=False, re=False)
    if word == "re":
        return e._replace(re=False)
    return e._replace(matt=-1) if word == "matt" else e._replace(konter=-1)
