"""Counting every legal way to play a deal: by the engine's kernel, and by the slow referee.

A stored deal is one line: ``trump mit leader hands | counts``. The counts are those of the first 1, 2, 3... cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from slow_referee import Game, Table, after

from couillon.cards import SEATS
from couillon.kernel import Layout, layout
from couillon.rules import Rules
from engine.support import cards


@dataclass(frozen=True)
class Position:
    """A deal of which the trump is made: who leads, and what everybody holds."""

    trump: str
    mit: bool
    leader: str
    hands: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        held = " / ".join(" ".join(hand) for hand in self.hands)
        return f"{self.trump} {'mit' if self.mit else '-'} {self.leader} / {held}"


def read(line: str) -> tuple[Position, list[int]]:
    """Read a stored deal and its counts."""
    told, counts = line.split(" | ")
    head, *hands = told.split(" / ")
    trump, mit, leader = head.split()
    position = Position(trump, mit == "mit", leader, tuple(cards(hand) for hand in hands))
    return position, [int(n) for n in counts.split()]


def counted(rules: Rules, position: Position, depth: int) -> list[int]:
    """Count the ways to play 1, 2... up to so many cards, by the kernel."""
    table = layout(rules, position.trump, position.mit)
    hands = [table.bits(hand) for hand in position.hands]
    totals = [0] * depth
    _count(table, hands, SEATS.index(position.leader), [], totals, 0)
    return totals


def _count(table: Layout, hands: list[int], seat: int, trick: list[int], totals: list[int], depth: int) -> None:
    legal = table.legal(hands[seat], trick)
    if depth == len(totals) - 1:
        totals[depth] += legal.bit_count()
        return
    while legal:
        card = legal & -legal
        legal ^= card
        totals[depth] += 1
        hands[seat] ^= card
        trick.append(card)
        if len(trick) == 4:
            _count(table, hands, (seat + 1 + table.winner(trick)) % 4, [], totals, depth + 1)
        else:
            _count(table, hands, (seat + 1) % 4, trick, totals, depth + 1)
        trick.pop()
        hands[seat] ^= card


def counted_slowly(game: Game, position: Position, depth: int) -> list[int]:
    """Count the same by the slow referee, one card more at a time over all the ways there are."""
    table = Table(game, position.trump, position.mit)
    start = dict(zip("NESW", map(frozenset, position.hands), strict=True))
    ways: list[tuple[dict[str, frozenset[str]], str, tuple[str, ...]]] = [(start, position.leader, ())]
    totals = []
    for _ in range(depth):
        further = []
        for hands, seat, trick in ways:
            for card in table.legal(hands[seat], trick):
                now = (*trick, card)
                left = {**hands, seat: hands[seat] - {card}}
                if len(now) == 4:
                    further.append((left, after(after(seat), table.winning(now)), ()))
                else:
                    further.append((left, after(seat), now))
        ways = further
        totals.append(len(ways))
    return totals
