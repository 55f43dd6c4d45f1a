"""Hints in a page of the built site: the Python that answers its reader times them, and the page counts its frames.

``python -m benchmarks.page``, after ``couillon build``. A cell that answers takes the place of one of a lesson.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, sync_playwright

from benchmarks.hints import CASES, within
from couillon_live.build import find_book
from couillon_live.serve import make_server

HERE = Path(__file__).parent
LESSON = "following-suit.html"
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
PATIENCE = 1_800_000  # milliseconds
ODDS = 20  # deals

CELL = """
import json, time, types
import ipywidgets

hints = types.ModuleType("benchmarks.hints")
exec({source!r}, vars(hints))
asked, told = ipywidgets.Text(continuous_update=False), ipywidgets.Label()

def tell(change):
    kind, case, first, last = json.loads(change.new)
    took, said = [], time.monotonic()
    for span in getattr(hints, kind)(hints.CASES[case], range(first, last + 1)):
        took.append(span)
        # A page that hears nothing for long takes its Python for dead.
        if time.monotonic() - said > 5:
            told.value, said = f"{{len(took)}} of {{last + 1 - first}}", time.monotonic()
    told.value = json.dumps([change.new, took])

asked.observe(tell, "value")
ipywidgets.VBox([asked, told])
"""
ANSWER = """(asked) => {
  const text = document.querySelector("div.widget-label")?.textContent ?? "";
  if (!text.startsWith("[")) return null;
  const [question, took] = JSON.parse(text);
  return question === asked ? took : null;
}"""
#: Notes how long each frame of the page is in coming, in milliseconds.
FRAMES = """
globalThis.gaps = [];
let last = performance.now();
requestAnimationFrame(function frame() {
  const now = performance.now();
  gaps.push(now - last);
  last = now;
  requestAnimationFrame(frame);
});
"""


def with_cell(html: str, source: str) -> str:
    """Return a page whose first cell goes on with this source, and shows what it ends with.

    >>> with_cell('<script type="application/x-couillon-cell">"x = 1"</script>', "x")
    '<script type="application/x-couillon-cell">"x = 1\\\\nx"</script>'
    """
    opening = '<script type="application/x-couillon-cell">'
    start = html.index(opening) + len(opening)
    end = html.index("</script>", start)
    # What the cell defines stays: others on the page speak of it.
    cell = json.dumps(f"{json.loads(html[start:end])}\n{source}").replace("</", "<\\/")
    return html[:start] + cell + html[end:]


def processor(browser: Browser) -> float:
    """Return the seconds of the processor that all pages have taken until now, their workers among them."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return sum(float(process["cpuTime"]) for process in found if process["type"] == "renderer")


def ask(page: Page, *question: str | int) -> list[float]:
    """Return what the page's Python answers: milliseconds, deal by deal."""
    text = json.dumps(question)
    field = page.locator(".widget-text input")
    field.fill(text)
    field.press("Enter")
    answer = page.wait_for_function(ANSWER, arg=text, timeout=PATIENCE, polling=100)
    return [float(took) for took in answer.json_value()]


def rows(page: Page, browser: Browser) -> list[str]:
    """Measure the hints and odds of each case, and the frames of the page during the longest hint of the last one."""
    lines = [f"{'what':46} {'median':>8} {'95 of 100':>10} {'most':>8} {'at work':>8}   goal"]
    seed = 0
    for kind, name in (("each", "hint"), ("chances", "odds")):
        for number, case in enumerate(CASES):
            deals = case.deals if kind == "each" else ODDS
            spent, begin = processor(browser), time.monotonic()
            took = ask(page, kind, number, 1, deals)
            share = min(1.0, (processor(browser) - spent) / (time.monotonic() - begin))
            if kind == "each":
                seed = 1 + took.index(max(took))
            ordered = sorted(took)
            figures = f"{within(ordered, 0.5):8.1f} {within(ordered, 0.95):10.1f} {ordered[-1]:8.1f} {share:8.0%}"
            lines.append(f"{f'{name}, {case.name}':46} {figures}   {case.goal if kind == 'each' else ''}".rstrip())
    page.evaluate(FRAMES)
    page.evaluate("gaps.length = 0")
    took = ask(page, "each", len(CASES) - 1, seed, seed)
    busy = page.evaluate("gaps.splice(0)")
    page.wait_for_timeout(took[0])
    idle = page.evaluate("gaps.splice(0)")
    during = f"during a hint of {took[0]:.0f} ms ({CASES[-1].name})"
    return [
        *lines,
        *(
            f"frames of the page {when}: {len(gaps)}, each {within(sorted(gaps), 0.5):.0f} ms after the one before, "
            f"95 of 100 within {within(sorted(gaps), 0.95):.0f}, the slowest {max(gaps):.0f}"
            for when, gaps in ((during, busy), ("in as long with nothing to do", idle))
        ),
    ]


def main() -> int:
    """Serve the built site, measure, print."""
    site = Path(os.environ.get("COUILLON_SITE") or find_book(HERE) / "build" / "site")
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        print("The benchmark needs Chromium: install it, or name it in CHROMIUM.", file=sys.stderr)
        return 2
    if not (site / LESSON).is_file():
        print("There is no built site here yet: run make build first.", file=sys.stderr)
        return 1
    source = (HERE / "hints.py").read_text(encoding="utf-8")
    html = with_cell((site / LESSON).read_text(encoding="utf-8"), CELL.format(source=source))

    def lesson(route: Route) -> None:
        route.fulfill(body=html, content_type="text/html; charset=utf-8")

    with make_server(site) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        page = browser.new_context(service_workers="block", bypass_csp=True).new_page()
        page.route(f"**/{LESSON}", lesson)
        page.goto(f"http://127.0.0.1:{server.server_port}/{LESSON}")
        page.wait_for_function("document.documentElement?.dataset.live === 'ready'", timeout=PATIENCE)
        print("\nhint for all cards at the first lead, and odds, in the page's own Python, ms on the wall")
        print("\n".join(rows(page, browser)))
        print(f"'at work': the share of that time in which the pages had a processor; {os.cpu_count()} cores, ", end="")
        print(f"{os.getloadavg()[1]:.1f} processes at work on them")
        browser.close()
        server.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
