"""Accept or pass: every question of every game, figures as the engine gives them, and what a reader may type."""

from __future__ import annotations

import re

import pytest

from couillon.advice import advise, answers_of
from couillon.holdings import grouped, known
from couillon.occasions import occasion, occasions
from couillon.rules import load, variants
from couillon.view import view
from couillon_widgets import Accept
from couillon_widgets import accept as module
from couillon_widgets.base import sealed
from couillon_widgets.shelf import SHELF

from .scenes import status

ASKED = [(game.id, about) for game in variants() for about in occasions(game.rules)]
STRONG = {"cards": "KH QH TH AC / AH"}
WEAK = {"cards": "TH 9S TD 9C / AH"}


@pytest.fixture(autouse=True)
def soon_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer layouts than a reader gets: enough for hands as clear as these."""
    monkeypatch.setattr(module, "MOST", 48)


def rows(widget: Accept) -> list[list[str]]:
    """The rows of all tables, as texts."""
    lines = re.findall(r"<tr[^>]*>(.*?)</tr>", widget.html)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line) for line in lines]
    return [[" ".join(re.sub(r"<[^>]*>", " ", cell).split()) for cell in line] for line in cells]


def further(widget: Accept) -> bool:
    """Send what the page sends by itself; False if it has nothing more to send."""
    token = re.search(r'data-further="([^"]+)"', widget.html)
    if token:
        widget.receive({"action": "further", "value": token[1]})
    return bool(token)


@pytest.mark.parametrize(("game", "about"), ASKED)
def test_every_question_of_every_game_is_judged_by_the_advisor(game: str, about: str) -> None:
    widget = Accept(game, seed=3, about=about)
    seen = view(occasion(load(game), about, 3))
    assert "<table>" not in widget.html
    word = answers_of(seen)[-1]
    # In play silence is a card.
    silent = word == "pass" and not seen.question
    widget.receive(
        {"card": next(a for a in seen.actions if len(a) == 2)} if silent else {"action": word.replace(" ", "-")}
    )
    assert widget.state.said == word
    found = advise(seen, 3, widget.state.go, heard=True)
    best = max(found.answers, key=lambda answer: answer.units.value)
    table = rows(widget)[1:]
    assert f"{abs(best.units.value):.2f}" in table[0][1]
    assert table[0][2].startswith(f"{round(100 * best.won.value)} of 100")
    assert len([row for row in table if len(row) == 3]) >= len(found.answers)
    assert f"{found.looked} of {found.layouts:,} layouts" in widget.html


def test_a_clear_hand_is_told_from_one_that_is_not() -> None:
    for cards, good, bad in ((STRONG, "accept", "pass"), (WEAK, "pass", "accept")):
        widget = Accept(**cards)
        widget.receive({"action": bad})
        while further(widget):
            pass
        assert widget.state.verdict == "worse"
        assert status(widget) == f"The better answer is to {good}."
        widget.receive({"action": good})
        while further(widget):
            pass
        assert status(widget) == f"Well judged: the better answer is to {good}."
        assert widget.state.advice.looked == 48
        assert "that is more than chance" in widget.html
        assert "are left out" not in widget.html
    late = Accept(**WEAK, passed=3)
    late.receive({"action": "pass"})
    assert "Layouts in which one of those who passed would have accepted are left out." in late.html


def test_an_answer_is_worse_although_two_others_are_close() -> None:
    widget = Accept("konter-a-matt", seed=2, about="konter")
    widget.receive({"action": "play", "card": str(widget.state.moment.hand("S")[0])})
    while further(widget):
        pass
    advice = widget.state.advice
    assert widget.state.said == "pass"
    assert not advice.sure
    assert advice.of("pass").units.high < advice.of(advice.best).units.low
    assert status(widget).startswith("The better answer is to announce")
    assert "come to the same in every deal looked at" in widget.html
    assert "may be chance" not in widget.html


def test_few_layouts_say_nothing_yet() -> None:
    widget = Accept("troeven", seed=2)
    widget.receive({"action": "trump-H"})
    assert widget.state.verdict == "soon"
    assert status(widget) == "The first deals are being played out."
    while widget.state.verdict == "soon":
        assert further(widget)
    assert widget.state.advice.looked == 16
    assert "Undo" in widget.html
    widget.receive({"action": "undo"})
    assert not widget.state.said


def test_only_the_newest_answer_is_looked_into_further() -> None:
    widget = Accept(**STRONG)
    widget.receive({"action": "accept"})
    old = widget.marks()["data_further"]
    widget.receive({"action": "pass"})
    for value in (old, "", "accept 99"):
        widget.receive({"action": "further", "value": value})
        assert widget.state.rounds == 1
    assert further(widget)
    assert widget.state.rounds == 2


class Ear:
    """Hears what the shelf tells."""

    def __init__(self) -> None:
        self.acts: list[tuple[str, ...]] = []

    def heard(self, _widget: object, acts: tuple[str, ...]) -> None:
        self.acts.append(acts)

    def kept(self) -> None:
        pass


def test_steps_hear_of_an_answer_and_of_how_it_was() -> None:
    widget, ear = Accept(**STRONG), Ear()
    SHELF.listen(ear)
    widget.receive({"action": "accept"})
    while further(widget):
        pass
    told = [act for acts in ear.acts for act in acts]
    assert told.count("judged") == 1
    assert "better" in told
    widget.receive({"action": "deal"})
    assert "judged" not in ear.acts[-1]


def test_hands_like_it_are_counted_and_the_own_one_is_marked() -> None:
    widget = Accept(cards="KH 9H AD TC / AH")
    widget.receive({"action": "pass"})
    records = grouped(known("belgian"), lambda held: (held.trumps, held.top), may_pass=True)
    record = records[2, True]
    row = next(row for row in rows(widget) if row[0].startswith("2 trumps with the highest"))
    assert row[0].endswith("like yours")
    assert row[1].startswith(f"{round(100 * record.won.value)} of 100")
    assert f"{record.units.value:+.2f}" in row[2]
    assert any(row[0].startswith("and one other ace") and row[0].endswith("like yours") for row in rows(widget))
    house = Accept(cards="KH 9H AD TC / AH", rules={"length": 7})
    house.receive({"action": "pass"})
    assert "The hand held" not in house.html


def test_the_rules_refuse_what_is_not_asked() -> None:
    widget = Accept(seed=5)
    widget.receive({"action": "mit"})
    assert "cl-note cl-no" in widget.html
    widget.receive({"card": "QC"})
    assert not widget.state.said
    widget.receive({"action": "undo"})
    widget.receive({"action": "about", "value": "mit"})
    assert status(widget) == 'In this game a player can be asked for accept, not for "mit".'
    widget.receive({"action": "place", "value": "7"})
    assert status(widget) == "Choose how many have passed before you: from 0 to 3."
    widget.receive({"action": "place", "value": "3"})
    assert widget.state.moment.deal.dealer == "S"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Type the cards of your hand first."),
        ("/ AH", "Type the cards of your hand, a stroke"),
        ("AS KS / AS", "The ace of spades is there twice"),
        ("AS KS QS JS TS", "South gets 4 cards in this game, and here are 5."),
        ("AS / KS QS", "One card proposes the trumps, and here are 2."),
        ("AS XY", '"XY"'),
    ],
)
def test_typed_cards_that_cannot_be_are_answered(typed: str, sentence: str) -> None:
    widget = Accept(seed=5)
    before = widget.state
    widget.receive({"action": "cards", "value": typed})
    assert sentence in status(widget)
    assert widget.state is before


@pytest.mark.parametrize("game", ["belgian", "tongeren", "mit"])
def test_typed_cards_are_held_and_the_rest_is_dealt(game: str) -> None:
    for passed in range(4):
        widget = Accept(game, passed=passed)
        hand = "AS 10h qd KS" if game != "mit" else "AS 10h qd"
        shown = {"mit": "", "belgian": " / ks"}.get(game, " / 9C")
        if game == "belgian":
            hand = "AS 10h qd"
        elif passed == 3 and game == "tongeren":
            shown = " / KS"
        widget.receive({"action": "cards", "value": hand + shown})
        assert set(widget.state.moment.hand("S")) >= {"AS", "TH", "QD"}
        if shown:
            assert widget.state.moment.proposed == shown[-2:].upper()
        again = Accept(game)
        again.receive({"action": "restore", "value": widget.share})
        assert again.state == widget.state
        assert again.state.moment == widget.state.moment
    widget.receive({"action": "deal"})
    assert not widget.state.cards


def test_a_named_game_has_no_card_that_proposes() -> None:
    with pytest.raises(ValueError, match="no card proposes the trumps"):
        Accept("mit", cards="AS KS QS / JS")
    with pytest.raises(ValueError, match="one of yours"):
        Accept("tongeren", passed=3, cards="AS KS QS / JH")
    with pytest.raises(ValueError, match="Cards can be typed where the trumps are made"):
        Accept("mit", about="mit", cards="AS")
    with pytest.raises(ValueError, match="From 0 to 3 players pass"):
        Accept(passed=4)


@pytest.mark.parametrize(
    "text", ["belgian//5", "belgian//5/accept/0//mit", "belgian//5/accept/9//", "belgian//5/mit/0//"]
)
def test_a_damaged_link_gives_a_fresh_hand(text: str) -> None:
    widget = Accept()
    widget.receive({"action": "restore", "value": sealed(f"belgian//5{text}")})
    assert status(widget).startswith("This link is damaged")


def test_an_answer_is_in_the_link() -> None:
    widget = Accept("force", seed=9)
    widget.receive({"action": "trump-D"})
    again = Accept()
    again.receive({"action": "restore", "value": widget.share})
    assert again.state.said == "trump D"
    assert again.html == widget.html
