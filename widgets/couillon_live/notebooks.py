"""Re-runs the book's notebooks to byte-identical files, and says what makes a notebook impossible to compare.

``python -m couillon_live.notebooks book/*.ipynb`` runs every notebook from top to bottom in a fresh kernel and writes
it back without anything that differs from run to run. With ``--check`` nothing is written: the exit code is 1 when a
file would change.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode
from traitlets.config import Config

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
_SILENCERS = {
    "nbval-skip",
    "nbval-ignore-output",
    "pytest-validate-ignore-output",
    "nbval-raises-exception",
    "raises-exception",
}
_ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]{4,}")
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def faults(notebook: NotebookNode) -> list[str]:
    """Every reason why a re-run of `notebook` could pass without being compared, one sentence each.

    >>> from nbformat.v4 import new_code_cell, new_notebook
    >>> faults(new_notebook(cells=[new_code_cell("1 + 1")]))
    ['Cell 1 has never been executed: run the notebook and keep its output.']
    >>> faults(new_notebook())
    ['There is no code cell, so nothing would be compared: make it a page, or show a widget.']
    """
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if not code:
        return ["There is no code cell, so nothing would be compared: make it a page, or show a widget."]
    return [fault for number, cell in enumerate(code, 1) for fault in _cell_faults(number, cell)]


def _cell_faults(number: int, cell: NotebookNode) -> Iterator[str]:
    if cell.execution_count is None:
        yield f"Cell {number} has never been executed: run the notebook and keep its output."
    for marker in sorted(_markers(cell)):
        yield f"Cell {number} carries {marker}, so its output is not compared: take the marker away."
    for output in cell.outputs:
        if output.output_type == "error":
            yield f"Cell {number} ends in an error: a reader must never see one."
        if output.output_type not in ("display_data", "execute_result"):
            continue
        text = output.data.get("text/plain")
        if text is None:
            yield f"Cell {number} shows something without a text form, which cannot be compared."
        elif text.rstrip().endswith("…"):
            yield f"Cell {number} shows a text that is cut off with “…”: make the repr shorter."
        elif _ADDRESS.search(text):
            yield f"Cell {number} shows a memory address, which differs at each run: give it a repr."


def _markers(cell: NotebookNode) -> set[str]:
    """The tags and comments of `cell` that would silence the comparison."""
    tags = {str(tag) for tag in cell.metadata.get("tags", [])}
    comments = {line.strip().lstrip("#").strip() for line in cell.source.splitlines() if line.strip().startswith("#")}
    return {tag for tag in tags if tag in _SILENCERS} | {
        comment for comment in comments if comment.lower().replace("_", "-") in _SILENCERS and comment.isupper()
    }


def settle(notebook: NotebookNode) -> NotebookNode:
    """`notebook` without what differs from run to run or machine to machine; changed in place and returned.

    Cell ids are numbered, counts run from 1, timings, widget state and model ids go. What stays of a widget is its
    snapshot (``text/html``) and its repr (``text/plain``), so an unrun notebook shows the snapshot everywhere. What a
    lesson says of itself (``couillon`` in its metadata) stays too.
    """
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    own = notebook.metadata.get("couillon")
    notebook.metadata = nbformat.from_dict(_METADATA | ({"couillon": own} if own else {}))
    count = 0
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number}"
        tags = cell.metadata.get("tags")
        cell.metadata = nbformat.from_dict({"tags": tags} if tags else {})
        if cell.cell_type != "code":
            continue
        count += 1
        cell.execution_count = count
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = count
            if "data" in output:
                output.data.pop(WIDGET_VIEW, None)
                output.metadata = nbformat.from_dict({})
    return notebook


def rerun(path: Path, timeout: int = 120) -> str:
    """The text of the notebook at `path` after a run in a fresh kernel, settled; the file is left alone.

    `timeout` is in seconds, for each cell. Raises `nbclient.exceptions.CellExecutionError` when a cell fails.
    """
    return str(nbformat.writes(settle(executed(path, timeout)))).rstrip("\n") + "\n"


def executed(path: Path, timeout: int = 120) -> NotebookNode:
    """The notebook at `path` after a run in a fresh kernel, with all that its cells show; the file is left alone.

    `timeout` is in seconds, for each cell. Raises `nbclient.exceptions.CellExecutionError` when a cell fails.
    """
    notebook: Any = nbformat.read(path, as_version=4)
    with TemporaryDirectory(prefix="nb") as sockets:
        config = Config()
        if os.name == "posix":
            # Sockets in a folder of their own: kernels that start in the same moment may be given the same port.
            config.KernelManager.transport = "ipc"
            config.KernelManager.connection_file = str(Path(sockets, "kernel.json"))
        client = NotebookClient(
            notebook,
            timeout=timeout,
            kernel_name="python3",
            record_timing=False,
            store_widget_state=False,
            coalesce_streams=True,
            resources={"metadata": {"path": str(path.parent)}},
            config=config,
        )
        client.execute()
    return NotebookNode(notebook)


def main(argv: Sequence[str] | None = None) -> int:
    """Re-run the notebooks named in `argv`; the exit code: 0 fine, 1 a difference or a failing cell, 2 bad usage."""
    parser = argparse.ArgumentParser(prog="python -m couillon_live.notebooks", description=__doc__.split("\n")[0])
    parser.add_argument("notebooks", nargs="*", type=Path, help="notebook files (default: book/*.ipynb)")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 when a file would change")
    options = parser.parse_args(argv)
    paths = options.notebooks or sorted(Path("book").glob("*.ipynb"))
    missing = [path for path in paths if not path.is_file()]
    if missing or not paths:
        name = missing[0] if missing else "book/*.ipynb"
        print(f"There is no notebook {name}.", file=sys.stderr)
        return 2
    code = 0
    for path in paths:
        try:
            text = rerun(path)
        except CellExecutionError as error:
            print(f"{path}: a cell fails: {error.evalue}", file=sys.stderr)
            code = 1
            continue
        same = text == path.read_text(encoding="utf-8")
        if not same and options.check:
            print(f"{path} would change.", file=sys.stderr)
            code = 1
        elif not same:
            path.write_text(text, encoding="utf-8")
            print(f"{path} is renewed.")
        for fault in faults(nbformat.reads(text, as_version=4)):
            print(f"{path}: {fault}", file=sys.stderr)
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
