"""Duties when following (rules.md, section 3), in every variant."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from slow_referee import GAMES

from engine.support import VARIANTS, judged, legal, winner

FREE = [v for v in VARIANTS if not GAMES[v]["duties"]]
STRICT = ["kwajongen", "ardennes"]


def test_only_two_variants_bind_a_player_who_could_ruff() -> None:
    assert sorted(set(VARIANTS) - set(FREE)) == sorted(STRICT)


@pytest.mark.parametrize(("variant", "trump"), [*product(VARIANTS, "SHDC")])
def test_lead_any_card_may_be_led(variant: str, trump: str) -> None:
    assert legal(variant, trump, "AS KH 9D QC") == "AS KH 9D QC"


@pytest.mark.parametrize("variant", FREE)
def test_follow_or_trump_following_and_ruffing_are_both_allowed(variant: str) -> None:
    assert legal(variant, "H", "AS 9S JH TD", "KS") == "AS 9S JH"


@pytest.mark.parametrize("variant", FREE)
def test_follow_or_trump_forbids_the_third_suit_only(variant: str) -> None:
    said = judged(variant, "H", "9S JH TD 9C", "AS")
    assert said == {"9S": "yes", "JH": "yes", "TD": "follow-or-trump", "9C": "follow-or-trump"}


@pytest.mark.parametrize("variant", FREE)
def test_follow_or_trump_without_a_trump_only_the_suit_led_is_left(variant: str) -> None:
    assert legal(variant, "H", "9S TD 9C", "AS") == "9S"


@pytest.mark.parametrize("variant", FREE)
def test_follow_or_trump_needs_no_higher_card(variant: str) -> None:
    assert legal(variant, "H", "9S AS 9H AH", "KS TH") == "9S AS 9H AH"


@pytest.mark.parametrize("variant", FREE)
def test_void_free_a_void_does_not_force_a_trump(variant: str) -> None:
    assert legal(variant, "H", "JH TD 9C", "AS KS") == "JH TD 9C"


@pytest.mark.parametrize("variant", VARIANTS)
def test_trumps_led_must_be_followed(variant: str) -> None:
    hand, trick = "9H KS AD", "TH"
    clause = "must-follow" if variant in STRICT else "follow-or-trump"
    assert judged(variant, "H", hand, trick) == {"9H": "yes", "KS": clause, "AD": clause}


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v != "ardennes"])
def test_trumps_led_need_not_be_beaten_outside_the_ardennes(variant: str) -> None:
    assert legal(variant, "H", "9H AH KS", "TH") == "9H AH"


@pytest.mark.parametrize("variant", VARIANTS)
def test_trumps_led_and_none_held_any_card_will_do(variant: str) -> None:
    assert legal(variant, "H", "9S KS AD", "AH") == "9S KS AD"


@pytest.mark.parametrize("variant", VARIANTS)
def test_void_in_both_any_card_will_do(variant: str) -> None:
    assert legal(variant, "H", "KD TC JC 9D", "KS") == "KD TC JC 9D"


@pytest.mark.parametrize("variant", STRICT)
def test_must_follow_forbids_a_ruff_and_a_discard(variant: str) -> None:
    said = judged(variant, "H", "9S JH TD", "AS")
    assert said == {"9S": "yes", "JH": "must-follow", "TD": "must-follow"}


@pytest.mark.parametrize("variant", STRICT)
def test_must_trump_without_the_suit_led(variant: str) -> None:
    assert judged(variant, "H", "9H QD TC", "KS") == {"9H": "yes", "QD": "must-trump", "TC": "must-trump"}


def test_must_beat_the_card_that_wins() -> None:
    assert judged("ardennes", "H", "AS JS 9S JH", "QS") == {
        "AS": "yes",
        "JS": "must-beat",
        "9S": "must-beat",
        "JH": "must-follow",
    }


def test_must_beat_leaves_a_choice_among_higher_cards() -> None:
    assert legal("ardennes", "H", "AS KS JS", "QS 9S") == "AS KS"


def test_must_beat_binds_by_the_winning_card_and_not_by_the_one_led() -> None:
    assert legal("ardennes", "H", "KS QS TS", "9S AS") == "KS QS TS"
    assert legal("ardennes", "H", "KS QS TS", "9S JS") == "KS QS"


def test_must_beat_falls_away_when_nothing_is_high_enough() -> None:
    assert legal("ardennes", "H", "JS 9S JH", "QS") == "JS 9S"


def test_must_beat_after_a_ruff_any_card_of_the_suit_will_do() -> None:
    assert legal("ardennes", "H", "AS 9S AH", "KS 9H") == "AS 9S"


def test_must_beat_does_not_stop_at_a_discard() -> None:
    assert legal("ardennes", "H", "AS 9S", "TS AD") == "AS"


def test_must_beat_when_trumps_are_led() -> None:
    assert judged("ardennes", "H", "AH 9H KS", "TH") == {"AH": "yes", "9H": "must-beat", "KS": "must-follow"}
    assert legal("ardennes", "H", "JH 9H KS", "QH") == "JH 9H"


def test_must_beat_when_trumps_are_led_where_ruffing_is_free_too() -> None:
    house = {"beat": True}
    assert judged("belgian", "H", "AH 9H KS", "TH", rules=house) == {
        "AH": "yes",
        "9H": "must-beat",
        "KS": "follow-or-trump",
    }


def test_must_beat_where_ruffing_is_free_a_ruff_is_a_way_out() -> None:
    assert legal("belgian", "H", "AS 9S 9H TD", "KS", rules={"beat": True}) == "AS 9H"


def test_must_beat_the_partner_too() -> None:
    assert legal("ardennes", "H", "AS 9S", "KS TS") == "AS"


def test_must_overtrump_with_a_higher_trump() -> None:
    assert judged("ardennes", "D", "9D JD AS KH", "KC TD") == {
        "9D": "must-overtrump",
        "JD": "yes",
        "AS": "must-trump",
        "KH": "must-trump",
    }


def test_must_undertrump_when_no_trump_is_higher() -> None:
    assert judged("ardennes", "D", "9D TD AS KH", "KC JD") == {
        "9D": "yes",
        "TD": "yes",
        "AS": "must-undertrump",
        "KH": "must-undertrump",
    }


def test_must_undertrump_off_leaves_any_card() -> None:
    assert legal("ardennes", "D", "9D TD AS KH", "KC JD", rules={"undertrump": False}) == "9D TD AS KH"
    assert legal("ardennes", "D", "9D AD AS KH", "KC JD", rules={"undertrump": False}) == "AD"


def test_kwajongen_need_not_go_over_a_trump() -> None:
    assert legal("kwajongen", "D", "9D JD AS KH", "KC TD") == "9D JD"


def test_a_third_hand_ruffs_over_a_ruff_but_not_over_a_discard() -> None:
    assert legal("ardennes", "D", "9D JD", "KC AS") == "9D JD"
    assert legal("ardennes", "D", "9D JD", "KC AS TD") == "JD"


@pytest.mark.parametrize(
    ("hand", "trick", "expected"),
    [
        ("AS 9S JH", "KS TS", "AS 9S"),  # The partner led the king and still wins: no duty to beat.
        ("AS 9S JH", "TS KS", "AS"),  # An opponent wins: the duty stands.
        ("AS 9S JH", "9D TS KS", "JH"),  # Void of diamonds, the partner's ten does not win.
        ("JH 9D TC", "KS TS", "JH 9D TC"),  # Void, the partner wins: no duty to trump.
        ("AH 9H TC", "9S JH TS", "AH 9H TC"),  # The partner's ruff wins: no duty to go over it.
        ("AH 9H TC", "9S TS JH", "AH"),  # An opponent's ruff wins: the duty stands.
        ("9S JH TD", "KS", "9S"),  # One card on the table is an opponent's.
    ],
)
def test_partner_exempt_rests_the_duties_while_the_partner_wins(hand: str, trick: str, expected: str) -> None:
    assert legal("ardennes", "H", hand, trick, rules={"partner_exempt": True}) == expected


def test_partner_exempt_does_not_free_from_following() -> None:
    said = judged("ardennes", "H", "9S JH TD", "AS KS", rules={"partner_exempt": True})
    assert said == {"9S": "yes", "JH": "must-follow", "TD": "must-follow"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_partner_exempt_is_off(variant: str) -> None:
    assert "partner's trick is free" not in GAMES[variant]["duties"]
    if variant in STRICT:
        assert legal(variant, "H", "JH 9D TC", "KS TS") == "JH"


@pytest.mark.parametrize("variant", VARIANTS)
def test_trick_is_won_by_the_highest_trump(variant: str) -> None:
    assert winner(variant, "C", "TH KH 9C AH") == "9C"
    assert winner(variant, "D", "AC 9D TD KC") == "TD"


@pytest.mark.parametrize("variant", VARIANTS)
def test_trick_without_trumps_is_won_by_the_suit_led(variant: str) -> None:
    assert winner(variant, "C", "9H AS AD JH") == "JH"
    assert winner(variant, "C", "KH AH 9H TS") == "AH"
    assert winner(variant, "C", "9H AS AD KS") == "9H"


@pytest.mark.parametrize(("variant", "trump"), [*product(VARIANTS, "SHDC")])
def test_rank_is_ace_king_queen_jack_ten_nine(variant: str, trump: str) -> None:
    plain = "H" if trump != "H" else "C"
    for high, low in zip("AKJT", "KJT9", strict=True):
        assert winner(variant, trump, f"{low}{plain} {high}{plain}") == f"{high}{plain}"
        assert winner(variant, trump, f"{low}{trump} {high}{trump}") == f"{high}{trump}"


def test_rank_goes_down_to_the_seven_in_the_long_pack() -> None:
    assert winner("troeven", "C", "7H 8H 9S") == "8H"
    assert winner("troeven", "C", "7C 8C AS") == "8C"


# Special trumps belong to the trumps and not to their printed suit


@pytest.mark.parametrize("trump", "SHDC")
def test_queens_stand_just_below_the_trump_ace_in_konter_a_matt(trump: str) -> None:
    order = [f"A{trump}", "QS", "QH", "QD", f"K{trump}"]
    for high, low in pairwise(order):
        assert winner("konter-a-matt", trump, f"{low} {high}") == high


def test_queens_with_clubs_as_trumps_the_king_is_above_the_queen_of_clubs() -> None:
    assert winner("konter-a-matt", "C", "QC KC") == "KC"
    assert winner("konter-a-matt", "C", "KC QD") == "QD"
    assert winner("konter-a-matt", "C", "QC JC") == "QC"


def test_queens_led_ask_for_trumps() -> None:
    assert legal("konter-a-matt", "C", "9C KH AS", "QH") == "9C"
    assert legal("konter-a-matt", "C", "KH AH AS", "QH") == "KH AH AS"


def test_queens_do_not_follow_their_printed_suit() -> None:
    # Hearts are led and the only heart by print is a trump: this player is void of hearts.
    assert legal("konter-a-matt", "C", "QH TD AS 9D", "KH") == "QH TD AS 9D"
    assert legal("konter-a-matt", "C", "QH TH AS 9D", "KH") == "QH TH"


def test_queens_answer_a_lead_of_trumps() -> None:
    assert legal("konter-a-matt", "C", "QH TH AS", "AC") == "QH"


@pytest.mark.parametrize("variant", ["st-vith", "eifel"])
def test_the_queen_of_clubs_is_always_a_trump_below_the_ace(variant: str) -> None:
    assert winner(variant, "H", "KH QC") == "QC"
    assert winner(variant, "H", "AH QC") == "AH"
    assert winner(variant, "C", "KC QC") == "QC"
    assert legal(variant, "H", "QC 9D", "KC") == "QC 9D"
    assert legal(variant, "H", "QC 9C 9D", "KC") == "QC 9C"


@pytest.mark.parametrize("variant", ["st-vith", "eifel"])
def test_a_declared_queen_of_spades_goes_over_the_queen_of_clubs(variant: str) -> None:
    assert winner(variant, "H", "QC QS", mit=True) == "QS"
    assert winner(variant, "H", "QC QS") == "QC"


@pytest.mark.parametrize("variant", ["mit", "st-vith", "eifel"])
def test_mit_declared_is_a_trump_and_no_spade(variant: str) -> None:
    assert winner(variant, "H", "KH QS QH 9H", mit=True) == "QS"
    assert winner(variant, "H", "AH QS", mit=True) == "AH"
    assert legal(variant, "H", "QS TD 9C", "KS", mit=True) == "QS TD 9C"
    assert legal(variant, "H", "QS TD 9C", "9H", mit=True) == "QS"
    assert legal(variant, "H", "9S TD 9H", "QS", mit=True) == "9H"


@pytest.mark.parametrize("variant", ["mit", "st-vith", "eifel"])
def test_mit_undeclared_is_an_ordinary_spade(variant: str) -> None:
    assert winner(variant, "H", "KH QS QH 9H") == "KH"
    assert legal(variant, "H", "QS TD 9C", "KS") == "QS"
    assert legal(variant, "H", "QS TD 9C", "9H") == "QS TD 9C"


@pytest.mark.parametrize("variant", ["mit", "st-vith", "eifel"])
def test_mit_with_spades_as_trumps_goes_over_the_king(variant: str) -> None:
    assert winner(variant, "S", "KS QS", mit=True) == "QS"
    assert winner(variant, "S", "KS QS") == "KS"


@pytest.mark.parametrize("variant", sorted(set(VARIANTS) - {"konter-a-matt", "st-vith", "eifel"}))
def test_elsewhere_every_queen_is_a_card_of_its_suit(variant: str) -> None:
    for queen, other, trump in (("QS", "9H", "D"), ("QH", "9S", "D"), ("QD", "9H", "C"), ("QC", "9H", "D")):
        assert legal(variant, trump, f"{queen} {other}", f"K{queen[1]}") == queen
        assert legal(variant, trump, f"{queen} 9{trump}", f"A{trump}") == f"9{trump}"
