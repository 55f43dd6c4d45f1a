"""The smaller widgets in each of the states that look different."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from couillon_widgets import Deal, Match, Points, Trick, Trump
from couillon_widgets.base import CouillonWidget

from .accept_scenes import ACCEPT_SCENES
from .beside_scenes import BESIDE_SCENES

Widget = CouillonWidget[Any]


def after(widget: Widget, *messages: dict[str, str] | str) -> Widget:
    """A widget after some messages; an action without a value is a word."""
    for message in messages:
        widget.receive({"action": message} if isinstance(message, str) else message)
    return widget


RUFFED = {"cards": "TS KS 9H AS", "trump": "H"}
PILE = "AS KS QH JH TD 9D AC"

SMALL_SCENES: dict[str, Callable[[], Widget]] = {
    "deal": lambda: Deal(seed=3),
    "deal-packet": lambda: after(Deal("troeven", seed=3), "next", "next", "next"),
    "deal-stopped": lambda: after(Deal("mit", seed=3), *["next"] * 5),
    "deal-shown": lambda: after(Deal("tongeren", seed=3, dealer="S"), *["next"] * 9),
    "deal-whole": lambda: after(Deal(seed=3), "all"),
    "trump": lambda: Trump(seed=3),
    "trump-refused": lambda: after(Trump(seed=3), {"action": "trump-H"}),
    "trump-asked": lambda: after(Trump("troeven", seed=3, open_hands=False), {"action": "play", "card": "AS"}),
    "trump-declaring": lambda: after(Trump("st-vith", seed=2), "trump-S", "mit", "raise"),
    "trump-first-turn": lambda: after(Trump("konter-a-matt", seed=4), "trump-C", "next"),
    "trump-made": lambda: after(Trump("ardennes", seed=3), "everyone"),
    "trick": lambda: Trick(**RUFFED),
    "trick-wrong": lambda: after(Trick(**RUFFED), {"card": "AS"}),
    "trick-right": lambda: after(Trick(**RUFFED), {"card": "9H"}),
    "trick-stepped": lambda: after(Trick(**RUFFED), "step", "next"),
    "trick-queens": lambda: after(Trick("mit", "AS QS KH 9S", trump="H", mit=True), "reveal"),
    "points": lambda: after(Points(PILE), {"action": "more", "value": "5"}),
    "points-wrong": lambda: after(Points(PILE), {"action": "more", "value": "5"}, "check"),
    "points-shown": lambda: after(Points(PILE), "reveal"),
    "points-deal": lambda: after(Points(seed=4, deal=True), {"action": "winner", "value": "NS"}),
    "points-counted": lambda: after(Points(seed=4, deal=True), "reveal"),
    "match": lambda: Match(seed=2),
    "match-draw": lambda: Match(seed=1, draw_only=True),
    "match-played": lambda: after(Match("ardennes", seed=1, deals=6), {"action": "look", "value": "4"}),
    "match-over": lambda: Match("eifel", seed=1, deals=40),
    **BESIDE_SCENES,
    **ACCEPT_SCENES,
}
