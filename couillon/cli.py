"""The ``couillon`` command.

Exit codes: 0 all well; 1 something failed, with one sentence on standard error; 2 the command line was not understood;
130 stopped by Ctrl-C.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from couillon import __version__
from couillon.cards import CardError, quoted
from couillon.errors import CommandError
from couillon.messages import _, seat_name
from couillon.rules import RulesError

__all__ = ["main"]


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one sentence, and where the help is."""
        self.exit(2, f"{self.prog}: {message.rstrip('.')}. {_('Try')} {self.prog} --help.\n")


def _port(text: str) -> int:
    """Read a port number."""
    if text.isascii() and text.isdigit() and len(text) < 6 and 0 < int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError(
        _("{text} is not a port: give a whole number from 1 to 65535").format(text=quoted(text))
    )


def _number(text: str) -> int:
    """Read a whole number of at most 40 digits."""
    digits = text.strip().removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 40:
        return int(text)
    raise argparse.ArgumentTypeError(
        _("{text} is not a whole number of at most {n} digits").format(text=quoted(text), n=40)
    )


def _seat(text: str) -> str:
    """Read a seat."""
    from couillon.cards import parse_seat

    try:
        return parse_seat(text)
    except CardError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from None


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line.

    >>> parser().parse_args(["deal", "--seed", "3"]).seed
    3
    """
    top = _Parser(prog="couillon", description=_("Learn Couillon, the Belgian trick-taking game, and its family."))
    top.add_argument("--version", action="version", version=f"couillon {__version__}")
    commands = top.add_subparsers(dest="command", metavar=_("command"), required=True, parser_class=_Parser)

    serve = commands.add_parser("serve", help=_("serve the live book on this machine, building it first when needed"))
    serve.add_argument("--port", type=_port, default=8000, help=_("the port on localhost (default 8000)"))
    serve.add_argument("--no-browser", action="store_true", help=_("do not open a browser"))
    serve.set_defaults(run=_serve)

    build = commands.add_parser("build", help=_("build the static site into build/site"))
    build.add_argument("--output", type=Path, default=None, help=_("the folder to build into"))
    build.add_argument("--url", help=_("the address that the site will have, such as https://cards.example/couillon/"))
    build.add_argument("--force", action="store_true", help=_("build even if nothing has changed"))
    build.set_defaults(run=_build)

    from couillon_live.voila import add_options

    voila = commands.add_parser("voila", help=_("serve the lessons with Voilà, hardened"))
    add_options(voila)
    voila.set_defaults(run=_voila)

    referee = commands.add_parser("referee", help=_("answer requests in JSON Lines, from standard input"))
    referee.add_argument("--strict", action="store_true", help=_("exit with status 1 if any line failed"))
    referee.add_argument("--schema", action="store_true", help=_("print the protocol as a JSON Schema"))
    referee.set_defaults(run=_referee)

    deal = commands.add_parser("deal", help=_("deal a hand from a seed"))
    deal.add_argument("--variant", default="belgian", help=_("the game (default belgian)"))
    deal.add_argument("--rules", type=Path, metavar="FILE", help=_("a rule file in TOML: a parent, and what differs"))
    deal.add_argument("--seed", type=_number, help=_("a whole number; the same one gives the same deal for ever"))
    deal.add_argument("--dealer", type=_seat, default="S", help=_("the dealer's seat (default S)"))
    deal.add_argument("--json", action="store_true", help=_("print JSON"))
    deal.set_defaults(run=_deal)

    from couillon import cli_rules, cli_study

    cli_rules.add_commands(commands)
    cli_study.add_commands(commands)
    return top


def _serve(args: argparse.Namespace) -> int:
    from couillon_live.locate import find_site
    from couillon_live.serve import serve

    serve(find_site(), port=args.port, open_browser=not args.no_browser)
    return 0


def _build(args: argparse.Namespace) -> int:
    from couillon_live.build import build

    build(args.output, force=args.force, url=args.url)
    return 0


def _voila(args: argparse.Namespace) -> int:
    from couillon_live.voila import run

    return run(args)


def _referee(args: argparse.Namespace) -> int:
    from couillon.referee import run

    if args.schema:
        from couillon.schema import answer_schema, request_schema

        print(json.dumps({"request": request_schema(), "answer": answer_schema()}, ensure_ascii=False, indent=2))
        return 0
    if sys.stdin is None or sys.stdout is None:
        raise CommandError(_("The referee reads requests from standard input and writes answers to standard output."))
    return run(sys.stdin.buffer, sys.stdout.buffer, strict=args.strict)


def _deal(args: argparse.Namespace) -> int:
    from couillon.cards import SEATS
    from couillon.deal import deal, pbn
    from couillon.rules import read_house_rules, variant

    game = read_house_rules(args.rules) if args.rules else variant(args.variant)
    seed = args.seed
    if seed is None:
        from secrets import randbelow

        seed = randbelow(1_000_000)
    cards = deal(game.rules, seed, args.dealer)
    proposed = cards.proposed(game.rules)
    if args.json:
        data: dict[str, Any] = {"variant": game.id, "seed": seed, "dealer": args.dealer}
        data |= {"hands": {s: list(cards.hand(s)) for s in SEATS}, "stock": list(cards.stock)}
        print(json.dumps(data | {"proposed": proposed, "pbn": pbn(cards)}))
        return 0
    print(_("{name}, deal {seed}, {dealer} deals").format(name=game.name, seed=seed, dealer=seat_name(args.dealer)))
    for seat in SEATS:
        print(f"  {seat_name(seat):6} {' '.join(cards.hand(seat))}")
    if cards.stock:
        print(f"  {_('stock'):6} {' '.join(cards.stock)}")
    if proposed:
        print(f"  {_('turned'):6} {proposed}")
    print(f"  {pbn(cards)}")
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status.

    >>> main(["deal", "--seed", "1"])
    Couillon, deal 1, South deals
      North  KH JC QD TC
      East   TH AD QC 9D
      South  AC JD AS KS
      West   9C QS AH TS
      stock  KD 9H QH JH 9S TD KC JS
      turned KD
      N:.K.Q.JT .T.A9.Q AK..J.A QT.A..9
    0
    """
    args = parser().parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows a question mark
    try:
        code = int(args.run(args))
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except (CommandError, RulesError, CardError) as error:
        details = getattr(error, "details", "")
        print(f"{details[-8000:]}\n" if details else "", f"couillon: {error}", sep="", file=sys.stderr)
        return 1
    except ModuleNotFoundError as error:
        print(f"couillon: {_missing(error.name or '')}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except OSError as error:
        print(f"couillon: {error.strerror or error}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _missing(module: str) -> str:
    extra = "voila" if "voila" in module or module.startswith(("jupyter_server", "tornado")) else "book"
    return _('{module} is not installed: run pip install "couillon[{extra}]" first.').format(module=module, extra=extra)
