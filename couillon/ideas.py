"""What a player can know of a choice: what each card would come to, what the deal is played for, what is no worse.

All of it is seen from one seat: nothing here looks at a card that the seat may not see.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from couillon.bots import by_chance, choose
from couillon.cards import SUITS, TEAMS, Card, points, team_of
from couillon.club import ACCEPT, DECLARE, DOUBLE, strength_of, weigh
from couillon.endings import NOBODY, Ended
from couillon.game import State, advance
from couillon.kernel import layout
from couillon.rules import Rules
from couillon.scoring import Board, Pair, score
from couillon.stakes import stakes
from couillon.view import View

__all__ = ["Outlook", "Stake", "as_good", "outlooks", "stake"]

#: Points by which two choices may differ and still count as equally good.
_ALIKE: Final = 0.3
#: From which chance on a trick counts as sure.
_SURE: Final = 0.95


@dataclass(frozen=True)
class Outlook:
    """What playing a card would come to, as far as its player can know.

    ``kind`` says it in a word. For a lead: ``sure``, ``trump`` (draws trumps), ``master`` (only a trump beats it),
    ``empty``, ``risk``. Else ``takes``, ``sure`` (nothing left beats it), ``master``, ``best`` (so far), ``over``
    (goes over the partner's card), ``feeds`` and ``leaves`` (the partner wins; with or without points), ``gives`` and
    ``empty`` (the other side wins; with or without points). ``ruffs`` tells a trump on another suit. ``points`` are
    those that then lie in the trick, ``worth`` is what a club player makes of it all.
    """

    card: Card
    kind: str
    ruffs: bool
    points: int
    worth: float


def outlooks(seen: View) -> tuple[Outlook, ...]:
    """Return what each card that may be played would come to; nothing while something is asked.

    >>> from couillon.view import view
    >>> from couillon.deal import deal
    >>> from couillon.game import apply, start
    >>> from couillon.rules import load
    >>> seen = view(apply(start(load(), deal(load(), 1)), "accept"))
    >>> [(o.card, o.kind, o.points) for o in outlooks(seen)]
    [('9C', 'empty', 0), ('QS', 'risk', 2), ('AH', 'master', 4), ('TS', 'empty', 0)]
    """
    if seen.question or seen.trick is None:
        return ()
    return tuple(_outlook(seen, Card(action)) for action in seen.actions if len(action) == 2)


def _outlook(seen: View, card: Card) -> Outlook:
    assert seen.trick is not None
    assert seen.trump is not None
    weight, trick = weigh(seen, card), seen.trick
    table = layout(seen.rules, seen.trump, seen.declarer is not None)
    bit, lies = table.bit[card], points((*trick.cards, card))
    suit = table.group[bit.bit_length()]
    higher = any(table.bit[c] & suit and table.bit[c] > bit for c in seen.unseen)
    tests: tuple[tuple[bool, str], ...]
    if not trick.cards:
        tests = (
            (weight.sure > _SURE, "sure"),
            (bool(bit & table.trumps), "trump"),
            (not higher, "master"),
            (card.points == 0, "empty"),
        )
        kind = next((kind for test, kind in tests if test), "risk")
        return Outlook(card, kind, False, lies, weight.worth)
    partner = trick.seat_of(table.winner([table.bit[c] for c in trick.cards])) == seen.partner
    if weight.takes:
        tests = (
            (partner, "over"),
            (len(trick.cards) == 3, "takes"),
            (weight.sure > _SURE, "sure"),
            (not higher, "master"),
        )
        kind = next((kind for test, kind in tests if test), "best")
    elif partner:
        kind = "feeds" if card.points else "leaves"
    else:
        kind = "gives" if card.points else "empty"
    ruffs = bool(bit & table.trumps and not table.bit[trick.cards[0]] & table.trumps)
    return Outlook(card, kind, ruffs, lies, weight.worth)


def as_good(seen: View, action: str) -> bool:
    """Return whether one of the actions of a view is what a club player does, or no worse as that player weighs it.

    >>> from couillon.view import view
    >>> from couillon.deal import deal
    >>> from couillon.game import start
    >>> from couillon.rules import load
    >>> seen = view(start(load(), deal(load(), 5)))
    >>> as_good(seen, "accept"), as_good(seen, "pass")
    (True, False)
    """
    best = choose(seen, "club").action
    weighed: dict[str, float] = {outlook.card: outlook.worth for outlook in outlooks(seen)}
    if action in weighed and best in weighed:
        return weighed[action] >= weighed[best] - _ALIKE
    return action == best or _alike(seen, action, best)


def _alike(seen: View, action: str, best: str) -> bool:
    """Return whether the hand is so near to where a club player would do another thing that either will do."""
    if seen.question == "name":
        chance = ACCEPT - 1.2
        strengths = {f"trump {suit}": strength_of(seen, suit) for suit in SUITS}
        return strengths.get(action, chance) >= strengths.get(best, chance) - _ALIKE
    if seen.question == "accept":
        assert seen.proposed is not None
        return abs(strength_of(seen, seen.proposed.suit) - ACCEPT) <= _ALIKE
    assert seen.trump is not None
    announced = {action, best} & {"matt", "konter"}
    if len(announced) == 2:
        return True
    mit = not announced
    limit = DECLARE if announced or seen.declarer is None else DOUBLE + seen.raises
    return abs(strength_of(seen, seen.trump, mit=mit) - limit) <= _ALIKE


@dataclass(frozen=True)
class Stake:
    """What a deal is played for: what each side gets if it wins, and what is held against it if it loses."""

    gain: int
    penalty: int
    their_gain: int
    their_penalty: int


def stake(state: State, board: Board, action: str) -> Stake:
    """Return what the deal is played for once the seat to act has chosen an action, as that seat's team sees it.

    Nobody takes all the tricks, and nothing else is declared. A seat that passes a proposed suit is taken to leave
    the trump to nobody.

    >>> from couillon.deal import deal
    >>> from couillon.game import start
    >>> from couillon.rules import load
    >>> from couillon.scoring import new_board
    >>> state = start(load(), deal(load(), 1))
    >>> stake(state, new_board(load()), "accept")
    Stake(gain=1, penalty=1, their_gain=1, their_penalty=0)
    >>> stake(state, new_board(load()), "pass").penalty
    0
    """
    assert state.to_act is not None
    ours = TEAMS.index(team_of(state.to_act))
    after = advance(state, by_chance(state, action, 0))
    won, lost = (_counts(state.rules, board, after, winner) for winner in (ours, 1 - ours))
    now = board.counts
    return Stake(abs(won[ours] - now[ours]), abs(lost[ours] - now[ours]),
                 abs(lost[1 - ours] - now[1 - ours]), abs(won[1 - ours] - now[1 - ours]))  # fmt: skip


def _counts(rules: Rules, board: Board, state: State, winner: int) -> Pair:
    """Return the counts of a board after a deal that a team has won by a little."""
    won = Ended(state.makers or NOBODY, TEAMS[winner]).result(rules)
    result = replace(stakes(state), points=won.points, tricks=won.tricks)
    return score(rules, board, result).board.counts
