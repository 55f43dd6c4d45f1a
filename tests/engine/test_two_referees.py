"""The engine and the slow referee must agree: on positions, on tricks, on boards and on whole deals."""

from __future__ import annotations

from itertools import combinations, permutations, product
from random import Random
from typing import Any

import pytest
from slow_referee import GAMES, Game, Table, conduct, hand_out, has_won, high_to_low, whole_pack, worth, write_down

from couillon.cards import Card, left_of, pack
from couillon.deal import deal
from couillon.game import apply, legal_actions, result, start
from couillon.kernel import Layout, layout, trump_order
from couillon.rules import Rules, load, variants
from couillon.scoring import Board, Result, new_board, score
from couillon.verdicts import judge
from engine.support import VARIANTS, count, in_plain_words

POSITIONS = count("COUILLON_POSITIONS", 1_000_000)
DEALS = count("COUILLON_DEALS", 4_000)
TABLES = [(v, trump, mit) for v in VARIANTS for trump in "SHDC" for mit in (False, True)[: 1 + bool(GAMES[v]["mit"])]]


def test_the_slow_referee_knows_every_variant() -> None:
    assert [v.id for v in variants()] == sorted(VARIANTS, key=[v.id for v in variants()].index)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_variants_in_data_are_those_of_the_rule_book(variant: str) -> None:
    assert in_plain_words(load(variant)) == GAMES[variant]


@pytest.mark.parametrize(("variant", "trump", "mit"), TABLES)
def test_the_order_of_the_trumps_agrees(variant: str, trump: str, mit: bool) -> None:
    assert list(trump_order(load(variant), trump, mit)) == high_to_low(GAMES[variant], trump, mit)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.usefixtures("untraced")
def test_a_million_random_positions_agree(variant: str) -> None:
    tables = [table for table in TABLES if table[0] == variant]
    for _variant, trump, mit in tables:
        each = POSITIONS // len(TABLES) + 1
        random_positions(load(variant), GAMES[variant], trump, mit, each, Random(f"{variant} {trump} {mit}"))


def random_positions(rules: Rules, game: Game, trump: str, mit: bool, how_many: int, random: Random) -> None:
    slow, fast = Table(game, trump, mit), layout(rules, trump, mit)
    bit, cards, size, draw = fast.bit, list(pack(rules.pack)), rules.hand, random.random
    for i in range(how_many):
        # A lead is always free, so only few of the positions are leads.
        before = 1 + int(draw() * 3) if i % 32 else 0
        held = 1 + int(draw() * size)
        drawn = random.sample(cards, before + held)
        trick, hand = drawn[:before], drawn[before:]
        bits = [bit[card] for card in trick]
        mask = 0
        for card in hand:
            mask |= bit[card]
        legal = fast.legal(mask, bits)
        # Most positions are compared by their legal cards alone; one in sixteen by everything there is.
        expected = slow.legal(hand, trick)
        if legal.bit_count() != len(expected) or any(not legal & bit[card] for card in expected):
            raise AssertionError(f"{game} {trump=} {mit=} {hand=} {trick=} {expected=} {fast.unpack(legal)=}")
        if not i % 16:
            in_full(rules, slow, fast, trump, mit, hand, trick)


def in_full(
    rules: Rules, slow: Table, fast: Layout, trump: str, mit: bool, hand: list[Card], trick: list[Card]
) -> None:
    verdicts = judge(rules, trump, hand, trick, mit=mit)
    assert [v.act for v in verdicts] == hand
    assert [None if v.legal else v.clause for v in verdicts] == [slow.objection(hand, trick, c) for c in hand]
    assert all(v.what and v.legal is not bool(v.instead) for v in verdicts)
    assert fast.points(fast.bits(hand)) == worth(hand)
    if trick:
        assert fast.winner([fast.bit[card] for card in trick]) == slow.winning(trick)


# Every combination of duties that rules may have, on packs that are small enough to look at everything.
DUTIES = [
    {"follow": follow, "void": void, "beat": beat, "overtrump": over, "undertrump": under, "partner_exempt": exempt}
    for follow, void, beat, over, under, exempt in product(
        ("or-trump", "strict"), ("free", "trump"), (False, True), (False, True), (False, True), (False, True)
    )
    if not (over and void == "free") and not (under and not over) and not (exempt and not beat and void == "free")
]
SMALL = {
    "two suits, a trump among them": ("S", "AS JS TS 9S AH JH TH 9H", {}),
    "two suits, neither the trump": ("D", "AS JS TS 9S AH JH TH 9H", {}),
    "four suits": ("C", "AS 9S AH 9H AD 9D AC 9C", {}),
    "queens that are trumps": ("H", "AH KH QS KS QD KD QH AD", {"queens": ["QS", "QH", "QD"]}),
}


@pytest.mark.parametrize("small", SMALL)
@pytest.mark.usefixtures("untraced")
def test_small_packs_agree_exhaustively_under_every_set_of_duties(small: str) -> None:
    trump, text, extra = SMALL[small]
    cards = [Card(word) for word in text.split()]
    positions = [
        (list(hand), list(trick))
        for size in (1, 2, 3)
        for hand in combinations(cards, size)
        for before in range(4 if size < 3 else 3)
        for trick in permutations([c for c in cards if c not in hand], before)
    ]
    for duties in DUTIES:
        rules = load("belgian", {**duties, **extra})
        slow, fast = Table(in_plain_words(rules), trump), layout(rules, trump)
        for hand, trick in positions:
            legal = fast.legal(fast.bits(hand), [fast.bit[card] for card in trick])
            assert set(fast.unpack(legal)) == slow.legal(hand, trick), (duties, hand, trick)


@pytest.mark.parametrize("duties", DUTIES, ids=lambda d: " ".join(str(v) for v in d.values()))
def test_every_set_of_duties_agrees_on_clauses_too(duties: dict[str, Any]) -> None:
    rules = load("belgian", duties)
    random = Random(str(duties))
    for trump in "SHDC":
        slow, fast = Table(in_plain_words(rules), trump), layout(rules, trump)
        for _ in range(60):
            drawn = random.sample(pack(), 7)
            in_full(rules, slow, fast, trump, False, drawn[:4], drawn[4 : 4 + random.randrange(4)])


def as_engine_board(rules: Rules, ns: int, ew: int, waiting: int) -> Board:
    return Board((ns, ew), rules.length, waiting, rising=rules.scoring == "points")


def random_result(rules: Rules, random: Random) -> dict[str, Any]:
    """A result that a deal can have: the cards in play are drawn and thrown into two heaps, trick by trick."""
    drawn = random.sample(pack(rules.pack), 4 * rules.hand)
    heaps: list[list[str]] = [[], []]
    sweep = random.random() < 0.2
    for i in range(rules.hand):
        heaps[0 if sweep else random.randrange(2)] += drawn[4 * i : 4 * i + 4]
    if random.random() < 0.5:
        heaps.reverse()
    makers = random.choice(["NS", "EW", None] if rules.all_pass != "none" else ["NS", "EW"])
    points = [worth(heap) for heap in heaps]
    mit = rules.mit != "none" and random.random() < 0.6
    kontra = mit and rules.raises == "kontra-re" and random.random() < 0.6
    return {
        "makers": makers,
        "points": points,
        "taken": [len(heap) // 4 for heap in heaps],
        "mit": mit,
        "kontra": kontra,
        "re": kontra and random.random() < 0.6,
        "raises": random.randrange(6) if mit and rules.raises == "open" else 0,
        "matt": int(rules.announce and random.random() < 0.5),
        "konter": int(rules.announce and random.random() < 0.5),
    }


def scored(rules: Rules, board: Board, deal: dict[str, Any]) -> tuple[Board, str | None]:
    ns, ew = deal["points"]
    found = score(rules, board, Result(deal["makers"], (ns, ew), tuple(deal["taken"]), deal["mit"], deal["kontra"],
                                       deal["re"], deal["matt"], deal["konter"], deal["raises"]))  # fmt: skip
    return found.board, found.won


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.usefixtures("untraced")
def test_random_results_are_scored_alike(variant: str) -> None:
    rules, game, random = load(variant), GAMES[variant], Random(variant)
    ties = 0
    for _ in range(1500):
        low, high = (-3, game["length"] - 1) if game["board"] == "points" else (1, game["length"] + 3)
        ns, ew = random.randint(low, high), random.randint(low, high)
        waiting = random.randrange(2) if game["tie"] == "next win worth two" else 0
        deal_done = random_result(rules, random)
        ties += deal_done["points"][0] == deal_done["points"][1]
        expected = write_down(game, {"NS": ns, "EW": ew, "waiting": waiting}, deal_done)
        board, won = scored(rules, as_engine_board(rules, ns, ew, waiting), deal_done)
        assert (*board.counts, board.ties) == (expected["NS"], expected["EW"], expected["waiting"]), deal_done
        assert won == has_won(game, expected), deal_done
    assert ties > 20


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.usefixtures("untraced")
def test_random_whole_deals_agree(variant: str) -> None:
    rules, game = load(variant), GAMES[variant]
    random = Random(f"deals of {variant}")
    for seed in range(DEALS // len(VARIANTS) + 1):
        play_both(rules, game, seed, "NESW"[seed % 4], random)


def play_both(rules: Rules, game: Game, seed: int, dealer: str, random: Random) -> None:
    """Play one random deal under both referees, which must allow the same at every step and come to the same end."""
    dealt = deal(rules, seed, dealer)
    lying = shuffled_pack(dealt, rules)
    hands, stock = hand_out(game, dealer, lying)
    state, asking = start(rules, dealt), conduct(game, dealer, hands, stock)
    seat, allowed = next(asking)
    while True:
        assert state.to_act == seat
        options = legal_actions(state)
        assert len(options) == len(set(options))
        assert set(options) == allowed, (dealt, state.actions)
        action = options[int(random.random() * len(options))]
        cards_instead = [] if state.question not in ("kontra", "re", "raise") else slow_cards(game, state)
        if cards_instead and random.random() < 0.2:
            action = cards_instead[int(random.random() * len(cards_instead))]
        # Words that lengthen the talk are chosen a little more often, so that all of it is heard.
        elif state.question == "raise" and random.random() < 0.5:
            action = "raise"
        state = apply(state, action)
        try:
            seat, allowed = asking.send(action)
        except StopIteration as end:
            facts = end.value
            break
    assert state.phase == "over"
    assert legal_actions(state) == ()
    assert [(t.leader, list(t.cards), t.winner) for t in state.tricks] == facts["tricks"]
    assert (state.trump, state.makers) == (facts["trump"], facts["makers"])
    assert (list(state.points), list(state.taken)) == (facts["points"], facts["taken"])
    end = result(state)
    for word in ("mit", "kontra", "re", "raises", "matt", "konter"):
        assert getattr(end, word) == facts[word]
    fresh = new_board(rules)
    expected = write_down(game, {"NS": fresh.counts[0], "EW": fresh.counts[1], "waiting": 0}, facts)
    assert (*score(rules, fresh, end).board.counts,) == (expected["NS"], expected["EW"])


def slow_cards(game: Game, state: Any) -> list[str]:
    trick = state.trick
    if state.turned and not state.tricks and not trick.cards:
        return [state.turned]
    return sorted(Table(game, state.trump, True).legal(state.hand(trick.to_play), trick.cards))


def shuffled_pack(dealt: Any, rules: Rules) -> list[str]:
    """Put a deal back into the pack in the order in which it was dealt."""
    left = {seat: list(dealt.hand(seat)) for seat in "NESW"}
    lying: list[str] = []
    for packet in rules.packets:
        for turn in range(1, 5):
            seat = left_of(dealt.dealer, turn)
            lying += left[seat][:packet]
            del left[seat][:packet]
    lying += dealt.stock
    assert sorted(lying) == sorted(whole_pack(in_plain_words(rules)))
    return lying
