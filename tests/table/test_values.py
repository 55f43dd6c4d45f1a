"""What each card was worth, told while one looks back: as the solver has it, and never in the reader's way."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from couillon.cards import TEAMS, team_of
from couillon.game import apply, legal_actions, replay
from couillon.glance import glance
from couillon.messages import card_name
from couillon.rules import load
from couillon.solver import solve
from couillon_widgets import Table, table_values
from couillon_widgets.table_review import Review
from tests.axe import violations
from tests.table.sitting import play_deal, promised
from tests.widgets.scenes import Tree, status


def _tell(table: Table, action: str, value: str = "") -> None:
    table.receive({"action": action, **({"value": value} if value else {})})


def _valued(table: Table) -> dict[str, str]:
    """Return the cards that carry a figure, with what is read of them."""
    found = [attrs for tag in ("button", "span") for attrs, _words in Tree(table.html).all(tag)]
    names = {attrs["data-card"]: str(attrs["aria-label"]) for attrs in found if "data-card" in attrs}
    return {card: name for card, name in names.items() if "point" in name and " by " not in name}


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the solver finish before anything is shown, however slow the machine is."""
    monkeypatch.setattr(table_values, "_TURN", 1000)


@pytest.fixture
def bit_by_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything be shown that the solver gives back control for."""
    monkeypatch.setattr(table_values, "_TURN", 0)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("id", ["belgian", "force", "mit", "konter-a-matt"])
def test_every_step_tells_what_the_solver_finds(id: str) -> None:
    table = Table(id, seed=9, dealer="W")
    play_deal(table, 4)
    whole = table.state.state
    _tell(table, "look-first")
    _tell(table, "values")
    asked = 0
    for step, action in enumerate(whole.actions):
        state = replay(load(id), whole.deal, whole.actions[:step])
        said = status(table)
        promised(table)
        if state.phase != "play" or state.question:
            assert "No card is to be played at this step" in said
            assert _valued(table) == {}
        else:
            asked += 1
            solution = solve(state)
            assert set(_valued(table)) == {found.card for found in solution.cards}
            for found in solution.cards:
                assert f"{found.value:.0f} point" in _valued(table)[found.card]
            assert re.search(f"come to {solution.value:.0f} point{'s' if solution.value != 1 else ''}[. ]", said)
            assert all(card_name(card) in said for card in solution.best) or len(solution.best) == len(solution.cards)
            paid = next((found.cost for found in solution.cards if found.card == action), 0)
            assert (f"which cost {paid:.0f} point" in said) == bool(paid)
            # All hands lie open, for they have been seen.
            assert "Show all hands" not in table.html
            assert not [words for _attrs, words in Tree(table.html).all("div") if "cl-fan" in str(_attrs)]
        _tell(table, "look-on")
    assert asked >= 4 * whole.rules.hand - 2
    _tell(table, "look")
    assert _valued(table) == {}
    assert not table.valuing


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("id", ["belgian", "force"])
def test_the_tricks_that_prove_the_figure_come_to_it(id: str) -> None:
    table = Table(id, seed=2, seats="NESW")
    play_deal(table, 8)
    _tell(table, "look-t1")
    _tell(table, "values")
    assert table.values is not None
    solution = table.values.progress.solution
    assert solution is not None
    state = table.values.state
    for card in solution.line:
        state = apply(state, card)
    assert state.phase == "over"
    assert state.points[TEAMS.index(team_of(solution.seat))] == solution.value
    tree = Tree(table_values.proof(table.values))
    assert len(tree.all("li")) == state.rules.hand - 1


@pytest.mark.usefixtures("bit_by_bit")
def test_what_takes_long_is_told_bit_by_bit_and_given_up_for_another_question() -> None:
    table = Table("troeven", seed=3)
    play_deal(table, 1)
    _tell(table, "look-first")
    _tell(table, "values")
    while table.values is None or len(table.values.progress.bounds) < 3:
        _tell(table, "look-on")
    assert "cards are settled. At first sight the" in " ".join(table.note.more if table.note else ())
    settled = [table.values.progress.settled]
    first = str(table.marks()["data_further"])
    while not table.values.progress.solution:
        asked = str(table.marks()["data_further"])
        _tell(table, "further", asked)
        assert table.values is not None
        settled.append(table.values.progress.settled)
        after, html = table.values, table.html
        _tell(table, "further", asked)  # a second time it is stale
        assert (table.values, table.html) == (after, html)
        if not after.progress.solution and after.progress.settled == after.progress.of:
            assert "The figures are known" in status(table)
    assert settled == sorted(settled)
    assert table.values.progress.solution == solve(table.values.state)
    said = table.note
    _tell(table, "further", str(table.marks()["data_further"]))
    assert table.note is said  # of the whole deal nothing is said aloud
    # Elsewhere what was worked out is no longer asked for, and an old message begins nothing.
    _tell(table, "look-on")
    now = table.values
    _tell(table, "further", first)
    assert table.values is now
    _tell(table, "look")
    _tell(table, "further", first)
    assert table.values is None
    assert "data_further" not in table.marks()


def _reviewed(table: Table) -> Review:
    """Let the whole deal be looked at, as the page does."""
    while "data_further" in table.marks():
        _tell(table, "further", str(table.marks()["data_further"]))
    assert table.review is not None
    return table.review


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("id", "seed"), [("belgian", 1), ("ardennes", 2), ("kwajongen", 1), ("force", 1), ("st-vith", 1)]
)
def test_what_was_lost_is_what_lies_between_best_play_and_the_end(id: str, seed: int) -> None:
    table = Table(id, seed=seed, dealer="W", strength="beginner")
    play_deal(table, 4)
    whole = table.state.state
    _tell(table, "look-first")
    _tell(table, "values")
    review = _reviewed(table)
    cards = [step for step, action in enumerate(whole.actions) if len(action) == 2 and action != "re"]
    assert (review.seen, review.of) == (len(cards), len(cards))
    before = replay(load(id), whole.deal, whole.actions[: cards[0]])
    best = solve(before)
    team = team_of(best.seat)
    other = next(each for each in TEAMS if each != team)
    assert best.value - review.by(team) + review.by(other) == whole.points[TEAMS.index(team)]
    for loss in review.lost:
        _tell(table, f"look-s{loss.step}")
        assert f"which cost {loss.cost} point" in status(table)
        assert card_name(loss.card) in status(table)
        assert [words for attrs, words in Tree(table.html).all("button") if attrs.get("aria-current") == "step"]
    assert all(map(review.by, TEAMS))
    assert _reviewed(table) is review  # it stays while one goes from step to step
    promised(table)


@pytest.mark.usefixtures("at_once")
def test_another_deal_of_the_match_has_losses_of_its_own() -> None:
    table = Table(seed=3, strength="beginner")
    for seed in (1, 2):
        play_deal(table, seed)
        _tell(table, "next")
    _tell(table, "values")
    found = {}
    for deal in ("d1", "d2"):
        _tell(table, "look", deal)
        found[deal] = _reviewed(table).lost
        assert all(table.looking and loss.card == table.looking.states[-1].actions[loss.step] for loss in found[deal])
    assert found["d1"] != found["d2"]


def test_asked_for_in_the_middle_of_a_deal_it_looks_back_and_leaves_the_deal_as_it_was() -> None:
    table = Table(seed=1)
    before, share = table.state, table.share
    _tell(table, "values")
    assert table.looking is not None
    assert table.open_hands
    _tell(table, "reveal")
    assert "All hands lie open as long as" in status(table)
    _tell(table, "undo")
    assert (table.state, table.share, table.looking, table.open_hands) == (before, share, None, False)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("id", ["mit", "eifel", "konter-a-matt"])
def test_a_card_is_judged_by_what_had_been_declared_when_it_was_played(id: str) -> None:
    declared = 0
    for seed in range(1, 9):
        table = Table(id, seed=seed, seats="NESW")
        state = table.state.state
        while state.phase != "over":  # whatever may be said is said
            words = [action for action in legal_actions(state) if action in ("mit", "matt", "konter", "accept")]
            state = apply(state, words[0] if words else legal_actions(state)[0])
        table.show(replace(table.state, state=state))
        _tell(table, "look-first")
        _tell(table, "values")
        for action in state.actions:
            if action in ("mit", "matt", "konter") and table.values is not None:
                declared += 1
                assert " played the " not in status(table)
            if action == "mit" and table.values is not None:
                assert "That holds if nobody declares Mit any more." in status(table)
            _tell(table, "look-on")
    assert declared


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("leave", ["branch", "deal", "restart", "variant"])
def test_another_deal_is_not_laid_open_unasked_and_what_was_said_of_a_step_does_not_come_back(leave: str) -> None:
    table = Table(seed=3)
    play_deal(table, 1)
    said = status(table)
    _tell(table, "look-t1")
    _tell(table, "values")
    while table.seen.to_act is None:
        _tell(table, "look-back")
    assert table.valuing
    _tell(table, leave, "ardennes" if leave == "variant" else "")
    _tell(table, "look-last")
    assert not table.valuing
    assert not table.open_hands
    _tell(table, "look")
    _tell(table, "undo")
    assert status(table) == said


@pytest.mark.parametrize("id", ["belgian", "ardennes", "eifel", "mit"])
def test_at_first_sight_few_cards_are_valued_exactly_and_many_within_the_points_in_play(id: str) -> None:
    table = Table(id, seed=5, seats="NESW")
    play_deal(table, 2)
    whole = table.state.state
    for step in range(len(whole.actions)):
        state = replay(load(id), whole.deal, whole.actions[:step])
        if state.phase == "play" and not state.question:
            assert glance(state) == {found.card: found.value for found in solve(state).cards}
            assert set(glance(state, 1)) == set(glance(state))


@pytest.mark.usefixtures("bit_by_bit")
def test_the_page_asks_on_by_itself_and_hears_the_reader_in_between(stage: Any) -> None:
    table = Table("tongeren", seed=3)
    play_deal(table, 1)
    page = stage.show(table)
    page.locator('[data-action="look"]').click()
    page.locator('[data-action="look-first"]').click()
    page.locator('[data-action="values"]').click()
    for _step in range(6):
        page.locator('[data-action="look-on"]').click()
    page.get_by_text("Best play from here to the end").click()
    assert page.evaluate("sent.filter(({ action }) => action === 'further').length") > 2
    assert page.locator(".cl-proof:not(.cl-losses) li").count() >= 4
    page.get_by_text(re.compile("Where points were lost: [0-9]+ by|nowhere")).click()
    page.set_viewport_size({"width": 320, "height": 640})
    assert violations(page, "main") == []
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    for action in ("look-on", "values"):  # the one while it works, the other to have done with it
        page.locator(f'[data-action="{action}"]').click()
    page.wait_for_selector(".cl-proof", state="detached")
    assert table.looking is not None
    assert not table.valuing
