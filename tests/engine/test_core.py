"""The core must find the same as WebAssembly and as plain Python, and what trying every card finds."""

from __future__ import annotations

import subprocess
import sys
import threading
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import couillon.search
from couillon.core import memory
from couillon.core.hosts import Plain, Wasmtime, host
from couillon.core.setting import duties, setting
from couillon.kernel import Layout, layout
from couillon.rules import Rules, load
from couillon.search import Engine, Search, engine, rest, running_in
from engine.house_rules import any_rules
from engine.support import VARIANTS, count


@pytest.fixture(scope="module")
def engines() -> dict[str, Engine]:
    return {"plain": Engine(Plain()), "compiled": Engine(Wasmtime())}


class Moment:
    """A moment of play: hands dealt by chance, with up to three cards on the table."""

    def __init__(self, rules: Rules, seed: int, cards: int) -> None:
        draw = Random(seed)
        self.table: Layout = layout(rules, draw.choice("SHDC"), rules.mit != "none" and draw.random() < 0.5)
        pack = [1 << at for at in range(len(self.table.cards))]
        draw.shuffle(pack)
        cards = min(cards, len(pack) // 4)
        self.hands = [sum(pack[seat * cards : (seat + 1) * cards]) for seat in range(4)]
        self.left, self.leader, self.team = sum(self.hands), draw.randrange(4), draw.randrange(2)
        self.tricks = draw.random() < 0.25
        self.trick: tuple[int, ...] = ()
        for _card in range(draw.randrange(4)):
            played = draw.choice(bits(self.table.legal(self.hand, self.trick)))
            self.trick, self.left = (*self.trick, played), self.left ^ played

    @property
    def hand(self) -> int:
        return self.hands[(self.leader + len(self.trick)) & 3] & self.left

    def worth(self, cards: int) -> int:
        return cards.bit_count() if self.tricks else self.table.points(cards)

    @property
    def total(self) -> int:
        return self.worth(self.left | sum(self.trick))

    def truth(self, left: int, leader: int, trick: tuple[int, ...], known: dict[object, int]) -> int:
        """What the team takes if every legal card is tried."""
        if len(trick) == 4:
            leader = (leader + self.table.winner(trick)) & 3
            gain = self.worth(sum(trick)) if leader & 1 == self.team else 0
            return gain + (self.truth(left, leader, (), known) if left else 0)
        if (left, leader, trick) not in known:
            seat = (leader + len(trick)) & 3
            cards = bits(self.table.legal(self.hands[seat] & left, trick))
            best = max if seat & 1 == self.team else min
            known[left, leader, trick] = best(self.truth(left ^ one, leader, (*trick, one), known) for one in cards)
        return known[left, leader, trick]

    def search(self) -> Search:
        """A search that knows nothing yet."""
        return Search(self.table, self.hands, self.tricks)

    def value(self, search: Search) -> int:
        """What the team takes, found by asking a search for bounds."""
        low, high = 0, self.total
        while low < high:
            need = (low + high + 1) // 2
            found = search.reach(self.left, self.leader, self.trick, self.team, need)
            low, high = (max(low, found), high) if found >= need else (low, min(high, found))
        return low


def bits(cards: int) -> list[int]:
    return [1 << at for at in range(cards.bit_length()) if cards >> at & 1]


def agree(engines: dict[str, Engine], moment: Moment, everything: bool) -> None:
    found, search = [], moment.search()
    for one in engines.values():
        with running_in(one):
            guess = search.promising(moment.left, moment.leader, moment.trick) if moment.hand else 0
            found.append((moment.value(search), guess))
    assert found[0] == found[1]
    value, guess = found[0]
    if everything:
        assert value == moment.truth(moment.left, moment.leader, moment.trick, {})
    if moment.hand:
        assert guess & moment.table.legal(moment.hand, moment.trick)


@pytest.mark.parametrize("variant", VARIANTS)
def test_both_find_the_same_in_every_game(variant: str, engines: dict[str, Engine]) -> None:
    for seed in range(count("COUILLON_ENDINGS", 24) * 3):
        agree(engines, Moment(load(variant), seed, 1 + seed % 4), seed % 4 < 3)
    agree(engines, Moment(load(variant), 1, 5), False)
    assert all(-(2**63) <= number < 2**63 for number in memory.memory)


@settings(max_examples=count("COUILLON_ENDINGS", 24) * 12, deadline=None, suppress_health_check=list(HealthCheck))
@given(any_rules(), st.integers(0, 10**6))
def test_and_under_any_house_rules(engines: dict[str, Engine], rules: Rules, seed: int) -> None:
    agree(engines, Moment(rules, seed, 1 + seed % 4), seed % 4 < 3)


@settings(max_examples=150, deadline=None)
@given(any_rules(), st.integers(0, 10**6))
def test_the_duties_written_down_are_those_of_the_rule_core(rules: Rules, seed: int) -> None:
    draw = Random(seed)
    for more in range(20):
        moment = Moment(rules, seed + more, 8)
        table, trick = moment.table, moment.trick
        if not trick:
            continue
        led, best = table.group[trick[0].bit_length()], trick[table.winner(trick)]
        hand = draw.randrange(1, 1 << len(table.cards))
        written = duties(table, led, best, len(trick) > 1 and best == trick[-2])
        may = next((may for cards, may in written if cards & hand), -1)
        assert hand & may == table.legal(hand, trick)


class EnoughError(Exception):
    """Whoever asked for a search has waited long enough."""


@pytest.mark.parametrize("name", ["plain", "compiled"])
def test_a_search_goes_on_from_what_it_knows(
    name: str, engines: dict[str, Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = Moment(load("force"), 3, 6)
    moment.left, moment.trick = sum(moment.hands), ()
    with running_in(engines[name]):
        value = moment.value(moment.search())
        monkeypatch.setattr(engine().host, "step", 40)
        slow, asked = moment.search(), []
        slow.tick = lambda: asked.append(1)
        assert moment.value(slow) == value
        assert len(asked) > 5
        before = len(asked)
        assert moment.value(slow) == value
        assert len(asked) - before < before / 2

        def stop() -> None:
            raise EnoughError

        stopped, stops = moment.search(), 0
        stopped.tick = stop
        while stops < 200:
            try:
                assert moment.value(stopped) == value
                break
            except EnoughError:
                # Whoever comes back gives the search more room each time, as `solving` does.
                engine().host.step += 40
                stops += 1
        assert 0 < stops < 200


def test_searches_take_turns_also_from_several_threads(engines: dict[str, Engine]) -> None:
    moments = [Moment(load(variant), seed, 4) for seed, variant in enumerate(VARIANTS)]
    wanted = [moment.truth(moment.left, moment.leader, moment.trick, {}) for moment in moments]
    searches = [moment.search() for moment in moments]
    found: list[list[int]] = []

    def ask() -> None:
        found.append([moment.value(one) for moment, one in zip(moments, searches, strict=True)])

    with running_in(engines["compiled"]):
        threads = [threading.Thread(target=ask) for _thread in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == [wanted] * 4


def test_when_numbers_for_deals_run_out_it_begins_with_an_empty_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(couillon.search, "_DEALS", 5)
    small = Engine(Wasmtime())
    first = small.host
    with running_in(small):
        for seed in range(12):
            moment = Moment(load("ardennes"), seed, 3)
            assert moment.value(moment.search()) == moment.truth(moment.left, moment.leader, moment.trick, {})
    assert small.host is not first


def test_a_search_outlives_the_engine_that_it_asked_first(engines: dict[str, Engine]) -> None:
    moment = Moment(load("eifel"), 5, 4)
    search, wanted = moment.search(), moment.truth(moment.left, moment.leader, moment.trick, {})
    for make in (Wasmtime, Wasmtime, Wasmtime):
        other = Engine(make())
        with running_in(other):
            assert moment.value(search) == wanted
        assert engine() is not other
        other.host.close()
    for known in engines.values():
        with running_in(known):
            assert moment.value(search) == wanted


def test_without_wasmtime_it_is_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(host(), Wasmtime)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert isinstance(host(), Plain)


def test_what_all_deals_share_fits_into_its_place() -> None:
    table = layout(load("konter-a-matt"), "S")
    shared = setting(table)
    assert len(shared) == memory.SETTING_END - memory.SETTING
    assert memory.SETTING_END <= memory.SURVEYED
    assert shared[memory.WORTH - memory.SETTING + table.bit["AS"].bit_length()] == 4
    assert setting(table, tricks=True)[memory.WORTH - memory.SETTING + table.bit["9H"].bit_length()] == 1
    assert setting(table) is shared


def test_a_process_that_solved_something_ends_in_silence() -> None:
    code = (
        "from couillon.constraints import moment; from couillon.rules import load; from couillon.solver import solve;"
        "print(solve(moment(load('ardennes'), 'must-overtrump', seed=2)).value)"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("24\n", "")


def test_after_a_rest_another_engine_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(couillon.search, "_engines", [])
    moment = Moment(load("mit"), 2, 3)
    search = moment.search()
    found, first = moment.value(search), engine()
    rest()
    assert moment.value(search) == found
    assert engine() is not first
    rest()
