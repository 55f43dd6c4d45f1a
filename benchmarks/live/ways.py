"""What a reader does on the pages of one way, with a clock beside it."""

from __future__ import annotations

import json
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError

from benchmarks.live.sites import LESSON, SECOND, Served

__all__ = ["Way", "new_context", "profile"]

HERE = Path(__file__).parent
CLICKS = 25
SETTLING = 4000  # milliseconds after which the browser's allocator has given back what is free
STAY = 1000  # milliseconds on a page before it is left
LINE = 20.0  # megabits a second
PATIENCE = 240_000  # milliseconds
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def new_context(browser: Browser, staying: bool = True) -> BrowserContext:
    """Open an empty browser: nothing cached, no service worker, which would fetch the whole book beside the page.

    If not ``staying``, it has no shared worker in which an interpreter could stay from page to page.
    """
    context = browser.new_context(service_workers="block", bypass_csp=True)
    context.add_init_script(path=HERE / "probe.js")
    if not staying:
        context.add_init_script("delete globalThis.SharedWorker;")
    return context


@contextmanager
def profile(browser: Browser, chromium: str, flags: Sequence[str]) -> Iterator[BrowserContext]:
    """Open a browser as a reader has it, with a new profile, in which it also keeps what it has compiled."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        context = browser.browser_type.launch_persistent_context(
            folder, executable_path=chromium, args=list(flags), service_workers="block", bypass_csp=True
        )
        context.add_init_script(path=HERE / "probe.js")
        yield context
        context.close()


class Way:
    """One way of making pages live, and all that was measured of it."""

    def __init__(self, name: str, folder: Path) -> None:
        """Start to serve its site."""
        self.name, self.served = name, Served(folder)
        self.figures: dict[str, list[float]] = defaultdict(list)

    def visit(self, page: Page, name: str = LESSON) -> float:
        """Go to a page, click as soon as it is alive; return the seconds until the answer."""
        page.goto(self.served.address + name)
        return self.first_answer(page)

    def first_answer(self, page: Page) -> float:
        """Wait for the first answer; raises RuntimeError, saying whose page it is, if there is none."""
        try:
            page.wait_for_function("globalThis.firstAnswer", timeout=PATIENCE)
        except TimeoutError as error:
            state = page.evaluate("document.documentElement?.dataset.live ?? 'unknown'")
            raise RuntimeError(f"No answer on {page.url} ({self.name}), whose state is {state}.") from error
        return float(page.evaluate("firstAnswer")) / 1000

    def weigh(self, browser: Browser) -> None:
        """Count the bytes of a page before its engine starts."""
        context = new_context(browser)
        page = context.new_page()
        self.served.take_count()
        page.goto(f"{self.served.address}{LESSON}?live=off")
        page.wait_for_load_state("networkidle")
        self.figures["before"].append(self.served.take_count())
        context.close()

    def round(self, context: BrowserContext, second: bool = True) -> None:
        """Come cold and play, come again and play; then go on to a second page, if there is one."""
        page = context.new_page()
        self.served.take_count()
        self.figures["cold"].append(self.visit(page))
        self.figures["cold clicks"] += page.evaluate(f"clicks({CLICKS})")
        page.wait_for_timeout(STAY)
        self.figures["bytes"].append(self.served.take_count())
        page.close()
        page = context.new_page()
        self.figures["warm"].append(self.visit(page))
        self.figures["warm clicks"] += page.evaluate(f"clicks({CLICKS})")
        if second:
            self.figures["second"].append(self.go_on(page))

    def go_on(self, page: Page) -> float:
        """Go to a second page as a reader goes: by a link of the page, not an address."""
        page.evaluate(f"location.href = {SECOND!r}")
        page.wait_for_url(f"**/{SECOND}")
        return self.first_answer(page)

    def round_alone(self, browser: Browser) -> None:
        """Go on to a second page in a browser in which no interpreter stays."""
        context = new_context(browser, staying=False)
        page = context.new_page()
        self.visit(page)
        page.evaluate(f"clicks({CLICKS})")
        self.figures["alone"].append(self.go_on(page))
        context.close()

    def round_on_a_line(self, browser: Browser) -> None:
        """Come cold over a line of 20 megabits a second."""
        context = new_context(browser)
        self.served.slow_down(LINE)
        self.figures["line"].append(self.visit(context.new_page()))
        self.served.slow_down(0)
        context.close()

    def paint(self, browser: Browser) -> None:
        """Come cold and look only for the first text."""
        context = new_context(browser)
        page = context.new_page()
        page.goto(self.served.address + LESSON, wait_until="commit")
        page.wait_for_function(PAINTED, timeout=PATIENCE)
        self.figures["paint"].append(page.evaluate(PAINTED))
        context.close()

    def endure(self, browser: Browser) -> None:
        """Click a thousand times, deal 200 times, change the page 50 times, and see what has become of it."""
        context = new_context(browser)
        page = context.new_page()
        self.visit(page)
        page.evaluate(f"clicks({CLICKS})")
        before = memory_of(browser, page)
        page.evaluate("clicks(500)")
        self.figures["late"] += page.evaluate(f"clicks({2 * CLICKS})")
        page.evaluate("deals(200)")
        self.figures["dealt"].append(memory_of(browser, page) / before)
        for change in range(50):
            self.visit(page, SECOND if change % 2 == 0 else LESSON)
        page.evaluate(f"clicks({CLICKS})")
        self.figures["turned"].append(memory_of(browser, page) / before)
        context.close()


def memory_of(browser: Browser, page: Page) -> float:
    """Return the memory in megabytes that the pages take, after they were asked to throw away what they do not need."""
    session = page.context.new_cdp_session(page)
    system = browser.new_browser_cdp_session()
    done: list[str] = []
    system.on("Target.receivedMessageFromTarget", lambda event: done.append(event["message"]))
    targets = system.send("Target.getTargets")["targetInfos"]
    workers = [target["targetId"] for target in targets if target["type"] == "shared_worker"]
    attached = [system.send("Target.attachToTarget", {"targetId": id_, "flatten": False}) for id_ in workers]
    collect = json.dumps({"id": 1, "method": "HeapProfiler.collectGarbage"})
    for _time in range(2):
        session.send("HeapProfiler.collectGarbage")
        done.clear()
        for worker in attached:
            system.send("Target.sendMessageToTarget", {"sessionId": worker["sessionId"], "message": collect})
        while sum('"id":1' in message for message in done) < len(attached):
            page.wait_for_timeout(50)
        page.wait_for_timeout(SETTLING)
    session.detach()
    processes = system.send("SystemInfo.getProcessInfo")["processInfo"]
    system.detach()
    return sum(_proportional(process["id"]) for process in processes if process["type"] == "renderer")


def _proportional(process: int) -> float:
    for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0.0
