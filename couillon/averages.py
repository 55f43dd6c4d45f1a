"""What a rule does on average: the same number of random deals under some rules, counted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from couillon.cards import TEAMS
from couillon.estimate import Estimate, mean, share
from couillon.rules import Rules
from couillon.scoring import new_board, score
from couillon.simulate import random_deals

__all__ = ["Averages", "averages"]


@dataclass(frozen=True)
class Averages:
    """What some deals came to, each figure with its interval.

    ``points`` is how many card points were in play; ``ties`` the share of deals with equal points, ``lost`` the share
    of those with makers that the makers lost (None where no deal had makers), ``swept`` the share that one side won by
    all the tricks; ``moved`` how many units changed on a clean board, those of both teams.
    """

    deals: int
    points: Estimate
    ties: Estimate
    lost: Estimate | None
    swept: Estimate
    moved: Estimate


@lru_cache(maxsize=64)
def averages(rules: Rules, count: int = 400, seed: int = 1) -> Averages:
    """Deal and play ``count`` deals in which every player does something allowed at random, and count.

    >>> from couillon.rules import load
    >>> found = averages(load("force"), 50)
    >>> found.points.value, found.ties.value, found.lost.value
    (40.0, 0.0, 0.56)
    """
    clean = new_board(rules)
    results = list(random_deals(rules, count, seed))
    made = [(TEAMS.index(result.makers), result.points) for result in results if result.makers]
    moved = []
    for result in results:
        counts = score(rules, clean, result).board.counts
        moved.append(abs(counts[0] - clean.counts[0]) + abs(counts[1] - clean.counts[1]))
    return Averages(
        count,
        mean([sum(result.points) for result in results]),
        share(sum(result.points[0] == result.points[1] for result in results), count),
        share(sum(points[me] < points[1 - me] for me, points in made), len(made)) if made else None,
        share(sum(0 in result.tricks for result in results), count),
        mean(moved),
    )
