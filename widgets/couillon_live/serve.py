"""Serves the built site to this machine alone: a small file server that knows its types and its compressed twins."""

from __future__ import annotations

import errno
import hashlib
import threading
import webbrowser
from collections.abc import Callable
from email.utils import formatdate
from functools import lru_cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from couillon.errors import CommandError
from couillon.messages import _

__all__ = ["POLICY", "ServeError", "make_server", "serve"]

HOST = "127.0.0.1"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".gz": "application/gzip",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".ipynb": "application/x-ipynb+json",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
    ".zip": "application/zip",
}
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
#: What the pages need and no more: what lies beside them, WebAssembly, and styles written on an element.
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; frame-src 'none'; form-action 'self'; base-uri 'self'"
)


class ServeError(CommandError):
    """The site cannot be served; the message is one sentence for the reader."""


def accepted(header: str) -> set[str]:
    """Read an Accept-Encoding header as the names of the encodings that it allows.

    >>> sorted(accepted("gzip, br;q=0.8, zstd;q=0"))
    ['br', 'gzip']
    >>> sorted(accepted("*, gzip;q=0"))
    ['br']
    """
    weights: dict[str, float] = {}
    for part in header.split(","):
        name, _semicolon, quality = part.strip().partition(";")
        try:
            weight = float(quality.partition("=")[2] or 1)
        except ValueError:
            weight = 0.0
        weights[name.strip().lower()] = weight
    # The star stands for every encoding that is not named.
    named = {encoding: weights.get("*", 0.0) for encoding, _suffix in ENCODINGS} | weights
    return {name for name, weight in named.items() if weight > 0 and name not in ("", "*")}


def matches(header: str, etag: str) -> bool:
    """Tell whether an If-None-Match header names a version of a file; the star names any.

    >>> [matches(header, '"a"') for header in ('"a"', '"b", W/"a"', "*", '"ab"', "")]
    [True, True, True, False, False]
    """
    return any(part.strip().removeprefix("W/") in (etag, "*") for part in header.split(","))


def resolve(directory: Path, target: str) -> Path | None:
    """Find the file that a request names, or None: never outside of `directory`, never a folder or a hidden file.

    >>> resolve(Path(__file__).parent, "/serve.py?x=1").name
    'serve.py'
    >>> [resolve(Path(__file__).parent, bad) for bad in ("/../couillon/cards.py", "/%2e%2e/x", "/page", "/a%00b")]
    [None, None, None, None]

    Raises ValueError if the request names nothing that could be an address.
    """
    path = unquote(urlsplit(target).path, errors="replace")
    parts = [part for part in path.split("/") if part]
    if "\0" in path or "\\" in path or any(part.startswith(".") for part in parts):
        return None
    found = directory.joinpath(*parts)
    if path.endswith("/"):
        found = found / "index.html"
    try:
        real = found.resolve(strict=True)
    except OSError:
        return None
    return real if real.is_file() and real.is_relative_to(directory.resolve()) else None


@lru_cache(maxsize=512)
def _etag(path: Path, size: int, changed: int) -> str:
    return f'"{hashlib.sha256(path.read_bytes()).hexdigest()[:20]}"'


class SiteHandler(BaseHTTPRequestHandler):
    """Answers GET and HEAD with the files of one directory."""

    protocol_version = "HTTP/1.1"
    server_version = "Couillon"
    sys_version = ""
    directory: Path
    timeout = 60

    def do_GET(self) -> None:
        """Send a file."""
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        """Send what a GET would be headed with."""
        self._answer(with_body=False)

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet: a reader has no use for a line for each file."""

    def _answer(self, *, with_body: bool) -> None:
        if "Content-Length" in self.headers or "Transfer-Encoding" in self.headers:
            self.close_connection = True  # what comes with the request is not read, and must not pass for the next one
        try:
            path = resolve(self.directory, self.path)
        except ValueError:
            self._no(HTTPStatus.BAD_REQUEST, _("This is no address of a page.").encode(), ".txt", with_body)
            return
        if path is None:
            page = self.directory / "404.html"
            found = page.is_file()
            body = page.read_bytes() if found else _("There is no page of this name.").encode()
            self._no(HTTPStatus.NOT_FOUND, body, ".html" if found else ".txt", with_body)
            return
        twin, encoding = self._twin(path)
        facts = twin.stat()
        etag = _etag(twin, facts.st_size, facts.st_mtime_ns)
        headers = {
            "Content-Type": TYPES.get(path.suffix, "application/octet-stream"),
            "ETag": etag,
            "Last-Modified": formatdate(facts.st_mtime, usegmt=True),
            # An address with a version never changes what it means; any other is asked for anew, and mostly not sent.
            "Cache-Control": "max-age=31536000, immutable" if "?v=" in self.path else "no-cache",
            "Vary": "Accept-Encoding",
            "Accept-Ranges": "none",  # a part of a compressed twin is of no use to anybody
        }
        if encoding:
            headers["Content-Encoding"] = encoding
        if matches(self.headers.get("If-None-Match", ""), etag):
            self._head(HTTPStatus.NOT_MODIFIED, headers)
            return
        self._head(HTTPStatus.OK, {**headers, "Content-Length": str(facts.st_size)})
        if with_body:
            self._write(twin.read_bytes())

    def _twin(self, path: Path) -> tuple[Path, str]:
        """Choose the compressed twin of a file that the browser takes, if there is one."""
        allowed = accepted(self.headers.get("Accept-Encoding", ""))
        for encoding, suffix in ENCODINGS:
            twin = path.with_name(path.name + suffix)
            if encoding in allowed and twin.is_file():
                return twin, encoding
        return path, ""

    def _no(self, status: HTTPStatus, body: bytes, suffix: str, with_body: bool) -> None:
        length = str(len(body))
        self._head(status, {"Content-Type": TYPES[suffix], "Content-Length": length, "Cache-Control": "no-cache"})
        if with_body:
            self._write(body)

    def _head(self, status: HTTPStatus, headers: dict[str, str]) -> None:
        self.send_response(status)
        safe = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": POLICY}
        for name, value in {**headers, **safe}.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()

    def _write(self, body: bytes) -> None:
        try:
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the reader has gone to another page


class SiteServer(ThreadingHTTPServer):
    """A threading server that lets a port be used again at once, but never shares it."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Keep quiet when a connection ends midway."""


def make_server(directory: Path, port: int = 0) -> SiteServer:
    """Make a server for the site in `directory` on this machine's own address; port 0 takes any that is free.

    Raises ServeError if there is no site, or the port is taken, forbidden or no port number.
    """
    directory = Path(directory)
    if not (directory / "index.html").is_file():
        raise ServeError(_("There is no built site in {folder}: run couillon build first.").format(folder=directory))
    if not 0 <= port <= 65535:
        raise ServeError(_("A port is a number from 1 to 65535, not {port}.").format(port=port))
    handler = type("Handler", (SiteHandler,), {"directory": directory.resolve()})
    try:
        return SiteServer((HOST, port), handler)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            message = _("Port {port} is taken by another program: choose another one with --port.").format(port=port)
        elif error.errno == errno.EACCES:
            message = _("This user may not use port {port}: choose one above 1023 with --port.").format(port=port)
        else:
            message = _("Port {port} cannot be used: {reason}.").format(port=port, reason=error.strerror)
        raise ServeError(message) from error


def serve(
    directory: Path, port: int = 8000, open_browser: bool = True, *, report: Callable[[str], object] = print
) -> None:
    """Serve the site in `directory` until Ctrl-C, telling its address through `report`.

    Raises ServeError with one sentence if it cannot.
    """
    with make_server(directory, port) as server:
        address = f"http://{HOST}:{server.server_port}/"
        report(_("Couillon is at {address} (Ctrl-C ends it).").format(address=address))
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        try:
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            report(_("Goodbye."))
