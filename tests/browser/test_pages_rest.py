"""Every page of the book in a reader's browser; the other half of the pages is in test_pages_first.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .pages import holds, parts

PAGES = [name for part in parts()[2:] for name in part]


# The weight of a page is that of what it asks for, which is seen of a worker of its own.
@pytest.mark.usefixtures("own_worker")
@pytest.mark.parametrize("visit", [{"color_scheme": "light"}], indirect=True, ids=[""])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_alive_and_for_everybody(visit: Any, base: str, site: Path, name: str) -> None:
    holds(visit, f"{base}{name}.html", site)
