"""The engine in Pyodide, as in a reader's browser: the same code timed in CPython too, as a ratio; and hints."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.hints import CASES

ROOT = Path(__file__).parents[1]
ROUNDS = 5

#: Times a decision and a whole random deal; prints microseconds as JSON. Runs in both Pythons.
CODE = """
import json, time
from couillon.cards import parse_cards
from couillon.kernel import layout
from couillon.rules import load
from couillon.simulate import block
from couillon.verdicts import judge

rules = load("ardennes")
table = layout(rules, "H")
hand, trick = table.bits(["AS", "9S", "JH", "TD"]), [table.bit["KS"], table.bit["QS"]]
cards, played = parse_cards("AS 9S JH TD"), parse_cards("KS QS")

def per_call(call, count):
    begin = time.perf_counter()
    for _ in range(count):
        call()
    return (time.perf_counter() - begin) / count * 1e6

calls = {
    "legal cards as bits": (lambda: table.legal(hand, trick), 20000),
    "verdicts of a hand": (lambda: judge(rules, "H", cards, played), 500),
    "10,000 random deals": (lambda: block(rules, 1), 1),
}
for call, count in calls.values():
    per_call(call, max(1, count // 10))
print(json.dumps({name: per_call(call, count) for name, (call, count) in calls.items()}))
"""

#: Times hints as a page gives them; prints the median and what 95 of 100 stay within, in milliseconds, as JSON.
HINTS = """
import json
from benchmarks.hints import CASES, spans, within
from couillon.search import engine

found = {}
for case in CASES:
    took = spans(case, case.deals)
    found[case.name] = [within(took, 0.5), within(took, 0.95), took[-1]]
print(json.dumps({"host": type(engine().host).__name__, "hints": found}))
"""

_SCRIPT = """
import { loadPyodide } from "pyodide";
const py = await loadPyodide({ stdout: (line) => console.log(line) });
py.FS.mkdirTree("/code");
py.FS.mount(py.FS.filesystems.NODEFS, { root: process.argv[2] }, "/code");
py.runPython("import sys; sys.path.insert(0, '/code')");
for (let i = 0; i < Number(process.argv[3]); i++) py.runPython(process.argv[4]);
py.runPython(process.argv[5]);
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
        command = [str(node_program()), str(script), str(ROOT), str(ROUNDS), CODE, HINTS]
        said = subprocess.check_output(command, text=True, cwd=folder).splitlines()
    *theirs, hints = [json.loads(line) for line in said if line.startswith("{")]
    ours = [
        json.loads(subprocess.check_output([sys.executable, "-c", CODE], text=True, cwd=ROOT)) for _ in range(ROUNDS)
    ]
    print(f"{'what':24} {'CPython µs':>11} {'Pyodide µs':>11} {'times':>6}")
    for name in ours[0]:
        here, there = (statistics.median(run[name] for run in runs) for runs in (ours, theirs))
        print(f"{name:24} {here:11.2f} {there:11.2f} {there / here:6.1f}")
    print(f"\nhint for all cards at the first lead, in Pyodide, the core as {hints['host']} WebAssembly, ms")
    print(f"{'what':40} {'median':>8} {'95 of 100':>10} {'most':>8}   goal")
    for case in CASES:
        typical, nearly_all, most = hints["hints"][case.name]
        print(f"{case.name:40} {typical:8.1f} {nearly_all:10.1f} {most:8.1f}   {case.goal}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
