"""The command ``couillon study``: what rules do over very many deals, with progress; it goes on after a stop."""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import signal
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from couillon.cards import quoted
from couillon.errors import CommandError
from couillon.messages import _, ngettext
from couillon.rules import read_house_rules, variant, variants
from couillon.study import Job, Part, Plan, Study, open_study, work

__all__ = ["add_commands"]

#: So many seconds a Dask scheduler has to answer.
PATIENCE = 10


def _count(text: str) -> int:
    """Read how many of something."""
    if text.isascii() and text.isdigit() and len(text) <= 12:
        return int(text)
    raise argparse.ArgumentTypeError(_("{text} is not a whole number from 0").format(text=f'"{text[:40]}"'))


def add_commands(commands: Any) -> None:
    """Add the command to the command line's parser."""
    study = commands.add_parser(
        "study",
        help=_("deal very many deals of each game and count what its rules do"),
        description=_(
            "Deals very many deals of each game and counts what its rules do. Stopped with Ctrl-C, the same command"
            " goes on from where it was."
        ),
    )
    study.add_argument("--variants", nargs="+", metavar="GAME", help=_("the games (default: all variants)"))
    study.add_argument("--rules", type=Path, action="append", metavar="FILE",
                       help=_("a rule file in TOML, instead of or beside the games; may be given again"))  # fmt: skip
    study.add_argument("--change", action="append", metavar="AXIS=VALUE",
                       help=_("each game once more with a rule changed, as in void=trump; rules that need each other"
                              " are joined by a semicolon; may be given again"))  # fmt: skip
    study.add_argument("--deals", type=_count, default=1_000_000,
                       help=_("random deals of each game (default 1000000)"))  # fmt: skip
    study.add_argument("--club", type=_count, default=2_000,
                       help=_("deals of each game that four club players play (default 2000)"))  # fmt: skip
    study.add_argument("--seed", type=_count, default=1, help=_("the same one gives the same figures (default 1)"))
    study.add_argument("--cores", type=_count, default=0, help=_("how many to use (default: all)"))
    study.add_argument("--scheduler", metavar="ADDRESS", help=_("work on a Dask cluster, such as tcp://10.0.0.1:8786"))
    study.add_argument("--output", type=Path, metavar="FILE", help=_("write the figures to a .json or .csv file"))
    study.add_argument("--state", type=Path, metavar="FILE", default=Path("couillon-study.state"),
                       help=_("where unfinished work is kept (default couillon-study.state)"))  # fmt: skip
    study.add_argument("--json", action="store_true", help=_("print JSON"))
    study.add_argument("--quiet", action="store_true", help=_("tell no progress"))
    study.set_defaults(run=_study)


def _plan(args: argparse.Namespace) -> Plan:
    games = [variant(name) for name in args.variants or ()]
    games += [read_house_rules(path) for path in args.rules or ()]
    if not games:
        games = list(variants())
    changes = [("", {}), *((text, _change(text)) for text in args.change or ())]
    rules = {f"{game.id} {text}".strip(): game.rules.replace(change) for game in games for text, change in changes}
    names = Counter(f"{game.id} {text}".strip() for game in games for text, _changed in changes)
    parts = [
        Part(id, changed, play, deals)
        for play, deals in (("random", args.deals), ("club", args.club))
        for id, changed in rules.items()
        if deals
    ]
    twice = next((name for name, times in names.items() if times > 1), None)
    if twice:
        raise CommandError(_("{game} is named twice: name each game once.").format(game=twice))
    if not parts:
        raise CommandError(_("There is nothing to deal: set --deals or --club above 0."))
    return Plan(tuple(parts), args.seed)


def _change(text: str) -> dict[str, Any]:
    """Read rules that are changed: TOML, in which words need no quotation marks."""
    found: dict[str, Any] = {}
    for part in text.split(";"):
        axis, equals, value = (word.strip() for word in part.partition("="))
        if not axis or not equals:
            raise CommandError(
                _("{text} does not change a rule: write an axis and its value, as in void=trump.").format(
                    text=quoted(text)
                )
            )
        try:
            found[axis] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            found[axis] = value
    return found


def _study(args: argparse.Namespace) -> int:
    if args.output and args.output.suffix not in (".json", ".csv"):
        raise CommandError(_("{file} says neither .json nor .csv: let its name end in one of them.").format(
            file=args.output))  # fmt: skip
    plan = _plan(args)
    study = open_study(plan, args.state)
    progress = _Progress(study, args.quiet or sys.stderr is None)
    try:
        with _executor(args) as (executor, slots):
            progress.slots = slots
            work(study, args.state, executor, slots, progress.told)
    except KeyboardInterrupt:
        progress.end()
        print(_kept(study, args.state), file=sys.stderr)
        return 130
    except CommandError:
        raise
    except Exception as error:  # a worker or the cluster is gone
        progress.end()
        what = str(error) or type(error).__name__
        raise CommandError(f"{_kept(study, args.state)} {_('The reason: {what}').format(what=what.rstrip('.'))}."
                           ) from error  # fmt: skip
    progress.end()
    found = study.figures()
    if args.output:
        text = _csv(found) if args.output.suffix == ".csv" else json.dumps(found, ensure_ascii=False) + "\n"
        args.output.write_text(text, encoding="utf-8")
    print(json.dumps(found, ensure_ascii=False, indent=2) if args.json else told(found))
    args.state.unlink(missing_ok=True)
    return 0


def _kept(study: Study, path: Path) -> str:
    return _("Stopped: {done} of {all} deals are done and kept in {file}; the same command goes on from there.").format(
        done=f"{study.deals:,}", all=f"{study.plan.deals:,}", file=path
    )


@contextmanager
def _executor(args: argparse.Namespace) -> Iterator[tuple[Executor | None, int]]:
    """Give what does the work, and how many blocks may be under way at once."""
    if args.scheduler:
        with _cluster(args.scheduler) as found:
            yield found
        return
    cores = args.cores or os.cpu_count() or 1
    if cores == 1:
        yield None, 1
        return
    pool = ProcessPoolExecutor(cores, initializer=_deaf)
    try:
        yield pool, 2 * cores
    finally:
        pool.shutdown(cancel_futures=True)


def _deaf() -> None:
    """Leave Ctrl-C to the process that was started."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    try:
        from dask.distributed import Client
    except ModuleNotFoundError:
        raise CommandError(
            _('--scheduler needs Dask: run pip install "couillon[study]" first, here and on the workers.')
        ) from None
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise CommandError(
            _("No Dask scheduler answers at {address}: start one with dask scheduler, and give its address.").format(
                address=address
            )
        ) from error
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise CommandError(_("The Dask scheduler at {address} has no workers: start one with dask worker.").format(
                address=address))  # fmt: skip
        yield client.get_executor(pure=False), 2 * threads


class _Progress:
    """One line that tells how far the work is, and how long it still takes."""

    #: Seconds for a deal on one core, until some have been timed.
    GUESS = {"random": 15e-6, "club": 5e-3}  # noqa: RUF012

    def __init__(self, study: Study, quiet: bool) -> None:
        self.quiet = quiet
        self.slots = 1
        self._spent = dict.fromkeys(self.GUESS, 0.0)
        self._made = dict.fromkeys(self.GUESS, 0)
        self._left: Counter[str] = Counter()
        for part, standing in zip(study.plan.parts, study.standings, strict=True):
            self._left[part.play] += part.deals - standing.found.deals
        self._last = self._shown = monotonic()
        self._open = False

    def told(self, study: Study, job: Job) -> None:
        """Hear of a block that is done."""
        now = monotonic()
        self._spent[job.play] += now - self._last
        self._made[job.play] += job.deals
        self._left[job.play] -= job.deals
        self._last = now
        wanted = 0.5 if self.quiet or sys.stderr.isatty() else 10
        if not self.quiet and now - self._shown >= wanted:
            self._shown = now
            line = _("{done} of {all} deals, about {time} left").format(
                done=f"{study.deals:,}", all=f"{study.plan.deals:,}", time=_lasting(self.left())
            )
            end = "" if sys.stderr.isatty() else "\n"
            print(f"\r{line:70}" if not end else line, end=end, file=sys.stderr, flush=True)
            self._open = not end

    def left(self) -> float:
        """Return how many seconds the work still takes."""
        seconds = 0.0
        for play, deals in self._left.items():
            each = self._spent[play] / self._made[play] if self._made[play] else self.GUESS[play] * 2 / self.slots
            seconds += deals * each
        return seconds

    def end(self) -> None:
        """Begin a new line after the progress."""
        if self._open:
            print(file=sys.stderr)
            self._open = False


def _lasting(seconds: float) -> str:
    if seconds < 100:
        number = max(1, round(seconds))
        return ngettext("{n} second", "{n} seconds", number).format(n=number)
    number = round(seconds / 60)
    return ngettext("{n} minute", "{n} minutes", number).format(n=number)


def _csv(found: dict[str, Any]) -> str:
    """Return the figures as a table of one figure a row."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["game", "play", "deals", "figure", "value", "low", "high"])
    for game in found["games"]:
        for name, value in _flat(game):
            rows.writerow([game["id"], game["play"], game["deals"], name, *value])
    return out.getvalue()


def _flat(data: dict[str, Any], before: str = "") -> Iterator[tuple[str, list[Any]]]:
    for name, value in data.items():
        if isinstance(value, list):
            yield f"{before}{name}", value
        elif isinstance(value, dict):
            yield from _flat(value, f"{before}{name} ")
        elif before and isinstance(value, int | float):
            yield f"{before}{name}", [value, value, value]


def told(found: dict[str, Any]) -> str:
    """Return the figures as tables to read."""
    lines = [
        _("Seed {seed}. In brackets, how far the true figure may lie away, 19 times out of 20.").format(
            seed=found["seed"]
        )
    ]
    for play in dict.fromkeys(game["play"] for game in found["games"]):
        games = [game for game in found["games"] if game["play"] == play]
        lines += ["", _("{play} play").format(play=play.capitalize())]
        heads = [_("game"), _("deals"), _("points"), _("ties %"), _("makers lose %"), _("leaders win %"),
                 _("all tricks %"), _("match")]  # fmt: skip
        wide = max(14, *(len(game["id"]) for game in games)) + 2
        lines.append(f"  {heads[0]:{wide}}{heads[1]:>10}" + "".join(f"{head:>15}" for head in heads[2:]))
        for game in games:
            match = game["match"]["deals"] if game["match"] else None
            cells = [_near(game["points"], 1, 2), *(_near(game[name], 100, 2) for name in
                     ("ties", "lost", "lead_won", "swept")), _near(match, 1, 2)]  # fmt: skip
            lines.append(f"  {game['id']:{wide}}{game['deals']:>10,}" + "".join(f"{cell:>15}" for cell in cells))
        lines += [f"  {game['id']:{wide}}" + "; ".join(_more(game)) for game in games if _more(game)]
    return "\n".join(lines)


def _more(game: dict[str, Any]) -> list[str]:
    """Return the figures that not every game has."""
    parts = [
        _("{clause} bites in {share} % of plays").format(clause=clause, share=_near(value, 100, 2))
        for clause, value in game["duties"].items()
    ]
    parts += [
        _("{word}: {share} % of deals, worth {worth}").format(
            word=word, share=_near(said["share"], 100, 1), worth=_near(said["worth"], 1, 2)
        )
        for word, said in game["said"].items()
    ]
    return parts


def _near(value: list[float] | None, times: float, digits: int) -> str:
    if value is None:
        return "-"
    middle, low, high = value
    return f"{middle * times:.{digits}f} (±{(high - low) / 2 * times:.{digits}f})"
