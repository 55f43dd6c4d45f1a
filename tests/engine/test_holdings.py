"""What hands have brought: the sums that are kept are those that the deals give, and the lesson says what they say."""

from __future__ import annotations

import pytest

from couillon.cards import parse_cards
from couillon.holdings import Holding, Record, counted, grouped, holding, known
from couillon.rules import load, variants
from engine.support import VARIANTS

PLACES = range(4)


def by_trumps(passed: int) -> dict[tuple[int, bool], Record]:
    return grouped(known("belgian", passed), lambda held: (held.trumps, held.top), may_pass=True)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_first_deals_are_among_those_that_are_kept(variant: str) -> None:
    rules = load(variant)
    passed = 0 if rules.trump == "named" else 1
    again, kept = counted(rules, range(1, 9), passed), known(variant, passed)
    assert again
    for held, row in again.items():
        assert all(few <= many for few, many in zip(row[:3], kept[held][:3], strict=True))
        assert row[4] <= kept[held][4]  # squares only grow
    assert sum(row[0] for row in kept.values()) >= 1000


def test_games_that_differ_on_the_board_alone_keep_the_same_wins() -> None:
    for passed in PLACES:
        one, two = known("belgian", passed), known("simplified", passed)
        assert {held: row[:3] for held, row in one.items()} == {held: row[:3] for held, row in two.items()}


def test_every_game_keeps_what_its_making_asks_for() -> None:
    for game in variants():
        places = [passed for passed in PLACES if known(game.id, passed)]
        assert places == ([0] if game.rules.trump == "named" else [0, 1, 2, 3])


def test_what_counts_of_a_hand() -> None:
    assert holding(load(), parse_cards("AS KS QS JS"), "S") == Holding(4, True, 0)
    assert holding(load("tongeren"), parse_cards("KS AH AD AC"), "S", parse_cards("AS")[0]) == Holding(1, False, 2)
    queens = load("konter-a-matt")
    assert holding(queens, parse_cards("QS 9H"), "C").trumps == 1


def test_the_lesson_on_accepting_says_what_the_deals_say() -> None:
    places = [by_trumps(passed) for passed in PLACES]
    eldest, dealer = places[0], places[3]
    for place in places:
        # Each trump more and the highest one win more; with none one passes; two with the highest accept everywhere.
        assert place[0, False].won.high < place[1, False].won.low < place[1, False].won.high < place[2, False].won.low
        assert place[1, False].won.high < place[1, True].won.low
        assert abs(place[1, True].won.value - place[2, False].won.value) < 0.08
        assert place[0, False].edge is not None and place[0, False].edge.high < 0
        assert place[2, True].edge is not None and place[2, True].edge.low > 0
        assert place[2, True].won.value > 0.9
    for key in ((1, True), (2, False)):
        early, late = eldest[key].edge, dealer[key].edge
        assert early is not None and early.high < 0
        assert late is not None and late.low >= 0
    aces = grouped(known("belgian"), lambda held: (held.trumps, held.top, held.aces), may_pass=True)
    for trumps, top in ((1, False), (1, True), (2, True)):
        assert abs(aces[trumps, top, 1].won.value - aces[trumps, top, 0].won.value) < 0.08
