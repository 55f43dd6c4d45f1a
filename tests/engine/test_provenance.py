"""Where rules come from: no clause without a source, no axis without a clause, and a variant is one file."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

import couillon
from couillon.deal import deal
from couillon.rules import Rules, RulesError, clause, clauses, load, source, sources, variant, variants
from couillon.rules.tellings import differing, tellings
from engine.support import VARIANTS

# The clauses of the rule book, section by section.
COMMON = ["table", "draw", "rank", "points", "aim", "lead-any", "trick", "next-lead", "next-deal", "cut"]
DUTIES = ["follow-or-trump", "void-free", "must-follow", "must-trump", "must-beat", "must-overtrump",
          "must-undertrump", "partner-exempt"]  # fmt: skip
SLATE = ["win", "boucle", "no-makers", "craie-dans-le-trou", "tie-again", "tie-penalty", "match"]
SOURCES = ["S0", "S1", "S2", "S3", "S4", "PAG", "ADP", "CAT", "DEN", "DIA", "STV", "EIF", "KMA", "WEL", "KMW", "TIJ",
           "BRE", "LIM", "SIL"]  # fmt: skip  # SIL: the sources are silent, and the project decides


@pytest.mark.parametrize("id", COMMON + DUTIES + SLATE)
def test_every_clause_of_the_rule_book_is_there(id: str) -> None:
    assert clause(id).id == id


@pytest.mark.parametrize("id", COMMON)
def test_what_all_variants_share_is_common(id: str) -> None:
    assert clause(id).common
    for game in variants():
        assert clause(id) in game.clauses


@pytest.mark.parametrize("id", list(clauses()))
def test_no_clause_without_a_source_and_a_sentence(id: str) -> None:
    found = clause(id)
    assert found.sources
    assert len(set(found.sources)) == len(found.sources)
    assert found.text[0].isupper()
    assert found.text.endswith(".")
    for reading in found.readings:
        assert reading.sources
        assert reading.text.endswith(".")
    assert not found.readings or found.choice, "where sources disagree, the choice is told"


@pytest.mark.parametrize("id", [id for id, c in clauses().items() if c.readings])
def test_a_reading_that_an_axis_tells_apart_can_be_played(id: str) -> None:
    found = clause(id)
    for reading in found.readings:
        # Where an axis switches the clause, the readings are values of it; elsewhere no table can tell them apart.
        assert (found.switch in reading.axes) == bool(found.switch)
        assert bool(reading.axes) == bool(reading.games)
        for game in map(variant, reading.games):
            house = differing(reading, game)
            rules = game.rules.replace(reading.axes)
            assert (rules == game.rules) == (not house)
        if reading.axes:
            assert reading.ours == any(not differing(reading, variant(game)) for game in reading.games)
    assert len(found.readings) > 1, "one reading is no disagreement"
    assert any(reading.ours for reading in found.readings)
    if id not in ("tie-penalty", "stakes-add"):  # there each game has its own
        assert not all(reading.ours for reading in found.readings)


@pytest.mark.parametrize("code", SOURCES)
def test_a_game_as_a_source_tells_it_can_be_dealt(code: str) -> None:
    for told in tellings(source(code)):
        assert told.rules.clauses
        assert bool(told.house) == bool(told.readings)
        assert all(source(code) in reading.sources for reading in told.readings)
        assert len(deal(told.rules, 1).stock) == told.rules.stock


TOLD = {
    "S0": [("ardennes", {"undertrump": False})],
    "S4": [("mit", {"stakes": "double"})],
    "ADP": [("ardennes", {"partner_exempt": True})],
    "DEN": [("belgian", {"pack": 32})],
    "DIA": [("belgian", {"packets": [3, 2], "length": 13})],
    "EIF": [("eifel", {})],
    "SIL": [],
}


@pytest.mark.parametrize("code", list(TOLD))
def test_what_a_source_makes_of_its_games(code: str) -> None:
    assert [(told.game.id, told.house) for told in tellings(source(code))] == TOLD[code]


def test_no_axis_without_a_clause() -> None:
    switches = {found.switch for found in clauses().values()}
    for item in fields(Rules):
        meta = item.metadata
        named = [c for c in meta["clauses"].values() if c] if "clauses" in meta else [meta["clause"]]
        assert named, item.name
        assert set(named) <= set(clauses()), item.name
        assert item.name in switches or any(clause(c).switch for c in named), item.name


def test_no_switch_without_an_axis_and_no_clause_out_of_reach() -> None:
    axes = {item.name for item in fields(Rules)}
    assert {found.switch for found in clauses().values()} <= axes | {None}
    reached: set[str] = set()
    for item in fields(Rules):
        meta = item.metadata
        reached |= {c for c in meta["clauses"].values() if c} if "clauses" in meta else {meta["clause"]}
    for id, found in clauses().items():
        assert found.common or id in reached | {"boucle", "no-makers"}, id


def test_every_source_of_the_rule_book_is_there_and_told() -> None:
    assert list(sources()) == SOURCES
    for code, found in sources().items():
        assert (found.code, source(code)) == (code, found)
        assert found.name
        assert found.about.endswith(".")


def test_every_source_is_cited_somewhere() -> None:
    cited = {s.code for c in clauses().values() for s in (*c.sources, *(r for x in c.readings for r in x.sources))}
    cited |= {s.code for game in variants() for s in game.sources}
    assert cited <= set(SOURCES)
    assert cited == set(SOURCES)


@pytest.mark.parametrize("id", VARIANTS)
def test_every_clause_of_every_variant_has_its_sources(id: str) -> None:
    game = next(game for game in variants() if game.id == id)
    assert game.sources
    for found in game.clauses:
        assert game.sources_of(found)


# By variant: who says the duties, from the table of section 3.
SAID = {
    ("belgian", "follow-or-trump"): "PAG S1 S2 S3",
    ("belgian", "void-free"): "PAG S1 S2 S3 S4",
    ("kwajongen", "must-follow"): "S1 S2",
    ("kwajongen", "must-trump"): "S1 S2",
    ("ardennes", "must-follow"): "S0 ADP",
    ("ardennes", "must-trump"): "ADP S0",
    ("ardennes", "must-beat"): "S0 ADP",
    ("ardennes", "must-overtrump"): "S0",
    ("ardennes", "must-undertrump"): "S0",
    ("ardennes", "tie-penalty"): "S0",
    ("mit", "mit"): "S4",
    ("konter-a-matt", "announce"): "KMA",
    ("st-vith", "raise"): "STV",
    ("eifel", "stakes-double"): "EIF",
}


@pytest.mark.parametrize(("id", "clause_id"), list(SAID))
def test_a_variant_cites_who_says_so(id: str, clause_id: str) -> None:
    game = next(game for game in variants() if game.id == id)
    assert clause(clause_id) in game.clauses
    assert [s.code for s in game.sources_of(clause(clause_id))] == SAID[id, clause_id].split()


IN_FORCE = {
    "belgian": "follow-or-trump void-free turn-up all-pass-bottom first-lead-eldest win boucle no-makers",
    "ardennes": "must-follow must-trump must-beat must-overtrump must-undertrump all-pass-again first-lead-maker boucle"
    " no-makers",
    "kwajongen": "must-follow must-trump all-pass-bottom first-lead-eldest win boucle no-makers",
    "force": "follow-or-trump named-trump first-lead-eldest boucle",
    "tongeren": "shown-card all-pass-keep no-makers boucle",
    "troeven": "named-trump boucle",
    "konter-a-matt": "queens announce named-trump countdown-win sweep makers-lose-as-won tie-makers-add-one",
    "mit": "mit kontra stakes-add turned-last countdown-win sweep makers-lose tie-nothing",
    "simplified": "points-win makers-lose craie-dans-le-trou no-makers",
    "st-vith": "queens mit-before-lead raise stakes-add countdown-win sweep makers-lose tie-makers-lose",
    "eifel": "queens mit kontra stakes-double turned-own countdown-win sweep makers-lose makers-swept tie-makers-lose",
}
BOARDS = """win boucle points-win countdown-win sweep makers-lose makers-swept makers-lose-as-won tie-nothing
tie-makers-add-one tie-makers-lose mit mit-before-lead kontra raise queens announce no-makers craie-dans-le-trou
tie-penalty tie-again"""
DUTIES_AND_BOARDS = {*DUTIES, *BOARDS.split()}
ALSO = {"slate": {"win", "craie-dans-le-trou", "tie-penalty", "tie-again"}, "points": {"tie-penalty", "tie-again"}}


@pytest.mark.parametrize("id", VARIANTS)
def test_the_clauses_in_force_are_those_of_the_rule_book(id: str) -> None:
    wanted = set(IN_FORCE[id].split()) | ALSO.get(load(id).scoring, set())
    if "must-follow" not in wanted:
        wanted |= {"follow-or-trump", "void-free"}
    found = set(load(id).clauses)
    assert wanted <= found | {"void-free"}
    assert found & DUTIES_AND_BOARDS <= wanted | {"void-free"}


def test_an_unknown_clause_gets_the_nearest_or_all() -> None:
    with pytest.raises(RulesError, match='There is no clause "must-beet": did you mean must-beat'):
        clause("must-beet")
    with pytest.raises(RulesError, match='There is no clause "qqq": the clauses are table, draw'):
        clause("qqq")
    with pytest.raises(RulesError, match='There is no source "S9": the sources are S0, S1'):
        source("S9")


TWELFTH = """parent = "kwajongen"
name = "Couillon of the moon"
aliases = ["Moon"]
where = "the moon"
sources = ["S1"]

[axes]
pack = 32
packets = [3, 2, 2]
length = 3
sweep = 2
queens = ["QD"]

[clauses]
queens = ["S1"]
"""
ASK = """
import json, sys
from couillon.referee import answer
from couillon.rules import variant, variants
played = answer({"op": "deal", "variant": "Moon", "seed": 1})
told = answer({"op": "legal", "variant": "moon", "trump": "H", "hand": ["9S", "7H", "QD"], "trick": ["KC"]})
print(json.dumps([[v.id for v in variants()], variant("moon").rules.hand, len(played["stock"]), told["legal"]]))
"""


def test_a_twelfth_variant_is_one_more_file(tmp_path: Path) -> None:
    shutil.copytree(Path(couillon.__file__).parent, tmp_path / "couillon", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "couillon/rules/variants/moon.toml").write_text(TWELFTH)
    asked = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{ASK}"]
    told = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    ids, hand, stock, legal = json.loads(told.stdout)
    assert len(ids) == 12
    assert set(ids) == {*VARIANTS, "moon"}
    assert (hand, stock, legal) == (7, 4, ["7H", "QD"])
