"""Trying cards: verdict, reason, clause, source, and what would have been legal."""

from __future__ import annotations

import re

import pytest

from couillon.rules import variants
from couillon_widgets import LegalMoves

from .scenes import HAND, Tree, status


def cards(widget: LegalMoves, **attributes: str) -> list[str]:
    return [
        attrs["data-card"] for attrs, _words in Tree(widget.html).all("button", **attributes) if "data-card" in attrs
    ]


def plain(said: str) -> str:
    """A text without the room that suit signs take."""
    return re.sub(r" (?=[.,:])", "", re.sub(" +", " ", said))


def test_nothing_is_judged_before_it_is_tried() -> None:
    widget = LegalMoves(**HAND)
    assert cards(widget) == ["QS", "JH", "9D"]
    assert cards(widget, data_legal="yes") == cards(widget, data_legal="no") == []


def test_a_refusal_says_why_marks_what_is_legal_and_cites() -> None:
    widget = LegalMoves(**HAND)
    widget.receive({"card": "9D"})
    said = plain(status(widget))
    assert said.startswith("Not the nine of diamonds: you hold a spade. Follow with the queen of spades, or trump")
    assert "Gerver 1966, as read on pagat" in said
    assert cards(widget, data_legal="no") == ["9D"]
    assert cards(widget, data_legal="yes") == ["QS", "JH"]
    assert Tree(widget.html).all("a", data_clause="follow-or-trump")


def test_what_would_have_been_legal_is_marked_until_the_next_move_only() -> None:
    widget = LegalMoves("belgian", hand="QS JH 9D 9C", trick="TS KS 9H", trump="H")
    widget.receive({"card": "9D"})
    widget.receive({"card": "JH"})
    assert cards(widget, data_legal="no") == ["9D"]
    assert cards(widget, data_legal="yes") == []


def test_a_legal_card_goes_to_the_table_and_leaves_its_place() -> None:
    widget = LegalMoves(**HAND)
    widget.receive({"card": "JH"})
    assert cards(widget) == ["QS", "9D"]
    assert [attrs["data-card"] for attrs, _ in Tree(widget.html).all("span", role="img")] == ["TS", "KS", "9H", "JH"]
    assert widget.html.count("cl-gone") == 1
    assert "You take the trick. It is worth 4: king 3 and jack 1." in status(widget)


@pytest.mark.parametrize(
    ("hand", "trick", "card", "said"),
    [
        ("9S", "AS KD QC", "9S", "West takes the trick. It is worth 9: ace 4, king 3 and queen 2."),
        ("9S", "KD AS QH", "9S", "East takes the trick. It is worth 9: king 3, ace 4 and queen 2."),
        ("9S", "TS KS 9D", "9S", "Your partner, North, takes the trick. It is worth 3: king 3."),
        ("9S", "TS 9D 9C", "9S", "West takes the trick. It is worth nothing: no card in it counts."),
        ("JS", "TS 9D 9C", "JS", "You take the trick. It is worth 1 point: jack 1."),
        ("JS", "TS", "JS", "It is the best card so far."),
        ("9S", "TS", "9S", "The ten of spades is still the best card so far."),
        ("9S", "", "9S", "The nine of spades may be led: the leader may play any card."),
    ],
)
def test_what_becomes_of_the_trick_is_said(hand: str, trick: str, card: str, said: str) -> None:
    widget = LegalMoves("belgian", hand=hand, trick=trick, trump="H")
    widget.receive({"card": card})
    assert said in plain(status(widget))


def test_every_verdict_at_once() -> None:
    widget = LegalMoves(**HAND)
    widget.receive({"action": "reveal"})
    assert cards(widget, data_legal="no") == ["9D"]
    assert cards(widget, data_legal="yes") == ["QS", "JH"]


def test_another_game_changes_the_verdicts_on_the_same_cards() -> None:
    widget = LegalMoves(**HAND)
    widget.receive({"action": "variant", "value": "kwajongen"})
    assert cards(widget) == ["QS", "JH", "9D"]
    assert cards(widget, data_legal="no") == ["JH", "9D"]
    assert "Kwajongen differs from Couillon in one verdict" in status(widget)
    widget.receive({"action": "variant", "value": "ardennes"})
    assert "Couillon d'Ardenne judges this hand just as Kwajongen does." in status(widget)


def test_a_hand_that_another_game_cannot_hold_is_replaced() -> None:
    widget = LegalMoves("troeven", hand="AS 7S 8H", trick="TS", trump="H")
    widget.receive({"action": "variant", "value": "belgian"})
    assert "is not in the pack of 24 cards" in status(widget)
    assert widget.state.position.game == "belgian"


def test_the_permanent_queens_are_trumps_on_table_and_in_hand() -> None:
    widget = LegalMoves("konter-a-matt", hand="QS 9S JD", trick="AS", trump="D")
    labels = [attrs["aria-label"] for attrs, _ in Tree(widget.html).all("button") if "data-card" in attrs]
    assert labels == ["queen of spades, trump", "nine of spades", "jack of diamonds, trump"]


@pytest.mark.parametrize("game", [v.id for v in variants()])
def test_dealt_positions_are_possible_and_mostly_ask_for_thought(game: str) -> None:
    asking = 0
    for seed in range(20):
        position = LegalMoves(game, seed=seed).state.position
        assert 1 <= len(position.trick) <= 3
        asking += not all(v.legal for v in position.verdicts.values())
    assert asking >= 18


def test_a_seed_gives_the_same_hand() -> None:
    assert LegalMoves(seed=5).html == LegalMoves(seed=5).html != LegalMoves(seed=6).html


def test_another_hand_is_the_next_seed() -> None:
    widget = LegalMoves(seed=5)
    widget.receive({"action": "deal"})
    assert widget.state.position == LegalMoves(seed=6).state.position


def test_another_hand_is_another_hand_also_after_a_link() -> None:
    first = LegalMoves("belgian", seed=1)
    first.receive({"action": "deal"})
    opened = LegalMoves("belgian", seed=1)  # as a page opens that is loaded again: it begins with its own seed
    opened.receive({"action": "restore", "value": first.share})
    assert opened.share == first.share
    opened.receive({"action": "deal"})
    assert opened.share != first.share


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"variant": "belgain"}, "did you mean belgian"),
        ({"hand": "QS"}, "Say which suit is trump"),
        ({"hand": "QS", "trump": "X"}, '"X" is not a suit'),
        ({"hand": "1S", "trump": "H"}, '"1S" is not a card'),
        ({"hand": "QS", "trick": "QS", "trump": "H"}, "The queen of spades is there twice"),
        ({"hand": "", "trump": "H"}, "The hand is empty"),
        ({"hand": "7S", "trump": "H"}, "The seven of spades is not in the pack of 24 cards"),
        ({"hand": "AS KS QS JS TS", "trump": "H"}, "a player gets 4 cards"),
        ({"hand": "AS", "trick": "KS QS JS TS", "trump": "H"}, "there can be at most 3"),
        ({"trick": "AS"}, "Give a hand with the trick and the trump"),
        ({"seed": "one"}, "A seed is a whole number"),
        ({"rules": {"length": 0}}, "length"),
        ({"rules": "length"}, "House rules are a mapping"),
        ({"hand": 5, "trump": "H"}, "Cards are a text or a list"),
        ({"hand": [5], "trump": "H"}, "is not a card"),
        ({"hand": "AS", "trump": 5}, "is not a suit"),
        ({"variant": []}, "There is no variant"),
        ({"hand": "AS", "trump": "H", "mit": True}, "Mit cannot be declared"),
    ],
)
def test_bad_arguments_get_one_sentence(given: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        LegalMoves(**given)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
