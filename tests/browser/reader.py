"""What a reader does on a page, and what a test looks at."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

LESSON = "following-suit.html"
OPENING = '<script type="application/x-couillon-cell">'
STATE = "document.documentElement?.dataset.live"
START_TIMEOUT = 60_000
#: A clock whose seconds pass 60 times as fast while the page is alive and it is wanted.
HASTE = """
globalThis.haste = false;
const every = setInterval, end = clearInterval, ended = new Set();
globalThis.clearInterval = (id) => { ended.add(id); end(id); };
globalThis.setInterval = (what, ms) => {
    const id = every(() => {
        const alive = () => haste && document.documentElement?.dataset.live === 'ready' && !ended.has(id);
        what();
        for (let i = 1; i < 60 && alive(); i++) what();
    }, ms);
    return id;
};
"""


def wait_live(page: Page, state: str = "ready") -> None:
    page.wait_for_function(f"{STATE} === {state!r}", timeout=START_TIMEOUT)


def wait_media(page: Page, query: str) -> None:
    """Wait until a media query is true: what is asked of a window comes to the page some time after."""
    page.wait_for_function("(query) => matchMedia(query).matches", arg=query)


def widget(page: Page) -> Locator:
    return page.locator('[data-couillon="legal-moves"]').first


def hand(page: Page) -> Locator:
    return widget(page).locator("button[data-card]")


def said(page: Page) -> str:
    return status(page).text_content() or ""


def status(page: Page) -> Locator:
    return widget(page).locator('[role="status"]').first


def click_and_read(page: Page, card: int = 0) -> str:
    """Click a card of the first widget and return the answer: a sentence that was not there before."""
    before = said(page)
    hand(page).nth(card).click()
    expect(status(page)).not_to_have_text(before)
    return said(page)


def where(page: Page) -> Any:
    """The places of everything that could be moved by what happens to the widgets."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.bd-article :is(h1, h2, p, .cell, [data-couillon], [data-card])')]
            .filter((el) => !el.closest('.cl-live-note'))
            .map((el) => [el.tagName, el.getBoundingClientRect()])
            .map(([tag, b]) => [tag, b.x, b.y + scrollY, b.width, b.height].join(' '))"""
    )


def before_the_cells(source: str) -> Callable[[Route], None]:
    """Answer for a page with more Python at its beginning."""

    def answer(route: Route) -> None:
        text = route.fetch().text()
        start, end = text.index(OPENING) + len(OPENING), text.index("</script>", text.index(OPENING))
        cell = json.dumps(source + json.loads(text[start:end])).replace("</", "<\\/")
        route.fulfill(body=text[:start] + cell + text[end:], content_type="text/html; charset=utf-8")

    return answer


class Gate:
    """Holds back a file until it is opened."""

    def __init__(self, page: Page, pattern: str) -> None:
        self.held: list[Route] = []
        self.closed = True
        page.route(pattern, self._handle)

    def _handle(self, route: Route) -> None:
        if self.closed:
            self.held.append(route)
        else:
            route.continue_()

    def open(self) -> None:
        self.closed = False
        for route in self.held:
            route.continue_()

    def refuse(self, page: Page) -> None:
        """Wait for a request, answer it with 404 and go on holding what comes."""
        while not self.held:
            page.wait_for_timeout(20)
        for route in self.held:
            route.fulfill(status=404, body="gone")
        self.held.clear()
