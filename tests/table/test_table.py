"""The table: whole deals and matches by clicks, undo, links, and messages of every kind."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from couillon.bots import STRENGTHS
from couillon.cards import SEATS
from couillon.deal import deal
from couillon.game import legal_actions, replay, result
from couillon.rules import load, variants
from couillon.scoring import new_board, score
from couillon_widgets import Table
from couillon_widgets.table_state import act, moved_on, sit
from couillon_widgets.table_tell import happened
from tests.table.sitting import buttons, choices, click_on, play_deal, promised
from tests.widgets.scenes import Tree, status

IDS = [v.id for v in variants()]


def test_a_whole_match_of_the_basic_game() -> None:
    table, random, steps = Table("belgian", seed=21), Random(3), 0
    deals = 0
    while not (table.state.counted and table.state.match.won):
        before = table.state.counted
        click_on(table, random)
        promised(table)
        deals += table.state.counted and not before
        steps += 1
        assert steps < 2000
    match = table.state.match
    assert len(match.history) == deals
    board = new_board(load())
    for i, finished in enumerate(match.history):
        state = replay(load(), deal(load(), 21 + i, SEATS[(1 + i) % 4]), finished.state.actions)
        assert state == finished.state
        board = score(load(), board, result(state)).board
    assert board == match.board
    assert "New match" in table.html
    assert "have won the match" in table.html
    table.receive({"action": "next"})
    assert table.state.number == 1
    assert table.state.match.board == new_board(load())


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("seats", ["S", "", "NESW", "NS"])
def test_a_whole_deal_of_every_game(id: str, seats: str) -> None:
    table = Table(id, seed=5, seats=seats, dealer="N")
    play_deal(table, 2)
    promised(table)
    state = table.state.state
    assert state == replay(load(id), deal(load(id), 5, "N"), state.actions)
    assert status(table).startswith(("Equal points", f"{max(state.points)} to {min(state.points)}"))
    table.receive({"action": "next"})
    assert table.state.number == (1 if table.state.match.won else 2)


MESSAGES = st.one_of(
    st.builds(
        lambda action, card, value: {k: v for k, v in (("action", action), ("card", card), ("value", value)) if v},
        st.sampled_from(
            ["play", "accept", "pass", "trump-S", "trump-H", "trump-", "trump-X", "turn", "mit", "kontra", "re",
             "raise", "matt", "konter", "next", "next", "next", "undo", "redo", "hint", "reveal", "last", "deal",
             "again", "restart", "share", "restore", "slate", "more", "variant", "seats", "strength", "nation", "suits",
             "x_y", "restore-x", "clear", ""]
        ),
        st.sampled_from([None, None, "AS", "9D", "QS", "7H", "1X", "", "♠"]),
        st.sampled_from([None, None, "NS", "-", "NESW", "X", "mit", "eifel", "beginner", "3", "-4", "fr", "9" * 40]),
    ),
    st.none(),
    st.integers(),
    st.text(max_size=5),
    st.dictionaries(st.text(max_size=4), st.integers(), max_size=2),
)  # fmt: skip


@settings(deadline=None, max_examples=30)
@given(st.sampled_from(IDS), st.sampled_from(["S", "NS", "", "NESW", "W"]), st.lists(MESSAGES, max_size=25), st.data())
def test_no_message_raises(id: str, seats: str, messages: list[object], data: st.DataObject) -> None:
    table, random = Table(id, seed=data.draw(st.integers(-5, 99)), seats=seats), Random(1)
    for message in messages:
        for _step in range(data.draw(st.integers(0, 3))):
            click_on(table, random)
        table.receive(message)
        promised(table)


@settings(deadline=None, max_examples=20)
@given(st.sampled_from(IDS), st.integers(0, 999), st.integers(1, 30), st.randoms(use_true_random=False))
def test_undo_goes_back_to_each_own_choice_and_redo_forward(  # type: ignore[no-untyped-def]
    id: str, seed: int, steps: int, random
) -> None:
    table = Table(id, seed=seed)
    before, made = [], []
    for _step in range(steps):
        own = table.state.to_act is not None or table.state.counted
        if own:
            before.append(table.state)
        click_on(table, random)
        made = [*made, table.state] if own else [*made[:-1], table.state]
    if not before:
        return
    for state in reversed(before):
        table.receive({"action": "undo"})
        assert table.state == state
    table.receive({"action": "undo"})
    assert "nothing to take back" in status(table)
    for _state in before:
        table.receive({"action": "redo"})
    assert table.state == made[-1]


@settings(deadline=None, max_examples=25)
@given(
    st.sampled_from(IDS), st.integers(0, 999), st.integers(0, 40), st.sampled_from(["S", "NS", "", "NESW"]),
    st.sampled_from(STRENGTHS), st.randoms(use_true_random=False),
)  # fmt: skip
def test_a_link_restores_the_table(  # type: ignore[no-untyped-def]
    id: str, seed: int, steps: int, seats: str, strength: str, random
) -> None:
    table = Table(id, seed=seed, seats=seats, strength=strength)
    for _step in range(steps):
        click_on(table, random)
    other = Table("belgian")
    other.receive({"action": "restore", "value": table.share})
    assert other.share == table.share
    assert other.state.state == table.state.state
    assert other.state.match.board == table.state.match.board
    assert "damaged" not in status(other)
    other.receive({"action": "restore", "value": table.share[:-9] + table.share[-8:]})
    assert status(other) == "This link is damaged, so here is a fresh deal."


def test_house_rules_are_played_and_linked() -> None:
    table = Table("belgian", rules={"length": 7, "beat": True})
    assert "7 : 7" in table.html
    other = Table()
    other.receive({"action": "restore", "value": table.share})
    assert other.state.rules == table.state.rules == load("belgian", {"length": 7, "beat": True})
    assert "rules={'beat': True, 'length': 7}" in repr(other)


@pytest.mark.parametrize("id", IDS)
def test_every_event_is_told_once_and_in_order(id: str) -> None:
    """What is told step by step is, put together, what is told of the whole deal at once."""
    for seed in range(8):
        table, told, random = sit(id, seed, "S"), [], Random(seed)
        told += happened(table, 0)
        while table.state.phase != "over":
            since = len(table.state.actions)
            table = act(table, random.choice(table.actions)) if table.to_act else moved_on(table)
            told += happened(table, since)
        whole = happened(table, 0)
        tricks = [event for event in whole if "trick" in event]
        assert len(tricks) == load(id).hand
        assert [event for event in told if "pass" not in event] == [e for e in whole if "pass" not in e]


def test_a_refusal_names_reason_clause_and_what_is_allowed() -> None:
    for seed in range(1, 200):
        table = Table("belgian", seed=seed)
        random = Random(seed)
        for _step in range(12):
            state = table.state
            bad = [c for c in state.state.hand("S") if state.to_act and c not in legal_actions(state.state)]
            if state.to_act and state.state.phase == "play" and bad:
                table.receive({"action": "play", "card": bad[0]})
                note = status(table)
                assert note.startswith("Not the ")
                assert "follow-or-trump" in note
                tree = Tree(table.html)
                legal = {a["data-card"] for a, _words in tree.all("button", data_legal="yes")}
                assert legal == set(legal_actions(state.state))
                assert [a["data-card"] for a, _words in tree.all("button", data_legal="no")] == [bad[0]]
                assert table.state == state
                table.receive(choices(table)[0])
                assert 'data-legal="no"' not in table.html
                return
            click_on(table, random)
    pytest.fail("no deal in which a card is refused")


def test_a_card_before_the_trump_is_refused_with_the_reason() -> None:
    table = Table("belgian", seed=4)
    table.receive({"card": table.state.state.hand("S")[0]})
    assert "the trump is to be made first" in status(table)
    assert "turn-up" in status(table)


def test_a_card_between_two_tricks_is_answered_with_the_button_that_goes_on() -> None:
    table, random, asked = Table("belgian", seed=21), Random(3), 0
    while not table.state.counted:
        if table.state.waiting and table.state.state.phase != "over":
            share = table.share
            table.receive({"action": "play", "card": table.state.state.hand("S")[0]})
            [label] = [words for attrs, words in Tree(table.html).all("button") if attrs.get("data-action") == "next"]
            assert f"press “{label}” first." in status(table)
            assert table.share == share
            asked += 1
        click_on(table, random)
    assert asked


def test_hands_of_others_are_hidden_unless_shown() -> None:
    table = Table("belgian", seed=4)
    hidden = [c for s in "NEW" for c in table.state.state.hand(s)]
    assert not any(f'data-card="{card}"' in table.html for card in hidden)
    table.receive({"action": "reveal"})
    assert all(f'data-card="{card}"' in table.html for card in hidden)
    table.receive({"action": "reveal"})
    assert not any(f'data-card="{card}"' in table.html for card in hidden)


def test_who_names_has_seen_the_first_cards_only() -> None:
    for id in ("troeven", "mit", "eifel", "konter-a-matt", "st-vith"):
        table = Table(id, seed=4, dealer="E")
        dealt, seen = table.state.state.deal.hand("S"), load(id).named_after
        shown = {m["card"] for m in buttons(table) if "card" in m}
        assert shown == set(dealt[:seen])
        table.receive({"action": "reveal"})
        assert not any(f'data-card="{card}"' in table.html for card in dealt[seen:])


def test_a_hint_says_more_each_time_and_changes_nothing() -> None:
    table, random = Table("ardennes", seed=8), Random(2)
    for _step in range(30):
        state, said = table.state, []
        for _press in range(5):
            table.receive({"action": "hint"})
            said.append(status(table))
        assert table.state == state
        if state.to_act:
            assert said[3] == said[4]
            assert said[2].startswith("A club player ")
            assert said[3].startswith("By the odds")
            assert len(set(said)) == 4
        click_on(table, random)


def test_deals_by_seed_and_the_same_deal_again() -> None:
    table = Table("belgian", seed=3)
    first = table.state
    click_on(table, Random(1))
    table.receive({"action": "again"})
    assert table.state == first
    table.receive({"action": "deal", "value": "77"})
    assert table.state.state.deal == deal(load(), 77, "E")
    assert table.state.state.deal == Table("belgian", seed=77).state.state.deal
    table.receive({"action": "deal", "value": "x"})
    assert "whole number" in status(table)
    table.receive({"action": "deal"})
    assert table.state.seed == 78
    play_deal(table)
    counted = table.state
    table.receive({"action": "again"})
    assert table.state.state.deal == counted.state.deal
    assert table.state.match.board == new_board(load())


def test_the_last_trick_and_the_column_are_shown_on_demand() -> None:
    table, random = Table("belgian", seed=3), Random(1)
    table.receive({"action": "last"})
    assert status(table) == "No trick is complete yet."
    while len(table.state.state.tricks) < 1 or table.state.lying:
        click_on(table, random)
    table.receive({"action": "last"})
    trick = table.state.state.tricks[-1]
    shown = {a["data-card"] for a, _words in Tree(table.html).all("span", role="img") if "data-card" in a}
    assert set(trick.cards) <= shown
    assert status(table).startswith(f"The last trick, number {len(table.state.state.tricks)}.")
    assert 'class="cl-w cl-table"' in table.html
    table.receive({"action": "slate"})
    assert "cl-aside-open" in table.html


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ({"variant": "belgien"}, "did you mean belgian"),
        ({"seed": "x"}, "whole number"),
        ({"seats": "SX"}, "not a seat"),
        ({"dealer": "Q"}, "not a seat"),
        ({"rules": {"length": 0}}, "length cannot be 0"),
        ({"strength": "master"}, "beginner, club or expert"),
    ],
)
def test_wrong_arguments_get_one_sentence(arguments: dict, part: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(ValueError) as caught:
        Table(**arguments)
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)
