"""The lessons that Voilà serves: which notebooks, their titles and order, and the words around them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from couillon.messages import _
from couillon_live.contents import pages
from couillon_live.locate import checkout

__all__ = ["Lessons", "find_book", "find_site", "words"]

_PACKAGE = Path(__file__).resolve().parent
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


def find_book() -> Path | None:
    """Return the folder with the notebooks: of this checkout, else as installed with the package, else none."""
    root = checkout()
    folders = [root / "book"] if root else [_PACKAGE / "book"]
    return next((folder for folder in folders if any(folder.glob("*.ipynb"))), None)


def find_site() -> Path | None:
    """Return the folder of the static book: built in this checkout, else as installed with the package, else none."""
    root = checkout()
    site = root / "build" / "site" if root else _PACKAGE / "site"
    return site if (site / "index.html").is_file() else None


@dataclass(frozen=True)
class Lessons:
    """The notebooks of the folder `book`, in the order of its table of contents."""

    book: Path

    @cached_property
    def titles(self) -> dict[str, str]:
        """The title of each lesson by its name, in reading order; a lesson is ``<name>.ipynb``."""
        names = {path.stem for path in self.book.glob("*.ipynb") if _NAME.fullmatch(path.stem)}
        ordered = [name for name in pages(self.book / "_toc.yml") if name in names]
        ordered += sorted(names.difference(ordered), key=lambda name: (name != "start", name))
        return {name: _title(self.book / f"{name}.ipynb") or name for name in ordered}

    @property
    def first(self) -> str:
        """The name of the lesson to begin with: ``start``, else the first."""
        return "start" if "start" in self.titles else next(iter(self.titles))


def _title(path: Path) -> str:
    """The first heading of a notebook, or nothing."""
    cells = json.loads(path.read_text(encoding="utf-8")).get("cells", [])
    for cell in cells:
        if cell.get("cell_type") == "markdown" and (found := re.search(r"^# +(.+)$", "".join(cell["source"]), re.M)):
            return found[1].strip()
    return ""


def words() -> dict[str, str]:
    """The sentences of the page around a lesson.

    >>> words()["again"]
    'Start this page again'
    """
    return {
        "lessons": _("Lessons"),
        "skip": _("Skip to the lesson"),
        "noscript": _("Without JavaScript the tables stand still; the text can be read all the same."),
        "gone": _("This table was put away, because nobody played at it for a while."),
        "again": _("Start this page again"),
        "failed_cell": _("This table could not be laid, so the page ends here. Perhaps it works at the second try."),
    }
