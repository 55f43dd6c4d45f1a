"""Whether to accept, which suit to name, when to declare: what each answer is worth on the board, on average."""

from __future__ import annotations

from dataclasses import dataclass

from couillon.bots import by_chance, choose
from couillon.cards import TEAMS, Card, team_of
from couillon.club import weighed
from couillon.estimate import Estimate, mean
from couillon.game import State, advance
from couillon.messages import _
from couillon.odds import drawn
from couillon.scoring import Board
from couillon.stakes import stakes
from couillon.utility import utility
from couillon.view import View, view
from couillon.worlds import Worlds, state_of

__all__ = ["Advice", "Answer", "advise"]

#: So many layouts are drawn, by cards in a hand.
_DRAWN = {1: 100, 2: 80, 3: 50, 4: 32, 5: 18, 6: 16, 7: 14, 8: 12}


@dataclass(frozen=True)
class Answer:
    """One thing that may be said, and what the deal then brings the own team: units won less units lost."""

    action: str
    units: Estimate


@dataclass(frozen=True)
class Advice:
    """What each answer is worth; ``best`` is the one to give.

    ``edge`` is how much better it is than the next one, with the interval of the difference: both are looked at in
    the same layouts. ``looked`` tells in how many, ``layouts`` how many there are.
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


def advise(seen: View, seed: int = 1, count: int | None = None, board: Board | None = None) -> Advice:
    """Return what each answer to the question asked is worth: accept or pass, a suit, Mit, Kontra and the like.

    In layouts drawn with a seed all four answer and play from then on as club players do: best play with all hands
    seen would make the defence better than any table's, and passing look better than it is. ``board`` is the score
    before the deal. In play, what may be declared is weighed against silence (``pass``). Raises `ValueError` when
    there is nothing to answer.

    >>> from couillon.deal import deal
    >>> from couillon.game import start
    >>> from couillon.rules import load
    >>> found = advise(view(start(load(), deal(load(), 5))))
    >>> found.best, found.looked, found.layouts
    ('accept', 32, 1745944200)
    """
    words = seen.actions
    if not seen.question:
        words = tuple(action for action in words if len(action) != 2)
        words += ("pass",) if words else ()
    if not words:
        raise ValueError(_("There is nothing to answer now: only a card can be played."))
    worlds = Worlds(seen)
    size = seen.rules.hand
    looked, all_ = drawn(worlds, count or _DRAWN[size], 0, seed)
    found: dict[str, list[float]] = {word: [] for word in words}
    for number, world in enumerate(looked):
        state = state_of(seen, world)
        for word in words:
            found[word].append(_units(state, word, team_of(seen.seat), board, seed * 1000 + number))
    answers = tuple(Answer(word, mean(units, all_)) for word, units in found.items())
    first, second = sorted(answers, key=lambda answer: -answer.units.value)[:2]
    differences = [a - b for a, b in zip(found[first.action], found[second.action], strict=True)]
    return Advice(first.action, answers, mean(differences, all_), len(looked), worlds.bound)


def _units(state: State, word: str, team: str, board: Board | None, seed: int) -> float:
    """Return what an answer brings a team in one layout."""
    if not state.question and word == "pass":
        # In play there is no such action: who says nothing plays a card.
        seen = view(state)
        word = weighed(seen, tuple(Card(action) for action in seen.actions if len(action) == 2)).action
    state = advance(state, by_chance(state, word, seed))
    while state.phase != "over":
        action = choose(view(state), "club", seed).action
        state = advance(state, by_chance(state, action, seed))
    me = TEAMS.index(team)
    ends = utility(state.rules, team, sum(state.points), stakes(state), "board", board)
    return ends.value(state.points[me], state.taken[me], state.taken[1 - me])
