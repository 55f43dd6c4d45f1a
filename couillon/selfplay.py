"""Whole deals and matches that four bots play, the same ones for the same seed."""

from __future__ import annotations

from functools import lru_cache

from couillon.bots import by_chance, choose, view
from couillon.deal import deal
from couillon.game import State, apply, start
from couillon.rules import Rules

__all__ = ["bot_deal", "chance"]

#: The seeds of what is left to chance in a deal begin so far from those of the next deal.
_APART = 1000


def chance(seed: int, state: State) -> int:
    """Return the seed of what is left to chance at a moment of the deal from a seed: a bot's choice, a card turned.

    >>> from couillon.rules import load
    >>> chance(3, start(load(), deal(load(), 3)))
    3000
    """
    return seed * _APART + len(state.actions)


@lru_cache(maxsize=512)
def bot_deal(rules: Rules, seed: int, dealer: str = "S", strength: str = "club") -> State:
    """Return a deal from a seed, played to its end by four bots; raises `ValueError` for an unknown strength.

    >>> from couillon.rules import load
    >>> bot_deal(load(), 1).points
    (14, 16)
    """
    state = start(rules, deal(rules, seed, dealer))
    while state.phase != "over":
        luck = chance(seed, state)
        state = apply(state, by_chance(state, choose(view(state), strength, luck).action, luck))
    return state
