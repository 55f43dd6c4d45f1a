"""``couillon voila``: the lessons of the book from a server of one's own, each reader with a kernel of his own."""

from __future__ import annotations

import argparse
import errno
import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path

from couillon.messages import _

__all__ = ["add_options", "main", "run"]

HOST, PORT, KERNELS, IDLE_MINUTES = "127.0.0.1", 8866, 30, 10.0


def _number(least: float, most: float, what: str) -> type[float]:
    """An argparse type for a number between `least` and `most`."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(
                _("{what} must be a number from {least} to {most}, not “{text}”.").format(
                    what=what, least=f"{least:g}", most=f"{most:g}", text=text
                )
            )
        return value

    return read  # type: ignore[return-value]


def _whole(least: int, most: int, what: str) -> type[int]:
    """An argparse type for a whole number between `least` and `most`."""

    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(
                _("{what} must be a whole number from {least} to {most}, not “{text}”.").format(
                    what=what, least=least, most=most, text=text
                )
            )
        return int(text)

    return read  # type: ignore[return-value]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Give `parser` the options of ``couillon voila``."""
    parser.add_argument("--host", default=HOST, help=_("address to listen on (default: this machine alone)"))
    parser.add_argument(
        "--port", type=_whole(1, 65535, _("The port")), default=PORT, help=_("port (default: {port})").format(port=PORT)
    )
    parser.add_argument(
        "--kernels",
        type=_whole(1, 1000, _("The number of kernels")),
        default=KERNELS,
        help=_("how many readers at once (default: {n}); each takes about 40 MB").format(n=KERNELS),
    )
    parser.add_argument(
        "--idle-minutes",
        type=_number(0.01, 1440, _("The idle time")),
        default=IDLE_MINUTES,
        help=_("minutes until an unused kernel is put away (default: {n})").format(n=f"{IDLE_MINUTES:g}"),
    )
    parser.add_argument("--book", type=Path, help=_("folder with the notebooks (default: the book of the project)"))
    parser.add_argument("--no-browser", action="store_true", help=_("open no browser"))


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``couillon voila`` with the options in `argv` and return its exit code: 0 stopped, 2 not started."""
    parser = argparse.ArgumentParser(prog="couillon voila", description=_("Serve the lessons with Voilà."))
    add_options(parser)
    options = parser.parse_args(argv)
    return run(options)


def run(options: argparse.Namespace) -> int:
    """Serve the lessons as `options` say (see `add_options`) until stopped; exit code 0 stopped, 2 not started.

    Every reason not to start is one sentence on the standard error.
    """
    try:
        _serve(options)
    except _CannotStartError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


class _CannotStartError(Exception):
    """Why the server does not start, in one sentence."""


def _serve(options: argparse.Namespace) -> None:
    missing = [name for name in ("voila", "ipykernel") if importlib.util.find_spec(name) is None]
    if missing:
        raise _CannotStartError(_("Voilà is not installed: run pip install 'couillon[voila]'."))
    from couillon_live.voila_app import CouillonVoila, configuration
    from couillon_live.voila_pages import Lessons, find_book, find_site

    book = options.book or find_book()
    if book is None:
        raise _CannotStartError(_("The notebooks are not here: name their folder with --book."))
    lessons = Lessons(book.resolve())
    if not lessons.titles:
        raise _CannotStartError(_("There is no notebook in {folder}.").format(folder=book))
    app = CouillonVoila(
        lessons=lessons,
        site=find_site(),
        ip=options.host,
        port=options.port,
        launch=not options.no_browser,
        config=configuration(kernels=options.kernels, idle_seconds=max(1, round(options.idle_minutes * 60))),
    )
    app.initialize([])
    try:
        app.start()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            sentence = _("Port {port} is taken by another program: choose another one with --port.")
        elif error.errno in (errno.EACCES, errno.EPERM):
            sentence = _("Port {port} may not be used by this account: choose one above 1023 with --port.")
        else:
            sentence = _("{host} is not an address of this machine: choose another one with --host.")
        raise _CannotStartError(sentence.format(port=options.port, host=options.host)) from None


if __name__ == "__main__":
    sys.exit(main())
