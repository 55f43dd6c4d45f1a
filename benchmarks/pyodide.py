"""The engine in Pyodide, as in a reader's browser, against CPython: the same code, timed in both, as a ratio."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROUNDS = 5

#: Times a decision and a whole random deal; prints microseconds as JSON. Runs in both Pythons.
CODE = """
import json, random, time
from couillon.cards import parse_cards
from couillon.kernel import layout
from couillon.rules import load
from couillon.simulate import random_deal
from couillon.verdicts import judge

rules = load("ardennes")
table = layout(rules, "H")
hand, trick = table.bits(["AS", "9S", "JH", "TD"]), [table.bit["KS"], table.bit["QS"]]
cards, played = parse_cards("AS 9S JH TD"), parse_cards("KS QS")
chance = random.Random(1)

def per_call(call, count):
    begin = time.perf_counter()
    for _ in range(count):
        call()
    return (time.perf_counter() - begin) / count * 1e6

calls = {
    "legal cards as bits": (lambda: table.legal(hand, trick), 20000),
    "verdicts of a hand": (lambda: judge(rules, "H", cards, played), 500),
    "a whole random deal": (lambda: random_deal(rules, chance), 300),
}
for call, count in calls.values():
    per_call(call, count // 10)
print(json.dumps({name: per_call(call, count) for name, (call, count) in calls.items()}))
"""

_SCRIPT = """
import { loadPyodide } from "pyodide";
const py = await loadPyodide({ stdout: (line) => console.log(line) });
py.FS.mkdirTree("/code");
py.FS.mount(py.FS.filesystems.NODEFS, { root: process.argv[2] }, "/code");
py.runPython("import sys; sys.path.insert(0, '/code')");
for (let i = 0; i < Number(process.argv[3]); i++) py.runPython(process.argv[4]);
"""


def main() -> int:
    """Measure in turn and print the ratios; Pyodide comes with `make build`."""
    from couillon_live.runtime import node_program

    modules = ROOT / "build" / "npm" / "node_modules"
    if not (modules / "pyodide").exists():
        print("There is no Pyodide here yet: run make build first.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(dir=modules.parent) as folder:
        script = Path(folder) / "bench.mjs"
        script.write_text(_SCRIPT)
        command = [str(node_program()), str(script), str(ROOT), str(ROUNDS), CODE]
        said = subprocess.check_output(command, text=True, cwd=folder).splitlines()
    theirs = [json.loads(line) for line in said if line.startswith("{")]
    ours = [
        json.loads(subprocess.check_output([sys.executable, "-c", CODE], text=True, cwd=ROOT)) for _ in range(ROUNDS)
    ]
    print(f"{'what':24} {'CPython µs':>11} {'Pyodide µs':>11} {'times':>6}")
    for name in ours[0]:
        here, there = (statistics.median(run[name] for run in runs) for runs in (ours, theirs))
        print(f"{name:24} {here:11.2f} {there:11.2f} {there / here:6.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
