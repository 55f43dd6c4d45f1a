"""Puts the built site into the wheel when it is there, so that an installed Couillon serves the book at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SiteHook(BuildHookInterface[Any]):
    """Ships ``build/site`` as ``couillon_live/site``; without a built site the wheel has none, and all else works."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the site to a wheel; an editable install (`version` "editable") finds ``build/site`` by itself."""
        site = Path(self.root) / "build" / "site"
        if version != "editable" and (site / "index.html").is_file():
            build_data["force_include"][str(site)] = "couillon_live/site"
