"""Puts the static site together: the pages that Sphinx made, trimmed to what they use, beside the runtime."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path

from couillon_live.address import PICTURE
from couillon_live.offline import ICONS, write_manifest, write_worker
from couillon_live.older import without_light_dark
from couillon_live.runtime import PAGE, BuildError, Report, node_program, run
from couillon_live.twins import compress
from couillon_widgets.front import SHEETS

FONT = "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2"
OUR_SHEETS = (*(f"_static/{sheet}" for sheet in SHEETS), "_static/book.css")
NOTEBOOK_SHEET = "_static/mystnb"  # book.css draws the cells
SHEET = "_static/site.css"
SAFE_CLASSES = ("^html$", "^body$", "^data-theme", "dark", "light", "dialog", "open", "noscript")
DROPPED = (".buildinfo", ".buildinfo.bak", "objects.inv", "_sources", "_images/.keep")


class _References(HTMLParser):
    """Collects what a page loads or links to."""

    def __init__(self) -> None:
        super().__init__()
        self.sheets: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the addresses of one tag."""
        values = {name: value or "" for name, value in attrs}
        if "id" in values:
            self.anchors.add(values["id"])
        if tag == "link" and "stylesheet" in values.get("rel", ""):
            self.sheets.append(values.get("href", ""))
        elif tag == "link" and values.get("rel") == "canonical":
            pass  # an address that is told, and never loaded
        elif tag in ("link", "img", "script", "source", "iframe"):
            self.loads += [values[key] for key in ("href", "src") if values.get(key)]
        elif tag == "a":
            self.links.append(values.get("href", ""))


def read_references(page: Path) -> _References:
    """Parse one page."""
    found = _References()
    found.feed(page.read_text(encoding="utf-8"))
    return found


def local(address: str) -> str:
    """Strip query and fragment from an address.

    >>> local("_static/site.css?v=12#x")
    '_static/site.css'
    """
    return re.split(r"[?#]", address, maxsplit=1)[0]


def check_pages(site: Path, pages: Iterable[Path]) -> None:
    """Raise BuildError if a page loads anything from another host, or links to a file or place that is not there."""
    parsed = {page.name: read_references(page) for page in pages}
    wrong = []
    for name, found in parsed.items():
        for address in [*found.sheets, *found.loads]:
            if re.match(r"(https?:)?//", address):
                wrong.append(f"{name} loads {address} from another host.")
        for address in [*found.sheets, *found.loads, *found.links]:
            if not address or re.match(r"[a-z]+:|//", address):
                continue
            target, anchor = local(address) or name, address.partition("#")[2]
            if not (site / target).exists():
                wrong.append(f"{name} names {target}, which is not in the site.")
            elif anchor and "=" not in anchor and target in parsed and anchor not in parsed[target].anchors:
                wrong.append(f"{name} links to {target}#{anchor}, but nothing there has this id.")
    if wrong:
        raise BuildError("Some links of the site lead nowhere.", "\n".join(sorted(set(wrong))))


def one_sheet(site: Path, modules: Path, pages: list[Path]) -> None:
    """Replace the style sheets of all pages by one that has only the rules that occur in them."""
    sheets: list[str] = []
    for page in pages:
        sheets += [s for s in map(local, read_references(page).sheets) if s not in sheets]
    ordered = [s for s in sheets if s not in OUR_SHEETS and not s.startswith(NOTEBOOK_SHEET)] + [
        s for s in OUR_SHEETS if s in sheets
    ]
    facts = {"sheets": ordered, "keep": list(OUR_SHEETS), "target": SHEET, "safe": list(SAFE_CLASSES)}
    config = site.parent / "styles.json"
    config.write_text(json.dumps(facts))
    run(
        [node_program(), PAGE / "bundle.mjs", "styles", modules, site, config],
        cwd=site,
        failure="The style sheets of the site could not be put together.",
    )
    with (site / SHEET).open("a", encoding="utf-8") as sheet:
        sheet.write(without_light_dark((site / "_static" / SHEETS[0]).read_text(encoding="utf-8")) + "\n")
    for page in pages:
        text = re.sub(r'[ \t]*<link\b[^>]*\brel="stylesheet"[^>]*>\n?', "", page.read_text(encoding="utf-8"))
        text = text.replace("</head>", f'<link rel="stylesheet" href="{SHEET}">\n</head>', 1)
        page.write_text(text, encoding="utf-8")


def tidy(page: Path) -> None:
    """Take out of a page what only makes it longer: what its head says twice, blank lines outside of `pre`."""
    text = page.read_text(encoding="utf-8")
    viewports = re.findall(r'<meta name="viewport"[^>]*>', text)
    for viewport in viewports[1:]:
        text = text.replace(viewport, "", 1)
    parts = re.split(r"(<(pre|textarea|script)\b.*?</\2>)", text, flags=re.DOTALL)
    kept = [re.sub(r"\n\s*\n+", "\n", part) if i % 3 == 0 else part for i, part in enumerate(parts) if i % 3 != 2]
    page.write_text("".join(kept), encoding="utf-8")


def prune_static(site: Path, pages: list[Path]) -> None:
    """Delete the theme's files that no page loads."""
    used = {SHEET, PICTURE, "_static/bricolage-grotesque.woff2", *(source for source, _sizes, _purpose in ICONS)}
    for page in pages:
        found = read_references(page)
        used |= {local(address) for address in found.loads}
    used |= {f"_static/{local(u)}" for u in re.findall(r'url\("?([^")]+)"?\)', (site / SHEET).read_text())}
    for path in sorted((site / "_static").rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path.relative_to(site).as_posix() not in used:
            path.unlink()


def not_found_page(site: Path, start: str, url: str) -> None:
    """Write the page that a server shows for an address that is not there; it stands alone, whatever that address is.

    Where the site's own address is known, its links hold below any other address as well.
    """
    from couillon.messages import _

    message = _("There is no page of this name.")
    told = _("It may have moved, or its address has a slip. Nothing is lost: all pages are a step away.")
    label = _("Search")
    links = [(start, _("To the first page")), ("play.html", _("To a table")), ("sources.html", _("To the rules"))]
    items = "".join(f'<li><a href="{page}">{words}</a></li>' for page, words in links if (site / page).exists())
    base = f'<base href="{url}">' if url else ""
    (site / "404.html").write_text(
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">{base}'
        f"<title>{message}</title><style>:root{{color-scheme:light dark}}"
        "body{font:1.125rem/1.6 system-ui,sans-serif;background:light-dark(#fff,#14191c);"
        "color:light-dark(#1a2327,#e9eeec);max-width:36rem;margin:12vh auto;padding:0 1.5rem}"
        "h1{line-height:1.15;text-wrap:balance}a{color:light-dark(#0b5c69,#7cc7d2)}ul{padding:0;list-style:none}"
        "li a{display:inline-block;min-height:44px;padding:.375rem 0;box-sizing:border-box}"
        "form{display:flex;gap:.5rem;flex-wrap:wrap}input,button{font:inherit;min-height:44px;padding:0 .75rem;"
        "min-width:0;border:1px solid light-dark(#6b7c82,#84969d);border-radius:8px;background:transparent;"
        "color:inherit}input{flex:1 1 10rem}</style></head>"
        f"<body><main><h1>{message}</h1><p>{told}</p><ul>{items}</ul>"
        f'<form role="search" action="search.html"><input type="search" name="q" aria-label="{label}">'
        f"<button>{label}</button></form></main></body></html>\n",
        encoding="utf-8",
    )


def assemble(
    html: Path, runtime: Path, modules: Path, site: Path, start: str, report: Report, *, url: str = ""
) -> None:
    """Make `site` out of Sphinx's `html` and the `runtime`, with `start` (a page's name) as its index.

    `url` is the address that the site will have, if it is known.
    """
    report("Putting the site together")
    with tempfile.TemporaryDirectory(prefix=f".{site.name}-", dir=site.parent) as folder:
        fresh = Path(folder) / "site"
        _fill(fresh, html, runtime, modules, start, url)
        shutil.rmtree(site, ignore_errors=True)
        fresh.rename(site)


def _fill(fresh: Path, html: Path, runtime: Path, modules: Path, start: str, url: str) -> None:
    """Put everything that belongs to the site into a folder of its own."""
    shutil.copytree(html, fresh)
    for name in DROPPED:
        target = fresh / name
        if target.is_dir():
            shutil.rmtree(target)
        else:
            target.unlink(missing_ok=True)
    shutil.copytree(runtime, fresh / "live", ignore=shutil.ignore_patterns("runtime.json"))
    shutil.copyfile(modules / FONT, fresh / "_static" / "bricolage-grotesque.woff2")
    # The theme's own address for the first page would cost a second request; it is the first page itself.
    (fresh / "index.html").unlink(missing_ok=True)
    pages = sorted(fresh.glob("*.html"))
    write_manifest(fresh)
    one_sheet(fresh, modules, pages)
    for page in pages:
        tidy(page)
    prune_static(fresh, pages)
    text = (fresh / start).read_text(encoding="utf-8")
    if 'rel="canonical"' not in text:
        text = text.replace("</head>", f'<link rel="canonical" href="{start}">\n</head>', 1)
    (fresh / "index.html").write_text(text)
    check_pages(fresh, [*pages, fresh / "index.html"])
    not_found_page(fresh, start, url)
    (fresh / ".nojekyll").touch()  # or GitHub Pages leaves out the folders whose names begin with an underscore
    write_worker(fresh, json.loads((runtime / "runtime.json").read_text(encoding="utf-8"))["id"])
    compress(fresh, runtime.parent / "twins")
