"""The engine tells what happened: the deal step by step, the making of trumps, who wins a trick, and the count."""

from __future__ import annotations

import pytest

from couillon.cards import SUITS, pack, parse_cards, points
from couillon.counting import ahead, counted, in_play, piles
from couillon.deal import deal
from couillon.dealing import deal_steps
from couillon.game import apply, legal_actions, replay, start
from couillon.making import axis_clause, making, settled, to_declare
from couillon.rules import clauses, load, variants
from couillon.selfplay import bot_deal
from couillon.simulate import random_deals
from couillon.winning import who_wins, why_not

GAMES = [v.id for v in variants()]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealer", "NESW")
def test_the_steps_of_a_deal_are_the_deal(game: str, dealer: str) -> None:
    rules = load(game)
    dealt = deal(rules, 3, dealer)
    steps = deal_steps(rules, dealt)
    for seat in "NESW":
        got = [card for step in steps if step.seat == seat and step.what == "packet" for card in step.cards]
        assert tuple(got) == dealt.hand(seat)
    packets = [step for step in steps if step.what == "packet"]
    assert [len(step.cards) for step in packets] == [n for n in rules.packets for _ in range(4)]
    assert packets[0].seat == dealt.eldest and packets[-1].seat == dealer
    assert {step.clause for step in steps} <= {*clauses()}
    assert [step.cards for step in steps if step.what == "stock"] == ([dealt.stock] if dealt.stock else [])


def test_what_is_done_between_and_after_the_packets() -> None:
    def kinds(game: str) -> list[tuple[str, int]]:
        found = enumerate(deal_steps(load(game), deal(load(game), 1)))
        return [(step.what, at) for at, step in found if step.what != "packet"]

    assert kinds("belgian") == [("stock", 8), ("turned", 9)]
    assert kinds("tongeren") == [("shown", 8)]
    assert kinds("force") == [("named", 4 * len(load("force").packets))]
    assert kinds("konter-a-matt") == [("named", 4)]
    assert kinds("eifel") == [("named", 4), ("stock", 9)]
    shown = next(step for step in deal_steps(load("tongeren"), deal(load("tongeren"), 1)) if step.what == "shown")
    assert shown.cards == (deal(load("tongeren"), 1).hand("S")[3],) and shown.seat == "S"


MADE = [
    ("belgian", ["pass", "accept"], ("turn-up", "first-lead-eldest")),
    ("ardennes", ["accept"], ("turn-up", "first-lead-maker")),
    ("ardennes", ["pass"] * 5 + ["accept"], ("turn-up", "all-pass-again", "first-lead-maker")),
    ("ardennes", ["pass"] * 32, ("turn-up", "all-pass-again", "no-makers", "first-lead-maker")),
    ("tongeren", ["pass"] * 4, ("shown-card", "all-pass-keep", "no-makers", "first-lead-eldest")),
    ("troeven", ["trump H"], ("named-trump", "first-lead-eldest")),
    ("mit", ["turn"], ("named-trump", "turned-last", "first-lead-eldest")),
]


@pytest.mark.parametrize(("game", "actions", "cited"), MADE)
def test_why_the_trump_is_what_it_is(game: str, actions: list[str], cited: tuple[str, ...]) -> None:
    state = replay(load(game), deal(load(game), 1), actions)
    told = making(state)
    assert told.clauses == cited
    assert (told.trump, told.maker) == (state.trump, state.maker)
    assert told.card is None or told.card.suit == told.trump
    maker_leads = state.rules.first_lead == "maker" and state.maker
    assert told.leader == (state.maker if maker_leads else state.eldest)


def test_the_turned_card_of_the_eifel_is_told() -> None:
    state = start(load("eifel"), deal(load("eifel"), 1))
    turn = next(action for action in legal_actions(state) if action.startswith("turn "))
    told = making(apply(state, turn))
    assert told.card == turn[5:] and "turned-own" in told.clauses


def test_declarations_are_cited() -> None:
    rules = load("st-vith")
    state = replay(rules, deal(rules, 1), ["trump H", "mit", "raise", "pass", "pass"])
    assert making(state).clauses[-2:] == ("mit-before-lead", "raise")
    rules = load("konter-a-matt")
    state = replay(rules, deal(rules, 1), ["trump H"])
    while not any(word in legal_actions(state) for word in ("matt", "konter")):
        state = apply(state, legal_actions(state)[-1])
    state = apply(state, next(word for word in legal_actions(state) if word in ("matt", "konter")))
    assert making(state).clauses[-1] == "announce"


def test_before_the_trump_there_is_nothing_to_tell() -> None:
    with pytest.raises(ValueError, match="not made"):
        making(start(load(), deal(load(), 1)))


@pytest.mark.parametrize("game", GAMES)
def test_settled_means_that_nothing_can_be_declared_any_more(game: str) -> None:
    rules = load(game)
    for seed in range(15):
        state = start(rules, deal(rules, seed))
        while state.phase != "over":
            words = {action for action in legal_actions(state) if len(action) != 2 or action == "re"}
            if settled(state):
                assert not words
            if state.tricks:
                assert not to_declare(state)
            allowed = legal_actions(state)
            at = -1 if state.raises > 2 else (seed + len(state.actions)) % len(allowed)
            state = apply(state, allowed[at])
        assert making(state).trump == state.trump


def test_the_order_of_those_who_may_still_declare() -> None:
    rules = load("konter-a-matt")
    hands = {"W": "QS 9S TS JS KS AS", "N": "QH QD 9H TH JH KH"}
    from couillon.deal import check_deal

    rest = [card for card in pack(24) if card not in parse_cards(" ".join(hands.values()))]
    whole = {seat: parse_cards(text) for seat, text in hands.items()}
    dealt = check_deal(rules, "S", {**whole, "E": rest[:6], "S": rest[6:]}, ())
    state = replay(rules, dealt, ["trump C"])
    assert to_declare(state) == (("W", ("matt",)), ("N", ("konter",)))
    state = apply(state, "matt")
    assert to_declare(state) == (("N", ("konter",)),)
    state = apply(state, "9S")
    assert to_declare(state) == (("N", ("konter",)),)
    assert not settled(state)


def test_an_axis_without_words_has_no_clause_of_that_kind() -> None:
    assert axis_clause(load("mit"), "raises") == "kontra"
    assert axis_clause(load(), "announce") is None


WON = [
    ("belgian", "H", "TS KS 9S AD", False, 1, "There is no trump in it, so the highest card of the suit led wins"),
    ("belgian", "H", "TS 9H JH AS", False, 2, "The jack of hearts is the highest trump."),
    ("belgian", "S", "TS KS 9S AD", False, 1, "Trumps were led, so the highest trump wins"),
    ("belgian", "S", "TD", False, 0, "The ten of diamonds was led"),
    ("konter-a-matt", "C", "QH KC AD 9S", False, 0, "Trumps were led"),
    ("mit", "H", "AS QS KS 9S", True, 1, "The queen of spades is the only trump"),
]


@pytest.mark.parametrize(("game", "trump", "trick", "mit", "index", "why"), WON)
def test_who_wins_and_why(game: str, trump: str, trick: str, mit: bool, index: int, why: str) -> None:
    win = who_wins(load(game), trump, parse_cards(trick), mit=mit)
    assert win.index == index and why in win.why[0]
    assert win.clauses[0] == "trick"


def test_a_special_trump_is_explained_with_its_clause() -> None:
    win = who_wins(load("konter-a-matt"), "C", parse_cards("QH KC QD 9S"))
    assert win.clauses == ("trick", "queens") and len(win.why) == 3
    win = who_wins(load("st-vith"), "H", parse_cards("AS QS QC 9H"), mit=True)
    assert win.clauses == ("trick", "mit-before-lead", "queens")
    assert win.why[1] == "The queen of spades was declared, so she is a trump, just below the ace of hearts."
    assert who_wins(load("mit"), "H", parse_cards("AS QS")).clauses == ("trick",)


BEATEN = [
    ("belgian", "H", "TS KS 9H AD", 0, "Not the ten of spades: the nine of hearts is a trump."),
    ("belgian", "H", "TS KS 9C AD", 0, "Not the ten of spades: the king of spades is higher."),
    ("belgian", "H", "TS 9H JH AD", 1, "Not the nine of hearts: the jack of hearts is a higher trump."),
    ("belgian", "H", "TS KS 9C AD", 3, "Not the ace of diamonds: it is no trump, and spades were led."),
    ("belgian", "S", "TS KS 9C AD", 3, "Not the ace of diamonds: trumps were led, and it is no trump."),
]


@pytest.mark.parametrize(("game", "trump", "trick", "index", "why"), BEATEN)
def test_why_a_card_does_not_win(game: str, trump: str, trick: str, index: int, why: str) -> None:
    assert why_not(load(game), trump, parse_cards(trick), index) == why


def test_the_winner_has_no_reason_against_it() -> None:
    with pytest.raises(ValueError, match="does win"):
        why_not(load(), "H", parse_cards("TS KS"), 1)


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_whole_deals_and_the_piles_hold_what_was_played(game: str) -> None:
    rules = load(game)
    for seed in range(3):
        state = bot_deal(rules, seed, "N")
        assert state.phase == "over" and bot_deal(rules, seed, "N") is state
        ns, ew = piles(state)
        assert (points(ns), points(ew)) == state.points
        assert len(ns) + len(ew) == 4 * rules.hand
        low, high = in_play(rules)
        assert low <= sum(state.points) <= high
        for trick in state.tricks:
            win = who_wins(rules, state.trump or "", trick.cards, mit=state.mit or False)
            assert state.mit or trick.seat_of(win.index) == trick.winner
    for end in random_deals(rules, 60, 1):
        assert in_play(rules)[0] <= sum(end.points) <= in_play(rules)[1]


def test_an_unknown_strength_is_refused() -> None:
    with pytest.raises(ValueError, match="no bot of the strength"):
        bot_deal(load(), 1, "S", "master")


def test_counting_by_suit_and_by_rank_comes_to_the_same() -> None:
    for size in (24, 32):
        count = counted(pack(size))
        assert count.total == 40 == sum(n for _suit, n in count.suits) == sum(n for _rank, n in count.ranks)
        assert count.suits == tuple((suit, 10) for suit in SUITS)
    assert counted(()).total == 0
    assert [ahead(pair) for pair in ((0, 0), (1, 0), (0, 1))] == [None, "NS", "EW"]


def test_the_fewest_and_the_most_points_in_play() -> None:
    assert {game: in_play(load(game)) for game in ("belgian", "force", "eifel")} == {
        "belgian": (12, 40),
        "force": (40, 40),
        "eifel": (24, 40),
    }
    assert in_play(load("belgian", {"packets": [1]})) == (0, 16)
