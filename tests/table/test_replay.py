"""Looking back at a deal: every step is what the engine makes of it, and the present stays as it was."""

from __future__ import annotations

from random import Random

import pytest

from couillon.game import replay
from couillon.match import Match, add
from couillon.rules import load, variants
from couillon_widgets import Table
from couillon_widgets.table_replay import branch, look_back, moved, told
from tests.table.sitting import click_on, play_deal, promised
from tests.widgets.scenes import Tree, status

IDS = [v.id for v in variants()]


def _tell(table: Table, action: str, value: str = "") -> None:
    table.receive({"action": action, **({"value": value} if value else {})})


@pytest.mark.parametrize("id", IDS)
def test_every_step_of_a_deal_is_what_the_engine_makes_of_it(id: str) -> None:
    table = Table(id, seed=6, dealer="N")
    play_deal(table, 3)
    before, share, html = table.state, table.share, table.html
    whole = table.state.state
    _tell(table, "look-first")
    for step in range(len(whole.actions) + 1):
        assert table.looking is not None
        assert table.looking.at == step
        shown = table.seen
        assert shown.state == replay(load(id), whole.deal, whole.actions[:step])
        assert shown.lying is None or whole.actions[step - 1] in shown.lying.cards
        assert not shown.counted
        assert f"Step {step} of {len(whole.actions) + 1}." in status(table)
        own = {a["data-card"] for a, _words in Tree(table.html).all("button") if "data-card" in a}
        unseen = shown.unseen("S")
        assert own == set(whole.deal.hand("S")[: -unseen or None]) & set(shown.state.hand("S"))
        if step % 5 == 0:
            promised(table)
        _tell(table, "look-on")
    assert table.seen == before
    for action in ("look-on", "look-last", "look-on-trick"):
        _tell(table, action)
        assert table.looking is not None
        assert table.looking.at == len(whole.actions) + 1
    _tell(table, "look")
    assert (table.looking, table.state, table.share, table.html) == (None, before, share, html)


@pytest.mark.parametrize("id", ["belgian", "mit", "troeven"])
def test_by_trick_and_straight_to_a_trick(id: str) -> None:
    table = Table(id, seed=11, seats="NESW")
    play_deal(table, 5)
    whole = table.state.state
    _tell(table, "look-first")
    assert table.looking is not None
    ends = [i for i in range(1, len(whole.actions) + 1) if len(replay(load(id), whole.deal, whole.actions[:i]).tricks)
            > len(replay(load(id), whole.deal, whole.actions[: i - 1]).tricks)]  # fmt: skip
    assert set(ends) <= set(table.looking.stops)
    visited = []
    for _stop in table.looking.stops[1:]:
        _tell(table, "look-on-trick")
        visited.append(table.looking.at)
    assert visited == list(table.looking.stops[1:])
    for _stop in visited:
        _tell(table, "look-back-trick")
    assert table.looking.at == 0
    _tell(table, "look")
    for number in range(1, len(whole.tricks) + 1):
        _tell(table, f"look-t{number}")
        assert table.seen.lying == whole.tricks[number - 1]
        current = Tree(table.html).all("button", aria_current="step")
        assert [a["data-action"] for a, _words in current] == [f"look-t{number}"]
        assert f"worth {whole.tricks[number - 1].points}" in status(table) or "no card in it counts" in status(table)
    assert len(
        [a for a, _words in Tree(table.html).all("button") if a.get("data-action", "").startswith("look-t")]
    ) == (len(whole.tricks))


def test_in_the_middle_of_a_deal_nothing_is_played_while_one_looks_back() -> None:
    table, random = Table("ardennes", seed=8), Random(2)
    for _step in range(9):
        click_on(table, random)
    before, html, past = table.state, table.html, len(table._past)
    _tell(table, "look-back")
    for message in (
        {"action": "play", "card": before.state.deal.hand("S")[0]},
        {"action": "accept"},
        {"action": "next"},
        {"action": "hint"},
        {"action": "redo"},
    ):
        table.receive(message)
        assert status(table).startswith("You are looking back, so nothing is played here.")
        assert (table.state, len(table._past)) == (before, past)
    _tell(table, "reveal")
    assert "All hands lie open" in status(table)
    _tell(table, "reveal")
    _tell(table, "undo")
    assert (table.state, table.html) == (before, html)
    _tell(table, "look-t9")
    assert status(table) == "There is no trick 9 in this deal yet."
    _tell(table, "look-sideways")
    assert "Looking back goes to" in status(table)
    _tell(table, "branch")
    assert "Look back at the deal first" in status(table)


@pytest.mark.parametrize("id", IDS)
def test_playing_on_from_a_step_makes_a_branch_that_can_be_taken_back(id: str) -> None:
    table, random = Table(id, seed=4), Random(1)
    play_deal(table, 1)
    before = table.state
    _tell(table, "look-first")
    assert table.looking is not None
    while table.seen.to_act is None or table.seen.state.phase != "play":
        assert "Play on from here" not in table.html or table.seen.to_act
        _tell(table, "look-on")
    point = table.seen
    table.receive({"action": "play", "card": point.state.hand("S")[0]})
    assert "Play on from here takes the deal up" in status(table)
    _tell(table, "branch")
    assert table.looking is None
    assert table.state == point
    play_deal(table, random.randrange(99))
    promised(table)
    assert table.state.state == replay(load(id), point.state.deal, table.state.state.actions)
    assert table.state.state.actions[: len(point.state.actions)] == point.state.actions
    while table.state != before:
        assert "nothing to take back" not in status(table)
        _tell(table, "undo")


def test_where_it_was_nobodys_turn_one_cannot_play_on() -> None:
    table = Table("belgian", seed=4, seats="")
    play_deal(table)
    _tell(table, "look-t2")
    assert 'data-action="branch"' not in table.html
    _tell(table, "branch")
    assert status(table) == "It was not your turn there: go to a step at which it was."


def test_the_deals_of_the_match_can_be_looked_at_too() -> None:
    table, random = Table("belgian", seed=5), Random(7)
    for _deal in range(3):
        play_deal(table, random.randrange(99))
        _tell(table, "next")
    match = table.state.match
    assert len(match.history) == 3
    for number, done in enumerate(match.history, 1):
        _tell(table, "look", f"d{number}")
        assert table.looking is not None
        assert (table.looking.number, table.looking.at) == (number, 0)
        assert table.seen.number == number
        assert f'<option value="d{number}" selected>' in table.html
        _tell(table, "look-last")
        assert table.seen.counted
        assert table.seen.match.history == match.history[:number]
        earlier = Match(match.rules, done.state.deal.dealer, match.opening, match.history[: number - 1])
        assert table.seen.match == add(earlier, done.state)
    _tell(table, "look", "d9")
    assert status(table) == "There is no deal 9 to look back at."
    _tell(table, "look", "d2")
    _tell(table, "look")
    assert table.state.match == match
    other = Table()
    other.receive({"action": "restore", "value": table.share})
    assert "not there to look back at" not in other.html
    _tell(other, "look")
    assert "What was dealt before is not here: a link, and a page that is loaded again" in other.html


def test_another_deal_ends_looking_back() -> None:
    for action in ("deal", "again", "restart", "seed", "variant"):
        table = Table("belgian", seed=5)
        _tell(table, "look")
        _tell(table, action, {"seed": "7", "variant": "mit"}.get(action, ""))
        assert table.looking is None
        assert "Back to the game" not in table.html


def test_the_functions_are_pure() -> None:
    table = Table("belgian", seed=5)
    play_deal(table)
    back = look_back(table.state)
    assert moved(back, "first") is not back
    assert back.at == back.last
    assert told(moved(back, "first")).what == "The cards are dealt."
    with pytest.raises(ValueError, match="not your turn"):
        branch(back)
