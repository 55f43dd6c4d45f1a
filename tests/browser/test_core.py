"""The Python of a page runs the core of the solver in the browser's own WebAssembly, and finds what others find."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import tarfile
from pathlib import Path

from couillon.core.hosts import WASM
from couillon.core.translate import translated
from couillon_live.build import find_book
from couillon_live.runtime import node_program

#: What is asked in both Pythons: every card of some first leads, and the odds of one.
ASKED = """
import json
from couillon.deal import deal
from couillon.game import advance, legal_actions, start
from couillon.odds import odds
from couillon.rules import load
from couillon.search import engine
from couillon.solver import solve
from couillon.view import view

def opened(name):
    state = start(load(name), deal(load(name), 3))
    while state.phase != "play":
        state = advance(state, legal_actions(state)[0])
    return state

states = [opened(name) for name in ("belgian", "ardennes", "eifel", "konter-a-matt", "force")]
found = [[(str(one.card), one.value) for one in solve(state).cards] for state in states]
lines = [[str(card) for card in solve(state).line] for state in states]
chances = [(str(card.card), card.points.value) for card in odds(view(states[-1]), count=4).cards]
print(json.dumps([type(engine().host).__name__, found, lines, chances]))
"""

SCRIPT = """
import { loadPyodide } from "pyodide";
const py = await loadPyodide({ stdout: (line) => console.log(line) });
py.FS.mkdirTree("/code");
py.FS.mount(py.FS.filesystems.NODEFS, { root: process.argv[2] }, "/code");
py.runPython("import sys; sys.path.insert(0, '/code')");
py.runPython(process.argv[3]);
"""


def test_the_page_carries_the_compiled_core(site: Path) -> None:
    packed = gzip.decompress((site / "live" / "python" / "site.tar.gz").read_bytes())
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        member = archive.extractfile("couillon/core/core.wasm")
        assert member is not None
        assert member.read() == translated() == WASM.read_bytes()


def test_the_browsers_python_finds_the_same_with_it(site: Path, tmp_path: Path) -> None:
    del site  # building it has fetched Pyodide
    root = find_book(Path(__file__).parent)
    (tmp_path / "node_modules").symlink_to(root / "build" / "npm" / "node_modules")
    (tmp_path / "ask.mjs").write_text(SCRIPT)
    command = [str(node_program()), str(tmp_path / "ask.mjs"), str(root), ASKED]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=300).stdout
    there = json.loads(said.splitlines()[-1])
    assert there[0] == "Browser"
    here: dict[str, object] = {}
    exec(ASKED.rpartition("print(")[0], here)
    assert there[1:] == json.loads(json.dumps([here["found"], here["lines"], here["chances"]]))
