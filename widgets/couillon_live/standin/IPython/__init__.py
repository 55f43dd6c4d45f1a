"""Stands in for the few names of IPython that ipywidgets imports; there is no IPython inside a page."""

from __future__ import annotations


def get_ipython() -> None:
    """Say that no interactive shell is running."""
