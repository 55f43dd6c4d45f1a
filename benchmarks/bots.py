"""How much better one strength of the bots is than another: the same deals twice, with the teams swapped.

``python -m benchmarks.bots`` plays what the data file lacks, a hundred deals at a time, and may be stopped and started
again; ``--show`` prints what the file holds, ``--publish`` sums it up for the book. The figures are units on the
board a deal, with 95 % intervals.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from couillon.bots import by_chance, choose, view
from couillon.cards import SEATS, team_of
from couillon.deal import deal
from couillon.estimate import mean
from couillon.game import advance, result, start
from couillon.published import summary
from couillon.rules import load, variants
from couillon.scoring import Result, new_board, settle

DATA = Path(__file__).parent / "bots.json"
#: Where the book reads the figures.
PUBLISHED = Path(__file__).parents[1] / "couillon" / "data" / "strengths.json"
PAIRS = (("expert", "club"), ("club", "beginner"), ("expert", "beginner"))
BLOCK = 100


def played(variant: str, seed: int, north: str, east: str) -> Result:
    """Play a deal: one strength North and South, another East and West."""
    rules = load(variant)
    state = start(rules, deal(rules, seed, SEATS[seed % 4]))
    while state.phase != "over":
        seen = view(state)
        strength = north if team_of(seen.seat) == "NS" else east
        chance = seed * 1000 + len(state.actions)
        state = advance(state, by_chance(state, choose(seen, strength, chance).action, chance))
    return result(state)


def units(variant: str, end: Result) -> int:
    """Return what a deal brings North and South on the board, less what it brings the others."""
    rules = load(variant)
    before = new_board(rules)
    after = settle(rules, before, end).board
    sign = 1 if before.rising else -1
    gains = [sign * (now - then) for now, then in zip(after.counts, before.counts, strict=True)]
    return gains[0] - gains[1]


def duplicate(variant: str, seed: int, first: str, second: str) -> tuple[float, float]:
    """Play a deal twice with the teams swapped; how much better the first strength did, in units and in card points."""
    once, again = played(variant, seed, first, second), played(variant, seed, second, first)
    points = (once.points[0] - once.points[1]) - (again.points[0] - again.points[1])
    return (units(variant, once) - units(variant, again)) / 2, points / 2


def block(job: tuple[str, str, str, int]) -> list[tuple[float, float]]:
    """Play a hundred duplicate deals."""
    variant, first, second, number = job
    return [duplicate(variant, seed, first, second) for seed in range(number * BLOCK + 1, (number + 1) * BLOCK + 1)]


def show(data: dict[str, Any]) -> str:
    """Return the figures as a table."""
    lines = [f"{'variant':16} {'who':24} {'deals':>6} {'units a deal':>24} {'card points a deal':>26}"]
    for key, rows in sorted(data.items()):
        variant, first, second = key.split("|")
        board, cards = (mean([row[i] for row in rows]) for i in (0, 1))
        lines.append(
            f"{variant:16} {first + ' over ' + second:24} {len(rows):6}"
            f" {board.value:+8.3f} ({board.low:+.3f} to {board.high:+.3f})"
            f" {cards.value:+8.2f} ({cards.low:+.2f} to {cards.high:+.2f})"
        )
    return "\n".join(lines)


def main() -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000, help="duplicate deals for each pair and variant")
    parser.add_argument("--variants", nargs="*", default=[game.id for game in variants()])
    parser.add_argument("--pairs", nargs="*", default=["-".join(pair) for pair in PAIRS])
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--publish", action="store_true", help="sum the file up for the book, and play nothing")
    parser.add_argument("--show", action="store_true", help="print what the file holds, and play nothing")
    wanted = parser.parse_args()
    data = json.loads(wanted.data.read_text()) if wanted.data.exists() else {}
    jobs = []
    for number in range(wanted.deals // BLOCK):
        for variant in wanted.variants:
            for pair in wanted.pairs:
                if len(data.get("|".join((variant, *pair.split("-"))), ())) <= number * BLOCK:
                    jobs.append((variant, *pair.split("-"), number))
    if wanted.publish:
        PUBLISHED.write_text(json.dumps(summary(data)) + "\n")
    if jobs and not (wanted.show or wanted.publish):
        with ProcessPoolExecutor(wanted.cores) as pool:
            for done, (job, rows) in enumerate(zip(jobs, pool.map(block, jobs), strict=True), 1):
                data.setdefault("|".join(job[:3]), []).extend(rows)
                wanted.data.write_text(json.dumps(data) + "\n")
                print(f"{done} of {len(jobs)}: {' '.join(map(str, job))}", file=sys.stderr)
    print(show(data))
    return 0


if __name__ == "__main__":
    sys.exit(main())
