"""Tells what the notebooks of the book import; runs at build time inside Pyodide.

Imports next to nothing itself, lest its own needs count as those of a page.
"""

from __future__ import annotations

import json
import sys

from couillon_live import bridge, lazy

ALWAYS = ("encodings.ascii", "encodings.idna", "encodings.latin_1", "encodings.utf_8")


def used_modules(notebooks: list[list[str]]) -> str:
    """Run the live cells of every notebook; give the names of all modules that are loaded then, as JSON.

    Raises RuntimeError with the traceback of a cell that fails.
    """
    assert lazy.__name__ in sys.modules  # a page imports it too
    bridge.start(lambda text, buffers: None)
    for cells in notebooks:
        fresh_page()
        for source in cells:
            error = json.loads(bridge.run_cell(source))["error"]
            if error:
                raise RuntimeError(f"A cell fails in the Python of the page:\n{source}\n\n{error}")
    return json.dumps(sorted({*sys.modules, *ALWAYS} - {__name__}))


def fresh_page() -> None:
    """Forget the widgets and the names of the notebook that ran before."""
    import ipywidgets

    ipywidgets.Widget.close_all()
    bridge.forget()
