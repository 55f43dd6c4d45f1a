"""The error of a command that cannot be done."""

from __future__ import annotations

__all__ = ["CommandError"]


class CommandError(Exception):
    """A command that cannot be done: one sentence for the user, and what a tool said (``details``), if one did.

    >>> str(CommandError("The port is taken."))
    'The port is taken.'
    """

    def __init__(self, message: str, details: str = "") -> None:
        super().__init__(message)
        self.details = details
