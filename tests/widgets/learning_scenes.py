"""Exercises, steps and the list of weak clauses, in every state that looks different."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from couillon.learning import Progress, answered
from couillon_widgets import Steps, Train, WeakClauses
from couillon_widgets.base import CouillonWidget
from couillon_widgets.shelf import SHELF

Widget = CouillonWidget[Any]
STEPS = (
    ("refused", "Play the nine of diamonds, which is refused."),
    ("right x3", "Answer three questions right."),
    ("by-hand", "Read the rule aloud."),
)


def known(*answers: tuple[str, bool]) -> None:
    """Put progress on a shelf that was cleared."""
    progress = Progress()
    for clause, right in answers:
        progress = answered(progress, clause, right)
    SHELF.clear()
    SHELF.put(progress)


def _fresh(make: Callable[[], Widget], *messages: dict[str, str], answers: tuple[tuple[str, bool], ...] = ()) -> Widget:
    known(*answers)
    widget = make()
    for message in messages:
        widget.receive(message)
    return widget


SOME = (("must-follow", False), ("boucle", False), ("trick", True), ("trick", True), ("aim", False), ("rank", True))
CHECK = {"action": "check"}
REVEAL = {"action": "reveal"}


def _pick(key: str) -> dict[str, str]:
    return {"action": "pick", "value": key}


#: How to make each of them.
LEARNING_SCENES: dict[str, Callable[[], Widget]] = {
    "train": lambda: _fresh(Train),
    "train-cards": lambda: _fresh(lambda: Train("must-trump", variant="kwajongen", kinds="may-play", count=5)),
    "train-cards-checked": lambda: _fresh(
        lambda: Train("must-trump", variant="kwajongen", kinds="may-play", count=5, seed=3), REVEAL
    ),
    "train-reason": lambda: _fresh(
        lambda: Train("must-beat", variant="ardennes", kinds="why-refused", level=3), REVEAL
    ),
    "train-trick": lambda: _fresh(lambda: Train("trick", level=2), REVEAL),
    "train-pile": lambda: _fresh(lambda: Train("points", level=3, count=1)),
    "train-slate": lambda: _fresh(lambda: Train("boucle", count=5), _pick("a"), CHECK),
    "train-slate-done": lambda: _fresh(lambda: Train("boucle", count=5), REVEAL),
    "train-countdown": lambda: _fresh(lambda: Train("sweep", variant="mit"), REVEAL),
    "train-accept": lambda: _fresh(lambda: Train("turn-up", kinds="accept"), REVEAL),
    "train-game": lambda: _fresh(lambda: Train("must-follow", variant="kwajongen", kinds="which-variant")),
    "train-stock": lambda: _fresh(lambda: Train("all-pass-again", variant="ardennes", level=2), _pick("a")),
    "train-later": lambda: _fresh(lambda: Train("table cut"), REVEAL, {"action": "next"}),
    "steps": lambda: _fresh(lambda: Steps(*STEPS)),
    "steps-some": lambda: _fresh(lambda: Steps(*STEPS), {"action": "tick", "value": "2"}),
    "steps-done": lambda: _fresh(lambda: Steps(STEPS[2], title="To do"), {"action": "tick", "value": "0"}),
    "weak": lambda: _fresh(WeakClauses),
    "weak-due": lambda: _fresh(WeakClauses, answers=SOME),
    "weak-none-due": lambda: _fresh(WeakClauses, answers=(("trick", True),)),
    "weak-training": lambda: _fresh(WeakClauses, {"action": "due"}, answers=SOME),
    "weak-answered": lambda: _fresh(WeakClauses, {"action": "train", "value": "boucle"}, REVEAL, answers=SOME),
    "weak-start-over": lambda: _fresh(WeakClauses, {"action": "restart"}, answers=SOME),
}
