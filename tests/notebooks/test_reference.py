"""The pages of reference say what the data say: who says what, rule cards, words, counted facts, how to add a game."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from couillon.cards import pack
from couillon.deal import deal
from couillon.rules import clauses, load, read_house_rules, sources, variants
from couillon.rules.tellings import is_disputed, tellings
from couillon.rules.words import LANGUAGES, words
from couillon.spread import spread
from couillon_widgets.base import unsealed
from couillon_widgets.chapters import Clauses, Disputed, Sources
from couillon_widgets.glossary import Glossary
from couillon_widgets.matrix import Matrix, verdict_of
from couillon_widgets.rulecards import RuleCard, RuleCards
from couillon_widgets.slips import Letters, PointsInPlay, Stakes
from couillon_widgets.table_state import read_sitting
from tests.widgets.scenes import Tree

BOOK = Path(__file__).resolve().parents[2] / "book"
GAMES = [game.id for game in variants()]


def html(thing: object) -> str:
    return str(thing._repr_html_())  # type: ignore[attr-defined]


def links(thing: object) -> list[str]:
    return [attrs["href"] for attrs, _words in Tree(html(thing)).all("a")]


def test_the_table_of_sources_has_every_clause_and_every_source() -> None:
    shown = html(Matrix())
    assert re.findall(r'<th scope="row"><a href="#([^"]+)"', shown) == [
        *(id for id, c in clauses().items() if is_disputed(c)),
        *(id for id, c in clauses().items() if not is_disputed(c)),
    ]
    assert re.findall(r'<th scope="col"><a href="#source-(\w+)">', shown) == list(sources())
    marks = {"says": "says so", "otherwise": "reads it otherwise", "both": "says both"}
    for mark, meaning in marks.items():
        cells = [verdict_of(c, s) for c in clauses().values() for s in sources().values()].count(mark)
        assert shown.count(f'class="cl-{mark}"') == shown.count(f'class="cl-said">{meaning}<') == cells > 0


def test_no_clause_without_someone_who_says_it_in_the_table() -> None:
    for c in clauses().values():
        found = {verdict_of(c, s) for s in sources().values()}
        assert found - {""}, c.id
        assert is_disputed(c) or found <= {"", "says"}, c.id


@pytest.mark.parametrize("thing", [Disputed(), Clauses(*clauses()), Sources()], ids=repr)
def test_links_lay_tables_by_the_rules_that_their_source_tells(thing: object) -> None:
    laid = [read_sitting(unsealed(link.partition("=")[2])) for link in links(thing) if "#table=" in link]
    assert laid
    told = [t.rules for s in sources().values() for t in tellings(s)]
    single = [t.game.rules.replace(r.axes) for s in sources().values() for t in tellings(s) for r in t.readings]
    for table in laid:
        assert table.rules in told + single
        assert table.to_act == "S", "nobody has chosen anything yet"
        assert not table.state.actions
    others = [t for s in sources().values() for t in tellings(s) if t.house]
    if isinstance(thing, Sources):
        assert {t.source.code for t in others} == {"S0", "S4", "ADP", "DEN", "DIA"}
        assert all(any(table.rules == t.rules for table in laid) for t in others)


def test_the_page_of_sources_shows_each_clause_once() -> None:
    written = (BOOK / "sources.ipynb").read_text(encoding="utf-8")
    folded = re.findall(r'<div id=\\"([a-z-]+)\\" class=\\"cl-fold\\">', written)
    assert sorted(folded) == sorted(clauses())


@pytest.mark.parametrize("id", GAMES)
def test_a_rule_card_has_every_clause_of_its_game_once(id: str) -> None:
    game = next(game for game in variants() if game.id == id)
    shown = html(RuleCard(id))
    cited = re.findall(r'data-clause="([^"]+)"', shown)
    assert sorted(cited) == sorted(c.id for c in game.clauses)
    assert f"{game.rules.pack} cards, {game.rules.hand} to each player" in shown
    assert f'id="card-{id}"' in html(RuleCards())


def test_words_are_marked_with_their_language() -> None:
    shown = Tree(html(Glossary()))
    found = [(attrs["lang"], words) for attrs, words in shown.all("span") if "lang" in attrs]
    assert len(words()) == 16
    for word in words():
        assert {"en", "fr", "nl", "de"} <= set(word.names) <= set(LANGUAGES)
        assert word.meaning.endswith(".")
        for language, names in word.names.items():
            assert all((language, name) in found for name in names)


def test_points_in_play_are_counted_right() -> None:
    """A small pack by hand: every set of cards that can be dealt, one by one."""
    rules = load("belgian", {"packets": [1], "pack": 24})
    counted: dict[int, int] = {}
    for cards in combinations(pack(24), 4):
        held = sum(card.points for card in cards)
        counted[held] = counted.get(held, 0) + 1
    assert spread(rules) == dict(sorted(counted.items()))
    assert "735,471" in html(PointsInPlay())
    assert "12 to 40" in html(PointsInPlay())


def test_other_counted_facts() -> None:
    rows = re.findall(r'<th scope="row">([^<]+)</th><td>(\d+)</td><td>(\d+)</td>', html(Stakes()))
    assert rows == [("nothing said", "1", "1"), ("Mit", "2", "2"), ("Mit and Kontra", "3", "4"),
                    ("Mit, Kontra and Re", "4", "8")]  # fmt: skip
    letters = dict(re.findall(r'<th scope="row">([^<]+)</th>((?:<td>\w+</td>)+)', html(Letters())))
    cells = {nation: re.findall(r"<td>(\w+)</td>", row) for nation, row in letters.items()}
    assert cells["Dutch"].index("V") == 2
    assert cells["French, Belgian"].index("V") == 3


def test_the_game_that_contributors_are_shown_can_be_dealt(tmp_path: Path) -> None:
    written = (BOOK / "for-contributors.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", written, re.DOTALL)
    file = tmp_path / "kwajongen-in-seven.toml"
    file.write_text(example, encoding="utf-8")
    game = read_house_rules(file)
    assert (game.parent, game.rules.length, game.rules.overtrump) == ("kwajongen", 7, True)
    assert len(deal(game.rules, 1).stock) == 8
