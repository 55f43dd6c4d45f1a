"""Our hints beside those of DDS, the solver of bridge that the package endplay brings, for the same hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from benchmarks.engine import ROUNDS, Row, interleaved
from benchmarks.hints import CASES, opened
from couillon import solver
from couillon.cards import SEATS, SUITS, Card
from couillon.game import State, playable

#: The ranks as bridge orders them.
RANKS = "AKQJT987"
DIFFERS = (
    "the same hands, trump suit and lead, as bridge: only the suit is to be followed, every suit runs from the ace to "
    "the seven, and tricks count; a hint of ours is in card points and tells the line as well; means of many deals; "
    "DDS is C++ compiled for this kind of machine, in the one thread that calls it; ours is WebAssembly"
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


def in_points(state: State) -> None:
    """Give a hint, as if the deal had never been seen."""
    solver._hands.cache_clear()
    solver.solve(state)


def in_tricks(state: State) -> dict[Card, int]:
    """Return how many tricks each card comes to for its player's team, by the rules of the game.

    >>> in_tricks(opened(CASES[0].rules, 1))
    {'9C': 1, 'QS': 1, 'AH': 1, 'TS': 1}
    """
    solver._hands.cache_clear()
    at, found = solver.position(state), {}
    most, team = at.left.bit_count() // 4, at.seat & 1
    guess = most // 2 + 1
    for card in playable(state):
        after, low, high = at.after(at.table.bit[card]), 0, most
        while low < high:
            need = min(max(guess, low + 1), high)
            # A trick counts four, one for each card.
            bound = at.hands.tricks.reach(after.left, after.leader, after.trick, team, 4 * need) // 4
            low, high = (bound, high) if bound >= need else (low, bound)
            guess = low + 1 if bound >= need else high
        found[card] = guess = low
    return found


def in_turn(call: Callable[[Any], object], deals: Iterable[Any]) -> Callable[[], object]:
    """Return what calls with the next deal each time.

    >>> step = in_turn(str.upper, "ab")
    >>> step(), step()
    ('A', 'B')
    """
    left = iter(deals)
    return lambda: call(next(left))


def bridge_rows() -> list[Row]:
    """Compare what the exact value of every card costs at the first lead, with as many cards in each hand.

    The processor's time of the whole process is taken: of DDS, `solve_board` is called, which starts no thread. Each
    deal is solved once, and is a new one to both.
    """
    from endplay.dds import solve_board

    from couillon.core.hosts import Wasmtime
    from couillon.search import Engine, running_in

    def in_bridge(deal: Any) -> None:
        list(solve_board(deal))

    rows = []
    for case in CASES:
        repeat = case.deals // ROUNDS
        states = [opened(case.rules, seed) for seed in range(1 + repeat * ROUNDS)]
        deals = [bridge(state) for state in states]
        calls = [in_turn(in_points, states), in_turn(in_tricks, states), in_turn(in_bridge, deals)]
        with running_in(Engine(Wasmtime())):
            # The first call makes room.
            for call in calls:
                call()
            hint, counted, peer = interleaved([(call, repeat) for call in calls])
        for what, took in ((f"hint, {case.name}, on average", hint), ("  every card's tricks instead", counted)):
            rows.append(Row(what, took, "endplay 0.5.12, DDS 2.9", peer, DIFFERS))
    return rows
