"""Accept or pass: judged by deals that fit what the seat may see, played out by bots."""

from __future__ import annotations

from typing import Final

from couillon.advice import Advice, advise
from couillon.bots import choose, strength_of, view
from couillon.cards import pack
from couillon.exercises.customs import fresh
from couillon.exercises.model import Asked, Dice, Exercise, Key, Scene
from couillon.exercises.plays import chosen, not_found
from couillon.game import State, apply
from couillon.messages import _, ngettext, seat_name, suit_name
from couillon.rules import Rules

__all__ = ["CLEAR_MARGIN", "SAMPLES", "accept_or_pass", "clear_hand"]

#: How many deals each choice is played out in, how many of them first, and by how many units a deal it must be better.
SAMPLES: Final = 32
_FIRST: Final = 8
CLEAR_MARGIN: Final = 0.5
_TRIES: Final = 9
#: How strong the hands are that are looked for, by level: those to accept on, and those to pass.
_STRONG: Final = {1: 6.5, 2: 5.6, 3: 4.8}
_WEAK: Final = {1: 0.3, 2: 1.0, 3: 1.6}


def accept_or_pass(key: Key, rules: Rules, dice: Dice) -> Exercise:
    """Would you accept, or pass? Only hands in which the answer is clear."""
    found = clear_hand(rules, key.level, dice)
    if found is None:
        raise not_found(key)
    return _asked(key, rules, dice, *found)


def clear_hand(rules: Rules, level: int, dice: Dice) -> tuple[State, Advice] | None:
    """Return a moment in which one choice is clearly the better one, with what both come to; None if none is found."""
    good = dice.draw() < 0.6
    for number in range(_TRIES):
        state = _promising(rules, dice, level, good and number < _TRIES - 3)
        luck = dice.below(1_000_000)
        for rounds in (1, SAMPLES // _FIRST):
            # Beginners play the cards: that is quick, and the difference is asked to be large.
            found = advise(view(state), luck, _FIRST, plays="beginner", heard=True, rounds=rounds)
            if found.edge.value < CLEAR_MARGIN:
                break
        else:
            return state, found
    return None


def _promising(rules: Rules, dice: Dice, level: int, good: bool) -> State:
    """Return a moment in which somebody is asked, with a hand that looks clear to a club player.

    A good hand is asked late, when little can be hoped for from others.
    """
    best: tuple[float, State] | None = None
    wish = _STRONG[level] if good else _WEAK[level]
    for _hand in range(40):
        state = fresh(rules, dice, "E")
        for _pass in range(3 - dice.below(level) if good else dice.below(level + 1)):
            state = apply(state, "pass")
        assert state.proposed is not None
        off = abs(strength_of(view(state), state.proposed.suit) - wish)
        if best is None or off < best[0]:
            best = (off, state)
    assert best is not None
    return best[1]


def _asked(key: Key, rules: Rules, dice: Dice, state: State, found: Advice) -> Exercise:
    seat, card = state.to_act or "S", state.proposed
    assert card is not None
    accept = _("Accept {suit}").format(suit=suit_name(card.suit))
    passes = _("Pass")
    dealer = state.deal.dealer
    sits = _("You sit {seat} and have dealt.") if seat == dealer else _("You sit {seat}; {dealer} dealt.")
    told = [sits.format(seat=seat_name(seat), dealer=seat_name(dealer))]
    if state.actions:
        told.append(ngettext("{n} player has passed.", "{n} players have passed.", len(state.actions)).format(
            n=len(state.actions)))  # fmt: skip
    order = pack(rules.pack).index
    hand = tuple(sorted(state.hand(seat), key=order))
    asked = Asked(
        question=_("Do you accept {suit} as trumps?").format(suit=suit_name(card.suit)),
        right=accept if found.best == "accept" else passes,
        wrong=(accept, passes),
        reasons=(
            choose(view(state)).why,
            _played_out(rules, found),
        ),
        told=tuple(told),
        scene=Scene(card.suit, hand=hand, shown=((_("Proposed"), (card,)),)),
    )
    return chosen(key, rules, dice, asked)


def _played_out(rules: Rules, found: Advice) -> str:
    """Say which choice came out better in deals that were played out, and by how much."""
    if rules.scoring == "slate":
        better = (
            _("Accepting came out better, by {d} lines a deal (a loop counts as a line)."),
            _("Passing came out better, by {d} lines a deal (a loop counts as a line)."),
        )
    else:
        better = (
            _("Accepting came out better, by {d} on the score a deal."),
            _("Passing came out better, by {d} on the score a deal."),
        )
    played = _("Bots played {n} deals out from here, with the cards you cannot see dealt anew.").format(n=found.looked)
    return f"{played} {better[found.best == 'pass'].format(d=f'{found.edge.value:.1f}')}"
