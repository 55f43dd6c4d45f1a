"""Making trumps, and who leads first (rules.md, section 2), in every variant and on every branch."""

from __future__ import annotations

import pytest

from couillon.cards import left_of
from couillon.game import apply, legal_actions
from couillon.rules import load
from couillon.verdicts import IllegalActionError
from engine.support import VARIANTS, after, begin

TURNED = ["belgian", "ardennes", "kwajongen", "simplified"]
PROPOSED = [*TURNED, "tongeren"]
NAMED = ["force", "troeven", "konter-a-matt", "mit", "st-vith", "eifel"]
SUITS = ("trump S", "trump H", "trump D", "trump C")


def test_every_variant_makes_its_trump_in_one_of_these_ways() -> None:
    assert sorted(PROPOSED + NAMED) == sorted(VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("dealer", "NESW")
def test_eldest_on_the_dealers_left_is_asked_first(variant: str, dealer: str) -> None:
    state = begin(variant, dealer)
    assert state.to_act == state.eldest == left_of(dealer)
    assert (state.phase, state.trump, state.makers) == ("trump", None, None)


@pytest.mark.parametrize("variant", TURNED)
def test_turn_up_the_top_card_of_the_stock_is_proposed(variant: str) -> None:
    state = begin(variant, stock="TD 9C")
    assert state.proposed == "TD"
    assert legal_actions(state) == ("accept", "pass")


@pytest.mark.parametrize("variant", PROPOSED)
@pytest.mark.parametrize("passes", range(4))
def test_whoever_accepts_is_the_maker(variant: str, passes: int) -> None:
    state = after(begin(variant, "S"), ["pass"] * passes)
    taker = "WNES"[passes]
    proposed = state.proposed
    assert state.to_act == taker
    state = apply(state, "accept")
    assert proposed is not None
    assert (state.trump, state.maker, state.makers) == (proposed.suit, taker, "EW" if taker in "EW" else "NS")
    assert state.phase == "play"
    leader = taker if variant == "ardennes" else "W"
    assert state.to_act == leader


@pytest.mark.parametrize("variant", ["belgian", "kwajongen", "simplified"])
def test_all_pass_the_bottom_card_of_the_stock_is_trump(variant: str) -> None:
    state = begin(variant, W="9H", stock="TD 9D JD KD TH AH QD KC")
    assert state.deal.stock[-1] == "KC"
    state = after(state, "pass,pass,pass,pass")
    assert (state.trump, state.makers, state.to_act) == ("C", None, "W")


def test_all_pass_in_the_ardennes_the_next_card_is_turned_and_all_are_asked_again() -> None:
    state = after(begin("ardennes", stock="TD 9C"), "pass,pass,pass,pass")
    assert (state.phase, state.to_act, state.proposed) == ("trump", "W", "9C")
    assert legal_actions(state) == ("accept", "pass")
    state = after(state, "pass,accept")
    assert (state.trump, state.maker, state.to_act) == ("C", "N", "N")


def test_all_pass_in_the_ardennes_goes_on_to_the_last_card() -> None:
    stock = "TD 9D JD KD TH AH QD KC"
    state = begin("ardennes", stock=stock)
    for card in stock.split():
        assert state.proposed == card
        assert state.phase == "trump"
        state = after(state, "pass,pass,pass,pass")
    assert (state.trump, state.makers, state.phase) == ("C", None, "play")
    assert state.to_act == "W", "nobody is maker, so eldest leads"
    assert len(state.actions) == 32


def test_all_pass_in_the_ardennes_the_last_card_may_still_be_accepted() -> None:
    state = after(begin("ardennes", stock="TD 9D JD KD TH AH QD KC"), ["pass"] * 31)
    assert (state.to_act, state.proposed) == ("S", "KC")
    state = apply(state, "accept")
    assert (state.trump, state.maker, state.to_act) == ("C", "S", "S")


def test_shown_card_is_the_dealers_fourth_and_stays_in_the_hand() -> None:
    state = begin("tongeren", "E", E="AS KS QS TD 9H 9C")
    assert state.proposed == "TD"
    assert state.to_act == "S"
    state = after(state, "pass,accept")
    assert (state.trump, state.maker, state.to_act) == ("D", "W", "S")
    assert "TD" in state.hand("E")
    assert len(state.hand("E")) == 6


def test_shown_card_all_pass_its_suit_is_trump_and_nobody_is_maker() -> None:
    state = after(begin("tongeren", "E", E="AS KS QS TD 9H 9C"), "pass,pass,pass,pass")
    assert (state.trump, state.makers, state.to_act) == ("D", None, "S")


@pytest.mark.parametrize("variant", NAMED)
@pytest.mark.parametrize("suit", "SHDC")
def test_eldest_names_any_suit_and_leads(variant: str, suit: str) -> None:
    state = begin(variant, "N", E="9H TH JH 9D")
    assert legal_actions(state)[:4] == SUITS
    state = apply(state, f"trump {suit}")
    assert (state.trump, state.maker, state.makers) == (suit, "E", "EW")
    if variant == "st-vith":
        assert (state.phase, state.question) == ("declare", "mit")
        state = apply(state, "pass")
    assert (state.phase, state.to_act) == ("play", "E")


@pytest.mark.parametrize("variant", NAMED)
def test_eldest_may_not_pass_and_there_is_nothing_to_accept(variant: str) -> None:
    state = begin(variant)
    for token in ("pass", "accept", "trump", "trump X", "trump HH", "mit"):
        with pytest.raises(IllegalActionError):
            apply(state, token)


@pytest.mark.parametrize(
    ("variant", "after_cards"),
    [("force", 6), ("troeven", 4), ("konter-a-matt", 3), ("mit", 3), ("st-vith", 3), ("eifel", 3)],
)
def test_eldest_names_after_so_many_cards(variant: str, after_cards: int) -> None:
    assert load(variant).named_after == after_cards


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v not in ("mit", "eifel")])
def test_nothing_is_turned_on_request_elsewhere(variant: str) -> None:
    state = begin(variant)
    for token in ("turn", "turn AS"):
        with pytest.raises(IllegalActionError):
            apply(state, token)


def test_turned_last_is_the_dealers_fifth_card() -> None:
    state = begin("mit", "W", W="AS KS QS JS TD")
    assert legal_actions(state) == (*SUITS, "turn")
    state = apply(state, "turn")
    assert (state.trump, state.maker, state.makers, state.to_act) == ("D", "N", "NS", "N")
    assert len(legal_actions(state)) >= 5, "the card shown binds nobody to lead it"
    assert "TD" in state.hand("W")


@pytest.mark.parametrize("turned", ["JD", "9C"])
def test_turned_own_is_one_of_eldests_last_two_and_is_led(turned: str) -> None:
    state = begin("eifel", "S", W="AS KS TS JD 9C")
    assert legal_actions(state) == (*SUITS, "turn JD", "turn 9C")
    state = apply(state, f"turn {turned}")
    assert (state.trump, state.maker, state.to_act) == (turned[1], "W", "W")
    assert legal_actions(state) == (turned,)
    with pytest.raises(IllegalActionError) as caught:
        apply(state, "AS")
    assert caught.value.verdict.clause == "turned-own"
    state = apply(state, turned)
    assert state.to_act == "N"


@pytest.mark.parametrize("token", ["turn AS", "turn TS", "turn", "turn QH", "turn 7S", "turn XX"])
def test_turned_own_must_be_one_of_the_last_two(token: str) -> None:
    with pytest.raises(IllegalActionError) as caught:
        apply(begin("eifel", "S", W="AS KS TS JD 9C"), token)
    assert caught.value.verdict.clause == "turned-own"


def test_turned_own_binds_the_first_lead_only() -> None:
    state = after(begin("eifel", "S", W="AS KS TS AD 9C", N="9D", E="TD", S="JD"), "turn AD,AD,9D,TD,JD")
    assert state.to_act == "W"
    assert set(legal_actions(state)) == {"AS", "KS", "TS", "9C"}


def test_turned_own_the_queen_of_clubs_makes_clubs_the_trump() -> None:
    state = after(begin("eifel", "S", W="AS KS TS JD QC"), "turn QC,QC")
    assert state.trump == "C"


def test_turned_own_mit_may_be_declared_before_the_turned_card_is_led() -> None:
    state = apply(begin("eifel", "S", W="AS KS QS JD 9C"), "turn JD")
    assert legal_actions(state) == ("mit", "JD")
    state = after(state, "mit,pass,pass")
    assert legal_actions(state) == ("JD",)


@pytest.mark.parametrize("variant", TURNED)
def test_a_suit_cannot_be_named_where_one_is_proposed(variant: str) -> None:
    with pytest.raises(IllegalActionError) as caught:
        apply(begin(variant), "trump H")
    assert caught.value.verdict.clause == "turn-up"


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_card_can_be_played_before_the_trump_is_made(variant: str) -> None:
    state = begin(variant)
    with pytest.raises(IllegalActionError) as caught:
        apply(state, state.hand(state.eldest)[0])
    assert caught.value.verdict.clause in ("turn-up", "shown-card", "named-trump")


@pytest.mark.parametrize(("suit", "word"), [("h", "trump h"), ("H", " Trump  H ")])
def test_words_are_read_in_any_case(suit: str, word: str) -> None:
    assert apply(begin("force"), word).trump == suit.upper()
    assert apply(begin("belgian"), " ACCEPT ").maker == "W"
