"""Drives Debian's Firefox through WebDriver BiDi, which it speaks by itself: no driver, no patched browser."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websocket import WebSocket, create_connection

NO_FIREFOX = (
    "NO FIREFOX: the pages were not tried in Firefox. Install it (Debian: apt-get install firefox-esr), "
    "or name one in the environment variable FIREFOX."
)
#: No other host is reached: whatever is not this machine goes to a proxy that is not there.
PREFERENCES = {
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.proxy.no_proxies_on": "127.0.0.1, localhost",
    "network.captive-portal-service.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
}
PATIENCE = 60.0  # seconds


def firefox_path() -> str | None:
    """Where Firefox is: the variable FIREFOX, else one of the usual names on the path."""
    named = os.environ.get("FIREFOX")
    if named:
        return shutil.which(named)
    return next((found for name in ("firefox-esr", "firefox") if (found := shutil.which(name))), None)


class Firefox:
    """One tab of a Firefox, and what it has complained of."""

    def __init__(self, line: WebSocket) -> None:
        self.line = line
        self.number = 0
        self.errors: list[str] = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: Any) -> Any:
        """Send a command, and return its result; what is said meanwhile is noted."""
        self.number += 1
        self.line.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            said = json.loads(self.line.recv())
            if said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                self.errors.append(str(said["params"]["text"]))
            if said.get("id") == self.number:
                if said["type"] == "error":
                    raise AssertionError(f"{method}: {said['message']}")
                return said["result"]

    def go(self, url: str) -> None:
        self.ask("browsingContext.navigate", context=self.tab, url=url, wait="complete")
        self.wait(f"location.href === {json.dumps(url)} && document.readyState === 'complete'")

    def run(self, expression: str) -> Any:
        """Evaluate an expression in the page; what it gives comes as JSON."""
        said = self.ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})) ?? 'null')()",
            target={"context": self.tab},
            awaitPromise=True,
        )
        assert said["type"] == "success", said
        return json.loads(said["result"]["value"])

    def wait(self, expression: str) -> Any:
        """Wait until an expression is true."""
        end = time.monotonic() + PATIENCE
        while not (value := self.run(expression)):
            assert time.monotonic() < end, f"this did not come true: {expression}"
            time.sleep(0.05)
        return value

    def click(self, selector: str) -> None:
        """Click the middle of an element as a mouse does."""
        target = f"document.querySelector({json.dumps(selector)})"
        x, y = self.run(
            f"({target}.scrollIntoView({{block: 'center', behavior: 'instant'}}), "
            f"(b => [b.x + b.width / 2, b.y + b.height / 2])({target}.getBoundingClientRect()))"
        )
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y)}]
        presses = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "actions": [*moves, *presses]}
        self.ask("input.performActions", context=self.tab, actions=[mouse])


@contextmanager
def running(path: str, profile: Path) -> Iterator[Firefox]:
    """A headless Firefox with a fresh profile, ended at the end."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("\n".join(lines))
    command = [path, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        command, stdin=quiet, stdout=quiet, stderr=quiet, env={**os.environ, "HOME": str(profile)}
    ) as process:
        try:
            found = profile / "WebDriverBiDiServer.json"
            end = time.monotonic() + PATIENCE
            while not (found.exists() and found.read_text().strip()):
                assert process.poll() is None and time.monotonic() < end, "Firefox has not started"
                time.sleep(0.1)
            port = json.loads(found.read_text())["ws_port"]
            line = create_connection(f"ws://127.0.0.1:{port}/session", suppress_origin=True, timeout=PATIENCE)
            try:
                yield Firefox(line)
            finally:
                line.close()
        finally:
            process.terminate()
            process.wait(20)
