"""The lessons of the book under Voilà, in a real browser: alive, for everybody, and from this host alone."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from couillon_live.voila_pages import Lessons
from tests.axe import violations

BOOK = Path(__file__).resolve().parents[2] / "book"
LESSONS = list(Lessons(BOOK).titles)
KIND = re.compile(r'data-couillon=\\"([a-z-]+)')


def some() -> list[str]:
    """Few lessons that show every kind of widget together: in the static book each page is looked at."""
    shown = {name: set(KIND.findall((BOOK / f"{name}.ipynb").read_text(encoding="utf-8"))) for name in LESSONS}
    chosen, missing = ["start", "sources"], set().union(*shown.values()) - shown["start"]
    while missing:
        chosen.append(max(LESSONS, key=lambda name: len(shown[name] & missing)))
        missing -= shown[chosen[-1]]
    return chosen


NARROW = {"viewport": {"width": 320, "height": 700}}
LIVE = "[data-couillon][data-state='live']"


@pytest.fixture(scope="module")
def lessons(chromium: str, start: Any) -> Iterator[Any]:
    """The book, served."""
    with start(BOOK) as server:
        yield server


def open_live(visit: Any, url: str) -> Any:
    """The page at `url`, once its widgets are alive."""
    page = visit.page
    page.goto(url)
    begun = "document.documentElement && document.documentElement.dataset.live !== 'starting'"
    page.wait_for_function(begun, timeout=60_000)
    return page


@pytest.mark.parametrize("visit", [{"color_scheme": "dark"}], indirect=True, ids=[""])
@pytest.mark.parametrize("name", some())
def test_a_lesson_is_accessible_and_asks_no_other_host(lessons: Any, visit: Any, name: str) -> None:
    page = open_live(visit, f"{lessons.url}/{name}.html")
    assert page.locator(".cl-page-snapshot").count() == 0
    assert page.locator("[data-couillon][data-state='snapshot']").count() == 0 or name == "sources"
    assert visit.others == []
    assert visit.errors == []
    page.set_viewport_size(NARROW["viewport"])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # In the book every page is looked at in both themes; here it is the frame that differs.
    page.emulate_media(color_scheme="light" if some().index(name) % 2 else "dark")
    assert violations(page) == []


def test_a_click_on_a_card_is_answered(lessons: Any, visit: Any) -> None:
    page = open_live(visit, f"{lessons.url}/following-suit.html")
    widget = page.locator(f"[data-couillon='legal-moves']{LIVE[15:]}").first
    status = widget.locator("[role='status']").first
    before = status.inner_text()
    # The hand of the lesson is spades, hearts and a diamond; spades were led, hearts are trumps.
    widget.locator("button[data-card='9D']").click()
    page.wait_for_function("([node, text]) => node.innerText !== text", arg=[status.element_handle(), before])
    assert "Not the nine of diamonds" in status.inner_text()
    assert widget.locator("button[data-card='9D']").get_attribute("data-legal") == "no"


def test_links_between_lessons_work(lessons: Any, visit: Any) -> None:
    page = open_live(visit, f"{lessons.url}/following-suit.html")
    page.locator("main a[data-clause]").last.click()
    page.wait_for_url("**/sources.html#*")
    page.wait_for_load_state()
    clause = page.url.partition("#")[2]
    assert page.locator(f"[id='{clause}']").count() == 1


def test_a_kernel_is_freed_when_its_page_is_left(lessons: Any, browser: Any) -> None:
    # No visit: what a page sends on leaving does not get through when its requests are looked at one by one.
    page = browser.new_page()
    page.goto(f"{lessons.url}/the-slate.html")
    kernel = page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    assert lessons.has(kernel)
    page.goto("about:blank")
    until = time.monotonic() + 30
    while lessons.has(kernel):
        assert time.monotonic() < until
        time.sleep(0.1)
    page.close()


@pytest.mark.parametrize("visit", [{"java_script_enabled": False}], indirect=True)
def test_without_javascript_the_text_and_the_tables_can_be_read(lessons: Any, visit: Any) -> None:
    visit.page.goto(f"{lessons.url}/following-suit.html")
    assert visit.page.locator("h1").inner_text() == Lessons(BOOK).titles["following-suit"]
    assert visit.page.locator("[data-couillon='legal-moves'] button[data-card='9D']").first.is_visible()


@pytest.mark.parametrize("visit", [{"color_scheme": "light"}, {"color_scheme": "dark"} | NARROW], indirect=True)
def test_the_page_for_one_reader_too_many_is_accessible(small: Any, visit: Any) -> None:
    taken = [small.visit("start.html")[1] for _seat in range(3)]
    visit.page.goto(f"{small.url}/start.html")
    assert visit.page.locator("h1").inner_text() == "Every table is taken"
    assert visit.page.get_by_role("link", name="Try again").is_visible()
    assert violations(visit.page) == []
    assert visit.others == []
    for kernel in taken:
        small.leave(kernel)


def test_a_click_after_the_kernel_was_put_away_is_answered_too(lessons: Any, visit: Any) -> None:
    page = visit.page
    page.clock.install()
    open_live(visit, f"{lessons.url}/following-suit.html")
    lessons.leave(page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId"))
    page.clock.fast_forward(20_000)
    page.locator(f"{LIVE} button[data-card]").first.click()
    page.get_by_text("This table was put away").wait_for()
    assert page.locator("html").get_attribute("data-live") == "failed"
    page.get_by_role("link", name="Start this page again").click()
    page.wait_for_function("document.documentElement?.dataset.live === 'ready'", timeout=60_000)
