"""A match goes on until the board is won, and the draw before it never leaves equal ranks."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from couillon.cards import RANKS, left_of
from couillon.match import MatchError, _cards_without_end, add, draw, standing, start_match
from couillon.rules import load
from couillon.scoring import ScoreError
from tests.engine_more.strategies import IDS, SEEDS, played


@pytest.mark.parametrize("id", IDS)
def test_a_match_is_played_to_its_end(id: str) -> None:
    rules = load(id)
    match, seed, dealers = start_match(rules, "W"), 1, []
    while not match.won:
        dealers.append(match.dealer)
        match, seed = add(match, played(rules, seed, match.dealer)), seed + 1
    assert dealers == [left_of("W", i) for i in range(len(dealers))]
    assert match.won in ("NS", "EW")
    assert standing(match).endswith("have won the match.")
    assert [f.state.deal.dealer for f in match.history] == dealers
    with pytest.raises(ScoreError):
        add(match, played(rules, seed, match.dealer))


def test_a_deal_of_another_match_is_refused() -> None:
    match = start_match(load(), "W")
    with pytest.raises(MatchError, match="West deals now"):
        add(match, played(load(), 1, "N"))
    with pytest.raises(MatchError, match="other rules"):
        add(match, played(load("force"), 1, "W"))
    with pytest.raises(MatchError, match="not over"):
        add(match, played(load(), 1, "W", 4))


@settings(deadline=None)
@given(SEEDS, st.sampled_from([24, 32]))
def test_the_draw(seed: int, size: int) -> None:
    drawn = draw(seed, ["a", "b", "c", "d"], size)
    assert sorted(drawn.order) == ["a", "b", "c", "d"]
    assert drawn.partner(drawn.order[0]) == drawn.order[1]
    assert drawn.partner(drawn.order[2]) == drawn.order[3]
    assert drawn.seats["NESW".index(drawn.dealer)] == drawn.order[0]
    # Those who draw again had equal ranks; in the first round a strictly higher rank stays ahead.
    first = {player: RANKS.index(card.rank) for player, card in drawn.rounds[0]}
    assert [first[p] for p in drawn.order] == sorted(first.values())
    assert all(len({p for p, _card in again}) > 1 for again in drawn.rounds)


def test_four_different_players_draw() -> None:
    with pytest.raises(MatchError, match="Four different players"):
        draw(1, ["a", "a", "b", "c"])


def test_a_draw_without_end_shuffles_again() -> None:
    cards = list(islice(_cards_without_end(4, 24), 48))
    assert sorted(cards[:24]) == sorted(cards[24:])
    assert cards[:24] != cards[24:]
