"""How much a learner is led by the hand: a measure that falls as good choices follow one another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from couillon.bots import view
from couillon.game import State
from couillon.ideas import as_good
from couillon.messages import _

__all__ = [
    "STAGES",
    "UNGUIDED",
    "Guidance",
    "chosen",
    "guided_by",
    "read_guidance",
    "refused",
    "shown",
    "write_guidance",
]

#: The stages: everything is said, only what to look at, nothing but on demand.
STAGES: Final = ("whole", "nudge", "ask")
#: So many good choices in a row lead to the next stage.
_RUN: Final = 3


@dataclass(frozen=True)
class Guidance:
    """How much is said before each choice, and how the last choices were.

    ``stage`` is an index of `STAGES`, or None when nobody is guided. ``run`` counts the good choices in a row at this
    stage. ``spoilt`` says that the choice to come counts no more: a card was refused, or the answer was shown.
    """

    stage: int | None = None
    run: int = 0
    spoilt: bool = False

    @property
    def on(self) -> bool:
        """Whether anybody is guided."""
        return self.stage is not None

    @property
    def says(self) -> str:
        """What is said before a choice: one of `STAGES`, ``ask`` also when nobody is guided."""
        return "ask" if self.stage is None else STAGES[self.stage]


#: Nobody is guided.
UNGUIDED: Final = Guidance()


def guided_by(on: bool) -> Guidance:
    """Return the guidance to begin with.

    >>> guided_by(True).says, guided_by(False).says
    ('whole', 'ask')
    """
    return Guidance(0) if on else UNGUIDED


def chosen(guidance: Guidance, state: State, action: str) -> Guidance:
    """Return the guidance after an action that was allowed.

    A choice is good that was allowed at the first try and is what a club player does, or no worse by that player's own
    weighing. Where there was no choice, and where the answer had been shown, nothing changes.

    >>> from couillon_widgets.table_state import sit
    >>> table = sit("force", seed=1, dealer="E")
    >>> [chosen(guided_by(True), table.state, f"trump {suit}").run for suit in "SHDC"]
    [1, 0, 0, 0]
    """
    if guidance.stage is None:
        return guidance
    seen = view(state)
    if guidance.spoilt or len(seen.actions) == 1:
        return replace(guidance, spoilt=False)
    if not as_good(seen, action.partition(" ")[0] if action.startswith("turn") else action):
        return _back(guidance)
    run = guidance.run + 1
    if run < _RUN or guidance.stage + 1 == len(STAGES):
        return replace(guidance, run=min(run, _RUN))
    return Guidance(guidance.stage + 1)


def refused(guidance: Guidance) -> Guidance:
    """Return the guidance after something that the rules do not allow; a second try at the same place costs no more.

    >>> refused(Guidance(1, run=2)), refused(refused(Guidance(2)))
    (Guidance(stage=0, run=0, spoilt=True), Guidance(stage=1, run=0, spoilt=True))
    """
    if guidance.stage is None or guidance.spoilt:
        return guidance
    return replace(_back(guidance), spoilt=True)


def shown(guidance: Guidance) -> Guidance:
    """Return the guidance after the answer was shown: the choice then counts neither way.

    >>> shown(Guidance(1, run=2)), shown(Guidance())
    (Guidance(stage=1, run=2, spoilt=True), Guidance(stage=None, run=0, spoilt=False))
    """
    return replace(guidance, spoilt=guidance.on)


def _back(guidance: Guidance) -> Guidance:
    return Guidance(max(0, (guidance.stage or 0) - 1))


def told(before: Guidance, after: Guidance) -> str:
    """Say how the guidance changes, or nothing if its stage stays.

    >>> told(Guidance(0, run=2), Guidance(1))
    'You do well: from now on I say less. Ask for a hint when you like.'
    """
    if before.stage is None or after.stage is None or before.stage == after.stage:
        return ""
    if after.stage < before.stage:
        return _("I say more again for a while.")
    if after.says == "ask":
        return _("You do well without me: from now on I wait until you ask for a hint.")
    return _("You do well: from now on I say less. Ask for a hint when you like.")


def write_guidance(guidance: Guidance) -> str:
    """Return the guidance as a part of a link, empty when nobody is guided.

    >>> write_guidance(Guidance(1, 2, True))
    'g1.2.1'
    """
    if guidance.stage is None:
        return ""
    return f"g{guidance.stage}.{guidance.run}.{int(guidance.spoilt)}"


def read_guidance(text: str) -> Guidance:
    """Return the guidance that a part of a link tells; raises `ValueError` if it tells none.

    >>> read_guidance("g1.2.1"), read_guidance("").on
    (Guidance(stage=1, run=2, spoilt=True), False)
    """
    if not text:
        return Guidance()
    stage, run, spoilt = map(int, text.removeprefix("g").split("."))
    if not (text.startswith("g") and 0 <= stage < len(STAGES) and 0 <= run <= _RUN and 0 <= spoilt <= 1):
        raise ValueError
    return Guidance(stage, run, bool(spoilt))
