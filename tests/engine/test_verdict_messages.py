# ruff: noqa: E501 (sentences stay whole)
"""Verdicts on cards in words: what is legal and why, what is not and what would be."""

from __future__ import annotations

import pytest

from couillon.rules import load
from couillon.verdicts import Verdict, judge
from engine.support import cards

PLAIN, STRICT, HARD, LUX = "belgian", "kwajongen", "ardennes", "konter-a-matt"
FREE_UNDER = {"undertrump": False}
EXEMPT = {"partner_exempt": True}

# variant, house rules, trump, hand (the first card is judged), trick, sentence
ILLEGAL = [
    (PLAIN, {}, "H", "9D QS JH", "TS KS 9H",
     "Not the nine of diamonds: you hold a spade. Follow with the queen of spades, or trump with the jack of hearts."),
    (PLAIN, {}, "H", "9D QS AS", "TS", "Not the nine of diamonds: you hold a spade. Follow with the queen or ace of spades."),
    (PLAIN, {}, "H", "9D JH", "TH", "Not the nine of diamonds: trumps were led and you hold one. Play a trump: the jack of hearts."),
    (STRICT, {}, "H", "JH QS", "TS", "Not the jack of hearts: you hold a spade, so you may not trump. Follow with the queen of spades."),
    (STRICT, {}, "H", "9D QS", "TS", "Not the nine of diamonds: you hold a spade. Follow with the queen of spades."),
    (STRICT, {}, "H", "9D JH", "TS", "Not the nine of diamonds: you hold no spade, so you must trump. Trump with the jack of hearts."),
    (HARD, {}, "H", "9S AS", "TS", "Not the nine of spades: you can beat the ten of spades. Beat it with the ace of spades."),
    (HARD, {}, "H", "9H AH", "TH", "Not the nine of hearts: you can beat the ten of hearts. Beat it with the ace of hearts."),
    (HARD, {}, "H", "9H AH", "TS TH", "Not the nine of hearts: you can go over the ten of hearts. Go over it with the ace of hearts."),
    (HARD, {}, "H", "9D AH", "TS TH", "Not the nine of diamonds: you hold no spade, so you must trump. Trump with the ace of hearts."),
    (HARD, {}, "H", "9D 9H", "TS TH",
     "Not the nine of diamonds: you cannot go over the ten of hearts, but you must trump all the same. Trump with the nine of hearts."),
    (PLAIN, {"beat": True}, "H", "9S AS JH", "TS",
     "Not the nine of spades: you can beat the ten of spades. Beat it with the ace of spades, or trump with the jack of hearts."),
    (LUX, {}, "C", "AH QS", "QD", "Not the ace of hearts: trumps were led and you hold one. Play a trump: the queen of spades."),
    (LUX, {}, "C", "TD AS QS", "9S",
     "Not the ten of diamonds: you hold a spade. Follow with the ace of spades, or trump with the queen of spades."),
    (LUX, {"follow": "strict"}, "C", "QS AS", "9S",
     "Not the queen of spades: you hold a spade, so you may not trump. The queen of spades is a trump here, not a spade."
     " Follow with the ace of spades."),
]  # fmt: skip

LEGAL = [
    (PLAIN, {}, "H", "9D", "", "The nine of diamonds may be led: the leader may play any card."),
    (PLAIN, {}, "H", "QS", "TS", "The queen of spades may be played: it follows suit."),
    (PLAIN, {}, "H", "JH QS", "TS", "The jack of hearts may be played: you may trump, also when you could follow."),
    (PLAIN, {}, "H", "JH", "TH", "The jack of hearts may be played: it follows suit."),
    (PLAIN, {}, "H", "9D", "TS", "The nine of diamonds may be played: you hold no spade, so any card will do."),
    (PLAIN, {}, "H", "9D", "TH", "The nine of diamonds may be played: you hold no trump, so any card will do."),
    (STRICT, {}, "H", "JH 9D", "TS", "The jack of hearts may be played: you hold no spade, so you must trump."),
    (HARD, {}, "H", "AS 9S", "TS", "The ace of spades may be played: it beats the ten of spades, as it must."),
    (HARD, {}, "H", "AH 9H", "TS TH", "The ace of hearts may be played: it goes over the ten of hearts, as it must."),
    (HARD, {}, "H", "9H 9D", "TS TH",
     "The nine of hearts may be played: you cannot go over the ten of hearts, but you must trump all the same."),
    (HARD, FREE_UNDER, "H", "9H 9D", "TS TH",
     "The nine of hearts may be played: you hold no spade and cannot go over the ten of hearts."),
    (HARD, EXEMPT, "H", "9D JH", "AS TS", "The nine of diamonds may be played: your partner is winning, so nothing binds you."),
    (PLAIN, {"beat": True}, "H", "JH AS 9S", "TS",
     "The jack of hearts may be played: you may trump, also when you could follow."),
    (LUX, {}, "C", "QS", "9H",
     "The queen of spades may be played: you hold no heart, so any card will do. The queen of spades is a trump here, not a spade."),
]  # fmt: skip


def first(variant: str, house: dict[str, object], trump: str, hand: str, trick: str) -> Verdict:
    return judge(load(variant, house), trump, cards(hand), cards(trick))[0]


@pytest.mark.parametrize(("variant", "house", "trump", "hand", "trick", "sentence"), ILLEGAL)
def test_a_card_is_refused_in_words(
    variant: str, house: dict[str, object], trump: str, hand: str, trick: str, sentence: str
) -> None:
    verdict = first(variant, house, trump, hand, trick)
    assert not verdict.legal
    assert verdict.message == str(verdict) == sentence


@pytest.mark.parametrize(("variant", "house", "trump", "hand", "trick", "sentence"), LEGAL)
def test_a_card_is_allowed_in_words(
    variant: str, house: dict[str, object], trump: str, hand: str, trick: str, sentence: str
) -> None:
    verdict = first(variant, house, trump, hand, trick)
    assert verdict.legal
    assert verdict.message == sentence


def test_a_special_trump_in_the_trump_suit_needs_no_note() -> None:
    assert first(LUX, {}, "S", "QS", "9S").note == ""
    assert first(LUX, {}, "C", "QS", "9S").note == "The queen of spades is a trump here, not a spade."


def test_a_verdict_knows_what_is_allowed_and_who_says_so() -> None:
    verdicts = judge(load(), "H", cards("QS JH 9D"), cards("TS"))
    assert {v.allowed for v in verdicts} == {("QS", "JH")}
    assert [s.code for s in verdicts[2].sources] == ["PAG", "S1", "S2", "S3"]
    assert [v.act for v in verdicts] == ["QS", "JH", "9D"]
