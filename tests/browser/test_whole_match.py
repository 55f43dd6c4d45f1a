"""A reader plays whole deals and whole matches on a page, and what comes out is what the terminal's engine says."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import expect

from couillon.messages import team_name
from couillon.records import read_record
from couillon.rules import variants
from couillon_widgets.base import unsealed

from .player import Player, Press, keyboard, mouse, touch
from .reader import wait_live

Visit = Any
SMALL = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "reduced_motion": "reduce"}
STILL = {"reduced_motion": "reduce"}


def judged(share: str) -> dict[str, Any]:
    """What the referee of the command line says of the deal, and the board before it, that a link tells."""
    line, _seats, _strength, _seed, numbers, *_rest = unsealed(share).split("/")
    ns, ew, _ns_loops, _ew_loops, ties = map(int, numbers.split("."))
    record = read_record(line)
    counts = "score" if record.rules.scoring == "points" else "need"
    deal = record.deal
    request = {
        "op": "replay",
        "variant": record.variant,
        "dealer": deal.dealer,
        "hands": {seat: list(deal.hand(seat)) for seat in "NESW"},
        "stock": list(deal.stock),
        "actions": list(record.actions),
        "board": {counts: [ns, ew], "double": ties > 0},
    }
    done = subprocess.run(
        [sys.executable, "-m", "couillon", "referee"],
        input=json.dumps(request).encode(),
        capture_output=True,
        check=True,
        timeout=60,
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    assert answer["ok"], answer
    return answer


def agrees(player: Player) -> None:
    """Compare a counted deal on the page with the referee's answer."""
    root, answer = player.root, judged(player.share)
    assert answer["phase"] == "over"
    assert [int(each.text_content() or "") for each in root.locator(".cl-pile .cl-sum").all()] == answer["points"]
    board = answer["board"]
    needs = board.get("need") or board["score"]
    expect(root.locator('button[data-action="slate"]')).to_contain_text(f"{needs[0]} : {needs[1]}")
    ns, ew = answer["points"]
    if ns == ew:
        assert f"Equal points, {ns} each." in player.said
    else:
        winners = "you and your partner" if ns > ew else team_name("EW")
        assert f"{max(ns, ew)} to {min(ns, ew)}: {winners} win the deal." in player.said


@pytest.mark.parametrize(
    ("press", "visit"),
    [(mouse, {"viewport": {"width": 1280, "height": 900}}), (keyboard, STILL), (touch, SMALL)],
    indirect=["visit"],
    ids=["mouse", "keyboard", "touch at 320 px"],
)
def test_a_whole_match_of_the_basic_game(visit: Visit, base: str, press: Press) -> None:
    page = visit.page
    page.goto(base + "play.html")
    wait_live(page)
    player = Player(page, press, seed=3)
    deals = 0
    while True:
        player.play_deal()
        deals += 1
        assert player.twin.state.number == deals
        if player.twin.state.match.won:
            break
        player.act()
    agrees(player)
    assert "That is the match." in player.said
    expect(player.root.get_by_role("button", name="New match")).to_be_visible()
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    assert (visit.others, visit.errors) == ([], [])


@pytest.mark.parametrize("visit", [STILL], indirect=True, ids=[""])
def test_a_whole_deal_of_every_game(visit: Visit, base: str) -> None:
    page = visit.page
    page.goto(base + "play.html")
    wait_live(page)
    player = Player(page, mouse, seed=4)
    choice = player.root.locator('select[data-action="variant"]')
    choice.evaluate("(list) => { list.closest('details').open = true; }")
    for game in [v.id for v in variants()]:
        if choice.input_value() != game:
            choice.select_option(game)
            player.twin.receive({"action": "variant", "value": game})
        expect(player.root).to_have_attribute("data-variant", game)
        expect(player.root).to_have_attribute("data-share", player.twin.share)
        player.play_deal()
        agrees(player)
    assert (visit.others, visit.errors) == ([], [])
