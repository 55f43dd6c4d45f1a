"""Every page can be used by everybody, on any screen, and weighs little."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.axe import violations

from .reader import LESSON, wait_live

Visit = Any

LIGHT = {"color_scheme": "light"}
DARK = {"color_scheme": "dark"}
PHONE = {"viewport": {"width": 320, "height": 640}}


def names(site: Path) -> list[str]:
    return sorted(path.name for path in site.glob("*.html"))


@pytest.mark.parametrize("visit", [LIGHT, DARK], indirect=True, ids=["light", "dark"])
def test_axe_finds_nothing_before_and_after_a_failure(visit: Visit, base: str) -> None:
    visit.page.goto(base + LESSON + "?live=off")
    assert violations(visit.page) == []
    visit.page.route("**/pyodide.asm.wasm.gz?*", lambda route: route.fulfill(status=404, body=""))
    visit.page.goto(base + LESSON)
    wait_live(visit.page, "failed")
    assert violations(visit.page) == []


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_the_drawer_of_a_narrow_screen_leads_to_every_page(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + LESSON + "?live=off")
    page.get_by_role("button", name="All pages").click()
    drawer = page.get_by_role("dialog", name="All pages")
    assert drawer.get_by_role("link").count() >= 4
    page.keyboard.press("Escape")
    assert not drawer.is_visible()
    assert page.evaluate("document.activeElement.matches('.primary-toggle')")


def test_the_colours_can_be_chosen_and_are_kept(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + LESSON + "?live=off")
    seen = []
    for _ in range(3):
        page.locator(".cl-mode").click()
        seen.append(page.evaluate("document.documentElement.dataset.mode"))
    assert sorted(seen) == ["auto", "dark", "light"]
    while page.evaluate("document.documentElement.dataset.mode") != "dark":
        page.locator(".cl-mode").click()
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == "rgb(20, 25, 28)"


def weight(site: Path, address: str) -> int:
    """The size of a file as it goes over the wire from a server that compresses with gzip."""
    data = (site / urlsplit(address).path.lstrip("/")).read_bytes()
    return min(len(gzip.compress(data, 9)), len(data))


def test_a_page_is_light_before_the_engine_and_not_heavy_with_it(visit: Visit, base: str, site: Path) -> None:
    for name in names(site):
        asked: set[str] = set()
        visit.page.on("request", lambda request, asked=asked: asked.add(request.url))
        visit.page.goto(base + name + "?live=off")
        visit.page.wait_for_load_state("networkidle")
        before = sum(weight(site, url) for url in asked)
        assert before <= 200_000, f"{name}: {before} bytes"
        if name == LESSON:
            visit.page.goto(base + name)
            wait_live(visit.page)
            paths = {urlsplit(url).path for url in asked}
            assert sum(weight(site, path) for path in paths) <= 9_000_000
