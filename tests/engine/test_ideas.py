"""What a choice comes to as its seat may see it, and where a refused card may be played."""

from __future__ import annotations

from random import Random

import pytest

from couillon import elsewhere
from couillon.bots import choose, view
from couillon.cards import SEATS, Card, pack
from couillon.constraints import moment
from couillon.deal import deal
from couillon.elsewhere import allowed_where, in_the_way
from couillon.game import State, apply, legal_actions, replay, start
from couillon.ideas import as_good, outlooks, stake
from couillon.rules import load, variants
from couillon.scoring import Board, new_board
from couillon.verdicts import judge

IDS = [v.id for v in variants()]


def moments(id: str, seeds: int = 4) -> list[State]:
    """Every moment of some deals played at random."""
    found = []
    for seed in range(seeds):
        random, state = Random(seed), start(load(id), deal(load(id), seed))
        while state.phase != "over":
            found.append(state)
            state = apply(state, random.choice(legal_actions(state)))
    return found


def refused(state: State) -> list[Card]:
    """The cards of the player whose turn it is that may not be played."""
    if state.trick is None or state.question:
        return []
    return [card for card in state.hand(state.trick.to_play) if card not in legal_actions(state)]


@pytest.mark.parametrize("id", IDS)
def test_each_choice_has_its_outlook_and_a_club_player_agrees_with_itself(id: str) -> None:
    for state in moments(id, 3):
        seen = view(state)
        told = outlooks(seen)
        cards = [a for a in seen.actions if len(a) == 2 and a != "re"] if not state.question else []
        assert [outlook.card for outlook in told] == cards
        assert as_good(seen, choose(seen).action)
        assert {as_good(seen, action) for action in seen.actions} <= {True, False}
        if cards:
            best = max(told, key=lambda outlook: outlook.worth)
            assert as_good(seen, best.card) or choose(seen).action not in cards


@pytest.mark.parametrize("id", IDS)
def test_an_outlook_does_not_look_at_hidden_cards(id: str) -> None:
    """The same is told when the cards that the seat cannot see lie elsewhere."""
    for state in moments(id, 2):
        if state.question or state.trick is None:
            continue
        seat = state.trick.to_play
        others = [s for s in SEATS if s != seat]
        a, b = others[0], others[1]
        if not state.hand(a) or not state.hand(b):
            continue
        x, y = state.hand(a)[0], state.hand(b)[0]
        swap = {x: y, y: x}
        held = tuple(tuple(swap.get(card, card) for card in hand) for hand in state.held)
        if state.rules.trump == "shown":
            continue
        assert outlooks(view(state)) == outlooks(view(state.but(held=held)))


def test_the_kinds_of_outlooks_all_occur() -> None:
    told = [(o, state) for id in IDS for state in moments(id, 3) for o in outlooks(view(state))]
    for outlook, state in told:
        assert state.trick is not None
        assert outlook.points == sum(card.points for card in (*state.trick.cards, outlook.card))
        if outlook.ruffs:
            assert state.trick.cards
            assert outlook.card.suit != state.trick.cards[0].suit or outlook.card.rank == "Q"
    assert {True, False} == {outlook.ruffs for outlook, _state in told}
    following = {outlook.kind for outlook, state in told if state.trick and state.trick.cards}
    assert {"sure", "master", "best", "empty"} <= following
    kinds = {outlook.kind for outlook, _state in told}
    assert kinds == {"sure", "trump", "master", "empty", "risk", "takes", "best", "over", "feeds", "leaves", "gives"}


@pytest.mark.parametrize("id", IDS)
def test_words_that_are_nearly_as_good_are_good_too(id: str) -> None:
    """Among many hands some lie so near the limit that either word will do, and most do not."""
    judged: dict[bool, int] = {True: 0, False: 0}
    for state in moments(id, 12):
        seen = view(state)
        words = [a for a in seen.actions if len(a) != 2 or a == "re"]
        best = choose(seen).action
        for word in words:
            if word != best:
                judged[as_good(seen, word)] += 1
    assert judged[False] > judged[True]


def test_both_announcements_are_as_good_as_each_other() -> None:
    rules = load("konter-a-matt")
    for seed in range(3000):
        state = apply(start(rules, deal(rules, seed)), "trump S")
        seen = view(state)
        if "matt" in seen.actions and "konter" in seen.actions and choose(seen).action == "matt":
            assert as_good(seen, "konter")
            return
    pytest.fail("nobody holds all three queens")


@pytest.mark.parametrize(
    ("id", "actions", "asked", "expected"),
    [
        ("belgian", (), "accept", (1, 1, 1, 0)),
        ("simplified", (), "accept", (1, 1, 1, 0)),
        ("force", (), "trump S", (1, 1, 1, 0)),
        ("troeven", (), "trump S", (1, 1, 1, 0)),
        ("mit", (), "turn", (1, 1, 1, 0)),
        ("eifel", (), "turn", (1, 1, 1, 0)),
        ("belgian", ("accept",), None, (1, 1, 1, 0)),
    ],
)
def test_what_a_deal_is_played_for(
    id: str, actions: tuple[str, ...], asked: str | None, expected: tuple[int, int, int, int]
) -> None:
    state = replay(load(id), deal(load(id), 1), actions)
    found = stake(state, new_board(load(id)), asked or legal_actions(state)[0])
    assert (found.gain, found.penalty, found.their_gain, found.their_penalty) == expected


def test_a_tie_before_makes_the_deal_worth_more() -> None:
    rules = load("ardennes")
    state = start(rules, deal(rules, 1))
    found = stake(state, Board((5, 5), 5, ties=1), "accept")
    assert (found.gain, found.penalty) == (2, 2)


def test_mit_kontra_and_re_are_worth_what_the_score_says() -> None:
    rules = load("eifel")
    for seed in range(200):
        state = apply(start(rules, deal(rules, seed)), "trump H")
        if "mit" in legal_actions(state):
            board = new_board(rules)
            worth = []
            for word in ("mit", "kontra", "re"):
                worth.append(stake(state, board, word).gain)
                state = apply(state, word)
            assert worth == [2, 4, 8]
            return
    pytest.fail("no eldest holds the queen of spades")


@pytest.mark.parametrize("id", IDS)
def test_wherever_a_card_is_allowed_the_rules_say_so(id: str) -> None:
    found = 0
    for number, state in enumerate(moments(id)):
        for card in refused(state):
            for place in allowed_where(state, card, number):
                found += 1
                assert card in place.hand
                assert place.verdict.act == card
                assert place.verdict.legal
                rules = place.game.rules if place.game else state.rules
                assert place.rules == rules
                verdicts = judge(rules, place.trump, place.hand, place.trick.cards, mit=place.mit)
                assert place.verdict in verdicts
                if place.game:
                    assert (place.hand, place.trick) == (state.hand(place.seat), state.trick)
                    assert rules.pack == state.rules.pack
                    continue
                deal_ = place.state
                assert deal_ is not None
                cards = [c for hand in deal_.deal.hands for c in hand] + list(deal_.deal.stock)
                assert sorted(cards) == sorted(pack(rules.pack))
                assert replay(rules, deal_.deal, deal_.actions) == deal_
                assert deal_.trick is not None
                assert deal_.trick.to_play == place.seat
                assert deal_.trick.cards == place.trick.cards == state.trick.cards  # type: ignore[union-attr]
                assert card in legal_actions(deal_)
                if place.lost:
                    assert deal_.actions == state.actions
                    assert (deal_.trick, deal_.trump, deal_.mit) == (state.trick, state.trump, state.mit)
                    assert set(place.lost) <= set(state.hand(place.seat))
                    assert set(place.got) <= set(place.hand)
                    assert not set(place.got) & set(view(state).played)
    assert found


@pytest.mark.parametrize("id", IDS)
def test_nothing_fewer_stands_in_the_way(id: str) -> None:
    for state in moments(id, 4):
        for card in refused(state):
            if state.turned and not state.tricks:
                continue
            gone = in_the_way(state, card)
            assert gone
            assert state.trick is not None
            assert state.trump is not None
            hand = [c for c in state.hand(state.trick.to_play) if c not in gone]
            for back in (None, *gone):
                some = [*hand, back] if back else hand
                verdicts = judge(state.rules, state.trump, some, state.trick.cards, mit=state.mit)
                assert verdicts[some.index(card)].legal is (back is None)


def test_a_card_led_by_chance_has_nothing_in_its_way_but_other_games_allow_more() -> None:
    rules = load("eifel")
    state = start(rules, deal(rules, 1))
    turned = next(a for a in legal_actions(state) if a.startswith("turn "))
    state = apply(state, turned)
    card = next(c for c in state.hand(state.to_act or "W") if c != state.turned)
    assert in_the_way(state, card) == ()
    places = list(allowed_where(state, card))
    assert [place.verdict.clause for place in places] == ["lead-any"]
    assert places[0].game is not None


def test_where_nobody_plays_a_card_nothing_is_found() -> None:
    state = start(load(), deal(load(), 1))
    assert list(allowed_where(state, state.hand("W")[0])) == []
    playing = moment(load("ardennes"), "must-overtrump", seed=2)
    held_by_another = next(c for c in playing.hand("N") if c not in playing.hand("S"))
    assert list(allowed_where(playing, held_by_another)) == []


def test_a_fresh_deal_is_found_when_no_exchange_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elsewhere, "_EXCHANGES", 0)
    kinds = set()
    for id in ("kwajongen", "force", "tongeren"):
        for state in moments(id, 3):
            for card in refused(state):
                places = [place for place in allowed_where(state, card) if not place.game]
                kinds.add(len(places))
                for place in places:
                    assert not place.lost
                    assert place.state is not None
                    assert card in legal_actions(place.state)
                    assert not place.state.tricks
    assert kinds == {0, 1}
