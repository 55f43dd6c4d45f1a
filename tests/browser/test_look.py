"""Every page can be used by everybody, on any screen, and weighs little."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.axe import violations

from .reader import LESSON, wait_live

Visit = Any

LIGHT = {"color_scheme": "light"}
DARK = {"color_scheme": "dark"}
PHONE = {"viewport": {"width": 320, "height": 640}}

#: Text that cannot be read well, a fault each.
FAINT = [
    '<p style="color: #999">Words.</p>',
    '<div style="background: #999"><p>Words, and <em style="background: #111">more</em>.</p></div>',
    '<p style="opacity: 0.4">Words.</p>',
    '<button disabled style="color: #999">Off</button><button style="color: #999; background: #fff">On</button>',
    '<pre tabindex="0" style="width: 4em; overflow: auto; color: #999">first words, and further ones</pre>',
    '<p style="position: absolute; top: 0; left: 0; background: #444">Words.</p>',
]


def test_faint_text_is_found_among_much_that_is_alike(visit: Visit) -> None:
    much = "<p>Words.</p>" * 20
    for fault in ("", *FAINT):
        visit.page.set_content(f"<html lang=en><title>Words</title><main><h1>Words</h1>{much}{fault}{much}</main>")
        found = [each.split(" places")[0] for each in violations(visit.page)]
        assert found == (["color-contrast at 1"] if fault else []), fault


@pytest.mark.usefixtures("own_worker")
@pytest.mark.parametrize("visit", [LIGHT, DARK], indirect=True, ids=["light", "dark"])
def test_axe_finds_nothing_before_and_after_a_failure(visit: Visit, base: str) -> None:
    visit.page.goto(base + LESSON + "?live=off")
    assert violations(visit.page) == []
    visit.page.route("**/pyodide.asm.wasm?*", lambda route: route.fulfill(status=404, body=""))
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
    expect(drawer).to_be_hidden()
    page.wait_for_function("document.activeElement.matches('.primary-toggle')")


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


def test_no_engine_is_asked_for_where_it_is_not_wanted(visit: Visit, base: str) -> None:
    asked: set[str] = set()
    visit.page.on("request", lambda request: asked.add(urlsplit(request.url).path))
    visit.page.goto(base + LESSON + "?live=off")
    visit.page.wait_for_load_state("networkidle")
    assert f"/{LESSON}" in asked
    assert [path for path in asked if path.startswith("/live/") and path != "/live/boot.js"] == []
