"""Sphinx extension: makes the pages of the book light, self-contained and ready to come alive.

Each live code cell gets its source beside its output; pages with such cells load one small script, pages with widgets
carry the deck once. The theme's templates are replaced where they load what these pages do without. Cells tagged
`static` are not live: what they showed when the book was built just stays.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.config import Config

from couillon.messages import _
from couillon_live.runtime import STATIC_TAG
from couillon_widgets.front import SHEETS

HERE = Path(__file__).parent
CELL_TYPE = "application/x-couillon-cell"
#: What the snapshot of a table begins with.
TABLE = 'data-couillon="table"'
DROPPED_OPTIONS = ("comments_config", "thebe_config", "togglebutton_hint")


def page_messages() -> dict[str, str]:
    """Give the sentences that the scripts of a page may say, in the reader's language."""
    return {
        "progress": _("Loading the game"),
        "starting": _("The game is loading."),
        "loading": _("The game is loading: {loaded} of {total} MB."),
        "setting": _("Setting the table."),
        "kept": _("A card you tap now is kept."),
        "failed": _("The game did not load."),
        "stopped": _("The game has stopped."),
        "restarted": _("The game had stopped. It starts again and goes on from here."),
        "renewed": _("This book has been renewed since you opened this page."),
        "reload": _("Load the page again"),
        "still": _("You can read on; the cards stay as pictures."),
        "again": _("Try again"),
        "happened": _("What happened"),
        "waiting": _("waiting"),
        "noted": _("Kept until the game has loaded: {what}. Escape takes it back."),
        "back": _("Taken back."),
        "brought": _("Not done, because your deal has come back as you left it: {what}."),
        "linked": _("Not done, because the link has brought a position that you had not seen: {what}."),
        "off": _("The cards are switched off at this address: without live=off in it they answer."),
        "unsupported": _("This browser cannot run WebAssembly in a worker."),
        "unloadable": _("A part of the game could not be loaded."),
        "stalled": _("The download has come to a standstill."),
        "silent": _("The game no longer answers."),
    }


def theme_texts() -> dict[str, str]:
    """Give the sentences of the page around the text."""
    return {
        "skip": _("Skip to the text"),
        "pages": _("All pages"),
        "contents": _("On this page"),
        "close": _("Close"),
        "colours": _("Light or dark"),
        "colours_auto": _("As your system has it"),
        "colours_light": _("Light"),
        "colours_dark": _("Dark"),
        "search": _("Search"),
        "download": _("Download this page as a notebook"),
        "previous": _("Before"),
        "next": _("Next"),
        "lesson_begun": _("begun"),
        "lesson_done": _("done"),
        "edition": _("A new edition of this book is here. Your deal stays as it is."),
        "edition_load": _("Load it"),
        "edition_later": _("Later"),
        "kept": _("This book is kept in your browser: it opens without a network, too."),
        "search_needs": _("The search needs JavaScript; all pages are in the list beside the text."),
        "licence": _("Text and art: CC BY 4.0. Code: BSD-3-Clause."),
        "licences": _("Licences of the libraries on these pages"),
        "no_script": _(
            "With JavaScript switched on, the cards on this page answer. Without it everything can be read."
        ),
        "no_boot": _("The cards on this page could not be loaded. You can read on; the cards stay as pictures."),
        "partial": _("Only a part of this page has arrived."),
        "reload": _("Load the page again"),
    }


def runtime_id(app: Sphinx) -> str | None:
    """Give the id of the runtime that the pages will lie beside, or None when they are built without one."""
    folder = app.config.couillon_runtime
    record = Path(folder) / "runtime.json" if folder else None
    if record is None or not record.exists():
        return None
    return str(json.loads(record.read_text(encoding="utf-8"))["id"])


def is_live(cell: nodes.Element) -> bool:
    """Tell whether a node is a live code cell: one that showed something or may, and is not tagged `static`."""
    return cell.get("nb_element") == "cell_code" and f"tag_{STATIC_TAG}" not in cell.get("classes", [])


def mark_cells(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the source of each live cell on the page, as data, and an empty output where a cell shows nothing."""
    if app.builder.format != "html" or runtime_id(app) is None:
        return
    cells = [node for node in doctree.findall(nodes.container) if is_live(node)]
    for cell in cells:
        source = next((block.astext() for block in cell.findall(nodes.literal_block)), "")
        if not any(
            part.get("nb_element") == "cell_code_output" for part in cell.children if isinstance(part, nodes.Element)
        ):
            cell.append(nodes.container(nb_element="cell_code_output", classes=["cell_output"]))
        cell["classes"].append("cl-cell")
        cell.append(nodes.raw("", _data_script(CELL_TYPE, source), format="html"))
    # The page keeps a gap below its first widget, for what it says while the engine starts.
    for cell in [c for c in cells if any("data-couillon" in raw.astext() for raw in c.findall(nodes.raw))][:1]:
        cell["classes"].append("cl-first")
    # A table takes all the room beside the list of pages.
    for cell in [c for c in cells if any(TABLE in raw.astext() for raw in c.findall(nodes.raw))]:
        cell["classes"].append("cl-wide-cell")


def fold_after(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put folded code behind what it shows, so that it is reached, read and painted where it stands."""
    for folded in list(doctree.findall(HideCodeCellNode)):
        cell = folded.parent
        cell.remove(folded)
        cell.append(folded)


def _data_script(kind: str, data: object, identity: str = "") -> str:
    text = json.dumps(data, ensure_ascii=False).replace("</", "<\\/").replace("<!--", "<\\u0021--")
    return f'<script type="{kind}"{identity and f" id={chr(34)}{identity}{chr(34)}"}>{text}</script>'


def fill_page(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Give the templates what they need: the deck and the boot script on pages that use them, and the texts."""
    from couillon_widgets.deck import sprite

    body = str(context.get("body", ""))
    identity = runtime_id(app)
    live = identity is not None and CELL_TYPE in body
    config = {"id": identity, "messages": page_messages()}
    context["couillon_text"] = theme_texts()
    context["couillon_wide"] = TABLE in body
    context["couillon_deck"] = sprite() if live or "data-couillon" in body else ""
    context["couillon_live"] = f"live/boot.js?v={identity}" if live else ""
    context["couillon_config"] = _data_script("application/json", config, "couillon-live") if live else ""
    context["couillon_licences"] = identity is not None
    # The state of all widgets is of no use to anyone here: the page's own Python makes it anew.
    scripts = context.get("script_files")
    if scripts is not None:
        context["script_files"] = [s for s in scripts if not _is_idle(s)]


def _is_idle(script: Any) -> bool:
    """Tell whether a script does nothing on these pages: the state of widgets, the theme's buttons and sidebars."""
    name = str(getattr(script, "filename", script) or "")
    return "widget-state" in str(getattr(script, "attributes", {})) or "sphinx-book-theme" in name


def add_static_files(app: Sphinx, config: Config) -> None:
    """Put templates, styles and the theme's script where Sphinx looks for them."""
    import couillon_widgets

    config.templates_path.append(str(HERE / "templates"))
    config.html_static_path.append(str(HERE / "page" / "theme"))
    static = Path(couillon_widgets.__file__).parent / "static"
    config.html_static_path.extend(str(static / sheet) for sheet in SHEETS)


def spell_defaults(*event: Any) -> tuple[str | None, str | None]:
    """Write ``...`` for a default that is made anew each time: only then can Sphinx read the signature and link it."""
    *_about, signature, returned = event
    return signature and signature.replace("<factory>", "..."), returned


def setup(app: Sphinx) -> dict[str, Any]:
    """Join the extension to Sphinx."""
    app.add_config_value("couillon_runtime", None, "html", types=[str, type(None)])
    for name in DROPPED_OPTIONS:
        if name not in app.config:
            app.add_config_value(name, None, "")
    app.connect("config-inited", add_static_files)
    app.connect("doctree-resolved", mark_cells)
    app.connect("doctree-resolved", fold_after)
    app.connect("autodoc-process-signature", spell_defaults)
    app.connect("html-page-context", fill_page, priority=400)
    for place, sheet in enumerate((*SHEETS, "book.css")):
        app.add_css_file(sheet, priority=800 + place)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
