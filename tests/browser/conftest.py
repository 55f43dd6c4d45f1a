"""The built site, served as a reader would get it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import HTTPServer
from pathlib import Path
from typing import Any

import pytest

from couillon_live.build import build, find_book
from couillon_live.serve import make_server


@pytest.fixture(scope="session")
def site() -> Path:
    """The static site: the one named in COUILLON_SITE, else the book's own, built unless it is fresh."""
    named = os.environ.get("COUILLON_SITE")
    return Path(named) if named else build(root=find_book(Path(__file__).parent))


@pytest.fixture
def window(window: dict[str, Any]) -> dict[str, Any]:
    """Playwright evaluates what tests wait for, which the pages' own policy forbids: one test keeps to it."""
    return {**window, "bypass_csp": True}


@pytest.fixture
def own_worker(visit: Any) -> None:
    """Let pages have a worker of their own, as where none stays: its requests and its inside can be reached."""
    visit.context.add_init_script("delete globalThis.SharedWorker;")


@pytest.fixture(scope="module")
def base(site: Path) -> Iterator[str]:
    """The address of the site, served by `couillon serve`'s own server."""
    yield from served(site)


def served(folder: Path) -> Iterator[str]:
    with make_server(folder) as server, in_thread(server) as address:
        yield address


@contextmanager
def in_thread(server: HTTPServer) -> Iterator[str]:
    """Let a server answer beside the test; gives its address."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
