"""The last step of a hint: what each choice is worth by the odds, as far as its seat can know."""

from __future__ import annotations

import re
from random import Random

import pytest

from couillon.advice import advise
from couillon.messages import card_name
from couillon.rules import variants
from couillon.view import view
from couillon_widgets import Table
from couillon_widgets.table_figure import deals_at_once, figure

from .sitting import click_on

IDS = [game.id for game in variants()]
CHANCE = r"(\d+) times in 100(?: \((\d+) to (\d+)\))?"


@pytest.mark.parametrize("id", IDS)
def test_every_choice_has_its_figure_and_says_how_much_was_looked_at(id: str) -> None:
    table, random = Table(id, seed=4), Random(4)
    kinds: set[str] = set()
    for _click in range(40):
        kind = "answers" if table.state.state.question else "cards"
        if table.state.to_act is None or kind in kinds:
            click_on(table, random)
            continue
        seen, note = view(table.state.state), figure(table.state)
        assert note.what.startswith("By the odds")
        assert "cards you cannot see" in note.more[-1]
        cards = [action for action in seen.actions if len(action) == 2 and action != "re"]
        if seen.question or len(cards) < len(seen.actions):
            kinds.add("answers")
            words = len(seen.actions) - len(cards) + (0 if seen.question else 1)
            figures = [line for line in note.more if "on the board on average" in line]
            assert len(figures) == words
            values = [float(re.findall(r"[+−][\d.]+", line)[0].replace("−", "-")) for line in figures]
            assert values == sorted(values, reverse=True)
        else:
            kinds.add("cards")
            for card in cards:
                line = next(line for line in note.more if line.startswith(f"The {card_name(card)}: "))
                for value, low, high in re.findall(CHANCE, line):
                    assert 0 <= int(low or value) <= int(value) <= int(high or value) <= 100
        assert figure(table.state) == note
        if len(kinds) == 2:
            break
        click_on(table, random)
    assert kinds == {"answers", "cards"}


def test_the_last_cards_are_counted_out_and_one_card_needs_no_weighing() -> None:
    table, random, said = Table("belgian", seed=2), Random(2), []
    while not table.state.counted:
        if table.state.to_act:
            note = figure(table.state)
            said.append(" ".join((note.what, *note.more)))
        click_on(table, random)
    assert "there is nothing to weigh" in said[-1]
    assert not any("All " in line and "may be chance" in line for line in said)


def test_making_trumps_has_the_figures_of_the_advisor_on_the_board_as_it_stands() -> None:
    table = Table("belgian", seed=3, dealer="N", seats="NESW")
    table.receive({"action": "pass"})
    seen, board = view(table.state.state), table.state.match.board
    assert (seen.seat, seen.question) == ("S", "accept")
    found = advise(seen, 3, deals_at_once(seen), board, heard=True)
    note = figure(table.state)
    assert note.what == f"By the odds, {found.best}."
    for answer in found.answers:
        (line,) = (line for line in note.more if line.startswith(f"To {answer.action} brings"))
        assert f"{abs(answer.units.value):.2f}" in line
