"""After one visit the whole book is read without a network; a new edition is offered, and never forced."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from couillon_live.offline import content_hash, kept_files, write_worker
from couillon_live.serve import make_server
from couillon_live.twins import twins

from .conftest import in_thread
from .reader import LESSON, click_and_read, wait_live, widget

ENGINE = "live/python/pyodide.asm.wasm"
CONTROLLED = "navigator.serviceWorker.controller !== null"
REGISTERED = "navigator.serviceWorker.getRegistration().then(Boolean)"
ENTRIES = """async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('couillon http'));
    const stores = await Promise.all(names.map((name) => caches.open(name)));
    return (await Promise.all(stores.map((store) => store.keys()))).flat().map((request) => request.url);
}"""


class Book:
    """A copy of the site on a server that can go away, come back with another edition, and tells what it has sent."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sent: Counter[str] = Counter()
        self.port = 0

    @contextmanager
    def open(self) -> Iterator[str]:
        """Serve it, always at the same address: one that is not this machine's own, so what is kept comes first."""
        sent = self.sent

        def log_request(handler: Any, code: Any = "-", size: Any = "-") -> None:
            if int(code) == 200:
                sent[handler.path.partition("?")[0].lstrip("/")] += 1

        with make_server(self.folder, self.port) as server:
            self.port = server.server_port
            handler: Any = server.RequestHandlerClass
            server.RequestHandlerClass = type("Telling", (handler,), {"log_request": log_request})
            with in_thread(server):
                yield self.address

    @property
    def address(self) -> str:
        return f"http://couillon.localhost:{self.port}/"

    def write(self, name: str, data: bytes) -> None:
        path = self.folder / name
        for twin in (path.with_name(path.name + ".gz"), path.with_name(path.name + ".br")):
            twin.unlink(missing_ok=True)
        path.write_bytes(data)

    def renew(self, name: str, live: str = "") -> None:
        """Make another edition, in which a page says so."""
        text = (self.folder / name).read_text(encoding="utf-8")
        self.write(name, text.replace("</h1>", " renewed</h1>", 1).encode())
        for twin in twins(self.folder):
            if twin.name.startswith("sw.js"):
                twin.unlink()
        old = json.loads((self.folder / "live" / "edition.json").read_text())["live"]
        write_worker(self.folder, live or old)


@pytest.fixture
def book(site: Path, tmp_path: Path) -> Book:
    return Book(Path(shutil.copytree(site, tmp_path / "site")))


@pytest.fixture
def keeping(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(bypass_csp=True)
    yield context
    context.close()


def until(page: Page, promise: str) -> None:
    """Wait until a promise comes to be true."""
    end = time.monotonic() + 60
    while not page.evaluate(promise):
        assert time.monotonic() < end, promise
        page.wait_for_timeout(50)


def visit_until_kept(page: Page, address: str) -> None:
    page.goto(address + LESSON)
    wait_live(page)
    page.wait_for_function(CONTROLLED, timeout=60_000)


def test_one_visit_keeps_the_whole_book_and_a_new_edition_waits_for_a_word(book: Book, keeping: BrowserContext) -> None:
    page = keeping.new_page()
    names = kept_files(book.folder)
    with book.open() as address:
        visit_until_kept(page, address)
        assert book.sent[ENGINE] == 1, "what the page has loaded is not loaded again to be kept"
        expect(page.locator("#cl-kept")).to_be_visible()
        assert len(page.evaluate(ENTRIES)) == len(names)
    # No server any more.
    lost = page.evaluate(
        """async (names) => (await Promise.all(names.map(async (name) =>
            [name, (await fetch(name).catch(() => ({}))).ok]))).filter(([, ok]) => !ok).map(([name]) => name)""",
        names,
    )
    assert lost == []
    page.goto(address)
    wait_live(page)
    page.goto(address + "search.html?q=boucle")
    expect(page.locator("#search-results ul.search > li").first).to_be_visible(timeout=60_000)
    page.goto(address + LESSON)
    wait_live(page)
    click_and_read(page)
    left = widget(page).get_attribute("data-share") or ""

    book.renew("the-deal.html")
    book.sent.clear()
    with book.open():
        page.evaluate("navigator.serviceWorker.getRegistration().then((registration) => registration.update())")
        bar = page.locator(".cl-edition")
        expect(bar).to_contain_text("A new edition of this book is here.", timeout=60_000)
        expect(bar).to_have_attribute("role", "status")
        # Nothing happens by itself, and the other pages are still those of this edition.
        click_and_read(page, 1)
        left = widget(page).get_attribute("data-share") or ""
        bar.get_by_role("button", name="Later").click()
        expect(bar).to_have_count(0)
        other = keeping.new_page()
        other.goto(address + "the-deal.html?live=off")
        expect(other.get_by_role("heading", level=1)).not_to_contain_text("renewed")
        expect(other.locator(".cl-edition")).to_be_visible(timeout=60_000)
        other.locator(".cl-edition").get_by_role("button", name="Load it").click()
        expect(other.get_by_role("heading", level=1)).to_contain_text("renewed", timeout=60_000)
        # The first tab has not been touched, and comes back to its deal when the reader loads it again.
        expect(widget(page)).to_have_attribute("data-share", left)
        click_and_read(page, 0)
        left = widget(page).get_attribute("data-share") or ""
        page.reload()
        wait_live(page)
        expect(widget(page)).to_have_attribute("data-share", left)
        assert set(book.sent) <= {"sw.js", "the-deal.html", "live/edition.json"}, "only what has changed is loaded"
        until(page, f"({ENTRIES})().then((all) => all.length === {len(names)})")


@pytest.mark.parametrize("fault", ["damaged", "no room"])
def test_a_book_that_cannot_be_kept_is_read_as_before(book: Book, keeping: BrowserContext, fault: str) -> None:
    page = keeping.new_page()
    begun: list[object] = []
    keeping.on("serviceworker", lambda worker: begun.append(worker))
    whole = (book.folder / "the-deal.html").read_bytes()
    if fault == "damaged":
        book.write("the-deal.html", whole[: len(whole) // 2])
    with book.open() as address:
        page.goto("about:blank")
        devtools = keeping.new_cdp_session(page)
        if fault == "no room":
            origin = address.rstrip("/")
            devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 2_000_000})
        page.goto(address + LESSON)
        wait_live(page)
        while not begun:  # a state that may pass at once, so it is heard of
            page.wait_for_timeout(50)
        until(page, f"{REGISTERED}.then((found) => !found)")
        click_and_read(page)
        assert not page.evaluate(CONTROLLED)
        expect(page.locator("#cl-kept")).to_be_hidden()
        expect(page.locator(".cl-edition")).to_have_count(0)
        if fault == "damaged":
            assert page.evaluate(ENTRIES), "what was whole need not be loaded again"
            book.write("the-deal.html", whole)
        else:
            assert page.evaluate(ENTRIES) == []
            devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin})
        page.reload()
        page.wait_for_function(CONTROLLED, timeout=60_000)


def test_the_list_names_every_file_once_and_no_twin(site: Path) -> None:
    facts = json.loads(re.search(r"= (\{.*\});$", (site / "sw.js").read_text(encoding="utf-8"), re.M)[1])  # type: ignore[index]
    files = facts["files"]
    for name, hashed in files.items():
        data = (site / name).read_bytes()
        assert content_hash(data) == hashed, name
        if name in facts["unpacked"]:
            assert content_hash(gzip.decompress(data)) == facts["unpacked"][name]
    assert "index.html" in files and LESSON in files and ENGINE in files
    assert not {twin.relative_to(site).as_posix() for twin in twins(site)} & set(files)


def test_the_manifest_names_icons_that_are_there_and_of_their_size(site: Path) -> None:
    manifest = json.loads((site / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["name"] and manifest["start_url"] == manifest["scope"] == "./"
    purposes = set()
    for icon in manifest["icons"]:
        data = (site / icon["src"]).read_bytes()
        if icon["sizes"] != "any":
            edges = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
            assert "x".join(map(str, edges)) == icon["sizes"]
        purposes.add(icon["purpose"])
    assert purposes == {"any", "maskable"}
