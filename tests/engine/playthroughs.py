"""Whole deals as text: the cards, every step with what was allowed, every trick, and what the deal did to the board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from couillon.cards import SEATS
from couillon.deal import Deal, deal
from couillon.game import State, apply, legal_actions, result, start
from couillon.rules import Rules, load
from couillon.scoring import new_board, score
from engine.support import cards

# By variant: what a stored deal must show. Each is played by chance, but what is wanted is said whenever it may be.
WANTED: dict[str, tuple[tuple[str, ...], ...]] = {
    "belgian": ((), ("pass", "accept"), ("all pass",)),
    "ardennes": ((), ("all pass", "accept"), ("all pass to the end",)),
    "kwajongen": ((), ("pass", "accept"), ("all pass",)),
    "force": ((), ("trump S",), ("trump D",)),
    "tongeren": ((), ("pass", "accept"), ("all pass",)),
    "troeven": ((), ("trump H",), ("trump C",)),
    "konter-a-matt": ((), ("matt", "konter"), ("konter",), ("trump C", "matt")),
    "mit": ((), ("turn",), ("mit",), ("mit", "kontra"), ("mit", "kontra", "re"), ("turn", "mit", "kontra", "re")),
    "simplified": ((), ("accept",), ("all pass",)),
    "st-vith": ((), ("mit",), ("mit", "raise"), ("trump C", "mit", "raise")),
    "eifel": ((), ("turn",), ("mit", "kontra"), ("mit", "kontra", "re"), ("turn", "mit", "kontra", "re")),
}


def title(wanted: tuple[str, ...]) -> str:
    return ", ".join(wanted) or "by chance"


def _heads(actions: tuple[str, ...]) -> set[str]:
    return {action.split()[0] if action.startswith("turn ") else action for action in actions}


def _choose(state: State, wanted: tuple[str, ...], random: Random) -> str:
    options = legal_actions(state)
    if state.question == "accept" and wanted[:1] in (("pass",), ("all pass",), ("all pass to the end",)):
        enough = {"pass": 1, "all pass": 4}.get(wanted[0], 99)
        return "pass" if len(state.actions) < enough or "accept" not in wanted else "accept"
    liked = [option for option in options if option in wanted or (option.split()[0] in wanted and " " in option)]
    if liked and (state.question != "raise" or random.random() < 0.75):
        return liked[int(random.random() * len(liked))]
    plain = [option for option in options if option not in ("mit", "kontra", "re", "raise", "matt", "konter", "turn")]
    return plain[int(random.random() * len(plain))]


def invent(variant: str, wanted: tuple[str, ...], first_seed: int) -> str:
    """Find a deal that shows what is wanted, and write it down."""
    rules = load(variant)
    said = {word for word in wanted if not word.startswith("all pass")}
    for seed in range(first_seed, first_seed + 1000):
        random = Random(seed)
        state = start(rules, deal(rules, seed, SEATS[seed % 4]))
        while state.phase != "over":
            state = apply(state, _choose(state, wanted, random))
        if said <= _heads(state.actions):
            return written(variant, rules, state.deal, state.actions, f"{title(wanted)} (from seed {seed})")
    raise LookupError(f"no deal of {variant} shows {wanted}")


def written(variant: str, rules: Rules, dealt: Deal, actions: tuple[str, ...], about: str) -> str:
    """Play a deal and write it down."""
    lines = [f"variant: {variant}", f"about: {about}", f"dealer: {dealt.dealer}"]
    lines += [f"{seat}: {' '.join(dealt.hand(seat))}" for seat in SEATS]
    lines += [f"stock: {' '.join(dealt.stock)}".rstrip(), ""]
    state = start(rules, dealt)
    for action in actions:
        if state.proposed and state.question == "accept":
            lines += [f"  proposed {state.proposed}"] if state.asked[0] == state.eldest else []
        options = legal_actions(state)
        lines.append(f"{state.to_act} {action:8} | {', '.join(options)}")
        before, state = state, apply(state, action)
        if state.trump and not before.trump:
            lines.append(f"  trump {state.trump}, maker {state.maker or '-'}")
        if len(state.tricks) > len(before.tricks):
            trick = state.tricks[-1]
            lines.append(f"  trick {' '.join(trick.cards)} led by {trick.leader}, won by {trick.winner}, "
                         f"points {trick.points}")  # fmt: skip
    end = result(state)
    scored = score(rules, new_board(rules), end)
    lines += ["", f"makers {end.makers or '-'}, points {end.points[0]}:{end.points[1]}, "
                  f"tricks {end.tricks[0]}:{end.tricks[1]}"]  # fmt: skip
    lines += [f"board {scored.board.counts[0]}:{scored.board.counts[1]}, ties {scored.board.ties}"]
    lines += [f"  {e.clause}: {e.message}" for e in scored.events]
    return "\n".join(lines) + "\n"


def read(text: str) -> tuple[str, str, Deal, tuple[str, ...]]:
    """Read what a deal begins with, and its actions."""
    head, steps, _end = text.split("\n\n")
    told = dict(line.split(":", 1) for line in head.splitlines())
    hands = tuple(cards(told[seat]) for seat in SEATS)
    actions = tuple(line.split("|")[0][2:].strip() for line in steps.splitlines() if not line.startswith(" "))
    return (
        told["variant"].strip(),
        told["about"].strip(),
        Deal(told["dealer"].strip(), hands, cards(told["stock"])),
        actions,
    )


def all_of_them() -> Iterator[tuple[str, str]]:
    """Invent every stored deal: its file's name, and its text."""
    for variant, wishes in WANTED.items():
        for number, wanted in enumerate(wishes, 1):
            yield f"{variant}-{number}.txt", invent(variant, wanted, 100 * number)
