"""``couillon voila``: the lessons of the book from a server, each reader with a kernel of their own."""

from __future__ import annotations

import argparse
import errno
from collections.abc import Callable, Sequence
from pathlib import Path

from couillon.errors import CommandError
from couillon.messages import _

__all__ = ["add_options", "main", "run"]

HOST, PORT, KERNELS, IDLE_MINUTES = "127.0.0.1", 8866, 30, 10.0


def _number(least: float, most: float, kind: type[int] | type[float]) -> Callable[[str], float]:
    """Return an argparse type for a number of a `kind` between `least` and `most`."""

    def read(text: str) -> float:
        try:
            value = kind(text)
        except ValueError:
            value = least - 1
        if least <= value <= most:
            return value
        sentence = _("{text} will not do: give a whole number from {least} to {most}")
        if kind is float:
            sentence = _("{text} will not do: give a number from {least} to {most}")
        raise argparse.ArgumentTypeError(sentence.format(text=repr(text), least=f"{least:g}", most=f"{most:g}"))

    return read


def add_options(parser: argparse.ArgumentParser) -> None:
    """Give a parser the options of ``couillon voila``.

    >>> parser = argparse.ArgumentParser()
    >>> add_options(parser)
    >>> parser.parse_args(["--kernels", "5"]).kernels
    5
    """
    parser.add_argument("--host", default=HOST, help=_("address to listen on (default: this machine alone)"))
    parser.add_argument(
        "--port",
        type=_number(1, 65535, int),
        default=PORT,
        help=_("the port (default {port})").format(port=PORT),
    )
    parser.add_argument(
        "--kernels",
        type=_number(1, 1000, int),
        default=KERNELS,
        metavar="N",
        help=_("how many readers at once, each takes about 40 MB (default {n})").format(n=KERNELS),
    )
    parser.add_argument(
        "--idle-minutes",
        type=_number(0.01, 1440, float),
        default=IDLE_MINUTES,
        metavar="M",
        help=_("after how many minutes an unused kernel is put away (default {n})").format(n=f"{IDLE_MINUTES:g}"),
    )
    parser.add_argument(
        "--book", type=Path, metavar="DIR", help=_("a folder of notebooks (default: the book of the project)")
    )
    parser.add_argument("--no-browser", action="store_true", help=_("do not open a browser"))


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``couillon voila`` with the words of `argv`; see `run`."""
    parser = argparse.ArgumentParser(prog="couillon voila", description=_("Serve the lessons with Voilà, hardened."))
    add_options(parser)
    return run(parser.parse_args(argv))


def run(options: argparse.Namespace) -> int:
    """Serve the lessons as `options` say (see `add_options`) until stopped, and return 0.

    Raises `couillon.errors.CommandError`, one sentence, when there is nothing to serve or the port cannot be had.
    """
    from couillon_live.voila_pages import Lessons, find_book, find_site

    book = options.book or find_book()
    if book is None:
        raise CommandError(_("The notebooks are not here: name their folder with --book."))
    lessons = Lessons(book.resolve())
    if not lessons.titles:
        raise CommandError(_("There is no notebook in {folder}.").format(folder=book))
    from couillon_live.voila_app import CouillonVoila, configuration

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
        match error.errno:
            case errno.EADDRINUSE:
                sentence = _("Port {port} is taken by another program: choose another one with --port.")
            case errno.EACCES | errno.EPERM:
                sentence = _("Port {port} may not be used by this account: choose one above 1023 with --port.")
            case _other:
                sentence = _("{host} is not an address of this machine: choose another one with --host.")
        raise CommandError(sentence.format(port=options.port, host=options.host)) from error
    return 0
