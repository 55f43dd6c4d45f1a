"""What happens when the engine dies, when nothing more arrives, and when what was touched can no longer be done."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .reader import LESSON, STATE, Gate, click_and_read, hand, said, status, wait_live, widget

Visit = Any
pytestmark = pytest.mark.usefixtures("own_worker")

DEATHS = {
    "it closes itself": "self.close()",
    "it falls silent": "self.onmessage = null",
    "it throws late": "setTimeout(() => { throw new Error('late') })",
    "its Python ends": "self.postMessage({ failed: 'Out of memory' })",
}
SILENT = ("self.close()", "self.onmessage = null")  # noticed when the next message is not answered
# A clock on which the seconds that the page counts pass eight times as fast.
HASTE = "const every = setInterval; self.setInterval = (what, ms) => every(what, ms / 8);"


END = "self.postMessage({ failed: 'Out of memory' })"
AGAIN = "The game had stopped. It starts again and goes on from here."


def share(page: Page) -> str | None:
    return widget(page).get_attribute("data-share")


def goes_on(page: Page) -> None:
    """Wait until another engine has followed one that died."""
    expect(page.get_by_text(AGAIN).first).to_be_visible(timeout=60_000)
    wait_live(page)


def end_for_good(page: Page) -> None:
    """Let the engine die twice: after the second time the page asks the reader."""
    page.workers[0].evaluate(END)
    goes_on(page)
    page.workers[0].evaluate(END)
    wait_live(page, "failed")


@pytest.mark.parametrize("death", list(DEATHS.values()), ids=list(DEATHS))
def test_a_worker_that_dies_is_noticed_and_the_next_goes_on_from_there(visit: Visit, base: str, death: str) -> None:
    page = visit.page
    page.goto(base + LESSON)
    wait_live(page)
    widget(page).locator('[data-action="deal"]').click()
    answer = click_and_read(page)
    left = share(page)
    page.workers[0].evaluate(death)
    if death in SILENT:
        hand(page).nth(1).click()
    goes_on(page)
    expect(widget(page)).to_have_attribute("data-state", "live")
    assert share(page) == left
    assert len(page.workers) == 1
    assert answer
    widget(page).locator('[data-action="deal"]').click()
    expect(widget(page)).not_to_have_attribute("data-share", left or "")


def test_an_engine_that_dies_twice_waits_for_a_word(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + LESSON)
    wait_live(page)
    click_and_read(page)
    left = share(page)
    end_for_good(page)
    failed = page.locator(".cl-live-failed")
    expect(failed).to_contain_text("The game has stopped.")
    expect(page.locator(".cl-live-said")).to_contain_text("The game has stopped.")
    expect(widget(page)).to_have_attribute("data-state", "snapshot")
    assert share(page) == left
    page.get_by_role("button", name="Try again").click()
    wait_live(page)
    expect(failed).to_have_count(0)
    expect(widget(page)).to_have_attribute("data-state", "live")
    assert share(page) == left
    assert len(page.workers) == 1


def test_a_card_tapped_after_the_death_is_played_where_the_reader_was(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + LESSON)
    wait_live(page)
    first = share(page)
    widget(page).locator('[data-action="deal"]').click()
    expect(widget(page)).not_to_have_attribute("data-share", first or "")
    end_for_good(page)
    name = hand(page).first.get_attribute("data-card")
    before = said(page)
    hand(page).first.click()
    wait_live(page)
    expect(status(page)).not_to_have_text(before)
    expect(page.locator(".is-waiting")).to_have_count(0)
    widget(page).locator('[data-action="undo"]').click()
    expect(widget(page).locator(f'button[data-card="{name}"]')).to_have_count(1)


def test_more_failures_on_the_way_lose_nothing(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + LESSON)
    wait_live(page)
    first = share(page)
    widget(page).locator('[data-action="deal"]').click()
    expect(widget(page)).not_to_have_attribute("data-share", first or "")
    left = share(page)
    # Held until the page has been seen to start again: a state that passes at once could be missed.
    gate = Gate(page, "**/pyodide.asm.wasm?*")
    page.workers[0].evaluate(END)
    wait_live(page, "starting")
    gate.refuse(page)
    # The second attempt needs nobody's word, the third one does.
    gate.refuse(page)
    wait_live(page, "failed")
    gate.closed = False
    page.get_by_role("button", name="Try again").click()
    wait_live(page)
    assert share(page) == left


def test_a_long_calculation_is_no_death(visit: Visit, base: str) -> None:
    page = visit.page
    page.add_init_script(HASTE)
    page.goto(base + LESSON)
    wait_live(page)
    # Python is at work for longer than an untaken message may wait.
    page.workers[0].evaluate(
        """() => { const take = self.onmessage; self.onmessage = async (event) => {
            self.postMessage({ taken: true });
            const end = performance.now() + 2500; while (performance.now() < end);
            await take(event);
        } }"""
    )
    click_and_read(page)
    assert page.evaluate(STATE) == "ready"


@pytest.mark.parametrize(
    "name", ["memory.bin", "pyodide.asm.wasm", "pyodide.asm.mjs", "worker.js", "host.js", "widget.js"]
)
def test_a_download_that_stands_still_fails_and_try_again_works(visit: Visit, base: str, name: str) -> None:
    page = visit.page
    page.add_init_script(HASTE)
    gate = Gate(page, f"**/{name}?*")
    page.goto(base + LESSON)
    wait_live(page, "failed")
    assert gate.held
    failed = page.locator(".cl-live-failed")
    expect(failed).to_contain_text("The game did not load.")
    expect(failed.locator("pre")).to_contain_text("The download has come to a standstill.")
    gate.closed = False
    page.get_by_role("button", name="Try again").click()
    wait_live(page)
    click_and_read(page)


def linked(page: Page, base: str) -> tuple[str, str]:
    """The fragment of another position than the page begins with, and its text."""
    page.goto(base + LESSON)
    wait_live(page)
    first = share(page)
    widget(page).locator('[data-action="deal"]').click()
    expect(widget(page)).not_to_have_attribute("data-share", first or "")
    text = share(page) or ""
    page.goto("about:blank")
    return f"#legal-moves={text}", text


def test_a_click_kept_is_not_done_on_a_position_that_a_link_brings(visit: Visit, base: str) -> None:
    page = visit.page
    fragment, text = linked(page, base)
    gate = Gate(page, "**/memory.bin?*")
    page.goto(base + LESSON + fragment)
    name = hand(page).first.get_attribute("aria-label") or "?"
    hand(page).first.click()
    expect(page.locator(".is-waiting")).to_have_count(1)
    gate.open()
    wait_live(page)
    expect(widget(page)).to_have_attribute("data-share", text)
    sentence = f"Not done, because the link has brought a position that you had not seen: {name}."
    expect(page.get_by_text(sentence).first).to_be_visible()
    expect(page.locator(".cl-live-said")).to_have_text(sentence)
    expect(page.locator(".is-waiting")).to_have_count(0)
    page.wait_for_timeout(300)
    assert share(page) == text
    page.keyboard.press("Tab")
    expect(page.locator("p", has_text=sentence)).to_have_count(0)


def test_a_link_to_one_widget_leaves_the_click_on_another(visit: Visit, base: str) -> None:
    page = visit.page
    gate = Gate(page, "**/memory.bin?*")
    page.goto(base + LESSON + "#slate=1")
    before = said(page)
    hand(page).first.click()
    gate.open()
    wait_live(page)
    expect(status(page)).not_to_have_text(before)


def lists(page: Page) -> Any:
    return page.locator("[data-couillon] select[data-action]")


@pytest.mark.parametrize("how", ["Escape", "another control"])
def test_a_choice_taken_back_shows_what_it_showed(visit: Visit, base: str, how: str) -> None:
    page = visit.page
    gate = Gate(page, "**/memory.bin?*")
    page.goto(base + LESSON)
    choice = lists(page).first
    before = choice.input_value()
    other = choice.evaluate("list => [...list.options].find((option) => option.value !== list.value).value")
    choice.select_option(other)
    expect(choice).to_have_class(re.compile("is-waiting"))
    if how == "Escape":
        choice.press("Escape")
    else:
        root = page.locator("[data-couillon]", has=page.locator("select[data-action]")).first
        root.locator("button[data-card]").first.click()
        page.keyboard.press("Escape")
    expect(page.locator(".is-waiting")).to_have_count(0)
    expect(choice).to_have_value(before)
    gate.open()
    wait_live(page)
    expect(choice).to_have_value(before)


def test_where_the_cards_are_off_a_touch_says_so(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + LESSON + "?live=off")
    sentence = page.locator(
        "p", has_text="The cards are switched off at this address: without live=off in it they answer."
    )
    expect(sentence).to_have_count(0)
    action = widget(page).locator("button[data-action]:not([aria-disabled=true], :disabled)").first
    for button in (hand(page).first, hand(page).nth(1), action):
        button.click()
        expect(sentence).to_have_count(1)
        expect(sentence).to_be_visible()
        expect(page.locator(".cl-live-said")).to_contain_text("switched off")
    choice = lists(page).first
    before = choice.input_value()
    choice.select_option(index=1 if choice.evaluate("list => list.selectedIndex") == 0 else 0)
    expect(choice).to_have_value(before)
    assert page.evaluate(STATE) == "idle"


def test_without_the_first_script_the_page_says_so(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + LESSON)
    notice = page.get_by_text("The cards on this page could not be loaded")
    expect(notice).to_be_hidden()
    page.route("**/boot.js?*", lambda route: route.fulfill(status=404, body="gone"))
    page.goto(base + LESSON)
    expect(notice).to_be_visible()
    assert page.evaluate(STATE) == "failed"
    expect(hand(page).first).to_be_visible()
