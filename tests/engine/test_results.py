"""Results that no deal can have are refused, and every one that a deal can have is taken."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from couillon.rules import load
from couillon.scoring import Result, ScoreError, check_result, new_board, score
from engine.support import VARIANTS


def possible(zeros: int, first: int, second: int) -> set[tuple[int, int]]:
    """Every pair of points that two heaps of so many cards can hold: each honour goes to a heap or stays out."""
    found = set()
    for ones in product(range(5), repeat=4):
        if sum(ones) > first:
            continue
        for twos in product(*(range(5 - n) for n in ones)):
            if sum(twos) <= second and first + second - sum(ones) - sum(twos) <= zeros:
                worth = (4, 3, 2, 1)
                found.add(tuple(sum(w * n for w, n in zip(worth, heap, strict=True)) for heap in (ones, twos)))
    return found  # type: ignore[return-value]


@pytest.mark.parametrize("variant", ["belgian", "mit", "force", "troeven"])
@pytest.mark.usefixtures("untraced")
def test_exactly_the_points_that_the_cards_can_make_are_possible(variant: str) -> None:
    rules = load(variant)
    zeros = rules.pack - 16
    for ns in range(rules.hand + 1):
        ew = rules.hand - ns
        expected = possible(zeros, 4 * ns, 4 * ew)
        for points in product(range(-1, 42), repeat=2):
            try:
                check_result(rules, Result("NS", points, (ns, ew)))
            except ScoreError as error:
                assert error.field == "points"
                assert points not in expected, points
            else:
                assert points in expected, points


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_tricks_must_be_those_of_a_deal(variant: str) -> None:
    rules = load(variant)
    for tricks in ((rules.hand, 1), (0, rules.hand - 1), (rules.hand + 1, -1)):
        with pytest.raises(ScoreError, match=f"but a deal has {rules.hand}") as caught:
            check_result(rules, Result("NS", (20, 20), tricks))
        assert caught.value.field == "tricks"


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_trick_no_points(variant: str) -> None:
    rules = load(variant)
    with pytest.raises(ScoreError, match="not possible"):
        check_result(rules, Result("NS", (1, 22), (0, rules.hand)))
    with pytest.raises(ScoreError, match="not possible"):
        check_result(rules, Result("NS", (41, 0), (rules.hand, 0)))


@pytest.mark.parametrize("variant", ["force", "tongeren", "troeven", "konter-a-matt", "st-vith"])
def test_where_the_whole_pack_is_dealt_the_points_make_forty(variant: str) -> None:
    rules = load(variant)
    check_result(rules, Result("NS", (21, 19), (3, rules.hand - 3)))
    with pytest.raises(ScoreError, match="not possible"):
        check_result(rules, Result("NS", (20, 19), (3, rules.hand - 3)))


def refused(variant: str, **said: Any) -> ScoreError:
    rules = load(variant)
    points = (22, 18) if not rules.stock else (14, 9) if rules.hand == 4 else (18, 15)
    with pytest.raises(ScoreError) as caught:
        score(rules, new_board(rules), Result("NS", points, (2, rules.hand - 2), **said))
    return caught.value


@pytest.mark.parametrize("variant", VARIANTS)
def test_only_what_the_rules_know_can_have_been_declared(variant: str) -> None:
    rules = load(variant)
    known = set()
    if rules.mit != "none":
        known |= {"mit"} | ({"raises"} if rules.raises == "open" else {"kontra", "re"})
    if rules.announce:
        known |= {"matt", "konter"}
    for word in {"mit", "kontra", "re", "raises", "matt", "konter"} - known:
        error = refused(variant, **{word: 1 if word in ("raises", "matt", "konter") else True})
        spoken = "raise" if word == "raises" else word.capitalize()
        assert str(error) == f"These rules know no {spoken}."
        assert error.field == word


def test_nothing_is_raised_without_mit() -> None:
    assert str(refused("mit", kontra=True)) == "There is no Kontra without Mit."
    assert str(refused("mit", mit=True, re=True)) == "There is no Re without Kontra."
    assert str(refused("eifel", kontra=True, re=True)) == "There is no Kontra without Mit."
    assert str(refused("st-vith", raises=1)) == "There is no raise without Mit."


@pytest.mark.parametrize(("word", "number"), [("matt", 2), ("konter", 2), ("matt", -1), ("konter", -1)])
def test_announcements_are_made_once_at_most(word: str, number: int) -> None:
    assert str(refused("konter-a-matt", **{word: number})) == f"{number} is not a possible number for {word}."


def test_raises_are_not_counted_below_nought() -> None:
    error = refused("st-vith", mit=True, raises=-1)
    assert (str(error), error.field) == ("-1 is not a possible number for raises.", "raises")
