"""Exercises on what comes next around the play: partners, dealing, turns, leads. The engine is asked on a real deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from couillon.cards import PARTNER, SEATS, SUITS, Card, left_of, pack
from couillon.deal import deal
from couillon.exercises.model import Asked, Dice, Scene
from couillon.exercises.spots import deals, winner_index
from couillon.exercises.tricks import win_reason
from couillon.game import State, advance, apply, legal_actions, start
from couillon.match import PLAYERS, add, draw, start_match
from couillon.messages import (
    _,
    capital,
    card_name,
    listed,
    n_cards,
    ngettext,
    rank_name,
    seat_name,
    suit_name,
    team_name,
)
from couillon.rules import Rules

__all__ = ["CUSTOMS", "Question"]

#: Asks for one clause: rules, level and dice give a question.
Question = Callable[[Rules, int, Dice], Asked]


def seats_but(*seats: str) -> tuple[str, ...]:
    """Return the names of all seats but some: wrong answers are taken from them."""
    return tuple(seat_name(seat) for seat in SEATS if seat not in seats)


def fresh(rules: Rules, dice: Dice, dealer: str | None = None) -> State:
    """Return a deal whose trump is still to be made."""
    return start(rules, deal(rules, dice.below(1_000_000), dealer or dice.pick(SEATS)))


def until_play(state: State, dice: Dice) -> State:
    """Make the trump by chance, and pass whatever is asked."""
    while state.phase != "play" or state.question:
        allowed = legal_actions(state)
        quiet = [action for action in allowed if action == "pass"]
        state = advance(state, quiet[0] if quiet and state.question not in ("accept", "name") else dice.pick(allowed))
    return state


def play_card(state: State, dice: Dice) -> State:
    """Play a card by chance."""
    cards = [action for action in legal_actions(state) if len(action) == 2]
    return advance(state, dice.pick(cards))


def _table(_rules: Rules, level: int, dice: Dice) -> Asked:
    seat = dice.next_of(SEATS)
    partner = PARTNER[seat]
    if level == 1:
        return Asked(
            question=_("You sit {seat}. Who is your partner?").format(seat=seat_name(seat)),
            right=seat_name(partner),
            wrong=seats_but(seat),
            reasons=(_("{partner} sits opposite {seat}.").format(partner=seat_name(partner), seat=seat_name(seat)),),
        )
    other = left_of(seat, 1 if level == 2 else 3)
    return Asked(
        question=_("{seat} and {other} both win a trick. Whose points are counted together?").format(
            seat=seat_name(seat), other=seat_name(other)
        ),
        right=_("Nobody's: they are opponents"),
        wrong=(
            _("Those of {seat} and {other}").format(seat=seat_name(seat), other=seat_name(other)),
            _("All four together"),
        ),
        reasons=(_("{a} plays with {b}, {c} with {d}.").format(
            a=seat_name(seat), b=seat_name(partner), c=seat_name(other), d=seat_name(PARTNER[other])),),
    )  # fmt: skip


def _draw(rules: Rules, level: int, dice: Dice) -> Asked:
    drawn = draw(dice.below(1_000_000), PLAYERS, rules.pack)
    while (len(drawn.rounds) > 1) is (level < 3):
        drawn = draw(dice.below(1_000_000), PLAYERS, rules.pack)
    told = [
        listed([_("{who} draws the {card}").format(who=who, card=card_name(card)) for who, card in one]) + "."
        for one in drawn.rounds
    ]
    highest, second, third, lowest = drawn.order
    order = _("From high to low: {order}.").format(order=listed(drawn.order))
    if level == 3:
        first = dict(drawn.rounds[0])
        again = [who for one in drawn.rounds[1:2] for who, _card in one]
        pairs = {listed(again), listed([w for w in PLAYERS if w not in again] or PLAYERS[:2]), listed(PLAYERS)}
        return Asked(
            question=_("Who draws again?"),
            right=capital(listed(again)),
            wrong=(*sorted(pairs), _("Nobody"), listed((highest, lowest))),
            reasons=(_("Equal cards draw again: {cards}.").format(cards=listed([card_name(first[w]) for w in again])),),
            told=(told[0],),
        )
    if level == 1:
        return Asked(
            question=_("Who deals first?"),
            right=highest,
            wrong=PLAYERS,
            reasons=(_("{who} drew the highest card and deals.").format(who=highest), order),
            told=tuple(told),
        )
    who = dice.pick(PLAYERS)
    return Asked(
        question=_("Who plays with {who}?").format(who=who),
        right=drawn.partner(who),
        wrong=tuple(name for name in PLAYERS if name != who),
        reasons=(
            order,
            _("{a} and {b} play {c} and {d}.").format(a=highest, b=second, c=third, d=lowest),
        ),
        told=tuple(told),
    )


def _cut(_rules: Rules, level: int, dice: Dice) -> Asked:
    dealer = dice.next_of(SEATS)
    right, question = left_of(dealer, 3), _("{dealer} deals. Who cuts?")
    if level == 2:
        right, question = dealer, _("{dealer} deals. Who shuffles?")
    if level == 3:
        right, question = dealer, _("{dealer} dealt this deal. Who cuts for the next one?")
    return Asked(
        question=question.format(dealer=seat_name(dealer)),
        right=seat_name(right),
        wrong=seats_but(),
        reasons=(
            _("{seat} deals next, and {right} sits on the right of {seat}.").format(
                seat=seat_name(left_of(dealer)), right=seat_name(right)
            )
            if level == 3
            else _("{dealer} shuffles; {right}, on the right, cuts.").format(
                dealer=seat_name(dealer), right=seat_name(left_of(dealer, 3))
            ),
        ),
    )


def _next_deal(rules: Rules, level: int, dice: Dice) -> Asked:
    match = start_match(rules, dice.next_of(SEATS))
    wanted = {1: 1, 2: 1, 3: 2}[level]
    told: list[str] = []
    first = match.dealer
    for _deal in range(wanted):
        state = _finished(rules, dice, match.dealer)
        for _try in range(60):
            if level < 3 or state.points[0] == state.points[1]:
                break
            state = _finished(rules, dice, match.dealer)
        told.append(_deal_told(state, level))
        match = add(match, state)
    question = _("Who deals next?") if level < 3 else _("Who deals the third deal?")
    return Asked(
        question=question,
        right=seat_name(match.dealer),
        wrong=seats_but(),
        reasons=(
            _("The deal goes to the left after every deal, so {dealer} deals next.").format(
                dealer=seat_name(match.dealer)
            ),
        ),
        told=(_("{dealer} dealt first.").format(dealer=seat_name(first)), *told),
    )


def _finished(rules: Rules, dice: Dice, dealer: str) -> State:
    """Return a deal that was played to its end by chance."""
    state = until_play(fresh(rules, dice, dealer), dice)
    while state.phase != "over":
        state = play_card(state, dice)
    return state


def _deal_told(state: State, level: int) -> str:
    ns, ew = state.points
    if ns == ew:
        return _("The deal ends {a} to {b}, a tie.").format(a=ns, b=ew)
    return _("{team} win the deal, {a} to {b}.").format(
        team=team_name("NS" if ns > ew else "EW"), a=max(ns, ew), b=min(ns, ew)
    )


def _next_lead(rules: Rules, level: int, dice: Dice) -> Asked:
    for played in deals(rules, dice):
        for leader, cards, won in dice.shuffled(played.tricks[:-1]):
            trumped = winner_index(rules, played.trump, played.mit, cards) != 0
            if (level == 1) or (trumped and (level == 2 or leader != won)):
                return _led_next(rules, played.trump, played.mit, (leader, cards, won))
    raise AssertionError


def _led_next(rules: Rules, trump: str, mit: bool, trick: tuple[int, tuple[Card, ...], int]) -> Asked:
    leader, cards, won = trick
    index = winner_index(rules, trump, mit, cards)
    return Asked(
        question=_("This trick is complete. Who leads to the next?"),
        right=seat_name(left_of("W", won)),
        wrong=seats_but(),
        reasons=(
            win_reason(rules, trump, mit, cards, index),
            _("{seat} won it, so {seat} leads.").format(seat=seat_name(left_of("W", won))),
        ),
        scene=Scene(trump, mit, left_of("W", leader), cards),
    )


def _turn(rules: Rules, level: int, dice: Dice) -> Asked:
    state = fresh(rules, dice, dice.next_of(SEATS))
    first = state.to_act
    dealer = _("{dealer} dealt.").format(dealer=seat_name(state.deal.dealer))
    if level == 1:
        assert first is not None
        return Asked(
            question=_("Who has the first say?"),
            right=seat_name(first),
            wrong=seats_but(),
            reasons=(_("{seat} sits on the dealer's left.").format(seat=seat_name(first)),),
            told=(dealer,),
        )
    state = until_play(state, dice)
    for _card in range(1 + dice.below(3) if level == 2 else 5 + dice.below(3)):
        state = play_card(state, dice)
    assert state.trick is not None
    seat, leader = state.trick.to_play, state.trick.leader
    told = [_("{leader} led to this trick.").format(leader=seat_name(leader))]
    if level == 3:
        done = state.tricks[-1]
        told = [_("{seat} won the first trick.").format(seat=seat_name(done.winner or leader))]
        told.append(ngettext("{n} card lies in the second.", "{n} cards lie in the second.", len(state.trick.cards))
                    .format(n=len(state.trick.cards)))  # fmt: skip
        return Asked(
            question=_("Whose turn is it?"),
            right=seat_name(seat),
            wrong=seats_but(),
            reasons=(_("{leader} led, and the turn goes round to the left.").format(leader=seat_name(leader)),),
            told=tuple(told),
        )
    return Asked(
        question=_("Whose turn is it?"),
        right=seat_name(seat),
        wrong=seats_but(),
        reasons=(_("{leader} led, and the turn goes round to the left.").format(leader=seat_name(leader)),),
        told=tuple(told),
        scene=Scene(state.trump, state.mit, leader, state.trick.cards),
    )


def _pack(rules: Rules, level: int, dice: Dice) -> Asked:
    cards = pack(rules.pack)
    whole = tuple(Card(rank + suit) for suit in SUITS for rank in "AKQJT987")
    missing = [card for card in whole if card not in cards]
    lowest = _("The pack has {n} cards, from the ace down to {rank}.").format(n=len(cards), rank=_low(cards))
    each = _("From the ace down to {rank}, in four suits: {n}.").format(rank=_low(cards), n=len(cards))
    empty = [card for card in cards if not card.points]
    a_suit = len(cards) // 4
    count = Asked(
        _("How many cards does the pack of this game have?"),
        _cards(len(cards)),
        tuple(_cards(n) for n in (24, 32, 52, 28)),
        (each,),
    )
    menu = [
        Asked(
            _("How many cards are there in each suit?"),
            _cards(a_suit),
            tuple(_cards(n) for n in (6, 8, 13, 7)),
            (_("From the ace down to {rank}: {n}.").format(rank=_low(cards), n=a_suit),),
        ),
        Asked(
            _("Which is the lowest card of each suit in this game?"),
            _low(cards),
            tuple(_("the {rank}").format(rank=name) for name in (_("ten"), _("nine"), _("eight"), _("seven"))),
            (_("The pack has {n} cards, {k} of each suit.").format(n=len(cards), k=a_suit),),
        ),
        Asked(
            _("You have an ordinary pack of 52 cards. How many do you take out for this game?"),
            _cards(52 - len(cards)),
            tuple(_cards(n) for n in (28, 20, 24, 32)),
            (lowest,),
        ),
        Asked(
            _("How many cards of the pack count no points?"),
            _cards(len(empty)),
            tuple(_cards(n) for n in (4, 8, 12, 16)),
            (_("Ace, king, queen and jack count in each suit; the others, {n} in all, count nothing.").format(
                n=len(empty)),),
        ),
    ]  # fmt: skip
    if missing:
        held = dice.shuffled(cards)[:3]
        menu.append(Asked(
            _("Which of these cards does this game do without?"),
            card_name(dice.pick(missing)),
            tuple(card_name(card) for card in held),
            (lowest,),
        ))  # fmt: skip
    return dice.next_of([count, *menu] if level == 1 or not missing else menu)


def _cards(n: int) -> str:
    return n_cards(n) if n else _("none")


def _low(cards: tuple[Card, ...]) -> str:
    return _("the {rank}").format(rank=rank_name(cards[-1].rank))


def _packets(rules: Rules, level: int, dice: Dice) -> Asked:
    dealer, other = dice.pick(SEATS), dice.pick(SEATS)
    dealt = (_("{dealer} deals.").format(dealer=seat_name(dealer)),)
    told = _packet_told(rules)
    left = _("{pack} cards, {hand} for each of four players: {left} are left over.").format(
        pack=rules.pack, hand=rules.hand, left=rules.stock
    )
    round_told = _("The dealer begins on the left and goes round; the dealer's own cards come last.")

    def number(question: str, n: int, wrong: tuple[int, ...], *reasons: str) -> Asked:
        return Asked(question, _cards(n), tuple(_cards(k) for k in dice.shuffled(wrong)), reasons)

    def who(question: str, seat: str) -> Asked:
        return Asked(question, seat_name(seat), seats_but(), (round_told,), dealt)

    hand = number(_("How many cards does each player get?"), rules.hand, (4, 5, 6, 8), told)
    stock = number(_("How many cards are left over when all hands are dealt?"), rules.stock, (0, 4, 6, 8), left)
    first = number(_("How many cards does a player get in the first round?"), rules.packets[0], (1, 2, 3, 4), told)
    still = number(
        _("How many cards has the dealer still in hand after the first round?"),
        rules.pack - 4 * rules.packets[0],
        tuple(rules.pack - 4 * n for n in (0, 1, 2, 3, 4)),
        told,
        _("The pack has {n} cards.").format(n=rules.pack),
    )
    begins = who(_("Who gets the first cards?"), left_of(dealer))
    ends = who(_("Who gets the last cards of each round?"), dealer)
    after = who(_("Who gets cards just after {seat}?").format(seat=seat_name(other)), left_of(other))
    rest = _left_over(rules, told, left)
    menus = {
        1: (hand, begins, stock, ends, rest, after),
        2: (first, after, stock, begins, rest, ends),
        3: (still, rest, ends, first, after, stock),
    }
    return dice.next_of(menus[level])


def _left_over(rules: Rules, told: str, left: str) -> Asked:
    """Ask what becomes of the rest of the pack."""
    turned = _("They are the stock: its top card is turned up, and nobody plays them")
    aside = _("They are set aside face down, and nobody sees them")
    nothing = _("Nothing is left: all cards are dealt")
    right = nothing if not rules.stock else turned if rules.trump == "turn-up" else aside
    return Asked(
        question=_("What becomes of the cards that are left over when all hands are dealt?"),
        right=right,
        wrong=(turned, aside, _("Each player draws one after every trick"), nothing),
        reasons=(told, left),
    )


def _packet_told(rules: Rules) -> str:
    """Return in words how the cards are given out.

    >>> from couillon.rules import load
    >>> [_packet_told(load(game)) for game in ("belgian", "mit")]
    ['Each player gets 2 cards at a time, twice.', 'Each player gets 3 cards first, then 2 cards.']
    """
    packets = rules.packets
    if len(packets) == 1:
        return _("Each player gets {cards} at once.").format(cards=_cards(packets[0]))
    if len(set(packets)) == 1:
        times = {2: _("twice"), 3: _("three times")}.get(len(packets), _("{n} times").format(n=len(packets)))
        return _("Each player gets {cards} at a time, {times}.").format(cards=_cards(packets[0]), times=times)
    return _("Each player gets {first} first, then {rest}.").format(
        first=_cards(packets[0]), rest=listed([_cards(n) for n in packets[1:]])
    )


def _first_lead(rules: Rules, level: int, dice: Dice) -> Asked:
    if rules.trump == "named":
        state = fresh(rules, dice)
        told = [_("{dealer} dealt.").format(dealer=seat_name(state.deal.dealer))]
        state = until_play(state, dice)
        told.append(
            _("{seat} made {suit} trumps.").format(
                seat=seat_name(state.maker or state.eldest), suit=suit_name(state.trump or "S")
            )
        )
    else:
        state = fresh(rules, dice)
        told = [_("{dealer} dealt.").format(dealer=seat_name(state.deal.dealer))]
        passes = dice.below(3) if level == 1 else 1 + dice.below(3)
        for _pass in range(passes):
            state = apply(state, "pass")
        state = apply(state, "accept")
        told.append(_("{seat} accepted.").format(seat=seat_name(state.maker or "S")))
        while state.question:
            state = apply(state, "pass")
    assert state.trick is not None
    leader = state.trick.leader
    reason = (
        _("{leader} made the trump, and the maker leads.")
        if rules.first_lead == "maker"
        else _("{leader} is eldest, on the dealer's left, and leads whoever made the trump.")
    )
    return Asked(
        question=_("Who leads to the first trick?"),
        right=seat_name(leader),
        wrong=seats_but(),
        reasons=(reason.format(leader=seat_name(leader)),),
        told=tuple(told),
    )


#: The clauses that have a question of their own, and who asks it.
CUSTOMS: Final[Mapping[str, Question]] = {
    "table": _table,
    "draw": _draw,
    "cut": _cut,
    "next-deal": _next_deal,
    "next-lead": _next_lead,
    "turn": _turn,
    "pack": _pack,
    "packets": _packets,
    "first-lead-eldest": _first_lead,
    "first-lead-maker": _first_lead,
}
