"""What hands bring those who make the trumps with them: ``python -m benchmarks.holdings`` writes the file anew.

Half an hour on one core. The sums go to ``couillon/holdings.json``; the lesson on accepting shows them.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import couillon
from couillon.holdings import counted, written
from couillon.rules import load, variant, variants

FILE = Path(couillon.__file__).with_name("holdings.json")


def part(job: tuple[str, int, int]) -> tuple[tuple[str, int, int], dict[str, list[int]]]:
    """Count the deals of one game and one place."""
    game, passed, deals = job
    return job, written(counted(load(game), range(1, deals + 1), passed))


def main() -> int:
    """Count and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=3000, help="deals looked through for each game and place")
    parser.add_argument("--games", nargs="*", default=[game.id for game in variants()], help="only these games anew")
    parser.add_argument("--cores", type=int, default=1)
    wanted = parser.parse_args()
    jobs = []
    for game in map(variant, wanted.games):
        named = game.rules.trump == "named"
        # Where a suit is named, every deal counts four times.
        jobs += [(game.id, passed, wanted.deals // (2 if named else 1)) for passed in range(1 if named else 4)]
    found: dict[str, dict[str, dict[str, list[int]]]] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    with ProcessPoolExecutor(wanted.cores) as pool:
        for (game, passed, _deals), rows in pool.map(part, jobs):
            found.setdefault(game, {})[str(passed)] = rows
            FILE.write_text(json.dumps(found, separators=(",", ":")) + "\n", encoding="utf-8")
            print(game, passed, sum(row[0] for row in rows.values()), file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
