"""What the tests of the engine share: the eleven variants, house rules in plain words, short ways to act."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from slow_referee import GAMES, Game

from couillon.cards import SEATS, Card, pack
from couillon.deal import Deal, deal_from, shuffled
from couillon.game import State, apply, start
from couillon.kernel import layout
from couillon.rules import Rules, load
from couillon.verdicts import judge

VARIANTS = tuple(GAMES)
DATA = Path(__file__).parents[1] / "data"
CASES = Path(__file__).parents[1] / "cases"

_TRUMP = {"turn-up": "turned from the stock", "shown": "shown by the dealer", "named": "named by eldest"}
_ALL_PASS = {"none": None, "bottom": "bottom of the stock", "ask-again": "turn the next card", "keep": "the shown suit"}
_CHANCE = {"none": None, "dealers-last": "the dealer's last card", "eldests-own": "one of eldest's later cards"}
_MIT = {"none": None, "first-turn": "first turn", "before-lead": "before the lead"}
_ANSWERS = {"none": None, "kontra-re": "kontra and re", "open": "raises"}
_LOSS: dict[str, int | str] = {"none": 0, "one": 1, "as-won": "as much as was won"}
_TIE = {
    "next-double": "next win worth two",
    "nothing": "nothing",
    "makers-add-one": "one against the makers",
    "makers-lose": "the makers lose",
}


def count(name: str, default: int) -> int:
    """How much of something to do: an environment variable, or the default that fits into a run of all tests."""
    return int(os.environ.get(name, default))


def in_plain_words(r: Rules) -> Game:
    """Say house rules in the words of the slow referee."""
    duties = {"follow": r.follow == "strict", "ruff": r.void == "trump", "beat": r.beat, "overruff": r.overtrump,
              "underruff": r.undertrump, "partner's trick is free": r.partner_exempt}  # fmt: skip
    return {
        "ranks": "AKQJT9" if r.pack == 24 else "AKQJT987",
        "packets": list(r.packets),
        "trump maker": _TRUMP[r.trump],
        "all pass": _ALL_PASS[r.all_pass],
        "named after": r.named_after or None,
        "shown card": r.shown_card or None,
        "chance": _CHANCE[r.turn],
        "first lead": r.first_lead,
        "duties": {name for name, on in duties.items() if on},
        "always trumps": [str(card) for card in r.queens],
        "mit": _MIT[r.mit],
        "answers": _ANSWERS[r.raises],
        "each raise": "doubles" if r.stakes == "double" else "adds one",
        "announcements": r.announce,
        "board": r.scoring,
        "length": r.length,
        "sweep": r.sweep,
        "makers lose": _LOSS[r.loss],
        "makers without a trick": r.loss_sweep,
        "tie": _TIE[r.tie],
        "second tie": "one more" if r.tie_again == "grows" else "nothing more",
        "makers lose after a tie": r.tie_penalty,
    }


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(word) for word in text.split())


def lay_out(variant: str, dealer: str = "S", seed: int = 0, **given: str) -> Deal:
    """A deal in which seats hold given cards, in the order dealt; the rest comes from a shuffled pack.

    ``stock`` may be given too; a seat or a stock given in part gets the given cards first.
    """
    rules = load(variant)
    wanted = {place: cards(text) for place, text in given.items()}
    used = {card for held in wanted.values() for card in held}
    rest = [card for card in shuffled(seed, pack(rules.pack)) if card not in used]
    sizes = {**dict.fromkeys(SEATS, rules.hand), "stock": rules.stock}
    filled = {}
    for place, size in sizes.items():
        held = wanted.get(place, ())
        filled[place] = (*held, *(rest.pop() for _ in range(size - len(held))))
    return Deal(dealer, tuple(filled[seat] for seat in SEATS), filled["stock"])


def random_deal(rules: Rules, seed: int, dealer: str = "S") -> Deal:
    return deal_from(rules, shuffled(seed, pack(rules.pack)), dealer)


def after(state: State, actions: str | Iterable[str]) -> State:
    """Apply tokens; in one text they are separated by commas."""
    for action in actions.split(",") if isinstance(actions, str) else actions:
        state = apply(state, action.strip())
    return state


def begin(variant: str, dealer: str = "S", seed: int = 0, **given: str) -> State:
    return start(load(variant), lay_out(variant, dealer, seed, **given))


def judged(
    variant: str, trump: str, hand: str, trick: str = "", mit: bool = False, rules: Mapping[str, Any] | None = None
) -> dict[str, str]:
    """Judge a hand written as a text; return, by card, ``yes`` or the clause that speaks against it."""
    verdicts = judge(load(variant, rules), trump, cards(hand), cards(trick), mit=mit)
    return {v.act: "yes" if v.legal else v.clause for v in verdicts}


def legal(
    variant: str, trump: str, hand: str, trick: str = "", mit: bool = False, rules: Mapping[str, Any] | None = None
) -> str:
    """Return the legal cards of a hand as one text, in hand order."""
    return " ".join(card for card, said in judged(variant, trump, hand, trick, mit, rules).items() if said == "yes")


def winner(variant: str, trump: str, trick: str, mit: bool = False) -> str:
    """Return the card that wins a trick."""
    table = layout(load(variant), trump, mit)
    return cards(trick)[table.winner([table.bit[card] for card in cards(trick)])]
