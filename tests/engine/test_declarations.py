"""Declarations: Mit, Kontra, Re, raises, Matt and Konter (rules.md, section 4)."""

from __future__ import annotations

import pytest

from couillon.game import State, apply, legal_actions, result
from couillon.verdicts import IllegalActionError
from engine.support import VARIANTS, after, begin

FIRST_TURN = ["mit", "eifel"]


def clause_against(state: State, token: str) -> str:
    """Return the clause by which a token is refused."""
    with pytest.raises(IllegalActionError) as caught:
        apply(state, token)
    return caught.value.verdict.clause


def play_any(state: State) -> State:
    """Play the first card that is legal, declaring nothing."""
    return apply(state, next(a for a in legal_actions(state) if len(a) == 2 and a != "re"))


def play_out(state: State) -> State:
    while state.phase != "over":
        state = play_any(state)
    return state


@pytest.mark.parametrize("variant", sorted(set(VARIANTS) - {"mit", "eifel", "st-vith"}))
def test_elsewhere_nobody_declares_mit(variant: str) -> None:
    state = begin(variant, W="QS")
    state = apply(state, legal_actions(state)[0])
    assert "mit" not in legal_actions(state)
    assert clause_against(state, "mit") == "turn"


@pytest.mark.parametrize("variant", FIRST_TURN)
@pytest.mark.parametrize("holder", "WNES")
def test_mit_may_be_declared_at_the_holders_own_first_turn(variant: str, holder: str) -> None:
    state = apply(begin(variant, **{holder: "QS 9S"}), "trump D")
    while state.to_act != holder:
        assert clause_against(state, "mit") == "mit"
        state = play_any(state)
    assert legal_actions(state)[0] == "mit"
    declared = apply(state, "mit")
    assert (declared.mit, declared.declarer, declared.phase) == (True, holder, "declare")


@pytest.mark.parametrize("variant", FIRST_TURN)
def test_mit_is_declined_by_playing_a_card(variant: str) -> None:
    state = after(begin(variant, W="QS 9S", N="TS", E="JS", S="KS"), "trump D,9S,TS,JS")
    state = play_any(state)
    while state.phase != "over":
        assert "mit" not in legal_actions(state)
        assert clause_against(state, "mit") == "mit"
        state = play_any(state)
    assert not result(state).mit


@pytest.mark.parametrize("variant", FIRST_TURN)
def test_mit_makes_a_trump_at_once(variant: str) -> None:
    # North is void of diamonds and of hearts: undeclared the queen is a discard, declared she ruffs over the king.
    hands = {"W": "AD 9S TS JS 9C", "N": "QS AS KS TC JC", "E": "KH TD JD QD KD", "S": "9D QH TH JH 9H"}
    state = after(begin(variant, **hands), "trump H,AD")
    assert after(state, "QS,KH,9D").tricks[0].winner == "E"
    assert after(state, "mit,pass,pass,QS,KH,9D").tricks[0].winner == "N"


@pytest.mark.parametrize("variant", FIRST_TURN)
def test_mit_is_no_longer_a_spade(variant: str) -> None:
    state = after(begin(variant, W="AS", N="QS 9D TD JD 9C"), "trump H,AS")
    assert legal_actions(state) == ("mit", "QS")
    state = after(state, "mit,pass,pass")
    assert set(legal_actions(state)) == {"QS", "9D", "TD", "JD", "9C"}


@pytest.mark.parametrize("variant", FIRST_TURN)
@pytest.mark.parametrize(("holder", "asked"), [("W", "NS"), ("N", "EW"), ("E", "SN"), ("S", "WE")])
def test_kontra_is_asked_from_the_declarers_left(variant: str, holder: str, asked: str) -> None:
    state = apply(begin(variant, **{holder: "QS 9S"}), "trump D")
    while state.to_act != holder:
        state = play_any(state)
    state = apply(state, "mit")
    for seat in asked:
        assert (state.to_act, legal_actions(state)) == (seat, ("kontra", "pass"))
        state = apply(state, "pass")
    assert (state.phase, state.to_act, state.kontra) == ("play", holder, False)


@pytest.mark.parametrize("variant", FIRST_TURN)
def test_kontra_a_partners_pass_does_not_bind_the_other(variant: str) -> None:
    state = after(begin(variant, W="QS"), "trump D,mit,pass,kontra")
    assert state.kontra
    assert state.question == "re"


@pytest.mark.parametrize("variant", FIRST_TURN)
def test_re_is_asked_of_the_declaring_team_in_the_same_way(variant: str) -> None:
    state = after(begin(variant, W="QS"), "trump D,mit,kontra")
    assert (state.to_act, legal_actions(state)) == ("E", ("re", "pass"))
    state = apply(state, "pass")
    assert (state.to_act, legal_actions(state)) == ("W", ("re", "pass"))
    with_re = apply(state, "re")
    assert (with_re.phase, with_re.to_act, with_re.re) == ("play", "W", True)
    without = apply(state, "pass")
    assert (without.phase, without.to_act, without.re) == ("play", "W", False)


@pytest.mark.parametrize("variant", FIRST_TURN)
def test_re_by_the_first_asked_ends_the_asking(variant: str) -> None:
    state = after(begin(variant, W="QS"), "trump D,mit,kontra,re")
    assert (state.phase, state.to_act) == ("play", "W")


@pytest.mark.parametrize("variant", FIRST_TURN)
@pytest.mark.parametrize("said", ["mit", "mit,pass", "mit,kontra", "mit,pass,kontra,pass"])
def test_a_card_passes_for_all_still_to_be_asked(variant: str, said: str) -> None:
    state = apply(after(begin(variant, W="QS 9H"), f"trump D,{said}"), "9H")
    assert (state.phase, state.to_act) == ("play", "N")
    assert state.actions[-1] == "9H"


@pytest.mark.parametrize("variant", FIRST_TURN)
def test_a_card_in_place_of_an_answer_must_be_legal_with_mit_as_a_trump(variant: str) -> None:
    # As a spade the queen would have to follow; as a trump she leaves North void and free.
    state = after(begin(variant, W="AS", N="QS 9D TD JD 9C"), "trump H,AS,mit")
    assert apply(state, "9D").to_act == "E"


@pytest.mark.parametrize("variant", FIRST_TURN)
def test_a_card_of_somebody_else_is_no_answer(variant: str) -> None:
    state = after(begin(variant, W="QS 9H", N="TH"), "trump D,mit")
    assert state.to_act == "N"
    assert clause_against(state, "TH") == "turn"


@pytest.mark.parametrize("variant", FIRST_TURN)
def test_kontra_and_re_each_in_their_time_only(variant: str) -> None:
    state = apply(begin(variant, W="QS"), "trump D")
    assert clause_against(state, "kontra") == "kontra"
    assert clause_against(state, "re") == "kontra"
    state = apply(state, "mit")
    assert clause_against(state, "re") == "kontra"
    assert clause_against(state, "mit") == "mit"
    settled = after(state, "pass,pass")
    assert clause_against(settled, "kontra") == "kontra"
    state = apply(state, "kontra")
    assert clause_against(state, "kontra") == "kontra"
    assert clause_against(after(state, "pass,pass"), "re") == "kontra"
    assert clause_against(after(state, "re"), "re") == "kontra"
    assert clause_against(state, "raise") == "turn"


@pytest.mark.parametrize("variant", FIRST_TURN)
def test_mit_without_the_queen_of_spades_in_play_nobody_declares(variant: str) -> None:
    state = begin(variant, stock="QS")
    state = apply(state, "trump D")
    assert clause_against(state, "mit") == "mit"
    assert play_out(state).mit is False


# St. Vith: settled before the first lead, raised without limit


@pytest.mark.parametrize("holder", "WNES")
def test_mit_before_lead_its_holder_is_asked_at_once(holder: str) -> None:
    state = apply(begin("st-vith", **{holder: "QS"}), "trump D")
    assert (state.phase, state.to_act, legal_actions(state)) == ("declare", holder, ("mit", "pass"))
    declined = apply(state, "pass")
    assert (declined.phase, declined.to_act, declined.mit) == ("play", "W", False)
    assert clause_against(declined, "mit") == "mit-before-lead"


def test_mit_before_lead_no_card_before_the_answer() -> None:
    state = apply(begin("st-vith", N="QS", W="9H"), "trump D")
    assert clause_against(state, "9H") == "mit-before-lead"
    assert clause_against(state, "raise") == "raise"


def test_raise_the_teams_in_turn_without_limit() -> None:
    state = after(begin("st-vith", W="9H", N="QS"), "trump D,mit")
    spoke = []
    for _ in range(25):
        assert legal_actions(state) == ("raise", "pass")
        spoke.append(state.to_act)
        state = apply(state, "raise")
    assert spoke[:4] == ["E", "S", "W", "N"], "from the left of whoever spoke last"
    assert state.raises == 25
    state = after(state, "pass,pass")
    assert (state.phase, state.to_act) == ("play", "W")
    assert result(play_out(state)).raises == 25


def test_raise_a_partners_pass_does_not_bind_the_other() -> None:
    state = after(begin("st-vith", N="QS"), "trump D,mit,pass")
    assert (state.to_act, state.asked) == ("W", ("W",))
    state = apply(state, "raise")
    assert (state.to_act, state.raises) == ("N", 1)


@pytest.mark.parametrize("said", ["mit", "mit,pass", "mit,raise", "mit,raise,raise,pass"])
def test_raise_the_leaders_card_passes_for_all(said: str) -> None:
    state = apply(after(begin("st-vith", N="QS", W="9H"), f"trump D,{said}"), "9H")
    assert (state.phase, state.to_act) == ("play", "N")


def test_raise_only_after_mit_and_only_then() -> None:
    state = apply(begin("st-vith", N="QS"), "trump D")
    settled = after(state, "mit,pass,pass")
    assert clause_against(settled, "raise") == "raise"
    assert clause_against(settled, "mit") == "mit-before-lead"
    assert clause_against(apply(state, "pass"), "raise") == "raise"
    assert clause_against(settled, "kontra") == "turn"


# Luxembourg: Matt and Konter


def luxembourg(**given: str) -> State:
    return apply(begin("konter-a-matt", **given), "trump C")


@pytest.mark.parametrize("holder", "WNES")
def test_matt_is_announced_by_the_holder_of_the_queen_of_spades(holder: str) -> None:
    state = luxembourg(**{holder: "QS 9C TC JC"})
    while state.to_act != holder:
        assert clause_against(state, "matt") == "announce"
        state = play_any(state)
    assert "matt" in legal_actions(state)
    state = apply(state, "matt")
    assert (state.to_act, state.matt) == (holder, holder), "announcing takes no turn away"
    assert clause_against(state, "matt") == "announce"
    assert result(play_out(state)).matt == 1


def test_konter_needs_both_red_queens() -> None:
    assert "konter" in legal_actions(luxembourg(W="QH QD"))
    apart = luxembourg(W="QH", N="QD")
    assert "konter" not in legal_actions(apart)
    assert clause_against(apart, "konter") == "announce"


def test_one_player_may_announce_both_in_either_order() -> None:
    state = luxembourg(W="QH QD QS")
    assert legal_actions(state)[:2] == ("matt", "konter")
    for order in ("matt,konter", "konter,matt"):
        both = after(state, order)
        assert legal_actions(both) == both.hand("W")
        end = result(play_out(both))
        assert (end.matt, end.konter) == (1, 1)


def test_two_players_announcements_add_up() -> None:
    state = after(luxembourg(W="QS", N="QH QD", E="9H"), "matt,QS,konter")
    end = result(play_out(state))
    assert (end.matt, end.konter) == (1, 1)


def test_announcing_is_declined_by_playing_a_card() -> None:
    state = play_any(luxembourg(W="QH QD QS"))
    while state.phase != "over":
        assert not {"matt", "konter"} & set(legal_actions(state))
        assert clause_against(state, "matt") == "announce"
        state = play_any(state)
    end = result(state)
    assert (end.matt, end.konter) == (0, 0)


def test_the_queens_are_trumps_whether_announced_or_not() -> None:
    state = apply(begin("konter-a-matt", W="AH", N="QS TS 9S", E="AC"), "trump C")
    state = after(state, "AH")
    assert "QS" in legal_actions(state)
    assert after(state, "QS").mit is False


@pytest.mark.parametrize("variant", sorted(set(VARIANTS) - {"konter-a-matt"}))
def test_elsewhere_nobody_announces(variant: str) -> None:
    state = begin(variant, W="QS QH QD")
    while state.phase != "play":
        state = apply(state, "pass" if state.question == "mit" else legal_actions(state)[0])
    assert clause_against(state, "matt") == "turn"
    assert clause_against(state, "konter") == "turn"
