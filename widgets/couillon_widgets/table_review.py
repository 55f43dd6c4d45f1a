"""Where points were lost in a deal: what each card that was played has cost, with all hands seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from couillon.cards import TEAMS, Card, team_of
from couillon.game import State, playable
from couillon.messages import _, card_name, n_points, seat_name, team_name
from couillon.solver import solving
from couillon_widgets.html import element, text

__all__ = ["Loss", "Review", "is_card", "losses", "reviewed"]


@dataclass(frozen=True)
class Loss:
    """A card that cost points: at which step, in which trick, who played it, how many."""

    step: int
    trick: int
    seat: str
    card: Card
    cost: int


@dataclass(frozen=True)
class Review:
    """What is known of a deal: the cards that cost points, and how many of all cards have been looked at."""

    lost: tuple[Loss, ...]
    seen: int
    of: int

    @property
    def done(self) -> bool:
        """Whether every card has been looked at."""
        return self.seen == self.of

    def by(self, team: str) -> int:
        """Return what a team's cards have cost in all."""
        return sum(loss.cost for loss in self.lost if team_of(loss.seat) == team)


def reviewed(states: tuple[State, ...]) -> Iterator[Review]:
    """Yield what the cards of a deal have cost, as far as is known by then; ``states`` is the deal after each action.

    Control is given back every tenth of a second or so. The last cards come first: they are the quickest to judge.

    >>> from couillon_widgets.table_replay import look_back
    >>> from couillon_widgets.table_state import act, sit
    >>> table = act(act(sit(), "accept"), "9C")
    >>> [(loss.seat, loss.card, loss.cost) for loss in list(reviewed(look_back(table).states))[-1].lost]
    [('W', 'TC', 1)]
    """
    played = [(step, Card(state.actions[-1])) for step, state in enumerate(states[1:]) if is_card(state.actions[-1])]
    lost: tuple[Loss, ...] = ()
    for seen, (step, card) in enumerate(reversed(played)):
        state = states[step]
        yield Review(lost, seen, len(played))
        if state.question or len(playable(state)) == 1:
            continue
        for progress in solving(state):
            if progress.solution is None:
                yield Review(lost, seen, len(played))
                continue
            cost = next((int(found.cost) for found in progress.solution.cards if found.card == card), 0)
            if cost:
                loss = Loss(step, len(state.tricks) + 1, progress.solution.seat, card, cost)
                lost = (loss, *lost)
    yield Review(lost, len(played), len(played))


def is_card(action: str) -> bool:
    """Tell a card that is played from a word that is said.

    >>> is_card("QS"), is_card("re"), is_card("pass")
    (True, False, False)
    """
    return len(action) == 2 and action != "re"


def losses(review: Review, at: int) -> str:
    """Return the cards that cost points, each a button that goes to its step; they fold out.

    ``at`` is the step that is looked at.

    >>> "3 of 8 cards looked at." in losses(Review((), 3, 8), 0)
    True
    """
    if not review.done:
        head = _("Where points were lost: {n} of {all} cards looked at.").format(n=review.seen, all=review.of)
    elif not review.lost:
        head = _("Where points were lost: nowhere, each card was among the best.")
    else:
        head = _("Where points were lost: {a} by {ns}, {b} by {ew}.").format(
            a=review.by(TEAMS[0]), ns=team_name(TEAMS[0]), b=review.by(TEAMS[1]), ew=team_name(TEAMS[1])
        )
    rows = "".join(_row(loss, loss.step == at) for loss in review.lost)
    listed = element("ol", rows, class_="cl-tricks") if rows else ""
    return element("details", element("summary", text(head)) + listed, class_="cl-proof cl-losses")


def _row(loss: Loss, current: bool) -> str:
    again = element("span", text(_("Go to the step before it:")), class_="cl-sr")
    who = _("{n} · {who}").format(n=loss.trick, who=seat_name(loss.seat))
    cost = n_points(loss.cost)
    inner = again + "".join(
        (element("span", text(who)), element("span", text(card_name(loss.card))), element("b", text(cost)))
    )
    here = "step" if current else None
    return element("li", element("button", inner, type="button", data_action=f"look-s{loss.step}", aria_current=here))
