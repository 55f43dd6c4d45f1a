"""Deals to order, wishes, matches as files, settings: what comes true, and one sentence for what cannot."""

from __future__ import annotations

from random import Random

import pytest

from couillon.cards import SEATS, points
from couillon.deal import deal
from couillon.game import State, replay
from couillon.kernel import effective_suit
from couillon.records import read_match
from couillon.rules import load, variants
from couillon.typed import write_typed
from couillon.verdicts import judge
from couillon_widgets import LegalMoves, Table
from couillon_widgets.table_deals import LONGEST_MATCH, match_text, opened
from couillon_widgets.table_state import sit
from couillon_widgets.table_wishes import granted, wishes
from tests.table.sitting import click_on, play_deal, promised
from tests.widgets.scenes import Tree, status

IDS = [v.id for v in variants()]


def _tell(table: Table, action: str, value: str = "") -> None:
    table.receive({"action": action, "value": value})


@pytest.mark.parametrize("id", IDS)
def test_every_ready_wish_comes_true(id: str) -> None:
    table, rules = sit(id, dealer="E"), load(id)
    for key, _words in wishes(table):
        for seed in range(6):
            state = granted(table, key, seed)
            hand = state.hand("S")
            assert state == replay(rules, state.deal, state.actions)
            if key in rules.clauses:
                assert state.to_act == "S"
                assert state.trick
                assert state.trump
                found = judge(rules, state.trump, hand, state.trick.cards, mit=state.mit)
                assert key in {verdict.clause for verdict in found}
                continue
            assert _special(state, key), (key, seed)


def _special(state: State, key: str) -> bool:
    """Whether a hand is what a ready wish wants."""
    trump = state.trump or (state.proposed.suit if state.proposed else "S")
    suits = {seat: [effective_suit(state.rules, trump, card) for card in state.hand(seat)] for seat in SEATS}
    hand = state.hand("S")
    return {
        "ace-no-clubs": f"A{trump}" in state.hand(state.eldest) and "C" not in suits[state.eldest],
        "long": suits["S"].count(trump) >= 3,
        "short": trump not in suits["S"],
        "poor": points(hand) == 0,
        "rich": points(hand) >= 10,
        "queen": "QS" in hand,
        "red-queens": {"QH", "QD"} <= set(hand),
    }[key]


@pytest.mark.parametrize("id", IDS)
def test_a_wish_is_dealt_and_played(id: str) -> None:
    table = Table(id, seed=3)
    play_deal(table)
    board = table.state.match.board
    for key, _words in wishes(table.state):
        _tell(table, "wish", key)
        promised(table)
        assert table.state.match.board == board
        assert f'<option value="{key}" selected>' in table.html
        play_deal(table)
        _tell(table, "undo")
    other = Table()
    other.receive({"action": "restore", "value": table.share})
    assert other.state.state == table.state.state


@pytest.mark.parametrize("id", IDS)
def test_typed_deals_lie_on_the_table_and_in_its_link(id: str) -> None:
    rules, table = load(id), Table(id, seed=3)
    for seed in range(4):
        dealt = deal(rules, seed, table.state.match.dealer)
        _tell(table, "cards", write_typed(dealt))
        assert table.state.state.deal == dealt
        promised(table)
        other = Table()
        other.receive({"action": "restore", "value": table.share})
        assert other.state.state == table.state.state
    _tell(table, "undo")
    _tell(table, "undo")
    assert table.state.state.deal == deal(rules, 1, table.state.match.dealer)


@pytest.mark.parametrize(
    ("action", "value", "part"),
    [
        ("seed", "", "whole number"),
        ("seed", "12x", "whole number"),
        ("seed", "9" * 19, "whole number"),
        ("cards", "", "Type a seat"),
        ("cards", "S: AS KS QS JS TS", "South gets 4 cards"),
        ("cards", '<b>"&: AS', "is not a seat"),
        ("cards", "S: 8D", "not in the pack of 24"),
        ("want", "", "Type a seat"),
        ("want", "everything", "is not a wish: write a seat"),
        ("want", "S: AS; N: AS", "The ace of spades cannot be where you want it."),
        ("want", "S: points 17", "No deal of this game is like that."),
        ("want", "S: A*, not AS, not AH, not AD, not AC", "No deal of this game is like that."),
        ("want", "S: AS" + ", KS" * 200, "too long for a wish"),
        ("wish", "must-overtrump", "is no wish that this game can grant"),
        ("wish", "", "is no wish that this game can grant"),
        ("open", "", ""),
        ("open", "variant = [", "is not TOML"),
        ("open", "a = " + "[" * 9000, "not TOML"),
        ("open", 'variant = "whist"', "whist"),
        ("open", 'variant = "belgian"\n[[deals]]\ndealer = "S"', "cannot be read"),
        ("open", "#" * (LONGEST_MATCH + 1), "too long for a match"),
        ("open", "\ufffd\x00PK", "is not TOML"),
    ],
)
def test_what_cannot_be_gets_one_sentence_at_its_field_and_the_deal_stays(action: str, value: str, part: str) -> None:
    table = Table("belgian", seed=3)
    click_on(table, Random(1))
    before = table.state
    _tell(table, action, value)
    if not part:  # an empty file is a match that has not begun
        assert table.state.number == 1
        return
    assert table.state == before
    assert part in status(table)
    assert "The deal on the table stays." in status(table)
    promised(table)
    tree = Tree(table.html)
    name = "select" if action == "wish" else "input"
    fields = [a for a, _words in tree.all(name) if a.get("aria-invalid") == "true"]
    if action != "wish":
        (field,) = fields
        assert field.get("value", "") == (value if action != "open" else "")
        (error,) = tree.all("p", id=field["aria-describedby"])
        assert error[1] in status(table)
    assert "<details" in table.html
    assert [a for a, _words in tree.all("details") if "open" in a]
    _tell(table, "seed", "7")
    assert table.state.state.deal == deal(load(), 7, before.match.dealer)
    assert "aria-invalid" not in table.html


@pytest.mark.parametrize("id", IDS)
def test_a_match_is_saved_and_opened(id: str) -> None:
    table, random = Table(id, seed=2, rules={"length": 3}), Random(id)
    for step in range(60):
        if step % 12 == 0:
            _tell(table, "save")
            (link,) = Tree(table.html).all("a", download=f"couillon-{id}-{table.state.number}.toml")
            assert link[0]["href"].startswith("data:text/plain;charset=utf-8,%23")
            text = match_text(table.state)
            other = Table("belgian")
            _tell(other, "open", text)
            assert other.state.match == table.state.match
            assert other.state.rules == table.state.rules
            assert other.state.counted is table.state.counted
            mine = table.state.state.actions
            assert other.state.state.actions[: len(mine)] == mine
            assert f"with {len(table.state.match.history)} deals played" in status(other)
            promised(other)
            assert read_match(text)[1] == table.state.match
            _tell(other, "undo")
            assert other.state == Table("belgian").state
        click_on(table, random)


def test_a_match_that_is_too_long_to_open_is_never_made_by_playing() -> None:
    table = sit("kwajongen", seats="")
    text = match_text(table)
    assert opened(table, text).match == table.match
    whole = Table("eifel", seats="", seed=1)
    play_deal(whole)
    assert len(match_text(whole.state)) * 100 < LONGEST_MATCH


@pytest.mark.parametrize("name", ["size", "motion", "side", "sound"])
def test_settings_are_taken_by_every_widget_and_nonsense_is_not(name: str) -> None:
    values = {"size": "large", "motion": "slow", "side": "left", "sound": "on"}
    for widget in (Table(), LegalMoves("belgian", hand="QS JH 9D", trick="TS", trump="H")):
        plain = widget.html
        assert f"data-{name}=" not in plain
        widget.receive({"action": name, "value": values[name]})
        assert f'data-{name}="{values[name]}"' in widget.html
        widget.receive({"action": name, "value": "9"})
        assert f"The setting {name} is" in status(widget)
        assert f'data-{name}="{values[name]}"' in widget.html


def test_for_the_left_hand_the_cards_lie_the_other_way_round() -> None:
    table = Table("force", seed=3)
    cards = [a["data-card"] for a, _words in Tree(table.html).all("button") if "data-card" in a]
    _tell(table, "side", "left")
    assert [a["data-card"] for a, _words in Tree(table.html).all("button") if "data-card" in a] == cards[::-1]


def test_only_an_open_table_takes_up_the_game_chosen_last() -> None:
    table = Table(seed=7)
    assert "data-open" in table.html
    _tell(table, "usual", "ardennes")
    assert table.state == sit("ardennes", 7)
    assert "data-open" not in table.html
    _tell(table, "usual", "mit")
    assert table.state.game == "ardennes"
    _tell(table, "undo")
    assert "nothing to take back" in status(table)
    for fixed in (Table("belgian"), Table(rules={"length": 7})):
        assert "data-open" not in fixed.html
        _tell(fixed, "usual", "ardennes")
        assert fixed.state.game == "belgian"
    begun = Table()
    click_on(begun, Random(1))
    assert "data-open" not in begun.html
    _tell(begun, "usual", "ardennes")
    assert begun.state.game == "belgian"
    nonsense = Table()
    _tell(nonsense, "usual", "whist")
    assert nonsense.state == Table().state


def test_undo_has_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "draw", lambda _self: None)
    table = Table("belgian", seed=1, seats="")
    first = table.state
    for _step in range(700):
        _tell(table, "deal")
    for _step in range(700):
        table.do_undo()
    assert table.state == first


def test_four_people_who_hide_their_hands_see_the_hand_of_whose_turn_it_is() -> None:
    table, random = Table("belgian", seed=3, seats="NESW"), Random(2)
    _tell(table, "reveal")
    seen = set()
    while not table.state.counted:
        seat = table.state.to_act
        if seat:
            own = {a["data-card"] for a, _words in Tree(table.html).all("button") if "data-card" in a}
            assert set(table.state.state.hand(seat)) <= own
            seen.add(seat)
        click_on(table, random)
    assert seen == set(SEATS)
