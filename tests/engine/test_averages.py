"""What a rule does on average, against a plain count of the same deals; and rule files there and back."""

from __future__ import annotations

import pytest

from couillon.averages import averages
from couillon.cards import TEAMS
from couillon.rules import RulesError, load, parse_house_rules, variants, write_house_rules
from couillon.simulate import random_deals


@pytest.mark.parametrize("game", [game.id for game in variants()])
def test_averages_count_the_deals(game: str) -> None:
    rules = load(game)
    found, results = averages(rules, 60, 3), list(random_deals(rules, 60, 3))
    assert found.deals == 60
    assert found.points.value == pytest.approx(sum(sum(result.points) for result in results) / 60)
    assert found.ties.value == sum(result.points[0] == result.points[1] for result in results) / 60
    lost = [r.points[TEAMS.index(r.makers)] < r.points[1 - TEAMS.index(r.makers)] for r in results if r.makers]
    assert found.lost is not None
    assert found.lost.value == sum(lost) / len(lost)
    assert found.swept.value == sum(min(result.tricks) == 0 for result in results) / 60
    for one in (found.points, found.ties, found.lost, found.swept, found.moved):
        assert one.low <= one.value <= one.high
    assert averages(rules, 60, 3) == found


def test_a_game_without_makers_loses_none() -> None:
    rules = load("tongeren")
    for seed in range(40):
        found = averages(rules, 1, seed)
        makers = next(random_deals(rules, 1, seed)).makers
        assert (found.lost is None) is (makers is None)


def test_more_at_stake_moves_more() -> None:
    rules = load("mit")
    assert averages(rules.replace({"sweep": 9}), 100).moved.value > averages(rules, 100).moved.value


def test_a_rule_file_comes_back_as_it_was_written() -> None:
    for game in variants():
        own = {"length": 3, "tie": "nothing", "queens": ["QH"]} if game.rules.mit == "none" else {"length": 3}
        own = {"length": 3} if game.rules.announce else own
        text = write_house_rules(game.id, own)
        found = parse_house_rules(text, "club.toml")
        assert found.parent == game.id
        assert found.rules == game.rules.replace(own)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("length = ", "The rule file club.toml is not TOML: "),
        ("[axes]\nlength = 0", "club.toml: The axis length cannot be 0: it takes a whole number from 1 to 99."),
        ("length = 7", 'club.toml has the key "length", which means nothing here: '),
        ("a = " + "[" * 5000, "The rule file club.toml is "),
    ],
)
def test_a_rule_file_that_tells_none_is_answered_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse_house_rules(text, "club.toml")
    assert str(caught.value).startswith(sentence)


def test_rules_that_contradict_are_not_written() -> None:
    with pytest.raises(RulesError, match="The axis trump cannot be turn-up"):
        write_house_rules("belgian", {"packets": [6]})
