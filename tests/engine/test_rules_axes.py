"""Axes: what each takes, how they go together, and one sentence for whatever is wrong."""

from __future__ import annotations

import pickle
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from couillon.rules import (
    Rules,
    RulesError,
    UnknownVariantError,
    load,
    read_house_rules,
    variant,
    variants,
)
from couillon.rules.axes import axis_allows
from engine.support import VARIANTS

AXES = [item.name for item in fields(Rules)]


def one_sentence(error: BaseException) -> str:
    """Check that an error is one sentence for a reader, and return it."""
    text = str(error)
    assert text
    assert text[-1] in ".?"
    assert "\n" not in text
    assert len(text) < 700
    return text


WRONG: dict[str, list[Any]] = {
    "word": ["nonsense", "", 1, None, True, ["free"], {}],
    "switch": ["true", 1, 0, None, [], "yes"],
    "number": [-1, 100, 1.0, "5", None, True, [5], 10**30, float("nan")],
    "choice": [25, 52, "24", 24.0, None, True, []],
    "packets": [[], [0], [9], [2, "2"], [True], "22", 4, None, [[2]], [1] * 9, {"2": 2}],
    "cards": [["KS"], ["QS", "QS"], "QS", ["XX"], [1], [["QS"]], None, [None], {"QS": 1}, 7],
}


@pytest.mark.parametrize("axis", AXES)
def test_a_value_that_an_axis_does_not_take_is_refused_by_name(axis: str) -> None:
    item = next(item for item in fields(Rules) if item.name == axis)
    for value in WRONG[item.metadata["kind"]]:
        with pytest.raises(RulesError) as caught:
            load("belgian", {axis: value})
        text = one_sentence(caught.value)
        assert caught.value.axis == axis
        assert text.startswith(f"The axis {axis} cannot be ")
        assert text.endswith(f": it takes {axis_allows(item)}.")


@pytest.mark.parametrize("axis", AXES)
def test_every_axis_is_documented(axis: str) -> None:
    item = next(item for item in fields(Rules) if item.name == axis)
    assert item.metadata["doc"].endswith(".")
    assert axis_allows(item)


TOGETHER = [
    ({"packets": [4, 3]}, "packets", "a hand may have at most 6"),
    ({"pack": 32, "packets": [8, 1]}, "packets", "a hand may have at most 8"),
    ({"packets": [3, 3]}, "trump", "no card is left to turn"),
    ({"shown_card": 2}, "shown_card", "must be 0 unless trump is shown"),
    ({"trump": "shown", "all_pass": "keep"}, "shown_card", "must be from 1 to 4"),
    ({"trump": "shown", "all_pass": "keep", "shown_card": 5}, "shown_card", "must be from 1 to 4"),
    ({"trump": "shown", "shown_card": 4}, "all_pass", "must be keep where trump is shown"),
    ({"trump": "named", "all_pass": "none"}, "named_after", "must be from 1 to 4 where trump is named"),
    ({"trump": "named", "all_pass": "none", "named_after": 5}, "named_after", "must be from 1 to 4"),
    ({"trump": "named", "named_after": 3}, "all_pass", "must be none where trump is named"),
    ({"named_after": 2}, "named_after", "must be 0 unless trump is named"),
    ({"turn": "dealers-last"}, "turn", "must be none unless trump is named"),
    ({"trump": "named", "all_pass": "none", "named_after": 4, "turn": "eldests-own"}, "turn", "must be below 4"),
    ({"all_pass": "keep"}, "all_pass", "must be bottom or ask-again where trump is turn-up"),
    ({"all_pass": "none"}, "all_pass", "must be bottom or ask-again where trump is turn-up"),
    ({"overtrump": True}, "overtrump", "set void to trump first"),
    ({"void": "trump", "undertrump": True}, "undertrump", "while overtrump is false"),
    ({"partner_exempt": True}, "partner_exempt", "no duty to beat or to trump"),
    ({"mit": "first-turn", "queens": ["QS"]}, "mit", "she is a trump already"),
    ({"raises": "open"}, "raises", "there is nothing to raise"),
    ({"raises": "kontra-re"}, "raises", "there is nothing to raise"),
    ({"announce": True}, "announce", "needs QS, QH and QD among the queens"),
    ({"announce": True, "queens": ["QH", "QD"]}, "announce", "needs QS, QH and QD"),
    ({"loss": "none", "loss_sweep": 1}, "loss_sweep", "must be 0 while loss is none"),
]


@pytest.mark.parametrize(("house", "axis", "sentence"), TOGETHER)
def test_axes_that_contradict_each_other_are_refused(house: dict[str, Any], axis: str, sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        load("belgian", house)
    assert caught.value.axis == axis
    text = one_sentence(caught.value)
    assert sentence in text
    assert text.startswith(f"The axis {axis} ")


GOOD = [
    {"partner_exempt": True, "beat": True},
    {"partner_exempt": True, "void": "trump"},
    {"queens": ["QC", "QS"]},
    {"packets": [6], "trump": "named", "named_after": 1, "all_pass": "none"},
    {"packets": [1]},
    {"pack": 32, "packets": [8], "trump": "shown", "shown_card": 8, "all_pass": "keep"},
    {"length": 1},
    {"length": 99},
]


@pytest.mark.parametrize("house", GOOD)
def test_house_rules_at_the_edges_are_taken(house: dict[str, Any]) -> None:
    told = load("belgian", house).as_data()
    assert told | house == told


def test_an_unknown_axis_gets_the_nearest_or_all() -> None:
    with pytest.raises(RulesError, match='There is no axis "lenght": did you mean length') as caught:
        load("belgian", {"lenght": 7})
    assert caught.value.axis == "lenght"
    with pytest.raises(RulesError, match="the axes are all_pass, announce, beat"):
        load("belgian", {"zzz": 7})


def test_overrides_change_only_what_they_name() -> None:
    seven = load("belgian", {"length": 7})
    assert seven.as_data() == load("belgian").as_data() | {"length": 7}
    assert load("belgian", {}) is load("belgian")


@pytest.mark.parametrize("id", VARIANTS)
def test_every_variant_stands_by_its_own_data(id: str) -> None:
    rules = load(id)
    assert Rules(**rules.as_data()) == rules
    assert hash(Rules(**rules.as_data())) == hash(rules)
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert {rules: 1}[load(id)] == 1


# Names


ALIASES = {
    "Kujong": "eifel",
    "Kwaojongé": "kwajongen",
    "Konter a Midd": "konter-a-matt",
    "Couyon": "belgian",
    "Kujon": "st-vith",
    "Tongres": "tongeren",
    "Forcé": "force",
    "couillon d'ardenne": "ardennes",
    "Konter a Matt": "konter-a-matt",
    "KONTER-A-MATT": "konter-a-matt",
    "st vith": "st-vith",
    "Sankt Vith": "st-vith",
    "modern": "simplified",
    "Troef": "troeven",
    "Couillon mit Mit": "mit",
    " belgian ": "belgian",
}


@pytest.mark.parametrize(("name", "id"), ALIASES.items())
def test_a_variant_answers_to_its_other_names(name: str, id: str) -> None:
    assert variant(name).id == id


@pytest.mark.parametrize("id", VARIANTS)
def test_a_variant_answers_to_its_id_its_name_and_every_alias(id: str) -> None:
    game = variant(id)
    for name in (id, game.name, id.upper(), *game.aliases):
        assert variant(name).id == id
    assert game.where


def test_no_name_means_two_variants() -> None:
    names: dict[str, str] = {}
    for game in variants():
        for name in {game.id, game.name, *game.aliases}:
            assert names.setdefault(name.casefold(), game.id) == game.id


@pytest.mark.parametrize(
    ("name", "close"),
    [("kwajongem", "kwajongen"), ("belgium", "belgian"), ("ardenes", "ardennes"), ("troeve", None), ("Mitt", "mit")],
)
def test_a_near_miss_gets_the_nearest(name: str, close: str | None) -> None:
    if close is None:
        assert variant(name).id == "troeven"
        return
    with pytest.raises(UnknownVariantError, match="did you mean") as caught:
        variant(name)
    assert close in one_sentence(caught.value)


@pytest.mark.parametrize("name", ["", "bridge", "???", "x" * 5000, "\x00", "ss"])
def test_a_name_far_off_gets_them_all(name: str) -> None:
    with pytest.raises(UnknownVariantError) as caught:
        variant(name)
    assert "the variants are belgian, ardennes, kwajongen" in one_sentence(caught.value)


def test_a_name_that_is_no_text_gets_a_sentence_too() -> None:
    with pytest.raises(UnknownVariantError) as caught:
        variant(7)  # type: ignore[arg-type]
    one_sentence(caught.value)


# Rule files


def wrote(folder: Path, text: str | bytes) -> Path:
    path = folder / "club.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_rule_file_says_only_what_differs(tmp_path: Path) -> None:
    game = read_house_rules(wrote(tmp_path, 'parent = "ardennes"\nname = "Our club"\n[axes]\nlength = 7\n'))
    assert (game.id, game.name, game.parent) == ("club", "Our club", "ardennes")
    assert game.rules == load("ardennes", {"length": 7})
    assert [s.code for s in game.sources_of(next(c for c in game.clauses if c.id == "must-beat"))] == ["S0", "ADP"]


def test_an_empty_rule_file_is_the_basic_game(tmp_path: Path) -> None:
    for text in ("", "\ufeff", "# nothing\n"):
        game = read_house_rules(wrote(tmp_path, text))
        assert (game.rules, game.parent, game.name) == (load(), "belgian", "club")


def test_a_rule_file_may_cite_sources(tmp_path: Path) -> None:
    game = read_house_rules(
        str(wrote(tmp_path, 'sources = ["DIA"]\n[clauses]\nmatch = ["DIA"]\n[axes]\nlength = 13\n'))
    )
    cited = {c.id: [s.code for s in game.sources_of(c)] for c in game.clauses}
    assert (cited["match"], [s.code for s in game.sources]) == (["DIA"], ["DIA"])
    assert "PAG" in cited["win"]


BAD_FILES = [
    (b"\xff\xfe\x00", "The rule file club.toml is not text in UTF-8."),
    ("length = = 7", "The rule file club.toml is not TOML: "),
    ("[axes\n", "The rule file club.toml is not TOML: "),
    ("length = 7\n", 'club.toml has the key "length", which means nothing here: the keys are aliases, axes'),
    ("axes = 7\n", "club.toml: axes must be a table."),
    ("clauses = []\n", "club.toml: clauses must be a table."),
    ("name = 7\n", "club.toml: name must be a text."),
    ("parent = 7\n", "club.toml: parent must be a text."),
    ('parent = "bridge"\n', 'There is no variant "bridge": the variants are'),
    ("[axes]\nlength = 0\n", "club.toml: The axis length cannot be 0: it takes a whole number from 1 to 99."),
    ("[axes]\nlenght = 5\n", 'club.toml: There is no axis "lenght": did you mean length?'),
    ("[axes]\npackets = [7]\n", "club.toml: The axis packets deals 7 cards to each of four players"),
    ("[clauses]\nnothing = []\n", 'club.toml cites the clause "nothing", which does not exist.'),
    ('[clauses]\nwin = ["XYZ"]\n', 'There is no source "XYZ": the sources are'),
    ('sources = ["XYZ"]\n', 'There is no source "XYZ": the sources are'),
]


@pytest.mark.parametrize(("text", "sentence"), BAD_FILES)
def test_a_bad_rule_file_gets_one_sentence(tmp_path: Path, text: str | bytes, sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_house_rules(wrote(tmp_path, text))
    assert sentence in one_sentence(caught.value)


@pytest.mark.parametrize(
    "text",
    ["sources = 7\n", 'sources = "PAG"\n', "sources = [7]\n", "sources = [[]]\n", "aliases = 7\n", "aliases = [7]\n",
     'aliases = "Us"\n', "where = 7\n", "[clauses]\nwin = 7\n", '[clauses]\nwin = "PAG"\n', "[clauses]\nwin = [7]\n",
     "[clauses]\nwin = [{}]\n", "[axes]\nqueens = 7\n", "[axes.length]\nx = 1\n", "[axes]\nlength = 1979-05-27\n"],
)  # fmt: skip
def test_a_rule_file_with_a_value_of_a_wrong_kind_gets_one_sentence(tmp_path: Path, text: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_house_rules(wrote(tmp_path, text))
    assert "club.toml" in one_sentence(caught.value)


def test_a_rule_file_that_is_not_there_gets_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"The rule file none.toml cannot be read: No such file or directory\."):
        read_house_rules(tmp_path / "none.toml")
    with pytest.raises(RulesError, match="cannot be read") as caught:
        read_house_rules(tmp_path)
    one_sentence(caught.value)


def test_variants_come_in_the_order_of_the_rule_book() -> None:
    ids = [game.id for game in variants()]
    assert ids == ["belgian", "ardennes", "kwajongen", "force", "tongeren", "troeven", "konter-a-matt", "mit",
                   "simplified", "st-vith", "eifel"]  # fmt: skip
    assert all(one != other for one, other in pairwise(ids))
