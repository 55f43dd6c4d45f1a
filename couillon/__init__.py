"""The Couillon family of card games: rules, verdicts, deals and scores."""

__version__ = "0.1.0"
