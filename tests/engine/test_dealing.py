"""Dealing by packets, seeds that are frozen, and deals on one line."""

from __future__ import annotations

from itertools import pairwise

import pytest
from slow_referee import GAMES, hand_out

from couillon.cards import SEATS, CardError, left_of, pack
from couillon.deal import Deal, DealError, check_deal, deal, deal_from, parse_pbn, pbn, shuffled
from couillon.rules import load
from engine.support import DATA, VARIANTS, cards

PACKETS = {
    "belgian": (2, 2),
    "ardennes": (2, 2),
    "kwajongen": (2, 2),
    "simplified": (2, 2),
    "force": (2, 2, 2),
    "tongeren": (2, 2, 2),
    "troeven": (4, 4),
    "konter-a-matt": (3, 3),
    "st-vith": (3, 3),
    "mit": (3, 2),
    "eifel": (3, 2),
}
LEFT_OVER = {"belgian": 8, "ardennes": 8, "kwajongen": 8, "simplified": 8, "mit": 4, "eifel": 4}


@pytest.mark.parametrize("variant", VARIANTS)
def test_packets_hand_and_what_is_left_over(variant: str) -> None:
    rules = load(variant)
    assert rules.packets == PACKETS[variant]
    assert rules.hand == sum(PACKETS[variant])
    assert rules.stock == LEFT_OVER.get(variant, 0)
    if variant != "force":
        assert rules.pack == (32 if variant == "troeven" else 24)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("dealer", SEATS)
def test_packets_are_dealt_from_eldest_round_to_the_left(variant: str, dealer: str) -> None:
    rules = load(variant)
    lying = pack(rules.pack)
    dealt = deal_from(rules, lying, dealer)
    first = rules.packets[0]
    for turn in range(4):
        assert dealt.hand(left_of(dealer, turn + 1))[:first] == lying[first * turn : first * (turn + 1)]
    hands, stock = hand_out(GAMES[variant], dealer, lying)
    assert {seat: list(dealt.hand(seat)) for seat in SEATS} == hands
    assert list(dealt.stock) == stock
    assert dealt.eldest == left_of(dealer)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_card_is_dealt_once(variant: str) -> None:
    rules = load(variant)
    for seed in range(50):
        dealt = deal(rules, seed)
        everything = [card for hand in dealt.hands for card in hand] + list(dealt.stock)
        assert sorted(everything) == sorted(pack(rules.pack))
        assert [len(hand) for hand in dealt.hands] == [rules.hand] * 4


def frozen() -> dict[tuple[str, int], str]:
    lines = (DATA / "seeds.txt").read_text().splitlines()
    rows = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return {(variant, int(seed)): dealt for variant, seed, dealt in rows}


def in_order_dealt(dealt: Deal) -> str:
    """Write a deal so that nothing is lost: each hand in the order dealt, then the stock."""
    return " / ".join(" ".join(part) for part in (*dealt.hands, dealt.stock)).strip()


@pytest.mark.parametrize(("variant", "seed"), list(frozen()))
def test_a_seed_gives_the_same_deal_for_ever(variant: str, seed: int) -> None:
    assert in_order_dealt(deal(load(variant), seed)) == frozen()[variant, seed]


def test_seeds_are_frozen_for_every_variant() -> None:
    assert {variant for variant, _seed in frozen()} == set(VARIANTS)


def test_a_shuffle_keeps_every_card_and_leaves_its_input_alone() -> None:
    lying = pack(32)
    assert sorted(shuffled(5, lying)) == sorted(lying)
    assert lying == pack(32)
    assert shuffled(5, lying) == shuffled(5, lying) != shuffled(6, lying)


def test_a_shuffle_puts_every_card_everywhere() -> None:
    places: dict[str, set[int]] = {}
    for seed in range(400):
        for place, card in enumerate(shuffled(seed, pack())):
            places.setdefault(card, set()).add(place)
    assert all(len(seen) == 24 for seen in places.values())


def test_the_proposed_card() -> None:
    for variant in VARIANTS:
        rules = load(variant)
        dealt = deal(rules, 4, "E")
        expected = dealt.hand("E")[3] if variant == "tongeren" else dealt.stock[0] if rules.stock == 8 else None
        assert dealt.proposed(rules) == expected


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("first", SEATS)
def test_a_deal_on_one_line_reads_back(variant: str, first: str) -> None:
    for seed in range(20):
        dealt = deal(load(variant), seed)
        text = pbn(dealt, first)
        assert text.startswith(f"{first}:")
        assert "\n" not in text
        back = parse_pbn(text)
        assert {seat: sorted(back[seat]) for seat in SEATS} == {seat: sorted(dealt.hand(seat)) for seat in SEATS}


def test_a_line_goes_clockwise_with_suits_in_order_and_ranks_from_high_to_low() -> None:
    back = parse_pbn(" e:9A.T.. .K..9 ..AK. QJ... ")
    assert back == {"E": cards("AS 9S TH"), "S": cards("KH 9C"), "W": cards("AD KD"), "N": cards("QS JS")}
    for hand in back.values():
        for one, two in pairwise(hand):
            assert pack().index(one) < pack().index(two)


@pytest.mark.parametrize("text", ["", "N", "N:", "X:A... K... Q... J...", "NE:A... K... Q... J...", "N:A... K... Q...",
                                  "A... K... Q... J...", "N:A... K... Q... J... T..."])  # fmt: skip
def test_what_is_no_deal_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="is not a deal: write a seat, a colon and four hands"):
        parse_pbn(text)


@pytest.mark.parametrize("hand", ["A..", "A....", "1...", "A.X..", "AS"])
def test_what_is_no_hand_is_refused(hand: str) -> None:
    with pytest.raises(CardError, match="is not a hand: write the ranks"):
        parse_pbn(f"N:{hand} K... Q... J...")


def test_a_card_twice_on_a_line_is_refused() -> None:
    with pytest.raises(CardError, match="ace of spades is there twice"):
        parse_pbn("N:A... A... Q... J...")


def good() -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    dealt = deal(load("belgian"), 2)
    return {seat: dealt.hand(seat) for seat in SEATS}, dealt.stock


def test_given_cards_make_a_deal() -> None:
    hands, stock = good()
    assert check_deal(load("belgian"), "N", hands, stock) == Deal("N", tuple(hands[s] for s in SEATS), stock)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        (lambda h, s: ({**h, "N": h["N"][:3]}, s), "hands", "North must hold 4 cards at the start, but has 3."),
        (lambda h, s: ({k: v for k, v in h.items() if k != "E"}, s), "hands", "East must hold 4 cards"),
        (lambda h, s: ({**h, "W": (*h["W"], s[0])}, s[1:]), "hands", "West must hold 4 cards at the start, but has 5."),
        (lambda h, s: (h, s[1:]), "stock", "The stock must have 8 cards, but has 7."),
        (lambda h, s: (h, (*s[1:], cards("7S")[0])), "hands", "seven of spades is not in the pack of 24 cards"),
    ],
)
def test_cards_that_cannot_have_been_dealt_are_refused(wrong, field: str, sentence: str) -> None:  # type: ignore[no-untyped-def]
    hands, stock = wrong(*good())
    with pytest.raises(DealError, match=sentence) as caught:
        check_deal(load("belgian"), "N", hands, stock)
    assert caught.value.field == field


def test_a_card_dealt_twice_is_refused() -> None:
    hands, stock = good()
    with pytest.raises(CardError, match="is there twice"):
        check_deal(load("belgian"), "N", {**hands, "N": (*hands["N"][:3], stock[0])}, stock)  # type: ignore[dict-item]
