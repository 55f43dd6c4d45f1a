"""Counting the tricks: what piles hold, who is ahead, and how many points can be in play (`points`, `aim`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from couillon.cards import RANKS, SUITS, TEAMS, Card, pack, points, team_of
from couillon.game import State
from couillon.rules import Rules

__all__ = ["Count", "ahead", "counted", "in_play", "piles"]


@dataclass(frozen=True)
class Count:
    """The card points of a pile: in all, of each suit, and of each rank that counts, from high to low."""

    total: int
    suits: tuple[tuple[str, int], ...]
    ranks: tuple[tuple[str, int], ...]


def counted(cards: Iterable[Card]) -> Count:
    """Count a pile by suits and by ranks (`points`); ranks that count nothing are left out.

    >>> from couillon.cards import parse_cards
    >>> counted(parse_cards("AS KS KH 9D"))
    Count(total=10, suits=(('S', 7), ('H', 3), ('D', 0), ('C', 0)), ranks=(('A', 4), ('K', 6), ('Q', 0), ('J', 0)))
    """
    pile = tuple(cards)
    suits = tuple((suit, points(card for card in pile if card.suit == suit)) for suit in SUITS)
    counting = [rank for rank in RANKS if Card(rank + "S").points]
    ranks = tuple((rank, points(card for card in pile if card.rank == rank)) for rank in counting)
    return Count(points(pile), suits, ranks)


def piles(state: State) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards in the tricks of each team so far, North–South first, in the order played.

    >>> from couillon.deal import deal
    >>> from couillon.game import start
    >>> from couillon.rules import load
    >>> piles(start(load(), deal(load(), 1)))
    ((), ())
    """
    ns, ew = (
        tuple(card for t in state.tricks if t.winner and team_of(t.winner) == team for card in t.cards)
        for team in TEAMS
    )
    return ns, ew


def ahead(count: tuple[int, int]) -> str | None:
    """Return the team with more card points, North–South first, or None where both have as many (`aim`).

    >>> ahead((22, 18)), ahead((8, 12)), ahead((10, 10))
    ('NS', 'EW', None)
    """
    ns, ew = count
    return None if ns == ew else TEAMS[ns < ew]


def in_play(rules: Rules) -> tuple[int, int]:
    """Return the fewest and the most card points that the cards dealt can hold (`points`).

    >>> from couillon.rules import load
    >>> in_play(load()), in_play(load("mit")), in_play(load("troeven"))
    ((12, 40), (24, 40), (40, 40))
    """
    values = sorted(card.points for card in pack(rules.pack))
    dealt = 4 * rules.hand
    return sum(values[:dealt]), sum(values[len(values) - dealt :])
