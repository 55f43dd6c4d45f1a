"""What the suites share: a browser that sees this machine only, and a loud word when there is none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Route

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_NO_BROWSER = (
    "NO BROWSER: the tests of the live pages did not run. Install Chromium (Debian: apt-get install chromium), "
    "or name one in the environment variable CHROMIUM."
)
#: Milliseconds to wait for what is to come: a test tells what happens, not how busy the machine is.
PATIENCE = 60_000
_LOCAL = {"127.0.0.1", "localhost", "[::1]", ""}


def chromium_path() -> str | None:
    """Where Chromium is: the variable CHROMIUM, else the first of the usual names on the path."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium; without one a loud skip, and in CI (CI=true) a loud failure."""
    found = chromium_path()
    if found:
        return found
    if os.environ.get("CI", "").lower() in {"1", "true", "yes"}:
        pytest.fail(_NO_BROWSER, pytrace=False)
    pytest.skip(_NO_BROWSER)


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """One headless Chromium a module."""
    # A module at a time, since Playwright keeps an event loop running that other tests must not meet.
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=flags)
        yield launched
        launched.close()


class Visit:
    """One reader's browser window, in which every host but this machine is out of reach."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.others: list[str] = []
        self.errors: list[str] = []
        context.set_default_timeout(PATIENCE)
        context.route("**/*", self._route)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self.page = context.new_page()

    def _route(self, route: Route) -> None:
        url = urlsplit(route.request.url)
        if url.scheme in {"http", "https", "ws", "wss"} and url.netloc.rsplit(":", 1)[0] not in _LOCAL:
            self.others.append(route.request.url)
            route.abort()
        else:
            route.continue_()


@pytest.fixture
def window() -> dict[str, Any]:
    """How a window is opened, if a test says nothing else: what it loads comes from the server each time."""
    return {"service_workers": "block"}


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest, window: dict[str, Any]) -> Iterator[Visit]:
    """A fresh window; parametrize it indirectly with the options of a browser context (`color_scheme`, `viewport`)."""
    context = browser.new_context(**{**window, **getattr(request, "param", {})})
    yield Visit(context)
    context.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    if any("NO BROWSER" in str(report.longrepr) for report in skipped):
        terminalreporter.section("NO BROWSER", sep="!", red=True)
        terminalreporter.line(_NO_BROWSER)
