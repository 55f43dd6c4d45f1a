"""Fields, settings, files and looking back in a browser: by keyboard, in two tabs, without storage, without engine."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import couillon_live
from couillon.deal import deal
from couillon.rules import load
from couillon_widgets import Table
from tests.axe import violations
from tests.table.sitting import click_on, play_deal
from tests.widgets.conftest import Stage

if TYPE_CHECKING:
    from playwright.sync_api import Page

SAME = """(html) => {
  const template = document.createElement("template");
  template.innerHTML = html;
  const shown = document.querySelector("[data-couillon]").cloneNode(true);
  for (const node of shown.querySelectorAll("[tabindex]")) node.removeAttribute("tabindex");
  for (const node of shown.querySelectorAll("details")) node.removeAttribute("open");
  return shown.isEqualNode(template.content.firstElementChild);
}"""
CUT = """() => [...document.querySelectorAll(".cl-w *")].filter((node) => {
  const box = node.getBoundingClientRect();
  return node.checkVisibility() && !node.closest("svg") && box.width > 1 && (box.left < 0 || box.right > innerWidth);
}).map((node) => node.outerHTML.slice(0, 90))"""
SMALL = """() => [...document.querySelectorAll("button:not(.cl-mini), select, input, summary")].filter((node) => {
  const box = node.getBoundingClientRect();
  return node.checkVisibility() && (box.height < 35.9 || box.width < 43.9);
}).map((node) => node.outerHTML.slice(0, 90))"""


def _said(page: Page, words: str) -> None:
    page.wait_for_function("(words) => document.querySelector('[role=status]').innerText.includes(words)", arg=words)


def _open(page: Page) -> None:
    page.eval_on_selector_all("details", "nodes => nodes.forEach((node) => { node.open = true })")


def _sent(page: Page) -> list[dict[str, str]]:
    found: list[dict[str, str]] = page.evaluate("window.sent ?? []")
    return found


def test_a_field_keeps_its_text_says_what_is_wrong_and_deals(stage: Stage) -> None:
    table = Table("belgian", seed=4)
    page = stage.show(table)
    _open(page)
    before = table.state
    want, cards = page.get_by_label("A wish of your own"), page.get_by_label("Cards", exact=True)
    want.fill("eldest: A*, no")
    cards.fill("S: AS KX")
    cards.press("Escape")  # a key of the field, not a step back
    cards.press("ArrowLeft")
    assert _sent(page) == []
    cards.press("Enter")
    _said(page, '"KX" is not a card')
    assert _sent(page) == [{"action": "cards", "value": "S: AS KX"}]
    assert table.state == before
    assert cards.input_value() == "S: AS KX"
    assert want.input_value() == "eldest: A*, no"
    assert page.evaluate("document.activeElement.name") == "value"
    assert cards.get_attribute("aria-invalid") == "true"
    described = page.evaluate(
        "document.getElementById(document.activeElement.getAttribute('aria-describedby')).innerText"
    )
    assert described.startswith('"KX" is not a card')
    assert violations(page, "main") == []
    cards.fill("S: AS KH; stock: KD")
    page.get_by_role("button", name="Deal these cards").click()
    page.wait_for_selector("button[data-card=KH]")
    assert page.locator("[aria-invalid]").count() == 0
    assert cards.input_value() == "S: AS KH; stock: KD"
    assert want.input_value() == "eldest: A*, no"
    assert table.state.state.deal.stock[0] == "KD"
    page.get_by_label("Number of the deal").fill("77")
    page.get_by_label("Number of the deal").press("Enter")
    page.wait_for_function("document.querySelector('[data-couillon]').dataset.share.includes('/77/')")
    assert table.state.state.deal == deal(load(), 77, before.match.dealer)
    page.click("[data-action=deal]")
    page.wait_for_function("document.querySelector('[data-couillon]').dataset.share.includes('/78/')")
    assert page.get_by_label("Number of the deal").input_value() == "78"
    page.get_by_label("A ready wish").select_option("long")
    assert _sent(page)[-1]["action"] == "deal"  # a choice in a form waits for its button
    page.get_by_role("button", name="Deal a ready wish").click()
    page.wait_for_function("document.querySelector('[data-couillon]').dataset.share.includes('/79/')")
    assert page.get_by_label("A ready wish").input_value() == "long"


def test_what_is_typed_before_the_engine_is_there_is_kept_and_dealt(stage: Stage) -> None:
    """The page's own script keeps the act while the widget is a picture, and does it when it is alive."""
    table = Table("belgian", seed=4)
    live = Path(couillon_live.__file__).parent / "page"
    (stage.folder / "waiting.js").write_bytes((live / "waiting.js").read_bytes())
    stage.widgets = {"w0": table}
    (stage.folder / "page.html").write_text(
        f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Waiting</title>
        <link rel="icon" href="data:,"></head><body><div class="host" id="w0">{table.render("snapshot")}</div>
        <script type="module">
        import {{ Waiting }} from "./waiting.js";
        import widget from "./widget.js";
        const messages = {{ waiting: "waits", noted: "{{what}} waits", back: "back" }};
        const waiting = new Waiting(messages, {{ say: (text) => (window.said = text) }}, () => (window.touched = true));
        waiting.listen();
        window.awake = async () => {{
          let html = await window.engine("w0", null);
          const heard = new Set();
          const model = {{ get: () => html, on: (_n, f) => heard.add(f), off() {{}}, async send(message) {{
            html = await window.engine("w0", message);
            heard.forEach((f) => f());
          }} }};
          widget.render({{ model, el: document.querySelector("#w0") }});
          waiting.release(document.querySelector("#w0"));
        }};
        document.documentElement.dataset.mounted = "yes";
        </script></body></html>""",
        "utf-8",
    )
    page = stage.page
    page.goto(f"{stage.address}/page.html")
    page.wait_for_selector("html[data-mounted]")
    _open(page)
    field = page.get_by_label("Cards", exact=True)
    field.fill("S: AS KH QD JC")
    field.press("Enter")
    page.wait_for_function("window.touched && window.said.startsWith('Deal these cards')")
    assert page.url.endswith("/page.html")
    assert table.state == Table("belgian", seed=4).state
    page.evaluate("window.awake()")
    page.wait_for_selector("button[data-card=JC]")
    assert table.state.state.deal.hand("S") == ("AS", "KH", "QD", "JC")
    assert field.input_value() == "S: AS KH QD JC"


def test_a_deal_is_looked_back_at_with_the_keyboard_alone(stage: Stage) -> None:
    table = Table("troeven", seed=3)
    play_deal(table, 2)
    before = table.state
    page = stage.show(table)
    page.focus("[data-action=look-t3]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-action=look-t3][aria-current=step]")
    assert page.evaluate("document.activeElement.dataset.action") == "look-t3"
    page.focus("[data-action=look]")
    at = table.looking.at if table.looking else -1
    for key, step in (("ArrowLeft", -1), ("ArrowLeft", -2), ("ArrowRight", -1), ("PageDown", 0), ("PageUp", -4)):
        page.keyboard.press(key)
        _said(page, f"Step {at + step} of")
    page.keyboard.press("Home")
    _said(page, "The cards are dealt.")
    assert page.get_attribute("[data-action=look-back]", "aria-disabled") == "true"
    page.keyboard.press("End")
    _said(page, "Step 37 of 37" if table.looking and table.looking.last == 37 else "of")
    page.keyboard.press("Home")
    _said(page, "The cards are dealt.")
    while not (table.seen.to_act and table.seen.state.phase == "play"):
        last = page.inner_text("[role=status]")
        page.keyboard.press("ArrowRight")
        page.wait_for_function("(last) => document.querySelector('[role=status]').innerText !== last", arg=last)
    page.click(f"button[data-card='{table.seen.state.hand('S')[0]}']")
    _said(page, "nothing is played here")
    assert table.state == before
    page.focus("[data-action=look-on]")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-action=look][aria-pressed=false]")
    assert table.state == before
    assert page.evaluate(SAME, table.html)


def test_on_a_phone_all_of_it_fits_and_axe_finds_nothing(stage: Stage) -> None:
    table = Table("belgian", seed=5)
    play_deal(table)
    table.receive({"action": "next"})
    table.receive({"action": "cards", "value": "S: AS KX"})
    table.receive({"action": "slate"})
    table.receive({"action": "look", "value": "d1"})
    table.receive({"action": "look-t2"})
    page = stage.show(table)
    _open(page)
    for size in ("normal", "large", "larger"):
        page.select_option("select[data-action=size]", size)
        page.wait_for_function(
            "(size) => (document.querySelector('[data-couillon]').dataset.size ?? 'normal') === size", arg=size
        )
        for width in (320, 390, 760, 1200):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, size)
            assert page.evaluate(CUT) == [], (width, size)
            assert page.evaluate(SMALL) == [], (width, size)
    page.set_viewport_size({"width": 320, "height": 800})
    for theme in ("light", "dark"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
        assert violations(page, "main") == []


BLOCKED = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"


def _choose(page: Page, action: str, value: str, root: str = "#w0") -> None:
    page.select_option(f"{root} select[data-action={action}]", value)
    page.wait_for_selector(f"{root} [data-{action}='{value}']")


def test_settings_last_and_reach_the_other_tab(stage: Stage, visit: Any) -> None:
    page = stage.show(Table(), Table("ardennes"))
    other = Stage(visit.context.new_page(), stage.address, stage.folder)
    second = other.show(Table())
    _open(page)
    for action, value in (("size", "larger"), ("motion", "off"), ("side", "left"), ("nation", "nl"), ("suits", "2")):
        _choose(page, action, value)
        page.wait_for_selector(f"#w1 [data-{action}='{value}']")
        second.wait_for_selector(f"#w0 [data-{action}='{value}']")
    _open(second)
    second.select_option("select[data-action=size]", "normal")
    page.wait_for_function("!document.querySelector('#w0 [data-size]') && !document.querySelector('#w1 [data-size]')")
    page.select_option("#w1 select[data-action=variant]", "mit")
    page.wait_for_selector("#w1 [data-variant=mit]")
    second.close()
    # an open table takes up the game that was chosen last, one of a page does not
    page = stage.show(Table(), Table("ardennes"))
    page.wait_for_selector("#w0 [data-variant=mit][data-side=left]")
    page.wait_for_selector("#w1 [data-variant=ardennes][data-side=left]")
    assert stage.widgets["w1"].state.game == "ardennes"
    link = Table("kwajongen").share
    page = stage.show(Table(), fragment=f"#table={link}")
    page.wait_for_selector("#w0 [data-variant=kwajongen]")


def test_without_storage_settings_last_as_long_as_the_page(stage: Stage) -> None:
    for script in (BLOCKED, FULL):
        page = stage.page.context.new_page()
        page.add_init_script(script)
        fresh = Stage(page, stage.address, stage.folder)
        fresh.show(Table(), Table("mit"))
        _open(page)
        _choose(page, "size", "large")
        _choose(page, "sound", "on")
        page.wait_for_selector("#w1 [data-size=large][data-sound=on]")
        page.select_option("#w0 select[data-action=size]", "normal")
        page.wait_for_function("!document.querySelector('[data-size]')")
        page.close()


def test_a_match_is_saved_and_opened(stage: Stage) -> None:
    table = Table("ardennes", seed=5)
    play_deal(table)
    page = stage.show(table)
    _open(page)
    with page.expect_download() as download:
        page.click("[data-action=save]")
    saved = Path(download.value.path()).read_text("utf-8")
    assert download.value.suggested_filename == "couillon-ardennes-1.toml"
    other = Table("belgian")
    page = stage.show(other)
    _open(page)
    field = page.locator("input[type=file]")
    toml = {"name": "match.toml", "mimeType": "text/plain"}
    field.set_input_files({**toml, "buffer": b"\xff\xfe not a match"})
    _said(page, "is not TOML")
    assert other.state == Table("belgian").state
    field.set_input_files({**toml, "buffer": b"#" * 3_000_000})
    _said(page, "too long for a match")
    field.set_input_files({**toml, "buffer": saved.encode()})
    _said(page, "The match is open, with 1 deals played.")
    assert other.state.match == table.state.match
    assert page.locator("[aria-invalid]").count() == 0


HEARD = """
window.tones = [];
class Node { connect(next) { return next; } }
window.AudioContext = class { currentTime = 0; state = "running"; destination = {}; resume() {} };
const ramp = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
window.GainNode = class extends Node { gain = ramp; };
window.OscillatorNode = class extends Node {
  frequency = ramp;
  constructor(_context, { frequency }) { super(); this.pitch = frequency; }
  start() { window.tones.push(this.pitch); }
  stop() {}
};
"""


#: Remembers each picture of a trick on its way, for it is soon gone.
PICTURES = """() => {
  window.pictures = [];
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => {
    window.pictures.push(...[...addedNodes].filter((node) => node.dataset?.couillon === "picture"));
  })).observe(document.body, { subtree: true, childList: true });
}"""


def test_cards_move_and_sound_and_leave_the_page_as_python_drew_it(stage: Stage) -> None:
    table, random = Table("belgian", seed=9), Random(4)
    while table.state.lying is None:
        click_on(table, random)
    stage.page.add_init_script(HEARD)
    page = stage.show(table)
    page.evaluate(PICTURES)
    page.click("[data-action=next]")  # silent, and the trick is taken
    page.wait_for_function("window.pictures.length === 1 && !window.pictures[0].isConnected")
    assert page.evaluate(SAME, table.html)
    assert page.evaluate("window.tones") == []
    _open(page)
    _choose(page, "sound", "on")
    _choose(page, "motion", "off")
    while table.state.lying is None:
        card = next(card for card in table.state.actions if len(card) == 2)
        page.click(f"button[data-card='{card}']")
        page.wait_for_selector(f".cl-place [data-card='{card}']")
    assert 1 <= len(page.evaluate("window.tones")) <= 4
    assert set(page.evaluate("window.tones")) == {900}
    page.evaluate("window.tones = []")
    page.click("[data-action=next]")
    page.wait_for_function("window.tones.includes(190)")
    assert page.evaluate("window.pictures.length") == 1
    assert page.evaluate(SAME, table.html)
