"""Exercises on what may be declared, and who is asked then. The engine is asked on a real deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from couillon.cards import SEATS, Card
from couillon.exercises.customs import Question, fresh, play_card, seats_but
from couillon.exercises.model import Asked, Dice, Scene
from couillon.game import State, apply, declarable, legal_actions
from couillon.kernel import trump_order
from couillon.messages import _, capital, card_name, listed, seat_name
from couillon.rules import Rules

__all__ = ["DECLARATIONS"]

_TRIES: Final = 300


def _with_holder(rules: Rules, dice: Dice, cards: tuple[str, ...]) -> tuple[State, str]:
    """Return a deal with the trump made, in which one seat holds some cards, and that seat."""
    for _try in range(_TRIES):
        state = fresh(rules, dice)
        seat = next((s for s in SEATS if set(cards) <= set(state.deal.hand(s))), None)
        if seat is None:
            continue
        named = [action for action in legal_actions(state) if action.startswith("trump")]
        return apply(state, dice.pick(named)), seat
    raise AssertionError


def _until_turn(state: State, seat: str, dice: Dice) -> State:
    while state.to_act != seat:
        state = apply(state, "pass") if state.question else play_card(state, dice)
    return state


def _announce(rules: Rules, level: int, dice: Dice) -> Asked:
    state, seat = _with_holder(rules, dice, {1: ("QS",), 2: ("QH",), 3: ("QH", "QD")}[level])
    if level == 2 and dice.draw() < 0.5:
        state, seat = _with_holder(rules, dice, ("QS", "QD"))
    state = _until_turn(state, seat, dice)
    may = declarable(state, seat)
    names = {(): _("Nothing"), ("matt",): _("Matt"), ("konter",): _("Konter"), ("matt", "konter"): _("Matt and Konter")}
    hand = state.hand(seat)
    return Asked(
        question=_("It is {seat}'s first turn. What may {seat} announce?").format(seat=seat_name(seat)),
        right=names[may],
        wrong=tuple(names.values()),
        reasons=(_("Matt takes the queen of spades, Konter both red queens."),),
        scene=Scene(state.trump, shown=((_("{seat}'s hand").format(seat=seat_name(seat)), hand),)),
    )


def _mit(rules: Rules, level: int, dice: Dice) -> Asked:
    state, seat = _with_holder(rules, dice, ("QS",))
    before = rules.mit == "before-lead"
    if level == 3:
        order = trump_order(rules, state.trump or "S", mit=True)
        at = order.index(Card("QS"))
        return Asked(
            question=_("Mit is declared. Which trump is just above the queen of spades?"),
            right=capital(card_name(order[at - 1])),
            wrong=tuple(capital(card_name(card)) for card in (*order[at + 1 :][:2], Card("AS"), Card("KS"))),
            reasons=(_("The trumps, from the top: {cards}.").format(
                cards=listed([card_name(card) for card in order[:4]])),),
            scene=Scene(state.trump, True),
        )  # fmt: skip
    if level == 2 and not before:
        state = _until_turn(state, seat, dice)
        late = dice.draw() < 0.6
        if late:
            cards = [a for a in legal_actions(state) if len(a) == 2]
            state = apply(state, dice.pick([card for card in cards if card != "QS"] or cards))
            for _card in range(80):
                if state.to_act == seat or state.phase == "over":
                    break
                state = play_card(state, dice)
        may = "mit" in legal_actions(state)
        told = (
            _("{seat} was dealt the queen of spades and has played a card already.")
            if late
            else _("{seat} was dealt the queen of spades and has not played yet.")
        )
        yes, no = _("Yes"), _("No")
        return Asked(
            question=_("It is {seat}'s turn. May {seat} declare Mit?").format(seat=seat_name(seat)),
            right=yes if may else no,
            wrong=(yes, no, _("Only if spades are led")),
            reasons=(_("Mit is declared at one's own first turn, before the first card."),),
            told=(told.format(seat=seat_name(seat)),),
            scene=Scene(state.trump),
        )
    nobody = _("Nobody")
    asked = state.to_act if before else seat
    return Asked(
        question=_("Who may declare Mit?") if level == 1 else _("The trump is made. Who is asked for Mit now?"),
        right=seat_name(asked) if asked else nobody,
        wrong=(nobody, seat_name(state.eldest), *seats_but()),
        reasons=(_("Only her holder can make the queen of spades a trump: {seat}.").format(seat=seat_name(seat)),),
        told=(_("{seat} holds the queen of spades.").format(seat=seat_name(seat)),
              _("{seat} is eldest.").format(seat=seat_name(state.eldest))),
        scene=Scene(state.trump),
    )  # fmt: skip


def _kontra(rules: Rules, level: int, dice: Dice) -> Asked:
    state, seat = _with_holder(rules, dice, ("QS",))
    state = apply(_until_turn(state, seat, dice), "mit")
    told = [_("{seat} declares Mit.").format(seat=seat_name(seat))]
    word = {"kontra": _("Kontra"), "re": _("Re"), "raise": _("a raise")}
    if level > 1:
        first = state.to_act or "S"
        if level == 2 and dice.draw() < 0.5:
            state = apply(state, "pass")
            told.append(_("{seat} passes.").format(seat=seat_name(first)))
        else:
            state = apply(state, state.question or "pass")
            said = _("{seat} raises.") if rules.raises == "open" else _("{seat} says {word}.")
            told.append(said.format(seat=seat_name(first), word=word["re" if state.re else "kontra"]))
    if level == 3:
        first = state.to_act or "S"
        state = apply(state, "pass")
        told.append(_("{seat} passes.").format(seat=seat_name(first)))
    asked = state.to_act or "S"
    name = word[state.question] if state.question else ""
    question = _("Who is asked now, and for what?")
    right = _("{seat}, for {word}").format(seat=seat_name(asked), word=name) if name else _("Nobody: play goes on")
    others = [s for s in SEATS if s != asked]
    wrong = [
        _("{seat}, for {word}").format(seat=seat_name(s), word=name or word["kontra"]) for s in dice.shuffled(others)
    ]
    reason = (
        _("The other team is asked from the declarer's left, then the declaring team; a pass binds only who says it.")
        if rules.raises == "kontra-re"
        else _("The teams raise in turn, the one that has not spoken last; a pass binds only who says it.")
    )
    return Asked(question, right, (*wrong, _("Nobody: play goes on")), (reason,), tuple(told), Scene(state.trump, True))


#: The clauses on declaring, and who asks about each.
DECLARATIONS: Final[Mapping[str, Question]] = {
    "announce": _announce,
    "mit": _mit,
    "mit-before-lead": _mit,
    "kontra": _kontra,
    "raise": _kontra,
}
