"""A page comes alive in the reader's browser and its clicks are answered by Python."""

from __future__ import annotations

import functools
import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from .conftest import served
from .reader import LESSON, STATE, Gate, click_and_read, hand, said, status, wait_live, where, widget

Visit = Any
pytestmark = pytest.mark.usefixtures("own_worker")


def test_a_click_is_answered_by_python_and_no_other_host_is_asked(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + LESSON)
    expect(widget(page)).to_have_attribute("data-state", "snapshot")
    wait_live(page)
    expect(widget(page)).to_have_attribute("data-state", "live")
    cards = hand(page).count()
    answers = set()
    for card in range(cards):
        start = said(page)
        answers.add(click_and_read(page, card))
        widget(page).locator('[data-action="undo"]').click()
        expect(status(page)).to_have_text(start)
    assert len(answers) == cards > 1
    assert len(page.workers) == 1
    assert visit.others == []
    assert visit.errors == []


def test_the_snapshot_is_adopted_and_nothing_moves(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + LESSON + "?live=off")
    before = where(page)
    page.goto(base + LESSON)
    page.evaluate("document.querySelector('[data-couillon]').marked = true")
    wait_live(page)
    assert page.evaluate("document.querySelector('[data-couillon]').marked") is True
    assert where(page) == before


def test_keyboard_alone(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + LESSON)
    wait_live(page)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('button[data-card]')"):
            break
    first = page.evaluate("document.activeElement.dataset.card")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("document.activeElement.dataset.card")
    assert first != second
    before = said(page)
    page.keyboard.press("Enter")
    expect(status(page)).not_to_have_text(before)
    assert page.evaluate("document.activeElement.dataset.card") is not None
    page.keyboard.press("Escape")
    expect(status(page)).to_have_text(before)


@pytest.mark.parametrize("visit", [{"java_script_enabled": False}], indirect=True)
def test_without_javascript_everything_can_be_read(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + LESSON)
    expect(page.locator("h1")).to_be_visible()
    expect(hand(page).first).to_be_visible()
    expect(page.locator("noscript .cl-no-script")).to_contain_text("JavaScript")
    for button in page.locator(".pst-js-only").all():
        expect(button).to_be_hidden()


def test_reload_starts_anew(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + LESSON)
    wait_live(page)
    click_and_read(page)
    page.reload()
    wait_live(page)
    click_and_read(page)
    assert (visit.others, visit.errors) == ([], [])


def test_live_off_never_starts(visit: Visit, base: str) -> None:
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.url))
    visit.page.goto(base + LESSON + "?live=off")
    hand(visit.page).first.click()
    visit.page.wait_for_timeout(1500)
    assert visit.page.evaluate(STATE) == "idle"
    assert not [url for url in asked if "/python/" in url or "worker" in url]


def test_live_now_starts_at_once(visit: Visit, base: str) -> None:
    visit.page.goto(base + LESSON + "?live=now", wait_until="commit")
    visit.page.wait_for_function(f"['starting', 'ready'].includes({STATE})")
    wait_live(visit.page)


def test_with_data_saver_the_first_touch_starts(visit: Visit, base: str) -> None:
    page = visit.page
    page.add_init_script("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})")
    page.goto(base + LESSON)
    page.wait_for_timeout(1500)
    assert page.evaluate(STATE) == "idle"
    hand(page).first.focus()
    wait_live(page)


def test_a_click_before_ready_is_kept_and_answered(visit: Visit, base: str) -> None:
    page = visit.page
    gate = Gate(page, "**/memory.bin*")
    page.goto(base + LESSON)
    before = said(page)
    card = hand(page).first
    card.click()
    expect(card).to_have_class(re.compile("is-waiting"))
    expect(card).to_have_attribute("data-waiting", "waiting")
    expect(page.locator(".cl-live-said")).to_contain_text("Kept")
    assert said(page) == before
    gate.open()
    wait_live(page)
    expect(status(page)).not_to_have_text(before)
    expect(page.locator(".is-waiting")).to_have_count(0)


def test_a_kept_click_is_taken_back_with_escape(visit: Visit, base: str) -> None:
    page = visit.page
    gate = Gate(page, "**/memory.bin*")
    page.goto(base + LESSON)
    before = said(page)
    hand(page).nth(0).click()
    hand(page).nth(1).click()
    expect(page.locator(".is-waiting")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".is-waiting, [data-waiting]")).to_have_count(0)
    gate.open()
    wait_live(page)
    page.wait_for_timeout(300)
    assert said(page) == before


def test_progress_is_real_and_quiet_at_first(visit: Visit, base: str) -> None:
    page = visit.page
    gate = Gate(page, "**/memory.bin*")
    page.add_init_script(
        """globalThis.seen = []; addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
            const bar = document.querySelector('[role=progressbar]');
            if (bar) seen.push([performance.now(), Number(bar.ariaValueNow), bar.getAttribute('aria-valuetext')]);
            else if (document.documentElement.dataset.live === 'starting') globalThis.startedAt ??= performance.now();
        }).observe(document.documentElement, {subtree: true, attributes: true, childList: true}))"""
    )
    page.goto(base + LESSON)
    bar = page.get_by_role("progressbar")
    expect(bar).to_be_visible()
    expect(bar).to_have_accessible_name("Loading the game")
    expect(page.locator(".cl-live-text")).to_contain_text(" MB")
    page.wait_for_timeout(600)
    held = float(bar.get_attribute("aria-valuenow") or "nan")
    assert 0 < held < 95, "the file that is held back must be missing from the value"
    gate.open()
    wait_live(page)
    expect(bar).to_have_count(0)
    seen = page.evaluate("seen")
    values = [value for _time, value, _text in seen]
    assert values == sorted(values)
    assert seen[0][0] - page.evaluate("startedAt") >= 380
    assert any("of" in text and "MB" in text for _time, _value, text in seen)


#: What Python is started from when the stored memory does not do.
ARCHIVES = ("site.tar.gz", "stdlib.zip.gz")


def damaged(kind: str, route: Route) -> None:
    if kind == "missing":
        route.fulfill(status=404, body="gone")
    elif kind == "cut":
        body = route.fetch().body()
        route.fulfill(status=200, body=body[: len(body) // 2])
    else:
        body = bytearray(route.fetch().body())
        for i in range(len(body) // 3, len(body) // 3 + 4000):
            body[i] ^= 0x5A
        route.fulfill(status=200, body=bytes(body))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("site.tar.gz", "changed"),
        ("site.tar.gz", "missing"),
        ("stdlib.zip.gz", "changed"),
        ("stdlib.zip.gz", "cut"),
        ("pyodide.asm.wasm", "changed"),
        ("pyodide.asm.wasm", "cut"),
        ("pyodide.asm.mjs", "missing"),
        ("pyodide.mjs", "cut"),
        ("worker.js", "missing"),
        ("host.js", "cut"),
        ("widget.js", "missing"),
    ],
)
def test_a_damaged_file_fails_with_a_sentence_and_try_again_works(
    visit: Visit, base: str, name: str, kind: str
) -> None:
    page = visit.page
    handler: Callable[[Route], None] = functools.partial(damaged, kind)
    page.route(f"**/{name}?*", handler)
    if name in ARCHIVES:
        page.route("**/memory.bin?*", functools.partial(damaged, "missing"))
    page.goto(base + LESSON)
    hand(page).first.click()
    wait_live(page, "failed")
    failed = page.locator(".cl-live-failed")
    expect(failed).to_contain_text("The game did not load.")
    expect(page.locator(".cl-live-said")).to_contain_text("The game did not load.")
    expect(hand(page).first).to_be_visible()
    expect(widget(page)).to_have_attribute("data-state", "snapshot")
    before = said(page)
    page.unroute(f"**/{name}?*")
    page.get_by_role("button", name="Try again").click()
    wait_live(page)
    expect(failed).to_have_count(0)
    # The click that was made before the failure is still kept.
    expect(status(page)).not_to_have_text(before)


def test_try_again_gets_round_a_damaged_copy_in_the_cache(visit: Visit, site: Path, tmp_path: Path) -> None:
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    program = copy / "live" / "python" / "pyodide.asm.wasm"
    for twin in program.parent.glob(f"{program.name}.*"):
        twin.unlink()
    good = program.read_bytes()
    program.write_bytes(good[: len(good) // 2])
    running = served(copy)
    base = next(running)
    visit.page.goto(base + LESSON)
    wait_live(visit.page, "failed")
    program.write_bytes(good)
    visit.page.get_by_role("button", name="Try again").click()
    wait_live(visit.page)
    click_and_read(visit.page)
    next(running, None)


def test_a_failure_tells_nothing_technical_unless_asked(visit: Visit, base: str) -> None:
    visit.page.route("**/pyodide.asm.wasm?*", functools.partial(damaged, "missing"))
    visit.page.goto(base + LESSON)
    wait_live(visit.page, "failed")
    expect(visit.page.locator(".cl-live-failed pre")).to_be_hidden()
    visit.page.get_by_text("What happened").click()
    expect(visit.page.locator(".cl-live-failed pre")).to_be_visible()


@pytest.fixture
def plain(site: Path, tmp_path: Path) -> Iterator[str]:
    """The site below a sub-path of `python -m http.server`, which knows nothing of it."""
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "where").symlink_to(site.resolve(), target_is_directory=True)
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        port = process.stdout.readline().split("port ")[1].split()[0]
        yield f"http://127.0.0.1:{port}/some/where/"
        process.terminate()


def test_a_plain_file_server_and_a_sub_path_are_enough(visit: Visit, plain: str) -> None:
    page = visit.page
    page.goto(plain + LESSON)
    wait_live(page)
    click_and_read(page)
    page.goto(plain)
    wait_live(page)
    assert (visit.others, visit.errors) == ([], [])


class _SlowTypes(SimpleHTTPRequestHandler):
    """A server with the fewest types there may be, which marks compressed files as encoded, as some do."""

    def guess_type(self, path: Any) -> str:
        ending = Path(str(path)).suffix
        return {".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript"}.get(ending, "text/plain")

    def end_headers(self) -> None:
        if self.path.partition("?")[0].endswith(".gz"):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_a_server_that_marks_compressed_files_as_encoded(visit: Visit, site: Path) -> None:
    handler = functools.partial(_SlowTypes, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        visit.page.goto(f"http://127.0.0.1:{server.server_port}/{LESSON}")
        wait_live(visit.page)
        click_and_read(visit.page)
        server.shutdown()


@pytest.fixture
def foreign(site: Path, tmp_path: Path) -> Iterator[str]:
    """The lesson with other cells: foreign ipywidgets, one of ours inside them, a module beyond the first archives."""
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    page = copy / LESSON
    text = page.read_text(encoding="utf-8")
    opening = '<script type="application/x-couillon-cell">'
    start, end = text.index(opening) + len(opening), text.index("</script>", text.index(opening))
    # What the cell defined stays: others on the page speak of it.
    source = json.loads(text[start:end]) + (
        "\nimport ipywidgets, wave\n"
        "from couillon_widgets import LegalMoves\n"
        "slider = ipywidgets.IntSlider(value=3, description='n')\n"
        "label = ipywidgets.Label(wave.__name__)\n"
        "slider.observe(lambda change: setattr(label, 'value', f'square {change.new ** 2}'), 'value')\n"
        "ipywidgets.VBox([slider, label, LegalMoves()])"
    )
    changed = text[:start] + json.dumps(source) + text[end:]
    for twin in (".gz", ".br"):
        page.with_name(page.name + twin).unlink(missing_ok=True)
    page.write_text(changed, encoding="utf-8")
    yield from served(copy)


def test_any_other_ipywidget_is_alive_too(visit: Visit, foreign: str) -> None:
    page = visit.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(foreign + LESSON)
    wait_live(page)
    assert any("rest.zip" in url for url in asked)
    assert any("manager.js" in url for url in asked)
    expect(page.get_by_text("wave", exact=True)).to_be_visible()
    page.locator(".noUi-handle").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("square 16")).to_be_visible()
    click_and_read(page)
    assert (visit.others, visit.errors) == ([], [])
