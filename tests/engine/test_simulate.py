"""Deals that are played abreast: card by card as in the state machine, and fair in every choice."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from couillon import simulate
from couillon.cards import TEAMS, Card, pack
from couillon.deal import deal_from
from couillon.game import State, advance, apply, legal_actions, playable, result, start
from couillon.kernel import layout
from couillon.luck import shuffles, stream
from couillon.rules import Rules, load
from couillon.scoring import Result, check_result
from couillon.selfplay import narrowed
from couillon.simulate import block, random_deals
from couillon.talking import Said
from engine.house_rules import house_rules
from engine.support import VARIANTS


class Replayed(NamedTuple):
    """A deal that was played abreast: what was said, its cards in the order played, and how it ended."""

    start: State
    said: Said
    cards: tuple[Card, ...]
    result: Result


def logged(rules: Rules, seed: int, deals: int) -> tuple[list[Replayed], dict[str, tuple[int, int]]]:
    """The deals of a block with every card that was played, and what the clauses narrowed."""
    made = block(rules, seed, 0, deals)
    places = shuffles(rules.pack, deals, f"{seed} 0")
    heard = simulate._overheard(rules, places, f"{seed} 0")
    draw = stream(f"{seed} 0 play")
    found: dict[int, Replayed] = {}
    for batch in simulate._batches(rules, places, heard):
        played = batch.abreast(rules, heard)
        played.draw, played.log = draw, []
        played.play()
        for at, number in enumerate(batch.deals):
            lie = places[number * rules.pack :][: rules.pack]
            cards = [card for _place, card in sorted(zip(lie, pack(rules.pack), strict=True))]
            said = heard[number]
            trump = said.suit or cards[said.place or 0].suit
            table = layout(rules, trump, said.mit)
            bit = played.width - 1 - at
            turns = tuple(table.cards[next(c for c, bits in enumerate(turn) if bits >> bit & 1)] for turn in played.log)
            state = start(rules, deal_from(rules, cards))
            found[number] = Replayed(state, said, turns, made.endings[number].result())
    return [found[number] for number in range(deals)], made.bites


def in_the_state_machine(dealt: Replayed) -> State:
    """Say and play the same, with every action checked."""
    cards = iter(dealt.cards)
    state = dealt.start
    for token in spoken(dealt):
        state = apply(state, token or next(cards))
    for card in cards:
        state = apply(state, card)
    return state


def spoken(dealt: Replayed) -> list[str]:
    """What was said; a card that was turned is the first that was led."""
    return [f"turn {dealt.cards[0]}" if token.startswith("turn ") else token for token in dealt.said.path]


@pytest.mark.parametrize("variant", VARIANTS)
def test_deals_go_card_by_card_as_in_the_state_machine(variant: str) -> None:
    for dealt in logged(load(variant), 5, 60)[0]:
        state = in_the_state_machine(dealt)
        assert state.phase == "over"
        assert result(state) == dealt.result


@given(rules=house_rules(), seed=st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_deals_of_house_rules_go_as_in_the_state_machine(rules: Rules, seed: int) -> None:
    for dealt in logged(rules, seed, 8)[0]:
        assert result(in_the_state_machine(dealt)) == dealt.result


@pytest.mark.parametrize("variant", VARIANTS)
def test_clauses_narrow_what_the_rule_core_says_they_narrow(variant: str) -> None:
    rules = load(variant)
    deals, bites = logged(rules, 6, 40)
    sums: Counter[str] = Counter()
    squares: Counter[str] = Counter()
    for dealt in deals:
        found = narrowed(in_the_state_machine(dealt))
        sums += found
        squares += Counter({clause: n * n for clause, n in found.items()})
    assert bites == {clause: (sums[clause], squares[clause]) for clause in sums}


@pytest.mark.parametrize("variant", ["force", "ardennes", "troeven"])
def test_every_allowed_card_is_as_likely(variant: str) -> None:
    """Among n cards in the order of the pack, each place is chosen about as often."""
    rules = load(variant)
    chosen: Counter[tuple[int, int]] = Counter()
    order = {card: at for at, card in enumerate(pack(rules.pack))}
    for dealt in logged(rules, 9, 250)[0]:
        cards, state = iter(dealt.cards), dealt.start
        for token in spoken(dealt):
            state = advance(state, token or next(cards))
        for card in cards:
            may = sorted(playable(state), key=order.__getitem__)
            chosen[len(may), may.index(card)] += 1
            state = advance(state, card)
    for number in range(2, rules.hand + 1):
        counts = [chosen[number, place] for place in range(number)]
        expected = sum(counts) / number
        if expected > 20:
            assert sum((count - expected) ** 2 / expected for count in counts) < 3.5 * number + 12, (number, counts)


def plainly(rules: Rules, count: int, seed: int) -> list[Result]:
    """Random deals as plainly as can be: with the state machine alone."""
    random, found = Random(seed), []
    for _deal in range(count):
        state = start(rules, deal_from(rules, random.sample(pack(rules.pack), rules.pack)))
        while state.phase != "over":
            state = advance(state, random.choice(legal_actions(state)))
        found.append(result(state))
    return found


@pytest.mark.parametrize("variant", ["belgian", "ardennes", "tongeren", "konter-a-matt"])
def test_figures_agree_with_plain_random_deals(variant: str) -> None:
    rules = load(variant)
    plain = plainly(rules, 400, 1)
    fast = [ending.result() for ending in block(rules, 2, 0, 20_000).endings]
    for figure in (
        lambda r: r.points[0],
        lambda r: r.points[1],
        lambda r: r.tricks[0],
        lambda r: r.points[0] == r.points[1],
        lambda r: 0 in r.tricks,
        lambda r: r.makers is None,
        lambda r: r.makers is not None and r.points[TEAMS.index(r.makers)] < max(r.points),
    ):
        one, two = [float(figure(r)) for r in plain], [float(figure(r)) for r in fast]
        error = (stdev(one) ** 2 / len(one) + stdev(two) ** 2 / len(two)) ** 0.5
        assert abs(fmean(one) - fmean(two)) <= 4.5 * error + 1e-12


def test_every_card_lies_everywhere_as_often() -> None:
    places = shuffles(24, 12_000, "7")
    for card in range(24):
        counts = Counter(places[card::24])
        assert len(counts) == 24
        assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 60
    pairs = Counter((places[at], places[at + 1]) for at in range(0, len(places), 24))
    assert len(pairs) > 540  # of 552, each 22 times


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_deals_have_results_that_can_be(variant: str) -> None:
    rules = load(variant)
    ends = list(random_deals(rules, 300, 7))
    for end in ends:
        check_result(rules, end)
    assert ends == list(random_deals(rules, 300, 7))
    assert ends != list(random_deals(rules, 300, 8))


def test_the_deal_goes_round() -> None:
    rules = load("force")
    assert [end.makers for end in random_deals(rules, 4, 1)] == ["EW", "NS", "EW", "NS"]


def test_blocks_hang_on_their_number_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load("mit")
    monkeypatch.setattr(simulate, "BLOCK", 50)
    ends = list(random_deals(rules, 120, 3))
    alone = [end.result(bool(n & 1)) for n, end in enumerate(block(rules, 3, 1, 50).endings)]
    assert ends[50:100] == alone
    assert len(ends) == 120


def test_random_deals_of_one_card_each() -> None:
    rules = load("mit", {"packets": [1], "named_after": 1, "turn": "none"})
    for end in random_deals(rules, 200, 1):
        check_result(rules, end)
        assert sum(end.tricks) == 1
