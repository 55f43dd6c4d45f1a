"""The solver must find what the plainest search finds, card by card, in every game and under any house rules."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from couillon.game import State, advance, legal_actions, start
from couillon.rules import Rules, load
from couillon.search import Search, deck
from couillon.solver import SolverStopped, line, position, solve, solving
from couillon.utility import AIMS, utility
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


def check(state: State, aim: str, board: object = None) -> None:
    found = solve(state, aim, board)  # type: ignore[arg-type]
    truth = values(state, aim, board)  # type: ignore[arg-type]
    assert {card.card: card.value for card in found.cards} == truth
    assert found.value == max(truth.values())
    assert {card.card: card.cost for card in found.cards} == {c: found.value - v for c, v in truth.items()}
    assert set(found.best) == {card for card, value in truth.items() if value == found.value}
    end = state
    for card in found.line:
        assert card in cards_of(end)
        end = advance(end, card)
    assert end.phase == "over"
    from couillon.cards import team_of

    assert worth(end, team_of(found.seat), aim, board) == found.value  # type: ignore[arg-type]


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
