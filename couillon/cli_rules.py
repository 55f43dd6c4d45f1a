"""The commands that tell of rules: ``couillon rules`` and ``couillon sources``."""

from __future__ import annotations

import argparse
import json
from dataclasses import fields
from pathlib import Path
from typing import Any

from couillon.messages import _
from couillon.rules import Clause, Rules, Variant, clause, clauses, read_house_rules, sources, variant, variants
from couillon.rules.axes import axis_allows

__all__ = ["add_commands"]


def add_commands(commands: Any) -> None:
    """Add the commands to the command line's parser."""
    rules = commands.add_parser("rules", help=_("show, compare and check rules"))
    rules.set_defaults(run=_show, variant=None, json=False)  # alone it lists the variants
    acts = rules.add_subparsers(dest="act", metavar=_("what"))
    show = acts.add_parser("show", help=_("show a variant: its axes and clauses"))
    show.add_argument("variant", nargs="?", help=_("its id or another of its names; without one, all are listed"))
    diff = acts.add_parser("diff", help=_("compare two variants"))
    diff.add_argument("a")
    diff.add_argument("b")
    check = acts.add_parser("check", help=_("check a rule file in TOML"))
    check.add_argument("file", type=Path)
    axes = acts.add_parser("axes", help=_("list the axes: what each means and takes"))
    for command, run in ((show, _show), (diff, _diff), (check, _check), (axes, _axes)):
        command.add_argument("--json", action="store_true", help=_("print JSON"))
        command.set_defaults(run=run)
    cited = commands.add_parser("sources", help=_("tell who says a clause"))
    cited.add_argument("clause", nargs="?", help=_("the clause's id; without one, all are listed"))
    cited.add_argument("--json", action="store_true", help=_("print JSON"))
    cited.set_defaults(run=_sources)


def _print(data: Any) -> int:
    print(json.dumps(data, ensure_ascii=False, indent=2))
    return 0


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "[" + ", ".join(str(v) for v in value) + "]" if isinstance(value, tuple | list) else str(value)


def _clause_data(game: Variant, item: Clause) -> dict[str, Any]:
    return {"id": item.id, "text": item.text, "sources": [s.code for s in game.sources_of(item)]}


def _show(args: argparse.Namespace) -> int:
    if args.variant is None:
        if args.json:
            return _print([{"id": v.id, "name": v.name, "parent": v.parent, "where": v.where} for v in variants()])
        for v in variants():
            print(f"{v.id:14} {v.name:20} {v.where}")
        return 0
    return _tell(variant(args.variant), args.json)


def _tell(game: Variant, as_json: bool) -> int:
    if as_json:
        data: dict[str, Any] = {"id": game.id, "name": game.name, "parent": game.parent, "where": game.where}
        data |= {"rules": game.rules.as_data(), "clauses": [_clause_data(game, c) for c in game.clauses]}
        return _print(data)
    print(f"{game.name} ({game.id}){', ' + game.where if game.where else ''}")
    parent = variant(game.parent).rules if game.parent else None
    for item in fields(Rules):
        value = getattr(game.rules, item.name)
        mark = "*" if parent and value != getattr(parent, item.name) else " "
        print(f" {mark} {item.name:15} {_value(value)}")
    if parent:
        print(_("   * differs from {parent}").format(parent=game.parent))
    print()
    for c in game.clauses:
        print(f"   {c.id}: {c.text} [{' '.join(s.code for s in game.sources_of(c))}]")
    return 0


def _diff(args: argparse.Namespace) -> int:
    a, b = variant(args.a), variant(args.b)
    pairs = {f.name: (getattr(a.rules, f.name), getattr(b.rules, f.name)) for f in fields(Rules)}
    differ = {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
    if args.json:
        return _print({"a": a.id, "b": b.id, "axes": {name: list(pair) for name, pair in differ.items()}})
    if not differ:
        print(_("{a} and {b} have the same rules.").format(a=a.name, b=b.name))
        return 0
    print(f"{'':15} {a.id:20} {b.id}")
    means = {f.name: _(f.metadata["doc"]) for f in fields(Rules)}
    for name, (left, right) in differ.items():
        print(f"{name:15} {_value(left):20} {_value(right)}\n    {means[name]}")
    return 0


def _check(args: argparse.Namespace) -> int:
    game = read_house_rules(args.file)
    if args.json:
        return _print({"ok": True, "parent": game.parent, "rules": game.rules.as_data()})
    print(_("{file} is a good rule file: {parent}, with").format(file=args.file.name, parent=game.parent))
    base = variant(game.parent or "belgian").rules
    changed = [f.name for f in fields(Rules) if getattr(base, f.name) != getattr(game.rules, f.name)]
    for name in changed:
        print(f"  {name} = {_value(getattr(game.rules, name))}")
    if not changed:
        print("  " + _("nothing changed"))
    return 0


def _axes(args: argparse.Namespace) -> int:
    rows = [{"axis": f.name, "means": _(f.metadata["doc"]), "takes": axis_allows(f)} for f in fields(Rules)]
    if args.json:
        return _print(rows)
    for row in rows:
        print(f"{row['axis']}: {row['means']}\n    {row['takes']}")
    return 0


def _sources(args: argparse.Namespace) -> int:
    chosen = [clause(args.clause)] if args.clause else list(clauses().values())
    if args.json:
        return _print([
            {
                "id": c.id,
                "text": c.text,
                "sources": [s.code for s in c.sources],
                "readings": [
                    {"text": r.text, "sources": [s.code for s in r.sources], "games": r.games, "axes": r.axes}
                    for r in c.readings
                ],
                "choice": c.choice,
                "switch": c.switch,
                "variants": [v.id for v in variants() if c in v.clauses],
            }
            for c in chosen
        ])  # fmt: skip
    for c in chosen:
        print(f"{c.id}: {c.text}")
        for s in c.sources:
            print(f"  {s.code:4} {s.name}")
        for r in c.readings:
            print("  " + _("reading: {text}").format(text=r.text) + f" [{' '.join(s.code for s in r.sources)}]")
        if c.choice:
            print("  " + _("our choice: {text}").format(text=c.choice))
        if c.switch:
            print("  " + _("switch: the axis {axis}").format(axis=c.switch))
        told = ", ".join(v.id for v in variants() if c in v.clauses) or _("no variant; a club may switch it on")
        print("  " + _("in force: {variants}").format(variants=told))
    if not args.clause:
        print()
        for s in sources().values():
            print(f"{s.code:4} {s.name}: {s.about}")
    return 0
