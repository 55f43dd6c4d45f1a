"""Runs all notebooks of the book anew, several at once, each in a fresh kernel.

``python -m couillon_live.running book/*.ipynb`` runs notebooks one after the other and writes each back with all that
its cells show; it prints what failing cells say, and the exit code is 1 if there are any.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from couillon.messages import _
from couillon_live.runtime import BuildError

__all__ = ["Run", "main", "shares", "workers"]

_MOST = 4


def workers() -> int:
    """Return how many notebooks run at once: as many as there are processors to be had, and at most four."""
    able = getattr(os, "sched_getaffinity", None)
    return max(1, min(len(able(0)) if able else os.cpu_count() or 1, _MOST))


def shares(sizes: dict[Path, int], number: int) -> list[list[Path]]:
    """Divide files among workers so that all have about as much to do; each share is sorted by name.

    >>> sizes = {Path("a"): 5, Path("b"): 3, Path("c"): 3, Path("d"): 1}
    >>> [[path.name for path in share] for share in shares(sizes, 2)]
    [['a', 'd'], ['b', 'c']]
    """
    found: list[list[Path]] = [[] for _number in range(number)]
    loads = [0] * number
    for path in sorted(sizes, key=lambda path: (-sizes[path], path)):
        least = loads.index(min(loads))
        found[least].append(path)
        loads[least] += sizes[path]
    return [sorted(share) for share in found if share]


class Run:
    """A run of the notebooks of a book, in a copy of it: begun at once, waited for by `finish`.

    Leaving the context stops whatever still runs.
    """

    def __init__(self, book: Path, target: Path) -> None:
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(book, target, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
        sizes = {path: path.stat().st_size for path in target.glob("*.ipynb")}
        command = [sys.executable, "-m", "couillon_live.running"]
        self._workers = [
            subprocess.Popen(
                [*command, *map(str, share)],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
            for share in shares(sizes, workers())
        ]

    def __enter__(self) -> Run:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            if worker.poll() is None:
                worker.terminate()
            worker.wait()
            if worker.stdout is not None:
                worker.stdout.close()

    def finish(self) -> None:
        """Wait for all notebooks; raise BuildError, with what the cells said, if one fails."""
        said = "\n".join(filter(None, [worker.communicate()[0] for worker in self._workers]))
        if any(worker.returncode for worker in self._workers):
            raise BuildError(_("The pages could not be written: a cell fails or a page has a mistake."), said)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the notebooks named in `argv` and write them back; the exit code is 1 if a cell fails."""
    import nbformat
    from nbclient.exceptions import CellExecutionError

    from couillon_live.notebooks import executed

    code = 0
    for path in map(Path, sys.argv[1:] if argv is None else argv):
        try:
            nbformat.write(executed(path), path)
        except CellExecutionError as error:
            print(f"{path.name}: {error}")
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
