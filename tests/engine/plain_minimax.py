"""Best play found in the plainest way: every legal action of the state machine is tried, nothing is skipped."""

from __future__ import annotations

from couillon.cards import TEAMS, team_of
from couillon.game import State, advance, legal_actions, result
from couillon.rules import Rules
from couillon.scoring import Board, settle, winner_of


def cards_of(state: State) -> list[str]:
    return [action for action in legal_actions(state) if len(action) == 2]


def worth(state: State, team: str, aim: str, board: Board | None) -> float:
    """What the end of a deal is worth, straight from the result and the board."""
    end, me = result(state), TEAMS.index(team)
    if aim == "points":
        return end.points[me]
    if aim == "win":
        winner = winner_of(state.rules, end)
        return 0.5 if winner is None else float(winner == team)
    assert board is not None
    after = settle(state.rules, board, end).board
    sign = -1 if board.rising else 1
    gains = [sign * (before - now) for before, now in zip(board.counts, after.counts, strict=True)]
    return gains[me] - gains[1 - me]


def best(state: State, team: str, aim: str, board: Board | None, known: dict[object, float]) -> float:
    """The value for a team when each player does the best for his own team."""
    if state.phase == "over":
        return worth(state, team, aim, board)
    key = state.held, state.trick, state.points, state.taken
    if key not in known:
        values = [best(advance(state, card), team, aim, board, known) for card in cards_of(state)]
        seat = state.to_act
        assert seat is not None
        known[key] = max(values) if team_of(seat) == team else min(values)
    return known[key]


def values(state: State, aim: str, board: Board | None = None) -> dict[str, float]:
    """The value of each card that may be played."""
    seat, known = state.to_act, {}
    assert seat is not None
    return {card: best(advance(state, card), team_of(seat), aim, board, known) for card in cards_of(state)}


def random_board(rules: Rules, draw: object) -> Board:
    """A board somewhere in a match."""
    from random import Random

    assert isinstance(draw, Random)
    rising = rules.scoring == "points"
    counts = (draw.randint(0, rules.length - 1), draw.randint(0, rules.length - 1))
    if not rising:
        counts = (rules.length - counts[0], rules.length - counts[1])
    loops = (draw.randint(0, min(2, counts[0])), draw.randint(0, min(2, counts[1])))
    ties = draw.randint(0, 2) if rules.tie == "next-double" else 0
    return Board(counts, rules.length, ties, loops if rules.scoring == "slate" else (0, 0), rising)
