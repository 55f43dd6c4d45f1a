"""A browser whose reader has forbidden every site to store anything, as its own settings do it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from .reader import LESSON, click_and_read, wait_live, widget

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
REFUSED = """() => {
    try {
        return [localStorage, sessionStorage].length === 0;
    } catch (error) {
        return error.name === "SecurityError";
    }
}"""


@pytest.fixture
def blocking(browser: Browser, chromium: str, tmp_path: Path) -> Iterator[BrowserContext]:
    settings = tmp_path / "Default" / "Preferences"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": 2}}}))
    context = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=chromium, args=FLAGS, headless=True, bypass_csp=True
    )
    context.set_default_timeout(60_000)
    yield context
    context.close()


def share(page: Page) -> str:
    return widget(page).get_attribute("data-share") or ""


def test_where_nothing_may_be_stored_the_lesson_works_and_keeps_the_deal(blocking: BrowserContext, base: str) -> None:
    errors: list[str] = []
    blocking.on("weberror", lambda error: errors.append(str(error.error)))
    page = blocking.new_page()
    page.goto(base + LESSON)
    assert page.evaluate(REFUSED) is True
    wait_live(page)
    fresh = share(page)
    widget(page).locator('[data-action="deal"]').click()
    expect(widget(page)).not_to_have_attribute("data-share", fresh)
    click_and_read(page)
    left = share(page)
    page.locator(".cl-mode").first.click()
    expect(page.locator("html")).to_have_attribute("data-mode", "light")
    # The deal is kept in the entry of the browser's history, which is no storage of the site.
    page.wait_for_function("(left) => Object.values(history.state?.couillon?.states ?? {}).includes(left)", arg=left)
    page.reload()
    wait_live(page)
    expect(widget(page)).to_have_attribute("data-share", left)
    # A second page, and back.
    page.goto(base + "the-slate.html")
    wait_live(page)
    page.go_back()
    wait_live(page)
    expect(widget(page)).to_have_attribute("data-share", left)
    click_and_read(page, 1)
    expect(page.locator("#cl-kept")).to_be_hidden()
    expect(page.locator(".cl-live-failed, .cl-edition")).to_have_count(0)
    assert errors == []
