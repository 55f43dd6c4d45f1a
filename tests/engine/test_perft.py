"""Exact counts of the legal ways to play fixed deals. They change only by a deliberate decision."""

from __future__ import annotations

import pytest
from slow_referee import GAMES

from couillon.rules import load
from engine.perft import counted, counted_slowly, read
from engine.support import DATA, VARIANTS

STORED = {
    variant: [line for line in (DATA / "perft" / f"{variant}.txt").read_text().splitlines() if line[:1] != "#"]
    for variant in VARIANTS
}
LINES = [(variant, number) for variant in VARIANTS for number in range(len(STORED[variant]))]


def test_every_variant_has_its_deals() -> None:
    assert {path.stem for path in (DATA / "perft").iterdir()} == set(VARIANTS)
    assert all(len(lines) >= 8 for lines in STORED.values())


@pytest.mark.parametrize(("variant", "number"), LINES)
@pytest.mark.usefixtures("untraced")
def test_the_ways_to_play_a_deal_are_so_many(variant: str, number: int) -> None:
    position, counts = read(STORED[variant][number])
    assert counted(load(variant), position, len(counts)) == counts
    if load(variant).hand == 4:
        assert len(counts) == 16


@pytest.mark.parametrize(("variant", "number"), LINES)
@pytest.mark.usefixtures("untraced")
def test_the_slow_referee_counts_the_same(variant: str, number: int) -> None:
    position, counts = read(STORED[variant][number])
    depth = max(i + 1 for i, n in enumerate(counts) if n <= 1_500)
    assert counted_slowly(GAMES[variant], position, depth) == counts[:depth]


def test_a_stored_deal_is_written_as_it_is_read() -> None:
    for lines in STORED.values():
        for line in lines:
            position, counts = read(line)
            assert f"{position} | {' '.join(map(str, counts))}" == line
