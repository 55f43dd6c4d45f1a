"""The smallest difference between two games: it is one, no smaller one is, and it is found in bounded time."""

from __future__ import annotations

from random import Random
from time import monotonic

import pytest

from couillon.cards import SUITS, Card, pack
from couillon.contrast import ABOUT, Difference, clauses_of, smallest_difference, taught_by
from couillon.deal import deal
from couillon.endings import Ended, parse_ended
from couillon.game import apply, legal_actions, replay, start
from couillon.kernel import layout
from couillon.making import making
from couillon.rules import Rules, RulesError, clauses, load
from couillon.scoring import Board, ScoreError, new_board, score
from couillon.verdicts import judge
from couillon.winning import who_wins

from .support import VARIANTS

BASIC = load()
RELATIVES = [id for id in VARIANTS if id != "belgian"]
#: Every clause that a relative has and the basic game lacks.
LESSONS = [(id, clause) for id in RELATIVES for clause in taught_by(BASIC, load(id))]


def found(first: Rules, second: Rules, clause: str | None = None, **more: object) -> Difference:
    difference = smallest_difference(first, second, clause, **more)  # type: ignore[arg-type]
    assert difference is not None
    return difference


def legal(rules: Rules, place: Difference) -> tuple[str, ...]:
    mit = place.mit and rules.mit != "none"
    return tuple(v.act for v in judge(rules, place.trump, place.hand, place.trick, mit=mit) if v.legal)


def board_after(rules: Rules, deals: tuple[Ended, ...]) -> Board:
    board = new_board(rules)
    for ended in deals:
        board = score(rules, board, ended.told_to(rules).result(rules)).board
    return board


@pytest.mark.parametrize(("game", "clause"), LESSONS)
def test_every_clause_that_the_basic_game_lacks_makes_a_difference(game: str, clause: str) -> None:
    rules, begin = load(game), monotonic()
    place = found(BASIC, rules, clause)
    assert monotonic() - begin < 10
    assert place.clause == clause
    if place.about == "cards":
        assert place.first == legal(BASIC, place) != legal(rules, place) == place.second
        assert len(place.trick) + len(place.hand) <= 4
    elif place.about == "trick":
        one, two = (who_wins(r, place.trump, place.trick, mit=place.mit and r.mit != "none") for r in (BASIC, rules))
        assert len(place.trick) == 4
        assert (place.first, place.second) == ((place.trick[one.index],), (place.trick[two.index],))
        assert place.first != place.second
        assert clause in two.clauses
    elif place.about == "making":
        state = replay(rules, deal(rules, place.seed, place.dealer), place.acts)
        assert legal_actions(state) == place.second
    else:
        assert place.about == "board"
        assert place.second == tuple(str(n) for n in board_after(rules, place.deals).counts)
        assert place.first == tuple(str(n) for n in board_after(BASIC, place.deals).counts)


@pytest.mark.parametrize("game", VARIANTS)
def test_a_game_does_not_differ_from_itself(game: str) -> None:
    assert smallest_difference(load(game), load(game)) is None


@pytest.mark.parametrize("game", VARIANTS)
def test_where_no_small_position_differs_no_large_one_does(game: str) -> None:
    """Two cards of a trick and two of a hand are enough: checked against whole hands and tricks by chance."""
    rules, random = load(game), Random(5)
    place = smallest_difference(BASIC, rules, about="cards")
    differs = False
    for _try in range(600):
        trump, mit = random.choice(SUITS), random.random() < 0.5
        cards = random.sample(pack(24), 7)
        trick, hand = cards[: random.randrange(1, 4)], cards[3:]
        allowed = []
        for r in (BASIC, rules):
            table = layout(r, trump, mit and r.mit != "none")
            bits = table.legal(table.bits(hand), [table.bit[card] for card in trick])
            allowed.append({card for card in hand if table.bit[card] & bits})
        differs |= allowed[0] != allowed[1]
    assert differs is (place is not None)


def test_two_cards_on_the_table_are_needed_only_for_a_trick_that_is_trumped() -> None:
    sizes = {c: len(found(BASIC, load("ardennes"), c).trick) for c in taught_by(BASIC, load("ardennes")) if "must" in c}
    assert sizes == {"must-follow": 1, "must-trump": 1, "must-beat": 1, "must-overtrump": 2, "must-undertrump": 2}


def test_a_partner_who_is_winning_needs_two_cards_on_the_table() -> None:
    rules = load("ardennes")
    place = found(rules, rules.replace({"partner_exempt": True}), "partner-exempt")
    assert (place.about, len(place.trick), len(place.hand)) == ("cards", 2, 2)


def test_another_seed_shows_another_position_of_the_same_size() -> None:
    places = [found(BASIC, load("kwajongen"), "must-follow", seed=seed) for seed in range(1, 6)]
    assert len({(place.trick, place.hand) for place in places}) > 1
    assert {(len(place.trick), len(place.hand)) for place in places} == {(1, 2)}


def test_special_trumps_win_in_one_game_only() -> None:
    place = found(BASIC, load("konter-a-matt"), "queens")
    assert place.about == "trick"
    assert place.second[0] in ("QS", "QH", "QD")
    assert found(load("konter-a-matt"), load("st-vith"), about="cards").trick


def test_a_declared_queen_is_a_trump() -> None:
    assert found(BASIC, load("mit"), "mit", about="trick").mit
    assert found(BASIC, load("mit"), about="cards").mit
    assert smallest_difference(load("mit"), load("mit"), about="trick") is None


def test_who_leads_differs_once_the_maker_is_not_eldest() -> None:
    place = found(BASIC, load("ardennes"), "first-lead-maker")
    assert place.acts == ("pass", "accept")
    hands = [start(r, deal(r, place.seed, "E")) for r in (BASIC, load("ardennes"))]
    leaders = [making(apply(apply(state, "pass"), "accept")).leader for state in hands]
    assert leaders == ["S", "W"]


def test_four_passes_end_in_three_ways() -> None:
    for game, clause in (("ardennes", "all-pass-again"), ("tongeren", "all-pass-keep")):
        assert found(BASIC, load(game), clause).acts == ("pass",) * 4


def test_what_is_said_at_a_first_turn_is_looked_for_in_the_deal_where_it_comes_first() -> None:
    for game, clause, acts in (("mit", "mit", 2), ("mit", "kontra", 2), ("st-vith", "mit-before-lead", 1),
                               ("st-vith", "raise", 2), ("konter-a-matt", "announce", 2), ("eifel", "turned-own", 1),
                               ("mit", "turned-last", 1)):  # fmt: skip
        for seed in (1, 7):
            assert len(found(BASIC, load(game), clause, seed=seed).acts) == acts


def test_boards_part_after_the_fewest_and_plainest_deals() -> None:
    told = {
        ("ardennes", "tie-penalty"): "NS:== NS:EW",
        ("kwajongen", "match"): "",
        ("mit", "sweep"): "NS:NS:all",
        ("mit", "stakes-add"): "NS:NS:mit",
        ("eifel", "makers-swept"): "NS:EW:all",
        ("st-vith", "tie-makers-lose"): "NS:==",
        ("simplified", "points-win"): "NS:NS",
    }
    for (game, clause), deals in told.items():
        assert " ".join(map(str, found(BASIC, load(game), clause).deals)) == deals
    doubled = found(load("mit"), load("mit", {"stakes": "double"}), "stakes-double")
    assert [str(ended) for ended in doubled.deals] == ["NS:NS:mit+kontra"]
    assert (doubled.first, doubled.second) == (("10", "13"), ("9", "13"))


def test_pack_and_packets_are_the_last_thing_that_can_differ() -> None:
    assert found(BASIC, load("mit"), "packets").second == ("3", "2", "4")
    assert found(BASIC, load("troeven"), "pack").second == ("4", "4", "0")
    house = load("belgian", {"packets": [3, 1]})
    assert found(BASIC, house).about == "deal"
    assert smallest_difference(BASIC, house, "pack") is None


def test_clauses_of_every_game_make_none() -> None:
    for id, clause in clauses().items():
        if clause.common:
            assert smallest_difference(BASIC, load("eifel"), id) is None
    assert smallest_difference(BASIC, load("kwajongen"), "boucle", about="cards") is None
    assert smallest_difference(load("ardennes"), load("kwajongen"), "partner-exempt") is None
    assert smallest_difference(load("mit"), load("konter-a-matt"), "mit-before-lead") is None
    # A clause that both games have and read alike makes none either, once everything was looked through.
    assert smallest_difference(load("mit"), load("eifel"), "mit", about="trick") is None
    assert smallest_difference(load("st-vith"), load("eifel"), "void-free") is None


def test_unknown_clauses_and_kinds_are_refused_in_one_sentence() -> None:
    with pytest.raises(RulesError, match="There is no clause"):
        smallest_difference(BASIC, BASIC, "must-fly")
    with pytest.raises(
        RulesError,
        match=r'^"smell" is nothing that two games part about: choose cards, trick, making, board or deal\.$',
    ):
        smallest_difference(BASIC, BASIC, about="smell")
    assert set(ABOUT) == {"cards", "trick", "making", "board", "deal"}


def test_what_a_game_teaches_is_what_it_adds() -> None:
    assert taught_by(BASIC, load("force")) == ("named-trump",)
    for id in RELATIVES:
        assert set(taught_by(BASIC, load(id))) <= set(clauses_of(load(id)))


def test_endings_are_read_written_and_refused() -> None:
    for text in ("NS:EW", "--:NS", "EW:==", "NS:EW:all", "NS:NS:all+mit+kontra", "EW:NS:raise+raise"):
        assert str(parse_ended(text)) == text
    refused = {
        "NS": "makers and winners, such as NS:EW",
        "XX:NS": "The makers are NS, EW or --",
        "NS:XX": "A deal is won by NS or EW",
        "NS:NS:loud": "After the winners of a deal stands all, mit, kontra",
    }
    for text, words in refused.items():
        with pytest.raises(ValueError, match=words):
            parse_ended(text)


@pytest.mark.parametrize("game", VARIANTS)
def test_an_ending_has_a_result_wherever_it_can_be(game: str) -> None:
    rules = load(game)
    for text in ("NS:NS", "NS:EW", "EW:==", "NS:NS:all", "EW:NS:all"):
        result = parse_ended(text).result(rules)
        assert (result.makers, sum(result.tricks)) == (text[:2], rules.hand)
        assert (0 in result.tricks) == ("all" in text)
    with pytest.raises(ScoreError, match=r"There is no|These rules know no"):
        parse_ended("NS:NS:kontra").result(rules)
    if rules.all_pass == "none":
        with pytest.raises(ScoreError, match="always has makers"):
            parse_ended("--:NS").result(rules)
    with pytest.raises(ScoreError, match="not possible"):
        parse_ended("NS:==:all").result(rules)


def test_cards_of_the_smaller_pack_only() -> None:
    """A position for games with other packs takes cards that both have."""
    place = found(load("troeven"), load("kwajongen"), "must-follow")
    assert {*place.trick, *place.hand} <= set(pack(24))
    assert isinstance(place.trick[0], Card)
