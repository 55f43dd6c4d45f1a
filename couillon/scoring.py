"""What a deal does to the score: the slate, points, and the countdown (the clauses on the score)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from couillon.cards import TEAMS
from couillon.messages import _, ngettext, team_name
from couillon.rules import Rules

__all__ = [
    "Board",
    "Event",
    "Result",
    "ScoreError",
    "Scored",
    "check_board",
    "check_result",
    "new_board",
    "possible",
    "score",
    "settle",
    "winner_of",
]

Pair = tuple[int, int]
#: No board counts farther; raising has no limit in the rules, but no evening is long enough for more.
_FARTHEST, _MOST_RAISES = 10_000, 1_000_000
#: Doubling more often than this is worth more than any board counts.
_MOST_DOUBLINGS = 20


class ScoreError(ValueError):
    """A board or a result that cannot be; ``field`` names where."""

    def __init__(self, message: str, field: str = "deal") -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True)
class Board:
    """The state of a match: one entry a team, North–South first.

    ``counts`` is what a team still needs (slate, countdown) or has (points). ``loops`` of them hang on its lines.
    ``ties`` is how many tied deals wait for the next win; ``target`` is the length of the match.
    """

    counts: Pair
    target: int
    ties: int = 0
    loops: Pair = (0, 0)
    rising: bool = False

    @property
    def won(self) -> str | None:
        """The team that has won, if one has (`match`)."""
        for team, count in zip(TEAMS, self.counts, strict=True):
            if (count >= self.target) if self.rising else (count <= 0):
                return team
        return None

    @property
    def lines(self) -> Pair:
        """How many lines each team still has on the slate, loops not counted."""
        return (self.counts[0] - self.loops[0], self.counts[1] - self.loops[1])


@dataclass(frozen=True)
class Result:
    """How a deal ended: makers, card points and tricks (North–South first), and what was declared."""

    makers: str | None
    points: Pair
    tricks: Pair
    mit: bool = False
    kontra: bool = False
    re: bool = False
    matt: int = 0
    konter: int = 0
    raises: int = 0


@dataclass(frozen=True)
class Event:
    """One thing that happens on the board: which team, by which clause, how many units, and in words.

    ``units`` is negative for what is struck off and positive for what is added.
    """

    team: str | None
    clause: str
    units: int
    message: str


@dataclass(frozen=True)
class Scored:
    """The board after a deal, what happened on it, and who has won the match, if anybody."""

    board: Board
    events: tuple[Event, ...]

    @property
    def won(self) -> str | None:
        """The team that has won the match, if one has."""
        return self.board.won


def new_board(rules: Rules, target: int | None = None) -> Board:
    """Return the board at the start of a match (`match`).

    >>> from couillon.rules import load
    >>> new_board(load()).counts, new_board(load("simplified")).counts
    ((5, 5), (0, 0))
    """
    length = rules.length if target is None else target
    rising = rules.scoring == "points"
    return Board((0, 0) if rising else (length, length), length, rising=rising)


@lru_cache(maxsize=256)
def possible(size: int, first: int, second: int) -> frozenset[Pair]:
    """Return every pair of points that two piles of so many cards from one pack can hold (`points`).

    >>> sorted(possible(24, 16, 0))[:2], sorted(possible(24, 16, 0))[-1]
    ([(12, 0), (13, 0)], (40, 0))
    """
    zeros = size - 16
    ways = {(0, 0, 0, 0)}
    for value in (4, 3, 2, 1):
        ways = {
            (a + i, x + value * i, b + j, y + value * j)
            for a, x, b, y in ways
            for i in range(5)
            for j in range(5 - i)
            if a + i <= first and b + j <= second
        }
    return frozenset((x, y) for a, x, b, y in ways if (first - a) + (second - b) <= zeros)


def check_board(board: Board) -> None:
    """Raise `ScoreError` for a board that cannot be, or on which the match is over (`match`)."""
    if board.won:
        raise ScoreError(
            _("{team} have won already: this match is over, so start a new one.").format(team=team_name(board.won)),
            "board",
        )
    if any(abs(count) > _FARTHEST for count in (*board.counts, board.ties)):
        raise ScoreError(
            _("A board never counts that far: the length of this match is {n}.").format(n=board.target), "board"
        )


def check_result(rules: Rules, result: Result) -> None:
    """Raise `ScoreError` for a result that no deal under these rules can have (`points`, `trick`)."""
    tricks, points = result.tricks, result.points
    if min(tricks) < 0 or sum(tricks) != rules.hand:
        raise ScoreError(
            _("{ns} and {ew} tricks make {sum}, but a deal has {hand}.").format(
                ns=tricks[0], ew=tricks[1], sum=sum(tricks), hand=rules.hand
            ),
            "tricks",
        )
    if points not in possible(rules.pack, 4 * tricks[0], 4 * tricks[1]):
        raise ScoreError(
            _(
                "{ns} and {ew} points are not possible with {a} and {b} tricks: {hand} cards each are in play from"
                " {pack}, and the pack holds 40 points."
            ).format(ns=points[0], ew=points[1], a=tricks[0], b=tricks[1], hand=rules.hand, pack=rules.pack),
            "points",
        )
    if result.makers is None and rules.all_pass == "none":
        raise ScoreError(_("Under these rules a deal always has makers: NS or EW."), "makers")
    said = {"mit": result.mit, "kontra": result.kontra, "re": result.re, "raises": result.raises,
            "matt": result.matt, "konter": result.konter}  # fmt: skip
    known = {"mit": rules.mit != "none", "kontra": rules.raises == "kontra-re", "re": rules.raises == "kontra-re",
             "raises": rules.raises == "open", "matt": rules.announce, "konter": rules.announce}  # fmt: skip
    spoken = {"mit": "Mit", "kontra": "Kontra", "re": "Re", "raises": _("raise"), "matt": "Matt", "konter": "Konter"}
    needs = {"kontra": "mit", "re": "kontra", "raises": "mit"}
    for name, value in said.items():
        if value and not known[name]:
            raise ScoreError(_("These rules know no {name}.").format(name=spoken[name]), name)
        if value and name in needs and not said[needs[name]]:
            raise ScoreError(
                _("There is no {name} without {before}.").format(name=spoken[name], before=spoken[needs[name]]), name
            )
    for name, most in (("matt", 1), ("konter", 1), ("raises", _MOST_RAISES)):
        if not 0 <= said[name] <= most:
            raise ScoreError(_("{n} is not a possible number for {name}.").format(n=said[name], name=name), name)


def _worth(rules: Rules, result: Result, swept: bool) -> list[tuple[str, int]]:
    """Return what the winners of a deal get, clause by clause: the win, its raises, the sweep."""
    win = {"slate": "win", "points": "points-win", "countdown": "countdown-win"}[rules.scoring]
    parts = [(win, 1)]
    steps = result.mit + result.kontra + result.re + result.raises
    if steps:
        doubled = (1 << min(steps, _MOST_DOUBLINGS)) - 1
        parts.append(("stakes-double", doubled) if rules.stakes == "double" else ("stakes-add", steps))
    if result.matt + result.konter:
        parts.append(("announce", result.matt + result.konter))
    if swept and rules.sweep:
        parts.append(("sweep", rules.sweep))
    return parts


def score(rules: Rules, board: Board, result: Result) -> Scored:
    """Write a deal on the board (the clauses on the score).

    Raises `ScoreError` for a result that is not possible, and for a board on which the match is over.

    >>> from couillon.rules import load
    >>> scored = score(load(), new_board(load()), Result("NS", (18, 22), (2, 2)))
    >>> scored.board.counts
    (6, 4)
    >>> [event.message for event in scored.events]
    ['East–West won: one line is wiped.', 'North–South made the trumps and lost: a loop goes on one of their lines.']
    """
    check_board(board)
    check_result(rules, result)
    return settle(rules, board, result)


def winner_of(rules: Rules, result: Result) -> str | None:
    """Return the team that won a deal (`aim`); None for a tie, unless the makers lose it (`tie-makers-lose`).

    >>> from couillon.rules import load
    >>> winner_of(load(), Result("NS", (18, 22), (2, 2))), winner_of(load("eifel"), Result("NS", (18, 18), (3, 2)))
    ('EW', 'EW')
    """
    if result.points[0] != result.points[1]:
        return TEAMS[result.points[0] < result.points[1]]
    return None if rules.tie != "makers-lose" or result.makers is None else TEAMS[result.makers == TEAMS[0]]


def settle(rules: Rules, board: Board, result: Result) -> Scored:
    """Write a deal on the board as `score` does, without checking that board and result can be."""
    makers = None if result.makers is None else TEAMS.index(result.makers)
    won_by = winner_of(rules, result)
    if won_by is None:
        return _tied(rules, board, makers)
    winner = TEAMS.index(won_by)
    swept = result.tricks[1 - winner] == 0
    parts = _worth(rules, result, swept)
    if board.ties:
        parts.append(("craie-dans-le-trou", board.ties if rules.tie_again == "grows" else 1))
    won = sum(units for _clause, units in parts)
    after, events = _strike(rules, board, winner, won, parts)
    if makers is not None and makers != winner:
        lost, clause = _penalty(rules, board, result, won)
        if lost:
            after = _add(rules, after, makers, lost)
            events.append(_loss_event(rules, makers, lost, clause))
    return Scored(replace(after, ties=0), tuple(events))


def _penalty(rules: Rules, board: Board, result: Result, won: int) -> tuple[int, str]:
    """Return what makers who lost get against them, and by which clause."""
    makers = TEAMS.index(result.makers or "NS")
    base = {"none": 0, "one": 1, "as-won": won}[rules.loss]
    clause = "makers-lose-as-won" if rules.loss == "as-won" else "boucle" if rules.scoring == "slate" else "makers-lose"
    if board.ties and rules.loss == "one":
        base, clause = rules.tie_penalty, "tie-penalty" if rules.tie_penalty != 1 else clause
    if result.tricks[makers] == 0 and rules.loss_sweep:
        base, clause = base + rules.loss_sweep, "makers-swept"
    return base, clause


def _add(rules: Rules, board: Board, team: int, units: int) -> Board:
    counts, loops = list(board.counts), list(board.loops)
    counts[team] += -units if board.rising else units
    loops[team] += units if rules.scoring == "slate" else 0
    return replace(board, counts=(counts[0], counts[1]), loops=(loops[0], loops[1]))


def _strike(rules: Rules, board: Board, team: int, won: int, parts: list[tuple[str, int]]) -> tuple[Board, list[Event]]:
    """Give the winners what they won; a surplus unit is lost (`match`)."""
    counts, loops = list(board.counts), list(board.loops)
    if board.rising:
        counts[team] += won
    else:
        counts[team] = max(0, counts[team] - won)
        loops[team] = min(max(0, loops[team] - won), counts[team])
    after = replace(board, counts=(counts[0], counts[1]), loops=(loops[0], loops[1]))
    events = [
        Event(TEAMS[team], parts[0][0], won if board.rising else -won, _win_message(rules, board, after, team, won))
    ]
    for clause, units in parts[1:]:
        events.append(Event(TEAMS[team], clause, 0, _part_message(clause, units)))
    if after.won:
        events.append(Event(after.won, "match", 0, _("{team} have won the match.").format(team=team_name(after.won))))
    return after, events


def _win_message(rules: Rules, before: Board, after: Board, team: int, won: int) -> str:
    name = team_name(TEAMS[team])
    if rules.scoring == "points":
        return ngettext("{team} won: {n} point.", "{team} won: {n} points.", won).format(team=name, n=won)
    if rules.scoring == "countdown":
        return ngettext("{team} won: {n} is struck off.", "{team} won: {n} are struck off.", won).format(
            team=name, n=won
        )
    loops = before.loops[team] - after.loops[team]
    lines = before.lines[team] - after.lines[team]
    if loops and lines:
        return _("{team} won: {what} are wiped.").format(
            team=name, what=_("{a} and {b}").format(a=_loops(loops), b=_lines(lines))
        )
    what = _loops(loops) if loops else _lines(lines)
    return ngettext("{team} won: {what} is wiped.", "{team} won: {what} are wiped.", loops or lines).format(
        team=name, what=what
    )


def _loops(n: int) -> str:
    return _("one loop") if n == 1 else ngettext("{n} loop", "{n} loops", n).format(n=n)


def _lines(n: int) -> str:
    return _("one line") if n == 1 else ngettext("{n} line", "{n} lines", n).format(n=n)


def _part_message(clause: str, units: int) -> str:
    text = {
        "craie-dans-le-trou": ngettext(
            "The deal before was a tie, so this win is worth {n} more.",
            "The deals before were ties, so this win is worth {n} more.",
            units,
        ),
        "stakes-add": ngettext("What was declared is worth {n} more.", "What was declared is worth {n} more.", units),
        "stakes-double": ngettext(
            "What was declared doubles: {n} more.", "What was declared doubles: {n} more.", units
        ),
        "announce": ngettext("What was announced is worth {n} more.", "What was announced is worth {n} more.", units),
        "sweep": ngettext("All the tricks: {n} more.", "All the tricks: {n} more.", units),
    }[clause]
    return text.format(n=units)


def _loss_event(rules: Rules, team: int, lost: int, clause: str) -> Event:
    name = team_name(TEAMS[team])
    if rules.scoring == "slate":
        text = ngettext(
            "{team} made the trumps and lost: a loop goes on one of their lines.",
            "{team} made the trumps and lost: {n} loops go on their lines.",
            lost,
        )
    else:
        text = ngettext(
            "{team} made the trumps and lost: {n} against them.",
            "{team} made the trumps and lost: {n} against them.",
            lost,
        )
    return Event(TEAMS[team], clause, -lost if rules.scoring == "points" else lost, text.format(team=name, n=lost))


def _tied(rules: Rules, board: Board, makers: int | None) -> Scored:
    if rules.tie == "next-double":
        if board.ties and rules.tie_again == "same":
            text = (
                _("Equal points again: nothing changes, and the next win still wipes two.")
                if rules.scoring == "slate"
                else _("Equal points again: nothing changes, and the next win still counts double.")
            )
            return Scored(board, (Event(None, "tie-again", 0, text),))
        text = (
            _("Equal points: a circle with a stroke is drawn, and the next deal that is won wipes {n}.")
            if rules.scoring == "slate"
            else _("Equal points: the next deal that is won is worth {n}.")
        )
        clause = "tie-again" if board.ties else "craie-dans-le-trou"
        return Scored(replace(board, ties=board.ties + 1), (Event(None, clause, 0, text.format(n=board.ties + 2)),))
    if rules.tie == "makers-add-one" and makers is not None:
        text = _("Equal points: one against {team}, who made the trumps.").format(team=team_name(TEAMS[makers]))
        units = -1 if board.rising else 1
        return Scored(_add(rules, board, makers, 1), (Event(TEAMS[makers], "tie-makers-add-one", units, text),))
    return Scored(board, (Event(None, "tie-nothing", 0, _("Equal points: nothing changes.")),))
