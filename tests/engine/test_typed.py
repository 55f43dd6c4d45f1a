"""Deals as a person types them: what is written is read again, and what is wrong gets one sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from couillon.cards import SEATS, CardError, pack
from couillon.deal import DealError, deal, pbn
from couillon.rules import load, variants
from couillon.typed import typed_deal, write_typed

IDS = [v.id for v in variants()]


@given(st.sampled_from(IDS), st.integers(0, 9999), st.sampled_from(SEATS))
def test_a_written_deal_is_read_again(id: str, seed: int, dealer: str) -> None:
    rules = load(id)
    dealt = deal(rules, seed, dealer)
    assert typed_deal(rules, write_typed(dealt), 1, dealer) == dealt
    for first in SEATS:
        read = typed_deal(rules, pbn(dealt, first).lower().replace("n:", "North:"), seed, dealer)
        assert [set(hand) for hand in read.hands] == [set(hand) for hand in dealt.hands]


@given(st.sampled_from(IDS), st.integers(0, 9999), st.data())
def test_what_is_typed_is_there_and_the_rest_is_the_pack(id: str, seed: int, data: st.DataObject) -> None:
    rules = load(id)
    cards = data.draw(st.permutations(pack(rules.pack)))
    counts = [data.draw(st.integers(0, rules.hand)) for _seat in SEATS]
    typed, at = {}, 0
    for seat, n in zip(SEATS, counts, strict=True):
        typed[seat], at = cards[at : at + n], at + n
    text = " ; ".join(f"{seat.lower()} : {', '.join(hand)}" for seat, hand in typed.items() if hand)
    if not text:
        return
    dealt = typed_deal(rules, text, seed, "W")
    for seat in SEATS:
        assert list(dealt.hand(seat)[: len(typed[seat])]) == list(typed[seat])
    assert sorted([c for hand in dealt.hands for c in hand] + list(dealt.stock)) == sorted(pack(rules.pack))
    assert dealt == typed_deal(rules, text, seed, "W")


@given(st.text(max_size=60))
def test_any_text_is_a_deal_or_one_sentence(text: str) -> None:
    for shape in (text, f"S: {text}", f"N:{text} - - -"):
        try:
            typed_deal(load(), shape)
        except (DealError, CardError) as error:
            assert str(error).endswith(".")
            assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("id", "text", "part"),
    [
        ("belgian", "", "Type a seat, a colon and cards"),
        ("belgian", " ; ;", "Type a seat, a colon and cards"),
        ("belgian", "AS KS", "says not whose cards they are"),
        ("belgian", "Q: AS", '"Q" is not a seat: write N, E, S, W, eldest, dealer or stock'),
        ("belgian", "S: AX", '"AX" is not a card'),
        ("belgian", "S: AS; N: AS", "The ace of spades is there twice"),
        ("belgian", "S: AS; S: KS", "South is there twice"),
        ("belgian", "W: AS; eldest: KS", "West is there twice"),
        ("belgian", "S: 7S", "The seven of spades is not in the pack of 24 cards"),
        ("belgian", "S: AS KS QS JS TS", "South gets 4 cards in this game, and here are 5."),
        ("force", "stock: AS", "The stock gets 0 cards in this game, and here are 1."),
        ("belgian", "N:AK.T.9. - -", "is not a deal: write a seat, a colon and four hands"),
        ("belgian", "N:AK.T.9 - - -", "is not a hand"),
        ("belgian", "stock:AK.T.9. - - -", "is not a card"),
        ("belgian", "S: " + "AS " * 200, "too long for a deal"),
    ],
)
def test_bad_input_gets_one_sentence(id: str, text: str, part: str) -> None:
    with pytest.raises((DealError, CardError)) as caught:
        typed_deal(load(id), text, 1, "S")
    assert part in str(caught.value)


def test_signs_names_and_roles_are_understood() -> None:
    dealt = typed_deal(load(), "south: A♠ 10♥\ndealer: KD; ELDEST: k♣; Stock: qd", 3, "N")
    assert dealt.hand("S")[:2] == ("AS", "TH")
    assert (dealt.hand("N")[0], dealt.hand("E")[0], dealt.stock[0]) == ("KD", "KC", "QD")
