"""The site as a whole: its links, its search, what it tells other programs, print, and readers who are lost."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from couillon_live.address import PICTURE, checked_url
from couillon_live.assemble import local, not_found_page, read_references
from couillon_widgets.base import unsealed
from couillon_widgets.table_state import read_sitting

from .reader import wait_live, wait_media

Visit = Any
PHONE = {"viewport": {"width": 320, "height": 640}}
NO_SCRIPT = {"java_script_enabled": False}


def pages(site: Path) -> list[Path]:
    return sorted(site.glob("*.html"))


def test_every_link_leads_to_a_file_and_a_place_of_the_site(site: Path) -> None:
    found = {page.name: read_references(page) for page in pages(site)}
    checked = 0
    for name, page in found.items():
        for address in [*page.sheets, *page.loads, *page.links]:
            assert not re.match(r"(https?:)?//", address) or address in page.links, f"{name} loads {address}"
            if re.match(r"[a-z]+:|//", address):
                continue
            target, _sharp, anchor = address.partition("#")
            target = local(target) or name
            assert (site / target).is_file(), f"{name} names {address}"
            if "=" in anchor:
                kind, _equals, text = anchor.partition("=")
                assert kind in ("table", "house-rules")
                whole = unsealed(unquote(text))
                assert kind != "table" or read_sitting(whole).to_act == "S"
                assert f'data-couillon="{kind}"' in (site / target).read_text(encoding="utf-8")
            elif anchor:
                assert unquote(anchor) in found[target].anchors, f"{name} links to {address}"
            checked += 1
    assert checked > 500


def facts_of(page: Path) -> dict[str, str]:
    text = page.read_text(encoding="utf-8")
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', text)
    return {key: unescape(value) for key, value in found}


def test_every_page_says_what_it_is_about(site: Path) -> None:
    seen = set()
    for page in pages(site):
        if page.stem in ("404", "search", "index"):
            continue
        facts = facts_of(page)
        assert 20 <= len(facts["description"]) <= 210, page.name
        assert facts["og:description"] == facts["description"]
        assert facts["og:title"]
        assert (site / facts["og:image"]).is_file()
        seen.add(facts["description"])
    assert len(seen) > 20
    head = (site / PICTURE).read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(head[16:20]), int.from_bytes(head[20:24])) == (1200, 630)
    assert (site / PICTURE).stat().st_size < 300_000


def test_a_page_that_is_a_notebook_can_be_taken_along(visit: Visit, base: str, site: Path) -> None:
    visit.page.goto(base + "the-slate.html?live=off")
    with visit.page.expect_download() as started:
        visit.page.get_by_role("link", name="Download this page as a notebook").click()
    notebook = json.loads(Path(started.value.path()).read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    assert any("Slate(" in "".join(cell["source"]) for cell in notebook["cells"])
    visit.page.goto(base + "notation.html")
    assert visit.page.get_by_role("link", name="Download this page as a notebook").count() == 0


@pytest.mark.parametrize(
    ("words", "first", "among"),
    [
        ("boucle", {"the-slate.html"}, set()),
        ("Kwajongen", {"kwajongen.html"}, {"sources.html"}),
        ("overtrump", {"ardennes.html", "glossary.html", "trumping.html"}, {"ardennes.html", "sources.html"}),
        ("deal", {"the-deal.html", "a-whole-deal.html"}, set()),
        ("trick", {"who-wins.html"}, set()),
        ("craie dans le trou", {"the-slate.html", "glossary.html"}, {"the-slate.html"}),
    ],
)
def test_search_finds_what_a_player_asks_for(
    visit: Visit, base: str, words: str, first: set[str], among: set[str]
) -> None:
    page = visit.page
    page.goto(f"{base}search.html?q={words}")
    results = page.locator("#search-results ul.search > li > a")
    expect(page.locator("#search-results .search-summary")).to_contain_text("found", timeout=60_000)
    found = [local(str(results.nth(n).get_attribute("href"))) for n in range(results.count())]
    assert found[0] in first, found
    assert among <= set(found), found
    reference = [page for page in found if page.startswith("api")]
    if reference:
        assert not {"the-slate.html", "kwajongen.html", "the-deal.html", "who-wins.html"} & set(
            found[found.index(reference[0]) :]
        ), found
    assert visit.others == []


def test_a_clause_named_by_a_link_is_unfolded(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + "following-suit.html?live=off")
    page.locator('.bd-article a[data-clause="follow-or-trump"]').first.click()
    clause = page.locator("#follow-or-trump")
    expect(clause).to_be_visible()
    expect(page.locator("details:has(#follow-or-trump) > summary")).to_be_in_viewport()
    assert page.locator("details:has(#boucle)").get_attribute("open") is None
    page.evaluate("location.hash = 'boucle'")
    expect(page.locator("#boucle")).to_be_visible()
    page.locator("details:has(#boucle) > summary").click()
    expect(page.locator("#boucle")).not_to_be_visible()


@pytest.mark.parametrize("visit", [NO_SCRIPT], indirect=True)
def test_clauses_unfold_without_javascript(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + "sources.html#must-beat")
    expect(page.locator("#must-beat")).to_be_visible()
    page.locator("details:has(#boucle) > summary").click()
    expect(page.locator("#boucle")).to_be_visible()


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_the_table_of_sources_scrolls_in_its_own_box_and_keeps_its_headings(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + "sources.html")
    box = page.get_by_role("region", name="Which source says which clause")
    box.scroll_into_view_if_needed()
    box.focus()
    box.evaluate("box => box.scrollTo(400, 300)")
    corner = box.bounding_box()
    assert corner["width"] <= 320
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    column = box.get_by_role("columnheader").filter(has_text="STV").bounding_box()
    assert abs(column["y"] - corner["y"]) < 3
    row = box.get_by_role("rowheader", name="must-beat").bounding_box()
    assert abs(row["x"] - corner["x"]) < 3
    assert row["width"] < 140


def test_a_link_lays_a_table_as_a_source_tells_it(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + "sources.html#source-S4")
    page.get_by_role("link", name="as gamerules.com (Korean) says it").click()
    wait_live(page)
    table = page.locator('[data-couillon="table"]')
    expect(table.locator(".cl-title").first).to_have_text("Couillon with Mit")
    assert "stakes~double" in str(table.get_attribute("data-share"))
    assert (visit.others, visit.errors) == ([], [])


def sheets(page: Any) -> int:
    """The number of sheets of A4 on which a page is printed."""
    printed = page.pdf(format="A4", margin=dict.fromkeys(("top", "right", "bottom", "left"), "1cm"))
    return len(re.findall(rb"/Type\s*/Page[^s]", printed))


def test_rule_cards_are_printed_one_to_a_page_and_alone_if_named(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + "rule-cards.html")
    page.emulate_media(media="print")
    wait_media(page, "print")
    cards = page.locator(".cl-rule-card")
    assert cards.count() == 11
    assert {cards.nth(n).is_visible() for n in range(11)} == {True}
    assert sheets(page) == 11
    colours = "card => [getComputedStyle(card).color, getComputedStyle(card).backgroundColor]"
    assert cards.first.evaluate(colours) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    page.goto(base + "rule-cards.html#card-mit")
    expect(page.locator(".cl-rule-card:visible")).to_have_count(1)
    expect(page.locator(".cl-rule-card:visible")).to_have_id("card-mit")
    assert sheets(page) == 1


@pytest.mark.parametrize("visit", [{"color_scheme": "dark"}], indirect=True)
def test_paper_is_white_even_if_the_screen_is_dark(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + "the-slate.html?live=off")
    page.emulate_media(media="print")
    wait_media(page, "print")
    for part in ("body", "h1", ".bd-article p", "[data-couillon] .cl-title"):
        colour = page.locator(part).first.evaluate("part => getComputedStyle(part).color")
        assert max(map(int, re.findall(r"\d+", colour)[:3])) < 80, (part, colour)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert not page.get_by_role("link", name="Download this page as a notebook").is_visible()


def test_a_lost_reader_is_shown_the_way(visit: Visit, base: str) -> None:
    answer = visit.page.goto(base + "no-such-page.html")
    assert answer.status == 404
    assert visit.page.get_by_role("heading", level=1).inner_text() == "There is no page of this name."
    visit.page.get_by_role("searchbox").fill("boucle")
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_url("**/search.html?q=boucle")


def test_a_site_that_knows_its_address_helps_below_any_address(tmp_path: Path) -> None:
    (tmp_path / "start.html").touch()
    not_found_page(tmp_path, "start.html", checked_url("https://cards.example/couillon"))
    text = (tmp_path / "404.html").read_text(encoding="utf-8")
    assert '<base href="https://cards.example/couillon/">' in text
    assert "play.html" not in text


def test_signatures_of_the_reference_are_spelled_as_python_reads_them(site: Path) -> None:
    pages = sorted(site.glob("api*.html"))
    assert len(pages) == 4
    for page in pages:
        signatures = re.findall(r'<dt class="sig.*?</dt>', page.read_text(encoding="utf-8"), re.S)
        assert len(signatures) > 20, page.name
        # Sphinx leaves these signs where it could not read a signature, and then links nothing in it.
        assert [each for each in signatures if "~" in each or "&lt;factory" in each] == []
