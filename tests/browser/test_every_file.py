"""Every file that a lesson consists of may be damaged: the lesson works all the same, or says so beside a button."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from couillon_live.serve import SiteHandler, make_server

from .conftest import in_thread
from .reader import LESSON, STATE, click_and_read, hand, wait_live

#: What says that something is amiss: about the page or its first script, and about the game.
NOTES = ".cl-no-script, .cl-live-failed"
ENDED = f"{STATE} === 'ready' || [...document.querySelectorAll('{NOTES}')].some((note) => note.checkVisibility())"
WORKER = "sw.js"
REFUSED = f"navigator.serviceWorker.register('{WORKER}').then(() => false, () => true)"
AT_ONCE = 3  # while one waits for a second attempt, another is at work


def cut(body: bytes) -> bytes:
    return body[: len(body) * 2 // 3]


def changed(body: bytes) -> bytes:
    middle = len(body) // 2
    return body[:middle] + bytes(byte ^ 0x55 for byte in body[middle : middle + 64]) + body[middle + 64 :]


class Damaging(SiteHandler):
    """The site's own handler, in whose place of one file lies a damaged one."""

    asked: set[str]
    damaged: str
    spoil: Any
    scratch: Path

    def _twin(self, path: Path) -> tuple[Path, str]:
        name = path.relative_to(self.directory).as_posix()
        self.asked.add(name)
        # What is cut short is what was uploaded; what is changed is the file itself, whatever it is sent as.
        twin, encoding = super()._twin(path) if self.spoil is cut or name != self.damaged else (path, "")
        if name != self.damaged:
            return twin, encoding
        copy = self.scratch / f"{id(self.asked)}-{name.replace('/', '-')}"
        copy.write_bytes(self.spoil(twin.read_bytes()))
        return copy, encoding


class Reader:
    """A reader with a browser and a server of their own, to whom one file comes damaged."""

    def __init__(self, context: BrowserContext, handler: type[Damaging], address: str) -> None:
        self.context, self.handler, self.address = context, handler, address
        self.surprises: list[str] = []
        self.healed = "no file"
        context.on("dialog", lambda dialog: self.surprises.append(dialog.message))
        self.page = context.new_page()

    def go(self, name: str) -> None:
        self.handler.damaged = name
        self.page.goto(self.address + LESSON)

    def ends_well(self) -> str:
        """Wait for the end and see that it is a good one; gives what was said, or nothing where the lesson works."""
        try:
            return self._ends_well()
        except Exception as error:
            error.add_note(f"This was with {self.handler.damaged or self.healed}.")
            raise

    def _ends_well(self) -> str:
        page = self.page
        page.wait_for_function(ENDED)
        expect(page.locator("h1")).to_be_visible()
        note = visible_note(page)
        if not note:
            expect(hand(page).first).to_be_visible()
            click_and_read(page)
            assert (visible_note(page), self.surprises) == ("", [])
            return ""
        button = page.locator(NOTES).get_by_role("button").filter(visible=True)
        expect(button).to_have_count(1)
        if self.handler.spoil is cut:
            # What is whole by now is loaded again at the reader's word, whatever lies in a cache.
            self.healed, self.handler.damaged = self.handler.damaged, ""
            button.click()
            wait_live(page)
            expect(page.locator(NOTES).filter(visible=True)).to_have_count(0)
            click_and_read(page)
        assert self.surprises == []
        return note


def visible_note(page: Page) -> str:
    notes = page.locator(NOTES).filter(visible=True).all_inner_texts()
    assert len(notes) < 2, notes
    return notes[0] if notes else ""


@pytest.fixture
def readers(browser: Browser, site: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Opens readers, each at a server whose damage is that of the test."""
    with ExitStack() as stack:

        def place() -> tuple[type[Damaging], str]:
            facts = {"directory": site.resolve(), "scratch": tmp_path, "asked": set(), "damaged": ""}
            handler = type("Handler", (Damaging,), {**facts, "spoil": staticmethod(request.param)})
            server = stack.enter_context(make_server(site))
            server.RequestHandlerClass = handler
            return handler, stack.enter_context(in_thread(server))

        places = itertools.cycle([place() for _number in range(AT_ONCE)])

        def opened(**options: Any) -> Reader:
            context = browser.new_context(**{"service_workers": "block", "bypass_csp": True, **options})
            return Reader(context, *next(places))

        yield opened


@pytest.mark.parametrize("readers", [cut, changed], indirect=True, ids=["cut", "changed"])
def test_a_damaged_file_of_any_kind_is_done_without_or_told_of(readers: Any) -> None:
    first = readers()
    first.go("")
    assert first.ends_well() == ""
    names = sorted(first.handler.asked)
    first.context.close()
    assert {LESSON, "live/boot.js", "_static/site.css", "live/python/pyodide.asm.wasm"} < set(names)
    told = {}
    for start in range(0, len(names), AT_ONCE):
        here = [(name, readers()) for name in names[start : start + AT_ONCE]]
        for name, reader in here:
            reader.go(name)
        for name, reader in here:
            told[name] = reader.ends_well()
            reader.context.close()
    # What is only there to be looked at, or to be quicker, is missed by nobody.
    for name, said in told.items():
        if name.startswith("_static/") or "kept" in name or "memory" in name:
            assert said == "", name
    assert "Load the page again" in told["live/boot.js"]
    assert "Try again" in told["live/python/pyodide.asm.wasm"]
    keeping = readers(service_workers="allow")
    keeping.go(WORKER)
    assert keeping.ends_well() == ""
    assert keeping.page.evaluate(REFUSED) is True
    keeping.context.close()
