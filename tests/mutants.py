"""Changes the rule core in small ways and counts how many of the changes the tests notice: `make mutants`.

mutmut does the work, on a copy in build/mutants; tests/mutants.toml says which modules it changes and which tests it
runs, tests/mutants.md why some changes make no difference.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build" / "mutants"
LEAST = 95.0
# What one test made another must not find ready, or mutmut would not see that it calls the code, too.
CONFTEST = """\
import pytest

from couillon import kernel, scoring


@pytest.fixture(autouse=True)
def nothing_is_remembered():
    kernel.layout.cache_clear()
    scoring.possible.cache_clear()
"""
COPIED = ["couillon", "tests/engine", "tests/slow_referee.py", "tests/data", "tests/cases"]


def undecorated(source: str) -> str:
    """Write decorators of functions as assignments after them: mutmut leaves decorated functions alone.

    >>> print(undecorated("@cache\\ndef f():\\n    return 1"))
    def f():
        return 1
    f = (cache)(f)
    """
    lines = source.splitlines()
    functions = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef) and n.decorator_list]
    # From the last one to the first, so that the numbers of the lines above stay.
    for node in sorted(functions, key=lambda n: n.lineno, reverse=True):
        wrapped = node.name
        for decorator in reversed(node.decorator_list):
            wrapped = f"({ast.unparse(decorator)})({wrapped})"
        assert node.end_lineno
        lines.insert(node.end_lineno, f"{' ' * node.col_offset}{node.name} = {wrapped}")
        del lines[node.decorator_list[0].lineno - 1 : node.lineno - 1]
    return "\n".join(lines)


def prepare() -> None:
    """Copy what is changed and what tests it."""
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir(parents=True)
    for name in COPIED:
        source, target = ROOT / name, PLACE / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, target)
    (PLACE / "tests" / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    settings = (ROOT / "tests" / "mutants.toml").read_text(encoding="utf-8")
    (PLACE / "pyproject.toml").write_text(settings, encoding="utf-8")
    for name in tomllib.loads(settings)["tool"]["mutmut"]["only_mutate"]:
        path = PLACE / name
        path.write_text(undecorated(path.read_text(encoding="utf-8")) + "\n", encoding="utf-8")


def mutmut(*arguments: str) -> str:
    """Run mutmut and return what it prints; the progress of a run goes straight to the terminal."""
    # Each mutant is a run of pytest: without the plugins of the other tests it starts in a third of the time.
    small = {"COUILLON_POSITIONS": "4000", "COUILLON_DEALS": "60", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run([sys.executable, "-m", "mutmut", *arguments], cwd=PLACE, env={**os.environ, **small},
                          stdout=None if arguments[0] == "run" else subprocess.PIPE, text=True)  # fmt: skip
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout or ""


def main() -> int:
    started = perf_counter()
    prepare()
    mutmut("run")
    mutmut("export-cicd-stats")
    counts = json.loads((PLACE / "mutants" / "mutmut-cicd-stats.json").read_text(encoding="utf-8"))
    noticed, total = counts["killed"] + counts["timeout"], counts["total"]
    for line in mutmut("results").splitlines():
        name, _, status = line.strip().partition(": ")
        if status != "timeout":
            print(f"\n{status}: {name}\n" + mutmut("show", name))
    score = 100 * noticed / total
    print(f"{noticed} of {total} mutants noticed: {score:.1f} % ({LEAST:.0f} % are asked for),"
          f" in {perf_counter() - started:.0f} seconds")  # fmt: skip
    return 0 if score >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
