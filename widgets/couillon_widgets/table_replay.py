"""Looking back at a deal: step by step, trick by trick, and playing on from any point of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from couillon.game import State, start
from couillon.game import apply as do
from couillon.messages import _
from couillon.scoring import new_board
from couillon_widgets.base import CouillonWidget
from couillon_widgets.html import element, icon, text
from couillon_widgets.parts import Note, button, choice
from couillon_widgets.table_state import Sitting, moved_on
from couillon_widgets.table_tell import Told, counted_note, happened, prompt

__all__ = ["Replay", "Replaying", "branch", "controls", "deals", "look_back", "moved", "told"]


@dataclass(frozen=True)
class Replay:
    """A deal of a table that is looked back at.

    ``table`` is the table as it really is, ``number`` the deal from 1, ``states`` the deal after each of its actions,
    ``at`` the step: 0 when the cards are dealt, one more for each action, and one more when the points are counted.
    """

    table: Sitting
    number: int
    states: tuple[State, ...]
    at: int

    @property
    def last(self) -> int:
        """The last step."""
        return len(self.states) - 1 + self.counted

    @property
    def counted(self) -> bool:
        """Whether the deal is counted at its end."""
        return self.number <= len(self.table.match.history)

    @property
    def shown(self) -> Sitting:
        """The table as it was at this step."""
        state, match = self.states[min(self.at, len(self.states) - 1)], self.table.match
        whole = self.at > 0 and len(state.tricks) > len(self.states[self.at - 1].tricks)
        before = replace(match, history=match.history[: self.number - 1], dealer=state.deal.dealer)
        put_away = len(state.tricks) - whole
        table = replace(self.table, match=before, state=state, put_away=put_away, counted=False)
        return moved_on(table) if self.at == len(self.states) else table

    @property
    def stops(self) -> tuple[int, ...]:
        """The steps at which a part ends: the deal, the making of the trump, each trick, the count."""
        states = self.states
        made = next((i for i, state in enumerate(states) if state.trick and not state.question), 0)
        ends = [i for i in range(1, len(states)) if len(states[i].tricks) > len(states[i - 1].tricks)]
        return tuple(sorted({0, made, *ends, self.last}))

    @property
    def trick(self) -> int | None:
        """The number of the trick that lies on the table, from 1."""
        shown = self.shown
        if shown.counted or not shown.on_table or not shown.on_table.cards:
            return None
        return len(shown.state.tricks) + (shown.lying is None)


def deals(table: Sitting) -> tuple[State, ...]:
    """Return the deals of a match that can be looked back at; the last one lies on the table.

    >>> from couillon_widgets.table_state import sit
    >>> len(deals(sit()))
    1
    """
    finished = tuple(done.state for done in table.match.history)
    return finished if table.counted else (*finished, table.state)


def look_back(table: Sitting, number: int | None = None) -> Replay:
    """Begin to look back at a deal, at its last step; raises `ValueError` for a deal that is not there.

    >>> from couillon_widgets.table_state import act, sit
    >>> back = look_back(act(sit(), "accept"))
    >>> back.number, back.at == back.last, back.shown == back.table
    (1, True, True)
    """
    known = deals(table)
    number = len(known) if number is None else number
    if not 1 <= number <= len(known):
        raise ValueError(_("There is no deal {n} to look back at.").format(n=number))
    whole = known[number - 1]
    states = [start(whole.rules, whole.deal)]
    for action in whole.actions:
        states.append(do(states[-1], action))
    back = Replay(table, number, tuple(states), 0)
    return replace(back, at=back.last)


def moved(back: Replay, where: str) -> Replay:
    """Go to another step.

    ``where`` is ``first``, ``back``, ``on``, ``last``, ``back-trick``, ``on-trick``, ``t3`` for the third trick as it
    lay, ``s7`` for the seventh step, or ``d2`` for the second deal from its beginning. Beyond the ends one stays there.
    Raises `ValueError` for another word and for a trick or deal that is not there.

    >>> from couillon_widgets.table_state import act, sit
    >>> back = look_back(act(sit(), "accept"))
    >>> moved(moved(back, "first"), "on").at, moved(moved(back, "first"), "back").at
    (1, 0)
    """
    if where[:1] in "tds" and where[1:].isdecimal() and len(where) < 5:
        number = int(where[1:])
        if where[0] == "s":
            return replace(back, at=min(number, back.last))
        if where[0] == "d":
            return replace(look_back(back.table, number), at=0)
        ends = [i for i, state in enumerate(back.states) if len(state.tricks) == number]
        if not ends or not number:
            raise ValueError(_("There is no trick {n} in this deal yet.").format(n=number))
        return replace(back, at=ends[0])
    steps = {
        "first": 0,
        "back": max(0, back.at - 1),
        "on": min(back.last, back.at + 1),
        "last": back.last,
        "back-trick": max((stop for stop in back.stops if stop < back.at), default=0),
        "on-trick": min((stop for stop in back.stops if stop > back.at), default=back.last),
    }
    if where not in steps:
        raise ValueError(_("Looking back goes to the first or last step, or back and on by a card or a trick."))
    return replace(back, at=steps[where])


def branch(back: Replay) -> Sitting:
    """Return the table as it was, to play on from there; raises `ValueError` where it was no person's turn."""
    shown = back.shown
    if shown.to_act is None:
        raise ValueError(_("It was not your turn there: go to a step at which it was."))
    return shown


def told(back: Replay) -> Note:
    """Return what happened at the step, and where in the deal it is.

    >>> from couillon_widgets.table_state import act, sit
    >>> told(moved(look_back(act(sit(), "accept")), "first")).what
    'The cards are dealt.'
    """
    shown = back.shown
    where = _("Step {n} of {all}.").format(n=back.at, all=back.last)
    if shown.counted:
        note = counted_note(shown)
        return replace(note, more=(*note.more, where))
    events = happened(shown, back.at - 1) if back.at else (_("The cards are dealt."),)
    turn = prompt(shown)[0] if shown.to_act else ""
    return Told("info", events[-1], (" ".join(filter(None, (where, turn))),), events=events[:-1])


# What is shown


def controls(back: Replay, opened: bool = False, valued: bool = False) -> str:
    """Return the row of buttons that lead through the deal.

    ``opened`` tells whether all hands lie open, ``valued`` whether it is told what every card was worth, for which they
    do.

    >>> from couillon_widgets.table_state import sit
    >>> controls(look_back(sit())).count("<button")
    10
    """
    names = {
        "first": _("First step"),
        "back-trick": _("Back by a trick"),
        "back": _("Back by a card"),
        "on": _("On by a card"),
        "on-trick": _("On by a trick"),
        "last": _("Last step"),
    }
    keys = {"first": "Home", "back-trick": "PageUp", "back": "ArrowLeft", "on": "ArrowRight", "on-trick": "PageDown",
            "last": "End"}  # fmt: skip
    steps = "".join(
        element(
            "button",
            icon({"on": "next"}.get(where, where)) + element("span", text(words), class_="cl-sr"),
            class_="cl-btn cl-step",
            type="button",
            title=words,
            data_action=f"look-{where}",
            aria_keyshortcuts=keys[where],
            aria_disabled="true" if back.at == (back.last if where in ("on", "on-trick", "last") else 0) else None,
        )
        for where, words in names.items()
    )
    row = element("div", steps, class_="cl-steps-row", role="group", aria_label=_("Steps of the deal"))
    hands = _("Hide the other hands") if opened else _("Show all hands")
    open_ = "" if valued else button("reveal", hands, "eye")
    worth = button("values", _("What each card is worth"), "hint", "cl-toggle", aria_pressed=str(valued).lower())
    row = button("look", _("Back to the game"), "undo", "cl-primary", aria_pressed="true") + open_ + worth + row
    if back.shown.to_act:
        row += button("branch", _("Play on from here"), "next")
    known = deals(back.table)
    if len(known) > 1:
        options = [(f"d{n}", _("deal {n}").format(n=n)) for n in range(1, len(known) + 1)]
        row += choice("look", _("Deal"), options, f"d{back.number}", shown=True)
    if back.table.match.opening != new_board(back.table.rules):
        words = _(
            "What was dealt before is not here: a link, and a page that is loaded again, bring the deal and the score."
            " A match saved as a file keeps every deal."
        )
        row += element("p", text(words), class_="cl-small")
    return element("div", row, class_="cl-actions cl-all cl-looking", data_keys=True)


#: What is no answer to anything while one looks back.
_IDLE = frozenset(
    ("play", "accept", "pass", "trump", "turn", "mit", "kontra", "re", "raise", "matt", "konter", "next", "hint",
     "last", "redo", "try", "back", "where", "why")
)  # fmt: skip


class Replaying(CouillonWidget[Sitting]):
    """The part of the table that looks back, without losing the present: only `show` and `shift` change that."""

    looking: Replay | None = None
    _said: Note | None = None

    @property
    def seen(self) -> Sitting:
        """The table that is shown: as it is, or as it was."""
        return self.looking.shown if self.looking else self.state

    def _clear(self) -> None:
        raise NotImplementedError

    def show(self, state: Sitting, note: Note | None = None) -> None:
        """Go to another state, and look no longer back."""
        if self.looking:
            self.looking, self.note = None, self._said  # what was said of a step does not come back with the game
        super().show(state, note)

    def shift(self, state: Sitting, note: Note | None = None) -> None:
        """Go to another state that is no step of its own, and look no longer back."""
        self.looking = None
        super().shift(state, note)

    def receive(self, message: object) -> None:
        """Answer a message; while one looks back nothing is played, and Undo leads back to the game."""
        found = self._method(message) if self.looking else None
        name = found[0].__name__.removeprefix("do_") if found else ""
        if name == "undo":
            self.do_look()
        elif name in _IDLE and self.looking:
            words = _("You are looking back, so nothing is played here.")
            offer = _("Back to the game ends that.")
            if self.looking.shown.to_act:
                offer = _("Play on from here takes the deal up at this point; Undo would bring back what was.")
            self.say(Note("info", words, (offer,)))
        else:
            super().receive(message)

    def do_look(self, where: str = "") -> None:
        """Look back, go to another step, or, without a word, go back to the game."""
        if self.looking and not where:
            self.looking = None
            self.say(self._said)
            return
        back = self.looking or look_back(self.state)
        back = moved(back, where or "last")
        if not self.looking:
            self._clear()
            self._said = self.note
        self.looking = back
        self.say(told(back))

    def do_branch(self, _value: str = "") -> None:
        """Play on from the step that is looked at; raises `ValueError` where it was no person's turn."""
        if self.looking is None:
            raise ValueError(_("Look back at the deal first, and go to the step from which you want to play on."))
        table = branch(self.looking)
        what, *more = prompt(table)
        self._clear()
        self.show(table, Told("info", what, tuple(more), events=(_("The deal is taken up again here."),)))
