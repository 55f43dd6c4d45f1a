"""What makes a book that is read without a network, and can be put on a telephone's home screen.

At the end of the build the service worker gets the list of all files with a hash of each, and the site its web app
manifest. Pages register the service worker themselves (``page/theme/offline.js``).
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from couillon.messages import _
from couillon_live.address import PICTURE
from couillon_live.runtime import LONG, PAGE
from couillon_live.twins import twins

__all__ = ["ICONS", "MANIFEST", "WORKER", "kept_files", "write_manifest", "write_worker"]

WORKER = "sw.js"
MANIFEST = "manifest.webmanifest"
#: Tells an open page which build lies on the server now.
EDITION = "live/edition.json"
#: Address, sizes and purpose of the icons of an installed book.
ICONS = (
    ("_static/icon.svg", "any", "any"),
    ("_static/icon-192.png", "192x192", "any"),
    ("_static/icon-512.png", "512x512", "any"),
    ("_static/icon-maskable.png", "512x512", "maskable"),
)
_NOT_KEPT = {WORKER, EDITION, PICTURE, "404.html", "sitemap.xml", "robots.txt"}


def content_hash(data: bytes) -> str:
    """Hash the content of a file as the service worker does.

    >>> content_hash(b"couillon")
    'X63fokLL8mA9qmnaMu8t'
    """
    return b64encode(sha256(data).digest()[:15]).decode()


def kept_files(site: Path) -> list[str]:
    """List what a browser keeps of a site: everything that a page shows, runs or hands out."""
    left_out = {*twins(site)}
    names = (
        path.relative_to(site).as_posix() for path in sorted(site.rglob("*")) if path.is_file() and path not in left_out
    )
    return [name for name in names if name not in _NOT_KEPT and not name.rpartition("/")[2].startswith(".")]


def write_manifest(site: Path) -> None:
    """Write the web app manifest."""
    facts = {
        "name": "Couillon",
        "short_name": "Couillon",
        "description": _("Learn the card game Couillon and its family, at tables that answer."),
        "lang": "en",
        "dir": "ltr",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "display_override": ["minimal-ui", "standalone"],
        "background_color": "#2a3237",
        "theme_color": "#2a3237",
        "categories": ["games", "education"],
        "icons": [{"src": source, "sizes": sizes, "purpose": purpose} for source, sizes, purpose in ICONS],
    }
    (site / MANIFEST).write_text(json.dumps(facts, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def write_worker(site: Path, live: str) -> None:
    """Write the service worker for the files that lie in `site`; `live` is the id of the runtime in it."""
    (site / EDITION).write_text(json.dumps({"live": live}) + "\n")
    files = {}
    unpacked, lengths = {}, {}
    for name in kept_files(site):
        data = (site / name).read_bytes()
        files[name] = content_hash(data)
        if name.endswith(".gz"):
            unpacked[name] = content_hash(gzip.decompress(data))
        if name.endswith(LONG):
            lengths[name] = len(data)
    facts = {"live": live, "files": files, "unpacked": unpacked, "lengths": lengths}
    book = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    script = (PAGE / "sw.js").read_text(encoding="utf-8")
    (site / WORKER).write_text(script.replace("__BOOK__", book, 1), encoding="utf-8")
