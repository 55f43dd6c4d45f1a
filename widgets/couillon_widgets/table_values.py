"""What every card was worth, told while one looks back at a deal with all hands open: exact, from the solver."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

from couillon.cards import SEATS, Card, team_of
from couillon.game import State, declarable
from couillon.game import apply as do
from couillon.glance import glance
from couillon.messages import _, capital, card_name, listed, n_points, ngettext, seat_name, team_name
from couillon.solver import Progress, Solution, solving
from couillon_widgets.html import element, text
from couillon_widgets.parts import Note
from couillon_widgets.table_aside import trick_rows
from couillon_widgets.table_replay import Replay, Replaying, told
from couillon_widgets.table_review import Review, is_card, losses, reviewed
from couillon_widgets.table_state import Sitting, as_shown

__all__ = ["Values", "Valuing", "proof", "valued"]

#: The solver works so many seconds before the page hears of it, and whoever has asked something else gets his turn.
_TURN: Final = 0.1


@dataclass(frozen=True)
class Values:
    """What is known of the cards at a step of a deal.

    ``state`` is the deal as it was, ``played`` the card that was played from there, if one was, ``guess`` what the
    cards seem to come to at first sight, ``progress`` how far the solver has come.
    """

    state: State
    played: Card | None
    progress: Progress
    guess: Mapping[Card, int] = field(default_factory=dict)

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that are worth most, once that is known."""
        return self.progress.solution.best if self.progress.solution else ()

    @property
    def tags(self) -> dict[Card, tuple[str, str]]:
        """What is written below each card whose points are settled, and how it is spoken."""
        return {card: (f"{low:.0f}", n_points(int(low))) for card, low, high in self.progress.bounds if low == high}


def valued(back: Replay) -> Iterator[Values]:
    """Yield what is known of the cards at the step that is looked at: soon, and then more and more.

    Nothing is yielded where no card is to be played.

    >>> from couillon_widgets.table_replay import look_back
    >>> from couillon_widgets.table_state import act, sit
    >>> list(valued(look_back(act(sit(), "accept"))))[-1].best
    ('9C', 'TS')
    """
    state = back.states[min(back.at, len(back.states) - 1)]
    if state.phase != "play" or state.question or back.at == len(back.states):
        return
    # What is declared before a card may change what it is worth: then the card belongs to a later step.
    done = back.states[-1].actions[back.at : back.at + 1]
    played = next((Card(action) for action in done if is_card(action)), None)
    guess: Mapping[Card, int] = {}
    end = time.monotonic() + _TURN
    for progress in solving(state):
        if progress.solution or time.monotonic() > end:
            if not progress.solution and not guess:
                guess = glance(state)
            yield Values(state, played, progress, guess)
            end = time.monotonic() + _TURN


def told_values(values: Values, you: str | None) -> tuple[str, ...]:
    """Return what is known of the cards in sentences: the best, what the others cost, and what was done."""
    solution = values.progress.solution
    if solution is None:
        return _so_far(values)
    team = team_name(team_of(solution.seat))
    names = {"cards": _cards(solution.best), "team": team, "points": n_points(int(solution.value))}
    if len(solution.cards) == 1:
        first = _("Only {cards} may be played. In best play of all four, {team} come to {points}.")
    elif len(solution.best) == len(solution.cards):
        first = _("With all hands seen, all cards that may be played are worth the same: {team} come to {points}.")
    else:
        first = ngettext(
            "With all hands seen, {cards} is worth most: {team} come to {points} in best play of all four.",
            "With all hands seen, {cards} are worth most: {team} come to {points} in best play of all four.",
            len(solution.best),
        )
    lines = [first.format(**names), *_costs(solution), *_done(values, solution, you)]
    if any("mit" in declarable(values.state, seat) for seat in SEATS):
        lines.append(_("That holds if nobody declares Mit any more."))
    return tuple(lines)


def _so_far(values: Values) -> tuple[str, ...]:
    progress = values.progress
    if progress.settled == progress.of:
        return (_("The figures are known; the play that proves them is being looked for."),)
    # A guess is no better than what is known for sure by now.
    guess = {card: min(max(values.guess[card], int(low)), int(high)) for card, low, high in progress.bounds}
    best = max(guess.values())
    cards = tuple(card for card in guess if guess[card] == best)
    line = ngettext(
        "At first sight {cards} is worth most, about {points}.",
        "At first sight {cards} are worth most, about {points}.",
        len(cards),
    )
    return (
        _("The figures are being worked out: {n} of {all} cards are settled.").format(
            n=progress.settled, all=progress.of
        ),
        line.format(cards=_cards(cards), points=n_points(best)),
    )


def _cards(cards: tuple[Card, ...]) -> str:
    return listed([_("the {card}").format(card=card_name(card)) for card in sorted(cards, key=as_shown)])


def _costs(solution: Solution) -> list[str]:
    """Return what the other cards cost, those that cost the same together."""
    ranked = sorted((found for found in solution.cards if found.cost), key=lambda found: found.cost)
    lines = []
    for cost, group in groupby(ranked, key=lambda found: int(found.cost)):
        cards = _cards(tuple(found.card for found in group))
        line = ngettext("{cards}: {n} point less.", "{cards}: {n} points less.", cost)
        lines.append(capital(line.format(cards=cards, n=cost)))
    return lines


def _done(values: Values, solution: Solution, you: str | None) -> list[str]:
    """Return what the card that was played has cost."""
    found = next((found for found in solution.cards if found.card == values.played), None)
    if found is None or len(solution.cards) == 1:
        return []
    mine, cost = solution.seat == you, int(found.cost)
    if not cost:
        line = (
            _("You played the {card}, which cost no points.")
            if mine
            else _("{seat} played the {card}, which cost no points.")
        )
    elif mine:
        line = ngettext(
            "You played the {card}, which cost {n} point.", "You played the {card}, which cost {n} points.", cost
        )
    else:
        line = ngettext(
            "{seat} played the {card}, which cost {n} point.", "{seat} played the {card}, which cost {n} points.", cost
        )
    return [line.format(seat=seat_name(solution.seat), card=card_name(found.card), n=cost)]


def proof(values: Values) -> str:
    """Return the tricks of best play from the step on, which prove the figure of the best card; they fold out."""
    solution = values.progress.solution
    if solution is None:
        return ""
    state, seen = values.state, len(values.state.tricks)
    for card in solution.line:
        state = do(state, card)
    rows = "".join(trick_rows(state.tricks[seen:], seen + 1, led=True))
    summary = element("summary", text(_("Best play from here to the end")))
    return element("details", summary + element("ol", rows, class_="cl-tricks"), class_="cl-proof")


@dataclass
class _Reviewing:
    """The review of a deal on its way."""

    states: tuple[State, ...]
    search: Iterator[Review]
    found: Review


class Valuing(Replaying):
    """The part of the table that tells, while one looks back, what every card was worth and where points were lost."""

    _valuing = False
    _values: Values | None = None
    #: What is known of the step soon; nothing once all is.
    _search: Iterator[Values] | None = None
    _reviewing: _Reviewing | None = None
    _turn = 0

    @property
    def valuing(self) -> bool:
        """Whether the reader looks back and wants to know what the cards are worth; then all hands lie open."""
        return self._valuing and self.looking is not None

    @property
    def values(self) -> Values | None:
        """What is known of the cards at the step that is looked at, if the reader wants to know."""
        return self._values if self.valuing else None

    @property
    def review(self) -> Review | None:
        """What is known of the whole deal, if the reader wants to know."""
        return self._reviewing.found if self.valuing and self._reviewing else None

    def valued_html(self) -> str:
        """Return what folds out below the note: the play that proves the figures, and where points were lost."""
        shown = proof(self.values) if self.values else ""
        if self.looking and self.review:
            shown += losses(self.review, self.looking.at)
        return shown

    def marks(self) -> dict[str, object]:
        """Add a mark that asks the page to come back, as long as not everything is worked out."""
        unknown = self.valuing and (self._search or (self.review and not self.review.done))
        return {**super().marks(), **({"data_further": f"values {self._turn}"} if unknown else {})}

    def show(self, state: Sitting, note: Note | None = None) -> None:
        """Go to another state; its cards are not valued unasked."""
        self._valuing = False
        super().show(state, note)

    def shift(self, state: Sitting, note: Note | None = None) -> None:
        """Go to another state that is no step of its own; its cards are not valued unasked."""
        self._valuing = False
        super().shift(state, note)

    def do_look(self, where: str = "") -> None:
        """Look back, go to another step, or go back to the game; cards are valued as long as the reader wants it."""
        with self.hold_sync():  # the page hears of the step and of its cards at once
            super().do_look(where)
            self._valuing = self.valuing
            if self.valuing:
                self._begin()

    def do_values(self, _value: str = "") -> None:
        """Tell what every card is worth at the step that is looked at, or tell it no more."""
        valuing = not self.valuing
        with self.hold_sync():
            if self.looking is None:
                super().do_look("last")
            self._valuing = valuing
            self._begin()

    def do_further(self, value: str = "") -> None:
        """Let the solver work on; a message from before the reader went elsewhere does nothing."""
        if value != self.marks().get("data_further"):
            return
        if self._search:
            self._value()
        else:
            self._review()

    def _begin(self) -> None:
        """Begin with the step that is looked at now; what was being worked out for another one is given up."""
        self._values, self._search = None, None
        if self.looking and self.valuing:
            states = self.looking.states
            if self._reviewing is None or self._reviewing.states != states:
                search = reviewed(states)
                self._reviewing = _Reviewing(states, search, next(search))
            self._search = valued(self.looking)
            self._value()
        elif self.looking:
            self.say(told(self.looking))

    def _value(self) -> None:
        """Come further with the cards of the step."""
        assert self._search is not None
        assert self.looking is not None
        self._turn += 1
        self._values = next(self._search, None)
        lines: tuple[str, ...] = (
            _("No card is to be played at this step. Go to one at which one is, or see below where points were lost."),
        )
        if self._values:
            lines = told_values(self._values, self.state.you)
        if self._values is None or self._values.progress.solution:
            self._search = None
        note = told(self.looking)
        self.say(replace(note, more=(*note.more, *lines)))

    def _review(self) -> None:
        """Come further with the deal; nothing is said of it, for the reader reads."""
        assert self._reviewing is not None
        self._turn += 1
        end = time.monotonic() + _TURN
        for found in self._reviewing.search:
            self._reviewing.found = found
            if time.monotonic() > end:
                break
        self.draw()
