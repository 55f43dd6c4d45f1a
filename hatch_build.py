"""Puts the notebooks into the wheel, and the built site when it is there: what is installed can serve them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BookHook(BuildHookInterface[Any]):
    """Ships ``book/*.ipynb`` for Voilà, and ``build/site``, if it was built, for ``couillon serve``."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add them to a wheel; an editable install (`version` "editable") finds both in the checkout."""
        if version == "editable":
            return
        root = Path(self.root)
        inside = build_data["force_include"]
        for file in (*root.glob("book/*.ipynb"), root / "book" / "_toc.yml"):
            if file.is_file():
                inside[str(file)] = f"couillon_live/book/{file.name}"
        site = root / "build" / "site"
        if (site / "index.html").is_file():
            # Without the compressed twins: `couillon serve` speaks to this machine, and the wheel is compressed itself.
            for file in sorted(site.rglob("*")):
                twin = file.suffix in (".gz", ".br") and file.with_suffix("").is_file()
                if file.is_file() and not twin:
                    inside[str(file)] = f"couillon_live/site/{file.relative_to(site).as_posix()}"
