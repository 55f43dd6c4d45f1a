"""Rules as data: axes, variants, clauses and sources."""

from couillon.rules.axes import Rules, RulesError
from couillon.rules.provenance import Clause, Reading, Source, clause, clauses, source, sources
from couillon.rules.variants import (
    UnknownVariantError,
    Variant,
    load,
    parse_house_rules,
    read_house_rules,
    variant,
    variants,
    write_house_rules,
)

__all__ = [
    "Clause",
    "Reading",
    "Rules",
    "RulesError",
    "Source",
    "UnknownVariantError",
    "Variant",
    "clause",
    "clauses",
    "load",
    "parse_house_rules",
    "read_house_rules",
    "source",
    "sources",
    "variant",
    "variants",
    "write_house_rules",
]
