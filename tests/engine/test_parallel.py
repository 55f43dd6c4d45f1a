"""One deal under several games: what stays the same, and where they part first."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest

from couillon.cards import SEATS, pack
from couillon.kernel import layout
from couillon.parallel import Course, Laid, Parting, course, lay, part
from couillon.rules import Rules, clauses, load, variants

IDS = [game.id for game in variants()]
BASIC = load()


def both(first: Rules, second: Rules, seed: int, mit: bool = False) -> tuple[Course, Course]:
    laid = lay([first, second], seed, mit)
    return course(first, laid), course(second, laid)


@pytest.mark.parametrize("game", IDS)
def test_a_course_keeps_the_rules_and_loses_no_card(game: str) -> None:
    rules = load(game)
    for seed in range(12):
        laid = lay([rules], seed, mit=True)
        went = course(rules, laid)
        table = layout(rules, laid.trump, laid.mit and rules.mit != "none")
        cards = [card for done in went.rounds for card in done.cards]
        assert sorted(cards) == sorted(card for hand in laid.hands for card in hand)
        assert len(cards) == 4 * rules.hand
        assert sum(went.points) == sum(card.points for card in cards)
        leader = laid.maker if rules.first_lead == "maker" else laid.eldest
        for done in went.rounds:
            assert done.plays[0].seat == leader
            for play in done.plays:
                assert play.card in play.legal
                bits = table.legal(table.bits(play.hand), [table.bit[card] for card in play.before])
                assert play.legal == tuple(card for card in play.hand if table.bit[card] & bits)
            at = SEATS.index(leader) + table.winner([table.bit[card] for card in done.cards])
            leader = SEATS[at % 4]
            assert done.winner == leader
        assert went.ended.result(rules)


def test_what_is_dealt_fits_into_every_game() -> None:
    games = [load(game) for game in IDS]
    for seed in range(10):
        laid = lay(games, seed)
        cards = [card for hand in laid.hands for card in hand]
        assert len(cards) == len(set(cards)) == 16
        assert set(cards) <= set(pack(24))
        assert laid == lay(games, seed)
        assert not laid.mit
    assert {lay(games, seed).trump for seed in range(30)} == set("SHDC")
    assert {lay(games, seed).maker for seed in range(30)} == set(SEATS)
    assert {lay(games, seed, mit=True).mit for seed in range(30)} == {True, False}


def test_games_part_where_their_rules_do() -> None:
    """Every kind of parting comes up, each with a clause of one of the two games."""
    kinds: Counter[str] = Counter()
    cited: set[str] = set()
    for a, b in permutations(IDS, 2):
        for seed in range(6):
            first, second = both(load(a), load(b), seed, mit=True)
            found = part(first, second)
            if found is None:
                assert first.points == second.points
                assert first.gains == second.gains
                continue
            kinds[found.about] += 1
            cited.add(found.clause)
            assert found.clause in clauses()
            if found.trick is None:
                assert found.about == "board"
                assert [done.cards for done in first.rounds] == [done.cards for done in second.rounds]
                continue
            assert [r.cards for r in first.rounds[: found.trick]] == [r.cards for r in second.rounds[: found.trick]]
            one, two = first.rounds[found.trick], second.rounds[found.trick]
            if found.play is not None:
                assert one.plays[: found.play] == two.plays[: found.play]
                assert one.plays[found.play] != two.plays[found.play]
            else:
                assert one.cards == two.cards
                assert one.winner != two.winner
    assert set(kinds) == {"lead", "cards", "trick", "board"}
    assert {"must-follow", "must-trump", "queens", "first-lead-maker", "mit"} <= cited


def test_a_switched_duty_is_named_where_it_bites() -> None:
    rules = load("kwajongen")
    for axis, clause in (("beat", "must-beat"), ("overtrump", "must-overtrump")):
        house = rules.replace({axis: True})
        found = [part(*both(rules, house, seed)) for seed in range(150)]
        assert {parting.clause for parting in found if parting} == {clause}, axis


@pytest.mark.parametrize("game", IDS)
def test_a_game_does_not_part_from_itself(game: str) -> None:
    for seed in range(5):
        assert part(*both(load(game), load(game), seed)) is None


def test_the_score_alone_can_part_two_games() -> None:
    loss = BASIC.replace({"loss": "none", "loss_sweep": 0})
    found = next(found for seed in range(20) if (found := part(*both(BASIC, loss, seed))))
    assert found == Parting("board", "boucle")
    tie = BASIC.replace({"tie": "makers-add-one"})
    partings = [part(*both(BASIC, tie, seed)) for seed in range(200)]
    assert {found.clause for found in partings if found} <= {"tie-makers-add-one", "craie-dans-le-trou"}
    assert any(partings)


def test_a_declared_queen_counts_only_where_there_is_a_mit() -> None:
    laid = next(laid for seed in range(20) if (laid := lay([BASIC], seed, mit=True)).mit)
    assert course(BASIC, laid) == replace(course(BASIC, replace(laid, mit=False)), laid=laid)
    assert course(load("mit"), laid).ended.words == ("mit",)
    assert isinstance(laid, Laid)
