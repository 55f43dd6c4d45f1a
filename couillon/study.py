"""A study: very many deals of some games, block by block, on as many cores or machines as there are.

A block hangs on nothing but its rules, the seed and its number, and what blocks come to is added up in whole numbers.
So the same seed gives the same figures however the work was shared out, interrupted and taken up again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

from couillon.errors import CommandError
from couillon.figures import figures
from couillon.messages import _
from couillon.rules import Rules
from couillon.simulate import BLOCK, block
from couillon.tally import Tally, TallyError, tally

__all__ = ["Job", "Part", "Plan", "Study", "make", "open_study", "work"]

#: How many deals a block has, where bots play them.
BOT_BLOCK = 200
#: What a file of ours calls its form.
FORMAT = "couillon study 1"


@dataclass(frozen=True)
class Part:
    """Deals of one game, played in one way: ``random``, or a strength of the bots."""

    id: str
    rules: Rules
    play: str
    deals: int

    @property
    def block(self) -> int:
        """How many deals a block has."""
        return BLOCK if self.play == "random" else BOT_BLOCK

    @property
    def blocks(self) -> int:
        """How many blocks there are; the last may be smaller."""
        return -(-self.deals // self.block)


@dataclass(frozen=True)
class Job:
    """One block of one part, by their numbers."""

    part: int
    number: int
    play: str
    rules: Rules
    seed: int
    deals: int
    size: int


def make(job: Job) -> Tally:
    """Deal, play and count a block."""
    if job.play == "random":
        return tally(job.rules, block(job.rules, job.seed, job.number, job.deals))
    from couillon.selfplay import bot_block

    return tally(job.rules, bot_block(job.rules, job.play, job.seed, job.number, job.deals, job.size))


@dataclass(frozen=True)
class Plan:
    """What a study is to deal."""

    parts: tuple[Part, ...]
    seed: int

    @property
    def deals(self) -> int:
        """How many deals there are in all."""
        return sum(part.deals for part in self.parts)

    def settings(self) -> dict[str, Any]:
        """Return all on which the figures hang."""
        parts = [
            {"id": part.id, "play": part.play, "deals": part.deals, "rules": part.rules.as_data()}
            for part in self.parts
        ]
        return {"seed": self.seed, "parts": parts}


@dataclass(frozen=True)
class Standing:
    """How far one part is: the blocks that are done, what they came to, and a sum of what the first of them came to.

    By that sum a study can be checked without doing it all again.
    """

    done: frozenset[int] = frozenset()
    found: Tally = field(default_factory=Tally)
    first: str = ""

    def and_(self, number: int, made: Tally) -> Standing:
        """Return the standing after one more block."""
        found = self.found.copy()
        found.add(made)
        return Standing(self.done | {number}, found, self.first if number else _sum_of(made))


@dataclass
class Study:
    """A study under way: its plan, and how far each part is."""

    plan: Plan
    standings: list[Standing] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin with nothing."""
        self.standings = self.standings or [Standing() for _part in self.plan.parts]

    @property
    def deals(self) -> int:
        """How many deals are done."""
        return sum(standing.found.deals for standing in self.standings)

    def jobs(self) -> Iterator[Job]:
        """Return what is still to be done."""
        for at, part in enumerate(self.plan.parts):
            for number in range(part.blocks):
                if number not in self.standings[at].done:
                    deals = min(part.block, part.deals - number * part.block)
                    yield Job(at, number, part.play, part.rules, self.plan.seed, deals, part.block)

    def add(self, job: Job, made: Tally) -> None:
        """Take in a block, in one step that nothing can interrupt halfway."""
        self.standings[job.part] = self.standings[job.part].and_(job.number, made)

    def figures(self) -> dict[str, Any]:
        """Return the figures of every part that has deals, as plain data."""
        games = [
            {"id": part.id, "play": part.play, "first": standing.first, **figures(part.rules, standing.found)}
            for part, standing in zip(self.plan.parts, self.standings, strict=True)
            if standing.found.deals
        ]
        return {"format": FORMAT, "seed": self.plan.seed, "games": games}

    def save(self, path: Path) -> None:
        """Write down what is done; the file is whole at every moment."""
        data = {
            "format": FORMAT,
            "settings": self.plan.settings(),
            "done": [sorted(standing.done) for standing in self.standings],
            "tallies": [standing.found.as_data() for standing in self.standings],
            "first": [standing.first for standing in self.standings],
        }
        fresh = path.with_name(path.name + ".new")
        try:
            fresh.write_text(json.dumps(data), encoding="utf-8")
            fresh.replace(path)
        except OSError as error:
            raise CommandError(
                _("What is done cannot be written to {file}: {why}.").format(file=path, why=error.strerror or error)
            ) from None


def _sum_of(made: Tally) -> str:
    return sha256(json.dumps(made.as_data()).encode()).hexdigest()[:16]


def open_study(plan: Plan, path: Path) -> Study:
    """Return a study, taken up where the file left it if there is one.

    Raises `CommandError` for a file that holds another study, or something else.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Study(plan)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or _("it is not text")
        raise CommandError(_("{file} cannot be read: {why}.").format(file=path, why=why)) from None
    broken = CommandError(
        _("{file} does not hold a study that was begun: name another file with --state, or delete this one.").format(
            file=path
        )
    )
    try:
        data = json.loads(text)
        settings = data["settings"]
        standings = [
            Standing(frozenset(map(int, done)), Tally.from_data(found), str(first))
            for done, found, first in zip(data["done"], data["tallies"], data["first"], strict=True)
        ]
        good = data["format"] == FORMAT and isinstance(settings, dict)
    except (ValueError, KeyError, TypeError, TallyError, RecursionError):
        raise broken from None
    if not good:
        raise broken
    if settings != plan.settings():
        raise CommandError(
            _(
                "{file} belongs to a study of other settings ({theirs}): give the same ones again, name another file"
                " with --state, or delete this one."
            ).format(file=path, theirs=_told(settings))
        )
    expected = [
        sum(min(part.block, part.deals - number * part.block) for number in standing.done)
        for part, standing in zip(plan.parts, standings, strict=False)
    ]
    if len(standings) != len(plan.parts) or [standing.found.deals for standing in standings] != expected:
        raise broken
    return Study(plan, standings)


def _told(settings: dict[str, Any]) -> str:
    """Say in short what a study is about."""
    try:
        counts = [_("{n} {play} deals of {id}").format(n=p["deals"], play=p["play"], id=p["id"])
                  for p in settings["parts"]]  # fmt: skip
        more = ["…"] if len(counts) > 3 else []
        return ", ".join([_("seed {seed}").format(seed=settings["seed"]), *counts[:3], *more])
    except (KeyError, TypeError):
        return "?"


#: So often what is done is written down, in seconds.
_OFTEN = 10.0


def work(study: Study, path: Path, executor: Executor | None, slots: int, tell: Callable[[Study, Job], None]) -> None:
    """Do what is still to be done, on an executor or here; ``tell`` hears of each block.

    However it ends, what is done is written down.
    """
    saved = monotonic()
    try:
        for job, made in _made(study.jobs(), executor, slots):
            study.add(job, made)
            tell(study, job)
            if monotonic() - saved > _OFTEN:
                study.save(path)
                saved = monotonic()
    finally:
        study.save(path)


def _made(jobs: Iterator[Job], executor: Executor | None, slots: int) -> Iterator[tuple[Job, Tally]]:
    """Yield the blocks as they are made; never more are under way than there are slots."""
    if executor is None:
        for job in jobs:
            yield job, make(job)
        return
    running: dict[Future[Tally], Job] = {}
    try:
        for job in jobs:
            running[executor.submit(make, job)] = job
            if len(running) >= slots:
                yield from _finished(running)
        while running:
            yield from _finished(running)
    finally:
        for future in running:
            future.cancel()


def _finished(running: dict[Future[Tally], Job]) -> Iterator[tuple[Job, Tally]]:
    for future in wait(running, return_when=FIRST_COMPLETED).done:
        yield running.pop(future), future.result()
