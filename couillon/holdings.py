"""What hands have brought those who made the trumps with them: counted in many deals that club players played.

`holdings.json` keeps the sums, made by ``python -m benchmarks.holdings``; games with house rules have none.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import sqrt
from typing import Final, TypeVar

from couillon.advice import units_of
from couillon.bots import choose
from couillon.cards import Card, team_of
from couillon.estimate import Estimate, share
from couillon.game import State, advance
from couillon.kernel import trump_order
from couillon.occasions import occasion, occasions, passes
from couillon.rules import Rules
from couillon.view import view

__all__ = ["Holding", "Record", "Sums", "counted", "grouped", "holding", "known", "written"]

#: So many trumps, and so many aces, and more count alike.
MOST_TRUMPS: Final = 4
MOST_ACES: Final = 2
#: So many standard errors lie on either side of 95 in 100.
_Z: Final = 1.959964
#: Deals, won, lost; then the sums and the sums of squares of units made, of units passed, and of the difference.
_NUMBERS: Final = 9

Key = TypeVar("Key")


@dataclass(frozen=True, order=True)
class Holding:
    """What is counted of a hand: trumps, whether the highest is among them, and aces that are no trumps."""

    trumps: int
    top: bool
    aces: int


#: What was counted of each holding.
Sums = dict[Holding, list[int]]


@dataclass(frozen=True)
class Record:
    """What hands brought: in how many deals, how often the makers won and lost, and units on the board.

    ``units`` is what making the trumps brought, ``passed`` what passing brought instead in the same deals, and
    ``edge`` the difference; both are None where nobody may pass.
    """

    deals: int
    won: Estimate
    lost: Estimate
    units: Estimate
    passed: Estimate | None
    edge: Estimate | None


def holding(rules: Rules, hand: Iterable[Card], suit: str, shown: Card | None = None) -> Holding:
    """Return what a hand holds if a suit is trumps; a card that lies aside face up is nobody's highest trump.

    >>> from couillon.cards import parse_cards
    >>> from couillon.rules import load
    >>> holding(load(), parse_cards("KS 9S AH TD"), "S", Card("AS"))
    Holding(trumps=2, top=True, aces=1)
    """
    cards, order = tuple(hand), trump_order(rules, suit)
    aside = shown if rules.trump == "turn-up" else None
    top = next(card for card in order if card != aside)
    trumps = sum(card in order for card in cards)
    aces = sum(card.rank == "A" and card not in order for card in cards)
    return Holding(min(trumps, MOST_TRUMPS), top in cards, min(aces, MOST_ACES))


def counted(rules: Rules, seeds: Iterable[int], passed: int = 0) -> Sums:
    """Return, for each holding, sums over deals in which South makes the trumps, whatever the hand.

    Where a suit is named, it is each of the four in turn. ``passed`` players have passed before; deals in which a club
    player would have accepted instead are left out.

    >>> from couillon.rules import load
    >>> found = counted(load(), range(1, 11))
    >>> sum(row[0] for row in found.values()), all(row[0] >= row[1] + row[2] for row in found.values())
    (10, True)
    """
    found: Sums = {}
    for seed in seeds:
        state = occasion(rules, occasions(rules)[0], seed, passed)
        if passed and not passes(state):
            continue
        seen = view(state)
        less = _ended(state, "pass", seed)[0] if "pass" in seen.actions else 0
        for word in seen.actions:
            if word != "accept" and not word.startswith("trump "):
                continue
            suit = seen.proposed.suit if seen.proposed else word[-1]
            gain, sign = _ended(state, word, seed)
            numbers = (1, sign > 0, sign < 0, gain, gain * gain, less, less * less, gain - less, (gain - less) ** 2)
            row = found.setdefault(holding(rules, seen.hand, suit, seen.proposed), [0] * _NUMBERS)
            row[:] = [a + b for a, b in zip(row, numbers, strict=True)]
    return found


def _ended(state: State, word: str, seed: int) -> tuple[int, int]:
    """Return what a deal brings South's team after an answer, in units, and the sign of the deal."""
    team, state = team_of(state.to_act or "S"), advance(state, word)
    while state.phase != "over":
        state = advance(state, choose(view(state), "club", seed).action)
    units, sign = units_of(state, team)
    return int(units), sign


def grouped(sums: Mapping[Holding, list[int]], key: Callable[[Holding], Key], may_pass: bool) -> dict[Key, Record]:
    """Return the records of groups of holdings: those with the same key count together.

    >>> sums = {Holding(1, True, 0): [4, 2, 1, 1, 7, 0, 2, 1, 5], Holding(1, True, 1): [4, 4, 0, 5, 7, 0, 2, 5, 9]}
    >>> found = grouped(sums, lambda held: held.trumps, True)[1]
    >>> found.deals, found.won.value, found.units.value, found.edge.value
    (8, 0.75, 0.75, 0.75)
    """
    rows: dict[Key, list[int]] = {}
    for held, numbers in sums.items():
        row = rows.setdefault(key(held), [0] * _NUMBERS)
        row[:] = [a + b for a, b in zip(row, numbers, strict=True)]
    return {name: _record(row, may_pass) for name, row in rows.items()}


def _record(row: list[int], may_pass: bool) -> Record:
    deals = row[0]
    units, passed, edge = (_mean(deals, row[at], row[at + 1]) for at in (3, 5, 7))
    won, lost = share(row[1], deals), share(row[2], deals)
    return Record(deals, won, lost, units, passed if may_pass else None, edge if may_pass else None)


def _mean(n: int, total: int, squares: int) -> Estimate:
    """Return a mean with its interval, from sums."""
    value = total / n
    half = _Z * sqrt(max(0.0, squares / n - value * value) / max(1, n - 1))
    return Estimate(value, round(value - half, 3), round(value + half, 3))


# What is kept


def written(sums: Mapping[Holding, list[int]]) -> dict[str, list[int]]:
    """Return sums as they are kept in the file.

    >>> written({Holding(2, True, 1): [1] * 9})
    {'2+1': [1, 1, 1, 1, 1, 1, 1, 1, 1]}
    """
    return {f"{held.trumps}{'+' if held.top else '-'}{held.aces}": row for held, row in sorted(sums.items())}


@cache
def _kept() -> dict[str, dict[str, dict[str, list[int]]]]:
    found: dict[str, dict[str, dict[str, list[int]]]] = json.loads(
        (files("couillon") / "holdings.json").read_text("utf-8")
    )
    return found


def known(game: str, passed: int = 0) -> Sums:
    """Return the sums that are kept for a game by its id, nothing for a game or a place that has none.

    >>> sum(row[0] for row in known("belgian").values()) >= 1000, known("bridge")
    (True, {})
    """
    rows = _kept().get(game, {}).get(str(passed), {})
    return {Holding(int(key[0]), key[1] == "+", int(key[2])): row for key, row in rows.items()}
