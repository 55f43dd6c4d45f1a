"""What the bots thought: why each of them did what it did, from what its seat could see."""

from __future__ import annotations

from couillon.bots import STRENGTHS, by_chance, view
from couillon.game import State, start
from couillon.game import apply as do
from couillon.messages import _, seat_name
from couillon.refusals import action_name
from couillon.selfplay import chance
from couillon_widgets.parts import Note
from couillon_widgets.table_state import Sitting, thought

__all__ = ["acted", "lately", "thoughts", "why_note"]


def thoughts(table: Sitting, since: int = 0, *, forced: bool = True) -> tuple[str, ...]:
    """Return a sentence for each action of a bot from an action on: who, what, and why.

    Without ``forced`` a last card, which leaves nothing to think about, is left out.

    >>> from couillon_widgets.table_state import sit
    >>> thoughts(sit(seed=1))
    ()
    >>> thoughts(sit(seed=1, dealer="S"))[0]
    'West chose to pass: “The hand is too weak with diamonds as trumps.”'
    """
    state = start(table.rules, table.state.deal)
    told = []
    for index, action in enumerate(table.state.actions):
        seat = state.to_act or state.eldest
        thought = forced or bool(state.question) or len(state.hand(seat)) > 1
        if index >= since and seat not in table.seats and thought:
            why = _why(table, state, action)
            text = (
                _("{seat} played {choice}: “{why}”")
                if len(action) == 2 and action != "re"
                else _("{seat} chose to {choice}: “{why}”")
            )
            told += [text.format(seat=seat_name(seat), choice=action_name(action), why=why)] if why else []
        state = do(state, action)
    return tuple(told)


def _why(table: Sitting, state: State, action: str) -> str:
    """Return why a bot did this; nothing if no bot would have, as when a person sat there then."""
    seen, seed = view(state), chance(table.seed, state)
    for strength in (table.strength, *STRENGTHS):
        choice = thought(seen, strength, seed)
        if by_chance(state, choice.action, seed) == action:
            return choice.why
    return ""


def lately(table: Sitting) -> int:
    """Return the index of the first action that belongs to the trick on the table, or to the one before it.

    What was said before the first lead belongs to the first trick.

    >>> from couillon_widgets.table_state import act, sit
    >>> lately(act(sit(), "accept"))
    0
    """
    state = table.state
    shown = len(state.tricks) - (not (state.trick and state.trick.cards))
    cards = [i for i, action in enumerate(state.actions) if len(action) == 2 and action != "re"]
    return cards[4 * shown - 1] + 1 if shown > 0 else 0


def acted(table: Sitting) -> bool:
    """Return whether a bot has done anything lately.

    >>> from couillon_widgets.table_state import sit
    >>> acted(sit(dealer="S")), acted(sit(dealer="S", seats="NESW"))
    (True, False)
    """
    state, since = start(table.rules, table.state.deal), lately(table)
    for index, action in enumerate(table.state.actions):
        if index >= since and (state.to_act or state.eldest) not in table.seats:
            return True
        state = do(state, action)
    return False


def why_note(table: Sitting) -> Note:
    """Return what the bots thought lately.

    >>> from couillon_widgets.table_state import sit
    >>> why_note(sit(seats="NESW")).what
    'No bot has done anything yet.'
    """
    told = thoughts(table, lately(table))
    if not told:
        return Note("info", _("No bot has done anything yet."))
    return Note("info", _("What they thought, each from what its own seat could see:"), told)
