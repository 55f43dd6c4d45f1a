"""Whatever goes wrong ends in a working widget, or in one clear sentence with a button; and no deal is lost.

Here are the faults that stand in no other file: workers that die and downloads that stand still are in `test_lost.py`,
damaged files in `test_every_file.py`, a damaged cache in `test_live.py`, storage that is blocked in earnest in
`test_blocked.py`, interpreters that stay in `test_kept.py`, a book that cannot be kept in `test_offline.py`, two tabs
and going back in `test_coming_back.py`.
"""

from __future__ import annotations

import functools
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from couillon_live.serve import POLICY

from .conftest import served
from .reader import HASTE, LESSON, before_the_cells, click_and_read, hand, said, status, wait_live, widget

Visit = Any
pytestmark = pytest.mark.usefixtures("own_worker")
#: Actions that no widget has: a calculation without end, and more memory than there is.
TRAPS = """
from couillon_widgets.base import CouillonWidget as _Widget
def _without_end(self, value=""):
    while True:
        pass
_Widget.do_hang = _without_end
_Widget.do_fill = lambda self, value="": bytearray(3_000_000_000)
"""
BLOCKED = """
for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError') } });
"""
FULL = """
const full = () => { throw new DOMException('full', 'QuotaExceededError') };
Storage.prototype.setItem = full;
History.prototype.replaceState = full;
"""
NO_WORKERS = "delete globalThis.Worker; delete globalThis.SharedWorker; delete Navigator.prototype.serviceWorker;"
RUNNING = "The game had stopped. It starts again and goes on from here."


def share(page: Page) -> str:
    return widget(page).get_attribute("data-share") or ""


def begun(page: Page, base: str) -> str:
    """A deal on the lesson in which something was done; gives its state."""
    page.goto(base + LESSON)
    wait_live(page)
    fresh = share(page)
    widget(page).locator('[data-action="deal"]').click()
    expect(widget(page)).not_to_have_attribute("data-share", fresh)
    click_and_read(page)
    return share(page)


@pytest.mark.parametrize("trap", ["hang", "fill"])
def test_python_without_end_or_memory_is_followed_by_another(visit: Visit, base: str, trap: str) -> None:
    page = visit.page
    page.add_init_script(HASTE)
    page.route(f"**/{LESSON}", before_the_cells(TRAPS))
    left = begun(page, base)
    spring = f"""() => {{
        const button = Object.assign(document.createElement('button'), {{ hidden: true }});
        button.dataset.action = '{trap}';
        document.querySelector('[data-couillon="legal-moves"]').append(button);
        globalThis.haste = true;
        button.click();
    }}"""
    page.evaluate(spring)
    expect(page.get_by_text(RUNNING).first).to_be_visible()
    expect(page.locator(".cl-live-said")).not_to_be_empty()
    page.evaluate("globalThis.haste = false")
    wait_live(page)
    assert share(page) == left
    click_and_read(page, 1)
    left = share(page)
    # Where it happens at once again there is no third attempt without the reader's word.
    page.evaluate(spring)
    wait_live(page, "failed")
    expect(page.locator(".cl-live-failed")).to_contain_text("The game has stopped.")
    page.evaluate("globalThis.haste = false")
    page.get_by_role("button", name="Try again").click()
    wait_live(page)
    assert share(page) == left


def once(failed: set[str], route: Route) -> None:
    name = route.request.url.partition("?")[0]
    if name in failed:
        route.continue_()
    else:
        failed.add(name)
        route.abort("connectionreset")


def test_each_file_fails_once_and_nobody_has_to_do_anything(visit: Visit, base: str) -> None:
    page = visit.page
    failed: set[str] = set()
    for pattern in ("**/worker.js*", "**/host.js*", "**/widget.js*", "**/live/python/*"):
        page.route(pattern, functools.partial(once, failed))
    page.goto(base + LESSON)
    before = said(page)
    hand(page).first.click()
    wait_live(page)
    assert len(failed) >= 7
    expect(status(page)).not_to_have_text(before)
    expect(page.locator(".cl-live-failed")).to_have_count(0)


@pytest.mark.parametrize("fault", [BLOCKED, FULL], ids=["blocked", "full"])
def test_without_storage_everything_works(visit: Visit, base: str, fault: str) -> None:
    page = visit.page
    page.add_init_script(fault)
    left = begun(page, base)
    page.locator(".cl-mode").first.click()
    expect(page.locator("html")).to_have_attribute("data-mode", "light")
    assert share(page) == left
    assert visit.errors == []


@pytest.mark.parametrize("missing", ["delete globalThis.WebAssembly;", NO_WORKERS], ids=["WebAssembly", "workers"])
def test_a_browser_that_cannot_run_the_game_is_told_so(visit: Visit, base: str, missing: str) -> None:
    page = visit.page
    page.add_init_script(missing)
    page.goto(base + LESSON)
    wait_live(page, "failed")
    note = page.locator(".cl-live-failed")
    expect(note).to_contain_text("This browser cannot run WebAssembly in a worker. You can read on")
    expect(note.get_by_role("button", name="Try again")).to_be_visible()
    expect(note.get_by_text("What happened")).to_have_count(0)
    hand(page).first.click()
    expect(hand(page).first).to_be_visible()
    assert visit.errors == []


CLOCKS = {
    "in 1970": "Date.now = () => 0;",
    "far ahead": "{ const now = Date.now; Date.now = () => now() + 4e12; }",
    "running backwards": "{ const now = Date.now, start = now(); Date.now = () => 2 * start - now(); }",
}


@pytest.mark.parametrize("clock", list(CLOCKS.values()), ids=list(CLOCKS))
def test_a_wrong_clock_changes_nothing(visit: Visit, base: str, clock: str) -> None:
    page = visit.page
    page.add_init_script(clock)

    def wrong(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=clock + response.text())

    page.route("**/worker.js*", wrong)
    left = begun(page, base)
    # What was done in the last quarter of a second may not be kept yet.
    page.wait_for_function("(share) => history.state?.couillon?.states['legal-moves:1'] === share", arg=left)
    page.reload()
    wait_live(page)
    assert share(page) == left
    assert visit.errors == []


@pytest.fixture
def renewable(site: Path, tmp_path: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """The site on a server, and what puts another build in its place, for whose files the old page is no match."""
    copy = Path(shutil.copytree(site, tmp_path / "site"))

    def renew() -> None:
        record = copy / "live" / "edition.json"
        old = json.loads(record.read_text())["live"]
        record.write_text(json.dumps({"live": "another"}))
        page = copy / LESSON
        for twin in (*copy.glob(f"{LESSON}.*"), *copy.glob("live/worker.js.*")):
            twin.unlink()
        page.write_text(page.read_text(encoding="utf-8").replace(old, "another"), encoding="utf-8")
        worker = copy / "live" / "worker.js"
        whole = worker.read_text(encoding="utf-8")
        worker.write_text(
            f'if (!location.search.includes("v=another")) throw new Error("old");{whole}', encoding="utf-8"
        )

    for base in served(copy):
        yield base, renew


def test_a_page_whose_book_was_renewed_says_so_and_keeps_the_deal(
    visit: Visit, renewable: tuple[str, Callable[[], None]]
) -> None:
    page = visit.page
    base, renew = renewable
    left = begun(page, base)
    renew()
    click_and_read(page, 1)  # the engine that is running goes on
    left = share(page)
    page.workers[0].evaluate("self.postMessage({ failed: 'Out of memory' })")
    note = page.locator(".cl-live-failed")
    expect(note).to_contain_text("This book has been renewed since you opened this page.", timeout=60_000)
    assert share(page) == left
    note.get_by_role("button", name="Load the page again").click()
    page.wait_for_url("**")
    wait_live(page)
    expect(widget(page)).to_have_attribute("data-share", left)


def test_the_pages_keep_to_their_policy(browser: Browser, base: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    broken: list[str] = []
    page.on("console", lambda message: broken.append(message.text) if "Content Security" in message.text else None)
    answer = page.goto(base + LESSON)
    assert answer is not None and answer.headers["content-security-policy"] == POLICY
    assert "unsafe-eval" not in POLICY.replace("wasm-unsafe-eval", "")
    assert "'unsafe-inline'" not in re.search(r"script-src ([^;]*)", POLICY)[1]  # type: ignore[index]
    alive = page.locator('html[data-live="ready"]')
    expect(alive).to_have_count(1, timeout=60_000)
    click_and_read(page)
    for name in (
        "play.html",
        "sources.html",
        "rule-cards.html",
        "compare.html",
        "search.html?q=boucle",
        "no-such.html",
    ):
        page.goto(base + name)
        expect(page.locator("h1").first).to_be_visible()
        if name == "play.html":
            expect(alive).to_have_count(1, timeout=60_000)
        if name.startswith("search"):
            expect(page.locator("#search-results ul.search > li").first).to_be_visible(timeout=60_000)
            expect(page.locator(".bd-search input")).to_be_focused()
    context.close()
    assert broken == []
