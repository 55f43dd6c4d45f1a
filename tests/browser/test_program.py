"""The program and the memory of Python: few bytes from any server, looked at once; what is compiled is kept."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from couillon_live.serve import SiteHandler, make_server

from .conftest import in_thread
from .reader import LESSON, click_and_read, wait_live, widget

PROGRAM = "live/python/pyodide.asm.wasm"
MEMORY = "live/python/memory.bin"
CONTROLLED = "navigator.serviceWorker.controller !== null"
CHECKED = "caches.open('couillon checked').then((store) => store.keys()).then((all) => all.map((each) => each.url))"
COUNTING = """{
    const Plain = Worker;
    globalThis.reports = [];
    globalThis.Worker = class extends Plain {
        constructor(...how) {
            super(...how);
            this.addEventListener("message", ({ data }) => data.total && reports.push([data.loaded, data.total]));
        }
    };
}"""
COMPILED = 100_000  # bytes; the loop of Python alone takes more


class _Simple(SiteHandler):
    """A server that compresses nothing and knows no twins; it tells what it was asked for."""

    sent: Counter[str]

    def _twin(self, path: Path) -> tuple[Path, str]:
        return path, ""

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        self.sent[f"{self.path.partition('?')[0].lstrip('/')} {int(code)}"] += 1


@contextmanager
def simple(folder: Path, host: str) -> Iterator[tuple[str, Counter[str]]]:
    sent: Counter[str] = Counter()
    with make_server(folder) as server:
        server.RequestHandlerClass = type("Handler", (_Simple,), {"directory": folder.resolve(), "sent": sent})
        with in_thread(server):
            yield f"http://{host}:{server.server_port}/", sent


def play(page: Page, address: str) -> None:
    page.goto(address + LESSON)
    wait_live(page)
    click_and_read(page)


def test_a_browser_keeps_what_it_has_compiled(browser: Browser, chromium: str, base: str, tmp_path: Path) -> None:
    """A browser with a profile of its own, as readers have it; without one it keeps nothing of the kind."""
    code = tmp_path / "Default" / "Code Cache" / "wasm"
    context = browser.browser_type.launch_persistent_context(
        tmp_path,
        executable_path=chromium,
        args=["--no-sandbox", "--disable-gpu"],
        service_workers="block",
        bypass_csp=True,
    )
    page = context.pages[0]
    play(page, base)
    for _deal in range(300):
        widget(page).locator('[data-action="deal"]').click()
        if sum(path.stat().st_size for path in code.glob("*")) > COMPILED:
            break
    else:
        raise AssertionError(f"nothing is kept in {code}: {[path.name for path in code.glob('*')]}")
    context.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A window that keeps what it reads."""
    context = browser.new_context(bypass_csp=True)
    yield context.new_page()
    context.close()


def test_a_distant_server_that_compresses_nothing_sends_the_twin(page: Page, site: Path) -> None:
    with simple(site, "couillon.localhost") as (address, sent):
        play(page, address)
        page.wait_for_function(CONTROLLED)
        # What is kept for reading without a network was the twin as well, out of the browser's own cache.
        for name in (PROGRAM, MEMORY):
            assert sent[f"{name}.gz 200"] == 1
            assert sent[f"{name} 200"] <= 2, "asked for, and given up at once"
        sent.clear()
        play(page, address)
        assert not any(PROGRAM in name or MEMORY in name for name in sent)


def test_a_twin_that_was_deleted_is_not_missed(page: Page, site: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(site, tmp_path / "site", copy_function=os.link))
    for name in (PROGRAM, MEMORY):
        (copy / f"{name}.gz").unlink()
    with simple(copy, "couillon.localhost") as (address, sent):
        play(page, address)
        for name in (PROGRAM, MEMORY):
            assert (sent[f"{name}.gz 404"], sent[f"{name} 200"]) == (1, 2)


def test_a_damaged_twin_is_not_asked_for_a_second_time(page: Page, site: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(site, tmp_path / "site", copy_function=os.link))
    twin = copy / f"{PROGRAM}.gz"
    body = twin.read_bytes()
    twin.unlink()
    twin.write_bytes(body[: len(body) // 2])
    with simple(copy, "couillon.localhost") as (address, sent):
        play(page, address)
        assert sent[f"{PROGRAM}.gz 200"] == 1


@pytest.mark.usefixtures("own_worker")
def test_the_download_is_counted_in_whole_bytes_to_its_end(visit: Any, base: str) -> None:
    visit.context.add_init_script(COUNTING)
    for _visit in range(2):
        play(visit.page, base)
        reports = visit.page.evaluate("reports")
        assert all(isinstance(loaded, int) and loaded <= total for loaded, total in reports)
        assert reports[-1][0] == reports[-1][1] > 1_000_000


def test_a_server_on_this_machine_sends_them_as_they_are(visit: Any, site: Path) -> None:
    with simple(site, "127.0.0.1") as (address, sent):
        play(visit.page, address)
        for name in (PROGRAM, MEMORY):
            assert (sent[f"{name} 200"], sent[f"{name}.gz 200"]) == (1, 0)


@pytest.mark.usefixtures("own_worker")
def test_what_is_long_is_looked_at_once(visit: Any, base: str) -> None:
    play(visit.page, base)
    first = visit.page.evaluate(CHECKED)
    assert {url.partition("?")[0] for url in first} == {base + PROGRAM, base + MEMORY}
    play(visit.page, base)
    assert visit.page.evaluate(CHECKED) == first
    # Of another build only that one is known from then on.
    change = """async (urls) => {
        const store = await caches.open('couillon checked');
        for (const url of urls) await Promise.all([store.put(`${url}0`, new Response()), store.delete(url)]);
    }"""
    visit.page.evaluate(change, first)
    play(visit.page, base)
    assert sorted(visit.page.evaluate(CHECKED)) == sorted(first)
