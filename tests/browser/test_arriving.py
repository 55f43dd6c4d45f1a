"""A page that arrives a piece at a time, as over a slow network: nothing that is seen moves when the rest comes."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import IO, Any

import pytest

from .conftest import in_thread
from .pages import SHIFTS

PIECE = 4096


class _Piecemeal(SimpleHTTPRequestHandler):
    """A server whose pages come in pieces, each long enough after the last for a browser to paint what it has."""

    def copyfile(self, source: IO[Any], outputfile: IO[Any]) -> None:
        """Send a file: all of it at once unless it is a page."""
        if not self.path.partition("?")[0].endswith(".html"):
            super().copyfile(source, outputfile)  # type: ignore[misc]
            return
        while piece := source.read(PIECE):
            outputfile.write(piece)
            outputfile.flush()
            time.sleep(0.04)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def slow(site: Path) -> Iterator[str]:
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Piecemeal, directory=str(site))) as server,
        in_thread(server) as address,
    ):
        yield address


@pytest.mark.parametrize("name", ["start", "a-whole-deal", "the-deal", "making-trumps", "play"])
@pytest.mark.parametrize(
    "visit", [{}, {"viewport": {"width": 360, "height": 740}}], indirect=True, ids=["wide", "phone"]
)
def test_a_page_that_comes_in_pieces_does_not_move(visit: Any, slow: str, name: str) -> None:
    page = visit.page
    page.add_init_script(SHIFTS)
    page.goto(f"{slow}{name}.html?live=off")
    assert page.locator("[data-couillon]").first.is_visible()
    assert page.evaluate("shifts(0.005)") == []
