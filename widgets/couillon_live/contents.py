"""What the book's own files say of it: the pages in their order, and the address at which it will be found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

__all__ = ["configured_url", "pages"]


def pages(toc: Path) -> list[str]:
    """Return the names of the pages in a table of contents from top to bottom, the first page first; none without one.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     toc = Path(folder) / "_toc.yml"
    ...     _ = toc.write_text("root: start\\nparts:\\n- chapters:\\n  - file: the-deal\\n  - file: trumping")
    ...     pages(toc)
    ['start', 'the-deal', 'trumping']
    """
    return list(dict.fromkeys(_named(_read(toc))))


def _named(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key in ("root", "file"):
                yield Path(str(value)).stem
            else:
                yield from _named(value)
    elif isinstance(node, list):
        for item in node:
            yield from _named(item)


def configured_url(config: Path) -> str:
    """Return the address that a configuration names as `couillon_url`, or nothing."""
    data = _read(config)
    settings = data.get("sphinx", {}).get("config", {}) if isinstance(data, dict) else {}
    return str(settings.get("couillon_url") or "")


def _read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else None
