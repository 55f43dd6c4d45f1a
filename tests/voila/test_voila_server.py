"""The Voilà server is closed: no code, no files, no details of the machine, and never more kernels than it may have."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import requests

from couillon.errors import CommandError
from couillon_live.voila import KERNELS, main

COMMAND = [sys.executable, "-m", "couillon", "voila", "--no-browser"]
DETAILS = re.compile(r"Traceback|site-packages|\.py\b|ZeroDivisionError|division by zero")


@pytest.fixture
def kernel(small: Any) -> Iterator[tuple[str, str]]:
    """The first lesson's page, and its kernel, which is put away after the test."""
    page, kernel = small.visit("start.html")
    yield page, kernel
    small.leave(kernel)


# ---- code


@pytest.mark.parametrize("channel", ["shell", "control"])
def test_an_execute_request_does_not_run(small: Any, kernel: tuple[str, str], tmp_path: Path, channel: str) -> None:
    mark = tmp_path / "mark"
    code = f"open({str(mark)!r}, 'w').close()"
    with small.channel(kernel[1]) as page:
        page.send("execute_request", {"code": code, "silent": False, "store_history": False}, channel)
        # A channel is answered one after the other: when this request is done, that one would be.
        seen = page.until_idle(page.send("kernel_info_request", {}, channel))
    assert not mark.exists()
    assert not {"execute_reply", "execute_input", "execute_result"} & {message["msg_type"] for message in seen}


def test_an_error_behind_a_click_tells_nothing(small: Any, kernel: tuple[str, str]) -> None:
    model = re.search(r'"model_id": "(\w+)"', kernel[0])
    assert model
    click = {"method": "custom", "content": {"event": "click"}}
    with small.channel(kernel[1]) as page:
        seen = page.until_idle(page.send("comm_msg", {"comm_id": model[1], "data": click}))
    assert {"busy", "idle"} <= {message["content"].get("execution_state") for message in seen}
    assert not DETAILS.search(str(seen))


def test_an_error_in_a_lesson_tells_nothing(small: Any) -> None:
    page, kernel = small.visit("broken.html")
    small.leave(kernel)
    assert "This table could not be laid" in page
    assert not DETAILS.search(page)


def test_source_code_is_not_sent(kernel: tuple[str, str]) -> None:
    assert "on_click" not in kernel[0]


def test_a_kernel_sees_neither_secrets_nor_the_home_of_the_server(
    serve: Callable[..., Any], sample: Path, tmp_path: Path
) -> None:
    server = serve(sample, env={**os.environ, "COUILLON_TOKEN": "sesame", "HOME": str(tmp_path)})
    page, _kernel = server.visit("other.html")
    assert "token None" in page
    assert f"home {tmp_path}\n" not in page


# ---- what is served


def test_the_address_alone_leads_to_the_first_lesson(small: Any) -> None:
    reply = small.get(allow_redirects=False)
    assert (reply.status_code, reply.headers["Location"]) == (302, "/start.html")


@pytest.mark.parametrize("query", ["?template=classic", "?template=lab&theme=dark", "?template=nope"])
def test_the_template_cannot_be_chosen_by_a_reader(small: Any, query: str) -> None:
    page, kernel = small.visit(f"start.html{query}")
    small.leave(kernel)
    assert '<main class="cl-page-text" id="lesson"' in page
    assert "jupyter" not in page.split("<body")[0]


def test_nor_by_a_notebook(small: Any) -> None:
    page, kernel = small.visit("broken.html")
    small.leave(kernel)
    assert '<main class="cl-page-text" id="lesson"' in page


@pytest.mark.parametrize(
    "path",
    [
        "voila/tree",
        "voila/tree/",
        "voila/api/contents",
        "voila/render/start.ipynb",
        "voila/files/start.ipynb",
        "voila/files/secret.txt",
        "voila/files/picture.png",
        "voila/templates/lab/static/voila.js",
        "voila/static/",
        "voila/static/../../../voila/app.py",
        "voila/labextensions/",
        "voila/labextensions/none.js",
        "voila/api/themes/none.css",
        "couillon/index.html.j2",
        "couillon/../voila_app.py",
        "api/kernels",
        "api/contents",
        "login",
        "start.ipynb",
        "secret.txt",
        "none.html",
    ],
)
def test_nothing_is_listed_and_nothing_else_is_served(small: Any, path: str) -> None:
    request = requests.Request("GET", small.url).prepare()
    request.url = f"{small.url}/{path}"
    with requests.Session() as session:
        reply = session.send(request, timeout=20, allow_redirects=False)
    assert reply.status_code in (403, 404)
    assert not DETAILS.search(reply.text)
    assert "broken" not in reply.text


def test_a_page_that_is_not_there_says_so_and_where_to_go(small: Any) -> None:
    reply = small.get("none.html")
    assert reply.status_code == 404
    assert "There is no such page" in reply.text
    assert 'href="/start.html"' in reply.text


def test_a_name_that_was_made_to_point_here_is_refused(small: Any) -> None:
    reply = small.get("start.html", headers={"Host": "elsewhere.example"})
    assert reply.status_code == 403


def test_no_cookie_is_set_and_the_browser_is_told_to_stay_here(small: Any) -> None:
    reply = small.get("none.html")
    assert "Set-Cookie" not in reply.headers
    assert "default-src 'self'" in reply.headers["Content-Security-Policy"]


# ---- how many


def test_one_reader_too_many_gets_a_friendly_page_and_then_a_place(small: Any) -> None:
    replies = small.get_at_once("start.html", 5)
    taken = [found[1] for reply in replies if (found := re.search(r'"kernelId": "([^"]+)"', reply.text))]
    assert sorted(reply.status_code for reply in replies) == [200, 200, 200, 503, 503]
    assert len(taken) == 3
    refused = next(reply for reply in replies if reply.status_code == 503)
    assert "Every table is taken" in refused.text
    assert "3 readers play here already." in refused.text
    assert refused.headers["Retry-After"] == "60"
    assert not DETAILS.search(refused.text)
    small.leave(taken.pop())
    _page, kernel = small.visit("start.html")
    for each in (kernel, *taken):
        small.leave(each)


@pytest.mark.skipif(psutil.virtual_memory().available < 3 << 30, reason="30 kernels take more memory than is free here")
def test_thirty_readers_have_a_place_and_the_next_has_not(serve: Callable[..., Any], sample: Path) -> None:
    server = serve(sample)
    assert KERNELS == 30
    replies = server.get_at_once("start.html", 31)
    assert sorted(reply.status_code for reply in replies) == [200] * 30 + [503]


def test_an_idle_kernel_is_gone_after_the_set_time_even_with_its_page_open(
    serve: Callable[..., Any], sample: Path
) -> None:
    server = serve(sample, "--idle-minutes", "0.05")
    _page, kernel = server.visit("start.html")
    with server.channel(kernel) as page:
        since = time.monotonic()
        page.until_idle(page.send("comm_info_request", {}))
        assert server.has(kernel)
        while server.has(kernel):
            assert time.monotonic() - since < 60
            time.sleep(0.2)
    assert time.monotonic() - since >= 2.5
    assert psutil.Process(server.process.pid).children() == []


def test_a_kernel_goes_when_its_page_is_left(small: Any) -> None:
    _page, kernel = small.visit("start.html")
    assert small.has(kernel)
    small.leave(kernel)
    assert not small.has(kernel)


# ---- starting and stopping


def test_it_listens_on_this_machine_alone(small: Any) -> None:
    listening = [c.laddr.ip for c in psutil.Process(small.process.pid).net_connections("inet") if c.status == "LISTEN"]
    assert listening == ["127.0.0.1"]


def test_stopping_it_leaves_no_kernel_behind(serve: Callable[..., Any], sample: Path) -> None:
    server = serve(sample)
    server.visit("start.html")
    kernels = psutil.Process(server.process.pid).children(recursive=True)
    assert kernels
    server.process.send_signal(signal.SIGINT)
    _out, errors = server.process.communicate(timeout=30)
    assert server.process.returncode == 0
    assert "Traceback" not in errors
    assert not any(kernel.is_running() for kernel in kernels)


def failure(*options: str) -> tuple[int, str]:
    done = subprocess.run([*COMMAND, *options], capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stderr


def test_a_taken_port_is_one_sentence(sample: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        code, said = failure("--book", str(sample), "--port", str(port))
    assert code == 1
    assert said == f"couillon: Port {port} is taken by another program: choose another one with --port.\n"


def test_an_address_of_another_machine_is_one_sentence(sample: Path) -> None:
    code, said = failure("--book", str(sample), "--host", "192.0.2.1")
    assert code == 1
    assert said == "couillon: 192.0.2.1 is not an address of this machine: choose another one with --host.\n"


def test_a_folder_without_notebooks_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^There is no notebook in [^ ]+\.$"):
        main(["--book", str(tmp_path)])


@pytest.mark.parametrize(
    "options",
    [["--port", "0"], ["--port", "x"], ["--kernels", "0"], ["--idle-minutes", "-1"], ["--idle-minutes", "nan"]],
)
def test_a_number_that_will_not_do_is_one_sentence(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(options)
    assert stopped.value.code == 2
    assert re.search(r"'.+' will not do: give a (whole )?number from", capsys.readouterr().err)
