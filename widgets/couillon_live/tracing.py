"""Tells what the notebooks of the book import; runs at build time inside Pyodide.

Imports next to nothing itself, lest its own needs count as those of a page.
"""

from __future__ import annotations

import importlib
import json
import sys

from couillon_live import waking


def trace(notebooks: str) -> str:
    """Run the live cells of notebooks (JSON: the sources of the cells of each); give JSON of `modules` and `pages`.

    These are the names of all modules that are loaded then, and the HTML that the widgets of each notebook show. Raises
    RuntimeError with the traceback of a cell that fails.
    """
    for name in waking.PAGE_NEEDS:
        importlib.import_module(name)
    pages = waking.shown(json.loads(notebooks))
    return json.dumps({"modules": sorted({*sys.modules} - {__name__}), "pages": pages})
