"""Jupyter widgets that teach Couillon: try cards, keep the slate, answer questions.

Every widget shows the same HTML with and without a running Python, and leaves every rule to `couillon`.
"""

from couillon_widgets.legal_moves import LegalMoves

__all__ = ["LegalMoves"]
