"""What the smaller widgets share: buttons, undo, bad arguments, links, house rules; each in all games."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from couillon.rules import clauses, variants
from couillon_widgets import Deal, Match, Points, Trick, Trump
from couillon_widgets.base import sealed

from .scenes import Tree, Widget, status, without
from .small_scenes import RUFFED, after

GAMES = [v.id for v in variants()]
MAKERS: dict[str, Callable[..., Widget]] = {
    "deal": Deal,
    "trump": Trump,
    "trick": Trick,
    "points": lambda game="belgian", seed=1, **more: Points(variant=game, seed=seed, **more),
    "match": Match,
}


# All of them


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", MAKERS)
def test_every_button_is_answered_in_every_game(kind: str, game: str) -> None:
    draw = Random(game + kind)
    widget = MAKERS[kind](game, seed=2)
    for _step in range(12):
        tree = Tree(widget.html)
        buttons = [attrs for attrs, _words in tree.all("button") if attrs.get("data-action") != "share"]
        chosen = draw.choice(buttons)
        message = {"action": chosen.get("data-action", "play")}
        message |= {"card": chosen["data-card"]} if "data-card" in chosen else {}
        message |= {"value": chosen["data-value"]} if "data-value" in chosen else {}
        widget.receive(message)
        said = status(widget)
        assert "has no action" not in said, message
        assert len(repr(widget)) < 110
        assert set(re.findall(r'data-clause="([^"]+)"', widget.html)) <= set(clauses())


@pytest.mark.parametrize("kind", MAKERS)
def test_another_game_is_chosen_from_the_list(kind: str) -> None:
    widget = MAKERS[kind]()
    for game in GAMES:
        widget.receive({"action": "variant", "value": game})
        assert widget.variant_id() == game
        assert f'data-variant="{game}"' in widget.html
    widget.receive({"action": "variant", "value": "whist"})
    assert "There is no variant" in status(widget) and widget.variant_id() == GAMES[-1]


@pytest.mark.parametrize("kind", MAKERS)
def test_steps_are_taken_back_and_done_again(kind: str) -> None:
    widget = MAKERS[kind]()
    before = repr(widget)
    after(widget, "deal", {"action": "deal", "value": "7"})
    assert "seed=7" in repr(widget)
    last = widget.html
    after(widget, "undo", "undo")
    assert repr(widget) == before
    after(widget, "redo", "redo")
    assert widget.html == last
    widget.receive({"action": "deal", "value": "seven"})
    assert status(widget) == 'A seed is a whole number, not "seven".'


@pytest.mark.parametrize("kind", MAKERS)
def test_beginning_again_keeps_the_seed(kind: str) -> None:
    widget = MAKERS[kind](seed=5)
    before = repr(widget)
    after(widget, "next", "restart")
    assert repr(widget).startswith(before.rstrip(")")) or kind in ("trick", "points")


def test_a_clause_that_is_told_counts_as_met() -> None:
    deal = Deal(seed=3)
    before = deal.state
    deal.receive({"action": "next"})
    assert "met:packets" in deal.acts("next", "", before, deal.said_now())
    trick = Trick(**RUFFED)
    trick.receive({"card": "TS"})
    assert "refused:trick" in trick.acts("play", "TS", trick.state, trick.said_now())
    trick.receive({"card": "9H"})
    assert "played" in trick.acts("play", "9H", trick.state, trick.said_now())


BAD: list[tuple[Callable[[], Widget], str]] = [
    (lambda: Deal("whist"), "There is no variant"),
    (lambda: Deal(seed="x"), "A seed is a whole number"),  # type: ignore[arg-type]
    (lambda: Deal(dealer="X"), '"X" is not a seat'),
    (lambda: Deal(rules={"packets": [9]}), "packets"),
    (lambda: Deal(rules="no"), "House rules are a mapping"),  # type: ignore[arg-type]
    (lambda: Trump(dealer=""), "is not a seat"),
    (lambda: Trump(rules={"lenght": 7}), "did you mean length"),
    (lambda: Trick(cards="TS KS"), "Give the four cards and the trump"),
    (lambda: Trick(trump="H"), "Give the four cards and the trump"),
    (lambda: Trick(cards="TS KS", trump="H"), "A trick has four cards, not 2"),
    (lambda: Trick(cards="TS TS KS AS", trump="H"), "is there twice"),
    (lambda: Trick(cards="TS 7S KS AS", trump="H"), "The seven of spades is not in the pack of 24"),
    (lambda: Trick(cards="TS 9S KS AS", trump="X"), "is not a suit"),
    (lambda: Trick(cards="TS 9S KS AS", trump="H", leader="Q"), "is not a seat"),
    (lambda: Trick(cards=5, trump="H"), "Cards are a text or a list"),  # type: ignore[arg-type]
    (lambda: Trick(cards="TS 9S KS AS", trump="H", mit=True), "Mit cannot be declared in Couillon"),
    (lambda: Points(5), "Cards are a text or a list"),  # type: ignore[arg-type]
    (lambda: Points(""), "The pile is empty"),
    (lambda: Points("8S"), "The eight of spades is not in the pack"),
    (lambda: Points("AS", deal=True), "give either cards or deal=True"),
    (lambda: Match(deals=100), "A match shows from 0 to 99 deals"),
    (lambda: Match(deals=True), "A match shows from 0 to 99 deals"),
    (lambda: Match(seed=1.5), "A seed is a whole number"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("make", "words"), BAD)
def test_bad_arguments_get_one_sentence(make: Callable[[], Widget], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)) as caught:
        make()
    assert str(caught.value).count(". ") == 0 or str(caught.value).endswith(".")


# Links


@settings(max_examples=30, deadline=None)
@given(
    kind=st.sampled_from(sorted(MAKERS)),
    game=st.sampled_from(GAMES),
    seed=st.integers(-50, 50),
    doing=st.lists(
        st.sampled_from(
            ["next", "back", "all", "reveal", "step", "check", "everyone", "deal", "end", "on", "more-5", "less-1",
             "count-deal", "winner-NS", "trump-S", "mit", "pass", "accept", "turn", "raise", "dealer-N", "look-1"]
        ),
        max_size=8,
    ),
)  # fmt: skip
def test_whatever_was_done_a_link_restores_it(kind: str, game: str, seed: int, doing: list[str]) -> None:
    def bare(html: str) -> str:
        return without(html, "cl-note")

    widget, other = MAKERS[kind](game, seed=seed), MAKERS[kind]("belgian", seed=99)
    after(widget, *doing)
    if kind == "trump":  # what was refused last is no part of a link
        after(widget, "reveal", "reveal")
    other.receive({"action": "restore", "value": widget.share})
    assert other.share == widget.share
    assert bare(other.html) == bare(widget.html)
    assert repr(other) == repr(widget)


DAMAGED = {
    "deal": ["belgian//1/E99", "belgian//1/X1", "belgian//1/E", "belgian//x/E1", "belgian//1"],
    "trump": ["belgian//1/Ez/", "belgian//1/Eo/yy", "belgian//1/Eo/?", "belgian//1/Eo/A"],
    "trick": [
        "belgian//1/H=/W.TS.KS.9H/TS/", "belgian//1/H=/W.TS.KS.9H.AS/QD/", "belgian//1/H=/W.TS.KS.9H.AS//9",
        "belgian//1/H+=/W.TS.KS.9H.AS//", "belgian//1/=/W.TS.KS.9H.AS//", "belgian//1/H=///",
    ],
    "points": ["belgian//1///x/", "belgian//1///99/", "belgian//1///1/XX", "belgian//1/AS.AS//1/"],
    "match": ["belgian//1/3.5", "belgian//1/98.1", "belgian//1/200.1", "belgian//1/x.1", "belgian//1/-1.-1"],
}  # fmt: skip


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in DAMAGED.items() for text in texts])
def test_a_made_up_link_gives_one_sentence_and_a_fresh_start(kind: str, text: str) -> None:
    widget = MAKERS[kind](seed=4)
    widget.receive({"action": "restore", "value": sealed(text)})
    assert status(widget) == "This link is damaged, so here is a fresh deal."
    assert "seed=5" in repr(widget)


@pytest.mark.parametrize("kind", MAKERS)
def test_house_rules_stay_and_travel(kind: str) -> None:
    widget = MAKERS[kind]("belgian", seed=1, rules={"packets": [1, 2], "length": 3})
    after(widget, "next", "deal")
    other = MAKERS[kind]()
    other.receive({"action": "restore", "value": widget.share})
    assert "'packets': (1, 2)" in repr(other) and repr(other) == repr(widget)


def test_the_draw_alone_has_no_match_below_it() -> None:
    widget = Match(seed=1, draw_only=True)
    assert repr(widget) == "Match('belgian', seed=1, draw_only=True)"
    assert "Deal by deal" not in widget.html
    assert {attrs["data-action"] for attrs, _words in Tree(widget.html).all("button")} == {
        "deal", "undo", "redo", "share"}  # fmt: skip
    first = widget.state.drawn
    widget.receive({"action": "deal"})
    assert widget.state.drawn != first
    for action in ("next", "end"):
        widget.receive({"action": action})
        assert status(widget) == "Only the draw is shown here."
    again = Match()
    again.receive({"action": "restore", "value": widget.share})
    assert again.state == widget.state
    with pytest.raises(ValueError, match="no deals are played"):
        Match(draw_only=True, deals=2)
