"""Fast deals must end as the state machine's do."""

from __future__ import annotations

from random import Random

import pytest

from couillon.game import State, apply, legal_actions, playable, result, start
from couillon.kernel import layout
from couillon.rules import load
from couillon.scoring import check_result
from couillon.simulate import play_out, random_deal, random_deals
from engine.support import VARIANTS, begin
from engine.support import random_deal as dealt


def lowest(bits: int) -> int:
    return bits & -bits


def settled(variant: str, seed: int) -> State:
    """A deal of which all the talking is done, by chance."""
    random, rules = Random(seed), load(variant)
    state = start(rules, dealt(rules, seed, "NESW"[seed % 4]))
    while state.phase != "play" or set(legal_actions(state)) & {"matt", "konter"}:
        options = legal_actions(state)
        state = apply(state, options[int(random.random() * len(options))])
    return state


def by_the_state_machine(state: State) -> State:
    while state.phase != "over":
        assert state.trump is not None
        bit = layout(state.rules, state.trump, state.mit).bit
        state = apply(state, min(playable(state), key=bit.__getitem__))
    return state


@pytest.mark.parametrize("variant", VARIANTS)
def test_play_goes_as_in_the_state_machine_from_any_moment(variant: str) -> None:
    for seed in range(40):
        state = settled(variant, seed)
        for _ in range(seed % (4 * state.rules.hand)):
            state = apply(state, playable(state)[-1])
        assert play_out(state, lowest) == result(by_the_state_machine(state))


def test_a_turned_card_is_led_in_fast_play_too() -> None:
    state = apply(begin("eifel", W="AS KS TS JD 9C"), "turn JD")
    assert play_out(state, lowest) == result(by_the_state_machine(state))


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_deals_have_results_that_can_be(variant: str) -> None:
    rules = load(variant)
    for end in (*random_deals(rules, 60, 7), random_deal(rules, Random(3))):
        check_result(rules, end)
    assert list(random_deals(rules, 5, 7)) == list(random_deals(rules, 5, 7))


def test_random_deals_of_one_card_each() -> None:
    rules = load("mit", {"packets": [1], "named_after": 1, "turn": "none"})
    for end in random_deals(rules, 200, 1):
        check_result(rules, end)
        assert sum(end.tricks) == 1
