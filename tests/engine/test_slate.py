"""The slate (rules.md, 5.1): lines, loops, ties, and the end of a match."""

from __future__ import annotations

import pytest

from couillon.rules import load
from couillon.scoring import Board, Result, Scored, ScoreError, new_board, score
from engine.support import VARIANTS

SLATE = {"belgian": 5, "ardennes": 5, "kwajongen": 10, "force": 5, "tongeren": 5, "troeven": 7}
NOBODY = ["belgian", "ardennes", "kwajongen", "tongeren"]


def outcome(variant: str, makers: str | None, ns: int, ew: int) -> Result:
    """A result with some points, in which both teams have tricks."""
    hand = load(variant).hand
    return Result(makers, (ns, ew), (hand // 2, hand - hand // 2))


def wrote(
    variant: str, need: tuple[int, int], makers: str | None, ns: int, ew: int, ties: int = 0, **rules: object
) -> Scored:
    game = load(variant, rules)
    return score(game, Board(need, game.length, ties), outcome(variant, makers, ns, ew))


def won(variant: str) -> tuple[int, int]:
    """Points that are a win for the first team, possible in the variant."""
    return (22, 18) if load(variant).stock == 0 else (14, 9)


@pytest.mark.parametrize(("variant", "length"), SLATE.items())
def test_a_match_starts_with_so_many_lines(variant: str, length: int) -> None:
    board = new_board(load(variant))
    assert board.counts == board.lines == (length, length)
    assert (board.loops, board.ties, board.won) == ((0, 0), 0, None)


def test_the_basic_game_may_have_seven_lines() -> None:
    assert new_board(load("belgian", {"length": 7})).counts == (7, 7)
    assert new_board(load("belgian"), 7).counts == (7, 7)


@pytest.mark.parametrize("variant", SLATE)
@pytest.mark.parametrize("makers", ["NS", "EW"])
def test_win_erases_one_line(variant: str, makers: str) -> None:
    high, low = won(variant)
    points = (high, low) if makers == "NS" else (low, high)
    scored = wrote(variant, (5, 5), makers, *points)
    assert scored.board.counts == ((4, 5) if makers == "NS" else (5, 4))
    assert scored.board.loops == (0, 0)
    assert [(e.team, e.clause, e.units) for e in scored.events] == [(makers, "win", -1)]


@pytest.mark.parametrize("variant", SLATE)
@pytest.mark.parametrize("makers", ["NS", "EW"])
def test_boucle_makers_who_lose_get_a_loop(variant: str, makers: str) -> None:
    high, low = won(variant)
    points = (low, high) if makers == "NS" else (high, low)
    scored = wrote(variant, (5, 5), makers, *points)
    assert scored.board.counts == ((6, 4) if makers == "NS" else (4, 6))
    assert scored.board.loops == ((1, 0) if makers == "NS" else (0, 1))
    winners = "EW" if makers == "NS" else "NS"
    assert [(e.team, e.clause, e.units) for e in scored.events] == [(winners, "win", -1), (makers, "boucle", 1)]


def test_boucle_counts_points_and_not_tricks() -> None:
    scored = score(load(), new_board(load()), Result("NS", (10, 12), (3, 1)))
    assert scored.board.counts == (6, 4)


def test_boucle_by_one_point() -> None:
    assert wrote("belgian", (5, 5), "NS", 12, 10).board.counts == (4, 5)
    assert wrote("belgian", (5, 5), "EW", 12, 10).board.counts == (4, 6)
    assert wrote("force", (5, 5), "NS", 19, 21).board.counts == (6, 4)


@pytest.mark.parametrize("variant", NOBODY)
def test_no_makers_cannot_cost_a_loop(variant: str) -> None:
    high, low = won(variant)
    scored = wrote(variant, (5, 5), None, low, high)
    assert (scored.board.counts, scored.board.loops) == ((5, 4), (0, 0))
    assert len(scored.events) == 1


@pytest.mark.parametrize("variant", ["force", "troeven"])
def test_where_eldest_must_name_somebody_is_always_maker(variant: str) -> None:
    with pytest.raises(ScoreError, match="always has makers"):
        wrote(variant, (5, 5), None, 18, 22)


def test_win_takes_loops_before_lines() -> None:
    board = Board((7, 5), 5, loops=(2, 0))
    assert board.lines == (5, 5)
    first = score(load(), board, outcome("belgian", "NS", 14, 9)).board
    assert (first.counts, first.loops, first.lines) == ((6, 5), (1, 0), (5, 5))
    second = score(load(), first, outcome("belgian", "NS", 14, 9)).board
    assert (second.counts, second.loops, second.lines) == ((5, 5), (0, 0), (5, 5))
    third = score(load(), second, outcome("belgian", "NS", 14, 9)).board
    assert (third.counts, third.loops, third.lines) == ((4, 5), (0, 0), (4, 5))


def test_boucle_a_line_may_carry_more_than_one_loop() -> None:
    board = Board((1, 5), 5)
    for loops in (1, 2, 3):
        board = score(load(), board, outcome("belgian", "NS", 8, 9)).board
        assert (board.loops[0], board.lines[0]) == (loops, 1)
    assert board.counts == (4, 2)


@pytest.mark.parametrize("variant", SLATE)
@pytest.mark.parametrize("makers", ["NS", "EW", None])
def test_craie_dans_le_trou_equal_points_erase_nothing(variant: str, makers: str | None) -> None:
    if makers is None and variant not in NOBODY:
        return
    scored = wrote(variant, (3, 4), makers, *((20, 20) if load(variant).stock == 0 else (10, 10)))
    assert (scored.board.counts, scored.board.loops, scored.board.ties) == ((3, 4), (0, 0), 1)
    assert [(e.team, e.clause, e.units) for e in scored.events] == [(None, "craie-dans-le-trou", 0)]


@pytest.mark.parametrize("variant", SLATE)
@pytest.mark.parametrize("winners", ["NS", "EW"])
def test_craie_dans_le_trou_the_next_win_erases_two_whoever_wins_it(variant: str, winners: str) -> None:
    high, low = won(variant)
    scored = wrote(variant, (5, 5), winners, *((high, low) if winners == "NS" else (low, high)), ties=1)
    assert scored.board.counts == ((3, 5) if winners == "NS" else (5, 3))
    assert scored.board.ties == 0
    assert [(e.team, e.clause, e.units) for e in scored.events][:2] == [
        (winners, "win", -2),
        (winners, "craie-dans-le-trou", 0),
    ]


@pytest.mark.parametrize("variant", NOBODY)
def test_craie_dans_le_trou_holds_where_nobody_was_maker(variant: str) -> None:
    high, low = won(variant)
    assert wrote(variant, (5, 5), None, low, high, ties=1).board.counts == (5, 3)


def test_craie_dans_le_trou_two_lines_or_one_looped_line() -> None:
    looped = Board((6, 5), 5, 1, loops=(1, 0))
    after = score(load(), looped, outcome("belgian", "NS", 14, 9)).board
    assert (after.counts, after.loops, after.lines) == ((4, 5), (0, 0), (4, 5))
    twice = Board((7, 5), 5, 1, loops=(2, 0))
    after = score(load(), twice, outcome("belgian", "NS", 14, 9)).board
    assert (after.counts, after.loops, after.lines) == ((5, 5), (0, 0), (5, 5))


@pytest.mark.parametrize("variant", SLATE)
def test_tie_again_changes_nothing(variant: str) -> None:
    tie = (20, 20) if load(variant).stock == 0 else (10, 10)
    scored = wrote(variant, (5, 5), "NS", *tie, ties=1)
    assert scored.board == Board((5, 5), load(variant).length, 1)
    assert [e.clause for e in scored.events] == ["tie-again"]
    assert score(load(variant), scored.board, outcome(variant, "NS", *won(variant))).board.counts == (3, 5)


def test_tie_again_may_grow_by_house_rule() -> None:
    once = wrote("belgian", (5, 5), "NS", 10, 10, ties=1, tie_again="grows")
    assert once.board.ties == 2
    assert once.events[0].clause == "tie-again"
    assert wrote("belgian", (5, 5), "NS", 14, 9, ties=2, tie_again="grows").board.counts == (2, 5)


@pytest.mark.parametrize("variant", SLATE)
def test_tie_penalty_makers_who_lose_after_a_tie(variant: str) -> None:
    high, low = won(variant)
    scored = wrote(variant, (5, 5), "NS", low, high, ties=1)
    loops = 2 if variant == "ardennes" else 1
    assert scored.board.counts == (5 + loops, 3)
    assert scored.board.loops == (loops, 0)
    assert (scored.events[-1].clause, scored.events[-1].units) == ("tie-penalty" if loops == 2 else "boucle", loops)


def test_tie_penalty_is_due_after_a_tie_only() -> None:
    assert wrote("ardennes", (5, 5), "NS", 8, 9).board.counts == (6, 4)
    assert wrote("ardennes", (5, 5), None, 8, 9, ties=1).board.counts == (5, 3)


def test_tie_penalty_may_be_none_by_house_rule() -> None:
    assert wrote("belgian", (5, 5), "NS", 8, 9, ties=1, tie_penalty=0).board.counts == (5, 3)


@pytest.mark.parametrize("variant", SLATE)
def test_match_the_first_with_nothing_left_has_won(variant: str) -> None:
    high, low = won(variant)
    scored = wrote(variant, (1, 1), "NS", high, low)
    assert (scored.board.counts, scored.won) == ((0, 1), "NS")
    assert scored.events[-1].clause == "match"
    scored = wrote(variant, (1, 1), "NS", low, high)
    assert (scored.board.counts, scored.won) == ((2, 0), "EW")


def test_match_a_surplus_unit_is_lost() -> None:
    scored = wrote("belgian", (1, 3), "NS", 14, 9, ties=1)
    assert (scored.board.counts, scored.won) == ((0, 3), "NS")


def test_match_a_looped_line_takes_two_wins() -> None:
    scored = wrote("belgian", (2, 3), "NS", 14, 9)
    assert (scored.board.counts, scored.won) == ((1, 3), None)


@pytest.mark.parametrize("variant", SLATE)
@pytest.mark.parametrize("need", [(0, 3), (3, 0)])
def test_match_a_result_on_a_board_already_won_is_refused(variant: str, need: tuple[int, int]) -> None:
    with pytest.raises(ScoreError, match="have won already: this match is over") as caught:
        wrote(variant, need, "NS", *won(variant))
    assert caught.value.field == "board"


@pytest.mark.parametrize("variant", SLATE)
def test_all_tricks_are_worth_nothing_more_on_the_slate(variant: str) -> None:
    rules = load(variant)
    points = (40, 0) if rules.stock == 0 else (23, 0)
    scored = score(rules, new_board(rules), Result("NS", points, (rules.hand, 0)))
    assert scored.board.counts == (rules.length - 1, rules.length)


def test_the_slate_of_the_basic_game_over_a_whole_match() -> None:
    rules, board = load(), new_board(load())
    story = [
        ("NS", 14, 9, (4, 5)),
        ("NS", 8, 15, (5, 4)),
        (None, 10, 10, (5, 4)),
        ("EW", 10, 10, (5, 4)),
        ("EW", 12, 10, (3, 5)),
        ("NS", 20, 4, (2, 5)),
        ("NS", 20, 4, (1, 5)),
        ("EW", 4, 20, (1, 4)),
        ("NS", 21, 4, (0, 4)),
    ]
    for makers, ns, ew, need in story:
        assert board.won is None
        board = score(rules, board, Result(makers, (ns, ew), (2, 2))).board
        assert board.counts == need
    assert board.won == "NS"


def test_every_variant_is_scored_somewhere() -> None:
    boards = {variant: load(variant).scoring for variant in VARIANTS}
    assert {variant for variant, kind in boards.items() if kind == "slate"} == set(SLATE)
    assert {variant for variant, kind in boards.items() if kind == "points"} == {"simplified"}
    assert sorted(v for v, kind in boards.items() if kind == "countdown") == [
        "eifel",
        "konter-a-matt",
        "mit",
        "st-vith",
    ]


# The words on the board

AFTER_A_TIE = "The deal before was a tie, so this win is worth 1 more."
WORDS = [
    (Board((5, 5), 5), (14, 9), "NS", ["North–South won: one line is wiped."]),
    (Board((6, 5), 5, loops=(1, 0)), (14, 9), "NS", ["North–South won: one loop is wiped."]),
    (
        Board((5, 5), 5, 1),
        (14, 9),
        "NS",
        ["North–South won: 2 lines are wiped.", AFTER_A_TIE],
    ),
    (
        Board((6, 5), 5, 1, loops=(1, 0)),
        (14, 9),
        "NS",
        [
            "North–South won: one loop and one line are wiped.",
            "The deal before was a tie, so this win is worth 1 more.",
        ],
    ),
    (
        Board((8, 5), 5, 1, loops=(3, 0)),
        (14, 9),
        "NS",
        ["North–South won: 2 loops are wiped.", AFTER_A_TIE],
    ),
    (Board((5, 1), 5), (9, 14), None, ["East–West won: one line is wiped.", "East–West have won the match."]),
    (
        Board((5, 5), 5),
        (10, 10),
        "NS",
        ["Equal points: a circle with a stroke is drawn, and the next deal that is won wipes 2."],
    ),
    (Board((5, 5), 5, 1), (10, 10), "NS", ["Equal points again: nothing changes, and the next win still wipes two."]),
]


@pytest.mark.parametrize(("board", "points", "makers", "said"), WORDS)
def test_what_happens_is_said_in_words(
    board: Board, points: tuple[int, int], makers: str | None, said: list[str]
) -> None:
    assert [e.message for e in score(load(), board, Result(makers, points, (2, 2))).events] == said


def test_two_loops_are_said_in_the_plural() -> None:
    said = wrote("ardennes", (5, 5), "NS", 8, 9, ties=1).events[-1].message
    assert said == "North–South made the trumps and lost: 2 loops go on their lines."
