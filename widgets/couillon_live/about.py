"""Sphinx extension: what other programs are told about a page, and what of it is searched.

Each page gets a description and what links to it show (Open Graph). A page that is a notebook can be downloaded as one.
Where the address of the site is known (``couillon_url``), addresses are whole and there is a map of the site. Searched
are the words of the text, not the letters on the cards and buttons of a widget, nor its code.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from html import escape, unescape
from pathlib import Path
from typing import Any

import nbformat
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

from couillon.messages import _
from couillon_live.address import PICTURE, PICTURE_SIZE, URL_VARIABLE, checked_url
from couillon_live.contents import pages
from couillon_live.notebooks import settle

__all__ = ["description", "setup", "site_map"]

HERE = Path(__file__).parent
NOTEBOOKS = "notebooks"
_LONGEST = 200


def description(doctree: nodes.document) -> str:
    """Return the first paragraph of a page as one line, cut off after a word where it is long."""
    first = next((p for p in doctree.findall(nodes.paragraph) if p.astext().strip()), None)
    text = " ".join(first.astext().split()) if first is not None else ""
    if len(text) <= _LONGEST:
        return text
    return text[:_LONGEST].rsplit(" ", 1)[0].rstrip(",;:–") + " …"


def site_map(url: str, names: list[str]) -> str:
    """Return the map of a site in XML.

    >>> print(site_map("https://cards.example/", ["start.html"]))
    <?xml version="1.0" encoding="utf-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <url><loc>https://cards.example/start.html</loc></url>
    </urlset>
    """
    found = "\n".join(f"<url><loc>{escape(url + page)}</loc></url>" for page in names)
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="{space}">\n{found}\n</urlset>'


def set_url(app: Sphinx, config: Config) -> None:
    """Take the address of the site from the environment, else from the configuration."""
    try:
        config.couillon_url = checked_url(os.environ.get(URL_VARIABLE) or config.couillon_url)
    except ValueError as error:
        raise ConfigError(str(error)) from None
    config.html_baseurl = config.couillon_url


def rank_by_the_book(app: Sphinx, config: Config) -> None:
    """Let the search rank what it finds in the order of the book."""
    toc = Path(app.srcdir) / "_toc.yml"
    if not toc.exists():
        return
    script = (HERE / "page" / "search" / "scorer.js").read_text(encoding="utf-8")
    target = Path(app.doctreedir) / "scorer.js"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(script.replace("BOOK_ORDER = []", f"BOOK_ORDER = {json.dumps(pages(toc))}"), encoding="utf-8")
    config.html_search_scorer = str(target)


def _notebook(app: Sphinx, pagename: str) -> Path | None:
    path = Path(app.env.doc2path(pagename)) if pagename in app.env.found_docs else None
    return path if path and path.suffix == ".ipynb" else None


def describe_page(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell what a page is about in its head, and where its notebook lies."""
    url = app.config.couillon_url
    context["couillon_notebook"] = f"{NOTEBOOKS}/{pagename}.ipynb" if _notebook(app, pagename) else ""
    if doctree is None:
        return
    title = unescape(re.sub(r"<[^>]*>", "", str(context.get("title", ""))))
    facts = {
        "og:type": "article",
        "og:site_name": app.config.project,
        "og:title": title,
        "og:description": description(doctree),
        "og:image": url + PICTURE,
        "og:image:width": str(PICTURE_SIZE[0]),
        "og:image:height": str(PICTURE_SIZE[1]),
        "og:image:alt": _("Cards on a green cloth, and a slate beside them."),
    }
    if url:
        facts["og:url"] = f"{url}{pagename}.html"
    lines = [f'<meta name="description" content="{escape(description(doctree))}">']
    lines += [f'<meta property="{key}" content="{escape(value)}">' for key, value in facts.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image">')
    context["metatags"] = context.get("metatags", "") + "\n".join(lines)


def _is_noise(node: nodes.Node) -> bool:
    if isinstance(node, nodes.raw):
        text = node.astext()
        return "data-couillon" in text or text.startswith("<script")
    return isinstance(node, nodes.container) and node.get("nb_element") == "cell_code_source"


def search_text_only(app: Sphinx) -> None:
    """Let the search see a page without its widgets and their code."""
    builder: Any = app.builder
    if not hasattr(builder, "index_page"):
        return
    index = builder.index_page

    def index_page(pagename: str, doctree: nodes.document, title: str) -> None:
        trimmed = doctree.deepcopy()
        for node in [node for node in trimmed.findall() if _is_noise(node)]:
            node.parent.remove(node)
        index(pagename, trimmed, title)

    builder.index_page = index_page


def write_files(app: Sphinx, error: Exception | None) -> None:
    """Put the notebooks beside the pages, and the map of the site if its address is known."""
    if error is not None or app.builder.format != "html":
        return
    out = Path(app.outdir)
    found = sorted(app.env.found_docs)
    shutil.rmtree(out / NOTEBOOKS, ignore_errors=True)
    for page in found:
        if (notebook := _notebook(app, page)) is not None:
            (out / NOTEBOOKS).mkdir(exist_ok=True)
            text = nbformat.writes(settle(nbformat.read(notebook, as_version=4)))
            (out / NOTEBOOKS / f"{page}.ipynb").write_text(text + "\n", encoding="utf-8")
    if app.config.couillon_url:
        text = site_map(app.config.couillon_url, [f"{page}.html" for page in found])
        (out / "sitemap.xml").write_text(text + "\n", encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Join the extension to Sphinx."""
    app.add_config_value("couillon_url", "", "html", types=[str])
    app.connect("config-inited", set_url)
    app.connect("config-inited", rank_by_the_book)
    app.connect("builder-inited", search_text_only)
    app.connect("html-page-context", describe_page)
    app.connect("build-finished", write_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
