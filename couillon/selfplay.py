"""Whole deals and matches that four bots play, the same ones for the same seed."""

from __future__ import annotations

from functools import lru_cache

from couillon.bots import by_chance, choose, view
from couillon.deal import deal
from couillon.game import State, apply, start
from couillon.rules import Rules

__all__ = ["bot_deal"]

#: The seed of a bot's choice is the deal's, this far apart from the next one's.
_APART = 1000


@lru_cache(maxsize=512)
def bot_deal(rules: Rules, seed: int, dealer: str = "S", strength: str = "club") -> State:
    """Return a deal from a seed, played to its end by four bots; raises `ValueError` for an unknown strength.

    >>> from couillon.rules import load
    >>> bot_deal(load(), 1).points
    (14, 16)
    """
    state = start(rules, deal(rules, seed, dealer))
    while state.phase != "over":
        chance = seed * _APART + len(state.actions)
        state = apply(state, by_chance(state, choose(view(state), strength, chance).action, chance))
    return state
