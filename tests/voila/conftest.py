"""A real Voilà server for the tests, started by the command that users type."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import pytest
import requests
import websocket
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

COMMAND = [sys.executable, "-m", "couillon", "voila", "--no-browser"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Channel:
    """The websocket of one kernel, spoken to as a page or an attacker would."""

    def __init__(self, url: str, kernel: str) -> None:
        self.socket = websocket.create_connection(f"{url.replace('http', 'ws')}/api/kernels/{kernel}/channels")
        self.socket.settimeout(20)

    def send(self, kind: str, content: dict[str, Any], channel: str = "shell") -> str:
        identity = f"{kind}-{time.monotonic_ns()}"
        header = {"msg_id": identity, "msg_type": kind, "username": "", "session": "test", "version": "5.3", "date": ""}
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": channel}
        self.socket.send(json.dumps(message))
        return identity

    def until_idle(self, identity: str) -> list[dict[str, Any]]:
        """All messages up to the one that says that the request `identity` is done."""
        seen = []
        while True:
            message = json.loads(self.socket.recv())
            seen.append(message)
            mine = message["parent_header"].get("msg_id") == identity
            if mine and message["content"].get("execution_state") == "idle":
                return seen


@dataclass
class Server:
    url: str
    process: subprocess.Popen[str]

    def get(self, path: str = "", **more: Any) -> requests.Response:
        return requests.get(f"{self.url}/{path}", timeout=120, **more)

    def get_at_once(self, path: str, times: int) -> list[requests.Response]:
        with ThreadPoolExecutor(times) as readers:
            return list(readers.map(lambda _: self.get(path), range(times)))

    def visit(self, path: str) -> tuple[str, str]:
        """The page at `path` and the id of its kernel."""
        page = self.get(path)
        page.raise_for_status()
        found = re.search(r'"kernelId": "([^"]+)"', page.text)
        assert found, page.text
        return page.text, found[1]

    def has(self, kernel: str) -> bool:
        return self.get(f"api/kernels/{kernel}").status_code == 200

    def leave(self, kernel: str) -> None:
        requests.post(f"{self.url}/voila/api/shutdown/{kernel}", timeout=30).raise_for_status()

    @contextmanager
    def channel(self, kernel: str) -> Iterator[Channel]:
        channel = Channel(self.url, kernel)
        try:
            yield channel
        finally:
            channel.socket.close()


def _hear_interrupts() -> None:
    """What a shell starts in the background ignores Ctrl-C, and so would all that it starts itself."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def running(book: Path | None, *options: str, env: dict[str, str] | None = None) -> Iterator[Server]:
    url = f"http://127.0.0.1:{(port := free_port())}"
    folder = ["--book", str(book)] if book else []
    process = subprocess.Popen(
        [*COMMAND, "--port", str(port), *folder, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=env,
        preexec_fn=_hear_interrupts,
    )
    assert process.stdout and process.stderr
    try:
        if url not in (line := process.stdout.readline()):
            process.kill()
            pytest.fail(f"Voilà did not start: {line}{process.stderr.read()}")
        yield Server(url, process)
    finally:
        process.terminate()
        process.communicate(timeout=30)


@pytest.fixture(scope="session")
def start() -> Callable[..., AbstractContextManager[Server]]:
    """Starts a server for the length of a block."""
    return running


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    """Starts a server, which ends with the test."""
    with ExitStack() as servers:
        yield lambda *args, **more: servers.enter_context(running(*args, **more))


def write(folder: Path, name: str, *code: str, title: str = "", metadata: dict[str, Any] | None = None) -> None:
    cells = [new_markdown_cell(f"# {title or name}\n\nWords, and [another lesson](other.html#clause).")]
    cells += [new_code_cell(source) for source in code]
    nbformat.write(new_notebook(cells=cells, metadata=metadata or {}), folder / f"{name}.ipynb")


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small book, made to be attacked."""
    book = tmp_path_factory.mktemp("sample")
    button = "import ipywidgets\nbutton = ipywidgets.Button(description='Press')\n"
    write(book, "start", button + "button.on_click(lambda _: 1 / 0)\nbutton", title="The first lesson")
    write(book, "other", "import os\nprint('token', os.environ.get('COUILLON_TOKEN'), 'home', os.path.expanduser('~'))")
    write(book, "broken", "1 / 0", metadata={"voila": {"template": "classic", "theme": "dark"}})
    (book / "secret.txt").write_text("not for readers")
    (book / "picture.png").write_bytes(b"\x89PNG")
    return book


@pytest.fixture(scope="session")
def small(sample: Path) -> Iterator[Server]:
    """A server of the small book with room for three."""
    with running(sample, "--kernels", "3") as server:
        yield server
