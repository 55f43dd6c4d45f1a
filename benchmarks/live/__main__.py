"""Measures our live pages beside the plain recipe that they grew out of, and beside pages of other tools.

These are a page that Thebe-lite makes live, and a page of a stock Jupyter Book. Ours and the plain recipe are the same
pages of the same built site, served by servers of the same kind on this machine, in interleaved rounds:
`python -m benchmarks.live [rounds]`. The plain recipe is npm's Pyodide with archives of sources, all ipywidgets through
Jupyter's widget manager, loaded at once. Times are from navigation to the first answered click.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import sync_playwright

from benchmarks.live.sites import LESSON, compress_alike, plain_site, stock_site
from benchmarks.live.thebe import thebe_site
from benchmarks.live.ways import Way, profile
from couillon.errors import CommandError
from couillon_live.build import build, find_book

HERE = Path(__file__).parent
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking",
         "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")  # fmt: skip
#: What the ratio of ours to the plain recipe should be at most, and that of ours to a page of Thebe-lite.
GOALS = {"cold": 0.30, "warm": 0.35, "second": 0.15, "alone": 0.30, "line": 0.60}
THEBE_GOAL = 0.15


def p95(values: list[float]) -> float:
    """Return the 95th percentile."""
    return quantiles(values, n=20)[-1]


def table(plain: Way, ours: Way, stock: Way, thebe: Way | None) -> str:
    """Lay out the figures of all ways, the ratios of ours to the plain recipe, and what they should be."""
    lines = [f"{'':50}{'plain':>8}{'ours':>8}{'ratio':>7}  goal"]

    def row(name: str, a: float | None, b: float, form: str, goal: str = "") -> None:
        ratio = "" if a is None else f"{b / a:.2f}"
        lines.append(
            f"{name:50}{'-' if a is None else format(a, form):>8}{format(b, form):>8}{ratio:>7}  {goal}".rstrip()
        )

    for key, name in (
        ("cold", "first answer, cold, s"),
        ("warm", "first answer, warm, s"),
        ("second", "first answer on a second page, s"),
        ("alone", "the same where no interpreter can stay, s"),
        ("line", "first answer, cold, at 20 Mbit/s, s"),
    ):
        if ours.figures[key]:
            # Of the plain recipe nothing stays in any browser.
            beside = plain.figures["second" if key == "alone" else key]
            row(name, median(beside), median(ours.figures[key]), ".2f", f"ratio {GOALS[key]:.2f}")
    for key, when in (("cold clicks", "at the first visit"), ("warm clicks", "at the second")):
        a, b = plain.figures[key], ours.figures[key]
        row(f"first 50 clicks {when}, median, ms", median(a), median(b), ".1f", "5 ms")
        row(f"first 50 clicks {when}, 95th percentile, ms", p95(a), p95(b), ".1f", "16 ms")
    if ours.figures["late"]:
        late = ours.figures["late"]
        row("after 1,000 clicks, median, ms", None, median(late), ".1f", "5 ms")
        row("after 1,000 clicks, 95th percentile, ms", None, p95(late), ".1f", "16 ms")
        row("memory after 200 deals, as a share of the start", None, ours.figures["dealt"][0], ".2f", "1.10")
        row("memory after 50 more pages, as a share of the start", None, ours.figures["turned"][0], ".2f", "1.10")
    row("gzip before the engine starts, KB", None, ours.figures["before"][0] / 1e3, ".0f", "250 KB")
    row(
        "gzip in all, cold, MB",
        median(plain.figures["bytes"]) / 1e6,
        median(ours.figures["bytes"]) / 1e6,
        ".2f",
        "9 MB",
    )
    if thebe:
        lines.append(f"\n{'':50}{'thebe':>8}{'ours':>8}{'ratio':>7}  goal")
        for key, name, form, goal in (
            ("cold", "first answer, cold, s", ".2f", f"ratio {THEBE_GOAL:.2f}"),
            ("warm", "first answer, warm, s", ".2f", f"ratio {THEBE_GOAL:.2f}"),
            ("warm clicks", "first 50 clicks at the second visit, median, ms", ".1f", ""),
        ):
            row(name, median(thebe.figures[key]), median(ours.figures[key]), form, goal)
        row("gzip in all, cold, MB", median(thebe.figures["bytes"]) / 1e6, median(ours.figures["bytes"]) / 1e6, ".2f")
    if stock.figures["paint"]:
        lines.append(f"\n{'':50}{'stock':>8}{'ours':>8}{'ratio':>7}  goal")
        a, b = median(stock.figures["paint"]), median(ours.figures["paint"])
        row("first text painted, ms", a, b, ".0f", "ratio 1.00")
    return "\n".join(lines)


def thebe_way(site: Path, build: Path, target: Path) -> Way | None:
    """Make a page of Thebe-lite; without the registries that it comes from there is none, and the rest is measured."""
    try:
        thebe_site(site, build, target, print)
    except CommandError as error:
        print(f"Without Thebe-lite: {error}", file=sys.stderr)
        return None
    compress_alike(target)
    return Way("thebe", target)


def main(rounds: int) -> int:
    """Build, measure, print; exit code 1 if the first answer takes more than its share of the plain recipe's time."""
    root = find_book(HERE)
    named = os.environ.get("COUILLON_SITE")
    site = Path(named) if named else build(root=root)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        print("The benchmark needs Chromium: install it, or name it in CHROMIUM.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        work = Path(folder)
        plain_site(site, root / "build", work / "plain")
        shutil.copytree(site, work / "ours")
        stock_site(root / "book", work / "stock")
        for name in ("plain", "ours", "stock"):
            compress_alike(work / name)
        plain, ours, stock = (Way(name, work / name) for name in ("plain", "ours", "stock"))
        thebe = thebe_way(site, root / "build", work / "thebe")
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        ours.weigh(browser)
        for number in range(rounds):
            for way in (plain, ours) if number % 2 else (ours, plain):
                with profile(browser, chromium, FLAGS) as context:
                    way.round(context)
                way.round_on_a_line(browser)
            ours.round_alone(browser)
            if thebe:
                try:
                    with profile(browser, chromium, FLAGS) as context:
                        thebe.round(context, second=False)
                except RuntimeError as error:
                    print(f"From now on without Thebe-lite. {error}", file=sys.stderr)
                    thebe = None
            for way in (stock, ours) if number % 2 else (ours, stock):
                way.paint(browser)
            load = os.getloadavg()[0]
            print(f"round {number + 1} of {rounds}, {load:.1f} processes at work on {os.cpu_count()} cores", flush=True)
        if not os.environ.get("COUILLON_BRIEF"):
            ours.endure(browser)
        browser.close()
    print(f"\n{LESSON}, medians of {rounds} interleaved rounds, Chromium, this machine\n")
    print(table(plain, ours, stock, thebe))
    ratio = median(ours.figures["cold"]) / median(plain.figures["cold"])
    print(
        f"\nGoal for the first line: {GOALS['cold']:.2f}. {'Met' if ratio <= GOALS['cold'] else 'Missed'}: {ratio:.2f}."
    )
    return int(ratio > GOALS["cold"])


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 7))
