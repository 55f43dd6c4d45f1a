"""Acts: short names for what a reader does in a widget, made from the message of the page and what came of it.

Every message gives its action and the action with its value (``variant``, ``variant:kwajongen``). A refusal gives
``refused`` and ``refused:<clause>``, any other clause that is told ``met:<clause>``. A card that may be played gives
``played`` and ``played:<card>``. A table tells of tricks and deals: ``trick-won``, ``trick-lost``, ``deal-won``,
``deal-lost``, ``deal-tied``, ``match-won``, ``match-lost``.
"""

from __future__ import annotations

from typing import Any

from couillon.cards import team_of
from couillon.game import result
from couillon.scoring import winner_of
from couillon_widgets.parts import Note
from couillon_widgets.shelf import acts_with
from couillon_widgets.table_state import Sitting

__all__ = ["acts_of"]


def acts_of(action: str, value: str, before: Any, after: Any, note: Note | None) -> tuple[str, ...]:
    """Return the acts of one message, given the states before and after it and the note that came of it.

    >>> acts_of("play", "9D", None, None, Note("no", "Not this one.", (), (("must-follow", ()),)))
    ('play', 'play:9D', 'refused', 'refused:must-follow')
    """
    told = [action, f"{action}:{value}"] if value else [action]
    refused = note is not None and note.tone == "no"
    if refused:
        told.append("refused")
    elif action == "play":
        told += ["played", f"played:{value}"]
    if note is not None:
        told += [f"{'refused' if refused else 'met'}:{clause}" for clause, _sources in note.cited]
    if isinstance(before, Sitting) and isinstance(after, Sitting):
        told += _at_table(before, after)
    return acts_with(told)


def _at_table(before: Sitting, after: Sitting) -> list[str]:
    """Return what became of tricks and of the deal, for the people at the table."""
    teams = {team_of(seat) for seat in after.seats}
    if len(teams) != 1:
        return []
    mine, told = teams.pop(), []
    if after.state.deal == before.state.deal:
        for trick in after.state.tricks[len(before.state.tricks) :]:
            told.append("trick-won" if team_of(trick.winner or trick.leader) == mine else "trick-lost")
    if after.counted and not before.counted:
        # Under some rules the makers lose a tie.
        winner = winner_of(after.rules, result(after.state))
        told.append("deal-tied" if winner is None else "deal-won" if winner == mine else "deal-lost")
        if after.match.won:
            told.append("match-won" if after.match.won == mine else "match-lost")
    return told
