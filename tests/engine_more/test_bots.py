"""Bots never break a rule, never see a hidden card, and a club player beats a beginner."""

from __future__ import annotations

import time
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from couillon.bots import STRENGTHS, Choice, View, by_chance, choose, seats_of, view
from couillon.cards import SEATS, pack, team_of
from couillon.deal import deal
from couillon.game import State, apply, legal_actions, start
from couillon.match import add, start_match
from couillon.rules import Rules, load
from tests.engine_more.strategies import IDS, SEEDS, played, rule_sets


def _finished(rules: Rules, seed: int, dealer: str, strengths: dict[str, str]) -> State:
    state = start(rules, deal(rules, seed, dealer))
    while state.phase != "over":
        seen = view(state)
        choice = choose(seen, strengths[team_of(seen.seat)], seed * 100 + len(state.actions))
        assert choice.action in seen.actions
        assert choice.why.endswith(".")
        state = apply(state, by_chance(state, choice.action, seed))
    return state


@settings(deadline=None, max_examples=60)
@given(rule_sets(), SEEDS, st.sampled_from(SEATS), st.sampled_from(STRENGTHS))
def test_a_bot_never_breaks_a_rule(rules: tuple[str, Rules], seed: int, dealer: str, strength: str) -> None:
    state = _finished(rules[1], seed, dealer, {"NS": strength, "EW": strength})
    assert _finished(rules[1], seed, dealer, {"NS": strength, "EW": strength}) == state


@settings(deadline=None)
@given(rule_sets(), SEEDS, st.integers(0, 40), st.sampled_from(STRENGTHS), st.randoms(use_true_random=False))
def test_hidden_cards_change_nothing(  # type: ignore[no-untyped-def]
    rules: tuple[str, Rules], seed: int, steps: int, strength: str, random
) -> None:
    """Exchange the cards that the seat to act cannot see: the view stays equal, and so does the choice."""
    state = played(rules[1], seed, "S", steps)
    if state.to_act is None:
        return
    seen = view(state)
    known = {*seen.hand, *seen.played, *seen.open_cards}
    if state.turned:
        known.add(state.turned)
    hidden = [card for card in pack(rules[1].pack) if card not in known]
    mixed = list(hidden)
    random.shuffle(mixed)
    to = dict(zip(hidden, mixed, strict=True))
    dealt = replace(
        state.deal,
        hands=tuple(tuple(to.get(c, c) for c in hand) for hand in state.deal.hands),
        stock=tuple(to.get(c, c) for c in state.deal.stock),
    )
    held = tuple(tuple(to.get(c, c) for c in hand) for hand in state.held)
    other = view(replace(state, deal=dealt, held=held))
    assert other == seen
    assert choose(other, strength, seed) == choose(seen, strength, seed)


def test_a_view_holds_no_state_and_no_deal() -> None:
    assert {item.name for item in fields(View)}.isdisjoint({"state", "deal", "hands", "held", "stock"})


@pytest.mark.parametrize("id", IDS)
def test_a_club_player_takes_more_than_a_beginner(id: str) -> None:
    """Each deal is played twice, with the teams exchanged, so that luck is shared; the trumps are made alike."""
    rules, balance = load(id), 0
    for seed in range(60):
        for club, other in (("NS", "EW"), ("EW", "NS")):
            state = _finished(rules, seed, "S", {club: "club", other: "beginner"})
            ns, ew = state.points
            balance += ns - ew if club == "NS" else ew - ns
    assert balance > 0


def test_a_club_player_wins_more_matches() -> None:
    won = 0
    for number in range(60):
        rules = load(("belgian", "troeven", "konter-a-matt", "force")[number % 4])
        match, seed = start_match(rules, SEATS[number % 4]), number * 1000
        while not match.won:
            match = add(match, _finished(rules, seed, match.dealer, {"NS": "club", "EW": "beginner"}))
            seed += 1
        won += match.won == "NS"
    assert won >= 36


def test_a_choice_is_quick() -> None:
    state, spent, n = start(load("troeven"), deal(load("troeven"), 2)), 0.0, 0
    while state.phase != "over":
        seen = view(state)
        began = time.perf_counter()
        choice = choose(seen)
        spent, n = spent + time.perf_counter() - began, n + 1
        state = apply(state, choice.action)
    assert spent / n < 0.005


def test_every_word_is_said_by_some_bot() -> None:
    said: set[str] = set()
    for id in IDS:
        for seed in range(60):
            state = _finished(load(id), seed, "N", {"NS": "club", "EW": "club"})
            said |= {action.split()[0] for action in state.actions if len(action) != 2 or action == "re"}
    assert said == {"accept", "pass", "trump", "turn", "mit", "kontra", "re", "raise", "matt", "konter"}


def test_raising_ends() -> None:
    for seed in range(200):
        state = _finished(load("st-vith"), seed, "N", {"NS": "club", "EW": "club"})
        assert state.raises < 6


def test_chance_turns_one_of_the_later_cards() -> None:
    state = start(load("eifel"), deal(load("eifel"), 1))
    turned = {by_chance(state, "turn", seed) for seed in range(40)}
    assert turned == {a for a in legal_actions(state) if a.startswith("turn ")}
    assert by_chance(state, "trump S", 1) == "trump S"
    assert "turn" in view(state).actions


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(ValueError, match="beginner, club or expert"):
        choose(view(start(load(), deal(load(), 1))), "master")
    with pytest.raises(ValueError, match="over"):
        view(played(load(), 1, "S"))
    with pytest.raises(ValueError, match="not a seat"):
        seats_of("SX")
    assert isinstance(choose(view(start(load(), deal(load(), 1)))), Choice)
