"""A person at the table who clicks what is allowed, and nothing that is not on the page."""

from __future__ import annotations

import re
from random import Random

from couillon_widgets import Table
from tests.widgets.scenes import Tree, status


def buttons(table: Table) -> list[dict[str, str]]:
    """The messages that the buttons of the page send, as the front end makes them."""
    found = []
    for attrs, _words in Tree(table.html).all("button"):
        message = {"action": attrs.get("data-action", "play")}
        if "data-card" in attrs:
            message["card"] = attrs["data-card"]
        found.append(message)
    return found


def choices(table: Table) -> list[dict[str, str]]:
    """What may be clicked now to go on: allowed cards, words, or next."""
    state = table.state
    if state.waiting:
        return [{"action": "next"}]
    allowed = []
    for message in buttons(table):
        action, card = message["action"], message.get("card")
        if card in state.actions or action in state.actions or action.replace("trump-", "trump ") in state.actions:
            allowed.append(message)
    return allowed


def click_on(table: Table, random: Random) -> None:
    found = choices(table)
    assert found, repr(table)
    table.receive(random.choice(found))


def play_deal(table: Table, seed: int = 1) -> None:
    """Click until the deal is counted."""
    random, most = Random(seed), 200
    while not table.state.counted:
        click_on(table, random)
        most -= 1
        assert most, repr(table)


def promised(table: Table) -> None:
    """What every state of the widget has to hold."""
    snapshot, live = table.render("snapshot"), table.render("live")
    assert snapshot.replace('data-state="snapshot"', 'data-state="live"') == live == table.html
    tree = Tree(live)
    ids = [attrs["id"] for _tag, attrs, _words in tree.found if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert len(repr(table)) < 110
    assert status(table)
    assert "\n" not in repr(table)
    for attrs, words in tree.all("button"):
        assert attrs.get("aria-label") or words
    actions = [m["action"] for m in buttons(table) if "card" not in m]
    assert len(actions) == len(set(actions))
    assert re.fullmatch(r"[A-Za-z0-9._~/-]+", table.share)
