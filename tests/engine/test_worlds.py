"""What a seat can know: exactly the layouts under which every card that was played was allowed, each equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import factorial, prod
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from couillon.cards import SEATS, Card
from couillon.game import State, advance, legal_actions, playable, start
from couillon.rules import Rules, load
from couillon.verdicts import judge
from couillon.view import view
from couillon.worlds import World, Worlds, state_of
from engine.house_rules import any_rules
from engine.support import VARIANTS, begin, count, random_deal

Hands = tuple[frozenset[Card], ...]


def moments(rules: Rules, seed: int) -> Iterator[State]:
    """Every moment of a deal played by chance."""
    draw = Random(seed)
    state = start(rules, random_deal(rules, seed, "NESW"[seed % 4]))
    raises = 0
    while state.phase != "over":
        yield state
        options = list(legal_actions(state))
        if "raise" in options and raises > 2:
            options = ["pass"]
        action = draw.choice(options)
        raises += action == "raise"
        state = advance(state, action)


def by_hand(worlds: Worlds, state: State) -> set[Hands]:
    """All layouts in which the play so far was allowed, found by dealing the hidden cards in every way."""
    plays = []
    at = start(state.rules, state.deal)
    for action in state.actions:
        if at.trick and len(action) == 2 and action != "re":
            on_table = at.trick.cards
            seat = at.trick.to_play
            at = advance(at.but(phase="play", question=None, asked=()), action)
            plays.append((seat, Card(action), on_table, at.mit))
        else:
            at = advance(at, action)
    gone = {seat: [card for by, card, _table, _mit in plays if by == seat] for seat in SEATS}
    found = set()
    for places in deals(tuple(worlds.hidden), tuple(worlds.room)):
        held = [[*known, *more] for known, more in zip(worlds.held, places, strict=False)]
        left = {seat: [*held[i], *gone[seat]] for i, seat in enumerate(SEATS)}
        good = True
        for seat, card, on_table, mit in plays:
            if seat != worlds.seen.seat:
                said = judge(state.rules, state.trump or "", tuple(left[seat]), on_table, mit=mit)
                good &= next(v.legal for v in said if v.act == card)
            left[seat].remove(card)
        if good:
            found.add(tuple(frozenset(hand) for hand in held))
    return found


def deals(cards: tuple[Card, ...], room: tuple[int, ...]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    if len(room) == 1:
        yield (cards,)
        return
    for hand in combinations(cards, room[0]):
        for rest in deals(tuple(card for card in cards if card not in hand), room[1:]):
            yield (hand, *rest)


def hands(world: World) -> Hands:
    return tuple(frozenset(hand) for hand in world.held)


def check(state: State) -> None:
    seen = view(state)
    worlds = Worlds(seen)
    assert sum(worlds.room) == len(worlds.hidden)
    world = worlds.sample(Random(1))
    assert view(state_of(seen, world)) == seen
    assert world.held[worlds.me][: len(seen.hand)] == seen.hand
    if factorial(len(worlds.hidden)) // prod(map(factorial, worlds.room)) > count("COUILLON_LAYOUTS", 200):
        return
    listed = [hands(world) for world in worlds.every()]
    # The stock is what the hands leave, so that each layout comes once.
    assert len(listed) == len(set(listed))
    assert len(listed) == worlds.bound if worlds.exact else len(listed) <= worlds.bound
    assert set(listed) == by_hand(worlds, state)
    assert hands(world) in listed


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_layouts_are_those_under_which_all_play_was_allowed(variant: str) -> None:
    for seed in range(count("COUILLON_WORLDS", 1)):
        for state in moments(load(variant), seed):
            check(state)


@settings(max_examples=count("COUILLON_WORLDS", 1) * 10, deadline=None, suppress_health_check=list(HealthCheck))
@given(any_rules(), st.integers(0, 10**6))
def test_under_any_house_rules_too(rules: Rules, seed: int) -> None:
    assume(rules.hand > 1)
    for state in moments(rules, seed):
        check(state)


def test_a_rule_under_which_one_card_makes_good_what_another_forbids() -> None:
    # Who could follow may ruff at will, but who cannot must go over: a low ruff shows that he could do either.
    rules = load("ardennes", {"follow": "or-trump"})
    odd = 0
    for seed in range(8):
        for state in moments(rules, seed):
            if len(state.tricks) >= 2:
                odd += not Worlds(view(state)).exact
                check(state)
    assert odd


def test_before_the_third_trick_of_a_six_card_deal_there_are_34650_layouts() -> None:
    fresh = (
        worlds
        for seed in range(99)
        for state in moments(load("force"), seed)
        if len(state.tricks) == 2 and state.trick and not state.trick.cards
        for worlds in [Worlds(view(state))]
        if worlds.bound == 34650
    )
    found = next(fresh)
    assert found.exact
    assert sum(1 for _world in found.every()) == 34650


@pytest.mark.parametrize(("variant", "overrides"), [("belgian", {}), ("ardennes", {"follow": "or-trump"})])
def test_every_layout_is_drawn_as_often_as_any_other(variant: str, overrides: dict[str, str]) -> None:
    rules, done = load(variant, overrides), 0
    for seed in range(200):
        for state in moments(rules, seed):
            worlds = Worlds(view(state))
            if not 6 <= worlds.bound <= 60 or worlds.exact == bool(overrides):
                continue
            kinds = {hands(world) for world in worlds.every()}
            draw, each = Random(seed), 40
            drawn = Counter(hands(worlds.sample(draw)) for _draw in range(each * len(kinds)))
            assert set(drawn) == kinds
            chi = sum((found - each) ** 2 / each for found in drawn.values())
            free = len(kinds) - 1
            # Five standard deviations off would come up once in some million times.
            assert chi < free + 5 * (2 * free) ** 0.5 + 5, (seed, kinds)
            done += 1
            if done == 6:
                return
    pytest.fail("there were too few moments with few layouts")


def test_a_turned_card_and_declared_queens_have_their_place() -> None:
    state = advance(begin("mit", W="AS KS TS JD 9C", E="QS 9S JH TD KC"), "turn")
    seen = view(state)
    shown = state.deal.hand("S")[-1]
    assert all(shown in Worlds(seen).sample(Random(i)).held[2] for i in range(5))
    state = begin("konter-a-matt", N="QS 9S JH TH KC 9D", W="AS KS TS QH QD 9C")
    for action in ("trump C", "konter", "AS", "matt", "9S"):
        state = advance(state, action)
    worlds = Worlds(view(state))
    assert {"QH", "QD"} <= set(worlds.held[3])
    assert "QS" in worlds.held[0]
    state = advance(begin("eifel", S="AS KS TS JD 9C", dealer="E"), "turn JD")
    assert playable(state) == ("JD",)
