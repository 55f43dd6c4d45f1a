"""What the widget tests share: a widget in each of its scenes, and a page on which it meets its front end."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from couillon_widgets import front
from couillon_widgets.deck import sprite
from couillon_widgets.shelf import SHELF

from .scenes import SCENES, Widget

if TYPE_CHECKING:
    from playwright.sync_api import Page

STATIC = Path(front.__file__).parent / "static"


@pytest.fixture(autouse=True)
def empty_shelf() -> Iterator[None]:
    """Nothing is known of a reader, before a test and after it."""
    SHELF.clear()
    yield
    SHELF.clear()


@pytest.fixture(params=SCENES)
def scene(request: pytest.FixtureRequest) -> Widget:
    """A widget in each of the scenes."""
    return SCENES[request.param]()


PAGE = """<!doctype html><html lang="en" data-theme="light"><head><meta charset="utf-8"><title>Widgets</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="couillon.css"></head>
<body style="margin:0;background:var(--cl-page)">{deck}<main>{hosts}</main>
<script type="module">
import widget from "./widget.js";
const mounted = [];
for (const el of document.querySelectorAll(".host")) {{
  let html = await window.engine(el.id, null);
  const heard = new Set();
  const model = {{
    get: () => html,
    on: (_name, f) => heard.add(f),
    off: (_name, f) => heard.delete(f),
    async send(message) {{
      (window.sent ??= []).push(message);
      html = await window.engine(el.id, message);
      heard.forEach((f) => f());
    }},
  }};
  mounted.push(widget.render({{ model, el }}));
}}
window.leave = () => mounted.forEach((end) => end());
document.documentElement.dataset.mounted = "yes";
</script></body></html>"""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def guess_type(self, path: Any) -> str:
        return "text/javascript" if str(path).endswith(".js") else super().guess_type(path)

    def log_message(self, *_args: Any) -> None:
        pass


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of a folder that holds the front end; pages are added to it."""
    (tmp_path / "widget.js").write_text(front.script(), "utf-8")
    (tmp_path / "couillon.css").write_text(front.style(), "utf-8")
    handler = functools.partial(_Quiet, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Stage:
    """Widgets on a page, joined to the widgets in Python by a fake model."""

    def __init__(self, page: Page, address: str, folder: Path) -> None:
        self.page, self.address, self.folder = page, address, folder
        self.widgets: dict[str, Widget] = {}
        page.expose_function("engine", self._engine)

    def _engine(self, name: str, message: dict[str, str] | None) -> str:
        if message is not None:
            self.widgets[name].receive(message)
        return self.widgets[name].html

    def show(self, *widgets: Widget, fragment: str = "", deck: bool = True) -> Page:
        """Open a page with the snapshots of some widgets, and bring them alive."""
        self.widgets = {f"w{i}": widget for i, widget in enumerate(widgets)}
        hosts = "".join(
            f'<div class="host" id="{name}">{widget.render("snapshot")}</div>' for name, widget in self.widgets.items()
        )
        if not deck:  # as in Jupyter, where the module brings the deck along
            (self.folder / "widget.js").write_text(front.module(), "utf-8")
        (self.folder / "page.html").write_text(PAGE.format(deck=sprite() if deck else "", hosts=hosts), "utf-8")
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}/page.html{fragment}")
        self.page.wait_for_selector("html[data-mounted]")
        return self.page


@pytest.fixture
def stage(visit: Any, site: str, tmp_path: Path) -> Stage:
    """A stage in a fresh window."""
    return Stage(visit.page, site, tmp_path)
