"""The site is no larger than it has to be: no file that nobody uses, few bytes before the engine, true twins."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from urllib.parse import unquote

import brotli

from couillon_live.assemble import local, read_references
from couillon_live.twins import is_compressible, twins

from .reader import LESSON

#: Files that servers, browsers and search engines ask for by themselves, and notes of the build.
ENTRANCES = {"index.html", "404.html", "sitemap.xml", "robots.txt", ".nojekyll", ".couillon-site", "live/edition.json"}
#: They name every file or page, used or not.
LISTS = {"sw.js", "searchindex.js", "sitemap.xml"}
BEFORE_THE_ENGINE = 250_000  # bytes


def relative(path: Path, site: Path) -> str:
    return path.relative_to(site).as_posix()


def test_no_file_lies_there_that_nothing_names(site: Path) -> None:
    copies = {*twins(site)}
    files = [path for path in sorted(site.rglob("*")) if path.is_file() and path not in copies]
    texts = {
        path: unquote(path.read_text(encoding="utf-8"))
        for path in files
        if path.suffix in (".html", ".js", ".mjs", ".css", ".webmanifest") and relative(path, site) not in LISTS
    }
    unused = [
        relative(path, site)
        for path in files
        if relative(path, site) not in ENTRANCES
        and not any(path.name in text for other, text in texts.items() if other != path)
    ]
    assert unused == []
    assert len(files) > 60


def test_little_is_loaded_before_the_engine(site: Path) -> None:
    page = site / LESSON
    found = read_references(page)
    names = {LESSON, *map(local, found.sheets), *map(local, found.loads), "_static/icon.svg"}
    style = (site / "_static" / "site.css").read_text(encoding="utf-8")
    names |= {f"_static/{local(name)}" for name in re.findall(r'url\("?([^")]+\.woff2)"?\)', style)}
    names -= {name for name in names if name.endswith(".html") and name != LESSON}
    sizes = {}
    for name in names:
        twin = site / f"{name}.gz"
        sizes[name] = (twin if twin.exists() else site / name).stat().st_size
    assert sum(sizes.values()) < BEFORE_THE_ENGINE, sizes
    assert "live/boot.js" in sizes and "_static/site.css" in sizes


def test_pages_load_nothing_twice_and_nothing_of_the_theme_that_does_nothing_here(site: Path) -> None:
    for page in site.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        found = read_references(page)
        addresses = [local(address) for address in [*found.sheets, *found.loads] if address.endswith((".js", ".css"))]
        assert len(addresses) == len(set(addresses)), page.name
        assert not re.search(
            r"bootstrap|fontawesome|sphinx-book-theme|require\.js|thebe|mathjax", " ".join(addresses), re.I
        )
        assert not re.search(r"<script(?![^>]*(\bsrc=|type=\"application/))[^>]*>", text), (
            f"a script within {page.name}"
        )
        assert not re.search(r"<[a-z][^>]* on[a-z]+=", text), f"a script on an element of {page.name}"
        for image in re.findall(r"<img\b[^>]*>", text):
            assert re.search(r'\bwidth="\d+"', image) and re.search(r'\bheight="\d+"', image), image
        assert text.count('name="viewport"') == 1, page.name


def test_twins_say_what_their_file_says_and_are_smaller(site: Path) -> None:
    packed = 0
    for path in site.rglob("*"):
        if path.suffix in (".gz", ".br") or not path.is_file() or not is_compressible(path):
            continue
        data = path.read_bytes()
        gz, br = (path.with_name(path.name + suffix).read_bytes() for suffix in (".gz", ".br"))
        assert gzip.decompress(gz) == data == brotli.decompress(br), path.name
        assert len(br) < len(gz) < len(data), path.name
        packed += 1
    assert packed > 60
