"""Back, forward, reload, a second tab: no deal is lost, and none is found where none was left."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .player import Player, mouse
from .reader import LESSON, Gate, hand, wait_live, widget

Visit = Any


def begun(page: Page, base: str) -> Player:
    """A deal on the start page in which something was done."""
    page.goto(base + "play.html")
    wait_live(page)
    player = Player(page, mouse, seed=6)
    fresh = player.share
    for _ in range(3):
        player.act()
    assert player.share != fresh
    # What was done in the last quarter of a second may not be kept yet.
    page.wait_for_function("(share) => history.state?.couillon?.states['table:1'] === share", arg=player.share)
    return player


@pytest.mark.parametrize("cached", [True, False], ids=["kept alive by the browser", "loaded again"])
def test_back_and_forward_come_to_the_deal_as_it_was_left(visit: Visit, base: str, cached: bool) -> None:
    page = visit.page
    if not cached:
        page.add_init_script("addEventListener('unload', () => {})")  # such a page is never kept alive
    player = begun(page, base)
    left = player.share
    page.goto(base + LESSON)
    wait_live(page)
    lesson = widget(page).get_attribute("data-share") or ""
    widget(page).locator('[data-action="deal"]').click()
    expect(widget(page)).not_to_have_attribute("data-share", lesson)
    other = widget(page).get_attribute("data-share") or ""
    page.go_back()
    wait_live(page)
    expect(player.root).to_have_attribute("data-share", left)
    player.act()
    page.go_forward()
    wait_live(page)
    expect(widget(page)).to_have_attribute("data-share", other)


def test_reload_comes_to_the_deal_as_it_was_left_and_a_new_visit_to_a_fresh_one(visit: Visit, base: str) -> None:
    page = visit.page
    player = begun(page, base)
    left = player.share
    page.reload()
    wait_live(page)
    expect(player.root).to_have_attribute("data-share", left)
    player.play_deal()
    page.goto("about:blank")
    page.goto(base + "play.html")
    fresh = player.root.get_attribute("data-share")
    wait_live(page)
    expect(player.root).to_have_attribute("data-share", fresh or "")


@pytest.mark.usefixtures("own_worker")
def test_a_card_tapped_before_the_deal_is_back_is_not_played(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + LESSON)
    wait_live(page)
    first = widget(page).get_attribute("data-share") or ""
    widget(page).locator('[data-action="deal"]').click()
    expect(widget(page)).not_to_have_attribute("data-share", first)
    left = widget(page).get_attribute("data-share") or ""
    page.wait_for_function("history.state?.couillon?.states['legal-moves:1']")
    gate = Gate(page, "**/memory.bin?*")
    page.reload()
    hand(page).first.click()
    expect(page.locator(".is-waiting")).to_have_count(1)
    gate.open()
    wait_live(page)
    expect(page.get_by_text("Not done, because your deal has come back as you left it:").first).to_be_visible()
    expect(widget(page)).to_have_attribute("data-share", left)


def test_what_another_build_has_kept_is_not_read(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + LESSON)
    first = widget(page).get_attribute("data-share") or ""
    page.evaluate("history.replaceState({couillon: {build: 'old', states: {'legal-moves:1': 'what was'}}}, '')")
    page.reload()
    wait_live(page)
    expect(widget(page)).to_have_attribute("data-share", first)


def test_two_tabs_play_two_deals(visit: Visit, base: str) -> None:
    one = begun(visit.page, base)
    second = visit.context.new_page()
    two = begun(second, base)
    left = one.share
    two.play_deal()
    expect(one.root).to_have_attribute("data-share", left)
    one.play_deal()
    assert (visit.others, visit.errors) == ([], [])
