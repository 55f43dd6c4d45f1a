"""What each card of a seat is likely to bring, as far as the seat can know: it never looks at hidden hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from couillon.cards import SEATS, TEAMS, Card, team_of
from couillon.estimate import Estimate, mean, share
from couillon.kernel import layout
from couillon.messages import _
from couillon.solver import Hands, Position
from couillon.utility import in_points
from couillon.view import View
from couillon.worlds import World, Worlds

__all__ = ["CardOdds", "Odds", "odds", "position_in"]

#: Up to so many layouts are counted one by one; of more, so many are drawn. By cards in the fullest hand.
_EXACT = 400
_DRAWN = {1: 400, 2: 400, 3: 200, 4: 100, 5: 60, 6: 40, 7: 30, 8: 24}
#: With more cards than this in a hand the first tricks of a layout are played by quick guesses.
_DEPTH = 4


@dataclass(frozen=True)
class CardOdds:
    """What a card is likely to bring the player's team, each with its interval.

    ``trick`` is the chance to take the trick if everybody left to play does what he can; ``points`` the card points at
    the end of the deal, ``win`` and ``tie`` the chances of the deal, with best play of all from then on.
    """

    card: Card
    trick: Estimate
    points: Estimate
    win: Estimate
    tie: Estimate


@dataclass(frozen=True)
class Odds:
    """The odds of each card that may be played, in hand order.

    ``layouts`` is how many layouts of the hidden cards agree with what was seen; ``looked`` at how many of them the
    odds look. ``exact`` tells that these are all, so that the chances are counted and not estimated; ``guessed`` that
    the first tricks were played by quick guesses instead of best play.
    """

    cards: tuple[CardOdds, ...]
    layouts: int
    looked: int
    exact: bool
    guessed: bool


def position_in(seen: View, world: World) -> Position:
    """Return the position of a seat's moment of play if the hidden cards lie like this."""
    trick, trump = seen.trick, seen.trump
    assert trick is not None
    assert trump is not None
    table = layout(seen.rules, trump, seen.declarer is not None)
    hands = [table.bits(held) for held in world.held]
    left = hands[0] | hands[1] | hands[2] | hands[3]
    on_table = tuple(table.bit[card] for card in trick.cards)
    for at, bit in enumerate(on_table):
        hands[SEATS.index(trick.seat_of(at))] |= bit
    points, tricks = [0, 0], [0, 0]
    for done in seen.tricks:
        team = TEAMS.index(team_of(done.winner or done.leader))
        points[team] += done.points
        tricks[team] += 1
    return Position(
        Hands(table, tuple(hands)),
        left,
        SEATS.index(trick.leader),
        on_table,
        (points[0], points[1]),
        (tricks[0], tricks[1]),
    )


def drawn(worlds: Worlds, count: int, exact: int, seed: int) -> tuple[list[World], bool]:
    """Return all layouts if there are no more than ``exact``, else ``count`` of them, and whether they are all."""
    if worlds.bound <= exact:
        return list(worlds.every()), True
    random = Random(seed)
    return [worlds.sample(random) for _world in range(count)], False


def odds(seen: View, seed: int = 1, count: int | None = None, exact: int = _EXACT, depth: int = _DEPTH) -> Odds:
    """Return what each card that may be played is likely to bring.

    All layouts are looked at if there are at most ``exact`` of them, else ``count`` drawn with a seed, each as likely
    as any other. With more than ``depth`` cards in a hand, quick guesses play until there are so many. Raises
    `ValueError` when no card is to be played.

    >>> from couillon.constraints import moment
    >>> from couillon.rules import load
    >>> from couillon.view import view
    >>> found = odds(view(moment(load("ardennes"), "must-overtrump", seed=2)), count=50)
    >>> found.looked, found.exact, found.cards[0].card, found.cards[0].trick.value
    (50, False, 'QS', 0.94)
    """
    cards = tuple(Card(action) for action in seen.actions if len(action) == 2)
    if seen.question or not cards:
        raise ValueError(_("No card is to be played now: the odds are those of the cards that may be played."))
    worlds = Worlds(seen)
    size = max(seen.size(seat) for seat in SEATS)
    looked, all_ = drawn(worlds, count or _DRAWN[size], exact, seed)
    team = TEAMS.index(team_of(seen.seat))
    trick: dict[Card, int] = dict.fromkeys(cards, 0)
    points: dict[Card, list[float]] = {card: [] for card in cards}
    balance: dict[Card, list[int]] = {card: [] for card in cards}
    for world in looked:
        at = position_in(seen, world)
        for card, taken, got in _brings(at, cards, team, depth):
            trick[card] += taken
            points[card].append(got)
            balance[card].append((2 * got > at.total) - (2 * got < at.total))
    found = tuple(
        CardOdds(
            card,
            share(trick[card], len(looked), all_),
            mean(points[card], all_),
            share(balance[card].count(1), len(looked), all_),
            share(balance[card].count(0), len(looked), all_),
        )
        for card in cards
    )
    return Odds(found, worlds.bound, len(looked), all_, size > depth)


def _brings(at: Position, cards: tuple[Card, ...], team: int, depth: int) -> Iterator[tuple[Card, bool, int]]:
    """Yield each card with whether it takes the trick and the team's points at the end, in one layout."""
    ends = in_points(at.total)
    guess = 1 + at.points[team] + (at.total - sum(at.points)) // 2
    for card in cards:
        bit = at.table.bit[card]
        after = at.after(bit)
        taken = after.takes(team) if after.trick else after.leader & 1 == team
        after = after.hurried(depth)
        low = 0
        for low, _high in after.narrow(team, ends, guess):  # noqa: B007 - the last bounds are used
            pass
        guess = low
        yield card, taken, int(ends.ranks[low])
