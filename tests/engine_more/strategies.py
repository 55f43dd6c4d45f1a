"""Random deals of the whole family, some under house rules, played some way."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from couillon.cards import SEATS
from couillon.deal import deal
from couillon.game import State, apply, legal_actions, start
from couillon.match import Match, add, start_match
from couillon.records import Record
from couillon.rules import Rules, RulesError, load, variants

IDS = [v.id for v in variants()]
HOUSE = [
    {},
    {"length": 7},
    {"beat": True},
    {"sweep": 2, "loss": "as-won"},
    {"queens": ["QC", "QD"]},
    {"queens": ["QH"]},
    {"tie_again": "grows", "tie_penalty": 3},
    {"packets": [2, 1, 1]},
]
SEEDS = st.integers(0, 2**32)


@st.composite
def rule_sets(draw: st.DrawFn) -> tuple[str, Rules]:
    id, house = draw(st.sampled_from(IDS)), draw(st.sampled_from(HOUSE))
    try:
        return id, load(id, house)
    except RulesError:
        return id, load(id)


def played(rules: Rules, seed: int, dealer: str, steps: int = 10_000) -> State:
    pick, state = Random(seed), start(rules, deal(rules, seed, dealer))
    while steps and (allowed := legal_actions(state)):
        state, steps = apply(state, pick.choice(allowed)), steps - 1
    return state


@st.composite
def records(draw: st.DrawFn) -> Record:
    id, rules = draw(rule_sets())
    state = played(rules, draw(SEEDS), draw(st.sampled_from(SEATS)), draw(st.integers(0, 60)))
    return Record(id, rules, state.deal, state.actions)


@st.composite
def matches(draw: st.DrawFn) -> tuple[str, Match, State | None]:
    id, rules = draw(rule_sets())
    seed, match = draw(SEEDS), start_match(rules, draw(st.sampled_from(SEATS)))
    for i in range(draw(st.integers(0, 4))):
        if not match.won:
            match = add(match, played(rules, seed + i, match.dealer))
    current = None if match.won else played(rules, seed + 9, match.dealer, draw(st.integers(0, 12)))
    return id, match, draw(st.sampled_from([current, None]))
