"""Lets an interpreter be stored when it has everything in its memory, and go on in a page.

Runs inside Pyodide: `rehearse` when the site is built, before the memory is stored; `wake` in the page that has laid
the stored memory down again. Between the two the interpreter knows nothing of any page.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import random
import sys
import zlib
from collections.abc import Callable, Collection, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

from couillon.messages import forget_made
from couillon_live import bridge

PAGE_NEEDS = ("couillon_live.lazy", "encodings.ascii", "encodings.latin_1", "encodings.utf_8")
"""What no cell imports, and every page does."""


class Archives:
    """A finder that has the archives of the ordinary start fetched when one of their modules is missing.

    The memory has every module of `names` already, so this is for what was taken out of `sys.modules`, or is reloaded.
    """

    def __init__(self, names: Collection[str], fetch: Callable[[], object]) -> None:
        """Keep the names; nothing is fetched yet."""
        self.names, self.fetch = names, fetch

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find nothing, but see to it that the finders which come next do."""
        if name in self.names:
            sys.meta_path.remove(self)
            self.fetch()
            importlib.invalidate_caches()
        return None


def shown(notebooks: list[list[str]]) -> list[list[str]]:
    """Run the live cells of every notebook, each as on a page of its own; give the HTML of the widgets of each.

    Raises RuntimeError with the traceback of a cell that fails.
    """
    sent: list[str] = []
    bridge.start(lambda text, _buffers: sent.append(text))
    pages = []
    for cells in notebooks:
        fresh_page()
        sent.clear()
        for source in cells:
            error = json.loads(bridge.run_cell(source))["error"]
            if error:
                raise RuntimeError(f"A cell fails in the Python of the page:\n{source}\n\n{error}")
        states = [json.loads(text)["content"].get("data", {}).get("state", {}) for text in sent]
        pages.append([state["html"] for state in states if "html" in state])
    fresh_page()
    bridge.stop()
    return pages


def shown_in(notebooks: str) -> str:
    """Do as `shown`, from JSON to JSON."""
    return json.dumps(shown(json.loads(notebooks)))


def fresh_page() -> None:
    """Forget the widgets and the names of the notebook that ran before."""
    import ipywidgets

    ipywidgets.Widget.close_all()
    bridge.forget()


def rehearse(modules: str, notebooks: str) -> None:
    """Import modules (JSON: their names), run the first cell of each notebook (JSON) and make ready to be stored.

    More than the first cells would spread what stays over more memory than they save time.
    """
    for name in json.loads(modules):
        with contextlib.suppress(ModuleNotFoundError):  # what lies beyond the first archives
            importlib.import_module(name)
    shown([cells[:1] for cells in json.loads(notebooks)])
    if solver := sys.modules.get("couillon.search"):
        solver.rest()  # its WebAssembly is the browser's, and cannot be stored with the memory of Python
    forget_made()  # made again sooner than fetched
    gc.collect()
    gc.freeze()  # what every page has is never looked through again


def wake(fetch: Callable[[], object]) -> None:
    """Go on in a page, with chance of its own; `fetch()` puts the archives of the ordinary start in place."""
    random.seed()
    sys.meta_path.insert(0, Archives(frozenset(sys.modules), fetch))


def unpacked(data: bytes) -> bytes:
    """Give the bytes of a file that a server may or may not have unpacked already.

    >>> unpacked(zlib.compress(b"archive", wbits=31)), unpacked(b"archive")
    (b'archive', b'archive')
    """
    return zlib.decompress(data, 31) if data[:2] == b"\x1f\x8b" else data
