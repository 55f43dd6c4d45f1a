"""Stands in for `IPython.core.interactiveshell`."""


class InteractiveShell:
    """A shell that never runs."""

    @staticmethod
    def initialized() -> bool:
        """Say that no interactive shell is running."""
        return False
