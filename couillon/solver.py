"""The exact value of every card when all hands are seen, what each other card costs, and the line that proves it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from couillon.cards import SEATS, TEAMS, Card, points, team_of
from couillon.game import State, apply, playable
from couillon.kernel import Layout, layout
from couillon.messages import _
from couillon.scoring import Board
from couillon.search import Search
from couillon.stakes import stakes
from couillon.utility import Utility, utility

__all__ = [
    "CardValue",
    "Hands",
    "Position",
    "Progress",
    "Solution",
    "SolverStopped",
    "line",
    "position",
    "solve",
    "solving",
]


class SolverStopped(Exception):  # noqa: N818 - it is no error
    """Raised when a caller's ``stop`` says so; what was found until then is kept for the next question."""


@dataclass(frozen=True)
class CardValue:
    """One card that may be played: what it is worth in the end, and how much less that is than the best card.

    Both in the units of the aim: card points of the player's team, the win of the deal, or units on the board.
    """

    card: Card
    value: float
    cost: float


@dataclass(frozen=True)
class Solution:
    """What each card of the seat to play comes to under best play of all four, in hand order.

    ``best`` are the cards that cost nothing, ``value`` what they come to, ``line`` the cards that follow in best
    play, to the end of the deal.
    """

    seat: str
    aim: str
    value: float
    best: tuple[Card, ...]
    cards: tuple[CardValue, ...]
    line: tuple[Card, ...]


@dataclass(frozen=True)
class Progress:
    """How far the solver is: cards settled, of how many, and the solution once all are.

    ``bounds`` tells between what the value of each card lies by now.
    """

    settled: int
    of: int
    bounds: tuple[tuple[Card, float, float], ...]
    solution: Solution | None = None


class Hands:
    """Four hands as bits, N E S W, with the cards that they have on the table, and the searches among them."""

    def __init__(self, table: Layout, hands: tuple[int, ...]) -> None:
        self.table, self.hands = table, hands

    @cached_property
    def points(self) -> Search:
        """The search for card points."""
        return Search(self.table, self.hands)

    @cached_property
    def tricks(self) -> Search:
        """The search for tricks."""
        return Search(self.table, self.hands, tricks=True)


class Position:
    """A moment of play, with all hands seen, for the questions of the solver.

    ``left`` are the cards still in hand and ``trick`` those on the table, as bits of the layout in force; ``points``
    and ``tricks`` what each team has, North–South first.
    """

    def __init__(
        self,
        hands: Hands,
        left: int,
        leader: int,
        trick: tuple[int, ...] = (),
        points: tuple[int, int] = (0, 0),
        tricks: tuple[int, int] = (0, 0),
    ) -> None:
        self.hands, self.table = hands, hands.table
        self.left, self.leader, self.trick, self.points, self.tricks = left, leader, trick, points, tricks

    @property
    def seat(self) -> int:
        """The index of the seat to play."""
        return (self.leader + len(self.trick)) & 3

    @property
    def total(self) -> int:
        """All card points in play in this deal."""
        return sum(self.points) + self.table.points(self.left) + sum(map(self.table.points, self.trick))

    def legal(self) -> int:
        """Return the cards that the seat to play may play, as the rule core has it."""
        return self.table.legal(self.hands.hands[self.seat] & self.left, self.trick)

    def after(self, bit: int) -> Position:
        """Return the position after a card."""
        trick, left = (*self.trick, bit), self.left ^ bit
        leader, points, tricks = self.leader, list(self.points), list(self.tricks)
        if len(trick) == 4:
            leader = (leader + self.table.winner(trick)) & 3
            points[leader & 1] += sum(map(self.table.points, trick))
            tricks[leader & 1] += 1
            trick = ()
        return Position(self.hands, left, leader, trick, (points[0], points[1]), (tricks[0], tricks[1]))

    def bound(self, team: int, need: int) -> int:
        """Return a bound on a team's card points at the end: at least ``need`` and reached, or less and the most."""
        have = self.points[team]
        if need <= have:
            return have
        return have + self.hands.points.reach(self.left, self.leader, self.trick, team, need - have)

    def takes_one(self, team: int) -> bool:
        """Whether a team can make sure of a trick."""
        return self.tricks[team] > 0 or self.hands.tricks.reach(self.left, self.leader, self.trick, team, 1) >= 1

    def takes_all(self, team: int) -> bool:
        """Whether a team can make sure of all tricks of the deal."""
        return not self.takes_one(1 - team)

    def rank(self, team: int, ends: Utility, need: int) -> tuple[int, int]:
        """Return between which ranks of a utility the best end lies for a team, from asking for one of them.

        The first of the two is at least ``need``, or the second is less.
        """
        top = len(ends.ranks) - 1
        if need <= 1:
            return (1, top) if self.takes_one(team) else (0, 0)
        if need == top:
            return (top, top) if self.takes_all(team) else (0, top - 1)
        found = self.bound(team, need - 1)
        return (found + 1, top) if found >= need - 1 else (0, found + 1)

    def narrow(
        self, team: int, ends: Utility, guess: int, bounds: tuple[int, int] | None = None
    ) -> Iterator[tuple[int, int]]:
        """Yield closer and closer bounds on the rank that a team can reach, until its value is known."""
        low, high = bounds or (0, len(ends.ranks) - 1)
        while open_ := [step for step in ends.steps if low < step <= high]:
            need = max((step for step in open_ if step <= guess), default=open_[0])
            least, most = self.rank(team, ends, need)
            low, high = max(low, least), min(high, most)
            guess = 0 if least >= need else high
            yield low, high

    def takes(self, team: int) -> bool:
        """Whether a team takes the trick on the table if everybody does what he can to take it for his own."""
        options, ours = self.legal(), self.seat & 1 == team
        while options:
            bit = options & -options
            options ^= bit
            if len(self.trick) == 3:
                winner = (self.leader + self.table.winner((*self.trick, bit))) & 3
                good = winner & 1 == team
            else:
                good = self.after(bit).takes(team)
            if good == ours:
                return ours
        return not ours

    def hurried(self, cards: int) -> Position:
        """Return the position when each player has so many cards, after quick guesses at good play."""
        at = self
        while at.left.bit_count() > 4 * cards:
            at = at.after(self.hands.points.promising(at.left, at.leader, at.trick))
        return at


#: Keeps what is known of the last few deals, so that the next hint in the same deal costs less.
@lru_cache(maxsize=4)
def _hands(table: Layout, hands: tuple[int, ...]) -> Hands:
    return Hands(table, hands)


def position(state: State) -> Position:
    """Return the position of a state in play; raises `ValueError` when no card is to be played now."""
    trick, trump = state.trick, state.trump
    if trick is None or trump is None or state.question or state.phase != "play":
        raise ValueError(_("No card is to be played now: the solver looks at the play of the cards only."))
    table = layout(state.rules, trump, state.mit)
    hands = tuple(table.bits(hand) for hand in state.deal.hands)
    left = table.bits(card for hand in state.held for card in hand)
    on_table = tuple(table.bit[card] for card in trick.cards)
    leader = SEATS.index(trick.leader)
    return Position(_hands(table, hands), left, leader, on_table, state.points, state.taken)


def solve(
    state: State, aim: str = "points", board: Board | None = None, stop: Callable[[], bool] | None = None
) -> Solution:
    """Return the exact value of each card that may be played now, with all four hands seen.

    ``aim`` is ``points``, ``win`` or ``board`` (see `couillon.utility`), ``board`` the score before the deal. What
    nobody has declared yet counts as undeclared. ``stop`` is asked now and then whether to give up; then
    `SolverStopped` is raised. Raises `ValueError` when no card is to be played.

    >>> from couillon.constraints import moment
    >>> from couillon.rules import load
    >>> found = solve(moment(load("ardennes"), "must-overtrump", seed=2))
    >>> found.best, found.value, found.line[:3]
    (('QS',), 24, ('QS', 'QC', 'JH'))
    """

    def tick() -> None:
        if stop is not None and stop():
            raise SolverStopped

    work = _Work(state, aim, board, tick)
    for _settled in work.settle():
        tick()
    return work.solution()


def solving(state: State, aim: str = "points", board: Board | None = None, steps: int = 4) -> Iterator[Progress]:
    """Do as `solve` does, and give back control every tenth of a second or so with what is known by then.

    The last progress holds the solution; ``steps`` is how often the search is asked whether to go on before that, which
    it is every few hundredths of a second.

    >>> from couillon.constraints import moment
    >>> from couillon.rules import load
    >>> [(p.settled, p.of) for p in solving(moment(load("ardennes"), "must-overtrump", seed=2))]
    [(1, 1), (1, 1)]
    """
    left = steps

    def tick() -> None:
        nonlocal left
        left -= 1
        if not left:
            raise _PauseError

    work = _Work(state, aim, board, tick)
    while True:
        left = steps
        try:
            for _settled in work.settle():
                yield work.progress()
                left = steps
            yield replace(work.progress(), solution=work.solution())
            return
        except _PauseError:
            # What was found is remembered, so that the search soon is where it was; a wider stride goes on for sure.
            yield work.progress()
            steps += 1


class _PauseError(Exception):
    """The search is to give back control for a moment."""


class _Work:
    """The cards of one moment on the way to their values."""

    def __init__(self, state: State, aim: str, board: Board | None, tick: Callable[[], None]) -> None:
        self.state, self.aim, self.tick = state, aim, tick
        self.at = position(state)
        self.seat = state.to_act or ""
        self.team = TEAMS.index(team_of(self.seat))
        dealt = sum(points(hand) for hand in state.deal.hands)
        self.ends = utility(state.rules, team_of(self.seat), dealt, stakes(state), aim, board)
        self.cards = playable(state)
        top = len(self.ends.ranks) - 1
        self.bounds = dict.fromkeys(self.cards, (0, top))

    def settle(self) -> Iterator[Card]:
        """Settle the value of one card after another, and tell each that is."""
        self.at.hands.points.tick = self.at.hands.tricks.tick = self.tick
        # Much of what is left tends to be shared: the first guess is half of it, then what the card before came to.
        guess = 1 + self.at.points[self.team] + (self.at.total - sum(self.at.points)) // 2
        for card in self.cards:
            after = self.at.after(self.at.table.bit[card])
            for bounds in after.narrow(self.team, self.ends, guess, self.bounds[card]):
                self.bounds[card] = bounds
            guess = self.bounds[card][0]
            yield card

    def values(self) -> dict[Card, float]:
        return {card: self.ends.ranks[low] for card, (low, _high) in self.bounds.items()}

    def progress(self) -> Progress:
        ranks = self.ends.ranks
        bounds = tuple((card, ranks[low], ranks[high]) for card, (low, high) in self.bounds.items())
        return Progress(sum(low == high for _card, low, high in bounds), len(bounds), bounds)

    def solution(self) -> Solution:
        values = self.values()
        most = max(values.values())
        cards = tuple(CardValue(card, value, most - value) for card, value in values.items())
        best = tuple(found.card for found in cards if not found.cost)
        return Solution(self.seat, self.aim, most, best, cards, self.line(best[0], self.bounds[best[0]][0]))

    def line(self, card: Card, rank: int) -> tuple[Card, ...]:
        """Return the cards of best play from a card on: each player's first card that keeps the value."""
        at, cards = self.at.after(self.at.table.bit[card]), [card]
        steps = self.ends.steps
        least = max((step for step in steps if step <= rank), default=0)
        above = min((step for step in steps if step > rank), default=0)
        while at.left:
            options = at.legal()
            ours = at.seat & 1 == self.team
            while True:
                bit = options & -options
                after = at.after(bit)
                options ^= bit
                if not options:
                    break
                # Our side must not fall below the value, the other must not let us above it.
                if ours and (not least or after.rank(self.team, self.ends, least)[0] >= least):
                    break
                if not ours and (not above or after.rank(self.team, self.ends, above)[1] < above):
                    break
            at = after
            cards.append(at.table.cards[bit.bit_length() - 1])
        return tuple(cards)


def line(state: State, card: str, aim: str = "points", board: Board | None = None) -> tuple[Card, ...]:
    """Return how the deal goes on, in best play of all, after a card that may be played now.

    Raises `couillon.verdicts.IllegalActionError` for any other card.

    >>> from couillon.constraints import moment
    >>> from couillon.rules import load
    >>> line(moment(load("ardennes"), "must-overtrump", seed=2), "QS")[:3]
    ('QS', 'QC', 'JH')
    """
    apply(state, card)
    work = _Work(state, aim, board, lambda: None)
    work.cards = tuple(own for own in work.cards if own == card)
    for _settled in work.settle():
        pass
    return work.line(Card(card), work.bounds[Card(card)][0])
