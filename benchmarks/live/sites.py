"""The sites that are measured, and servers that count, and can hold back, what they send."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
import zipfile
from pathlib import Path

from couillon_live.runtime import package_folder, squeeze
from couillon_live.serve import SiteHandler, make_server
from couillon_live.twins import COMPRESSIBLE

__all__ = ["LESSON", "SECOND", "Served", "compress_alike", "plain_site", "stock_site"]

HERE = Path(__file__).parent
LESSON = "following-suit.html"
#: The page that a reader goes to from there.
SECOND = "trumping.html"
_CHUNK = 16_384


def plain_site(site: Path, work: Path, target: Path) -> None:
    """Copy a built site and make its pages live in the plain way."""
    shutil.copytree(site, target)
    live = target / "live"
    shutil.rmtree(live / "python")
    shutil.copytree(work / "npm" / "node_modules" / "pyodide", live / "plain", ignore=shutil.ignore_patterns("*.map"))
    with (
        zipfile.ZipFile(work / "site-sources.zip") as sources,
        zipfile.ZipFile(live / "plain" / "site.zip", "w", zipfile.ZIP_DEFLATED) as packed,
    ):
        for name in sources.namelist():
            packed.writestr(name, sources.read(name))
    static = package_folder("couillon_widgets") / "static"
    with zipfile.ZipFile(live / "plain" / "site.zip", "a", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(static.iterdir()):
            archive.write(path, f"couillon_widgets/static/{path.name}")
    for name in ("plain_boot.js", "plain_worker.js"):
        shutil.copyfile(HERE / name, live / name)
    for name in (LESSON, SECOND):
        page = target / name
        text = page.read_text(encoding="utf-8")
        start = text.index('src="live/boot.js')
        end = text.index('"', start + 5)
        page.write_text(f'{text[:start]}src="live/plain_boot.js{text[end:]}', encoding="utf-8")


def stock_site(book: Path, target: Path) -> None:
    """Build the lesson's notebook as Jupyter Book does it with no settings at all."""
    source = target.with_name(f"{target.name}-source")
    source.mkdir()
    name = LESSON.removesuffix(".html")
    shutil.copyfile(book / f"{name}.ipynb", source / f"{name}.ipynb")
    (source / "_toc.yml").write_text(f"format: jb-book\nroot: {name}\n")
    (source / "_config.yml").write_text("title: Stock\nexecute:\n  execute_notebooks: 'off'\n")
    jupyter_book = "import sys; from jupyter_book.cli.main import main; sys.exit(main())"
    subprocess.run(
        [sys.executable, "-c", jupyter_book, "build", source, "--path-output", source],
        check=True,
        capture_output=True,
        env={**os.environ, "NO_COLOR": "1"},
    )
    shutil.copytree(source / "_build" / "html", target)
    (target / "index.html").touch()


def compress_alike(site: Path) -> None:
    """Leave every text and program of a site with a gzip twin and no other, so that all ways pay in one coin."""
    for path in list(site.rglob("*")):
        if path.suffix == ".br":
            path.unlink()
    for path in list(site.rglob("*")):
        if path.suffix in COMPRESSIBLE | {".wasm"} and path.stat().st_size:
            squeeze(path)


class _Counting(SiteHandler):
    """The site's own handler, which counts what it sends and may send it no faster than a line would."""

    sent = 0
    rate = 0.0  # bytes a second, or 0
    line = threading.Lock()

    def _write(self, body: bytes) -> None:
        kind = type(self)
        kind.sent += len(body)
        if not self.rate:
            super()._write(body)
            return
        for start in range(0, len(body), _CHUNK):
            part = body[start : start + _CHUNK]
            with self.line:
                time.sleep(len(part) / self.rate)
            super()._write(part)


class Served:
    """A site with a server of its own."""

    def __init__(self, folder: Path) -> None:
        """Start to serve."""
        self.server = make_server(folder)
        self.handler = type("Counter", (_Counting,), {"directory": folder.resolve(), "line": threading.Lock()})
        self.server.RequestHandlerClass = self.handler
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take_count(self) -> int:
        """Return the bytes sent since the last time."""
        sent, self.handler.sent = self.handler.sent, 0
        return sent

    def slow_down(self, megabits: float) -> None:
        """Send as a line of so many megabits a second would; 0 lets go."""
        self.handler.rate = megabits * 1e6 / 8
