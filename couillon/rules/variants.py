"""The variants: one file each, with a parent and what differs from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from couillon.cards import quoted
from couillon.messages import _, language
from couillon.rules.axes import Rules, RulesError
from couillon.rules.provenance import Clause, Source, clauses, source

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

__all__ = [
    "UnknownVariantError",
    "Variant",
    "load",
    "parse_house_rules",
    "read_house_rules",
    "variant",
    "variants",
    "write_house_rules",
]


_KEYS = {"parent", "name", "aliases", "where", "sources", "axes", "clauses"}


class UnknownVariantError(RulesError):
    """A variant that does not exist; the sentence names the nearest ones."""


@dataclass(frozen=True)
class Variant:
    """A named game of the family: its rules, and who says so."""

    id: str
    name: str
    parent: str | None
    rules: Rules
    sources: tuple[Source, ...]
    aliases: tuple[str, ...] = ()
    where: str = ""
    clause_sources: Mapping[str, tuple[Source, ...]] | None = None

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses in force here, common ones first, in the order of the rule book.

        >>> [c.id for c in variant("kwajongen").clauses if c.switch == "follow"]
        ['must-follow']
        """
        own = set(self.rules.clauses)
        return tuple(c for c in clauses().values() if c.common or c.id in own)

    def sources_of(self, clause: Clause) -> tuple[Source, ...]:
        """Return who says a clause of this variant.

        >>> from couillon.rules import clause
        >>> [s.code for s in variant("ardennes").sources_of(clause("must-follow"))]
        ['S0', 'ADP']
        """
        return (self.clause_sources or {}).get(clause.id, clause.sources)


def _from_data(id: str, data: dict[str, Any], where: str) -> Variant:
    """Build a variant from the data of a file; ``where`` names the file in an error."""
    unknown = sorted(set(data) - _KEYS)
    if unknown:
        raise RulesError(
            _("{where} has the key {key}, which means nothing here: the keys are {keys}.").format(
                where=where, key=quoted(unknown[0]), keys=", ".join(sorted(_KEYS))
            )
        )
    for key, kind in (("axes", dict), ("clauses", dict), ("name", str), ("parent", str), ("where", str)):
        if key in data and not isinstance(data[key], kind):
            message = _("{where}: {key} must be a table.") if kind is dict else _("{where}: {key} must be a text.")
            raise RulesError(message.format(where=where, key=key))
    texts = [(key, data[key]) for key in ("sources", "aliases") if key in data]
    for key, value in [*texts, *data.get("clauses", {}).items()]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise RulesError(_("{where}: {key} must be a list of texts.").format(where=where, key=key))
    parent = variant(data["parent"]) if "parent" in data else None
    base, cited = (parent.rules, dict(parent.clause_sources or {})) if parent else (Rules(), {})
    for clause_id, codes in data.get("clauses", {}).items():
        if clause_id not in clauses():
            raise RulesError(
                _("{where} cites the clause {id}, which does not exist.").format(where=where, id=quoted(clause_id))
            )
        cited[clause_id] = tuple(source(code) for code in codes)
    try:
        rules = base.replace(data.get("axes", {}))
    except RulesError as error:
        raise RulesError(f"{where}: {error}", error.axis) from None
    return Variant(
        id=id,
        name=_(data.get("name", id)),
        parent=parent.id if parent else None,
        rules=rules,
        sources=tuple(source(code) for code in data.get("sources", ())),
        aliases=tuple(data.get("aliases", ())),
        where=_(data["where"]) if data.get("where") else "",
        clause_sources=cited,
    )


def _folder() -> Traversable:
    from importlib.resources import files

    return files("couillon.rules") / "variants"


@lru_cache
def _ids() -> tuple[str, ...]:
    found = {f.name.removesuffix(".toml") for f in _folder().iterdir() if f.name.endswith(".toml")}
    order = ("belgian", "ardennes", "kwajongen", "force", "tongeren", "troeven", "konter-a-matt", "mit", "simplified",
             "st-vith", "eifel")  # fmt: skip
    return tuple(sorted(found, key=lambda id: (order.index(id) if id in order else len(order), id)))


def variant(id: str) -> Variant:
    """Return a variant by its id or by another of its names.

    Raises `UnknownVariantError` with the nearest names.

    >>> variant("ardennes").name, variant("Kwaojongé").id
    ("Couillon d'Ardenne", 'kwajongen')
    >>> variant("kwajongem")
    Traceback (most recent call last):
    couillon.rules.variants.UnknownVariantError: There is no variant "kwajongem": did you mean kwajongen?
    """
    return _variant(id if id in _ids() else _by_alias(id), language())


@lru_cache
def _variant(id: str, _language: str) -> Variant:
    return _from_data(id, _read(id), f"{id}.toml")


@lru_cache
def _read(id: str) -> dict[str, Any]:
    import tomllib

    return tomllib.loads((_folder() / f"{id}.toml").read_text("utf-8"))


def _folded(name: str) -> str:
    """Fold a name so that case, accents and signs do not matter."""
    from unicodedata import combining, normalize

    return "".join(c for c in normalize("NFD", name.casefold()) if c.isalnum() and not combining(c))


def _by_alias(name: str) -> str:
    from difflib import get_close_matches

    text = name if isinstance(name, str) else str(name)
    known: dict[str, str] = {}
    for id in _ids():
        data = _read(id)
        for alias in (id, data.get("name", id), *data.get("aliases", ())):
            known.setdefault(_folded(alias), id)
    if _folded(text) in known:
        return known[_folded(text)]
    close = list(dict.fromkeys(known[key] for key in get_close_matches(_folded(text), known, n=3)))
    if close:
        from couillon.messages import either

        raise UnknownVariantError(
            _("There is no variant {name}: did you mean {close}?").format(name=quoted(text), close=either(close))
        )
    raise UnknownVariantError(
        _("There is no variant {name}: the variants are {known}.").format(name=quoted(text), known=", ".join(_ids()))
    )


def variants() -> tuple[Variant, ...]:
    """Return all variants, the basic game first.

    >>> [v.id for v in variants()][:3]
    ['belgian', 'ardennes', 'kwajongen']
    """
    spoken = language()
    return tuple(_variant(id, spoken) for id in _ids())


def load(id: str = "belgian", overrides: Mapping[str, Any] | None = None) -> Rules:
    """Return the rules of a variant, with house rules on top if there are any.

    Raises `UnknownVariantError` or `RulesError`.

    >>> load("belgian", {"length": 7}).length
    7
    """
    rules = variant(id).rules
    return rules.replace(overrides) if overrides else rules


def read_house_rules(path: str | Path) -> Variant:
    """Read a hand-written rule file: a parent, and the axes in which it differs.

    Raises `RulesError` with one sentence for whatever is wrong with it.
    """
    from pathlib import Path

    name = Path(path).name
    try:
        text = Path(path).read_text("utf-8-sig")
    except OSError as error:
        raise RulesError(
            _("The rule file {name} cannot be read: {why}.").format(name=name, why=error.strerror)
        ) from None
    except UnicodeDecodeError:
        raise RulesError(_("The rule file {name} is not text in UTF-8.").format(name=name)) from None
    return parse_house_rules(text, name)


def parse_house_rules(text: str, name: str) -> Variant:
    """Return the rules in the text of a rule file; ``name`` is what the file is called in an error.

    Raises `RulesError` with one sentence for whatever is wrong with it.

    >>> found = parse_house_rules("parent = 'force'\\n[axes]\\nlength = 7", "club.toml")
    >>> found.parent, found.rules.length
    ('force', 7)
    """
    import tomllib
    from pathlib import PurePath

    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise RulesError(_("The rule file {name} is nested too deeply.").format(name=name)) from None
    except tomllib.TOMLDecodeError as error:
        raise RulesError(_("The rule file {name} is not TOML: {why}.").format(name=name, why=error)) from None
    return _from_data(PurePath(name).stem, {"parent": "belgian", **data}, name)


def write_house_rules(parent: str, overrides: Mapping[str, Any]) -> str:
    """Return the text of a rule file: a parent, and the axes in which the rules differ from it.

    Raises `RulesError` for rules that cannot be.

    >>> print(write_house_rules("belgian", {"beat": True, "packets": [3, 1], "follow": "strict"}))
    parent = "belgian"
    <BLANKLINE>
    [axes]
    beat = true
    packets = [3, 1]
    follow = "strict"
    <BLANKLINE>
    """
    from json import dumps

    game = variant(parent)
    data = game.rules.replace(overrides).as_data()
    # Words, numbers, truth and lists of them are written in JSON as in TOML.
    lines = [f"{axis} = {dumps(data[axis])}" for axis in overrides]
    return "\n".join([f'parent = "{game.id}"', "", "[axes]", *lines, ""])
