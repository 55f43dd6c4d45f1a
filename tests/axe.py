"""What axe finds on a page that has come to rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: A colour on its way to another has any contrast, so whatever moves is brought to its end.
_REST = "document.getAnimations().forEach((each) => { try { each.finish(); } catch { each.cancel(); } })"


def violations(page: Page, within: str | None = None, without: tuple[str, ...] = ()) -> list[str]:
    """Return each rule that is broken, with the first place where and why; ``without`` names rules left out."""
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(_REST)
    options = {"rules": {rule: {"enabled": False} for rule in without}}
    found: list[dict[str, Any]] = Axe().run(page, within, options=options).response["violations"]
    return [
        f"{each['id']} at {len(each['nodes'])} places: {each['nodes'][0]['html'][:160]}"
        f" {each['nodes'][0]['failureSummary']}"
        for each in found
    ]
