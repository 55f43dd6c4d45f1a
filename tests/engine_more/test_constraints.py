"""A deal to order is as ordered, or the answer is that there is none."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from couillon.cards import SEATS, SUITS, CardError, left_of, pack, points
from couillon.constraints import ConstraintError, Want, constrained, moment, parse_want
from couillon.deal import check_deal
from couillon.game import replay, start
from couillon.kernel import effective_suit
from couillon.rules import load, variants
from couillon.verdicts import judge
from tests.engine_more.strategies import IDS, SEEDS

DUTIES = [
    (v.id, c)
    for v in variants()
    for c in ("follow-or-trump", "must-follow", "void-free", "must-trump", "must-beat", "must-overtrump",
              "must-undertrump")
    if c in v.rules.clauses
]  # fmt: skip


def _fits(want: Want, hand: tuple, suit_of) -> bool:  # type: ignore[type-arg,no-untyped-def]
    return (
        set(want.holds) <= set(hand)
        and not set(want.lacks) & set(hand)
        and all(low <= sum(suit_of(c) == suit for c in hand) <= high for suit, low, high in want.suits)
        and want.points[0] <= points(hand) <= want.points[1]
    )


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(IDS), SEEDS, st.sampled_from(SEATS), st.sampled_from(SUITS))
def test_eldest_holds_the_trump_ace_and_is_void(id: str, seed: int, dealer: str, trump: str) -> None:
    rules = load(id)
    void = next(suit for suit in SUITS if suit != trump)
    deal = constrained(rules, [f"eldest: A*, no {void}"], seed, dealer, trump)
    hand = deal.hand(left_of(dealer))
    assert f"A{trump}" in hand
    assert not any(effective_suit(rules, trump, card) == void for card in hand)
    check_deal(rules, dealer, dict(zip(SEATS, deal.hands, strict=True)), deal.stock)
    proposed = start(rules, deal).proposed
    assert proposed is None or proposed.suit == trump
    assert deal == constrained(rules, [f"eldest: A*, no {void}"], seed, dealer, trump)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["belgian", "force", "troeven"]),
    SEEDS,
    st.lists(
        st.builds(
            lambda seat, suit, least, most, low, high: Want(
                seat, suits=((suit, least, least + most),), points=(low, low + high)
            ),
            st.sampled_from(SEATS), st.sampled_from(SUITS), st.integers(0, 3), st.integers(0, 3), st.integers(0, 14),
            st.integers(0, 20),
        ),
        max_size=4,
    ),
)  # fmt: skip
def test_wishes_come_true_or_are_refused(id: str, seed: int, wants: list[Want]) -> None:
    rules = load(id)
    try:
        deal = constrained(rules, wants, seed)
    except ConstraintError as error:
        assert str(error).endswith(".")
    else:
        assert all(_fits(want, deal.hand(want.seat), lambda card: card.suit) for want in wants)
        assert sorted(c for cards in (*deal.hands, deal.stock) for c in cards) == sorted(pack(rules.pack))


@pytest.mark.parametrize("total", range(17))
def test_no_deal_is_said_only_when_there_is_none(total: int) -> None:
    """Every number of points of one hand of four, against all hands of four."""
    possible = any(points(hand) == total for hand in combinations(pack(), 4))
    try:
        deal = constrained(load(), [f"N: points {total}"])
    except ConstraintError:
        assert not possible
    else:
        assert points(deal.hand("N")) == total


@pytest.mark.parametrize(("id", "clause"), DUTIES)
def test_a_moment_is_one_in_which_the_clause_decides(id: str, clause: str) -> None:
    rules = load(id)
    for seed in range(12):
        state = moment(rules, clause, seed, SEATS[seed % 4])
        assert state.to_act == SEATS[seed % 4]
        assert state.trick is not None
        assert state.trump is not None
        found = judge(rules, state.trump, state.hand(state.to_act), state.trick.cards, mit=state.mit)
        assert any(v.clause == clause and v.legal == (clause == "void-free") for v in found)
        assert replay(rules, state.deal, state.actions) == state


def test_a_partner_who_wins_frees() -> None:
    state = moment(load("ardennes", {"partner_exempt": True}), "partner-exempt")
    assert state.trick is not None
    assert len(state.trick.cards) == 2


@pytest.mark.parametrize(
    ("wants", "trump", "part"),
    [
        (["AS"], None, "not a wish"),
        (["N: A B C"], None, "not a wish"),
        (["N: H x"], None, "not a wish"),
        (["N: H 2-x"], None, "not a wish"),
        (["N: A*"], None, "which suit is trump"),
        (["Q: AS"], None, "not a seat"),
        (["N: 1S"], None, "not a card"),
        (["N: no X"], None, "not a suit"),
        (["N: 7S"], None, "cannot be where"),
        (["N: AS", "S: AS"], None, "ace of spades cannot be where"),
        (["N: AS, not AS"], None, "No deal"),
        (["N: S 4", "E: S 4"], None, "No deal"),
        (["N: AH, KH, QH, JH, TH"], None, "No deal"),
        (["N: AH, KH, QH, JH", "E: TH, 9H"], "H", "cannot be where"),
        (["N: points 9-3"], None, "No deal"),
        (["N: " + ", ".join(f"not {card}" for card in pack()[:21])], None, "No deal"),
    ],
)
def test_what_cannot_be_is_said(wants: list[str], trump: str | None, part: str) -> None:
    with pytest.raises((ConstraintError, CardError)) as caught:
        constrained(load(), wants, trump=trump)
    assert part in str(caught.value)


def test_a_clause_that_is_no_duty_of_play() -> None:
    with pytest.raises(ConstraintError, match="No moment can be made"):
        moment(load(), "boucle")
    assert parse_want("dealer: not KS, points 4").lacks == ("KS",)


def test_a_hand_too_small_for_a_duty() -> None:
    with pytest.raises(ConstraintError, match="No moment was found in which must-beat decides"):
        moment(load("ardennes", {"packets": [1]}), "must-beat")


def test_the_search_gives_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("couillon.constraints._MOST_STEPS", 5)
    with pytest.raises(ConstraintError, match="among 5 tries"):
        constrained(load(), ["N: points 9"])
