"""The table that teaches: the guide and how it fades, hints in steps, thoughts, and lessons from refusals."""

from __future__ import annotations

import re
from random import Random

import pytest

from couillon.bots import choose, view
from couillon.cards import Card
from couillon.game import legal_actions
from couillon.messages import card_list, card_name
from couillon.rules import variants
from couillon.verdicts import judge
from couillon_widgets import Table, front
from couillon_widgets.guidance import Guidance, chosen, guided_by, read_guidance
from couillon_widgets.table_choices import choices as meanings
from couillon_widgets.table_guide import HINTS, TOLD, Guide
from couillon_widgets.table_state import read_sitting, write_sitting
from couillon_widgets.table_thoughts import acted, lately, thoughts
from tests.table.sitting import buttons, choices, click_on, promised
from tests.widgets.scenes import Tree, status

IDS = [v.id for v in variants()]


def do(table: Table, action: str) -> None:
    """Choose an action of the deal, as a click would."""
    table.receive({"card": action} if len(action) == 2 and action != "re" else {"action": action.replace(" ", "-")})


def well(table: Table) -> None:
    """Do what a club player does."""
    do(table, choose(view(table.state.state)).action) if table.state.to_act else table.receive({"action": "next"})


def wrong(table: Table) -> list[Card]:
    """The cards that the person whose turn it is may not play."""
    state = table.state.state
    if not table.state.to_act or state.phase != "play" or state.question:
        return []
    return [card for card in state.hand(state.to_act or "S") if card not in legal_actions(state)]


def refused(id: str = "belgian", guided: bool = False, least: int = 1) -> Table:
    """A table at which a card was just refused, with some cards in the trick."""
    for seed in range(1, 200):
        table, random = Table(id, seed=seed, guided=guided), Random(seed)
        for _step in range(30):
            trick = table.state.state.trick
            if wrong(table) and trick and len(trick.cards) >= least:
                do(table, wrong(table)[0])
                return table
            click_on(table, random)
    pytest.fail("no deal in which a card is refused")


# The guide


@pytest.mark.parametrize("id", IDS)
def test_guided_deals_are_led_to_the_end(id: str) -> None:
    for seed, seats in ((3, "S"), (5, "NESW")):
        table, random = Table(id, seed=seed, seats=seats, guided=True), Random(seed)
        for step in range(200):
            if step % 4 == 0 or table.state.counted:
                promised(table)
            if table.state.counted:
                break
            assert "guided=True" in repr(table) or "~" in repr(table)
            click_on(table, random)
        assert table.state.counted


@pytest.mark.parametrize("id", IDS)
def test_the_guide_names_every_choice_and_no_other_card(id: str) -> None:
    for seed in range(2):
        table, random = Table(id, seed=seed, guided=True), Random(seed)
        while not table.state.counted:
            sitting = table.state
            if sitting.to_act:
                allowed = [a for a in sitting.actions if len(a) == 2 and a != "re"]
                told = meanings(sitting)
                cards = {c for c in sitting.state.hand(sitting.to_act) if sitting.state.trick}
                for name, meaning in told:
                    assert meaning
                    named = {c for c in cards if _names(name, c)}
                    assert named <= set(allowed) or not allowed
                words = [a for a in sitting.actions if a not in allowed]
                assert len(told) >= len(words) + bool(allowed and not sitting.state.question)
                named = {c for name, _m in told for c in cards if _names(name, c)}
                if not sitting.state.question:
                    assert named == set(allowed)
            if isinstance(table.note, Guide) and table.note.choices:
                assert table.state.guidance.says == "whole"
                assert table.note.choices == meanings(table.state)
            click_on(table, random)


def _names(words: str, card: str) -> bool:
    """Whether a list of cards in words holds a card."""
    for part in re.split(r",? (?:and )?the ", " " + words[0].lower() + words[1:]):
        ranks, _of, suit = part.partition(" of ")
        if card_name(card).endswith(f" of {suit}") and card_name(card).partition(" ")[0] in re.split(
            r", | and ", ranks
        ):
            return True
    return False


def test_what_is_told_of_a_choice_is_in_the_status_region_once() -> None:
    table = Table("belgian", seed=1, guided=True)
    told = status(table)
    assert told.count("Accept: you make the trumps.") == 1
    assert "turn-up" in told
    well(table)
    trees = Tree(table.html).all("div", role="status")
    assert len(trees) == 1
    for name, _meaning in meanings(table.state):
        assert " ".join(table.html.split()).count(f"<b>{name.split(' ')[0]}") >= 1


def test_the_guide_fades_step_by_step_and_says_so() -> None:
    table, said, stages = Table("belgian", seed=2, guided=True), [], []
    for _step in range(400):
        stages.append(table.state.guidance.says)
        said.append(status(table))
        if table.state.guidance.says == "ask":
            break
        well(table)
    assert [stage for i, stage in enumerate(stages) if i == 0 or stages[i - 1] != stage] == ["whole", "nudge", "ask"]
    less = next(text for text in said if "from now on I say less" in text)
    assert "Ask for a hint" in less
    assert "from now on I wait until you ask" in said[-1]
    assert any("Well chosen." in text for text in said)
    assert 'class="cl-guide"' not in table.html
    for _step in range(12):
        well(table)
        assert 'class="cl-guide"' not in table.html
        assert table.state.guidance.says == "ask"


def _at(stage: int, id: str = "force", run: int = 0) -> Table:
    """A guided table at a stage, at a choice where a card may be refused."""
    for seed in range(1, 300):
        table = Table(id, seed=seed, guided=True)
        for _step in range(20):
            sitting = table.state
            if wrong(table) and len(sitting.actions) > 1:
                table.shift(read_sitting(re.sub(r"/g[^/]*$", f"/g{stage}.{run}.0", write_sitting(sitting))))
                return table
            well(table)
    pytest.fail("no such moment")


def test_a_refusal_brings_the_guide_back_once() -> None:
    table = _at(2)
    assert table.state.guidance == Guidance(2)
    bad = wrong(table)
    do(table, bad[0])
    assert table.state.guidance == Guidance(1, spoilt=True)
    do(table, bad[-1])
    assert table.state.guidance == Guidance(1, spoilt=True)
    well(table)
    assert table.state.guidance == Guidance(1)


def test_a_poor_choice_brings_the_guide_back_and_is_explained() -> None:
    found = 0
    for seed in range(1, 20):
        table = Table("force", seed=seed, guided=True)
        for _step in range(14):
            sitting = table.state
            if sitting.to_act and len(sitting.actions) > 1:
                seen = view(sitting.state)
                poor = [a for a in seen.actions if chosen(Guidance(1), sitting.state, a) != Guidance(1, 1)]
                if poor:
                    table.shift(read_sitting(re.sub(r"/g[^/]*$", "/g1.2.0", write_sitting(sitting))))
                    do(table, poor[-1])
                    assert table.state.guidance == Guidance(0)
                    assert status(table).startswith("A club player would have ")
                    assert "I say more again for a while." in status(table)
                    table.receive({"action": "undo"})
                    assert table.state.guidance == Guidance(1, 2)
                    found += 1
                    break
            well(table)
    assert found > 5


def test_where_there_is_no_choice_nothing_is_counted() -> None:
    table = Table("belgian", seed=4, guided=True)
    while not (table.state.to_act and len(table.state.actions) == 1):
        well(table)
    before = table.state.guidance
    well(table)
    assert table.state.guidance == before


@pytest.mark.parametrize("stage", [0, 1, 2])
def test_the_guide_survives_links_undo_and_new_deals(stage: int) -> None:
    table = _at(stage, run=2)
    other = Table()
    other.receive({"action": "restore", "value": table.share})
    assert other.state.guidance == table.state.guidance == Guidance(stage, 2)
    assert other.share == table.share
    for action in ("again", "deal", "restart"):
        table.receive({"action": action})
        assert table.state.guidance.stage == stage
    table.receive({"action": "variant", "value": "mit"})
    assert table.state.guidance.stage == stage
    for _back in range(4):
        table.receive({"action": "undo"})
    assert table.share == other.share


@pytest.mark.parametrize("text", ["g3.0.0", "g0.9.0", "g0.0.2", "x0.0.0", "g0.0", "g-1.0.0", "g0.0.0/g0.0.0"])
def test_a_made_up_guide_in_a_link_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_guidance(text)


def test_the_reader_switches_the_guide() -> None:
    table = Table("belgian", seed=1)
    assert 'class="cl-guide"' not in table.html
    table.receive({"action": "guided", "value": "on"})
    assert table.state.guidance == guided_by(True)
    assert 'class="cl-guide"' in table.html
    assert '<option value="on" selected>' in table.html
    table.receive({"action": "guided", "value": "perhaps"})
    assert status(table) == "The guide is on or off."
    table.receive({"action": "guided", "value": "off"})
    assert table.state == Table("belgian", seed=1).state
    table.receive({"action": "undo"})
    assert "nothing to take back" in status(table)


# Hints and thoughts


@pytest.mark.parametrize("id", IDS)
def test_hints_go_one_step_further_at_each_press(id: str) -> None:
    table, random = Table(id, seed=7), Random(1)
    while not table.state.counted:
        if table.state.to_act:
            best = choose(view(table.state.state)).action
            said = []
            for step in range(len(HINTS)):
                table.receive({"action": "hint"})
                said.append(status(table))
                assert ("Ask again for more." in said[-1]) is (step + 1 < len(HINTS))
                hinted = re.findall(r'class="cl-card[^"]*cl-is-hinted[^"]*"[^>]*data-card="(..)"', table.html)
                assert hinted == ([best] if step + 1 >= TOLD and len(best) == 2 and best != "re" else [])
            assert len(set(said)) == len(HINTS)
            assert "A club player " in said[TOLD - 1]
            assert "By the odds" in said[-1] and "cards you cannot see" in said[-1]
            if len(best) == 2 and best != "re" and len(table.state.actions) > 1:
                assert f"plays the {card_name(best)}" not in said[0] + said[1]
        click_on(table, random)


def test_the_answer_spoils_the_choice_and_a_led_learner_needs_no_nudge() -> None:
    table = _at(0, run=1)
    table.receive({"action": "hint"})
    assert table.state.guidance == Guidance(0, 1)
    table.receive({"action": "hint"})
    assert status(table).startswith("A club player ")
    assert table.state.guidance == Guidance(0, 1, spoilt=True)
    well(table)
    assert table.state.guidance == Guidance(0, 1)


@pytest.mark.parametrize(
    ("strength", "id"), [*(("club", id) for id in IDS), ("beginner", "mit"), ("expert", "belgian")]
)
def test_every_bot_can_say_why(strength: str, id: str) -> None:
    table, random = Table(id, seed=9, strength=strength), Random(3)
    while not table.state.counted:
        sitting = table.state
        told = thoughts(sitting)
        bots = [i for i, seat in enumerate(_actors(table)) if seat not in sitting.seats]
        assert len(told) == len(bots)
        recent = [i for i in bots if i >= lately(sitting)]
        assert acted(sitting) is bool(recent)
        assert ('data-action="why"' in table.html) is bool(recent)
        table.receive({"action": "why"})
        text = status(table)
        assert text.count("“") == len(recent)
        assert text.startswith("What they thought" if recent else "No bot has done anything yet.")
        click_on(table, random)


def _actors(table: Table) -> list[str]:
    from couillon.game import apply, start

    state, seats = start(table.state.rules, table.state.state.deal), []
    for action in table.state.state.actions:
        seats.append(state.to_act or "")
        state = apply(state, action)
    return seats


# Lessons from refusals


@pytest.mark.parametrize("id", IDS)
def test_to_try_a_card_changes_nothing(id: str) -> None:
    table = refused(id)
    before, note, share = table.state, status(table), table.share
    card = wrong(table)[0]
    actions = [m["action"] for m in buttons(table) if "card" not in m]
    assert "try" in actions
    assert "where" in actions
    table.receive({"action": "try"})
    promised(table)
    assert (table.state, table.share) == (before, share)
    tree = Tree(table.html)
    lying = [attrs for attrs, _words in tree.all("span", data_card=card)]
    assert [attrs["data-legal"] for attrs in lying] == ["no"]
    assert "not allowed" in lying[0]["aria-label"]
    assert not tree.all("button", data_card=card)
    said = status(table)
    assert said.startswith(f"Only to see: the {card_name(card)}")
    assert " win " in said or " take " in said or "would still win" in said
    assert "None of our sources names a penalty" in said
    table.receive({"action": "back"})
    assert (table.state, status(table)) == (before, note)
    table.receive({"action": "try"})
    table.receive({"action": "undo"})
    assert (table.state, status(table)) == (before, note)
    table.receive({"action": "try"})
    table.receive(choices(table)[0])
    assert card not in table.state.state.actions
    assert 'data-legal="no"' not in table.html
    table.receive({"action": "undo"})
    assert table.state == before


@pytest.mark.parametrize("id", IDS)
def test_where_it_is_allowed_is_shown_as_a_position(id: str) -> None:
    table = refused(id)
    before, card = table.state, wrong(table)[0]
    texts = []
    for _press in range(4):
        table.receive({"action": "where"})
        promised(table)
        assert table.state == before
        if status(table).startswith("No deal was found"):
            assert 'class="cl-side"' not in table.html
            return
        place = table._places[table._place] if table._places else None
        assert place
        verdicts = judge(place.rules, place.trump, place.hand, place.trick.cards, mit=place.mit)
        assert verdicts[place.hand.index(card)].legal
        small = table.html.partition('<div class="cl-side"')[2].partition('<div class="cl-aside"')[0]
        pictures = re.findall(r'data-card="(..)"', small)
        assert sorted(pictures) == sorted((*place.trick.cards, *place.hand))
        assert re.findall(r'data-card="(..)" data-legal="yes"', small) == [card]
        text = status(table)
        assert place.verdict.clause in text
        if place.game:
            assert place.game.name in text
        elif place.lost:
            assert card_list(place.lost) in text.replace(" .", ".").replace(" ,", ",") or len(place.lost) > 1
        texts.append(text)
    assert len(set(texts)) == min(4, len(table._places or ()))
    table.receive(choices(table)[0])
    assert 'class="cl-side"' not in table.html


def test_what_is_no_card_of_the_turn_teaches_no_lesson() -> None:
    table = Table("belgian", seed=4)
    for message in ({"card": table.state.state.hand("S")[0]}, {"action": "kontra"}, {"card": "AS"}):
        table.receive(message)
        assert 'data-action="try"' not in table.html
        for action, said in (("try", "none to try"), ("where", "none to look for"), ("back", "none to take back")):
            table.receive({"action": action})
            assert said in status(table)


def test_no_place_at_all_gets_one_clear_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("couillon_widgets.table_teaching.allowed_where", lambda *_args: iter(()))
    table = refused()
    table.receive({"action": "where"})
    assert status(table).startswith("No deal was found in which the ")
    promised(table)


def test_every_class_of_a_lesson_has_a_style() -> None:
    styled = set(re.findall(r"\.(cl-[a-z0-9-]+)", front.style()))
    tables = [Table("belgian", seed=1, guided=True), refused("force", guided=True), refused("ardennes")]
    tables[1].receive({"action": "where"})
    tables[2].receive({"action": "try"})
    for table in tables:
        used = {name for group in re.findall(r'class="([^"]+)"', table.html) for name in group.split()}
        assert used - styled <= {"cl-full", "cl-info", "cl-head"}
