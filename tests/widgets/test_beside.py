"""Games side by side: what each says of the same cards, the smallest difference, and house rules."""

from __future__ import annotations

import re
from dataclasses import fields
from html import unescape
from itertools import combinations
from urllib.parse import unquote

import pytest

from couillon.contrast import Difference, smallest_difference
from couillon.endings import Ended
from couillon.kernel import layout
from couillon.messages import card_name
from couillon.rules import Rules, Variant, load, variant, variants
from couillon_widgets import Compare, HouseRules, Table
from couillon_widgets.base import sealed
from couillon_widgets.compare import found_rows
from couillon_widgets.house_rules import DEALS, GROUPS
from couillon_widgets.links import write_house

from .scenes import Tree, Widget, status

IDS = [game.id for game in variants()]
GIVEN = {"hand": "QS JH 9D QC", "trick": "TS KS", "trump": "H"}


def rows(widget: Widget) -> dict[str, list[str]]:
    """The rows of all tables: what heads them, and what stands in each column."""
    found = {}
    for line in re.findall(r"<tr.*?</tr>", widget.html):
        head, *cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line)
        found[_plain(head)] = [_plain(cell) for cell in cells]
    return found


def _plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).replace("\N{NO-BREAK SPACE}", " ").split())


def verdicts(widget: Widget, card: str) -> list[bool | None]:
    name = card_name(card)
    cells = next(cells for head, cells in rows(widget).items() if head.startswith(name))
    return [{"✓": True, "✗": False}.get(cell[0]) for cell in cells]


@pytest.mark.parametrize("second", [*IDS, "all"])
def test_each_game_judges_the_same_cards_by_its_own_rules(second: str) -> None:
    widget = Compare("belgian", second, **GIVEN)
    games = ["belgian", *([id for id in IDS if id != "belgian"] if second == "all" else [second])]
    for card in GIVEN["hand"].split():
        expected = []
        for game in games:
            table = layout(load(game), "H", False)
            bits = table.legal(table.bits(GIVEN["hand"].split()), [table.bit[c] for c in GIVEN["trick"].split()])
            expected.append(bool(table.bit[card] & bits))
        assert verdicts(widget, card) == expected
        head = next(head for head in rows(widget) if head.startswith(card_name(card)))
        assert ("≠" in head) is (len(set(expected)) > 1)
    assert widget.html.count("they part here") <= 1


def test_a_card_that_a_pack_lacks_is_said_to_be_missing() -> None:
    widget = Compare("troeven", "belgian", hand="7S AH", trick="TS", trump="H")
    assert verdicts(widget, "7S") == [True, None] and "not in its pack" in widget.html
    assert "The seven of spades is not in the pack of every game here" in status(widget)


@pytest.mark.parametrize(("first", "second"), list(combinations(IDS, 2)))
def test_the_smallest_place_shows_what_the_engine_found(first: str, second: str) -> None:
    widget = Compare(first, second, seed=2)
    widget.receive({"action": "smallest"})
    found = smallest_difference(load(first), load(second), seed=2)
    assert found is not None
    assert 'aria-pressed="true"' in widget.html
    assert "they part" in widget.html
    assert f'data-clause="{found.clause}"' in widget.html
    if found.about == "cards":
        for card in found.hand:
            assert verdicts(widget, card) == [card in found.first, card in found.second]
    share = widget.share
    widget.receive({"action": "deal"})
    assert widget.state.smallest
    assert widget.share != share
    widget.receive({"action": "undo"})
    widget.receive({"action": "undo"})
    assert widget.state == Compare(first, second, seed=2).state


def test_one_game_does_not_part_from_itself() -> None:
    widget = Compare("mit", "mit", smallest=True)
    assert status(widget) == "Couillon with Mit and Couillon with Mit do not part anywhere: they are one game."
    assert "All of them go alike on this deal" in status(Compare("mit", "mit"))
    assert "All of them judge these cards alike." in status(Compare("mit", "mit", **GIVEN))


@pytest.mark.parametrize("second", [*IDS, "all"])
def test_a_whole_deal_goes_to_the_board(second: str) -> None:
    for seed in range(4):
        widget = Compare("belgian", second, seed=seed, mit=True)
        table = rows(widget)
        board = next(cells for head, cells in table.items() if head.startswith("Board"))
        assert len(board) == len(widget.state.sides)
        assert all("→" in cell for cell in board)
        assert sum(head.startswith("Trick ") for head in table) == min(s.rules.hand for s in widget.state.sides)
        assert ("they part here" in widget.html) is (not status(widget).startswith("All of them go alike"))


def test_a_place_without_cards_is_told_in_words() -> None:
    told = [
        Difference("board", "boucle", ("6", "4"), ("5", "4"), deals=(Ended("NS", "EW"), Ended("--", "==", False))),
        Difference("board", "mit", ("13", "9"), ("13", "10"), deals=(Ended("EW", "EW", True, ("mit",)),)),
        Difference("deal", "packets", ("2", "2", "8"), ("3", "3", "0")),
        Difference("making", "mit", ("pass",), (), acts=("trump S",)),
    ]
    plain = [_plain("".join(found_rows(one))) for one in told]
    assert plain[0].startswith(
        "North–South made the trumps and East–West won; then nobody made the trumps and the points were equal"
    )
    assert "6 : 4 5 : 4" in plain[0]
    assert plain[1].startswith("East–West made the trumps, East–West won by all the tricks and Mit was said")
    assert "2 + 2; 8 left over 3 + 3; 0 left over" in plain[2]
    assert "so far: name spades" in plain[3]
    assert plain[3].endswith("pass it does not come so far")
    assert found_rows(None) == []


def test_the_lists_choose_both_games_and_a_wrong_one_is_answered() -> None:
    widget = Compare("belgian", "kwajongen", **GIVEN)
    widget.receive({"action": "second", "value": "all"})
    assert len(widget.state.sides) == 11
    widget.receive({"action": "smallest"})
    assert status(widget) == "Choose two games: a difference is one between two."
    widget.receive({"action": "second", "value": "mit"})
    widget.receive({"action": "variant", "value": "ardennes"})
    widget.receive({"action": "mit"})
    assert repr(widget).startswith("Compare('ardennes', 'mit', seed=1, hand='QS JH 9D QC'")
    assert widget.state.spot is not None and widget.state.spot.mit
    widget.receive({"action": "second", "value": "bridge"})
    assert "There is no variant" in status(widget)
    assert widget.state.second == "mit"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"hand": "QS"}, "Give a hand with the trick and the trump"),
        ({"hand": "", "trump": "H"}, "The hand is empty"),
        ({"hand": "QS", "trick": "AS KS TS JS", "trump": "H"}, "The trick has 4 cards before you"),
        ({"hand": "QS QS", "trump": "H"}, "The queen of spades is there twice"),
        ({"hand": "AS KS QS JS TS 9S 8S 7S AH", "trump": "H"}, "A hand has at most 8 cards, not 9."),
        ({"smallest": True, "second": "all"}, "Choose two games"),
    ],
)
def test_cards_that_cannot_be_are_answered_in_a_sentence(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        Compare(**given)  # type: ignore[arg-type]


def test_who_leads_and_who_wins_can_be_where_games_part() -> None:
    assert status(Compare("belgian", "ardennes")).startswith(
        "Here they part: in Couillon South leads to the first trick, in Couillon d'Ardenne East. "
    )
    widget = Compare("belgian", "konter-a-matt", hand="9C", trick="KH QS", trump="H")
    assert widget.told().what == "In Couillon the king of hearts wins, in Konter a Matt the queen of spades."
    assert 'data-clause="queens"' in widget.html
    head = next(head for head in rows(widget) if head.startswith("Wins so far"))
    assert "they part here" in head
    widget = Compare("belgian", "konter-a-matt", seed=16)
    head = next(head for head in rows(widget) if head.startswith("Takes the trick"))
    assert "they part here" in head
    assert "North–South" not in status(widget) and "wins, in Konter a Matt" in status(widget)
    assert status(Compare("belgian", "simplified", seed=1)).startswith("All of them go alike on this deal")


@pytest.mark.parametrize(
    "text",
    [
        "belgian//1/bridge////",
        "belgian/length~7/1/mit////",
        "belgian//1/mit////QS",
        "belgian//1/mit//H/AS/",
        "belgian//1/mit//H/AS/AS",
        "belgian//1/all/=///",
        "belgian//1",
    ],
)
def test_a_link_to_nothing_is_damaged(text: str) -> None:
    for widget in (Compare(), HouseRules()):
        widget.receive({"action": "restore", "value": sealed(text)})
        damaged = status(widget).startswith("This link is damaged, so here is a fresh deal.")
        assert damaged or (widget.kind, text) == ("house-rules", "belgian//1")


# House rules


def test_every_axis_is_there_with_its_values() -> None:
    assert {axis for group in GROUPS.values() for axis in group} == {item.name for item in fields(Rules)}
    widget = HouseRules()
    lists = {attrs["data-action"] for attrs, _words in Tree(widget.html).all("select")}
    assert {f"axis-{item.name.replace('_', '-')}" for item in fields(Rules)} <= lists
    for item in fields(Rules):
        if item.metadata["kind"] == "word":
            for value in item.metadata["allowed"]:
                assert f'value="{item.name}~{value}"' in widget.html


@pytest.mark.parametrize("game", IDS)
def test_a_rule_is_switched_and_its_effect_shown(game: str) -> None:
    widget = HouseRules(game)
    now = variant(game).rules.length
    widget.receive({"action": "axis-length", "value": f"length~{now + 1}"})
    assert widget.state.house == (("length", now + 1),)
    assert "1 rule changed" in widget.html
    assert f"changed; in {variant(game).name}: {now}" in _plain(widget.html)
    assert f"On average over {DEALS} deals of random play under each" in widget.html
    board = next(cells for head, cells in rows(widget).items() if head.startswith("Board"))
    assert len(board) == 2
    widget.receive({"action": "axis-length", "value": f"length~{now}"})
    assert widget.state.house == ()
    widget.receive({"action": "undo"})
    widget.receive({"action": "restart"})
    assert widget.state == HouseRules(game).state


def test_a_duty_shows_its_cards_and_its_clause() -> None:
    said = []
    for seed in range(6):
        widget = HouseRules(seed=seed)
        widget.receive({"action": "axis-follow", "value": "follow~strict"})
        said.append(status(widget))
        if "Here they part" in said[-1]:
            assert 'data-clause="must-follow"' in widget.html
            assert "they part here" in widget.html
    assert any("Here they part: in Couillon" in line for line in said)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("packets~6+", "The axis trump cannot be turn-up: no card is left to turn."),
        ("follow~never", 'The axis follow cannot be "never"'),
        ("colour~red", 'There is no axis "colour"'),
        ("shown_card~5", "The axis shown_card must be 0 unless trump is shown."),
        ("", "Choose one axis and its value."),
    ],
)
def test_what_contradicts_is_answered_and_not_taken(change: str, sentence: str) -> None:
    widget = HouseRules("belgian", {"length": 7})
    before = widget.state
    widget.receive({"action": "axis-any", "value": change})
    assert status(widget).startswith(sentence)
    assert widget.state is before


@pytest.mark.parametrize("game", variants(), ids=lambda game: game.id)
def test_every_way_of_making_trumps_can_be_chosen_in_every_game(game: Variant) -> None:
    for trump in sorted({other.rules.trump for other in variants()}):
        widget = HouseRules(game.id)
        widget.receive({"action": "axis-trump", "value": f"trump~{trump}"})
        rules = widget.state.rules
        assert rules.trump == trump
        also = [axis for axis, _value in widget.state.house if axis != "trump"]
        assert status(widget).count("Set as well, since one does not go without the other") == len(also)
        widget.receive({"action": "axis-trump", "value": f"trump~{game.rules.trump}"})
        assert widget.state.rules.trump == game.rules.trump
        widget.receive({"action": "restart"})
        before = widget.state
        widget.receive({"action": "restart"})
        assert widget.state is before
        assert widget.state.rules == game.rules


def test_a_rule_file_goes_out_and_comes_in_again() -> None:
    widget = HouseRules("kwajongen", {"beat": True, "packets": [3, 1], "queens": ["QC"], "tie": "nothing"})
    widget.receive({"action": "save"})
    link = re.search(r'href="data:text/plain;charset=utf-8,([^"]+)" download="([^"]+)"', widget.html)
    assert link is not None
    assert link[2] == "couillon-kwajongen-rules.toml"
    other = HouseRules("mit")
    other.receive({"action": "open", "value": "\ufeff" + unquote(link[1])})
    assert other.state == widget.state
    assert status(other).startswith("The rule file is open. Its rules are those of Kwajongen")
    other.receive({"action": "open", "value": "[axes]\nlength = 0"})
    assert status(other).startswith("rules.toml: The axis length cannot be 0")
    other.receive({"action": "open", "value": "#" * 30_000})
    assert status(other) == "A rule file has at most 20000 characters."
    assert other.state == widget.state
    other.receive({"action": "open", "value": "[axes]\nlength = 6"})
    assert (other.state.game, other.state.house) == ("belgian", (("length", 6),))


def test_from_the_rules_to_a_table_and_back() -> None:
    house = {"beat": True, "packets": [3, 1], "queens": ["QC"]}
    widget = HouseRules("kwajongen", house, seed=3)
    link = re.search(r'href="play.html#table=([^"]+)">Play by these rules', widget.html)
    assert link is not None
    table = Table()
    table.receive({"action": "restore", "value": unescape(link[1])})
    assert (table.state.game, table.state.rules, table.state.seed) == ("kwajongen", widget.state.rules, 3)
    assert ">house rules<" in table.html
    assert ">house rules<" not in Table().html
    back = re.search(r'href="compare.html#house-rules=([^"]+)"', table.html)
    assert back is not None
    again = HouseRules()
    again.receive({"action": "restore", "value": unescape(back[1])})
    assert again.state == widget.state


def test_a_game_dealt_otherwise_keeps_its_house_rules() -> None:
    widget = HouseRules("force", {"follow": "strict"})
    widget.receive({"action": "deal"})
    assert (widget.state.seed, widget.state.house) == (2, (("follow", "strict"),))
    widget.receive({"action": "variant", "value": "mit"})
    assert (widget.state.game, widget.state.house) == ("mit", ())
    assert write_house([("queens", ())]) in widget.html
