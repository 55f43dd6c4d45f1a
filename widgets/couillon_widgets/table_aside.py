"""Beside the cloth: the slate, what the last deal did to it, the tricks so far, and who plays what."""

from __future__ import annotations

from collections.abc import Iterable

from couillon.bots import STRENGTHS
from couillon.cards import Card
from couillon.game import State, Trick
from couillon.messages import _, rank_name, seat_name, suit_name
from couillon.records import house_rules
from couillon.rules import variants
from couillon.scoring import Board
from couillon_widgets.boards import board_picture
from couillon_widgets.deck import pip
from couillon_widgets.html import element, text
from couillon_widgets.links import rules_link
from couillon_widgets.parts import choice
from couillon_widgets.table_replay import Replay
from couillon_widgets.table_state import Sitting

__all__ = ["aside", "counts", "people", "trick_rows"]


def counts(board: Board) -> str:
    """Return the board in short, North–South first.

    >>> counts(Board((3, 5), 5))
    '3 : 5'
    """
    return _("{a} : {b}").format(a=board.counts[0], b=board.counts[1])


def aside(table: Sitting, looking: Replay | None = None) -> str:
    """Return the column beside the cloth; while one looks back, with all tricks of that deal."""
    state = looking.states[-1] if looking else table.state
    tricks = _tricks(state, looking.trick if looking else None)
    slate = board_picture(table.rules, table.match.board) + _changed(table)
    parts = [_block(_("The slate"), slate), _block(_("Tricks so far"), tricks)]
    return element("div", "".join(parts), class_="cl-aside")


def _block(title: str, inner: str) -> str:
    return element("div", element("p", text(title), class_="cl-ask") + inner) if inner else ""


def _changed(table: Sitting) -> str:
    """Say what the last deal did to the slate."""
    scored = table.scored
    if scored is None:
        return ""
    items = "".join(element("li", text(event.message)) for event in scored.events)
    head = element("p", text(_("Deal {n}").format(n=len(table.match.history))), class_="cl-small")
    return head + element("ul", items, class_="cl-changed")


def _tricks(state: State, seen: int | None) -> str:
    tricks = [*state.tricks, *([state.trick] if state.trick and state.trick.cards else [])]
    if not tricks:
        return element("p", text(_("None yet.")), class_="cl-small")
    rows = "".join(_row(i, trick, i == seen) for i, trick in enumerate(tricks, 1))
    return element("ol", rows, class_="cl-tricks")


def trick_rows(tricks: Iterable[Trick], first: int, *, led: bool = False) -> list[str]:
    """Return each trick in one line, numbered from ``first``; it begins with its winner, or with who ``led``."""
    return [element("li", _line(number, trick, led)) for number, trick in enumerate(tricks, first)]


def _line(number: int, trick: Trick, led: bool = False) -> str:
    who = seat_name(trick.leader) if led else seat_name(trick.winner) if trick.winner else _("to come")
    words = _("{n} · {who} leads") if led else _("{n} · {who}")
    won = text(_(" · {who} wins").format(who=seat_name(trick.winner))) if led and trick.winner else ""
    name = element("span", text(words.format(n=number, who=who)))
    return name + element("span", _in_short(trick.cards) + won) + element("b", text(trick.points))


def _row(number: int, trick: Trick, seen: bool) -> str:
    """Return a trick in one line; a whole one can be looked at again."""
    inner = _line(number, trick)
    if not trick.winner:
        return element("li", inner)
    current = "step" if seen else None
    again = element("span", text(_("Look again at trick {n}:").format(n=number)), class_="cl-sr")
    row = element("button", again + inner, type="button", data_action=f"look-t{number}", aria_current=current)
    return element("li", row)


def _in_short(cards: tuple[Card, ...]) -> str:
    """Return cards in the order played: the sign of a suit, then the ranks up to the next suit."""
    out, suit = [], ""
    for card in cards:
        sign = ""
        if card.suit != suit:
            suit = card.suit
            sign = pip(suit) + element("span", text(suit_name(suit)), class_="cl-sr") + "\N{NO-BREAK SPACE}"
        out.append(element("span", sign + text(rank_name(card.rank)), class_="cl-nowrap"))
    return ", ".join(out)


def people(table: Sitting) -> str:
    """Return the choice of game, seats, bots and guide."""
    seats = "".join(table.seats)
    known = {
        "S": _("you and three bots"),
        "NS": _("two partners at one screen"),
        "NESW": _("all four hands open"),
        "": _("nobody: watch the bots"),
    }
    known.setdefault(seats, _("people at {seats}").format(seats=", ".join(map(seat_name, table.seats))))
    strengths = {"beginner": _("beginners"), "club": _("club players"), "expert": _("experts")}
    picks = [
        choice("variant", _("Game"), [(v.id, v.name) for v in variants()], table.game, shown=True,
               keep="game"),
        choice("seats", _("Who plays"), [(key or "-", words) for key, words in known.items()], seats or "-",
               shown=True),
        choice("strength", _("Bots"), [(key, strengths[key]) for key in STRENGTHS], table.strength, shown=True),
        choice("guided", _("Guide"), [("off", _("off: hints when you ask")), ("on", _("on: led by the hand"))],
               "on" if table.guidance.on else "off", shown=True),
    ]  # fmt: skip
    picks.append(rules_link(table.game, house_rules(table.game, table.rules), table.seed))
    summary = element("summary", text(_("Game, players and guide")))
    return element("details", summary + element("div", "".join(picks), class_="cl-options"), class_="cl-settings")
