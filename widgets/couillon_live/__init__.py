"""Brings the widgets alive on static pages."""
