"""The server of `couillon serve`: types, compressed twins, caching, and nothing beyond the site."""

from __future__ import annotations

import gzip
import http.client
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from couillon_live.build import find_book
from couillon_live.serve import POLICY, ServeError, make_server, serve

from .conftest import served

Answer = tuple[int, dict[str, str], bytes]


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "secret.txt").write_text("secret")
    root = tmp_path / "site"
    (root / "live").mkdir(parents=True)
    (root / "index.html").write_text("<!doctype html><title>Start</title>" + "x" * 2000)
    (root / "index.html.gz").write_bytes(gzip.compress((root / "index.html").read_bytes()))
    (root / "index.html.br").write_bytes(b"brotli")
    (root / "404.html").write_text("no such page")
    for name in ("a.mjs", "a.js", "a.wasm", "a.json", "a.woff2", "a.css", "a.svg", "a.zip", "a.tar.gz"):
        (root / "live" / name).write_bytes(b"data")
    (root / ".hidden").write_text("hidden")
    (root / "link.txt").symlink_to(tmp_path / "secret.txt")
    yield from served(root)


def ask(address: str, path: str, method: str = "GET", **headers: str) -> Answer:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.status, dict(response.getheaders()), body


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.mjs", "text/javascript; charset=utf-8"),
        ("a.js", "text/javascript; charset=utf-8"),
        ("a.wasm", "application/wasm"),
        ("a.json", "application/json"),
        ("a.woff2", "font/woff2"),
        ("a.css", "text/css; charset=utf-8"),
        ("a.svg", "image/svg+xml"),
        ("a.zip", "application/zip"),
        ("a.tar.gz", "application/gzip"),
    ],
)
def test_types(address: str, name: str, kind: str) -> None:
    status, headers, body = ask(address, f"/live/{name}?v=1")
    assert (status, headers["Content-Type"], body) == (200, kind, b"data")
    assert "immutable" in headers["Cache-Control"]


def test_compressed_twins_by_what_the_browser_takes(address: str) -> None:
    plain = ask(address, "/")
    assert "Content-Encoding" not in plain[1]
    assert plain[2].startswith(b"<!doctype")
    packed = ask(address, "/index.html", Accept_Encoding="gzip, deflate")
    assert packed[1]["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed[2]) == plain[2]
    assert ask(address, "/", Accept_Encoding="gzip, br")[1]["Content-Encoding"] == "br"
    assert ask(address, "/", Accept_Encoding="gzip;q=0, br;q=0")[2] == plain[2]
    assert ask(address, "/", Accept_Encoding="*")[1]["Content-Encoding"] == "br"
    assert ask(address, "/", Accept_Encoding="*;q=0.5, br;q=0")[1]["Content-Encoding"] == "gzip"
    assert ask(address, "/", Accept_Encoding="*;q=0")[2] == plain[2]
    assert packed[1]["Vary"] == "Accept-Encoding"
    assert packed[1]["ETag"] != plain[1]["ETag"]


def test_a_page_is_asked_for_anew_and_sent_once(address: str) -> None:
    _status, headers, _body = ask(address, "/")
    assert headers["Cache-Control"] == "no-cache"
    for known in (headers["ETag"], f'"other", W/{headers["ETag"]}', "*"):
        status, _headers, body = ask(address, "/", If_None_Match=known)
        assert (status, body) == (304, b"")
    assert ask(address, "/", If_None_Match=headers["ETag"][:-2] + '"')[0] == 200
    assert ask(address, "/nothing.html", If_None_Match="*")[0] == 404


def test_a_policy_goes_along_that_the_book_tells_and_no_part_is_sent(address: str) -> None:
    book = (find_book(Path(__file__).parent) / "book" / "hosting.md").read_text(encoding="utf-8")
    assert f"```text\n{POLICY}\n```" in book
    for path in ("/", "/live/a.js?v=1", "/nothing.html"):
        assert ask(address, path)[1]["Content-Security-Policy"] == POLICY
    status, headers, body = ask(address, "/index.html", Range="bytes=0-9", Accept_Encoding="gzip")
    assert (status, headers["Accept-Ranges"]) == (200, "none")
    assert gzip.decompress(body).startswith(b"<!doctype")


def test_head(address: str) -> None:
    status, headers, body = ask(address, "/", "HEAD")
    assert (status, body) == (200, b"")
    assert int(headers["Content-Length"]) > 2000


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/live/..%2f..%2fsecret.txt",
        "/..%5csecret.txt",
        "//etc/passwd",
        "/link.txt",
        "/.hidden",
    ],
)
def test_nothing_beyond_the_site(address: str, path: str) -> None:
    status, _headers, body = ask(address, path)
    assert (status, body) == (404, b"no such page")


@pytest.mark.parametrize("path", ["/live", "/live/", "/nothing.html", "/%00", "/index.html/"])
def test_no_listing_and_a_page_for_what_is_not_there(address: str, path: str) -> None:
    assert ask(address, path)[0] == 404


def talk(address: str, text: str) -> bytes:
    """What the server says to some bytes until it closes the connection."""
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port or 80), timeout=10) as line:
        line.sendall(text.encode("ascii"))
        said = b""
        while part := line.recv(65536):
            said += part
    return said


@pytest.mark.parametrize("target", ["http://[/", "//[", "http://[::1/x", "//a]b/"])
def test_what_is_no_address_is_a_bad_request(address: str, target: str) -> None:
    said = talk(address, f"GET {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert said.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 404 "))
    assert said.startswith(b"HTTP/1.1 400 ") or target.startswith("//")


@pytest.mark.parametrize("head", ["Content-Length: 36", "Transfer-Encoding: chunked"])
@pytest.mark.parametrize("path", ["/", "/nothing.html", "http://[/"])
def test_a_body_never_passes_for_the_next_request(address: str, head: str, path: str) -> None:
    inner = "GET /live/a.js HTTP/1.1\r\nHost: x\r\n\r\n"
    said = talk(address, f"GET {path} HTTP/1.1\r\nHost: x\r\n{head}\r\n\r\n{inner}")
    assert said.count(b"HTTP/1.1 ") == 1
    assert b"Connection: close" in said


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_only_reading(address: str, method: str) -> None:
    assert ask(address, "/", method)[0] == 501


def test_on_this_machine_only(tmp_path: Path) -> None:
    (tmp_path / "index.html").touch()
    with make_server(tmp_path) as server:
        assert server.server_address[0] == "127.0.0.1"


def test_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "index.html").touch()
    with (
        make_server(tmp_path) as server,
        pytest.raises(ServeError, match=rf"^Port {server.server_port} is taken by another program: choose another one"),
    ):
        serve(tmp_path, server.server_port, open_browser=False)


def test_a_missing_site_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ServeError, match=r"There is no built site in .*: run couillon build first"):
        serve(tmp_path, 0, open_browser=False)


@pytest.mark.parametrize("port", [-1, 70000])
def test_a_wrong_port_is_one_sentence(tmp_path: Path, port: int) -> None:
    (tmp_path / "index.html").touch()
    with pytest.raises(ServeError, match=f"A port is a number from 1 to 65535, not {port}"):
        serve(tmp_path, port, open_browser=False)
