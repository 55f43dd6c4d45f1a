"""The smaller widgets in a browser, with the keyboard alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from couillon_widgets import Deal, Match, Points, Trick, Trump

from .small_scenes import RUFFED

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Stage

FOCUS = "() => document.activeElement.dataset.card ?? document.activeElement.dataset.action"


def settled(page: Page, name: str, words: str) -> None:
    page.wait_for_function(
        "([name, words]) => document.querySelector(`#${name} [role=status]`).innerText.includes(words)",
        arg=[name, words],
    )


def test_everything_with_the_keyboard_alone(stage: Stage) -> None:
    """Five widgets on one page: the focus stays where the reader is, or goes on to the next step."""
    page = stage.show(Deal(seed=3), Trump(seed=3), Trick(**RUFFED), Points("KS 9H"), Match(seed=1))

    page.focus("#w0 [data-action=next]")
    for seat in ("South", "West", "North"):
        page.keyboard.press("Enter")
        settled(page, "w0", f"{seat} gets 2 cards.")
        assert page.evaluate(FOCUS) == "next"
    page.keyboard.press("Escape")
    settled(page, "w0", "West gets 2 cards.")

    page.focus("#w1 [data-action=pass]")
    for seat in ("West", "North", "East"):
        page.keyboard.press("Enter")
        settled(page, "w1", f"Does {seat} accept diamonds as trumps?")
        assert page.evaluate(FOCUS) == "pass"
    page.keyboard.press("Enter")
    settled(page, "w1", "Nobody made them")
    assert page.evaluate(FOCUS) == "deal"  # nothing is left to be said, so the next step has it
    page.keyboard.press("Escape")
    settled(page, "w1", "Does East accept")

    page.focus("#w2 button[data-card=KS]")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUS) == "TS"
    page.keyboard.press("Enter")
    settled(page, "w2", "Not the ten of")
    assert page.evaluate(FOCUS) == "TS"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    settled(page, "w2", "Yes: East takes the trick.")
    page.focus("#w2 [data-action=step]")
    page.keyboard.press("Enter")
    settled(page, "w2", "West leads the ten of spades")
    page.focus("#w2 [data-action=next]")
    for words in ("North plays", "East plays", "East takes the trick."):
        page.keyboard.press("Enter")
        settled(page, "w2", words)

    page.focus("#w3 [data-action=more][data-value='1']")
    for count in ("1 point", "2 points", "3 points"):
        page.keyboard.press("Enter")
        settled(page, "w3", f"Your count so far: {count}.")
    # A button is the same button whatever comes and goes beside it.
    page.evaluate("document.querySelector('#w3 [data-action=undo]').marked = true")
    page.focus("#w3 [data-action=check]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#w3 [data-action=check]", state="detached")
    assert page.evaluate(FOCUS) == "deal"
    assert page.evaluate("document.querySelector('#w3 [data-action=undo]').marked") is True

    page.focus("#w4 [data-action=next]")
    page.keyboard.press("Enter")
    settled(page, "w4", "Deal 1: South dealt.")
    assert page.evaluate(FOCUS) == "next"
    page.focus("#w4 [data-action=look][data-value='0']")
    page.keyboard.press("Enter")
    settled(page, "w4", "the two highest cards play the two lowest")
    assert page.get_attribute("#w4 [data-action=look][data-value='0']", "aria-current") == "step"
    page.focus("#w4 [data-action=end]")
    page.keyboard.press("Enter")
    settled(page, "w4", "That is the match.")
    assert page.evaluate(FOCUS) == "deal"


def test_a_link_of_each_opens_it_as_it_was(stage: Stage) -> None:
    page = stage.page
    told = {
        "deal": (Deal(seed=9), "#deal={share}", "West gets 2 cards."),
        "match": (Match(seed=2, deals=3), "#match={share}", "Deal 3:"),
    }
    told["deal"][0].receive({"action": "next"})
    told["deal"][0].receive({"action": "next"})
    for widget, fragment, words in told.values():
        fresh = Deal() if isinstance(widget, Deal) else Match()
        stage.show(fresh, fragment=fragment.format(share=widget.share))
        settled(page, "w0", words)
        assert repr(stage.widgets["w0"]) == repr(widget)
