"""Whole deals as stored: every step, what was allowed at it, every trick and what it did to the board."""

from __future__ import annotations

import pytest
from slow_referee import GAMES, conduct, fresh_board, write_down

from couillon.rules import load
from engine.playthroughs import WANTED, read, written
from engine.support import DATA, VARIANTS

STORED = {path.name: path.read_text() for path in sorted((DATA / "playthroughs").glob("*.txt"))}


def test_every_variant_is_played() -> None:
    assert {name.rsplit("-", 1)[0] for name in STORED} == set(VARIANTS)
    assert len(STORED) == sum(map(len, WANTED.values()))


@pytest.mark.parametrize("name", STORED)
def test_a_whole_deal_goes_as_it_is_stored(name: str) -> None:
    variant, about, dealt, actions = read(STORED[name])
    assert written(variant, load(variant), dealt, actions, about) == STORED[name]


@pytest.mark.parametrize("name", STORED)
def test_the_slow_referee_says_so_too(name: str) -> None:
    variant, _about, dealt, actions = read(STORED[name])
    game = GAMES[variant]
    lines = [line for line in STORED[name].split("\n\n")[1].splitlines() if line[0] != " "]
    asking = conduct(game, dealt.dealer, {seat: list(dealt.hand(seat)) for seat in "NESW"}, list(dealt.stock))
    asked = next(asking)
    facts = None
    for line, action in zip(lines, actions, strict=True):
        seat, allowed = asked
        assert line == f"{seat} {action:8} | {line.split('| ')[1]}"
        assert set(line.split("| ")[1].split(", ")) == allowed
        try:
            asked = asking.send(action)
        except StopIteration as end:
            facts = end.value
    assert facts is not None
    board = write_down(game, fresh_board(game), facts)
    end_of_it = STORED[name].split("\n\n")[2].splitlines()
    points, taken = facts["points"], facts["taken"]
    makers = facts["makers"] or "-"
    assert end_of_it[0] == f"makers {makers}, points {points[0]}:{points[1]}, tricks {taken[0]}:{taken[1]}"
    assert end_of_it[1] == f"board {board['NS']}:{board['EW']}, ties {board['waiting']}"


def test_the_stored_deals_show_every_word() -> None:
    said = {action for text in STORED.values() for action in read(text)[3]}
    assert {"accept", "pass", "turn", "mit", "kontra", "re", "raise", "matt", "konter"} <= said
    assert {f"trump {suit}" for suit in "SHDC"} <= said
    assert any(word.startswith("turn ") for word in said)
