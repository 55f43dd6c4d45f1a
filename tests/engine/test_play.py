"""Play, tricks and the count (rules.md, section 1), and the state of a deal as a whole."""

from __future__ import annotations

import pytest

from couillon.cards import left_of, pack, points, team_of
from couillon.deal import deal
from couillon.game import State, Trick, apply, legal_actions, playable, replay, result, start, undo
from couillon.rules import load
from couillon.verdicts import IllegalActionError
from engine.support import VARIANTS, after, begin


def played(variant: str, seed: int = 0, dealer: str = "S") -> State:
    """Play a deal to its end, always taking the first thing allowed, but raising nothing for ever."""
    rules = load(variant)
    state = start(rules, deal(rules, seed, dealer))
    while state.phase != "over":
        state = apply(state, legal_actions(state)[-1 if state.question == "raise" else 0])
    return state


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_winner_of_a_trick_leads_to_the_next(variant: str) -> None:
    state = played(variant, 3)
    for trick, following in zip(state.tricks, state.tricks[1:], strict=False):
        assert following.leader == trick.winner


@pytest.mark.parametrize("variant", VARIANTS)
def test_play_goes_round_to_the_left(variant: str) -> None:
    state = begin(variant)
    while state.phase != "play":
        state = apply(state, "pass" if state.question == "mit" else legal_actions(state)[0])
    leader = state.to_act
    assert leader is not None
    for i in range(4):
        assert state.to_act == left_of(leader, i)
        state = apply(state, playable(state)[0])
    trick = state.tricks[0]
    assert [trick.seat_of(i) for i in range(4)] == [left_of(leader, i) for i in range(4)]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(5))
def test_points_and_tricks_go_to_the_winners(variant: str, seed: int) -> None:
    state = played(variant, seed)
    rules = state.rules
    for team, got, taken in zip(("NS", "EW"), state.points, state.taken, strict=True):
        own = [t for t in state.tricks if t.winner and team_of(t.winner) == team]
        assert got == sum(points(t.cards) for t in own)
        assert taken == len(own)
    assert sum(state.taken) == rules.hand
    assert sum(state.points) == 40 - points(state.deal.stock)


@pytest.mark.parametrize("variant", ["force", "tongeren", "troeven", "konter-a-matt", "st-vith"])
def test_forty_points_are_in_play_when_the_whole_pack_is_dealt(variant: str) -> None:
    assert load(variant).stock == 0
    assert sum(played(variant).points) == 40


def test_from_12_to_40_points_are_in_play_in_the_basic_game() -> None:
    low = begin("belgian", stock="AS AH AD AC KS KH KD KC")
    high = begin("belgian", stock="TS TH TD TC 9S 9H 9D 9C")
    assert 40 - points(low.deal.stock) == 12
    assert 40 - points(high.deal.stock) == 40


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_end_has_nobody_to_act(variant: str) -> None:
    state = played(variant)
    assert (state.phase, state.to_act, state.trick, legal_actions(state), playable(state)) == (
        "over",
        None,
        None,
        (),
        (),
    )
    assert not any(state.held)
    for token in ("AS", "pass", "accept", "mit", "trump H", "nonsense"):
        with pytest.raises(IllegalActionError) as caught:
            apply(state, token)
        assert caught.value.verdict.clause == "turn"
        assert caught.value.verdict.allowed == ()


def test_a_result_is_there_at_the_end_only() -> None:
    state = begin("belgian")
    with pytest.raises(ValueError, match="not over"):
        result(state)
    end = played("belgian")
    assert result(end).points == end.points
    assert (result(end).makers, result(end).tricks) == (end.makers, end.taken)


def test_playable_is_empty_before_the_play() -> None:
    assert playable(begin("belgian")) == ()


def test_a_trick_in_progress_knows_who_plays_and_what_lies_in_it() -> None:
    trick = Trick("E", ("AS", "KD"))  # type: ignore[arg-type]
    assert (trick.to_play, trick.points, trick.seat_of(1)) == ("W", 7, "S")


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_card_that_is_not_in_the_hand_is_refused(variant: str) -> None:
    state = begin(variant)
    while state.phase != "play":
        state = apply(state, "pass" if state.question == "mit" else legal_actions(state)[0])
    seat = state.to_act
    assert seat is not None
    for card in pack(32):
        if card not in state.hand(seat):
            with pytest.raises(IllegalActionError) as caught:
                apply(state, card)
            assert caught.value.verdict.clause == "turn"


@pytest.mark.parametrize("variant", VARIANTS)
def test_undo_takes_back_step_by_step(variant: str) -> None:
    state = played(variant, 8)
    steps = [start(state.rules, state.deal)]
    for action in state.actions:
        steps.append(apply(steps[-1], action))
    assert steps[-1] == state
    for earlier in reversed(steps[:-1]):
        state = undo(state)
        assert state == earlier
    assert undo(state) == state
    assert undo(steps[-1], 3) == steps[-4]
    assert undo(steps[-1], 999) == steps[0]


def test_replay_stops_at_the_first_act_that_is_not_allowed() -> None:
    state = begin("belgian", W="9H TH JH QH", stock="9S")
    with pytest.raises(IllegalActionError) as caught:
        replay(state.rules, state.deal, ["pass", "accept", "AS"])
    assert caught.value.verdict.act == "AS"
    assert replay(state.rules, state.deal, ["pass", "accept", "9H"]) == after(state, "pass,accept,9H")


def test_cards_are_read_in_every_spelling() -> None:
    state = after(begin("belgian", W="TH 9S"), "accept")
    assert apply(state, "10h") == apply(state, "TH")
    assert apply(state, " th ").actions[-1] == "TH"
