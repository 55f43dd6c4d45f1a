"""What each of the smaller widgets does in all games, compared with the engine."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from couillon.cards import SEATS, Card, points
from couillon.counting import ahead, piles
from couillon.making import making, to_declare
from couillon.match import add, start_match
from couillon.messages import card_name, seat_name, suit_name
from couillon.rules import load, variants
from couillon.selfplay import bot_deal
from couillon.winning import who_wins
from couillon_widgets import Deal, Match, Points, Trick, Trump

from .scenes import Tree, Widget, status
from .small_scenes import PILE, RUFFED, after

GAMES = [v.id for v in variants()]


def answers(widget: Widget) -> list[str]:
    """The actions of the buttons on the cloth."""
    asked = widget.html.partition('class="cl-asked"')[2].partition("</div>")[0]
    return re.findall(r'data-action="([^"]+)"', asked)


def shown(widget: Widget) -> list[str]:
    """The cards that can be seen."""
    return re.findall(r'data-card="([^"]+)"', widget.html)


# The deal


@pytest.mark.parametrize("dealer", "NS")
@pytest.mark.parametrize("game", GAMES)
def test_the_deal_shows_what_is_dealt_and_says_who_gets_it(game: str, dealer: str) -> None:
    widget = Deal(game, seed=3, dealer=dealer)
    rules, seen = load(game), []
    assert shown(widget) == [] and f"{rules.pack} cards" in widget.html
    for number, step in enumerate(widget.state.steps, 1):
        widget.receive({"action": "next"})
        seen += step.cards if step.what in ("packet", "turned") else ()
        assert sorted(shown(widget)) == sorted(seen)
        said = status(widget)
        assert step.clause in said
        if step.what == "packet":
            assert said.startswith(f"{seat_name(step.seat or '')} gets ")
            assert all(card_name(card).split()[0] in said for card in step.cards)
        assert (f"step={number}" in repr(widget)) is True
    assert len(seen) == 4 * rules.hand + (rules.trump == "turn-up")
    assert "All is dealt." in status(widget)
    widget.receive({"action": "next"})
    assert status(widget).startswith("All is dealt.")
    for _step in widget.state.steps:
        widget.receive({"action": "back"})
    assert shown(widget) == []
    widget.receive({"action": "back"})
    assert status(widget) == "Nothing is dealt yet."
    widget.receive({"action": "all"})
    assert sorted(shown(widget)) == sorted(seen)


def test_another_dealer_deals_the_same_pack() -> None:
    widget = after(Deal(seed=3), "all", {"action": "dealer", "value": "N"}, "next")
    assert status(widget).startswith("East gets 2 cards.")
    widget.receive({"action": "dealer", "value": "Z"})
    assert "is not a seat" in status(widget) and widget.state.dealer == "N"


def test_the_words_of_a_deal() -> None:
    assert "The deal stops: South names the trumps, after seeing 3 cards only." in status(
        after(Deal("konter-a-matt"), *["next"] * 5)
    )
    assert "Or chance decides." in status(after(Deal("eifel"), *["next"] * 5))
    assert "after seeing the whole hand" in status(after(Deal("force"), "all"))
    assert "4 cards are left and set aside face down." in status(after(Deal("mit"), "all"))
    assert "8 cards are left: the stock." in status(after(Deal(), "all", "back"))
    assert "The cards go round once" in status(Deal(rules={"packets": [4]}))


# Making trumps


@pytest.mark.parametrize("open_hands", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_all_branches_of_making_trumps_come_to_an_end_that_is_explained(game: str, open_hands: bool) -> None:
    for seed in range(4):
        draw = Random(seed)
        widget = Trump(game, seed=seed, open_hands=open_hands)
        for step in range(60):
            asking = widget.state
            if asking.settled:
                break
            state = asking.state
            if not open_hands:
                hand = set(state.hand(state.to_act or ""))
                trick = set(state.trick.cards) if state.trick else set()
                assert set(shown(widget)) <= hand | trick | {state.proposed}
            offered = answers(widget)
            assert offered or state.phase == "play"
            chosen = draw.choice([*offered, *(["next"] if state.phase == "play" else [])])
            widget.receive({"action": "pass" if chosen == "raise" and step > 8 else chosen})
            assert "cl-no" not in widget.html.partition("cl-note")[2][:12]
        made = making(widget.state.state)
        assert widget.state.settled and not answers(widget)
        said = status(widget)
        assert said.lower().startswith(f"{suit_name(made.trump)} are trumps.") and all(c in said for c in made.clauses)
        assert (f"{seat_name(made.maker)} made them" if made.maker else "Nobody made them") in said
        assert f"{seat_name(made.leader)} leads to the first trick" in said
        for message in ({"action": "pass"}, {"card": "AS"}, {"action": "next"}):
            widget.receive(message)
            assert status(widget).startswith("The trumps are made, and nothing is left to be said.")


@pytest.mark.parametrize("game", GAMES)
def test_what_if_everybody_passes(game: str) -> None:
    widget = after(Trump(game, seed=3), {"action": "everyone"})
    rules = load(game)
    if rules.all_pass == "none":
        assert status(widget).startswith("Nobody may pass in this game")
        assert "everyone" not in widget.html
        return
    state = widget.state.state
    assert state.maker is None and set(state.actions) == {"pass"}
    assert "Nobody made them, so there are no makers." in status(widget)
    assert ("Everybody passes 8 times" in status(widget)) is (rules.all_pass == "ask-again")
    widget.receive({"action": "undo"})
    assert widget.state.actions == ()


REFUSED = [
    ("belgian", {"action": "trump-H"}, "Nobody names a suit under these rules"),
    ("belgian", {"card": "AS"}, "The ace of spades cannot be played yet: the trump is to be made first."),
    ("troeven", {"action": "pass"}, "South is eldest and may not pass"),
    ("troeven", {"action": "mit"}, "Nobody may declare Mit under these rules."),
    ("troeven", {"action": "turn"}, "No card is turned under these rules"),
    ("mit", {"action": "kontra"}, "The trump is to be made first."),
    ("belgian", {"action": "next"}, "First the question"),
    ("belgian", {"card": "1S"}, "is not a card"),
    ("belgian", {"action": "trump", "value": ""}, "Nobody names a suit"),
]


@pytest.mark.parametrize(("game", "message", "words"), REFUSED)
def test_what_the_rules_refuse_is_explained(game: str, message: dict[str, str], words: str) -> None:
    widget = Trump(game, seed=1)
    before = repr(widget)
    widget.receive(message)
    assert words in status(widget) and repr(widget) == before


def test_every_declaration_can_be_made() -> None:
    st_vith = Trump("st-vith", seed=2)
    after(st_vith, "trump-S", "mit", "raise", "raise", "pass", "pass")
    assert "raise" in status(st_vith) and st_vith.state.settled
    mit = after(Trump("mit", seed=2), "trump-S", "mit", "kontra", "re")
    assert mit.state.state.re and "kontra" in status(mit)
    seed = next(n for n in range(200) if _both(Trump("konter-a-matt", seed=n)))
    konter = after(Trump("konter-a-matt", seed=seed), "trump-S", "matt", "konter")
    assert konter.state.state.matt == konter.state.state.konter == "S" and konter.state.settled
    turned = after(Trump("eifel", seed=3), "turn")
    assert "that was turned" in status(turned) or to_declare(turned.state.state)


def _both(widget: Trump) -> bool:
    return {"QS", "QH", "QD"} <= set(widget.state.state.hand("S"))


def test_a_dealer_is_chosen_and_hands_are_hidden() -> None:
    widget = after(Trump(seed=3), "pass", {"action": "dealer", "value": "N"})
    assert widget.state.actions == () and widget.state.state.to_act == "E"
    widget.receive({"action": "reveal"})
    assert len(set(shown(widget))) == 5 and "Your turn" in widget.html


# One trick


@pytest.mark.parametrize("game", GAMES)
def test_the_engine_says_who_wins_every_trick(game: str) -> None:
    for seed in range(4):
        widget = Trick(game, seed=seed)
        state = widget.state
        best = who_wins(state.rules, state.trump, state.cards, mit=state.mit).index
        assert widget.html.count("cl-is-winner") == 0
        for index, card in enumerate(state.cards):
            widget.receive({"card": card})
            said = status(widget)
            assert (f"Yes: {seat_name(state.seat_of(best))} takes the trick." in said) is (index == best)
            assert index == best or said.startswith(f"Not the {card_name(card)}")
            assert "trick" in said and f"takes {points(state.cards)}" in widget.html
        widget.receive({"action": "step"})
        for upto in range(1, 5):
            assert len(shown(widget)) == upto == widget.state.upto
            expected = who_wins(state.rules, state.trump, state.cards[:upto], mit=state.mit)
            assert widget.state.win == expected
            if upto < 4:
                widget.receive({"action": "next"})
        widget.receive({"action": "next"})
        assert widget.state.seed == seed + 1 and widget.state.upto is None


def test_other_trumps_and_mit_change_the_winner() -> None:
    widget = after(Trick(**RUFFED), {"action": "trump", "value": "D"}, "reveal")
    assert "South takes the trick." in status(widget)
    widget.receive({"action": "trump", "value": "X"})
    assert "is not a suit" in status(widget)
    widget.receive({"action": "mit"})
    assert "Mit cannot be declared in Couillon." in status(widget)
    mit = after(Trick("mit", "AS QS KH 9S", trump="H"), "reveal")
    assert "East takes the trick" in status(mit)
    after(mit, "mit", "reveal")
    assert "North takes the trick" in status(mit) and 'aria-pressed="true"' in mit.html


def test_a_given_trick_stays_in_another_game_if_its_pack_has_the_cards() -> None:
    widget = after(Trick("mit", "AS QS KH 9S", trump="H", mit=True), {"action": "variant", "value": "belgian"})
    assert widget.state.cards == ("AS", "QS", "KH", "9S") and not widget.state.mit
    widget = after(Trick("troeven", "7S 8S KH 9S", trump="H"), {"action": "variant", "value": "belgian"})
    assert "Here is a trick of Couillon instead." in status(widget) and not widget.state.given


def test_a_card_that_is_not_in_the_trick() -> None:
    assert status(after(Trick(**RUFFED), {"card": "QD"})) == "The queen of diamonds is not in this trick."
    assert repr(after(Trick(**RUFFED), {"card": "AS"}, "restart")) == repr(Trick(**RUFFED))


# Counting


@pytest.mark.parametrize("game", GAMES)
def test_piles_and_deals_are_counted_by_the_engine(game: str) -> None:
    for seed in range(2):
        widget = Points(variant=game, seed=seed)
        total = points(widget.state.pile)
        wrong = total - 1 if total == 40 else total + 1
        after(widget, {"action": "answer", "value": str(wrong)}, "check")
        assert f"Not {wrong}: that is too {'many' if wrong > total else 'few'}." in status(widget)
        assert "cl-counted-table" not in widget.html
        after(widget, {"action": "less" if wrong > total else "more", "value": "1"}, "check")
        assert status(widget).startswith(f"{total} point")
        cells = [words for _attrs, words in Tree(widget.html).all("td")]
        assert cells[-1] == str(total)
        widget.receive({"action": "count", "value": "deal"})
        end = bot_deal(load(game), seed)
        assert sorted(shown(widget)) == sorted(card for pile in piles(end) for card in pile)
        for value in ("NS", "EW", "=="):
            after(widget, {"action": "winner", "value": value}, "check")
            right = value == (ahead(end.points) or "==")
            assert ("in play" in status(widget)) is right
            if right:
                assert f"North–South have {end.points[0]}, East–West have {end.points[1]}." in status(widget)


def test_a_tied_deal_is_called_so() -> None:
    seed = next(n for n in range(200) if ahead(bot_deal(load(), n).points) is None)
    widget = after(Points(seed=seed, deal=True), {"action": "winner", "value": "NS"}, "check")
    assert "Not quite" in status(widget)
    after(widget, {"action": "reveal"})
    assert status(widget).startswith("Equal points: a tied deal.")


def test_the_count_stays_within_a_pile() -> None:
    widget = Points(PILE)
    for message, words in [
        ({"action": "less", "value": "1"}, "A pile holds from 0 to 40 points."),
        ({"action": "more", "value": "99"}, "A pile holds from 0 to 40 points."),
        ({"action": "more", "value": "x"}, "A count is a whole number"),
        ({"action": "winner", "value": "NS"}, "Here the question is how many points"),
        ({"action": "count", "value": "all"}, "Count a pile or a deal"),
        ({"card": "KS"}, "The king of spades counts 3."),
        ({"card": "TD"}, "The ten of diamonds counts nothing."),
        ({"card": "KD"}, "The king of diamonds is not there."),
        ({"action": "more", "value": "1"}, "Your count so far: 1 point."),
        ({"action": "check"}, "Not 1: that is too few."),
    ]:
        widget.receive(message)
        assert words in status(widget), message
    assert "No card in it counts." in status(after(Points("TS 9S"), "check"))
    deal = Points(deal=True)
    for message, words in [
        ({"action": "check"}, "Say first who has more points."),
        ({"action": "more", "value": "1"}, "Here the question is which team has won"),
        ({"action": "winner", "value": "XX"}, "A deal is won by NS or EW"),
    ]:
        deal.receive(message)
        assert words in status(deal), message


def test_a_given_pile_stays_in_another_game_and_is_counted_again() -> None:
    widget = after(Points(PILE), "reveal", {"action": "variant", "value": "mit"})
    assert widget.state.cards == tuple(map(Card, PILE.split())) and not widget.state.checked
    assert "answer" not in repr(after(widget, "reveal", "restart"))
    widget = after(Points("7S AS", variant="troeven"), {"action": "variant", "value": "mit"})
    assert "Here is a pile of Couillon with Mit instead." in status(widget)
    assert repr(after(Points(seed=3), "reveal", "next")) == repr(Points(seed=4))


# A match


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_the_engines_and_no_click_plays_too_much(game: str) -> None:
    widget, rules = Match(game, seed=5), load(game)
    match = start_match(rules, widget.state.drawn.dealer)
    seed = 5
    while not match.won:
        match = add(match, bot_deal(rules, seed, match.dealer))
        seed += 1
    widget.receive({"action": "next"})
    assert widget.state.deals == 1
    while not widget.state.match.won:
        before = widget.state.deals
        widget.receive({"action": "end"})
        assert (widget.state.deals - before) * rules.hand <= 48
    assert widget.state.match == match
    assert "That is the match." in status(widget)
    rows = Tree(widget.html).all("button", data_action="look")
    assert len(rows) == len(match.history) + 1
    for action in ("next", "end"):
        widget.receive({"action": action})
        assert status(widget).startswith(("North–South have won", "East–West have won"))
    for number, finished in enumerate(match.history, 1):
        widget.receive({"action": "look", "value": str(number)})
        assert f"Deal {number}: {seat_name(finished.state.deal.dealer)} dealt." in status(widget)
        assert all(event.message in status(widget) for event in finished.scored.events)
    assert Match(game, seed=5, deals=99).state.deals == len(match.history)


def test_one_looks_back_and_on() -> None:
    widget = Match(seed=1, deals=2)
    after(widget, "on")
    assert status(widget) == "That deal is not played yet."
    after(widget, "back", "back")
    assert "the two highest cards play the two lowest" in status(widget)
    after(widget, "back")
    assert status(widget) == "Before the first deal there is only the draw."
    after(widget, "on")
    assert repr(widget) == "Match('belgian', seed=1, deals=2, at=1)"
    for value, words in (("x", "A deal has a whole number"), ("9", "not played yet")):
        widget.receive({"action": "look", "value": value})
        assert words in status(widget)


def test_the_draw_is_shown_with_every_round() -> None:
    again = next(n for n in range(50) if len(Match(seed=n).state.drawn.rounds) > 1)
    widget = Match(seed=again)
    drawn = [card for cards in widget.state.drawn.rounds for _player, card in cards]
    assert shown(widget) == drawn
    assert "drew again" in status(widget) and "Equal ranks draw again" in widget.html
    once = next(n for n in range(50) if len(Match(seed=n).state.drawn.rounds) == 1)
    assert "drew again" not in status(Match(seed=once))
    assert all(seat_name(seat) in status(widget) for seat in SEATS)


def test_a_long_match_stops_at_the_most_that_is_shown() -> None:
    rules: dict[str, Any] = {"length": 99}
    widget = Match(seed=1, rules=rules, deals=99)
    assert widget.state.deals == 99 and not widget.state.match.won
    widget.receive({"action": "next"})
    assert widget.state.deals == 99 and "Another match" in status(widget)
