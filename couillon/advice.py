"""Whether to accept, which suit to name, when to declare: what each answer is worth on the board, on average."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from random import Random
from typing import Final

from couillon.bots import by_chance, choose
from couillon.cards import TEAMS, Card, team_of
from couillon.club import weighed
from couillon.estimate import Estimate, mean, share
from couillon.game import State, advance, result
from couillon.messages import _
from couillon.occasions import passes
from couillon.scoring import Board, winner_of
from couillon.stakes import stakes
from couillon.utility import utility
from couillon.view import View, view
from couillon.worlds import World, Worlds, state_of

__all__ = ["Advice", "Answer", "advise", "answers_of", "units_of"]

#: So many layouts are drawn in a round, by cards in a hand.
_DRAWN: Final = {1: 100, 2: 80, 3: 50, 4: 32, 5: 18, 6: 16, 7: 14, 8: 12}
#: How often a layout is drawn again in which somebody would not have passed.
_AGAIN: Final = 40
#: The seeds of a round are so far from those of the next one.
_APART: Final = 1_000_003


@dataclass(frozen=True)
class Answer:
    """One thing that may be said, and what the deal then brings the own team.

    ``units`` are those won on the board less those the others win; ``won`` and ``tied`` the chances of the deal.
    """

    action: str
    units: Estimate
    won: Estimate
    tied: Estimate


@dataclass(frozen=True)
class Advice:
    """What each answer is worth; ``best`` is the one to give.

    ``edge`` is how much better it is than the next one, with the interval of the difference: both are looked at in
    the same layouts. ``looked`` tells in how many, ``layouts`` how many there are: never few enough to count them out
    while trumps are made, so the figures are estimates.
    """

    best: str
    answers: tuple[Answer, ...]
    edge: Estimate
    looked: int
    layouts: int

    @property
    def sure(self) -> bool:
        """Whether the difference is more than chance may have made."""
        return self.edge.low > 0

    def of(self, action: str) -> Answer:
        """Return what an answer is worth; raises `KeyError` if it may not be given."""
        return {answer.action: answer for answer in self.answers}[action]


def answers_of(seen: View) -> tuple[str, ...]:
    """Return what may be said now; in play, what may be declared, and ``pass`` for silence.

    >>> from couillon.deal import deal
    >>> from couillon.game import start
    >>> from couillon.rules import load
    >>> answers_of(view(start(load(), deal(load(), 5))))
    ('accept', 'pass')
    """
    if seen.question:
        return seen.actions
    words = tuple(action for action in seen.actions if len(action) != 2)
    return (*words, "pass") if words else ()


def advise(
    seen: View,
    seed: int = 1,
    count: int | None = None,
    board: Board | None = None,
    *,
    plays: str = "club",
    heard: bool = False,
    rounds: int = 1,
) -> Advice:
    """Return what each answer to the question asked is worth: accept or pass, a suit, Mit, Kontra and the like.

    In layouts drawn with a seed all four answer as club players and play as bots of the strength ``plays`` do: best
    play with all hands seen would make the defence better than any table's, and passing look better than it is.
    ``board`` is the score before the deal. In play, what may be declared is weighed against silence (``pass``).
    ``heard`` leaves out layouts in which a club player who has passed would have accepted. ``count`` layouts are
    drawn in each of the ``rounds``; who asks for one round more pays for that one only. Raises `ValueError` when there
    is nothing to answer.

    >>> from couillon.deal import deal
    >>> from couillon.game import start
    >>> from couillon.rules import load
    >>> seen = view(start(load(), deal(load(), 5)))
    >>> found = advise(seen)
    >>> found.best, found.looked, found.layouts
    ('accept', 32, 1745944200)
    >>> advise(seen, rounds=2).looked
    64
    """
    words = answers_of(seen)
    if not words:
        raise ValueError(_("There is nothing to answer now: only a card can be played."))
    size = count or _DRAWN[seen.rules.hand]
    units: dict[str, list[float]] = {word: [] for word in words}
    signs: dict[str, list[int]] = {word: [] for word in words}
    for number in range(rounds):
        for word, ends in zip(words, _round(seen, words, seed, number, size, board, plays, heard), strict=True):
            units[word] += [gain for gain, _sign in ends]
            signs[word] += [sign for _gain, sign in ends]
    looked = size * rounds
    answers = tuple(
        Answer(word, mean(units[word]), *(share(signs[word].count(sign), looked) for sign in (1, 0))) for word in words
    )
    first, second = sorted(answers, key=lambda answer: -answer.units.value)[:2]
    differences = [a - b for a, b in zip(units[first.action], units[second.action], strict=True)]
    return Advice(first.action, answers, mean(differences), looked, Worlds(seen).bound)


@lru_cache(maxsize=256)
def _round(
    seen: View, words: tuple[str, ...], seed: int, number: int, count: int, board: Board | None, plays: str, heard: bool
) -> tuple[tuple[tuple[float, int], ...], ...]:
    """Return, for each answer, units and sign of the end in each layout of one round."""
    first = number * count
    states = [state_of(seen, world) for world in _layouts(seen, seed + _APART * number, count, heard)]
    team = team_of(seen.seat)
    return tuple(
        tuple(_end(state, word, team, board, seed * 1000 + at, plays) for at, state in enumerate(states, first))
        for word in words
    )


def _layouts(seen: View, seed: int, count: int, heard: bool) -> Iterator[World]:
    worlds, random = Worlds(seen), Random(seed)
    for _layout in range(count):
        world = worlds.sample(random)
        if heard and seen.question == "accept":
            again = (worlds.sample(random) for _again in range(_AGAIN))
            world = next((one for one in chain([world], again) if passes(state_of(seen, one))), world)
        yield world


def _end(state: State, word: str, team: str, board: Board | None, seed: int, plays: str) -> tuple[float, int]:
    """Return what an answer brings a team in one layout, and whether it wins (1), ties (0) or loses (-1) the deal."""
    if not state.question and word == "pass":
        # In play there is no such action: who says nothing plays a card.
        seen = view(state)
        word = weighed(seen, tuple(Card(action) for action in seen.actions if len(action) == 2)).action
    state = advance(state, by_chance(state, word, seed))
    while state.phase != "over":
        seen = view(state)
        action = choose(seen, "club" if seen.question else plays, seed).action
        state = advance(state, by_chance(state, action, seed))
    return units_of(state, team, board)


def units_of(ended: State, team: str, board: Board | None = None) -> tuple[float, int]:
    """Return what a deal that is over brought a team: units won less units the others won, and the sign of the deal.

    >>> from couillon.rules import load
    >>> from couillon.selfplay import bot_deal
    >>> ended = bot_deal(load(), 1)
    >>> ended.points, units_of(ended, "NS"), units_of(ended, "EW")
    ((14, 16), (-1, -1), (1, 1))
    """
    me = TEAMS.index(team)
    ends = utility(ended.rules, team, sum(ended.points), stakes(ended), "board", board)
    winner = winner_of(ended.rules, result(ended))
    sign = 0 if winner is None else 1 if winner == team else -1
    return ends.value(ended.points[me], ended.taken[me], ended.taken[1 - me]), sign
