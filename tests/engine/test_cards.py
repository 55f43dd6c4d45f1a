"""Cards, packs, points and seats (rules.md, notation and section 1)."""

from __future__ import annotations

import copy
import pickle

import pytest

from couillon.cards import (
    PARTNER,
    SEATS,
    SUITS,
    TEAMS,
    Card,
    CardError,
    left_of,
    pack,
    parse_cards,
    parse_seat,
    parse_suit,
    points,
    quoted,
    team_of,
)


def test_the_pack_of_24_goes_from_ace_to_nine() -> None:
    assert len(pack(24)) == 24
    assert {card.rank for card in pack(24)} == set("AKQJT9")
    assert {card.suit for card in pack(24)} == set("SHDC")


def test_the_pack_of_32_goes_from_ace_to_seven() -> None:
    assert len(pack(32)) == len(set(pack(32))) == 32
    assert set(pack(32)) - set(pack(24)) == {r + s for r in "87" for s in "SHDC"}


@pytest.mark.parametrize("size", [24, 32])
def test_points_are_ten_a_suit_and_forty_in_the_pack(size: int) -> None:
    assert points(pack(size)) == 40
    for suit in SUITS:
        assert points(card for card in pack(size) if card.suit == suit) == 10


@pytest.mark.parametrize(("rank", "worth"), [("A", 4), ("K", 3), ("Q", 2), ("J", 1), ("T", 0), ("9", 0), ("7", 0)])
def test_points_of_each_rank(rank: str, worth: int) -> None:
    assert Card(f"{rank}H").points == worth


@pytest.mark.parametrize("text", ["TH", "10H", "10h", "th", " Th "])
def test_a_card_is_read_in_every_spelling(text: str) -> None:
    assert Card(text) is Card("TH")


@pytest.mark.parametrize("text", ["", "A", "S", "AX", "1S", "XH", "ASS", "110H", "1 0H", "6S", "♠A", "A♠", "aß"])
def test_what_is_no_card_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(CardError, match=r"is not a card: write the rank .* as in QS\.$") as caught:
        Card(text)
    assert caught.value.code == "bad-card"


@pytest.mark.parametrize("thing", [7, 1.5, None, True, [], ["AS"], {}])
def test_what_is_no_text_is_no_card(thing: object) -> None:
    with pytest.raises(CardError):
        Card(thing)  # type: ignore[arg-type]


def test_a_card_survives_pickle_and_copy_as_the_same_object() -> None:
    card = Card("QS")
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.deepcopy(card) is card


def test_cards_are_read_from_one_text_or_several() -> None:
    assert parse_cards("AS, 10h  9d") == parse_cards(["AS", "TH", "9D"]) == ("AS", "TH", "9D")
    assert parse_cards("") == ()


def test_a_card_twice_is_refused_unless_it_may() -> None:
    with pytest.raises(CardError, match="ten of hearts is there twice") as caught:
        parse_cards("TH AS 10H")
    assert caught.value.code == "duplicate-card"
    assert parse_cards("TH TH", distinct=False) == ("TH", "TH")


def test_partners_sit_opposite() -> None:
    assert [team_of(seat) for seat in SEATS] == ["NS", "EW", "NS", "EW"]
    assert all(team_of(seat) == team_of(PARTNER[seat]) and left_of(seat, 2) == PARTNER[seat] for seat in SEATS)
    assert TEAMS == ("NS", "EW")


def test_the_left_goes_clockwise() -> None:
    assert [left_of(seat) for seat in "NESW"] == list("ESWN")
    assert left_of("N", 4) == left_of("N", 0) == "N"


@pytest.mark.parametrize("text", ["", "SH", "X", "spades", "♠"])
def test_what_is_no_suit_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="is not a suit: write S, H, D or C"):
        parse_suit(text)


@pytest.mark.parametrize("text", ["", "NS", "X", "North"])
def test_what_is_no_seat_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="is not a seat: write N, E, S or W") as caught:
        parse_seat(text)
    assert caught.value.code == "bad-seat"


@pytest.mark.parametrize("thing", [None, 3, ["N"]])
def test_what_is_no_text_is_neither_suit_nor_seat(thing: object) -> None:
    for read in (parse_suit, parse_seat):
        with pytest.raises(CardError):
            read(thing)  # type: ignore[arg-type]


def test_a_quotation_is_short() -> None:
    assert quoted("x" * 41).endswith('…"')
    assert quoted(7) == '"7"'
