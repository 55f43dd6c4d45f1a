"""The table in a browser: by mouse and by keyboard, on every width, in both themes."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from couillon_widgets import Table
from tests.axe import violations
from tests.table.sitting import choices, click_on

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.widgets.conftest import Stage

WIDTHS = (1200, 896, 760, 600, 360, 320)

#: Pairs of things on the cloth that lie on each other, tags and marks left aside.
OVERLAPS = """() => {
  const bad = [];
  const boxes = [...document.querySelectorAll(
    ".cl-felt .cl-hand > *, .cl-felt .cl-few > *, .cl-place > .cl-card, .cl-name, .cl-asked .cl-btn, .cl-points,"
    + ".cl-corner"
  )].map((node) => [node, node.getBoundingClientRect()]).filter(([, box]) => box.width && box.height);
  boxes.forEach(([a, p], i) => boxes.slice(i + 1).forEach(([b, q]) => {
    const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    const name = (node) => `${node.className} ${node.dataset.card ?? node.innerText}`;
    if (wide > 1 && high > 1) bad.push(`${name(a)} | ${name(b)}`);
  }));
  return bad;
}"""
SMALL = """() => [...document.querySelectorAll(".cl-felt button, .cl-actions button")].filter((node) => {
  const box = node.getBoundingClientRect();
  return box.width && (box.width < 43.9 || box.height < 43.9);
}).map((node) => node.outerHTML.slice(0, 120))"""


def _until(table: Table, moment: str) -> Table:
    random, most = Random(4), 400
    while (
        most
        and not {
            "trick": lambda: bool(table.state.to_act and table.state.state.trick and table.state.state.trick.cards),
            "lying": lambda: table.state.lying is not None,
            "counted": lambda: table.state.counted,
            "asked": lambda: bool(table.state.to_act),
        }[moment]()
    ):
        click_on(table, random)
        most -= 1
    return table


def _scenes() -> dict[str, Table]:
    refused = _until(Table("force", seed=6), "trick")
    for card in refused.state.state.hand("S"):
        refused.receive({"card": card})
        if 'data-legal="no"' in refused.html:
            break
        refused.receive({"action": "undo"})
    counted = _until(Table("konter-a-matt", seed=3), "counted")
    counted.receive({"action": "slate"})
    counted.receive({"action": "more"})
    return {
        "asking": _until(Table("belgian", seed=4), "asked"),
        "naming": Table("eifel", seed=5),
        "eight": _until(Table("troeven", seed=3), "trick"),
        "lying": _until(Table("belgian", seed=9), "lying"),
        "refused": refused,
        "counted": counted,
        "four": _until(Table("force", seed=3, seats="NESW"), "trick"),
        "eight-open": _until(Table("troeven", seed=3, seats=""), "lying"),
        "raising": _until(Table("mit", seed=2), "trick"),
    }


SCENES = _scenes()


@pytest.mark.parametrize("visit", [{"reduced_motion": "reduce"}], indirect=True)
@pytest.mark.parametrize("name", SCENES)
def test_nothing_overlaps_or_is_cut_on_any_width(stage: Stage, name: str) -> None:
    page = stage.show(SCENES[name])
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert page.evaluate(OVERLAPS) == [], width
        assert page.evaluate(SMALL) == [], width


@pytest.mark.parametrize("visit", [{"color_scheme": "light"}, {"color_scheme": "dark"}], indirect=True)
def test_axe_finds_nothing(stage: Stage) -> None:
    for name in ("asking", "naming", "refused", "counted", "four"):
        page = stage.show(SCENES[name])
        page.evaluate("document.documentElement.removeAttribute('data-theme')")
        for width in (1200, 320):
            page.set_viewport_size({"width": width, "height": 800})
            assert violations(page, "main") == [], f"{name} at {width}"


def _mouse(page: Page, message: dict[str, str]) -> None:
    if "card" in message:
        page.click(f'button[data-card="{message["card"]}"]')
    else:
        page.click(f'button[data-action="{message["action"]}"]')


def _keys(page: Page, message: dict[str, str]) -> None:
    """Reach a button with Tab and arrow keys alone, and press it."""
    card, action = message.get("card"), message["action"]
    at = "() => document.activeElement.dataset.card ?? document.activeElement.dataset.action ?? ''"
    for _step in range(60):
        here = page.evaluate(at)
        if here == (card or action):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("ArrowRight" if card and len(here) == 2 else "Tab")
    pytest.fail(f"{message} cannot be reached with the keyboard")


@pytest.mark.parametrize("way", [_mouse, _keys])
@pytest.mark.parametrize("visit", [{"viewport": {"width": 320, "height": 700}}], indirect=True)
def test_a_whole_deal_on_a_small_screen(stage: Stage, way) -> None:  # type: ignore[no-untyped-def]
    table, random = Table("belgian", seed=12), Random(5)
    page = stage.show(table)
    while not table.state.counted:
        before = page.get_attribute("[data-couillon]", "data-share")
        way(page, random.choice(choices(table)))
        page.wait_for_function(
            "(share) => document.querySelector('[data-couillon]').dataset.share !== share", arg=before
        )
    points = table.state.state.points
    told = " ".join(page.inner_text("[role=status]").split())
    assert f"{max(points)} to {min(points)}" in told or "Equal points" in told
    assert page.inner_text(".cl-pile:nth-child(1) .cl-sum") == str(points[0])


def test_the_focus_stays_in_the_hand(stage: Stage) -> None:
    table = _until(Table("troeven", seed=3), "trick")
    page = stage.show(table)
    card = next(m["card"] for m in choices(table) if "card" in m)
    page.focus(f'button[data-card="{card}"]')
    page.keyboard.press("Enter")
    page.wait_for_selector(f'button[data-card="{card}"]', state="detached")
    assert page.evaluate("!!document.activeElement.closest('.cl-hand')")
    page.keyboard.press("Escape")
    page.wait_for_selector(f'button[data-card="{card}"]')


def test_a_link_in_the_address_restores_the_table(stage: Stage) -> None:
    table = _until(Table("ardennes", seed=7), "lying")
    other = Table()
    page = stage.show(other, fragment=f"#table={table.share}")
    page.wait_for_selector('[data-variant="ardennes"]')
    assert other.state == table.state


def test_each_settled_state_is_what_python_drew(stage: Stage) -> None:
    """Patched from state to state the page stays equal to the HTML that Python made, but for tab stops."""
    table, random = Table("mit", seed=2), Random(6)
    page = stage.show(table)
    while not table.state.counted:
        before = page.get_attribute("[data-couillon]", "data-share")
        _mouse(page, random.choice(choices(table)))
        page.wait_for_function(
            "(share) => document.querySelector('[data-couillon]').dataset.share !== share", arg=before
        )
        assert page.evaluate(
            """(html) => {
              const template = document.createElement("template");
              template.innerHTML = html;
              const shown = document.querySelector("[data-couillon]").cloneNode(true);
              for (const node of shown.querySelectorAll("[tabindex]")) node.removeAttribute("tabindex");
              return shown.isEqualNode(template.content.firstElementChild);
            }""",
            table.html,
        )


@pytest.mark.parametrize("visit", [{"forced_colors": "active"}], indirect=True)
def test_in_forced_colours_trumps_still_have_their_bar(stage: Stage) -> None:
    refused = _scenes()["refused"]
    refused.receive({"action": "where"})
    page = stage.show(refused, _until(Table("troeven", seed=3, seats="NESW"), "trick"))
    bars = """() => [...document.querySelectorAll(".cl-is-trump")].map((card) => [
      getComputedStyle(card, "::before").backgroundColor, getComputedStyle(card.closest(".cl-w")).backgroundColor])"""
    found = page.evaluate(bars)
    assert len(found) > 3
    assert all(bar != cloth and bar != "rgba(0, 0, 0, 0)" for bar, cloth in found), found


CHANGED = "(share) => document.querySelector('[data-couillon]').dataset.share !== share"


@pytest.mark.parametrize("visit", [{"viewport": {"width": 1200, "height": 1100}}], indirect=True)
def test_a_double_click_is_meant_for_what_it_began_on(stage: Stage) -> None:
    """What has slipped under the mouse since the first click, such as Undo for Next, is not pressed by the second."""
    table = Table("force", seed=3, dealer="E")
    page = stage.show(table)
    for _step in range(30):
        if table.state.counted:
            break
        share, sent = table.share, page.evaluate("(window.sent ??= []).length")
        message = choices(table)[-1]
        card = message.get("card")
        button = page.locator(f'button[data-card="{card}"]' if card else f'button[data-action="{message["action"]}"]')
        box = button.first.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for count in (1, 2, 3):
            page.mouse.down(click_count=count)
            page.mouse.up(click_count=count)
            page.wait_for_function(CHANGED, arg=share)
        actions = {(found["action"], found.get("card")) for found in page.evaluate("window.sent")[sent:]}
        assert actions == {(message["action"], card)}
    assert table.state.counted


@pytest.mark.parametrize("visit", [{"viewport": {"width": 1200, "height": 1100}}], indirect=True)
def test_two_quick_taps_in_two_places_are_two_taps(stage: Stage) -> None:
    """Browsers count them as one double tap, up to a hundred pixels apart."""
    table = Table("force", seed=3, dealer="E")
    page = stage.show(table)
    x = count = 0.0
    while not table.state.counted:
        share, message = table.share, choices(table)[-1]
        card = message.get("card")
        button = page.locator(f'button[data-card="{card}"]' if card else f'button[data-action="{message["action"]}"]')
        box = button.first.bounding_box()
        assert box
        ends = (box["x"] + 4, box["x"] + 44)  # further right the next card may lie on it
        x, count = max(ends, key=lambda end: abs(end - x)), count + 1
        page.mouse.move(x, box["y"] + box["height"] / 2)
        page.mouse.down(click_count=int(count))
        page.mouse.up(click_count=int(count))
        page.wait_for_function(CHANGED, arg=share)
    assert count > 8


UNDER = """(node) => {
    const box = node.getBoundingClientRect(), at = (document.body.at ??= [0, 0]);
    at[0] += 290 - box.x;
    at[1] += 290 - box.y;
    document.body.style.transform = `translate(${at[0]}px, ${at[1]}px)`;
    window.sent = [];
}"""


class Hand:
    """A hand that presses in one place again and again, under which a button is brought; time is its own."""

    def __init__(self, page: Page, finger: bool) -> None:
        self.page, self.finger = page, finger
        self.line = page.context.new_cdp_session(page)
        self.now: float = page.evaluate("Date.now() / 1000")

    def press(self, selector: str, gap: float) -> None:
        """Press what is brought there, some seconds after the last time, as one click of its own."""
        self.page.locator(selector).first.evaluate(UNDER)
        self.now += gap
        if self.finger:
            for kind, points in (("touchStart", [{"x": 300, "y": 300}]), ("touchEnd", [])):
                event = {"type": kind, "touchPoints": points, "timestamp": self.now}
                self.line.send("Input.dispatchTouchEvent", event)
        else:
            for kind in ("mousePressed", "mouseReleased"):
                event = {"type": kind, "x": 300, "y": 300, "button": "left", "clickCount": 1, "timestamp": self.now}
                self.line.send("Input.dispatchMouseEvent", event)


TOUCH = {"viewport": {"width": 1200, "height": 1100}, "has_touch": True}


@pytest.mark.parametrize("visit", [TOUCH], indirect=True, ids=[""])
@pytest.mark.parametrize(("gap", "heard"), [(0.4, True), (0.15, False)])
def test_taps_in_one_place_at_the_pace_of_a_hand_are_each_heard(stage: Stage, gap: float, heard: bool) -> None:
    """Browsers count two taps within half a second and more as a double tap; a quick player is as fast as that."""
    table = _until(Table("force", seed=3, dealer="E"), "lying")
    page = stage.show(table)
    hand = Hand(page, finger=True)
    for tapped in range(6):
        share, message = table.share, choices(table)[-1]
        card = message.get("card")
        hand.press(f'button[data-card="{card}"]' if card else f'button[data-action="{message["action"]}"]', gap)
        if not heard and tapped:
            page.wait_for_timeout(100)
            assert page.evaluate("window.sent") == []
            break
        page.wait_for_function(CHANGED, arg=share)


@pytest.mark.parametrize("visit", [TOUCH], indirect=True, ids=[""])
@pytest.mark.parametrize("finger", [False, True], ids=["mouse", "finger"])
def test_nobody_goes_back_by_what_slipped_under_their_hand(stage: Stage, finger: bool) -> None:
    """A second press half a second later takes nothing back and opens nothing; later it does."""
    for selector in ('[data-action="undo"]', '[data-action="again"]', "summary"):
        table = _until(Table("force", seed=3, dealer="E"), "lying")
        page = stage.show(table)
        hand = Hand(page, finger)
        share = table.share
        hand.press('[data-action="next"]', 2)
        page.wait_for_function(CHANGED, arg=share)
        opened = page.locator("details[open]").count()
        for gap, done in ((0.5, False), (0.5, True)):
            hand.press(f"[data-couillon] {selector}", gap)
            page.wait_for_timeout(100)
            assert bool(page.evaluate("window.sent.length") or page.locator("details[open]").count() != opened) == done


def test_a_key_that_is_held_down_is_one_press(stage: Stage) -> None:
    table = _until(Table("troeven", seed=3), "trick")
    page = stage.show(table)
    share, card = table.share, next(m["card"] for m in choices(table) if "card" in m)
    page.focus(f'button[data-card="{card}"]')
    for key, what in (("Enter", "play"), ("Escape", "undo")):
        page.evaluate("window.sent = []")
        for _repeated in range(3):
            page.keyboard.down(key)
            page.wait_for_function("() => window.sent.length > 0")
        page.keyboard.up(key)
        page.keyboard.press("Shift")
        assert [found["action"] for found in page.evaluate("window.sent")] == [what]
    page.wait_for_function(f"document.querySelector('[data-couillon]').dataset.share === {share!r}")
