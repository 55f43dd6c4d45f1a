"""Counting down (rules.md, 5.3): four variants, each with its own raises, penalties and ties."""

from __future__ import annotations

from typing import Any

import pytest

from couillon.rules import load
from couillon.scoring import Board, Result, Scored, ScoreError, new_board, score

LENGTH = {"mit": 13, "konter-a-matt": 9, "st-vith": 13, "eifel": 13}


def wrote(variant: str, makers: str, winners: str, swept: bool = False, rules: Any = None, **said: Any) -> Scored:
    """Score a deal from the start of a match."""
    game = load(variant, rules)
    high, low = (36, 0) if swept and game.stock else (40, 0) if swept else (22, 18) if not game.stock else (18, 15)
    most = game.hand if swept else game.hand - 2
    points, tricks = ((high, low), (most, game.hand - most))
    if winners == "EW":
        points, tricks = points[::-1], tricks[::-1]
    return score(game, new_board(game), Result(makers, points, tricks, **said))


def change(scored: Scored, variant: str) -> tuple[int, int]:
    """What a deal changed, North–South first."""
    ns, ew = scored.board.counts
    return ns - LENGTH[variant], ew - LENGTH[variant]


@pytest.mark.parametrize(("variant", "length"), LENGTH.items())
def test_both_start_at_the_length(variant: str, length: int) -> None:
    assert new_board(load(variant)).counts == (length, length)


@pytest.mark.parametrize("variant", LENGTH)
@pytest.mark.parametrize(("team", "expected"), [("NS", (-1, 0)), ("EW", (0, -1))])
def test_countdown_win_strikes_off_one(variant: str, team: str, expected: tuple[int, int]) -> None:
    scored = wrote(variant, team, team)
    assert change(scored, variant) == expected
    assert [(e.team, e.clause, e.units) for e in scored.events] == [(team, "countdown-win", -1)]


@pytest.mark.parametrize("variant", LENGTH)
def test_sweep_all_tricks_strike_off_one_more(variant: str) -> None:
    scored = wrote(variant, "NS", "NS", swept=True)
    assert change(scored, variant) == (-2, 0)
    assert [(e.clause, e.units) for e in scored.events] == [("countdown-win", -2), ("sweep", 0)]


def test_makers_lose_one_in_mit_and_st_vith() -> None:
    for variant in ("mit", "st-vith"):
        scored = wrote(variant, "NS", "EW")
        assert change(scored, variant) == (1, -1)
        assert [(e.team, e.clause, e.units) for e in scored.events][1:] == [("NS", "makers-lose", 1)]
        assert change(wrote(variant, "NS", "EW", swept=True), variant) == (1, -2)
        assert change(wrote(variant, "NS", "EW", mit=True), variant) == (1, -2)


def test_makers_lose_as_won_in_konter_a_matt() -> None:
    scored = wrote("konter-a-matt", "NS", "EW")
    assert change(scored, "konter-a-matt") == (1, -1)
    assert scored.events[-1].clause == "makers-lose-as-won"
    assert change(wrote("konter-a-matt", "NS", "EW", matt=1), "konter-a-matt") == (2, -2)
    assert change(wrote("konter-a-matt", "NS", "EW", matt=1, konter=1), "konter-a-matt") == (3, -3)
    assert change(wrote("konter-a-matt", "NS", "EW", swept=True, matt=1, konter=1), "konter-a-matt") == (4, -4)


def test_makers_swept_in_the_eifel_get_two() -> None:
    assert change(wrote("eifel", "NS", "EW"), "eifel") == (1, -1)
    scored = wrote("eifel", "NS", "EW", swept=True)
    assert change(scored, "eifel") == (2, -2)
    assert scored.events[-1].clause == "makers-swept"
    assert change(wrote("eifel", "EW", "EW", swept=True), "eifel") == (0, -2)


@pytest.mark.parametrize(
    ("said", "units"),
    [({}, 1), ({"mit": True}, 2), ({"mit": True, "kontra": True}, 3), ({"mit": True, "kontra": True, "re": True}, 4)],
)
def test_stakes_add_one_each_in_mit(said: dict[str, bool], units: int) -> None:
    assert change(wrote("mit", "NS", "NS", **said), "mit") == (-units, 0)
    assert change(wrote("mit", "EW", "EW", **said), "mit") == (0, -units)
    assert change(wrote("mit", "NS", "NS", swept=True, **said), "mit") == (-units - 1, 0)


@pytest.mark.parametrize(
    ("said", "units"),
    [({}, 1), ({"mit": True}, 2), ({"mit": True, "kontra": True}, 4), ({"mit": True, "kontra": True, "re": True}, 8)],
)
def test_stakes_double_in_the_eifel_and_by_house_rule(said: dict[str, bool], units: int) -> None:
    assert change(wrote("eifel", "NS", "NS", **said), "eifel") == (-units, 0)
    assert change(wrote("eifel", "NS", "NS", swept=True, **said), "eifel") == (-units - 1, 0)
    assert change(wrote("mit", "NS", "NS", rules={"stakes": "double"}, **said), "mit") == (-units, 0)


@pytest.mark.parametrize("raises", [0, 1, 2, 7])
def test_stakes_every_raise_adds_one_in_st_vith(raises: int) -> None:
    scored = wrote("st-vith", "NS", "NS", mit=True, raises=raises)
    assert change(scored, "st-vith") == (-2 - raises, 0)
    assert [e.clause for e in scored.events] == ["countdown-win", "stakes-add"]


@pytest.mark.parametrize(("matt", "konter", "units"), [(1, 0, 2), (0, 1, 2), (1, 1, 3)])
def test_announce_each_adds_one_whoever_announced(matt: int, konter: int, units: int) -> None:
    scored = wrote("konter-a-matt", "NS", "NS", matt=matt, konter=konter)
    assert change(scored, "konter-a-matt") == (-units, 0)
    assert [e.clause for e in scored.events] == ["countdown-win", "announce"]
    assert change(wrote("konter-a-matt", "EW", "EW", matt=matt, konter=konter), "konter-a-matt") == (0, -units)


def tied(variant: str, makers: str, **said: Any) -> Scored:
    rules = load(variant)
    half = 20 if not rules.stock else 16
    return score(rules, new_board(rules), Result(makers, (half, half), (rules.hand - 3, 3), **said))


@pytest.mark.parametrize("makers", ["NS", "EW"])
def test_tie_nothing_in_mit(makers: str) -> None:
    scored = tied("mit", makers, mit=True)
    assert (change(scored, "mit"), scored.board.ties) == ((0, 0), 0)
    assert [e.clause for e in scored.events] == ["tie-nothing"]


def test_tie_makers_add_one_in_konter_a_matt() -> None:
    scored = tied("konter-a-matt", "NS", matt=1)
    assert (change(scored, "konter-a-matt"), scored.board.ties) == ((1, 0), 0)
    assert [(e.team, e.clause, e.units) for e in scored.events] == [("NS", "tie-makers-add-one", 1)]
    assert change(tied("konter-a-matt", "EW"), "konter-a-matt") == (0, 1)


@pytest.mark.parametrize("variant", ["st-vith", "eifel"])
def test_tie_makers_lose(variant: str) -> None:
    assert change(tied(variant, "NS"), variant) == (1, -1)
    assert change(tied(variant, "EW"), variant) == (-1, 1)
    assert change(tied(variant, "EW", mit=True), variant) == (-2, 1)


@pytest.mark.parametrize("variant", LENGTH)
def test_the_board_shows_nought_and_never_less(variant: str) -> None:
    rules = load(variant)
    half = (22, 18) if not rules.stock else (18, 15)
    said: dict[str, Any] = {"matt": 1} if rules.announce else {"mit": True}
    scored = score(rules, Board((1, 4), rules.length), Result("NS", half, (3, rules.hand - 3), **said))
    assert (scored.board.counts, scored.won) == ((0, 4), "NS")
    with pytest.raises(ScoreError, match="have won already"):
        score(rules, scored.board, Result("NS", half, (3, rules.hand - 3)))


def test_makers_who_lose_the_last_deal_get_what_the_winners_struck_off() -> None:
    rules = load("konter-a-matt")
    scored = score(rules, Board((3, 1), 9), Result("NS", (18, 22), (3, 3), matt=1, konter=1))
    assert (scored.board.counts, scored.won) == ((6, 0), "EW")


def test_what_happens_is_said_in_words() -> None:
    assert [e.message for e in wrote("eifel", "NS", "EW", swept=True, mit=True).events] == [
        "East–West won: 3 are struck off.",
        "What was declared doubles: 1 more.",
        "All the tricks: 1 more.",
        "North–South made the trumps and lost: 2 against them.",
    ]
    assert wrote("mit", "NS", "NS").events[0].message == "North–South won: 1 is struck off."
    assert wrote("mit", "NS", "NS", mit=True).events[1].message == "What was declared is worth 1 more."
    assert wrote("konter-a-matt", "NS", "NS", matt=1).events[1].message == "What was announced is worth 1 more."
    assert tied("mit", "NS").events[0].message == "Equal points: nothing changes."
    said = "Equal points: one against North–South, who made the trumps."
    assert tied("konter-a-matt", "NS").events[0].message == said


def test_house_rules_makers_may_lose_nothing() -> None:
    assert change(wrote("mit", "NS", "EW", rules={"loss": "none"}), "mit") == (0, -1)


def test_house_rules_a_tie_nobody_made_changes_nothing() -> None:
    rules = load("belgian", {"tie": "makers-lose"})
    scored = score(rules, new_board(rules), Result(None, (10, 10), (2, 2)))
    assert scored.board == new_board(rules)
    assert [e.clause for e in scored.events] == ["tie-nothing"]
    assert score(rules, new_board(rules), Result("NS", (10, 10), (2, 2))).board.counts == (6, 4)
    rules = load("belgian", {"tie": "makers-add-one"})
    assert score(rules, new_board(rules), Result(None, (10, 10), (2, 2))).board == new_board(rules)
