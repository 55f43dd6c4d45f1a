"""Jupyter widgets that teach Couillon."""
