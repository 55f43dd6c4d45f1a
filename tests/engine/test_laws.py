"""Laws that hold in every variant and under any house rules whatever."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from slow_referee import write_down

from couillon.cards import SEATS, SUITS, TEAMS, Card, left_of, pack, points
from couillon.deal import Deal, deal
from couillon.game import State, apply, legal_actions, replay, result, start, undo
from couillon.kernel import layout
from couillon.rules import Rules, clauses
from couillon.scoring import Board, Result, Scored, new_board, score
from couillon.verdicts import IllegalActionError, judge
from engine.house_rules import any_rules, house_rules
from engine.support import count, in_plain_words
from engine.test_two_referees import play_both, random_result

EXAMPLES = count("COUILLON_EXAMPLES", 120)
thoroughly = settings(max_examples=EXAMPLES, deadline=None, derandomize=True)

WORDS = ["accept", "pass", "turn", "mit", "kontra", "re", "raise", "matt", "konter", *(f"trump {s}" for s in SUITS)]
TOKENS = [*WORDS, *pack(32), *(f"turn {card}" for card in pack(32))]
NONSENSE = ["", "trump", "trump X", "turn XX", "AS KS", "1S", "pass pass", "\x00", "ﬀ", "no"]


def swap(team: str | None) -> str | None:
    return {"NS": "EW", "EW": "NS", None: None}[team]


def course(rules: Rules, seed: int, dealer: str = "S") -> list[State]:
    """Play a random deal; return every state on its way."""
    random = Random(seed)
    states = [start(rules, deal(rules, seed, dealer))]
    while states[-1].phase != "over":
        options = legal_actions(states[-1])
        # Raising for ever is allowed, so chance ends it.
        states.append(apply(states[-1], options[int(random.random() * len(options))]))
    return states


@thoroughly
@given(any_rules(), st.integers(0, 10**9), st.sampled_from(SEATS))
def test_a_deal_keeps_its_cards_and_its_points_and_comes_to_an_end(rules: Rules, seed: int, dealer: str) -> None:
    states = course(rules, seed, dealer)
    everything = sorted(pack(rules.pack))
    for state in states:
        gone = [card for trick in state.tricks for card in trick.cards]
        table = list(state.trick.cards) if state.trick else []
        held = [card for hand in state.held for card in hand]
        assert sorted(gone + table + held + list(state.deal.stock)) == everything
        assert sum(state.points) + points(table) + points(held) + points(state.deal.stock) == 40
        assert sum(state.taken) == len(state.tricks)
        # Somebody can always act until the end, and nobody after it.
        assert (state.to_act is None) == (legal_actions(state) == ()) == (state.phase == "over")
    end = states[-1]
    assert sum(end.taken) == rules.hand
    assert all(left_of(t.leader, i) == t.seat_of(i) for t in end.tricks for i in range(4))


@thoroughly
@given(any_rules(), st.integers(0, 10**9), st.sampled_from(SEATS))
def test_undo_is_identity_and_every_prefix_replays(rules: Rules, seed: int, dealer: str) -> None:
    states = course(rules, seed, dealer)
    for i, state in enumerate(states):
        assert len(state.actions) == i
        assert replay(rules, state.deal, states[-1].actions[:i]) == state
        assert undo(state) == states[max(0, i - 1)]


@settings(thoroughly, max_examples=EXAMPLES // 3)
@given(any_rules(), st.integers(0, 10**9), st.data())
def test_apply_takes_what_is_legal_and_refuses_everything_else(rules: Rules, seed: int, data: st.DataObject) -> None:
    states = course(rules, seed)
    state = data.draw(st.sampled_from(states))
    allowed = legal_actions(state)
    # While an answer is asked for, a card of the player whose turn it is passes for all still to be asked.
    passing: tuple[str, ...] = ()
    if state.question in ("kontra", "re", "raise"):
        silent = state
        while silent.question:
            silent = apply(silent, "pass")
        passing = tuple(token for token in legal_actions(silent) if token in pack(32))
        assert passing
    for token in dict.fromkeys([*TOKENS, *allowed, *NONSENSE]):
        if token in allowed or token in passing:
            after = apply(state, token)
            assert after.actions == (*state.actions, token)
            continue
        try:
            apply(state, token)
        except IllegalActionError as error:
            verdict = error.verdict
            assert not verdict.legal
            assert verdict.clause in clauses()
            assert verdict.what.strip().endswith(".")
            assert "{" not in verdict.message
            assert verdict.allowed == allowed
        else:
            raise AssertionError(f"{token!r} was taken in {state}")


@settings(thoroughly, max_examples=EXAMPLES * 2)
@given(any_rules(), st.sampled_from(SUITS), st.booleans(), st.integers(0, 10**9))
def test_there_is_always_a_legal_card_and_reasons_change_nothing(
    rules: Rules, trump: str, mit: bool, seed: int
) -> None:
    mit = mit and rules.mit != "none"
    table, random = layout(rules, trump, mit), Random(seed)
    for before in range(4):
        held = random.randint(1, rules.hand)
        drawn = random.sample(pack(rules.pack), min(before + held, rules.pack))
        trick, hand = drawn[:before], drawn[before:]
        bits, mask = [table.bit[card] for card in trick], table.bits(hand)
        why: list[tuple[str, int]] = []
        legal = table.legal(mask, bits)
        assert legal
        assert legal & ~mask == 0
        assert table.legal(mask, bits, why) == legal
        left = mask
        for clause, allowed in why:
            assert clause in clauses()
            left &= allowed
        assert left == legal, "the reasons together leave exactly what is legal"
        verdicts = judge(rules, trump, hand, trick, mit=mit)
        assert [v.act for v in verdicts if v.legal] == [c for c in hand if table.bit[c] & legal]
        assert all(v.clause in (*rules.clauses, "lead-any", "void-free") for v in verdicts)


def board_of(rules: Rules, random: Random) -> Board:
    low, high = (-3, rules.length - 1) if rules.scoring == "points" else (1, rules.length + 3)
    counts = (random.randint(low, high), random.randint(low, high))
    ties = random.randrange(3 if rules.tie_again == "grows" else 2) if rules.tie == "next-double" else 0
    loops = (max(0, counts[0] - rules.length), max(0, counts[1] - rules.length)) if rules.scoring == "slate" else (0, 0)
    return Board(counts, rules.length, ties, loops, rising=rules.scoring == "points")


def result_of(rules: Rules, random: Random) -> Result:
    told = random_result(rules, random)
    (ns, ew), taken = told["points"], told["taken"]
    return Result(told["makers"], (ns, ew), (taken[0], taken[1]), told["mit"], told["kontra"], told["re"],
                  told["matt"], told["konter"], told["raises"])  # fmt: skip


@settings(thoroughly, max_examples=EXAMPLES * 2)
@given(any_rules(), st.integers(0, 10**9))
def test_scoring_is_the_same_from_the_other_side(rules: Rules, seed: int) -> None:
    random = Random(seed)
    board, end = board_of(rules, random), result_of(rules, random)
    turned_board = replace(board, counts=board.counts[::-1], loops=board.loops[::-1])
    turned = replace(end, makers=swap(end.makers), points=end.points[::-1], tricks=end.tricks[::-1])
    one, other = score(rules, board, end), score(rules, turned_board, turned)
    assert (one.board.counts, one.board.loops) == (other.board.counts[::-1], other.board.loops[::-1])
    assert (one.board.ties, one.won) == (other.board.ties, swap(other.won))
    assert [(e.team, e.clause, e.units) for e in one.events] == [
        (swap(e.team), e.clause, e.units) for e in other.events
    ]


@settings(thoroughly, max_examples=EXAMPLES * 2)
@given(any_rules(), st.integers(0, 10**9))
def test_only_the_winners_come_nearer_to_the_end(rules: Rules, seed: int) -> None:
    random = Random(seed)
    board, end = board_of(rules, random), result_of(rules, random)
    scored = score(rules, board, end)
    nearer = [
        team
        for team, old, new in zip(TEAMS, board.counts, scored.board.counts, strict=True)
        if (new > old if board.rising else new < old)
    ]
    ahead = "NS" if end.points[0] > end.points[1] else "EW" if end.points[1] > end.points[0] else None
    if ahead is None and rules.tie == "makers-lose":
        ahead = swap(end.makers)
    assert nearer == ([ahead] if ahead else [])
    if scored.won:
        assert scored.won == ahead
    assert (
        told(scored) == {t: n - o for t, o, n in zip(TEAMS, board.counts, scored.board.counts, strict=True)}
        or scored.won
    )
    for count_, loops in zip(scored.board.counts, scored.board.loops, strict=True):
        assert 0 <= loops <= max(0, count_)
    assert {e.clause for e in scored.events} <= set(clauses())
    assert all(e.message and "{" not in e.message for e in scored.events)


def told(scored: Scored) -> dict[str, int]:
    """What the events say that changed, by team."""
    changed = dict.fromkeys(TEAMS, 0)
    for event in scored.events:
        if event.team:
            changed[event.team] += event.units
    return changed


@settings(thoroughly, max_examples=EXAMPLES * 2)
@given(house_rules(), st.integers(0, 10**9))
def test_house_rules_are_scored_as_the_slow_referee_does(rules: Rules, seed: int) -> None:
    random, game = Random(seed), in_plain_words(rules)
    board = board_of(rules, random)
    deal_done = random_result(rules, random)
    expected = write_down(game, {"NS": board.counts[0], "EW": board.counts[1], "waiting": board.ties}, deal_done)
    (ns, ew), (a, b) = deal_done["points"], deal_done["taken"]
    said = (deal_done[word] for word in ("mit", "kontra", "re", "matt", "konter", "raises"))
    end = Result(deal_done["makers"], (ns, ew), (a, b), *said)
    after = score(rules, board, end).board
    assert (*after.counts, after.ties) == (expected["NS"], expected["EW"], expected["waiting"])


@thoroughly
@given(house_rules(), st.integers(0, 10**6), st.sampled_from(SEATS))
def test_house_rules_are_played_as_the_slow_referee_does(rules: Rules, seed: int, dealer: str) -> None:
    play_both(rules, in_plain_words(rules), seed, dealer, Random(seed))


@thoroughly
@given(house_rules())
def test_house_rules_survive_as_data(rules: Rules) -> None:
    assert Rules(**rules.as_data()) == rules
    assert hash(Rules(**rules.as_data())) == hash(rules)
    assert Rules().replace(rules.as_data()) == rules
    assert set(rules.clauses) <= set(clauses())


@thoroughly
@given(any_rules(), st.integers(0, 10**9))
def test_a_team_that_wins_every_deal_wins_the_match_in_time(rules: Rules, seed: int) -> None:
    random, board, wins = Random(seed), new_board(rules), 0
    while not board.won:
        end = result_of(rules, random)
        if end.points[0] < end.points[1]:
            end = replace(end, points=end.points[::-1], tricks=end.tricks[::-1])
        if end.points[0] > end.points[1]:
            board, wins = score(rules, board, replace(end, makers="NS")).board, wins + 1
            assert board.counts[1] == new_board(rules).counts[1]
    assert board.won == "NS"
    assert 1 <= wins <= rules.length


@thoroughly
@given(any_rules(), st.integers(0, 10**9))
def test_states_of_equal_deals_are_equal(rules: Rules, seed: int) -> None:
    end = course(rules, seed)[-1]
    again = Deal(end.deal.dealer, tuple(tuple(Card(c) for c in hand) for hand in end.deal.hands), end.deal.stock)
    assert replay(rules, again, end.actions) == end
    told = result(end)
    assert (told.points, told.tricks, told.makers) == (end.points, end.taken, end.makers)
