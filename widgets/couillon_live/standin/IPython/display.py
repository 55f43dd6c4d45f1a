"""Stands in for `IPython.display`: shows widgets and HTML as outputs of the running cell."""

from __future__ import annotations

from couillon_live.bridge import display

__all__ = ["HTML", "Markdown", "clear_output", "display"]


def clear_output(wait: bool = False) -> None:
    """Do nothing: outputs of a page stay."""


class HTML:
    """A piece of HTML that a cell shows."""

    def __init__(self, data: str = "") -> None:
        """Keep the markup."""
        self.data = data

    def _repr_html_(self) -> str:
        return self.data


class Markdown(HTML):
    """A piece of Markdown that a cell shows."""
