"""Takes the pictures of the table that the README and the book show, and the icons: `make pictures`, after a build."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from couillon_widgets import Table, front
from couillon_widgets.deck import sprite
from tests.conftest import chromium_path

FOLDER = Path(__file__).parents[1] / "book" / "images"
#: What was done at the table before the picture is taken.
DONE = ({"action": "accept"}, {"action": "play", "card": "QS"})
SIZES = {"table": (1120, 1100, 1), "table-phone": (390, 844, 2)}
FONT = Path(__file__).parents[1] / "build" / "site" / "_static" / "bricolage-grotesque.woff2"
PAGE = """<!doctype html><html lang="en" data-theme="{theme}" style="color-scheme: {theme}"><meta charset="utf-8">
<title>The table</title><style>{style}
@font-face {{ font-family: "Bricolage Grotesque Variable"; src: url(data:font/woff2;base64,{font}) }}
body {{ margin: 24px; background: var(--cl-page); color: var(--cl-text); font: 16px/1.6 system-ui, sans-serif }}
</style><body>{deck}<main>{table}</main></body></html>"""

THEME = Path(__file__).parents[1] / "widgets" / "couillon_live" / "page" / "theme"
#: Name, edge in pixels, how much of it the sign fills, and what lies behind: a mask may cut off a tenth on each side.
ICONS = (("icon-192", 192, 1, ""), ("icon-512", 512, 1, ""), ("icon-maskable", 512, 0.7, "#2a3237"),
         ("apple-touch-icon", 180, 0.9, "#2a3237"))  # fmt: skip
ICON_PAGE = """<!doctype html><title>The icon</title>
<style>body {{ margin: 0; display: grid; height: 100vh; place-items: center; background: {behind} }}
svg {{ width: {edge}px }}</style>{icon}"""


def take_icons(browser: Browser) -> None:
    icon = (THEME / "icon.svg").read_text(encoding="utf-8")
    for name, edge, part, behind in ICONS:
        page = browser.new_page(viewport={"width": edge, "height": edge})
        page.set_content(ICON_PAGE.format(behind=behind or "none", edge=edge * part, icon=icon))
        page.screenshot(path=THEME / f"{name}.png", omit_background=True)
        page.close()


def main() -> None:
    table = Table("belgian", seed=7)
    for message in DONE:
        table.receive(message)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"])
        for name, (width, height, scale) in SIZES.items():
            for theme in ("light", "dark"):
                page = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=scale)
                html = {
                    "font": b64encode(FONT.read_bytes()).decode(),
                    "style": front.style(),
                    "deck": sprite(),
                    "table": table.html,
                    "theme": theme,
                }
                page.set_content(PAGE.format(**html))
                page.evaluate("document.fonts.ready")
                page.locator("[data-couillon]").screenshot(path=FOLDER / f"{name}-{theme}.png")
                page.close()
        take_icons(browser)
        browser.close()


if __name__ == "__main__":
    main()
