"""A match: deals until the board is won, the deal passing to the left, and the draw for partners before it.

A `Match` never changes: `add` returns the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from couillon.cards import RANKS, SEATS, Card, left_of, pack, parse_seat
from couillon.deal import shuffled
from couillon.game import State, result
from couillon.messages import _, seat_name, team_name
from couillon.rules import Rules
from couillon.scoring import Board, Scored, new_board, score

__all__ = ["PLAYERS", "Draw", "Finished", "Match", "MatchError", "add", "draw", "start_match"]

#: Who draws for partners in examples and exercises.
PLAYERS: Final = ("Anne", "Bram", "Colette", "Dries")


class MatchError(ValueError):
    """A deal that does not belong into a match, or a draw that cannot be."""


@dataclass(frozen=True)
class Finished:
    """A deal that was played to the end, and what it did to the board."""

    state: State
    scored: Scored


@dataclass(frozen=True)
class Match:
    """A match at one moment: the dealer of the deal to come, the board, and all the deals so far.

    ``opening`` is the board with which the history begins, fresh unless a match is taken up in the middle.
    """

    rules: Rules
    dealer: str
    opening: Board
    history: tuple[Finished, ...] = field(default=())

    @property
    def board(self) -> Board:
        """The board after the last deal."""
        return self.history[-1].scored.board if self.history else self.opening

    @property
    def won(self) -> str | None:
        """The team that has won the match, if one has (`match`)."""
        return self.board.won

    @property
    def number(self) -> int:
        """The number of the deal to come, from 1."""
        return len(self.history) + 1


def start_match(rules: Rules, dealer: str = "S", board: Board | None = None) -> Match:
    """Return a match before its first deal; raises `CardError` for a dealer that is no seat.

    >>> from couillon.rules import load
    >>> match = start_match(load(), "E")
    >>> match.number, match.dealer, match.board.counts, match.won
    (1, 'E', (5, 5), None)
    """
    return Match(rules, parse_seat(dealer), board or new_board(rules))


def add(match: Match, state: State) -> Match:
    """Return the match after a deal: it is scored, and the deal passes to the left (`next-deal`).

    Raises `MatchError` for a deal of another dealer or under other rules, or one that is not over, and `ScoreError`
    when the match is won already.

    >>> from couillon.deal import deal
    >>> from couillon.game import apply, legal_actions, start
    >>> from couillon.rules import load
    >>> match, state = start_match(load(), "E"), start(load(), deal(load(), 1, "E"))
    >>> while state.phase != "over":
    ...     state = apply(state, legal_actions(state)[0])
    >>> after = add(match, state)
    >>> after.number, after.dealer, after.board.counts
    (2, 'S', (6, 4))
    """
    if state.rules != match.rules:
        raise MatchError(_("This deal was played by other rules than the match."))
    if state.deal.dealer != match.dealer:
        raise MatchError(
            _("{dealer} deals now, and this deal was dealt by {other}.").format(
                dealer=seat_name(match.dealer), other=seat_name(state.deal.dealer)
            )
        )
    if state.phase != "over":
        raise MatchError(_("The deal is not over: play every card first."))
    scored = score(match.rules, match.board, result(state))
    return replace(match, dealer=left_of(match.dealer), history=(*match.history, Finished(state, scored)))


@dataclass(frozen=True)
class Draw:
    """The draw for partners.

    ``rounds`` holds who drew which card, a round of drawing at a time; ``order`` the players from the highest card
    to the lowest; ``seats`` the player at each seat, in the order N E S W; ``dealer`` the seat of the highest card.
    """

    rounds: tuple[tuple[tuple[str, Card], ...], ...]
    order: tuple[str, ...]
    seats: tuple[str, ...]
    dealer: str

    def partner(self, player: str) -> str:
        """Return the partner of a player; raises `ValueError` for a name that did not draw."""
        return self.seats[(self.seats.index(player) + 2) % 4]


def draw(seed: int, players: Sequence[str], size: int = 24) -> Draw:
    """Draw for partners: the two highest cards play the two lowest, the highest deals (`draw`).

    Players whose cards are equal in rank draw again among themselves. The highest sits South, the partner North.
    Raises `MatchError` unless there are four different players.

    >>> drawn = draw(3, ["Ann", "Bob", "Cis", "Dan"])
    >>> drawn.rounds
    ((('Ann', 'JD'), ('Bob', 'JC'), ('Cis', '9D'), ('Dan', 'QS')), (('Ann', 'KH'), ('Bob', 'TD')))
    >>> drawn.order, drawn.dealer, drawn.partner("Dan")
    (('Dan', 'Ann', 'Bob', 'Cis'), 'S', 'Ann')
    """
    if len(players) != 4 or len(set(players)) != 4:
        raise MatchError(_("Four different players draw for partners, and here are {n}.").format(n=len(set(players))))
    cards = _cards_without_end(seed, size)
    rounds: list[tuple[tuple[str, Card], ...]] = []
    order = tuple(_ordered(players, cards, rounds))
    highest, second, third, lowest = order
    return Draw(tuple(rounds), order, (second, lowest, highest, third), SEATS[2])


def _cards_without_end(seed: int, size: int) -> Iterator[Card]:
    """Yield the cards of a shuffled pack, and shuffle again whenever it is used up."""
    while True:
        yield from shuffled(seed, pack(size))
        seed += 1


def _ordered(players: Sequence[str], cards: Iterator[Card], rounds: list[tuple[tuple[str, Card], ...]]) -> list[str]:
    drawn = tuple((player, next(cards)) for player in players)
    rounds.append(drawn)
    found: list[str] = []
    for rank in RANKS:
        equal = [player for player, card in drawn if card.rank == rank]
        found += equal if len(equal) < 2 else _ordered(equal, cards, rounds)
    return found


def standing(match: Match) -> str:
    """Return how a match stands, in one sentence.

    >>> from couillon.rules import load
    >>> standing(start_match(load()))
    'North–South 5, East–West 5.'
    """
    if match.won:
        return _("{team} have won the match.").format(team=team_name(match.won))
    ns, ew = match.board.counts
    return _("{ns} {a}, {ew} {b}.").format(ns=team_name("NS"), a=ns, ew=team_name("EW"), b=ew)
