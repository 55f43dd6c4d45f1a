"""The front end in a browser: patching, focus, keys, links, settings. A fake model joins it to Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from couillon_widgets import LegalMoves, Question, Slate
from tests.axe import violations

from .scenes import HAND, SCENES
from .small_scenes import SMALL_SCENES

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Stage

#: One of the scenes of each of the smaller widgets, where all would take too long.
FEW = ("deal-packet", "trump-first-turn", "trick-wrong", "points-counted", "match-played")
FOCUS = """() => {
  const at = document.activeElement;
  return at.dataset.card ?? at.dataset.action ?? at.tagName.toLowerCase();
}"""


def focus(page: Page) -> str:
    return str(page.evaluate(FOCUS))


def said(page: Page) -> str:
    return " ".join(page.inner_text("[role=status]").split())


def settled(page: Page, words: str) -> None:
    page.wait_for_function("(words) => document.querySelector('[role=status]').innerText.includes(words)", arg=words)


def test_the_snapshot_is_adopted_not_replaced(stage: Stage) -> None:
    page = stage.show(LegalMoves(**HAND))
    assert page.locator("[data-couillon]").count() == 1
    assert page.get_attribute("[data-couillon]", "data-state") == "live"


def test_without_a_snapshot_the_widget_is_drawn(stage: Stage) -> None:
    page = stage.show(LegalMoves(**HAND))
    page.evaluate("document.querySelector('.host').replaceChildren()")
    page.evaluate(
        """async () => {
          const { default: widget } = await import("./widget.js");
          const html = await window.engine("w0", null);
          const el = document.querySelector(".host");
          widget.render({ model: { get: () => html, on() {}, off() {}, send() {} }, el });
        }"""
    )
    assert page.locator(".host > [data-couillon]").count() == 1


def test_the_page_shows_what_python_sends(stage: Stage) -> None:
    """From each scene through the next ones: the patched page equals the HTML, but for the tab stops."""
    scenes = [make for name, make in SCENES.items() if name not in SMALL_SCENES or name in FEW]
    page = stage.show(*(make() for make in scenes))
    page.evaluate(
        """() => {
          const make = (html) => {
            const template = document.createElement("template");
            template.innerHTML = html;
            return template.content.firstElementChild;
          };
          const second = {};  // what is changed by what is written otherwise now, beside what is compared as a whole
          window.compare = async (name, message) => {
            const { drawer, patch } = await import("./widget.js");
            const html = await window.engine(name, message);
            const root = document.querySelector(`#${name} [data-couillon]`);
            patch(root, make(html));
            second[name] ??= { root: root.cloneNode(true) };
            second[name].bring ??= drawer(second[name].root);
            second[name].bring(html);
            const shown = [root, second[name].root].map((node) => node.cloneNode(true));
            for (const copy of shown) {
              for (const node of copy.querySelectorAll("[tabindex]")) node.removeAttribute("tabindex");
            }
            return shown.filter((copy) => !copy.isEqualNode(make(html))).map((copy) => copy.outerHTML).join();
          };
        }"""
    )
    for name, widget in stage.widgets.items():
        for action in ("reveal", "undo", "deal", "undo", "next", "restart", "undo"):
            different = page.evaluate("([name, action]) => window.compare(name, { action })", [name, action])
            assert not different, (repr(widget), action)
    for name, scene in zip(stage.widgets, reversed(scenes), strict=True):
        stage.widgets[name] = scene()  # from a scene to quite another one
        assert not page.evaluate("(name) => window.compare(name, null)", name), name


def test_a_click_is_answered_and_keeps_the_nodes(stage: Stage) -> None:
    page = stage.show(LegalMoves(**HAND))
    page.evaluate("window.before = document.querySelector('button[data-card=QS]')")
    page.click("button[data-card='9D']")
    settled(page, "Not the nine of diamonds")
    assert page.evaluate("window.before === document.querySelector('button[data-card=QS]')")
    assert page.get_attribute("button[data-card='9D']", "aria-disabled") == "true"
    assert page.evaluate("window.sent") == [{"action": "play", "card": "9D"}]


def test_the_status_is_changed_once_for_each_answer(stage: Stage) -> None:
    page = stage.show(LegalMoves(**HAND))
    page.evaluate(
        """() => {
          window.rounds = 0;
          window.region = document.querySelector("[role=status]");
          const everything = { subtree: true, childList: true, characterData: true };
          new MutationObserver(() => window.rounds++).observe(window.region, everything);
        }"""
    )
    page.click("button[data-card='9D']")
    settled(page, "Not the nine of diamonds")
    assert page.evaluate("[window.rounds, window.region === document.querySelector('[role=status]')]") == [1, True]


def test_one_tab_stop_in_a_hand_and_arrows_inside_it(stage: Stage) -> None:
    page = stage.show(LegalMoves(**HAND))
    stops = page.eval_on_selector_all("button[data-card]", "nodes => nodes.map(n => n.tabIndex)")
    assert stops == [0, -1, -1]
    page.focus("button[data-card=QS]")
    visited = []
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "Home", "End", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
        visited.append(focus(page))
    assert visited == ["JH", "9D", "QS", "9D", "QS", "9D", "JH", "9D"]
    page.keyboard.press("Tab")
    assert focus(page) == "undo" or page.evaluate("document.activeElement.matches('.cl-clause')")


def test_the_whole_widget_with_the_keyboard_alone(stage: Stage) -> None:
    page = stage.show(LegalMoves("belgian", hand="QS JH 9D AC", trick="TS KS 9H", trump="H"))
    page.focus("button[data-card=QS]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    settled(page, "The jack of hearts")
    assert focus(page) == "9D"
    page.keyboard.press("Space")
    settled(page, "Not the nine of diamonds")
    assert focus(page) == "9D"
    page.keyboard.press("Escape")
    settled(page, "The jack of hearts")
    page.keyboard.press("Escape")
    settled(page, "West led")
    assert page.locator("button[data-card]").count() == 4


def test_after_the_last_card_the_focus_goes_to_the_one_before(stage: Stage) -> None:
    page = stage.show(LegalMoves("belgian", hand="QS JH", trick="TS KS 9H", trump="H"))
    page.focus("button[data-card=JH]")
    page.keyboard.press("Enter")
    settled(page, "The jack of hearts")
    assert focus(page) == "QS"


def test_when_no_card_is_left_the_focus_goes_to_the_next_step(stage: Stage) -> None:
    page = stage.show(LegalMoves("belgian", hand="JH", trick="TS KS 9H", trump="H"))
    page.focus("button[data-card=JH]")
    page.keyboard.press("Enter")
    settled(page, "The jack of hearts")
    assert focus(page) == "deal"


def test_a_focused_button_that_goes_away_hands_the_focus_on(stage: Stage) -> None:
    page = stage.show(Question("kwajongen", hand="KS JH 9H TC", trick="AD 9D", trump="H"))
    page.click("button[data-card=KS]")
    page.focus("[data-action=check]")
    page.keyboard.press("Enter")
    settled(page, "Not quite")
    assert focus(page) == "restart"


def test_a_choice_is_sent_and_a_refused_one_goes_back(stage: Stage) -> None:
    page = stage.show(LegalMoves(**HAND))
    page.select_option("select[data-action=variant]", "kwajongen")
    settled(page, "Kwajongen differs from Couillon")
    assert page.get_attribute("[data-couillon]", "data-variant") == "kwajongen"
    page.evaluate(
        """() => {
          const list = document.querySelector("select[data-action=variant]");
          list.append(new Option("Whist", "whist"));
          list.value = "whist";
          list.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    settled(page, "There is no variant")
    assert page.input_value("select[data-action=variant]") == "kwajongen"


def test_the_link_is_copied_and_restores(stage: Stage) -> None:
    page = stage.show(Slate(), LegalMoves(**HAND), LegalMoves(seed=3))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("#w1 button[data-card='9D']")
    page.click("#w1 [data-action=share]")
    page.wait_for_function("document.querySelector('#w1 [role=status]').innerText.includes('The link is copied')")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{stage.address}/page.html#legal-moves={stage.widgets['w1'].share}"
    page = stage.show(Slate(), LegalMoves(seed=1), LegalMoves(seed=3), fragment="#" + link.split("#")[1])
    page.wait_for_selector("#w1 button[data-card='9D'][data-legal=no]")
    assert page.locator("#w2 button[data-card='9D'][data-legal=no]").count() == 0


def test_the_second_of_a_kind_has_a_link_of_its_own(stage: Stage) -> None:
    other = LegalMoves(**HAND)
    page = stage.show(LegalMoves(seed=1), LegalMoves(seed=3), fragment=f"#legal-moves:2={other.share}")
    page.wait_for_selector("#w1 button[data-card='9D']")
    assert repr(stage.widgets["w0"]) == repr(LegalMoves(seed=1))


def test_where_the_page_may_not_copy_the_link_is_shown_and_selected(stage: Stage) -> None:
    stage.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page = stage.show(LegalMoves(**HAND))
    page.click("[data-action=share]")
    settled(page, "Copy this link")
    field = page.locator("input[data-link]")
    assert field.input_value() == f"{stage.address}/page.html#legal-moves={LegalMoves(**HAND).share}"
    assert page.evaluate("document.activeElement.matches('[data-link]')")
    assert page.evaluate("window.getSelection().toString()").startswith("http://127.0.0.1")


def test_a_damaged_link_says_so(stage: Stage) -> None:
    page = stage.show(LegalMoves(**HAND), fragment="#legal-moves=%E0%A4%A")
    settled(page, "This link is damaged, so here is a fresh deal.")


def test_back_and_forward_follow_the_fragment(stage: Stage) -> None:
    page = stage.show(LegalMoves(seed=1))
    page.evaluate("(text) => { location.hash = text }", f"legal-moves={LegalMoves(**HAND).share}")
    page.wait_for_selector("button[data-card='9D']")
    assert page.locator("button[data-card]").count() == 3


def test_settings_reach_every_widget_and_stay(stage: Stage) -> None:
    page = stage.show(LegalMoves(**HAND), Question(seed=1))
    page.click("#w0 summary")
    page.select_option("#w0 select[data-action=nation]", "fr")
    page.wait_for_selector("#w1[id] [data-nation=fr]")
    page.select_option("#w0 select[data-action=suits]", "2")
    page.wait_for_selector("html[data-suits='2'] #w1 [data-suits='2']")
    assert page.evaluate("document.querySelector('#w0 details').open")
    page = stage.show(LegalMoves(**HAND))
    page.wait_for_selector("html[data-suits='2'] [data-nation=fr]")


@pytest.mark.parametrize("stored", ["not json", "[]", '{"nation":"xx","suits":7,"other":"x"}', "null"])
def test_nonsense_in_the_store_is_survived(stage: Stage, stored: str) -> None:
    stage.show(LegalMoves(**HAND))
    stage.page.evaluate("(text) => localStorage.setItem('couillon', text)", stored)
    page = stage.show(LegalMoves(**HAND))
    page.click("button[data-card='9D']")
    settled(page, "Not the nine of diamonds")


def test_blocked_storage_breaks_nothing(stage: Stage) -> None:
    stage.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })"
    )
    page = stage.show(LegalMoves(**HAND))
    page.click("summary")
    page.select_option("select[data-action=nation]", "nl")
    page.wait_for_selector("[data-nation=nl]")


def test_in_jupyter_the_module_brings_the_deck(stage: Stage) -> None:
    page = stage.show(LegalMoves(**HAND), Slate(), deck=False)
    assert page.locator("#cl-deck").count() == 1
    assert page.locator("#cl-deck symbol").count() == 65


def test_in_jupyter_a_clause_is_said_by_the_widget_not_looked_for_in_a_book(stage: Stage) -> None:
    page = stage.show(LegalMoves(**HAND))
    page.click("button[data-card='9D']")
    settled(page, "Not the nine of diamonds")
    page.evaluate("document.body.setAttribute('data-jp-theme-name', 'JupyterLab Light')")
    before = page.url
    page.click("a[data-clause='follow-or-trump']")
    settled(page, "Holding the suit led, play it or any trump")
    assert page.url == before


@pytest.mark.parametrize(
    ("where", "attribute", "value"),
    [
        ("documentElement", "data-theme", "dark"),
        ("body", "data-jp-theme-light", "false"),
        ("body", "class", "vscode-dark"),
    ],
)
def test_the_dark_theme_of_every_host_is_followed(stage: Stage, where: str, attribute: str, value: str) -> None:
    page = stage.show(LegalMoves(**HAND))
    ground = "getComputedStyle(document.querySelector('.cl-w')).backgroundColor"
    page.evaluate("document.documentElement.removeAttribute('data-theme')")
    assert page.evaluate(ground) == "rgb(241, 245, 244)"
    page.evaluate(f"document.{where}.setAttribute('{attribute}', '{value}')")
    assert page.evaluate(ground) == "rgb(27, 33, 37)"


@pytest.mark.parametrize("visit", [{"color_scheme": "dark"}], indirect=True)
def test_without_a_theme_the_system_is_followed(stage: Stage) -> None:
    page = stage.show(LegalMoves(**HAND))
    ground = "getComputedStyle(document.querySelector('.cl-w')).backgroundColor"
    assert page.evaluate(ground) == "rgb(241, 245, 244)"
    page.evaluate("document.documentElement.removeAttribute('data-theme')")
    assert page.evaluate(ground) == "rgb(27, 33, 37)"


def test_after_the_end_nothing_is_sent(stage: Stage) -> None:
    page = stage.show(LegalMoves(**HAND))
    page.evaluate("window.leave()")
    page.click("button[data-card='9D']")
    page.keyboard.press("Escape")
    page.evaluate("location.hash = 'legal-moves=x'")
    assert page.evaluate("window.sent ?? []") == []


def test_no_error_and_no_other_host(stage: Stage, visit: Any) -> None:
    page = stage.show(*(make() for make in SCENES.values()))
    page.click("#w0 button[data-card='9D']")
    assert visit.errors == visit.others == []


@pytest.mark.parametrize("visit", [{"viewport": {"width": 320, "height": 640}}], indirect=True)
def test_on_a_phone_nothing_is_cut_and_every_target_is_large_enough(stage: Stage) -> None:
    page = stage.show(*(make() for make in SCENES.values()))
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    small = page.eval_on_selector_all(
        "button, select, summary",
        """nodes => nodes.filter(n => n.checkVisibility()).filter(n => {
          const box = n.getBoundingClientRect();
          return box.height < 43.9 || box.width < 43.9;
        }).map(n => n.outerHTML.slice(0, 80))""",
    )
    assert small == []
    cut = page.eval_on_selector_all(
        ".cl-w *",
        # What lies in a region that scrolls by itself is reached there, also with the keyboard.
        """nodes => nodes.filter(n => n.checkVisibility() && !n.closest("svg, .cl-scroll[tabindex='0'] > *"))
          .filter(n => {
          const box = n.getBoundingClientRect();
          return box.width > 1 && (box.left < 0 || box.right > 320);
        }).map(n => n.className)""",
    )
    assert cut == []


@pytest.mark.parametrize("visit", [{"reduced_motion": "reduce"}], indirect=True)
def test_with_reduced_motion_nothing_moves(stage: Stage) -> None:
    page = stage.show(SCENES["legal-moves-refused"]())
    moving = page.eval_on_selector_all(
        "[data-couillon] *",
        """nodes => nodes.map(n => getComputedStyle(n))
          .filter(s => s.animationName !== "none" || s.transitionDuration !== "0s").length""",
    )
    assert moving == 0


@pytest.mark.parametrize("visit", [{"forced_colors": "active"}], indirect=True)
def test_in_forced_colours_verdicts_have_outlines(stage: Stage) -> None:
    page = stage.show(SCENES["legal-moves-revealed"]())
    styles = page.eval_on_selector_all(
        "button[data-card]", "nodes => nodes.map(n => [n.dataset.legal, getComputedStyle(n).outlineStyle])"
    )
    assert styles == [["yes", "solid"], ["yes", "solid"], ["no", "dashed"]]


def test_on_paper_there_are_no_buttons_but_the_clause_stays(stage: Stage) -> None:
    page = stage.show(SCENES["legal-moves-refused"]())
    page.emulate_media(media="print")
    expect(page.locator(".cl-actions")).to_be_hidden()
    expect(page.locator(".cl-clause")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(stage: Stage, theme: str) -> None:
    names = (
        "refused",
        "played",
        "changed",
        "dealt",
        "tie",
        "won",
        "picked",
        "checked",
        "shown",
        "wrong",
        "counted",
        "declaring",
    )
    page = stage.show(*(make() for name, make in SCENES.items() if name.split("-")[-1] in names))
    page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    page.evaluate(f"document.documentElement.style.colorScheme = '{theme}'")
    page.eval_on_selector_all("details", "nodes => nodes.forEach(n => { n.open = true })")
    assert violations(page, without=("page-has-heading-one",)) == []
