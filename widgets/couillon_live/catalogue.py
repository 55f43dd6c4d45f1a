"""Gathers every sentence that a reader sees into one template for translators.

``python -m couillon_live.catalogue`` writes ``couillon/locale/couillon.pot`` from the Python sources and from the data
of the rules; with ``--check`` nothing is written, and the exit code is 1 when the file would change.
"""

from __future__ import annotations

import argparse
import io
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po

from couillon.rules import Rules

__all__ = ["main", "template"]

Message = str | tuple[str, ...]

_KEYWORDS = {"_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
#: The keys whose values are texts for readers, in each kind of data file.
_TEXTS = ("name", "about", "text", "choice", "where", "meaning")


def _python(root: Path) -> Iterator[tuple[str, Message, str | None]]:
    for path in sorted((*root.glob("couillon/**/*.py"), *root.glob("widgets/**/*.py"))):
        where = path.relative_to(root).as_posix()
        if "node_modules" in where:
            continue
        for _line, message, _comments, context in extract_from_file("python", str(path), keywords=_KEYWORDS):
            yield where, message, context


def _data(root: Path) -> Iterator[tuple[str, Message, str | None]]:
    for path in sorted(root.glob("couillon/rules/**/*.toml")):
        where = path.relative_to(root).as_posix()
        for text in _texts(tomllib.loads(path.read_text("utf-8"))):
            yield where, text, None
    for axis in fields(Rules):
        yield "couillon/rules/axes.py", axis.metadata["doc"], None


def _texts(data: object) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key in _TEXTS and isinstance(value, str):
                yield value
            else:
                yield from _texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from _texts(value)


def template(root: Path) -> bytes:
    """Return the template: every message with the files that say it, and no date, so that it changes only with them."""
    catalog = Catalog(project="couillon", charset="utf-8", fuzzy=False)
    for where, message, context in (*_python(root), *_data(root)):
        if message:
            catalog.add(message, locations=[(where, 0)], context=context)
    out = io.BytesIO()
    write_po(out, catalog, width=120, sort_output=True, omit_header=True, include_lineno=False)
    return out.getvalue()


def main(argv: Sequence[str] | None = None) -> int:
    """Write the template, or say whether it is up to date."""
    parser = argparse.ArgumentParser(prog="couillon_live.catalogue", description=__doc__)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args(argv)
    root = Path(__file__).resolve().parents[2]
    file = root / "couillon" / "locale" / "couillon.pot"
    text = template(root)
    if args.check:
        if file.exists() and file.read_bytes() == text:
            return 0
        print("couillon/locale/couillon.pot is out of date: run make messages.", file=sys.stderr)
        return 1
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
