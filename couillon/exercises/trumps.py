"""Exercises on making the trump. The engine is asked on a real deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from couillon.cards import SEATS, SUITS, Card, left_of
from couillon.deal import Deal
from couillon.exercises.customs import Question, fresh, seats_but, until_play
from couillon.exercises.model import Asked, Dice, Scene
from couillon.game import State, apply, legal_actions
from couillon.messages import _, capital, card_name, listed, seat_name, suit_name
from couillon.rules import Rules

__all__ = ["TRUMPS"]

_TRIES: Final = 300


def _suits() -> tuple[str, ...]:
    return tuple(capital(suit_name(suit)) for suit in SUITS)


def _dealer_told(deal: Deal) -> str:
    return _("{dealer} dealt.").format(dealer=seat_name(deal.dealer))


def _passes(seats: list[str]) -> str:
    if len(seats) == 1:
        return _("{seat} passes.").format(seat=seat_name(seats[0]))
    return _("{seats} pass.").format(seats=listed([seat_name(seat) for seat in seats]))


def _turn_up(rules: Rules, level: int, dice: Dice) -> Asked:
    state = fresh(rules, dice)
    card = state.proposed
    assert card is not None
    shown = ((_("Turned from the stock"), (card,)),)
    if level == 1:
        return Asked(
            question=_("Which suit is proposed as trumps?"),
            right=capital(suit_name(card.suit)),
            wrong=_suits(),
            reasons=(_("The {card} was turned, so {suit} are proposed.").format(
                card=card_name(card), suit=suit_name(card.suit)),),
            scene=Scene(shown=shown),
        )  # fmt: skip
    passed: list[str] = []
    for _pass in range(0 if level == 2 and dice.draw() < 0.3 else 1 + dice.below(3)):
        passed.append(state.to_act or "S")
        state = apply(state, "pass")
    told = [_dealer_told(state.deal), *([_passes(passed)] if passed else [])]
    if level == 2:
        asked = state.to_act or "S"
        return Asked(
            question=_("Who is asked now?"),
            right=seat_name(asked),
            wrong=(*seats_but(), _("Nobody")),
            reasons=(_("Eldest is asked first, then the others in turn, each once."),),
            told=tuple(told),
            scene=Scene(shown=shown),
        )
    maker = state.to_act or "S"
    state = apply(state, "accept")
    rest = [seat for seat in SEATS if seat not in (*passed, maker)]
    told.append(_("{seat} accepts.").format(seat=seat_name(maker)))
    nobody = _("Nobody: the trump is made")
    return Asked(
        question=_("Who is asked next?"),
        right=nobody if state.question is None else seat_name(state.to_act or "S"),
        wrong=(*(seat_name(seat) for seat in rest), seat_name(passed[0]), seat_name(maker), nobody),
        reasons=(_("{seat} accepted, so {suit} are trumps and nobody else is asked.").format(
            seat=seat_name(maker), suit=suit_name(card.suit)),),
        told=tuple(told),
        scene=Scene(shown=shown),
    )  # fmt: skip


def _shown_card(rules: Rules, level: int, dice: Dice) -> Asked:
    state = fresh(rules, dice)
    dealer, card = state.deal.dealer, state.proposed
    assert card is not None
    hand = state.deal.hand(dealer)
    label = _("{dealer}'s cards, in the order dealt").format(dealer=seat_name(dealer))
    if level == 3:
        passed = [left_of(dealer, 1 + i) for i in range(dice.below(3))]
        for _seat in passed:
            state = apply(state, "pass")
        state = until_play(apply(state, "accept"), dice)
        holder = next((seat for seat in SEATS if card in state.hand(seat)), None)
        nobody = _("Nobody: it is laid aside")
        return Asked(
            question=_("The trump is made. Who plays with the {card}?").format(card=card_name(card)),
            right=seat_name(holder) if holder else nobody,
            wrong=(seat_name(state.maker or "S"), nobody, *seats_but()),
            reasons=(_("The {card} was dealt to {dealer} and stays there.").format(
                card=card_name(card), dealer=seat_name(dealer)),),
            told=(_("{dealer} dealt and showed the {card}.").format(dealer=seat_name(dealer), card=card_name(card)),
                  _("{seat} accepted.").format(seat=seat_name(state.maker or "S"))),
        )  # fmt: skip
    if level == 1:
        question, right, wrong = _("Which suit is proposed?"), capital(suit_name(card.suit)), _suits()
    else:
        question, right = _("Which card is shown to all?"), capital(card_name(card))
        wrong = tuple(card_name(c) for c in dice.shuffled(hand))
    return Asked(
        question=question,
        right=right,
        wrong=tuple(capital(words) for words in wrong),
        reasons=(_("The dealer's card number {n}, the {card}, is shown and its suit proposed.").format(
            n=rules.shown_card, card=card_name(card)),),
        told=(_dealer_told(state.deal),),
        scene=Scene(shown=((label, hand),)),
    )  # fmt: skip


def _named_trump(rules: Rules, level: int, dice: Dice) -> Asked:
    state = fresh(rules, dice)
    eldest = state.to_act or "S"
    told = (_dealer_told(state.deal),)
    if level == 1:
        return Asked(
            question=_("Who names the trump?"),
            right=seat_name(eldest),
            wrong=(*seats_but(), _("Nobody: a card is turned")),
            reasons=(_("{seat} is eldest: the player on the dealer's left names the trump.").format(
                seat=seat_name(eldest)),),
            told=told,
        )  # fmt: skip
    if level == 2:
        n = rules.named_after
        return Asked(
            question=_("How many cards has {seat} seen when the trump is named?").format(seat=seat_name(eldest)),
            right=str(n),
            wrong=tuple(str(k) for k in dice.shuffled([k for k in range(2, 9) if k != n])),
            reasons=(_("Eldest names after {n} of {hand} cards.").format(n=n, hand=rules.hand),),
            told=told,
        )
    may_pass = "pass" in legal_actions(state)
    label = _("The cards that {seat} has seen").format(seat=seat_name(eldest))
    yes, no = _("Yes, then the next player names it"), _("No: eldest has to settle the trump")
    return Asked(
        question=_("{seat} likes none of these suits. May {seat} pass and let another player name the trump?").format(
            seat=seat_name(eldest)),
        right=yes if may_pass else no,
        wrong=(yes, no, _("Yes, then the cards are dealt again")),
        reasons=(_("Nobody else is asked: {seat} must name a suit, or use what the game offers instead.").format(
            seat=seat_name(eldest)),),
        told=told,
        scene=Scene(shown=((label, state.deal.hand(eldest)[: rules.named_after]),)),
    )  # fmt: skip


def _turned_last(rules: Rules, level: int, dice: Dice) -> Asked:
    state = fresh(rules, dice)
    deal = state.deal
    after = apply(state, "turn")
    hand = deal.hand(deal.dealer)
    label = _("{dealer}'s cards, in the order dealt").format(dealer=seat_name(deal.dealer))
    told = (_dealer_told(deal), _("{seat} leaves the trump to chance.").format(seat=seat_name(deal.eldest)))
    reason = _("The last card dealt, {dealer}'s {card}, makes {suit} trumps.").format(
        dealer=seat_name(deal.dealer), card=card_name(hand[-1]), suit=suit_name(after.trump or "S")
    )
    if level < 3:
        return Asked(
            question=_("Which suit is trumps?") if level == 1 else _("Which card makes the trump?"),
            right=capital(suit_name(after.trump or "S") if level == 1 else card_name(hand[-1])),
            wrong=_suits() if level == 1 else tuple(capital(card_name(card)) for card in hand),
            reasons=(reason,),
            told=told,
            scene=Scene(shown=((label, hand),)),
        )
    return Asked(
        question=_("Who counts as the maker of the trump?"),
        right=seat_name(after.maker) if after.maker else _("Nobody"),
        wrong=(seat_name(deal.dealer), _("Nobody"), *seats_but()),
        reasons=(reason, _("{seat} chose to leave it to chance, and is the maker.").format(
            seat=seat_name(after.maker or deal.eldest))),
        told=told,
    )  # fmt: skip


def _turned_own(rules: Rules, level: int, dice: Dice) -> Asked:
    state = fresh(rules, dice)
    eldest = state.eldest
    hand, token = state.deal.hand(eldest), dice.pick([a for a in legal_actions(state) if a.startswith("turn ")])
    after = until_play(apply(state, token), dice)
    card = Card(token[5:])
    label = _("{seat}'s cards, in the order dealt").format(seat=seat_name(eldest))
    told: tuple[str, ...] = (_("{seat} is eldest and leaves the trump to chance.").format(seat=seat_name(eldest)),)
    turned = _("The {card} is turned.").format(card=card_name(card))
    reason = _("The {card} was turned: it fixes the trump and is led.").format(card=card_name(card))
    if level == 1:
        question, right, wrong = _("Which suit is trumps?"), capital(suit_name(after.trump or "S")), _suits()
        told = (*told, turned)
    elif level == 2:
        lead = [action for action in legal_actions(after) if len(action) == 2]
        question, right = _("What may {seat} lead?").format(seat=seat_name(eldest)), _cards_or_any(lead, hand)
        wrong = (_("Any card"), _("Any trump"), *(capital(card_name(c)) for c in dice.shuffled(hand)))
        told = (*told, turned)
    else:
        late = hand[rules.named_after :]
        question = _("Which of these cards can be turned?")
        right = capital(_("the {a} or the {b}").format(a=card_name(late[0]), b=card_name(late[-1])))
        wrong = (
            capital(_("the {a} or the {b}").format(a=card_name(hand[0]), b=card_name(hand[1]))),
            _("Any of the {n}").format(n=len(hand)),
            _("Only the {card}").format(card=card_name(late[-1])),
        )
        reason = _("Only the cards that come after the first {n} can be turned.").format(n=rules.named_after)
    return Asked(question, right, tuple(wrong), (reason,), told, Scene(shown=((label, hand),)))


def _cards_or_any(cards: list[str], hand: tuple[Card, ...]) -> str:
    return capital(card_name(cards[0])) if len(cards) == 1 else _("Any card")


def _all_pass(rules: Rules, level: int, dice: Dice) -> Asked:
    state = fresh(rules, dice)
    stock, proposed = state.deal.stock, state.proposed
    for _try in range(_TRIES):
        # The bottom card and the turned one must differ in suit, or any rule would give the same trump.
        if not stock or stock[-1].suit != stock[0].suit:
            break
        state = fresh(rules, dice)
        stock, proposed = state.deal.stock, state.proposed
    assert proposed is not None
    rounds = 1
    if rules.all_pass == "ask-again" and level > 1:
        rounds = len(stock) if level == 3 else 2
    last = proposed
    for number in range(4 * rounds):
        last = state.proposed or proposed
        if number < 4 * rounds:
            state = apply(state, "pass")
    told = [_dealer_told(state.deal), _("The {card} is proposed.").format(card=card_name(proposed))]
    told.append(_("All four pass.") if rounds == 1 else _("All four pass, {n} times.").format(n=rounds))
    shown = ((_("The stock, from the top down"), stock),) if stock else ()
    if state.question == "accept":
        assert state.proposed is not None
        return Asked(
            question=_("Which suit is proposed now?") if level > 1 else _("What happens now?"),
            right=capital(suit_name(state.proposed.suit)) if level > 1 else _("The next card of the stock is turned"),
            wrong=_suits() if level > 1 else (
                _("The bottom card of the stock makes the trump"),
                _("The suit of the first card is trumps all the same"),
                _("The cards are dealt again"),
            ),
            reasons=(_("The next card, the {card}, is turned and all are asked again.").format(
                card=card_name(state.proposed)),),
            told=tuple(told),
            scene=Scene(shown=shown),
        )  # fmt: skip
    return _trump_found(state, level, dice, tuple(told), shown, last)


def _trump_found(
    state: State,
    level: int,
    dice: Dice,
    told: tuple[str, ...],
    shown: tuple[tuple[str, tuple[Card, ...]], ...],
    last: Card,
) -> Asked:
    suit = suit_name(state.trump or "S")
    source = state.deal.stock[-1] if state.rules.all_pass == "bottom" else last
    reason = _("The {card} makes {suit} trumps, and nobody is maker.").format(card=card_name(source), suit=suit)
    if level == 2 and state.rules.all_pass != "ask-again":
        return Asked(
            question=_("Who is the maker?"),
            right=seat_name(state.maker) if state.maker else _("Nobody"),
            wrong=(seat_name(state.deal.dealer), seat_name(state.eldest), *seats_but()),
            reasons=(reason,),
            told=told,
            scene=Scene(shown=shown),
        )
    return Asked(
        question=_("Which suit is trumps?"),
        right=capital(suit),
        wrong=(*dice.shuffled(_suits()), _("Nobody's: the cards are dealt again")),
        reasons=(reason,),
        told=told,
        scene=Scene(shown=shown),
    )


#: The clauses on making the trump, and who asks about each.
TRUMPS: Final[Mapping[str, Question]] = {
    "turn-up": _turn_up,
    "shown-card": _shown_card,
    "named-trump": _named_trump,
    "turned-last": _turned_last,
    "turned-own": _turned_own,
    "all-pass-bottom": _all_pass,
    "all-pass-again": _all_pass,
    "all-pass-keep": _all_pass,
}
