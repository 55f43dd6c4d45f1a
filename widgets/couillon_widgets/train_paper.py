"""What a row of exercises trains: which clauses, in which game, how hard, and the exercise that is asked now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from couillon.cards import quoted
from couillon.exercises import KINDS, LEVELS, Exercise, ExerciseError, kinds_of, make, trainable
from couillon.learning import asked_at
from couillon.messages import _, either
from couillon.rules import Variant, clause, variant
from couillon_widgets.base import DamagedLinkError
from couillon_widgets.exercise import MOST, Paper
from couillon_widgets.positions import checked_seed, frozen

__all__ = ["TrainPaper", "paper_of"]

#: How many seeds are tried for an exercise, and how many questions a row without end may have.
_SEEDS = 4
_LONGEST_ROW = 1200


@dataclass(frozen=True)
class TrainPaper(Paper):
    """A row of exercises: what is trained, in which game, how hard; ``count`` is 0 for a row without end."""

    count: int = 0
    clauses: tuple[str, ...] = ()
    game: str = "belgian"
    kinds: tuple[str, ...] = ()
    level: int = 1
    house: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        """Check everything; raises `ValueError` with one sentence."""
        checked_seed(self.seed)
        if isinstance(self.count, bool) or not isinstance(self.count, int) or not 0 <= self.count <= MOST:
            raise ValueError(
                _("A row has from 1 to {most} questions, or 0 for a row without end, not {n}.").format(
                    most=MOST, n=quoted(self.count)
                )
            )
        if isinstance(self.level, bool) or self.level not in LEVELS:
            raise ExerciseError(_("There is no level {level}: choose 1, 2 or 3.").format(level=quoted(self.level)))
        for kind in self.kinds:
            if kind not in KINDS:
                raise ExerciseError(
                    _("There is no exercise of the kind {kind}: choose {kinds}.").format(
                        kind=quoted(kind), kinds=either(KINDS)
                    )
                )
        if not self.things:
            raise ExerciseError(
                _("No clause in force in {game} is asked about in this way.").format(game=self.variant.name)
            )
        self._check_clauses()
        most = self.count or _LONGEST_ROW
        if not 0 <= self.at < most or len(self.marks) > most or set(self.marks) - set("dms"):
            raise DamagedLinkError(_("This link is damaged."))

    def _check_clauses(self) -> None:
        known = trainable(self.game, dict(self.house))
        for id in self.clauses:
            if clause(id).id not in known:
                make(self.game, id, self.level, house=dict(self.house))  # raises, and names the games

    @property
    def variant(self) -> Variant:
        """The game."""
        return variant(self.game)

    @cached_property
    def things(self) -> tuple[str, ...]:
        """The clauses that are asked about: those given, or all in force, as far as the kinds go."""
        known = self.clauses or trainable(self.game, dict(self.house))
        return tuple(id for id in known if not self.kinds or set(self.kinds) & set(kinds_of(id)))

    @cached_property
    def thing(self) -> str:
        """The clause that is asked about now."""
        return asked_at(self.things, self.seed, self.marks.ljust(self.at, "d")[: self.at])

    def home(self) -> tuple[str, Mapping[str, Any]]:
        """Return the game, with its house rules, in which the clause is asked about."""
        return self.game, dict(self.house)

    @cached_property
    def exercise(self) -> Exercise:
        """The exercise that is asked now."""
        game, house = self.home()
        kinds = [kind for kind in kinds_of(self.thing) if not self.kinds or kind in self.kinds]
        first = self.seed * 1009 + self.at * 7
        for level in sorted(LEVELS, key=lambda level: (abs(level - self.level), level)):
            for seed in range(first, first + _SEEDS):
                try:
                    return make(game, self.thing, level, seed, kinds[seed % len(kinds)], house)
                except ExerciseError:
                    continue
        raise ExerciseError(_("No exercise was found for {clause}.").format(clause=self.thing))

    @property
    def right(self) -> frozenset[str]:
        """The keys of what is to be picked."""
        return self.exercise.right

    @property
    def offered(self) -> tuple[str, ...]:
        """The keys of all that can be picked."""
        return tuple(option.key for option in self.exercise.options)

    @property
    def last(self) -> bool:
        """Whether no question follows."""
        return self.at + 1 >= (self.count or _LONGEST_ROW)


def _words(value: str | Iterable[str], known: str) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(dict.fromkeys(value.replace(",", " ").split()))
    if not isinstance(value, Iterable) or not all(isinstance(item, str) for item in value):
        raise ValueError(_("Write {what} as a text with spaces between, not {value}.").format(
            what=known, value=quoted(value)))  # fmt: skip
    return tuple(dict.fromkeys(value))


def paper_of(
    clauses: str | Iterable[str],
    game: str,
    kinds: str | Iterable[str],
    level: int,
    seed: int,
    count: int,
    house: Mapping[str, Any] | None,
) -> TrainPaper:
    """Return the first question of a row; raises `ValueError` with one sentence for whatever is wrong."""
    found = variant(str(game))
    return TrainPaper(
        seed=seed,
        count=count,
        clauses=_words(clauses, "clauses"),
        game=found.id,
        kinds=_words(kinds, "kinds"),
        level=level,
        house=frozen(found, house),
    )
