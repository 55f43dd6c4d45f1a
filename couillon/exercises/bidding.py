"""Accept or pass: judged by deals that fit what the seat may see, played out by bots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from couillon.bots import choose, strength_of, view
from couillon.cards import SEATS, TEAMS, pack, team_of
from couillon.deal import Deal
from couillon.exercises.customs import fresh
from couillon.exercises.model import Asked, Dice, Exercise, Key, Scene
from couillon.exercises.plays import chosen, not_found
from couillon.game import State, advance, apply, legal_actions, result, start
from couillon.messages import _, ngettext, seat_name, suit_name
from couillon.rules import Rules
from couillon.scoring import new_board, score

__all__ = ["CLEAR_MARGIN", "accept_or_pass", "compared"]

#: How many deals each choice is played out in, how many of them first, and by how many units a deal it must be better.
SAMPLES: Final = 32
_FIRST: Final = 8
CLEAR_MARGIN: Final = 0.5
_TRIES: Final = 9
#: How strong the hands are that are looked for, by level: those to accept on, and those to pass.
_STRONG: Final = {1: 6.5, 2: 5.6, 3: 4.8}
_WEAK: Final = {1: 0.3, 2: 1.0, 3: 1.6}


def worlds(state: State, seat: str, dice: Dice, count: int) -> Iterator[State]:
    """Yield deals in which a seat sees what it sees now: the cards that it cannot see are dealt anew."""
    rules, deal = state.rules, state.deal
    own, seen = deal.hand(seat), deal.stock[: state.upto + 1]
    for _world in range(count):
        rest = dice.shuffled([card for card in pack(rules.pack) if card not in own and card not in seen])
        hands = tuple(own if other == seat else tuple(rest.pop() for _card in own) for other in SEATS)
        again = start(rules, Deal(deal.dealer, hands, (*seen, *rest)))
        for action in state.actions:
            again = advance(again, action)
        yield again


def value(state: State, team: str) -> int:
    """Play a deal out by bots and return what it does to the score of a team: units won less units lost."""
    while state.phase != "over":
        allowed = legal_actions(state)
        if len(allowed) == 1:
            state = advance(state, allowed[0])
            continue
        # Club bots decide on trumps and declarations, beginners play the cards: both see their own hands only.
        seen = view(state)
        token = choose(seen, "club" if state.question else "beginner").action
        state = advance(state, token if token in allowed else allowed[-1])
    board = new_board(state.rules, 50)
    after = score(state.rules, board, result(state)).board
    sign = 1 if board.rising else -1
    mine = TEAMS.index(team)
    change = [sign * (b - a) for a, b in zip(board.counts, after.counts, strict=True)]
    return change[mine] - change[1 - mine]


def compared(state: State, actions: tuple[str, ...], dice: Dice, samples: int = _FIRST) -> dict[str, float]:
    """Return what each action of the seat to act comes to a deal, in units, on average.

    >>> from couillon.deal import deal
    >>> from couillon.rules import load
    >>> found = compared(start(load(), deal(load(), 5)), ("accept", "pass"), Dice("x"))
    >>> sorted(found), all(-4 <= value <= 4 for value in found.values())
    (['accept', 'pass'], True)
    """
    seat = state.to_act or "S"
    sums = dict.fromkeys(actions, 0)
    for world in worlds(state, seat, dice, samples):
        for action in actions:
            sums[action] += value(apply(world, action), team_of(seat))
    return {action: total / samples for action, total in sums.items()}


def accept_or_pass(key: Key, rules: Rules, dice: Dice) -> Exercise:
    """Would you accept, or pass? Only hands in which the answer is clear."""
    found = clear_hand(rules, key.level, dice)
    if found is None:
        raise not_found(key)
    return _asked(key, rules, dice, *found)


def clear_hand(rules: Rules, level: int, dice: Dice) -> tuple[State, dict[str, float]] | None:
    """Return a moment in which one choice is clearly the better one, with what both come to; None if none is found."""
    good = dice.draw() < 0.6
    for number in range(_TRIES):
        state = _promising(rules, dice, level, good and number < _TRIES - 3)
        values = compared(state, ("accept", "pass"), dice, _FIRST)
        if abs(values["accept"] - values["pass"]) < CLEAR_MARGIN:
            continue
        more = compared(state, ("accept", "pass"), dice, SAMPLES - _FIRST)
        values = {act: (values[act] * _FIRST + more[act] * (SAMPLES - _FIRST)) / SAMPLES for act in more}
        if abs(values["accept"] - values["pass"]) >= CLEAR_MARGIN:
            return state, values
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


def _asked(key: Key, rules: Rules, dice: Dice, state: State, values: dict[str, float]) -> Exercise:
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
        right=accept if values["accept"] > values["pass"] else passes,
        wrong=(accept, passes),
        reasons=(
            choose(view(state)).why,
            _played_out(rules, values),
        ),
        told=tuple(told),
        scene=Scene(card.suit, hand=hand, shown=((_("Proposed"), (card,)),)),
    )
    return chosen(key, rules, dice, asked)


def _played_out(rules: Rules, values: dict[str, float]) -> str:
    """Say which choice came out better in deals that were played out, and by how much.

    >>> from couillon.rules import load
    >>> _played_out(load(), {"accept": 0.9, "pass": -0.4})
    'Bots played 32 deals out from here, with the cards you cannot see dealt anew. Accepting came out better, by 1.3 \
lines a deal (a loop counts as a line).'
    """
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
    ahead = values["accept"] - values["pass"]
    played = _("Bots played {n} deals out from here, with the cards you cannot see dealt anew.").format(n=SAMPLES)
    return f"{played} {better[ahead < 0].format(d=f'{abs(ahead):.1f}')}"
