"""The making of trumps looked back upon: who made them, by which card and which clauses, and who may still speak."""

from __future__ import annotations

from dataclasses import dataclass, fields

from couillon.cards import Card, left_of
from couillon.game import State, declarable
from couillon.rules import Rules

__all__ = ["Making", "axis_clause", "making", "settled", "to_declare"]


@dataclass(frozen=True)
class Making:
    """How the trump of a deal was made.

    ``maker`` is the seat that made it, None where nobody did; ``leader`` the seat that leads to the first trick;
    ``card`` the card whose suit it is, None where the suit was named. ``clauses`` say why, in the order in which they
    came to bear.
    """

    trump: str
    maker: str | None
    leader: str
    card: Card | None
    clauses: tuple[str, ...]


def axis_clause(rules: Rules, axis: str) -> str | None:
    """Return the clause that the value of an axis puts in force, if it puts one in force.

    >>> from couillon.rules import load
    >>> axis_clause(load("ardennes"), "all_pass"), axis_clause(load(), "turn")
    ('all-pass-again', None)
    """
    metadata = next(item.metadata for item in fields(rules) if item.name == axis)
    found: str | None = metadata["clauses"].get(getattr(rules, axis))
    return found


def making(state: State) -> Making:
    """Return how the trump was made; raises `ValueError` before it is.

    >>> from couillon.deal import deal
    >>> from couillon.game import replay
    >>> from couillon.rules import load
    >>> making(replay(load(), deal(load(), 1), ["pass"] * 4))
    Making(trump='S', maker=None, leader='W', card='JS', clauses=('turn-up', 'all-pass-bottom', 'no-makers', 'first-lead-eldest'))
    """  # noqa: E501
    trump, first = state.trump, state.tricks[0] if state.tricks else state.trick
    if trump is None or first is None:
        raise ValueError("The trump is not made yet.")
    rules = state.rules
    turned = any(action.startswith("turn") for action in state.actions)
    found = [axis_clause(rules, "trump"), axis_clause(rules, "turn") if turned else None]
    if state.maker is None or state.upto:
        found.append(axis_clause(rules, "all_pass"))
    if state.maker is None and "no-makers" in rules.clauses:
        found.append("no-makers")
    found.append(axis_clause(rules, "first_lead"))
    if state.mit:
        found.append(axis_clause(rules, "mit"))
    if state.kontra or state.raises:
        found.append(axis_clause(rules, "raises"))
    if state.matt or state.konter:
        found.append(axis_clause(rules, "announce"))
    clauses = tuple(clause for clause in found if clause)
    return Making(trump, state.maker, first.leader, _made_by(state, turned), clauses)


def _made_by(state: State, turned: bool) -> Card | None:
    """Return the card whose suit is trump."""
    if state.maker is None and state.rules.all_pass == "bottom":
        return state.deal.stock[-1]
    if turned:
        return state.turned or state.deal.hand(state.deal.dealer)[-1]
    return state.proposed


def to_declare(state: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the seats whose first turn is still to come and what each may declare then (`mit`, `announce`).

    >>> from couillon.deal import deal
    >>> from couillon.game import replay
    >>> from couillon.rules import load
    >>> state = replay(load("mit"), deal(load("mit"), 1), ["trump H"])
    >>> to_declare(state)
    (('W', ('mit',)),)
    """
    if state.tricks or state.trick is None:
        return ()
    seats = (left_of(state.trick.leader, i) for i in range(len(state.trick.cards), 4))
    found = ((seat, declarable(state, seat)) for seat in seats)
    return tuple((seat, words) for seat, words in found if words)


def settled(state: State) -> bool:
    """Return whether the trump is made and nobody may declare anything any more.

    >>> from couillon.deal import deal
    >>> from couillon.game import replay
    >>> from couillon.rules import load
    >>> settled(replay(load(), deal(load(), 1), ["pass"])), settled(replay(load(), deal(load(), 1), ["accept"]))
    (False, True)
    """
    return state.question is None and not to_declare(state)
