"""Finds the modules that a page does not need to start: they lie in a second archive, fetched when first asked for.

Runs inside Pyodide. The archives that the page loads at once hold what its notebooks import; everything else of the
standard library and of the packages stays importable through this finder.
"""

from __future__ import annotations

import sys
import zipimport
from collections.abc import Callable, Iterable, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType


class LazyArchive:
    """A finder for `modules` (dotted name to folder in the archive); `fetch(path)` puts the archive at `path`."""

    def __init__(self, path: str, modules: dict[str, str], fetch: Callable[[str], object]) -> None:
        """Keep the list; nothing is fetched yet."""
        self.path, self.modules, self.fetch = path, modules, fetch
        self.here = False

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module of the archive, fetching the archive at the first call that needs it."""
        folder = self.modules.get(name)
        if folder is None:
            return None
        if not self.here:
            self.fetch(self.path)
            self.here = True
        return zipimport.zipimporter(f"{self.path}/{folder}".rstrip("/")).find_spec(name)


def parse(names: Iterable[str]) -> dict[str, str]:
    """Map dotted names to the folder of the archive that holds them.

    >>> parse(["wave", "email.mime.text"])
    {'wave': '', 'email.mime.text': 'email/mime'}
    """
    return {name: name.rpartition(".")[0].replace(".", "/") for name in names}


def install(fetch: Callable[[str], object]) -> None:
    """Make the modules listed beside this file importable from the archive that `fetch(path)` gets."""
    names = Path(__file__).with_name("rest.txt").read_text(encoding="utf-8")
    sys.meta_path.append(LazyArchive("/lib/rest.zip", parse(names.split()), fetch))
