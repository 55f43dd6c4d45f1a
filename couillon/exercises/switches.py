"""What it means to switch a clause off: the axes and facts that change, and the clauses on which others rest.

A clause decides an answer if the answer changes when it is switched, and no other clause does it too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final, TypeVar

from couillon.cards import TEAMS
from couillon.rules import Rules
from couillon.scoring import Board, Result

__all__ = ["RESTS_ON", "SWITCHES", "Facts", "Switch", "decides", "switched"]

T = TypeVar("T")


@dataclass(frozen=True)
class Facts:
    """What an answer depends on: the rules, whether Mit is declared, and the board and the result of a deal."""

    rules: Rules
    mit: bool = False
    board: Board | None = None
    result: Result | None = None


@dataclass(frozen=True)
class Switch:
    """What changes when a clause is switched: axes of the rules, or facts that the clause is about."""

    axes: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)


_NO_LOSS: Final = Switch({"loss": "none", "loss_sweep": 0})
#: How each clause is switched; a clause that is not here cannot be taken away from the game.
SWITCHES: Final[Mapping[str, Switch]] = {
    "follow-or-trump": Switch({"follow": "strict"}),
    "must-follow": Switch({"follow": "or-trump"}),
    "void-free": Switch({"void": "trump"}),
    "must-trump": Switch({"void": "free", "overtrump": False, "undertrump": False, "partner_exempt": False}),
    "must-beat": Switch({"beat": False}),
    "must-overtrump": Switch({"overtrump": False, "undertrump": False}),
    "must-undertrump": Switch({"undertrump": False}),
    "partner-exempt": Switch({"partner_exempt": False}),
    "queens": Switch({"queens": (), "announce": False}),
    "mit": Switch(facts={"mit": False}),
    "mit-before-lead": Switch(facts={"mit": False}),
    "first-lead-eldest": Switch({"first_lead": "maker"}),
    "first-lead-maker": Switch({"first_lead": "eldest"}),
    "all-pass-bottom": Switch({"all_pass": "ask-again"}),
    "all-pass-again": Switch({"all_pass": "bottom"}),
    "boucle": _NO_LOSS,
    "makers-lose": _NO_LOSS,
    "makers-lose-as-won": Switch({"loss": "one"}),
    "makers-swept": Switch({"loss_sweep": 0}),
    "sweep": Switch({"sweep": 0}),
    "no-makers": Switch(facts={"makers": True}),
    "craie-dans-le-trou": Switch({"tie": "nothing"}, {"ties": 0}),
    "tie-again": Switch({"tie_again": "grows"}),
    "tie-penalty": Switch({"tie_penalty": 0}),
    "tie-nothing": Switch({"tie": "makers-add-one"}),
    "tie-makers-add-one": Switch({"tie": "nothing"}),
    "tie-makers-lose": Switch({"tie": "nothing"}),
    "stakes-add": Switch({"stakes": "double"}),
    "stakes-double": Switch({"stakes": "add"}),
    "announce": Switch(facts={"matt": 0, "konter": 0}),
    "kontra": Switch(facts={"kontra": False, "re": False}),
    "raise": Switch(facts={"raises": 0}),
}

#: The clauses without which a clause would have nothing to decide: they may decide along with it.
RESTS_ON: Final[Mapping[str, tuple[str, ...]]] = {
    "must-overtrump": ("must-trump",),
    "must-undertrump": ("must-trump", "must-overtrump"),
    "partner-exempt": ("must-trump", "must-beat", "must-overtrump", "must-undertrump"),
    "tie-again": ("craie-dans-le-trou",),
    "tie-penalty": ("craie-dans-le-trou", "boucle", "makers-lose"),
    "makers-swept": ("makers-lose", "sweep"),
    "makers-lose-as-won": ("announce", "sweep"),
    "announce": ("makers-lose-as-won", "queens"),
    "sweep": ("makers-lose-as-won", "makers-lose", "makers-swept"),
    "stakes-add": ("kontra", "raise", "mit", "mit-before-lead"),
    "stakes-double": ("kontra", "mit"),
    "kontra": ("mit", "stakes-add", "stakes-double"),
    "raise": ("mit-before-lead", "stakes-add"),
    "mit": ("kontra", "stakes-add", "stakes-double"),
    "mit-before-lead": ("raise", "stakes-add"),
    "tie-makers-lose": ("makers-lose",),
}


def switched(facts: Facts, clause: str) -> Facts:
    """Return the facts as they are when a clause is switched; raises `KeyError` for one that cannot be.

    >>> from couillon.rules import load
    >>> switched(Facts(load("kwajongen")), "must-trump").rules.void
    'free'
    """
    switch = SWITCHES[clause]
    rules = _rules_without(facts.rules, clause) if switch.axes else facts.rules
    changes = dict(switch.facts)
    mit = bool(changes.pop("mit", facts.mit))
    board, result = facts.board, facts.result
    if board is not None and "ties" in changes:
        board = replace(board, ties=changes["ties"])
    changes.pop("ties", None)
    if result is not None and changes:
        if changes.pop("makers", None) and result.makers is None:
            changes["makers"] = TEAMS[0 if result.points[0] < result.points[1] else 1]
        result = replace(result, **changes)
    if result is not None and facts.mit and not mit:
        result = replace(result, mit=False, kontra=False, re=False, raises=0)
    return Facts(rules, mit, board, result)


@lru_cache(maxsize=512)
def _rules_without(rules: Rules, clause: str) -> Rules:
    return rules.replace(SWITCHES[clause].axes)


def decides(facts: Facts, clause: str, answer: Callable[[Facts], T]) -> T | None:
    """Return the answer when a clause is switched if that clause decides, else None.

    It decides if the answer is another one without it, and the same when any other clause in force is switched but
    those on which it rests.
    """
    right = answer(facts)
    without = answer(switched(facts, clause))
    if without == right:
        return None
    rests = (clause, *RESTS_ON.get(clause, ()))
    for other in facts.rules.clauses:
        if other in rests or other not in SWITCHES:
            continue
        if answer(switched(facts, other)) != right:
            return None
    return without
