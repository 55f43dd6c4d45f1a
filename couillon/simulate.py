"""Many deals, fast: the state machine makes the trump, then the play runs on bits through the rule core."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from couillon.cards import SEATS, pack
from couillon.deal import deal_from
from couillon.game import State, advance, legal_actions, result, start
from couillon.kernel import Layout, layout
from couillon.rules import Rules
from couillon.scoring import Result

__all__ = ["play_out", "random_deal", "random_deals"]

#: Chooses one of some cards, given as bits.
Choose = Callable[[int], int]


def _one_of(draw: Callable[[], float]) -> Choose:
    def choose(bits: int) -> int:
        skip = int(draw() * bits.bit_count())
        while skip:
            bits &= bits - 1
            skip -= 1
        return bits & -bits

    return choose


def play_out(state: State, choose: Choose) -> Result:
    """Play a deal to its end from a moment at which nothing can be declared any more.

    ``choose`` gets the legal cards as bits of the layout in force and returns one of them.
    """
    trump, trick = state.trump, state.trick
    assert trump is not None
    assert trick is not None
    table = layout(state.rules, trump, state.mit)
    hands = [table.bits(hand) for hand in state.held]
    first = None
    if state.turned is not None and not state.tricks and not trick.cards:
        first = table.bit[state.turned]
    points, taken = list(state.points), list(state.taken)
    _run(table, hands, SEATS.index(trick.leader), [table.bit[c] for c in trick.cards], first, choose, points, taken)
    return Result(
        state.makers,
        (points[0], points[1]),
        (taken[0], taken[1]),
        state.mit,
        state.kontra,
        state.re,
        int(state.matt is not None),
        int(state.konter is not None),
        state.raises,
    )


def _run(
    table: Layout,
    hands: list[int],
    leader: int,
    trick: list[int],
    first: int | None,
    choose: Choose,
    points: list[int],
    taken: list[int],
) -> None:
    """Play all tricks that are left, counting points and tricks in place."""
    legal, winner, count = table.legal, table.winner, table.points
    while any(hands) or trick:
        for turn in range(leader + len(trick), leader + 4):
            seat = turn & 3
            hand = hands[seat]
            if first:
                card, first = first, None
            else:
                may = legal(hand, trick) if trick else hand
                card = choose(may) if may & (may - 1) else may
            hands[seat] = hand ^ card
            trick.append(card)
        leader = (leader + winner(trick)) & 3
        points[leader & 1] += count(trick[0] | trick[1] | trick[2] | trick[3])
        taken[leader & 1] += 1
        trick.clear()


def random_deal(rules: Rules, random: Random, dealer: str = "S") -> Result:
    """Deal and play one deal in which every player does something allowed at random.

    >>> from couillon.rules import load
    >>> end = random_deal(load(), Random(1))
    >>> sum(end.tricks), 12 <= sum(end.points) <= 40
    (4, True)
    """
    draw = random.random
    # Sorting by random keys shuffles as well as random.shuffle does, in a third of the time.
    cards = sorted(pack(rules.pack), key=lambda _card: draw())
    state = start(rules, deal_from(rules, cards, dealer))
    early = rules.announce or rules.mit == "first-turn"
    while state.phase in ("trump", "declare") or (early and not state.tricks):
        actions = legal_actions(state)
        state = advance(state, actions[int(draw() * len(actions))])
    # With one card each, a house rule, the first trick was the last.
    return result(state) if state.phase == "over" else play_out(state, _one_of(draw))


def random_deals(rules: Rules, count: int, seed: int) -> Iterator[Result]:
    """Return the results of many random deals; the dealer changes after each, and a seed gives the same ones again.

    >>> from couillon.rules import load
    >>> [r.points for r in random_deals(load(), 2, 1)] == [r.points for r in random_deals(load(), 2, 1)]
    True
    """
    random = Random(seed)
    for number in range(count):
        yield random_deal(rules, random, SEATS[number % 4])
