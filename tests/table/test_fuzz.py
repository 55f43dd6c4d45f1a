"""Readers who do anything at all: every message in any order, with any value, at tables of every kind."""

from __future__ import annotations

import re
from random import Random

import pytest

from couillon.cards import Card, pack
from couillon.game import replay
from couillon.messages import card_name
from couillon.rules import variants
from couillon.typed import write_typed
from couillon_widgets import Table
from couillon_widgets.base import sealed
from couillon_widgets.table_deals import match_text
from couillon_widgets.table_wishes import wishes
from tests.table.sitting import choices, promised
from tests.widgets.scenes import status

IDS = [v.id for v in variants()]
ACTIONS = [name.removeprefix("do_") for name in dir(Table) if name.startswith("do_")]
LOOKS = ["first", "back", "on", "last", "back-trick", "on-trick", "t1", "t2", "d1", "d9"]
HOUSE: list[dict[str, object]] = [
    {},
    {"length": 1},
    {"scoring": "points", "tie": "nothing"},
    {"mit": "first-turn", "raises": "open"},
    {"mit": "before-lead", "raises": "kontra-re"},
    {"follow": "strict", "void": "trump", "overtrump": True},
]
RUBBISH = ["", "?", "-", "-0", "\x00", "\ud800", "²", "١٢", "9" * 30, "<b>&\"'", "♠" * 5000, "N:AK.T.9. - - -",
           "S: points 99", "eldest: A*, no C", "stock: QS", "[[[[", "[[deals]]\n" * 3, "[board]\ncounts = [9, 9]",
           "rules = 1", "on", "off", "NESW", "sn", "club", "beginner", "master", "copied"]  # fmt: skip
ODD: list[object] = [None, 3, [], "x", {}, {"action": 3}, {"action": None, "card": 5}, {"card": ["AS"]},
                     {"action": "_clear"}, {"action": "trump", "value": {}}, {"action": "x" * 9000}]  # fmt: skip


def _value(random: Random, table: Table) -> str:
    text = match_text(table.state)
    at = random.randrange(len(text))
    return random.choice(
        [
            random.choice(RUBBISH),
            random.choice(IDS),
            random.choice(LOOKS),
            random.choice(pack(32)),
            random.choice(wishes(table.state))[0],
            str(random.randrange(-9, 99)),
            table.share,
            table.share[: random.randrange(len(table.share))],
            write_typed(table.state.state.deal),
            text,
            text[:at] + random.choice('9A"]\n') + text[at + 1 :],
        ]
    )


def _message(random: Random, table: Table) -> object:
    kind = random.random()
    allowed = choices(table)
    if kind < 0.5 and allowed:
        return random.choice(allowed)
    if kind < 0.6:
        return {"card": random.choice(table.state.state.hand(table.state.bottom) or pack())}
    if kind < 0.65:
        return random.choice(ODD)
    if kind < 0.75:
        return {"action": random.choice(("try", "where", "back", "hint", "why", "undo", "redo", "look", "restore"))}
    return {"action": random.choice(ACTIONS), "value": _value(random, table)}


def _hidden(table: Table) -> set[Card]:
    """The cards that nobody at the table may have seen."""
    seen, rules, deal = table.seen, table.seen.rules, table.seen.state.deal
    state = table.looking.states[-1] if table.looking else seen.state
    tricks = [*state.tricks, *([state.trick] if state.trick else [])]
    known = {card for trick in tricks for card in trick.cards} | {seen.state.turned}
    for seat in seen.seats:
        known.update(deal.hand(seat)[: rules.named_after if seen.state.question == "name" else None])
    if rules.trump == "turn-up":
        bottom = seen.state.trump and not seen.state.maker and rules.all_pass == "bottom"
        known.update((*deal.stock[: seen.state.upto + 1], *deal.stock[-1 if bottom else len(deal.stock) :]))
    known.update([deal.proposed(rules)] if rules.trump == "shown" else [])
    known.update([deal.hand(deal.dealer)[-1]] if "turn" in seen.state.actions else [])
    return set(pack(rules.pack)) - known


def _restores(table: Table) -> None:
    """The link to a table leads to the same table."""
    other = Table("mit", seats="NESW")
    other.receive({"action": "restore", "value": table.share})
    assert other.share == table.share, status(other)
    assert other.state.state == table.state.state
    assert (other.state.match.board, other.state.counted) == (table.state.match.board, table.state.counted)


def _holds(table: Table) -> None:
    """What is so after whatever was sent."""
    promised(table)
    state = table.state.state
    assert replay(state.rules, state.deal, state.actions) == state
    if not table.open_hands and not table.seen.counted:
        # the place where a refused card is allowed is another deal
        shown = set(re.findall(r'data-card="(..)"', table.html.partition('class="cl-side"')[0]))
        assert not shown & _hidden(table)


@pytest.mark.parametrize("id", IDS)
def test_whatever_is_sent_the_table_stays_whole(id: str) -> None:
    random, nth = Random(id), IDS.index(id)
    seats, seed = ("S", "NE", "NESW", "", "NS")[nth % 5], random.randrange(99)
    try:
        table = Table(id, seed, seats, "NESW"[nth % 4], HOUSE[nth % len(HOUSE)], guided=nth % 2 == 0)
    except ValueError:  # the house rule does not go with this game
        table = Table(id, seed, seats)
    for step in range(28):
        before, past, message = table.state, len(table._past), _message(random, table)
        table.receive(message)
        _holds(table)
        if len(table._past) > past and step % 4 == 0:
            now = table.state
            _restores(table)
            table.receive({"action": "undo"})
            assert table.state == before, message
            table.receive({"action": "redo"})
            assert table.state == now, message
    _restores(table)


def _with_a_refusal(seats: str = "S") -> Table:
    table = Table("ardennes", seats=seats)
    table.receive({"action": "wish", "value": "must-overtrump"})
    while not table._verdict:
        seat = table.state.to_act or "S"
        for card in table.state.state.hand(seat):
            if card not in table.state.actions:
                table.receive({"card": card})
                break
        else:
            table.receive({"action": "deal"})
    return table


@pytest.mark.parametrize("between", ["try", "look"])
@pytest.mark.parametrize("action", ["restore", "undo", "open", "variant", "deal", "seed", "seats", "guided", "strength",
                                    "wish", "branch", "again", "restart"])  # fmt: skip
def test_what_was_tried_is_gone_with_its_deal(between: str, action: str) -> None:
    table = _with_a_refusal()
    links = {"restore": Table("kwajongen", seed=4).share, "open": match_text(Table("force").state), "variant": "mit",
             "seed": "7", "seats": "E", "guided": "on", "strength": "beginner", "wish": "long"}  # fmt: skip
    table.receive({"action": between})
    table.receive({"action": "reveal"})
    table.receive({"action": action, "value": links.get(action, "")})
    _holds(table)
    if action == "restore":
        assert not table._verdict
        assert not table.open_hands
        assert "Take it back" not in table.html


def test_a_card_that_one_does_not_hold_is_not_told_of() -> None:
    for id in IDS:
        table = Table(id, seed=3, seats="NE" if len(id) % 2 else "S")
        while not table.state.to_act:
            table.receive({"action": "next"})
        for card in sorted(_hidden(table))[::4]:
            state = table.state
            table.receive({"card": card})
            assert status(table).replace("\xa0", " ").startswith(f"You do not hold the {card_name(card)}")
            assert table.state == state


@pytest.mark.parametrize(
    ("id", "numbers"),
    [
        ("belgian", "300000.5.299999.0.0"),
        ("belgian", "5.5.0.0.400000"),
        ("mit", "400000.5.0.0.0"),
        ("simplified", "-400000.3.0.0.0"),
        ("simplified", f"{'9' * 900}.3.0.0.0"),
    ],
)
def test_a_made_up_link_draws_no_endless_board(id: str, numbers: str) -> None:
    fields = Table(id).written().split("/")
    table = Table()
    table.receive({"action": "restore", "value": sealed("/".join([*fields[:4], numbers, *fields[5:]]))})
    assert "This link is damaged" in status(table)
    file = match_text(Table(id).state)
    a, b, c, d, ties = numbers.split(".")
    board = f"[board]\ncounts = [{a}, {b}]\nloops = [{c}, {d}]\nties = {ties}\n\n[current]"
    table.receive({"action": "open", "value": file.replace("[current]", board)})
    assert 'role="status"><svg' in table.html
    assert table.html.count("cl-chalk") < 100
    assert "cl-wrong" in table.html


def test_coming_back_repeats_no_link_and_no_file() -> None:
    for action, mark in (("share", "data-link"), ("save", "data-save")):
        table = Table(seed=3)
        table.receive({"action": action})
        assert mark in table.html
        table.receive({"action": "deal"})
        for step in ("undo", "redo", "undo"):
            table.receive({"action": step})
            assert mark not in table.html
            assert status(table)
