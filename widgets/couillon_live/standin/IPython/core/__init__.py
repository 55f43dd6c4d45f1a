"""Stands in for `IPython.core`."""
