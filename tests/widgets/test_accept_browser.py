"""Accept or pass in a browser: the page asks for more layouts by itself, and hears the reader in between."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from couillon_widgets import Accept
from couillon_widgets.accept import MOST
from tests.axe import violations

if TYPE_CHECKING:
    from .conftest import Stage

SENT = "() => window.sent.map((message) => message.action)"
FOCUS = "() => document.activeElement.dataset.action"


def at_rest(page: Any, words: str) -> None:
    """Wait until no more layouts are asked for, and the status says something."""
    page.wait_for_function(
        "(words) => !document.querySelector('[data-further]')"
        " && document.querySelector('[role=status]').innerText.includes(words)",
        arg=words,
    )


def test_an_answer_is_looked_into_while_the_reader_reads(stage: Stage) -> None:
    widget = Accept(cards="KH QH TH AC / AH")
    page = stage.show(widget)
    assert "further" not in page.evaluate("() => (window.sent ?? []).map((message) => message.action)")
    page.focus("[data-action=accept]")
    page.keyboard.press("Enter")
    at_rest(page, "Well judged: the better answer is to accept.")
    assert page.evaluate(SENT).count("further") == MOST // widget.state.go - 1
    assert page.evaluate(FOCUS) == "accept"
    # Whoever changes the answer meanwhile is heard: what was asked for the first answer is then no longer wanted.
    page.evaluate("() => document.querySelector('[data-action=pass]').click()")
    page.evaluate("() => document.querySelector('[data-action=accept]').click()")
    at_rest(page, "Well judged")
    assert (widget.state.said, widget.state.advice.looked) == ("accept", MOST)
    # The heading is the page's, not the widget's.
    assert [found for found in violations(page) if "heading-one" not in found] == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0

    page.click("summary:has-text('Type a hand')")
    page.fill("input[name=value]", "AS AS")
    page.keyboard.press("Enter")
    at_rest(page, "is there twice")
    assert page.input_value("input[name=value]") == "AS AS"
    page.fill("input[name=value]", "AS KS 9H TD / JS")
    page.keyboard.press("Enter")
    at_rest(page, "Do you accept spades as trumps?")
    assert page.locator(".cl-found").count() == 0
    page.select_option("select[data-action=place]", "3")
    page.wait_for_function("() => document.querySelector('.cl-at-s').innerText.includes('dealer')")
    assert widget.state.moment.hand("S") == ("AS", "KS", "9H", "TD")
