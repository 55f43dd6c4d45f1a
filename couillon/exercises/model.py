"""What an exercise is: a scene, a question, what can be picked, and the engine's answer with its reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar
from zlib import crc32

from couillon.cards import Card
from couillon.deal import mixed
from couillon.messages import capital
from couillon.rules import Rules
from couillon.scoring import Board, Result

__all__ = ["LEVELS", "Asked", "Dice", "Exercise", "ExerciseError", "Key", "Option", "Scene", "one_of"]

#: The levels: 1 is the plain case with few cards, 2 has whole hands, 3 has traps.
LEVELS = (1, 2, 3)
T = TypeVar("T")


class ExerciseError(ValueError):
    """An exercise that cannot be made: no such kind, a clause that is not in force, a level that is none."""


@dataclass(frozen=True)
class Option:
    """Something that can be picked: its key (a card, or a letter), its words, and what the engine says of it."""

    key: str
    words: str
    right: bool
    why: str = ""


@dataclass(frozen=True)
class Scene:
    """What lies on the table, seen by South; whatever is empty plays no part.

    ``trick`` began at ``leader``; ``shown`` are face-up cards of the stock or of a hand, each with a label. ``board``
    is the board before a deal that ended with ``result``.
    """

    trump: str | None = None
    mit: bool = False
    leader: str = "W"
    trick: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    marked: Card | None = None
    shown: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    board: Board | None = None
    result: Result | None = None


@dataclass(frozen=True)
class Key:
    """What an exercise is made from; the same key gives the same exercise for ever."""

    variant: str
    clause: str
    kind: str
    level: int
    seed: int
    house: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Exercise:
    """A question with one right answer: one option, or with ``many`` the set of all that are right.

    ``told`` are facts that the scene does not show, ``reasons`` the engine's explanation, ``clauses`` the clauses
    behind it, the one that is trained first.
    """

    key: Key
    rules: Rules
    scene: Scene
    question: str
    options: tuple[Option, ...]
    reasons: tuple[str, ...]
    clauses: tuple[str, ...]
    told: tuple[str, ...] = ()
    many: bool = False

    @property
    def right(self) -> frozenset[str]:
        """The keys of what is to be picked."""
        return frozenset(option.key for option in self.options if option.right)

    def option(self, key: str) -> Option:
        """Return what stands behind a key; raises `KeyError` for one that is not offered."""
        for option in self.options:
            if option.key == key:
                return option
        raise KeyError(key)


class Dice:
    """Chance that is the same in every version of Python: all of it is made from ``Random.random``.

    >>> Dice("text").pick("abc"), Dice("text").pick("abc")
    ('c', 'c')
    """

    def __init__(self, text: str, turn: int = 0) -> None:
        self.draw = Random(crc32(text.encode())).random
        self.turn = turn

    def below(self, n: int) -> int:
        """Return a whole number from 0 up to, but not including, another."""
        return int(self.draw() * n)

    def next_of(self, things: Sequence[T]) -> T:
        """Return one of some things by the number of the turn, not by chance: turn after turn another one.

        >>> [Dice("text", turn).next_of("abc") for turn in (0, 1, 5)]
        ['a', 'b', 'c']
        """
        return things[self.turn % len(things)]

    def pick(self, things: Sequence[T]) -> T:
        """Return one of some things."""
        return things[self.below(len(things))]

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """Return things in another order."""
        return mixed(self.draw, things)


@dataclass(frozen=True)
class Asked:
    """A question as it is found, before its options are put in order: the right answer and the wrong ones, in words."""

    question: str
    right: str
    wrong: tuple[str, ...]
    reasons: tuple[str, ...]
    told: tuple[str, ...] = ()
    scene: Scene = field(default_factory=Scene)
    clauses: tuple[str, ...] = ()


def one_of(dice: Dice, right: str, wrong: Iterable[str], most: int = 4) -> tuple[Option, ...]:
    """Return the right answer among wrong ones, in an order made by chance, each answer once.

    >>> [option.words for option in one_of(Dice("x"), "two", ["one", "two", "three"])]
    ['Three', 'One', 'Two']
    """
    others = [words for words in dict.fromkeys(wrong) if words != right]
    words = dice.shuffled([right, *others[: most - 1]])
    return tuple(Option("abcdef"[i], capital(said), said == right) for i, said in enumerate(words))
