"""A page on which tables meet the front end; a fake model joins them to Python."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from couillon_widgets import front
from tests.widgets.conftest import Stage, _Quiet


@pytest.fixture
def stage(visit: Any, tmp_path: Path) -> Iterator[Stage]:
    """A stage in a fresh window."""
    (tmp_path / "widget.js").write_text(front.script(), "utf-8")
    (tmp_path / "couillon.css").write_text(front.style(), "utf-8")
    handler = functools.partial(_Quiet, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Stage(visit.page, f"http://127.0.0.1:{server.server_port}", tmp_path)
        server.shutdown()
