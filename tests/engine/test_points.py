"""Scoring by points up to a target (rules.md, 5.2)."""

from __future__ import annotations

import pytest

from couillon.rules import load
from couillon.scoring import Board, Result, Scored, ScoreError, new_board, score

RULES = load("simplified")


def wrote(have: tuple[int, int], makers: str | None, ns: int, ew: int, ties: int = 0, target: int = 5) -> Scored:
    return score(RULES, Board(have, target, ties, rising=True), Result(makers, (ns, ew), (2, 2)))


def test_a_match_starts_at_nought_and_goes_to_five() -> None:
    board = new_board(RULES)
    assert (board.counts, board.target, board.won) == ((0, 0), 5, None)


def test_the_target_is_agreed() -> None:
    assert new_board(RULES, 11).target == 11
    assert wrote((10, 0), "NS", 14, 9, target=11).won == "NS"
    assert wrote((9, 0), "NS", 14, 9, target=11).won is None


def test_winners_score_one() -> None:
    assert wrote((0, 0), "NS", 14, 9).board.counts == (1, 0)
    assert wrote((0, 0), None, 9, 14).board.counts == (0, 1)


def test_makers_who_lose_lose_one_and_may_go_below_nought() -> None:
    scored = wrote((0, 0), "NS", 9, 12)
    assert scored.board.counts == (-1, 1)
    assert [(e.team, e.clause, e.units) for e in scored.events] == [("EW", "points-win", 1), ("NS", "makers-lose", -1)]
    assert wrote((-1, 1), "NS", 9, 12).board.counts == (-2, 2)


def test_nobodys_deal_costs_nobody_anything() -> None:
    assert wrote((2, 2), None, 9, 12).board.counts == (2, 3)


def test_a_tie_makes_the_next_deal_worth_two_to_its_winner() -> None:
    tied = wrote((2, 3), "NS", 10, 10)
    assert (tied.board.counts, tied.board.ties) == ((2, 3), 1)
    assert [e.clause for e in tied.events] == ["craie-dans-le-trou"]
    assert wrote((2, 3), "NS", 14, 12, ties=1).board.counts == (4, 3)
    assert wrote((2, 2), "NS", 14, 12, ties=1).board.ties == 0


def test_after_a_tie_makers_who_lose_still_lose_one() -> None:
    assert wrote((2, 2), "NS", 12, 14, ties=1).board.counts == (1, 4)


def test_a_second_tie_changes_nothing() -> None:
    tied = wrote((2, 3), "EW", 10, 10, ties=1)
    assert (tied.board.counts, tied.board.ties) == ((2, 3), 1)
    assert [e.clause for e in tied.events] == ["tie-again"]


def test_the_first_at_the_target_has_won_and_a_surplus_does_no_harm() -> None:
    scored = wrote((4, 4), "NS", 14, 9)
    assert (scored.board.counts, scored.won) == ((5, 4), "NS")
    scored = wrote((4, 4), "EW", 14, 9, ties=1)
    assert (scored.board.counts, scored.won) == ((6, 3), "NS")
    assert [e.clause for e in scored.events] == ["points-win", "craie-dans-le-trou", "match", "makers-lose"]


@pytest.mark.parametrize("have", [(5, 0), (0, 6)])
def test_a_board_already_won_is_refused(have: tuple[int, int]) -> None:
    with pytest.raises(ScoreError, match="have won already"):
        wrote(have, "NS", 14, 9)


@pytest.mark.parametrize("have", [(-10_001, 0), (0, -99_999)])
def test_a_board_far_out_is_refused(have: tuple[int, int]) -> None:
    with pytest.raises(ScoreError, match="A board never counts that far"):
        wrote(have, "NS", 14, 9)


def test_what_happens_is_said_in_words() -> None:
    assert [e.message for e in wrote((0, 0), "NS", 9, 12, ties=1).events] == [
        "East–West won: 2 points.",
        "The deal before was a tie, so this win is worth 1 more.",
        "North–South made the trumps and lost: 1 against them.",
    ]
    assert wrote((0, 0), "NS", 14, 9).events[0].message == "North–South won: 1 point."
    assert wrote((0, 0), "NS", 10, 10).events[0].message == "Equal points: the next deal that is won is worth 2."
    again = wrote((0, 0), "NS", 10, 10, ties=1).events[0].message
    assert again == "Equal points again: nothing changes, and the next win still counts double."


def test_house_rules_may_take_a_point_from_the_makers_at_a_tie() -> None:
    rules = load("simplified", {"tie": "makers-add-one"})
    scored = score(rules, new_board(rules), Result("NS", (10, 10), (2, 2)))
    assert scored.board.counts == (-1, 0)
    assert [(e.team, e.clause, e.units) for e in scored.events] == [("NS", "tie-makers-add-one", -1)]
