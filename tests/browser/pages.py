"""Everything that holds for every page, looked at in one visit."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml

from couillon_live.build import find_book
from tests.axe import violations

from .reader import STATE, wait_live, wait_media

#: What has moved on the page without anybody touching it, as browsers count it: nothing, or how far and what.
SHIFTS = """const moved = [];
new PerformanceObserver((list) => moved.push(...list.getEntries().filter((entry) => !entry.hadRecentInput)))
    .observe({ type: "layout-shift", buffered: true });
globalThis.shifts = (most = 0.02) => moved.reduce((sum, entry) => sum + entry.value, 0) < most ? [] :
    moved.map((entry) => [entry.value, ...entry.sources.map(({ node, previousRect: from, currentRect: to }) =>
        `${node?.className ?? node?.textContent}: ${from.x},${from.y} to ${to.x},${to.y}`)]);"""


def parts() -> list[list[str]]:
    """The names of the pages, a list for each part of the book; the first page and those outside it come first."""
    contents = yaml.safe_load((find_book(Path(__file__).parent) / "book" / "_toc.yml").read_text(encoding="utf-8"))
    chapters = [[chapter["file"] for chapter in part["chapters"]] for part in contents["parts"]]
    return [[contents["root"], "index", "404", "search"], *chapters]


@cache
def weight(file: Path) -> int:
    """The size of a file as it goes over the wire from a server that compresses with gzip."""
    data = file.read_bytes()
    return min(len(gzip.compress(data, 9)), len(data))


def holds(visit: Any, address: str, site: Path) -> None:
    """Visit a page: it is light and comes alive, nothing moves, all can use it, in light and dark, on any width."""
    page = visit.page
    page.add_init_script(SHIFTS)
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(urlsplit(request.url).path.lstrip("/")))
    page.goto(address)
    if page.locator('script[type="application/x-couillon-cell"]').count():
        wait_live(page)
        states = page.locator("[data-couillon]").evaluate_all("els => els.map((el) => el.dataset.state)")
        assert set(states) <= {"live"}
        assert page.evaluate("shifts()") == []
    else:
        assert page.evaluate(STATE) is None
        assert page.locator('script[src*="live/"]').count() == 0
        assert page.workers == []
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 320, "height": 640})
    wait_media(page, "(prefers-color-scheme: dark) and (width: 320px)")
    # The page for what is not there stands without the theme.
    page.wait_for_function("document.documentElement.dataset.theme !== 'light'")
    assert violations(page) == []
    for width in (320, 640):
        page.set_viewport_size({"width": width, "height": 512})
        wait_media(page, f"(width: {width}px) and (height: 512px)")
        assert page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0, width
    assert (visit.others, visit.errors) == ([], [])
    # With the engine, and without: what takes long is asked for after all that a reader sees.
    weights = {name: weight(site / name) for name in asked}
    assert sum(weights.values()) <= 9_000_000, weights
    assert sum(size for name, size in weights.items() if not name.startswith("live/python/")) <= 200_000, weights
