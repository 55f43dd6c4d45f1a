"""Whole deals that four bots play, the same ones for the same seed, one by one or counted in blocks."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from couillon.bots import by_chance, choose, view
from couillon.cards import SEATS, TEAMS, team_of
from couillon.deal import deal
from couillon.game import State, apply, result, start
from couillon.kernel import Why, layout
from couillon.rules import Rules
from couillon.simulate import Block, Ending

__all__ = ["bot_block", "bot_deal", "chance"]

#: The seeds of what is left to chance in a deal begin so far from those of the next deal.
_APART = 1000


def chance(seed: int, state: State) -> int:
    """Return the seed of what is left to chance at a moment of the deal from a seed: a bot's choice, a card turned.

    >>> from couillon.rules import load
    >>> chance(3, start(load(), deal(load(), 3)))
    3000
    """
    return seed * _APART + len(state.actions)


@lru_cache(maxsize=512)
def bot_deal(rules: Rules, seed: int, dealer: str = "S", strength: str = "club") -> State:
    """Return a deal from a seed, played to its end by four bots; raises `ValueError` for an unknown strength.

    >>> from couillon.rules import load
    >>> bot_deal(load(), 1).points
    (14, 16)
    """
    state = start(rules, deal(rules, seed, dealer))
    while state.phase != "over":
        luck = chance(seed, state)
        state = apply(state, by_chance(state, choose(view(state), strength, luck).action, luck))
    return state


#: The seeds of two studies are so many deals apart.
_STUDY = 10**9


def bot_block(rules: Rules, strength: str, seed: int, number: int, deals: int, size: int) -> Block:
    """Let four bots play some deals, all dealt by South: those of one block of so many (``size``) of a study.

    >>> from couillon.rules import load
    >>> made = bot_block(load("force"), "club", 1, 0, 2, 2)
    >>> len(made.endings), [ending.points for ending in made.endings]
    (2, [(19, 21), (14, 26)])
    """
    endings = []
    sums: Counter[str] = Counter()
    squares: Counter[str] = Counter()
    for at in range(deals):
        state = bot_deal.__wrapped__(rules, seed * _STUDY + number * size + at, "S", strength)
        endings.append(ending_of(state))
        found = narrowed(state)
        sums.update(found)
        squares.update({clause: times * times for clause, times in found.items()})
    return Block(endings, {clause: (sums[clause], squares[clause]) for clause in sums})


def ending_of(state: State) -> Ending:
    """Return how a deal ended that South dealt; raises ValueError before its end."""
    end = result(state)

    def team(seat: str | None) -> int:
        return -1 if seat is None else TEAMS.index(team_of(seat))

    return Ending(
        team(state.maker),
        team(state.tricks[0].leader),
        end.points,
        end.tricks,
        team(state.declarer),
        end.kontra,
        end.re,
        end.raises,
        team(state.matt),
        team(state.konter),
    )


def narrowed(state: State) -> Counter[str]:
    """Return in how many plays of a deal each clause forbade a card that the clauses before it had left.

    >>> from couillon.rules import load
    >>> sorted(narrowed(bot_deal(load("ardennes"), 1)).items())
    [('must-follow', 5), ('must-overtrump', 1), ('must-trump', 2)]
    """
    found: Counter[str] = Counter()
    assert state.trump is not None
    table = layout(state.rules, state.trump, state.mit)
    hands = {seat: table.bits(state.deal.hand(seat)) for seat in SEATS}
    for trick in state.tricks:
        bits = [table.bit[card] for card in trick.cards]
        for turn, card in enumerate(bits):
            seat = trick.seat_of(turn)
            left, why = hands[seat], Why()
            table.legal(left, bits[:turn], why)
            for clause, after in why:
                if after != left:
                    found[clause] += 1
                left = after
            hands[seat] ^= card
    return found
