"""Measures navigation to the first answered click, and everything after, of our pages and of the plain recipe.

Both are the same page of the same built site, served by the same server on this machine, in interleaved rounds:
`python -m benchmarks.live [rounds]`. The plain recipe is npm's Pyodide with archives of sources, all ipywidgets through
Jupyter's widget manager, loaded at once.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
import threading
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright

from couillon_live.build import build, find_book
from couillon_live.runtime import package_folder, squeeze
from couillon_live.serve import SiteHandler, make_server
from couillon_live.twins import COMPRESSIBLE

HERE = Path(__file__).parent
LESSON = "following-suit.html"
CLICKS = 25
TARGET = 0.55


@dataclass
class Measured:
    """What one way of making pages live has shown, in seconds, milliseconds and bytes."""

    cold: list[float] = field(default_factory=list)
    warm: list[float] = field(default_factory=list)
    clicks: list[float] = field(default_factory=list)
    before: int = 0
    total: int = 0


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
    page = target / LESSON
    text = page.read_text(encoding="utf-8")
    start = text.index('src="live/boot.js')
    end = text.index('"', start + 5)
    page.write_text(f'{text[:start]}src="live/plain_boot.js{text[end:]}', encoding="utf-8")


def compress_alike(site: Path) -> None:
    """Leave every text and program of a site with a gzip twin and no other, so that both ways pay in one coin."""
    for path in list(site.rglob("*")):
        if path.suffix == ".br":
            path.unlink()
    for path in list(site.rglob("*")):
        if path.suffix in COMPRESSIBLE | {".wasm"}:
            squeeze(path)


class Counting(SiteHandler):
    """The site's own handler, which also counts what it sends."""

    sent = 0

    def _write(self, body: bytes) -> None:
        type(self).sent += len(body)
        super()._write(body)


class Way:
    """One site, served, and what was measured of it."""

    def __init__(self, name: str, folder: Path) -> None:
        """Start to serve."""
        self.name, self.measured = name, Measured()
        self.server = make_server(folder)
        self.handler = type("Counter", (Counting,), {"directory": folder.resolve()})
        self.server.RequestHandlerClass = self.handler
        self.address = f"http://127.0.0.1:{self.server.server_port}/{LESSON}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def weigh(self, browser: Browser) -> None:
        """Count the bytes of a page before its engine starts, and of the whole."""
        self.handler.sent = 0
        page = browser.new_page()
        page.goto(f"{self.address}?live=off")
        page.wait_for_load_state("networkidle")
        self.measured.before = self.handler.sent
        page.close()

    def round(self, browser: Browser) -> None:
        """Visit cold, then warm; on the warm page measure the clicks that follow."""
        context = browser.new_context(bypass_csp=True, service_workers="block")
        context.add_init_script(path=HERE / "probe.js")
        self.handler.sent = 0
        for warm in (False, True):
            page = context.new_page()
            page.goto(self.address)
            page.wait_for_function("globalThis.firstAnswer", timeout=120_000)
            times = self.measured.warm if warm else self.measured.cold
            times.append(page.evaluate("firstAnswer") / 1000)
            if not warm:
                page.wait_for_timeout(300)
                self.measured.total = self.handler.sent
            else:
                self.measured.clicks += page.evaluate(f"clicks({CLICKS})")
            page.close()
        context.close()


def table(plain: Measured, ours: Measured) -> str:
    """Lay out the figures of both ways, and their ratios."""
    p95 = [statistics.quantiles(m.clicks, n=20)[-1] for m in (plain, ours)]
    rows: list[tuple[str, float, float, str]] = [
        (
            "navigation to first answered click, cold, s",
            statistics.median(plain.cold),
            statistics.median(ours.cold),
            ".2f",
        ),
        (
            "navigation to first answered click, warm, s",
            statistics.median(plain.warm),
            statistics.median(ours.warm),
            ".2f",
        ),
        ("click to answer, median, ms", statistics.median(plain.clicks), statistics.median(ours.clicks), ".1f"),
        ("click to answer, 95th percentile, ms", p95[0], p95[1], ".1f"),
        ("gzip before the engine starts, KB", plain.before / 1e3, ours.before / 1e3, ".0f"),
        ("gzip in all, MB", plain.total / 1e6, ours.total / 1e6, ".2f"),
    ]
    lines = [f"{'':46}{'plain':>9}{'ours':>9}{'ratio':>8}"]
    for name, a, b, form in rows:
        ratio = "" if "before" in name else f"{b / a:.2f}"  # the plain recipe has no such moment
        first = "-" if "before" in name else format(a, form)
        lines.append(f"{name:46}{first:>9}{format(b, form):>9}{ratio:>8}")
    return "\n".join(lines)


def main(rounds: int) -> int:
    """Build, measure, print; exit code 1 if the first answer takes more than its share of the plain recipe's time."""
    root = find_book(HERE)
    named = os.environ.get("COUILLON_SITE")
    site = Path(named) if named else build(root=root)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        print("The benchmark needs Chromium: install it, or name it in CHROMIUM.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        work = Path(folder)
        plain_site(site, root / "build", work / "plain")
        shutil.copytree(site, work / "ours")
        ways = [Way("plain", work / "plain"), Way("ours", work / "ours")]
        for name in ("plain", "ours"):
            compress_alike(work / name)
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        for way in ways:
            way.weigh(browser)
        for number in range(rounds):
            for way in ways if number % 2 else reversed(ways):
                way.round(browser)
            print(f"round {number + 1} of {rounds}", flush=True)
        browser.close()
    plain, ours = (way.measured for way in ways)
    print(f"\n{LESSON}, medians of {rounds} interleaved rounds, Chromium, {urlsplit(ways[0].address).hostname}\n")
    print(table(plain, ours))
    ratio = statistics.median(ours.cold) / statistics.median(plain.cold)
    print(f"\nTarget for the first line: at most {TARGET}. {'Met' if ratio <= TARGET else 'Missed'}: {ratio:.2f}.")
    return int(ratio > TARGET)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5))
