"""What a hint costs: the exact value of every card at the first lead of a deal, and the line that proves it."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import NamedTuple

from couillon import solver
from couillon.deal import deal
from couillon.game import State, advance, legal_actions, start
from couillon.rules import Rules, load


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


def spans(case: Case, deals: int, aim: str = "points") -> list[float]:
    """Return what each hint took of the processor, in milliseconds, sorted; each deal is a new one to the solver."""
    found = []
    solver.solve(opened(case.rules, 0), aim)
    for seed in range(1, deals + 1):
        state = opened(case.rules, seed)
        solver._hands.cache_clear()
        begin = time.process_time()
        solver.solve(state, aim)
        found.append((time.process_time() - begin) * 1e3)
    return sorted(found)


def within(values: list[float], part: float) -> float:
    """Return the value that such a part of the sorted values does not exceed.

    >>> within([1, 2, 3, 4], 0.5), within([1, 2, 3, 4], 0.95)
    (2, 4)
    """
    return values[math.ceil(part * len(values)) - 1]
