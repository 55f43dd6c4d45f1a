"""The pages in Firefox: they come alive, answer, refuse, keep quiet in the console, and open without a server."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from couillon_live.serve import make_server

from .conftest import in_thread
from .firefox import NO_FIREFOX, Firefox, firefox_path, running
from .reader import LESSON

LIVE = "document.documentElement?.dataset.live === 'ready'"
FIRST = '[data-couillon="legal-moves"]'
SAID = f"document.querySelector('{FIRST} [role=status]').textContent"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    path = firefox_path()
    if path is None:
        if os.environ.get("CI", "").lower() in {"1", "true", "yes"}:
            pytest.fail(NO_FIREFOX, pytrace=False)
        pytest.skip(NO_FIREFOX)
    with running(path, tmp_path_factory.mktemp("firefox")) as browser:
        yield browser


def answers(firefox: Firefox) -> list[str]:
    """What the first widget says to each card of its hand, taken back each time."""
    found = []
    hand = f"document.querySelector('{FIRST}').querySelectorAll('button[data-card]')"
    for card in firefox.run(f"[...{hand}].map(card => card.dataset.card)"):
        before = json.dumps(firefox.run(SAID))
        firefox.click(f'{FIRST} button[data-card="{card}"]')
        found.append(firefox.wait(f"{SAID} !== {before} && {SAID}"))
        firefox.click(f'{FIRST} [data-action="undo"]')
        firefox.wait(f"{SAID} === {before}")
    return found


def test_pages_are_alive_in_firefox_and_open_without_a_server(firefox: Firefox, site: Path) -> None:
    with make_server(site) as server, in_thread(server) as base:
        firefox.go(base + "start.html")
        firefox.wait(LIVE)
        firefox.go(base + LESSON)
        firefox.wait(LIVE)
        said = answers(firefox)
        assert len(said) > 1
        assert any(words.strip().startswith("Not the") for words in said), said
        firefox.go(base + "play.html")
        firefox.wait(LIVE)
        table = "document.querySelector('[data-couillon=table]')"
        firefox.wait(f"{table}?.dataset.state === 'live'")
        share = json.dumps(firefox.run(f"{table}.dataset.share"))
        firefox.click("[data-couillon=table] button[data-action=accept]")
        firefox.wait(f"{table}.dataset.share !== {share}")
        assert firefox.errors == []
        firefox.wait("navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)")
    firefox.go(base + LESSON)
    firefox.wait(LIVE)
    assert answers(firefox) == said
