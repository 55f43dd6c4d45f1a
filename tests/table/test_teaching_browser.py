"""The lessons of the table in a browser: what is in view, what has the focus, on every width and in both themes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from couillon_widgets import Table
from tests.axe import violations
from tests.table.test_table_browser import OVERLAPS, SMALL, WIDTHS
from tests.table.test_teaching import refused, well

if TYPE_CHECKING:
    from tests.widgets.conftest import Stage


def _after(table: Table, *actions: str) -> Table:
    for action in actions:
        table.receive({"action": action})
    return table


def _led() -> Table:
    table = Table("belgian", seed=1, guided=True)
    for _step in range(3):
        well(table)
    return table


SCENES = {
    "led": _led,
    "naming": lambda: Table("mit", seed=3, guided=True),
    "eight": lambda: refused("troeven", guided=True),
    "tried": lambda: _after(refused("ardennes", least=3), "try"),
    "elsewhere": lambda: _after(refused("force", least=3), "where"),
    "why": lambda: _after(_led(), "why"),
}


@pytest.mark.parametrize("visit", [{"reduced_motion": "reduce"}], indirect=True)
def test_no_lesson_overlaps_or_is_cut_on_any_width(stage: Stage) -> None:
    for name, make in SCENES.items():
        page = stage.show(make())
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width)
            assert page.evaluate(OVERLAPS) == [], (name, width)
            small = SMALL.replace(".cl-actions button", ".cl-actions button, .cl-lesson button")
            assert page.evaluate(small) == [], (name, width)


@pytest.mark.parametrize("visit", [{"color_scheme": "light"}, {"color_scheme": "dark"}], indirect=True)
def test_axe_finds_nothing_in_a_lesson(stage: Stage) -> None:
    for name in ("led", "tried", "elsewhere"):
        page = stage.show(SCENES[name]())
        page.evaluate("document.documentElement.removeAttribute('data-theme')")
        for width in (1200, 320):
            page.set_viewport_size({"width": width, "height": 800})
            assert violations(page, "main") == [], (name, width)


def test_a_card_is_tried_and_taken_back_with_the_keyboard_alone(stage: Stage) -> None:
    table = refused("ardennes", guided=True)
    page, log = stage.show(table), table.state.state.actions
    card = table._refused
    page.focus('[data-action="try"]')
    page.keyboard.press("Enter")
    page.wait_for_selector(f'.cl-place [data-card="{card}"][data-legal="no"]')
    assert page.evaluate("document.activeElement.dataset.action") == "back"
    assert page.locator("[role=status]").count() == 1
    assert "Only to see" in page.inner_text("[role=status]")
    page.keyboard.press("Enter")
    page.wait_for_selector(f'.cl-hand button[data-card="{card}"]')
    page.focus('[data-action="where"]')
    page.keyboard.press("Enter")
    page.wait_for_selector(f'.cl-side [data-card="{card}"][data-legal="yes"]')
    assert page.locator("[role=status]").count() == 1
    assert table.state.state.actions == log
    well(table)
    page.keyboard.press("Escape")
    page.wait_for_selector(".cl-side", state="detached")
