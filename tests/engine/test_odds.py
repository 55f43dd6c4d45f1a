"""Odds must be what counting every layout gives, and must not depend on a card that the seat cannot see."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from couillon.advice import _layouts, advise
from couillon.bots import choose
from couillon.cards import SEATS
from couillon.club import answered
from couillon.estimate import mean, share
from couillon.game import State, advance, legal_actions
from couillon.odds import odds
from couillon.rules import load
from couillon.solver import solve
from couillon.view import view
from couillon.worlds import Worlds, state_of
from engine.support import VARIANTS, begin
from engine.test_solver import ending
from engine.test_worlds import moments


def takes(state: State, team: str, done: int) -> bool:
    """Whether a team takes the trick if everybody tries to, by the state machine."""
    if len(state.tricks) > done:
        return (state.tricks[done].winner or "") in team
    seat = state.to_act or ""
    tries = [takes(advance(state, card), team, done) for card in legal_actions(state) if len(card) == 2]
    return any(tries) if seat in team else all(tries)


@pytest.mark.parametrize("variant", VARIANTS)
def test_few_layouts_are_counted_out(variant: str) -> None:
    done = 0
    for seed in range(120):
        state = ending(load(variant), seed, 1 if load(variant).stock else 2)
        seen = view(state) if state.phase == "play" else None
        if seen is None or Worlds(seen).bound > 120:
            continue
        found = odds(seen, exact=120)
        assert found.exact
        assert not found.guessed
        states = [state_of(seen, world) for world in Worlds(seen).every()]
        assert found.looked == found.layouts == len(states)
        worth = [{card.card: card.value for card in solve(one).cards} for one in states]
        team = "NS" if seen.seat in "NS" else "EW"
        for card in found.cards:
            assert card.points.exact
            assert card.points.value == pytest.approx(fmean(values[card.card] for values in worth))
            total = sum(sum(c.points for c in hand) for hand in states[0].deal.hands)
            totals = [sum(sum(c.points for c in hand) for hand in one.deal.hands) for one in states]
            assert total in totals
            wins = [values[card.card] * 2 > total for values, total in zip(worth, totals, strict=True)]
            ties = [values[card.card] * 2 == total for values, total in zip(worth, totals, strict=True)]
            assert card.win.value == pytest.approx(fmean(wins))
            assert card.tie.value == pytest.approx(fmean(ties))
            tricks = [takes(advance(one, card.card), team, len(one.tricks)) for one in states]
            assert card.trick.value == pytest.approx(fmean(tricks))
        done += 1
        if done == 3:
            return
    assert done


@pytest.mark.parametrize("variant", VARIANTS)
def test_hidden_hands_make_no_difference(variant: str) -> None:
    changed = 0
    for state in list(moments(load(variant), 5))[::9]:
        seen = view(state)
        permuted = state_of(seen, Worlds(seen).sample(Random(4)))
        changed += permuted.held != state.held
        other = view(permuted)
        assert other == seen
        if seen.question:
            assert advise(seen, count=3) == advise(other, count=3)
        else:
            assert odds(seen, count=3, exact=5) == odds(other, count=3, exact=5)
        assert choose(seen, "expert", 3) == choose(other, "expert", 3)
    assert changed


def test_intervals_are_wilsons_and_shrink_to_nothing_when_counted() -> None:
    assert (share(0, 100).low, share(0, 100).high) == (0, 0.037)
    assert (share(100, 100).low, share(100, 100).high) == (0.963, 1)
    assert not share(1, 2).exact
    assert share(1, 2, exact=True).exact
    assert mean([3]).exact
    assert mean([3, 4], exact=True).exact


def test_the_interval_holds_the_truth_about_19_times_in_20() -> None:
    draw, inside = Random(1), 0
    for _try in range(400):
        hits = sum(draw.random() < 0.3 for _case in range(60))
        inside += share(hits, 60).low <= 0.3 <= share(hits, 60).high
    assert 0.92 <= inside / 400 <= 0.98


def test_odds_and_advice_are_given_at_their_own_moments_only() -> None:
    state = begin("belgian")
    with pytest.raises(ValueError, match="No card is to be played now"):
        odds(view(state))
    state = advance(state, "accept")
    with pytest.raises(ValueError, match="There is nothing to answer now"):
        advise(view(state))


def test_a_hand_of_trumps_accepts_and_an_empty_one_passes() -> None:
    strong = advise(view(begin("belgian", W="AS KS QS AH", stock="JS")))
    assert strong.best == "accept"
    assert strong.sure
    weak = advise(view(begin("belgian", W="9H TH 9D 9C", stock="AS")))
    assert weak.best == "pass"
    assert {answer.action for answer in weak.answers} == {"accept", "pass"}
    assert weak.edge.value > 0


def test_declaring_is_weighed_against_silence() -> None:
    state = advance(begin("konter-a-matt", W="QS QH QD AS KS JS"), "trump S")
    found = advise(view(state), count=10)
    assert {answer.action for answer in found.answers} == {"matt", "konter", "pass"}
    assert found.best in ("matt", "konter")
    assert choose(view(state), "expert").action in ("matt", "konter")
    state = advance(begin("eifel", W="9H TH JH 9D TD"), "turn 9D")
    assert state.turned == "9D"
    poor = advance(begin("konter-a-matt", W="QS 9H TH 9C TC JC"), "trump S")
    assert choose(view(poor), "expert").action in legal_actions(poor)


@pytest.mark.parametrize("variant", VARIANTS)
def test_experts_play_whole_deals_by_the_rules_and_say_why(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from couillon import advice, expert

    monkeypatch.setattr(expert, "_LOOKS", dict.fromkeys(range(6), 12))
    monkeypatch.setattr(advice, "_DRAWN", dict.fromkeys(range(9), 3))
    state = next(moments(load(variant), 11))
    while state.phase != "over":
        seen = view(state)
        choice = choose(seen, "expert", 2)
        assert choice.action in seen.actions
        assert choice.why.endswith(".")
        turned = [action for action in legal_actions(state) if action.startswith("turn ")]
        state = advance(state, turned[0] if choice.action == "turn" and turned else choice.action)
    assert len(SEATS) == 4


def test_rounds_add_up_and_what_was_heard_counts() -> None:
    seen = view(begin("belgian", W="KS 9S TH 9D", stock="QS"))
    once, thrice = advise(seen, count=4), advise(seen, count=4, rounds=3)
    assert (once.looked, thrice.looked) == (4, 12)
    # The first layouts are the same ones, so the mean moves by what the later ones add.
    later = [12 * thrice.of(word).units.value - 4 * once.of(word).units.value for word in ("accept", "pass")]
    assert all(total == pytest.approx(round(total)) for total in later)
    for answer in thrice.answers:
        assert answer.units.low <= answer.units.value <= answer.units.high
        assert answer.won.value + answer.tied.value <= 1
    with pytest.raises(KeyError):
        once.of("mit")


def test_who_has_passed_holds_no_hand_to_accept_on() -> None:
    state = begin("belgian", N="KS 9S TH 9D", stock="QS")
    state = advance(state, "pass")  # West, eldest
    seen = view(state)
    assert seen.seat == "N"
    for heard in (False, True):
        worlds = list(_layouts(seen, 5, 60, heard))
        strong = [answered(view(state_of(seen, w).but(asked=("W",))), True, Random(0)).action for w in worlds]
        assert ("accept" in strong) is not heard
