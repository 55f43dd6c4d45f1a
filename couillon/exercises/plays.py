"""Exercises on the duties of play: which cards may be played, why one is refused, and in which game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from couillon.cards import Card, pack
from couillon.exercises.model import Asked, Dice, Exercise, ExerciseError, Key, Option, one_of
from couillon.exercises.spots import Spot, spots
from couillon.exercises.switches import SWITCHES, Facts, decides, switched
from couillon.kernel import Why, layout
from couillon.messages import _, card_name, seat_name
from couillon.rules import Rules, variant, variants
from couillon.verdicts import Verdict, judge

__all__ = ["may_play", "not_found", "which_game", "why_refused"]

#: How many spots in which a clause decides are looked at for one of the right level, and how many spots in all.
_MOST_DECIDED: Final = 16
_MOST_SPOTS: Final = 3000
#: Clauses on what a card is: they narrow no choice themselves, so every spot is looked at.
_ON_CARDS: Final = ("queens", "mit", "mit-before-lead")


def not_found(key: Key) -> ExerciseError:
    """Return the error for a search that found nothing in its time."""
    return ExerciseError(
        _("No exercise was found in which {clause} decides: try another seed.").format(clause=key.clause)
    )


Test = Callable[[Spot], bool]


def _any(_spot: Spot) -> bool:
    return True


def find(key: Key, rules: Rules, dice: Dice, wanted: Test = _any, early: Test = _any) -> Spot:
    """Return a spot in which the clause of a key decides, of its level if there is one.

    ``early`` is a quick test that saves looking closer, ``wanted`` one that is worth doing at the end only.
    """
    second: Spot | None = None
    decided = 0
    filtered = None if key.clause in _ON_CARDS else key.clause
    for spot, _count in zip(spots(rules, dice, filtered), range(_MOST_SPOTS), strict=False):
        if not early(spot) or not _could_decide(spot, key.clause):
            continue
        if key.clause in SWITCHES and decides(spot.facts, key.clause, spot.legal) is None:
            continue
        if not wanted(spot):
            continue
        if _fits(spot, key.level):
            return spot
        second = second or spot
        decided += 1
        if decided >= _MOST_DECIDED:
            break
    if second is None:
        raise not_found(key)
    return second


def _could_decide(spot: Spot, clause: str) -> bool:
    """Tell quickly whether a clause on cards can matter here: a special trump is in the trick or the hand."""
    if clause not in _ON_CARDS:
        return True
    return bool(spot.trick) and any(_special(spot, card) for card in (*spot.trick, *spot.hand))


def _special(spot: Spot, card: Card) -> bool:
    table = layout(spot.rules, spot.trump, spot.mit)
    return card.suit != spot.trump and table.is_trump(card)


def _fits(spot: Spot, level: int) -> bool:
    """Return whether a spot is of a level: few cards and no trap, a whole hand, a whole hand with a trap."""
    if level == 1:
        return len(spot.hand) <= 3 and not _trapped(spot)
    whole = len(spot.hand) >= spot.rules.hand - 1
    return whole and (level == 2 or _trapped(spot))


def _trapped(spot: Spot) -> bool:
    """Return whether something here misleads: a ruff, trumps led, a special trump, a partner who is winning."""
    if not spot.trick:
        return False
    table = layout(spot.rules, spot.trump, spot.mit)
    bits = [table.bit[card] for card in spot.trick]
    ruffed = any(bit & table.trumps for bit in bits)
    partner = len(bits) > 1 and table.winner(bits) == len(bits) - 2
    return ruffed or partner or any(_special(spot, card) for card in spot.hand)


def _told(spot: Spot) -> str:
    if not spot.trick:
        return _("You lead this trick.")
    return _("{seat} led the {card}.").format(seat=seat_name(spot.leader), card=card_name(spot.trick[0]))


def verdicts(spot: Spot, rules: Rules | None = None) -> dict[Card, Verdict]:
    """Return the verdict on each card of a spot's hand, under its rules or others."""
    rules = rules or spot.rules
    mit = spot.mit and rules.mit != "none"
    hand = spot.scene().hand
    return dict(zip(hand, judge(rules, spot.trump, hand, spot.trick, mit=mit), strict=True))


def may_play(key: Key, rules: Rules, dice: Dice) -> Exercise:
    """Which cards may I play?"""
    spot = find(key, rules, dice)
    judged = verdicts(spot)
    options = tuple(Option(card, card_name(card), v.legal, v.message) for card, v in judged.items())
    clauses = dict.fromkeys((key.clause, *(v.clause for v in judged.values())))
    return Exercise(
        key,
        rules,
        spot.scene(),
        f"{_told(spot)} {_('Tap every card you may play.')}",
        options,
        tuple(v.what for v in judged.values()),
        tuple(clauses),
        many=True,
    )


# Why is it refused?


def duties() -> Mapping[str, str]:
    """Return each duty as a reason, in words."""
    return {
        "follow-or-trump": _("You hold a card of the suit led: you must play that suit or a trump."),
        "must-follow": _("You hold a card of the suit led: you must play that suit, and may not trump."),
        "must-trump": _("You hold no card of the suit led, so you must play a trump."),
        "must-beat": _("You hold a card of the suit led that beats the best card, so you must play it."),
        "must-overtrump": _("The trick is trumped and you can go over it, so you must."),
        "must-undertrump": _("You cannot go over the trump that is winning, but must play a trump all the same."),
    }


def broken(spot: Spot, card: Card, facts: Facts | None = None) -> tuple[str | None, tuple[str, ...]]:
    """Return the duty that refuses a card first, and all that it would break."""
    facts = facts or spot.facts
    table = layout(facts.rules, spot.trump, facts.mit)
    why: Why = []
    table.legal(table.bits(spot.hand), [table.bit[c] for c in spot.trick], why)
    against = tuple(id for id, left in why if not left & table.bit[card])
    return (against[0] if against else None), against


def why_refused(key: Key, rules: Rules, dice: Dice) -> Exercise:
    """Why is this card refused?"""

    def refused(spot: Spot) -> list[Card]:
        return [card for card in spot.scene().hand if broken(spot, card)[0] == key.clause]

    spot = find(key, rules, dice, lambda s: bool(refused(s)))
    card = dice.pick(refused(spot))
    verdict, texts = verdicts(spot)[card], duties()
    against = broken(spot, card)[1]
    twin = {"follow-or-trump": "must-follow", "must-follow": "follow-or-trump"}.get(key.clause)
    others = [clause for clause in texts if clause not in against and (clause != twin or key.level > 1)]
    # A duty that applied and was kept is the better trap, so it comes first.
    wrong = [_("Nothing refuses it: you may play it."), *(texts[clause] for clause in dice.shuffled(others))]
    asked = Asked(
        question=_("{told} You try the {card}, and it is refused. Why?").format(told=_told(spot), card=card_name(card)),
        right=texts[key.clause],
        wrong=tuple(wrong),
        reasons=tuple(filter(None, (verdict.what, verdict.note, verdict.instead))),
        scene=spot.scene(card),
    )
    return chosen(key, rules, dice, asked)


def chosen(key: Key, rules: Rules, dice: Dice, asked: Asked, most: int = 4) -> Exercise:
    """Return an exercise in which one of some answers is right."""
    return Exercise(
        key,
        rules,
        asked.scene,
        asked.question,
        one_of(dice, asked.right, asked.wrong, most),
        asked.reasons,
        tuple(dict.fromkeys((key.clause, *asked.clauses))),
        asked.told,
    )


# Which game is this?


def which_game(key: Key, rules: Rules, dice: Dice) -> Exercise:
    """In which of these games is this card allowed, or refused?"""

    def telling(spot: Spot) -> list[tuple[Card, bool, list[str]]]:
        found = []
        own = spot.legal()
        changed = own ^ spot.legal(switched(spot.facts, key.clause))
        rest = {game.id: _legal_in(spot, game.rules) for game in variants() if game.id != key.variant}
        for card in spot.scene().hand:
            others = [id for id, legal in rest.items() if legal is not None and (card in legal) != (card in own)]
            if card in changed and len(others) > 1:
                found.append((card, card in own, others))
        return found

    games = [game.rules for game in variants() if game.id != key.variant]
    spot = find(
        key, rules, dice, lambda s: bool(telling(s)), lambda s: bool(s.trick) and sum(_can_be(s, g) for g in games) > 1
    )
    card, legal, others = dice.pick(telling(spot))
    ask = _("In which of these games may you play the {card}?") if legal else _(
        "In which of these games may you not play the {card}?"
    )  # fmt: skip
    other = variant(others[0])
    mine, theirs = verdicts(spot)[card], verdicts(spot, other.rules)[card]
    own = variant(key.variant)
    asked = Asked(
        question=f"{_told(spot)} {ask.format(card=card_name(card))}",
        right=own.name,
        wrong=tuple(variant(id).name for id in dice.shuffled(others)),
        reasons=(
            _("{game}: {why}").format(game=own.name, why=mine.what),
            _("{game}: {why}").format(game=other.name, why=theirs.what),
        ),
        scene=spot.scene(card),
    )
    return chosen(key, rules, dice, asked)


@lru_cache
def _pack_set(size: int) -> frozenset[Card]:
    return frozenset(pack(size))


def _can_be(spot: Spot, rules: Rules) -> bool:
    """Return whether these cards can be held and played in another game."""
    return len(spot.hand) <= rules.hand and {*spot.hand, *spot.trick} <= _pack_set(rules.pack)


def _legal_in(spot: Spot, rules: Rules) -> frozenset[Card] | None:
    """Return the cards that another game allows here, or None if these cards cannot be there."""
    if not _can_be(spot, rules):
        return None
    return spot.legal(Facts(rules, spot.mit and rules.mit != "none"))
