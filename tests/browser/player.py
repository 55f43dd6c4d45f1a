"""A reader who sits down at a table of a page and plays, seeing only what the page shows."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from couillon_widgets import Table

#: What may be said instead of playing a card, as the page's buttons call it.
WORDS = ("accept", "pass", "trump-S", "trump-H", "trump-D", "trump-C", "turn", "mit", "kontra", "re", "raise", "matt",
         "konter")  # fmt: skip
#: What the page offers, in one look.
LOOK = """(root) => {
    const all = (selector, name) => [...root.querySelectorAll(selector)].map((button) => button.dataset[name]);
    return {
        counted: root.querySelector(".cl-counted") !== null,
        next: root.querySelector('button.cl-primary[data-action="next"]') !== null,
        said: all("button[data-action]", "action"),
        cards: all(".cl-at-s button[data-card]", "card"),
    };
}"""
#: The key that comes nearer to the wanted button; none where it has the focus.
KEY = """() => {
    const [at, wanted] = [document.activeElement, globalThis.wanted];
    if (at === wanted) return "";
    return wanted.dataset.card && at.dataset.card && at.parentElement === wanted.parentElement ? "ArrowRight" : "Tab";
}"""
#: How a reader presses a button of the page.
Press = Callable[[Page, Locator], None]


def mouse(_page: Page, button: Locator) -> None:
    button.click()


def touch(page: Page, button: Locator) -> None:
    """Tap, at the pace of a hand: two taps in one place within 300 ms would be one double tap."""
    page.wait_for_function("performance.now() - (globalThis.tapped ?? -Infinity) > 320")
    button.tap()
    page.evaluate("globalThis.tapped = performance.now()")


def keyboard(page: Page, button: Locator) -> None:
    """Reach a button with Tab and arrow keys alone, and press Enter."""
    button.evaluate("(node) => { globalThis.wanted = node; }")
    if page.evaluate("!document.activeElement.closest('[data-couillon=table]')"):
        # The way from the top of the page to the table is the same at each step, so it is gone once.
        button.evaluate("(node) => node.closest('[data-couillon]').querySelector('button').focus()")
    for _step in range(80):
        key = page.evaluate(KEY)
        page.keyboard.press(key or "Enter")
        if not key:
            return
    raise AssertionError(f"{button} cannot be reached with the keyboard")


class Player:
    """Plays at the first table of a page, and sends the same to a table of the terminal's Python, its twin."""

    def __init__(self, page: Page, press: Press, seed: int) -> None:
        self.page, self.press, self.random = page, press, Random(seed)
        self.root = page.locator('[data-couillon="table"]').first
        self.twin = Table()
        self.meet()

    def meet(self) -> None:
        """Bring the twin to where the page's table is."""
        self.twin.receive({"action": "restore", "value": self.share})

    @property
    def share(self) -> str:
        return self.root.get_attribute("data-share") or ""

    @property
    def said(self) -> str:
        return " ".join((self.root.get_by_role("status").first.text_content() or "").split())

    def button(self, action: str) -> Locator:
        return self.root.locator(f'button[data-action="{action}"]')

    def go(self, button: Locator, message: dict[str, str]) -> None:
        """Press a button, and wait until the page shows what the twin then shows."""
        self.press(self.page, button)
        self.twin.receive(message)
        self.arrive()

    def arrive(self) -> None:
        """Wait until the page shows what the twin shows; `expect` would look less and less often."""
        shows = """(share) => document.querySelector('[data-couillon="table"]')?.dataset.share === share"""
        self.page.wait_for_function(shows, arg=self.twin.share, polling=40)

    def look(self) -> dict[str, Any]:
        """What the page offers now."""
        seen: dict[str, Any] = self.root.evaluate(LOOK)
        return seen

    def act(self) -> None:
        """Do one thing that the page offers: say a word, try a card until one is allowed, or go on."""
        seen = self.look()
        if seen["next"]:
            self.go(self.root.locator('button.cl-primary[data-action="next"]'), {"action": "next"})
            return
        words = [word for word in WORDS if word in seen["said"]]
        cards = seen["cards"]
        # An open raise would go on for ever if it were always taken.
        if words and (not cards or "pass" in words or self.random.random() < 0.3):
            word = "pass" if "raise" in words and self.random.random() < 0.7 else self.random.choice(words)
            self.go(self.button(word), {"action": word})
            return
        name = cards[self.random.randrange(len(cards))]
        card = self.root.locator(f'.cl-at-s button[data-card="{name}"]')
        before = self.share
        self.twin.receive({"action": "play", "card": name})
        self.press(self.page, card)
        if self.twin.share != before:
            self.arrive()
            return
        # Refused: the page marks what is allowed.
        expect(card).to_have_attribute("data-legal", "no")
        allowed = self.root.locator('.cl-at-s button[data-legal="yes"]')
        if not allowed.count():
            # No card may be played before the trump is made.
            word = self.random.choice([word for word in words if self.button(word).count()])
            self.go(self.button(word), {"action": word})
            return
        chosen = allowed.nth(self.random.randrange(allowed.count()))
        self.go(chosen, {"action": "play", "card": chosen.get_attribute("data-card") or "?"})

    def counted(self) -> bool:
        """Whether the deal on the table is over and counted."""
        return self.root.locator(".cl-counted").count() > 0

    def play_deal(self) -> None:
        """Play until the deal is counted."""
        for _act in range(200):
            if self.counted():
                return
            self.act()
        raise AssertionError("this deal does not end")
