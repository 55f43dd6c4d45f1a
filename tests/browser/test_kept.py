"""The interpreter that stays while the reader goes from page to page: of one page at a time, and in nobody's way."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import served
from .reader import HASTE, LESSON, START_TIMEOUT, before_the_cells, click_and_read, hand, wait_live, widget

Visit = Any
SECOND = "trumping.html"
BOOT = "document.documentElement.dataset.boot"
TAB = "sessionStorage.getItem('couillon-tab')"
RUNNING = "The game had stopped. It starts again and goes on from here."
#: What a page might leave behind in its Python, and what the next one looks for.
LEAVE = """
import builtins, os
from couillon_widgets.base import CouillonWidget as _Widget
from couillon_widgets.shelf import SHELF as _shelf
builtins.left = os.environ["LEFT"] = _Widget.left = _shelf.left = "here"
"""
LOOK = """
import builtins, os
from couillon_widgets.base import CouillonWidget as _Widget
from couillon_widgets.shelf import SHELF as _shelf
assert not [place for place in (builtins, _Widget, _shelf) if hasattr(place, "left")] and "LEFT" not in os.environ
"""
#: An action that no widget has, and that takes its time.
WORK = """
from couillon_widgets.base import CouillonWidget as _Widget
def _at_work(self, value=""):
    import time
    end = time.monotonic() + {seconds}
    while time.monotonic() < end:
        pass
_Widget.do_work = _at_work
"""
SET_TO_WORK = """() => {
    const button = Object.assign(document.createElement('button'), { hidden: true });
    button.dataset.action = 'work';
    document.querySelector('[data-couillon="legal-moves"]').append(button);
    button.click();
}"""


def come(page: Page, address: str) -> None:
    page.goto(address)
    wait_live(page)
    click_and_read(page)


def go_on(page: Page, name: str) -> None:
    """Go to another page of the book as a reader does."""
    page.evaluate(f"location.href = {name!r}")
    page.wait_for_url(f"**/{name}")
    wait_live(page)
    click_and_read(page)


def staying(browser: Browser) -> list[str]:
    """The interpreters that stay, each as the browser numbers it."""
    session = browser.new_browser_cdp_session()
    found = session.send("Target.getTargets")["targetInfos"]
    session.detach()
    return sorted(target["targetId"] for target in found if target["type"] == "shared_worker")


def run_in(browser: Browser, target: str, script: str) -> None:
    """Run a script inside an interpreter's worker."""
    session = browser.new_browser_cdp_session()
    attached = session.send("Target.attachToTarget", {"targetId": target, "flatten": False})["sessionId"]
    message = json.dumps({"id": 1, "method": "Runtime.evaluate", "params": {"expression": script}})
    session.send("Target.sendMessageToTarget", {"sessionId": attached, "message": message})


def none_stays(browser: Browser, page: Page) -> None:
    """Wait until the last interpreter has ended."""
    end = time.monotonic() + START_TIMEOUT / 1000
    while staying(browser):
        assert time.monotonic() < end, "An interpreter goes on."
        page.wait_for_timeout(100)


def test_the_next_page_finds_an_interpreter_that_knows_nothing_of_the_last(visit: Visit, base: str) -> None:
    page = visit.page
    page.route(f"**/{LESSON}", before_the_cells(LEAVE))
    page.route(f"**/{SECOND}", before_the_cells(LOOK))
    come(page, base + LESSON)
    assert page.evaluate(BOOT) == "memory"
    first = staying(visit.context.browser)
    assert len(first) == 1
    for name in (SECOND, LESSON, SECOND):
        go_on(page, name)
        assert page.evaluate(BOOT) == "kept"
    assert page.workers == []
    assert staying(visit.context.browser) == first
    # Another tab has its own.
    other = visit.context.new_page()
    come(other, base + SECOND)
    assert other.evaluate(BOOT) == "memory"
    assert len(staying(visit.context.browser)) == 2
    assert other.evaluate(TAB) != page.evaluate(TAB)
    assert (visit.others, visit.errors) == ([], [])


def test_a_copy_of_a_tab_gets_a_name_of_its_own(visit: Visit, base: str) -> None:
    page = visit.page
    come(page, base + LESSON)
    name = page.evaluate(TAB)
    copy = visit.context.new_page()
    copy.add_init_script(f"sessionStorage.getItem('couillon-tab') ?? sessionStorage.setItem('couillon-tab', {name!r})")
    come(copy, base + LESSON)
    assert copy.evaluate(TAB) not in (None, name)
    click_and_read(page, 1)
    go_on(copy, SECOND)
    go_on(page, SECOND)
    assert [copy.evaluate(BOOT), page.evaluate(BOOT)] == ["kept", "kept"]
    assert visit.errors == []


def test_who_leaves_python_at_work_need_not_wait_for_it(visit: Visit, base: str) -> None:
    page = visit.page
    page.route(f"**/{LESSON}", before_the_cells(WORK.format(seconds=8)))
    come(page, base + LESSON)
    page.evaluate(SET_TO_WORK)
    begun = time.monotonic()
    go_on(page, SECOND)
    assert page.evaluate(BOOT) == "memory"
    assert len(page.workers) == 1
    # The page after it has one that stays again.
    page.wait_for_timeout(max(0.0, 9 - (time.monotonic() - begun)) * 1000)
    go_on(page, LESSON)
    assert page.workers == []
    assert len(staying(visit.context.browser)) == 1
    assert visit.errors == []


def with_script(site: Path, copy: Path, text: str | None) -> Path:
    """The site with another `kept.js`, or with none."""
    shutil.copytree(site, copy, copy_function=os.link)
    script = copy / "live" / "kept.js"
    for file in (script, *script.parent.glob("kept.js.*")):
        file.unlink()
    if text is not None:
        script.write_text(text, encoding="utf-8")
    return copy


@pytest.fixture
def script(site: Path) -> str:
    return (site / "live" / "kept.js").read_text(encoding="utf-8")


@pytest.fixture
def impatient(site: Path, script: str, tmp_path: Path) -> Iterator[str]:
    """The site, whose interpreters give up a piece of work after three seconds instead of 95."""
    assert script.count("95e3") == 1
    yield from served(with_script(site, tmp_path / "site", script.replace("95e3", "3e3")))


def test_python_without_end_is_followed_by_another_and_ends_itself(visit: Visit, impatient: str) -> None:
    page = visit.page
    page.add_init_script(HASTE)
    page.route(f"**/{LESSON}", before_the_cells(WORK.format(seconds=10_000)))
    come(page, impatient + LESSON)
    left = widget(page).get_attribute("data-share")
    assert len(staying(visit.context.browser)) == 1
    page.evaluate("globalThis.haste = true")
    page.evaluate(SET_TO_WORK)
    expect(page.get_by_text(RUNNING).first).to_be_visible()
    page.evaluate("globalThis.haste = false")
    wait_live(page)
    expect(widget(page)).to_have_attribute("data-share", left or "")
    click_and_read(page, 1)
    assert len(page.workers) == 1
    none_stays(visit.context.browser, page)


def test_one_that_dies_is_followed_by_another(visit: Visit, base: str) -> None:
    page = visit.page
    come(page, base + LESSON)
    left = widget(page).get_attribute("data-share")
    run_in(visit.context.browser, staying(visit.context.browser)[0], "self.close()")
    none_stays(visit.context.browser, page)
    hand(page).nth(1).click()
    expect(page.get_by_text(RUNNING).first).to_be_visible()
    wait_live(page)
    expect(widget(page)).to_have_attribute("data-share", left or "")
    click_and_read(page)
    assert len(page.workers) == 1
    go_on(page, SECOND)
    assert page.workers == []


@pytest.mark.parametrize("fault", ["missing", "cut"])
def test_without_its_script_a_page_has_a_worker_of_its_own(
    visit: Visit, site: Path, script: str, tmp_path: Path, fault: str
) -> None:
    part = script[: len(script) * 2 // 3] if fault == "cut" else None
    running = served(with_script(site, tmp_path / "site", part))
    come(visit.page, next(running) + LESSON)
    assert len(visit.page.workers) == 1
    go_on(visit.page, SECOND)
    assert len(visit.page.workers) == 1
    next(running, None)


def test_a_page_that_the_browser_has_kept_starts_again_when_it_comes_back(
    browser: Browser, chromium: str, base: str
) -> None:
    patient = browser.browser_type.launch(
        executable_path=chromium,
        args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        ignore_default_args=["--disable-back-forward-cache"],
    )
    page = patient.new_context(service_workers="block", bypass_csp=True).new_page()
    page.add_init_script("addEventListener('pageshow', (event) => (globalThis.cameBack = event.persisted))")
    come(page, base + LESSON)
    left = widget(page).get_attribute("data-share")
    go_on(page, SECOND)
    for card in range(1, 3):
        page.evaluate("void setTimeout(() => history.back())")  # Playwright would wait for a page that loads
        page.wait_for_url(f"**/{LESSON}", wait_until="commit")
        page.wait_for_function("globalThis.cameBack === true")
        wait_live(page)
        expect(widget(page)).to_have_attribute("data-share", left or "")
        assert page.evaluate(BOOT) == "kept"
        click_and_read(page, card)
        left = widget(page).get_attribute("data-share")
        page.evaluate("void setTimeout(() => history.forward())")
        page.wait_for_url(f"**/{SECOND}", wait_until="commit")
        wait_live(page)
    patient.close()
