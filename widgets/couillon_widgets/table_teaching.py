"""The part of the table that teaches: the guide, hints in steps, what the bots thought, and lessons from refusals."""

from __future__ import annotations

from dataclasses import replace

from couillon.cards import Card
from couillon.elsewhere import Elsewhere, allowed_where
from couillon.game import legal_actions
from couillon.messages import _
from couillon.verdicts import Verdict
from couillon_widgets.base import CouillonWidget
from couillon_widgets.guidance import guided_by, refused, shown, told
from couillon_widgets.parts import Note, cite
from couillon_widgets.table_guide import HINTS, TOLD, Guide, club_card, guided, hint
from couillon_widgets.table_lessons import buttons, can_be_tried, nowhere, side, tried_note, where_note
from couillon_widgets.table_state import Sitting
from couillon_widgets.table_thoughts import acted, why_note

__all__ = ["Teaching"]


class Teaching(CouillonWidget[Sitting]):
    """What the reader may ask of the table; nothing of it is an action of the deal."""

    _refused: str | None
    _allowed: tuple[str, ...]
    _hinted: str | None

    def _clear(self) -> None:
        """Forget what was tried and asked."""
        self._refused = None
        self._allowed = ()
        self._hinted = None
        self._verdict: Verdict | None = None
        self._tried = False
        self._asked = 0
        self._explained = False
        self._places: tuple[Elsewhere, ...] | None = None
        self._place = 0

    def _nothing_to_choose(self) -> None:
        raise NotImplementedError

    # What is shown

    def lesson(self, note: Note) -> str:
        """Return what stands below a note: the buttons of a lesson, and the place where a card is allowed."""
        table, verdict = self.state, self._verdict
        explained = self._explained or (isinstance(note, Guide) and bool(note.thoughts))
        taught = verdict is not None and can_be_tried(table, verdict.act)
        row = buttons(
            trying=self._tried,
            refused=taught,
            places=0 if self._tried else len(self._places or ()),
            why=not (taught or explained or table.counted) and acted(table),
        )
        if verdict is None or not self._places or self._tried:
            return row
        return row + side(self._places[self._place], verdict.act, self.nation)

    # Refusals

    def _refuse(self, action: str, verdict: Verdict) -> None:
        """Say why something is not allowed, and offer what can be learnt from that."""
        table = self.state
        self._clear()
        self._refused, self._allowed = action, verdict.allowed or legal_actions(table.state)
        self._verdict = verdict
        after = replace(table, guidance=refused(table.guidance))
        note = self._refusal(verdict)
        more = tuple(filter(None, (*note.more, told(table.guidance, after.guidance))))
        self.shift(after, replace(note, more=more))

    def _refusal(self, verdict: Verdict) -> Note:
        more = tuple(filter(None, (verdict.note, verdict.instead)))
        return Note("no", verdict.what, more, (cite(self.state.variant, verdict.clause),))

    def do_try(self, _value: str = "") -> None:
        """Lay a refused card into the trick to see what would happen; it is not played."""
        verdict = self._verdict
        if verdict is None or not can_be_tried(self.state, verdict.act):
            self.say(Note("info", _("No card was refused just now, so there is none to try.")))
            return
        self._tried = True
        self.say(tried_note(self.state, verdict))

    def do_back(self, _value: str = "") -> None:
        """Take a card back that was only tried."""
        if self._verdict is None or not self._tried:
            self.say(Note("info", _("No card was tried, so there is none to take back.")))
            return
        self._tried = False
        self.say(self._refusal(self._verdict))

    def do_where(self, _value: str = "") -> None:
        """Show a place in which a refused card may be played; another one each time, as long as there are more."""
        verdict = self._verdict
        if verdict is None or not can_be_tried(self.state, verdict.act):
            self.say(Note("info", _("No card was refused just now, so there is none to look for.")))
            return
        self._tried = False
        if self._places is None:
            self._places = tuple(allowed_where(self.state.state, Card(verdict.act), self.state.seed))
            self._place = 0
        elif self._places:
            self._place = (self._place + 1) % len(self._places)
        if not self._places:
            self.say(nowhere(verdict.act))
            return
        self.say(where_note(self.state, verdict.act, self._places[self._place]))

    # Hints and thoughts

    def do_hint(self, _value: str = "") -> None:
        """Give a hint: what to look at, the clause or idea, what a club player would do and why, then the figures."""
        table = self.state
        if table.to_act is None:
            self._nothing_to_choose()
            return
        # What the guide has just said need not be said again.
        step = max(self._asked, 0 if table.guidance.says == "ask" else 1)
        note = hint(table, step)
        self._clear()
        self._asked = min(step + 1, len(HINTS) - 1)
        if step + 1 >= TOLD:
            self._hinted = club_card(table)
            table = replace(table, guidance=shown(table.guidance))
        self.shift(table, note)

    def do_why(self, _value: str = "") -> None:
        """Say why the bots did what they did in this trick."""
        self._clear()
        self._explained = True
        self.say(why_note(self.state))

    # The guide

    def do_guided(self, value: str = "") -> None:
        """Lead the reader by the hand, or no more; raises `ValueError` for another word than ``on`` and ``off``."""
        if value not in ("on", "off"):
            raise ValueError(_("The guide is on or off."))
        self._clear()
        table = replace(self.state, guidance=guided_by(value == "on"))
        self.shift(table, guided(table, len(table.state.actions)))
