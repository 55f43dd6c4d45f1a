"""Our hints beside those of DDS, the solver of bridge that the package endplay brings, for the same hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.engine import ROUNDS, Row, interleaved
from benchmarks.hints import CASES, opened
from couillon.cards import SEATS, SUITS
from couillon.game import State

#: The ranks as bridge orders them.
RANKS = "AKQJT987"
DIFFERS = (
    "the same hands, trump suit and lead, as bridge: only the suit is to be followed, tricks count, not card points, "
    "and every suit runs from the ace to the seven; means of many deals; DDS is C++ compiled for this kind of machine, "
    "in the one thread that calls it; ours is WebAssembly, and tells the line as well"
)


def pbn(state: State) -> str:
    """Return the four hands as bridge writes them: from spades to clubs, the ace high.

    >>> pbn(opened(CASES[0].rules, 1))
    'N:.K.Q.JT .T.A9.Q AK..J.A QT.A..9'
    """
    hands = (".".join("".join(rank for rank in RANKS if rank + suit in hand) for suit in SUITS) for hand in state.held)
    return "N:" + " ".join(hands)


def bridge(state: State) -> Any:
    """Return a deal at its first lead as endplay has it; raises `ModuleNotFoundError` where that is not installed."""
    from endplay.types import Deal, Denom, Player

    return Deal(pbn(state), first=Player(SEATS.index(state.to_act or "")), trump=Denom(SUITS.index(state.trump or "")))


def bridge_rows() -> list[Row]:
    """Compare what the exact value of every card costs at the first lead, with as many cards in each hand.

    The processor's time of the whole process is taken: of DDS, `solve_board` is called, which starts no thread. Each
    deal is solved once, and is a new one to both.
    """
    from endplay.dds import solve_board

    from couillon import solver
    from couillon.core.hosts import Wasmtime
    from couillon.search import Engine, running_in

    rows = []
    for case in CASES:
        repeat = case.deals // ROUNDS
        states = [opened(case.rules, seed) for seed in range(1 + repeat * ROUNDS)]
        mine, theirs = iter(states), iter([bridge(state) for state in states])

        def ours(deals: Iterator[State] = mine) -> None:
            solver._hands.cache_clear()
            solver.solve(next(deals))

        def dds(deals: Iterator[Any] = theirs) -> None:
            list(solve_board(next(deals)))

        with running_in(Engine(Wasmtime())):
            # The first call makes room.
            ours()
            dds()
            took, peer = interleaved([(ours, repeat), (dds, repeat)])
        rows.append(Row(f"hint, {case.name}, on average", took, "endplay 0.5.12, DDS 2.9", peer, DIFFERS))
    return rows
