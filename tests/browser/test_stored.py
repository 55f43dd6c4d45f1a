"""Python goes on from the memory that the build has stored, and starts without it where that does not do."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from couillon_live.build import find_book
from couillon_live.runtime import TRACED, BuildError, install_npm, store_memory

from .conftest import served
from .reader import LESSON, before_the_cells, click_and_read, wait_live

Visit = Any
pytestmark = pytest.mark.usefixtures("own_worker")
BOOT = "document.documentElement.dataset.boot"
KNOWN = """async () => {
    const { live } = await (await fetch('live/edition.json')).json();
    const store = await caches.open('couillon checked');
    const memory = new URL(`live/python/memory.bin?v=${live}`, location.href).href;
    await store.put(memory, new Response());
    await (await fetch(memory)).arrayBuffer();
}"""
#: What Python can do in a page although its archives were never fetched.
DEEDS = """
import importlib, importlib.resources, pkgutil, sys
assert "email.message" not in sys.modules
import email.message, wave, ssl
fresh = importlib.reload(sys.modules["textwrap"])
assert fresh.dedent("  a") == "a"
assert b"[follow" in pkgutil.get_data("couillon.rules", "clauses.toml")
assert (importlib.resources.files("couillon.rules") / "variants" / "belgian.toml").read_text()
assert importlib.metadata.version("ipywidgets")
import random, time, uuid
deal = random.random()
assert abs(time.time() - {now}) < 3600
"""


def test_python_goes_on_from_the_stored_memory_and_still_imports_everything(visit: Visit, base: str) -> None:
    page = visit.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(re.sub(r".*/|\?.*", "", request.url)))
    page.goto(base + LESSON)
    wait_live(page)
    click_and_read(page)
    assert page.evaluate(BOOT) == "memory"
    assert "memory.bin" in asked
    assert not {"stdlib.zip.gz", "site.tar.gz", "rest.zip"} & set(asked)

    page.route(f"**/{LESSON}", before_the_cells(DEEDS.format(now=time.time())))
    page.goto(base + LESSON)
    wait_live(page)
    click_and_read(page)
    assert page.evaluate(BOOT) == "memory"
    assert {"stdlib.zip.gz", "site.tar.gz", "rest.zip"} <= set(asked)
    assert (visit.others, visit.errors) == ([], [])


def spoilt(body: bytes, fault: str) -> bytes:
    if fault == "damaged":
        return body[: len(body) // 2] + bytes(5000) + body[len(body) // 2 + 5000 :]
    key = b"made" if fault == "of another build" else b"sha256"
    changed, times = re.subn(rb'"%s":"[0-9a-f]{8}' % key, b'"%s":"00000000' % key, body, count=1)
    assert times == 1
    return changed


@pytest.fixture
def keeping(browser: Browser) -> Iterator[BrowserContext]:
    """A window in which no request is looked at, since the browser's cache is of no use then."""
    context = browser.new_context(service_workers="block", bypass_csp=True)
    context.add_init_script("delete globalThis.SharedWorker;")
    yield context
    context.close()


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("damaged", "memory.bin is damaged"),
        ("of another build", "the stored memory belongs to another build"),
        ("of another program", "the stored memory does not fit this program"),
    ],
)
def test_a_memory_that_does_not_fit_is_done_without(
    keeping: BrowserContext, site: Path, tmp_path: Path, fault: str, told: str
) -> None:
    copy = tmp_path / "site"
    shutil.copytree(site, copy, copy_function=os.link)
    memory = copy / "live" / "python" / "memory.bin"
    body = memory.read_bytes()
    for name in (memory.name, *(twin.name for twin in memory.parent.glob(f"{memory.name}.*"))):
        (memory.parent / name).unlink()
    memory.write_bytes(spoilt(body, fault))
    # As long as it is it would find no place in the cache of such a window.
    memory.with_name(f"{memory.name}.gz").write_bytes(gzip.compress(spoilt(body, fault), 1))
    page = keeping.new_page()
    asked: list[str] = []
    errors: list[Any] = []
    page.on("pageerror", lambda error: errors.append(error))
    page.on("request", lambda request: asked.append(request.url))
    running = served(copy)
    base = next(running)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    if fault != "damaged":
        # A browser that has had this file before, and has it still, does not look at all of it again.
        page.goto(f"{base}{LESSON}?live=off")
        page.evaluate(KNOWN)
        asked.clear()
    page.goto(base + LESSON)
    wait_live(page)
    click_and_read(page)
    assert page.evaluate(BOOT) == "archives"
    assert f"Couillon starts from its archives: {told}" in said
    # The engine did not have to be started a second time; whether the browser has the file is asked of itself.
    assert sum("memory.bin" in url for url in asked) == (1 if fault == "damaged" else 2)
    assert not any("again=" in url for url in asked)
    assert errors == []
    next(running, None)


def test_a_memory_that_shows_something_else_is_never_shipped(site: Path, tmp_path: Path) -> None:
    root = find_book(Path(__file__).parent)
    modules = install_npm(root / "build", lambda line: None)
    for name in ("stdlib.zip", "site.tar"):
        packed = site / "live" / "python" / f"{name}.gz"
        (tmp_path / name).write_bytes(gzip.decompress(packed.read_bytes()))
    (tmp_path / "cells.json").write_text(json.dumps([["from couillon_widgets import Slate\nSlate()"]]))
    (tmp_path / TRACED).write_text(json.dumps({"modules": [], "pages": [["<p>another slate</p>"]]}))
    with pytest.raises(BuildError, match=r"^The stored memory of the page's Python does not run\.$") as caught:
        store_memory(modules / "pyodide", tmp_path, tmp_path, "made", lambda line: None)
    assert "look different: from couillon_widgets" in caught.value.details
