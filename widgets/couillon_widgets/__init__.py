"""Jupyter widgets that teach Couillon: try cards, keep the slate, answer questions.

Every widget shows the same HTML with and without a running Python, and leaves every rule to `couillon`.
"""

from couillon_widgets.accept import Accept
from couillon_widgets.compare import Compare
from couillon_widgets.deal import Deal
from couillon_widgets.house_rules import HouseRules
from couillon_widgets.legal_moves import LegalMoves
from couillon_widgets.match import Match
from couillon_widgets.points import Points
from couillon_widgets.question import Question
from couillon_widgets.slate import Slate
from couillon_widgets.slate_question import SlateQuestion
from couillon_widgets.steps import Steps
from couillon_widgets.table import Table
from couillon_widgets.train import Train
from couillon_widgets.trick import Trick
from couillon_widgets.trump import Trump
from couillon_widgets.weak import WeakClauses

__all__ = [
    "Accept",
    "Compare",
    "Deal",
    "HouseRules",
    "LegalMoves",
    "Match",
    "Points",
    "Question",
    "Slate",
    "SlateQuestion",
    "Steps",
    "Table",
    "Train",
    "Trick",
    "Trump",
    "WeakClauses",
]
