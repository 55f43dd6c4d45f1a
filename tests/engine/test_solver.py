"""The solver must find what the plainest search finds, card by card, in every game and under any house rules."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import couillon.search
import couillon.solver
import couillon.utility
from couillon.cards import team_of
from couillon.game import State, advance, legal_actions, start
from couillon.rules import Rules, load
from couillon.scoring import Board
from couillon.search import engine
from couillon.solver import SolverStopped, line, position, solve, solving
from couillon.stakes import stakes
from couillon.utility import AIMS, in_points, utility
from couillon.verdicts import IllegalActionError
from engine.house_rules import any_rules
from engine.plain_minimax import cards_of, random_board, values, worth
from engine.support import VARIANTS, begin, count, random_deal


def ending(rules: Rules, seed: int, cards: int) -> State:
    """A deal played by chance until each player has so many cards; then up to three more lie on the table."""
    draw = Random(seed)
    state = start(rules, random_deal(rules, seed, "NESW"[seed % 4]))
    more = draw.randrange(4) if min(cards, rules.hand) > 1 else 0
    while state.phase != "over":
        assert state.trick is not None or state.phase in ("trump", "declare")
        waits = state.phase == "play" and set(legal_actions(state)) == set(cards_of(state))
        if waits and state.trick and not state.trick.cards and len(state.held[0]) <= cards:
            break
        state = advance(state, draw.choice([action for action in legal_actions(state) if action != "raise"]))
    while more:
        more -= 1
        state = advance(state, draw.choice(cards_of(state)))
        while state.question:
            state = advance(state, "pass")
    return state


def check(state: State, aim: str, board: Board | None = None) -> None:
    found = solve(state, aim, board)
    truth = values(state, aim, board)
    assert {card.card: card.value for card in found.cards} == truth
    assert found.value == max(truth.values())
    assert {card.card: card.cost for card in found.cards} == {c: found.value - v for c, v in truth.items()}
    assert set(found.best) == {card for card, value in truth.items() if value == found.value}
    end = state
    for card in found.line:
        assert card in cards_of(end)
        end = advance(end, card)
    assert end.phase == "over"
    assert worth(end, team_of(found.seat), aim, board) == found.value


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_card_of_an_ending_is_worth_what_plain_search_says(variant: str) -> None:
    rules = load(variant)
    for seed in range(count("COUILLON_ENDINGS", 24)):
        state = ending(rules, seed, 1 + seed % 3)
        check(state, AIMS[seed % 3], random_board(rules, Random(seed)))


@settings(max_examples=count("COUILLON_ENDINGS", 24) * 6, deadline=None, suppress_health_check=list(HealthCheck))
@given(any_rules(), st.integers(0, 10**6))
def test_under_any_house_rules_too(rules: Rules, seed: int) -> None:
    state = ending(rules, seed, 1 + seed % 3)
    if state.phase == "play":
        check(state, AIMS[seed // 3 % 3], random_board(rules, Random(seed)))


def test_progress_narrows_until_the_solution_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine().host, "step", 200)
    state = ending(load("force"), 10, 6)
    couillon.solver._hands.cache_clear()
    steps = list(solving(state, steps=1))
    found = steps[-1].solution
    assert found is not None
    couillon.solver._hands.cache_clear()
    assert found == solve(state)
    assert len(steps) > len(found.cards), "it gave back control in between"
    for before, after in pairwise(steps):
        assert before.settled <= after.settled
        assert all(a[1] <= b[1] and b[2] <= a[2] for a, b in zip(before.bounds, after.bounds, strict=True))
    assert {card: low for card, low, _high in steps[-1].bounds} == {c.card: c.value for c in found.cards}


def test_who_asks_it_to_stop_is_obeyed_and_what_was_found_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine().host, "step", 200)
    state = ending(load("force"), 10, 6)
    couillon.solver._hands.cache_clear()
    with pytest.raises(SolverStopped):
        solve(state, stop=lambda: True)
    asked = []
    solve(state, stop=lambda: bool(asked.append(1)))
    again: list[int] = []
    solve(state, stop=lambda: bool(again.append(1)))
    assert len(again) < len(asked)


def test_little_memory_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = ending(load("force"), 10, 6)
    couillon.solver._hands.cache_clear()
    found = solve(state)
    for buckets in (0, 3):
        monkeypatch.setattr(couillon.search, "_BUCKETS", (buckets,) * 9)
        couillon.solver._hands.cache_clear()
        assert solve(state) == found


def test_the_line_after_a_worse_card_gives_what_that_card_is_worth() -> None:
    state = ending(load("ardennes"), 8, 4)
    for found in solve(state).cards:
        end = state
        for card in line(state, found.card):
            end = advance(end, card)
        assert worth(end, team_of(state.to_act or ""), "points", None) == found.value


def test_only_the_play_of_cards_is_solved() -> None:
    with pytest.raises(ValueError, match="No card is to be played now"):
        solve(begin("belgian"))
    with pytest.raises(ValueError, match="No card is to be played now"):
        position(advance(begin("belgian"), "accept").but(phase="over"))
    state = ending(load("ardennes"), 8, 3)
    with pytest.raises(IllegalActionError):
        line(state, next(card for card in state.deal.hands[0] if card not in state.held[0]))
    with pytest.raises(ValueError, match="nothing to aim at: choose points, win or board"):
        solve(state, "glory")


@settings(max_examples=80, deadline=None)
@given(any_rules(), st.integers(0, 40), st.integers(0, 10**6))
def test_a_better_end_is_never_worth_less(rules: Rules, total: int, seed: int) -> None:
    draw = Random(seed)
    state = ending(rules, seed, 1)
    if state.phase == "play":
        made = utility(rules, draw.choice(("NS", "EW")), total, stakes(state), draw.choice(AIMS),
                       random_board(rules, draw))  # fmt: skip
        assert list(made.ranks) == sorted(made.ranks)
        assert made.value(0, 0, 3) == made.ranks[0]
        assert made.value(total, 3, 0) == made.ranks[-1]
    assert in_points(total).value(total // 2, 1, 1) == total // 2
