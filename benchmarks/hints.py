"""What a hint costs: the exact value of every card at the first lead of a deal, and the line that proves it.

A browser's clock is that on the wall: there all times are what the reader waits, and longer when the machine is busy.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from couillon import solver
from couillon.deal import deal
from couillon.game import State, advance, legal_actions, start
from couillon.odds import odds
from couillon.rules import Rules, load
from couillon.view import view


class Case(NamedTuple):
    """A game whose deals are solved, how many of them, and within what a browser is to do so, in milliseconds."""

    name: str
    rules: Rules
    deals: int
    goal: str


CASES = (
    Case("4 cards, basic game", load("belgian"), 200, "10 / 30"),
    Case("4 cards, strict (Ardennes)", load("ardennes"), 200, "10 / 30"),
    Case("6 cards, Forcé", load("force"), 100, "200 / 900"),
    Case("8 cards, Troeven with the suit followed", replace(load("troeven"), follow="strict"), 60, "300"),
    Case("8 cards, Troeven: follow or trump", load("troeven"), 60, "3000"),
)


def opened(rules: Rules, seed: int) -> State:
    """Return a deal at its first lead; who makes the trumps, and which, changes with the seed."""
    state = start(rules, deal(rules, seed))
    while state.phase != "play":
        options = legal_actions(state)
        state = advance(state, options[seed % len(options)])
    return state


def each(case: Case, seeds: Iterable[int], aim: str = "points") -> Iterator[float]:
    """Yield what one hint after another takes of the processor, in milliseconds; each deal is new to the solver."""
    solver.solve(opened(case.rules, 0), aim)
    for seed in seeds:
        state = opened(case.rules, seed)
        solver._hands.cache_clear()
        begin = time.process_time()
        solver.solve(state, aim)
        yield (time.process_time() - begin) * 1e3


def spans(case: Case, deals: int, aim: str = "points") -> list[float]:
    """Return what each hint took of the processor, in milliseconds, sorted."""
    return sorted(each(case, range(1, deals + 1), aim))


def chances(case: Case, seeds: Iterable[int]) -> Iterator[float]:
    """Yield what the odds of the first lead take, in milliseconds, one deal after another."""
    odds(view(opened(case.rules, 0)))
    for seed in seeds:
        seen = view(opened(case.rules, seed))
        begin = time.process_time()
        odds(seen)
        yield (time.process_time() - begin) * 1e3


def within(values: list[float], part: float) -> float:
    """Return the value that such a part of the sorted values does not exceed.

    >>> within([1, 2, 3, 4], 0.5), within([1, 2, 3, 4], 0.95)
    (2, 4)
    """
    return values[math.ceil(part * len(values)) - 1]
