"""Deals to order: hands that hold, lack or count what one asks for, and moments in which a duty binds.

Nothing is dealt and thrown away: the cards are placed one by one, and a place is given up as soon as it cannot work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from couillon.cards import POINTS, RANKS, SEATS, SUITS, Card, CardError, left_of, pack, parse_seat, parse_suit, quoted
from couillon.deal import Deal
from couillon.game import State, apply, legal_actions, start
from couillon.kernel import effective_suit, trump_order
from couillon.messages import _, card_name, either
from couillon.rules import Rules
from couillon.verdicts import judge

__all__ = ["ConstraintError", "Want", "constrained", "moment", "parse_want"]

#: How many cards are placed before the search gives up, and how many deals a moment is looked for in.
_MOST_STEPS: Final = 1_500
_MOST_DEALS: Final = 60
_STOCK: Final = 4


class ConstraintError(ValueError):
    """Wishes that cannot be read, that no deal fulfils, or for which no deal was found in time."""


@dataclass(frozen=True)
class Want:
    """What one hand shall be like.

    ``seat`` is a seat, ``dealer`` or ``eldest``; ``suits`` holds a suit with the least and the most cards of it,
    where ``*`` is the trump suit; ``points`` are the least and the most card points.
    """

    seat: str
    holds: tuple[Card, ...] = ()
    lacks: tuple[Card, ...] = ()
    suits: tuple[tuple[str, int, int], ...] = ()
    points: tuple[int, int] = (0, 40)


def parse_want(text: str, trump: str | None = None) -> Want:
    """Read a wish: a seat, a colon, and what the hand shall hold, with commas between.

    A card is held, ``not KS`` is lacked, ``no C`` is a void, ``H 2`` or ``H 2-3`` a number of cards of a suit,
    ``points 5-9`` a number of points. ``*`` stands for the trump suit, as in ``A*``. Raises `ConstraintError` or
    `CardError` with one sentence.

    >>> parse_want("eldest: A*, no C, H 2-3, points 5-9", "S")
    Want(seat='eldest', holds=('AS',), lacks=(), suits=(('C', 0, 0), ('H', 2, 3)), points=(5, 9))
    """
    seat, colon, rest = text.partition(":")
    seat = seat.strip()
    if not colon:
        raise ConstraintError(
            _("{text} is not a wish: write a seat, a colon and cards, as in eldest: AS, no C.").format(
                text=quoted(text)
            )
        )
    seat = seat.lower() if seat.lower() in ("eldest", "dealer") else parse_seat(seat)
    want = Want(seat)
    for item in filter(None, (part.strip() for part in rest.split(","))):
        want = _with(want, item, trump)
    return want


def _with(want: Want, item: str, trump: str | None) -> Want:
    words = item.split()
    head = words[0].lower()
    if len(words) == 1:
        return replace(want, holds=(*want.holds, _card(words[0], trump)))
    if len(words) == 2 and head == "not":
        return replace(want, lacks=(*want.lacks, _card(words[1], trump)))
    if len(words) == 2 and head == "no":
        return replace(want, suits=(*want.suits, (_suit(words[1], trump), 0, 0)))
    low, dash, high = words[-1].partition("-")
    if len(words) != 2 or not low.isdecimal() or (dash and not high.isdecimal()):
        raise ConstraintError(
            _("{text} is not a wish: write a card, not KS, no C, H 2-3 or points 5-9.").format(text=quoted(item))
        )
    bounds = int(low), int(high or low)
    if head == "points":
        return replace(want, points=bounds)
    return replace(want, suits=(*want.suits, (_suit(words[0], trump), *bounds)))


def _suit(text: str, trump: str | None) -> str:
    if text != "*":
        return parse_suit(text)
    if trump is None:
        raise ConstraintError(_("Say which suit is trump before you ask for trumps."))
    return trump


def _card(text: str, trump: str | None) -> Card:
    return Card(text[:-1] + _suit("*", trump)) if text.endswith("*") else Card(text)


class _Table:
    """The search: five places (the seats N E S W and the stock) that fill up with cards."""

    def __init__(self, rules: Rules, wants: Sequence[Want], seed: int, suit_of: dict[Card, str]) -> None:
        self.random, self.suit_of, self.steps = Random(seed), suit_of, 0
        cards = list(pack(rules.pack))
        self.left = [rules.hand] * 4 + [rules.stock]
        self.places: list[list[Card]] = [[] for _place in self.left]
        self.suits: list[dict[str, tuple[int, int]]] = [{} for _place in self.left]
        self.points = [(0, 40)] * 5
        self.lacks: list[set[Card]] = [set() for _place in self.left]
        held: dict[Card, int] = {}
        for want in wants:
            place = _STOCK if want.seat == "stock" else SEATS.index(want.seat)
            for card in want.holds:
                if held.setdefault(card, place) != place or card not in cards:
                    raise ConstraintError(_("The {card} cannot be where you want it.").format(card=card_name(card)))
            self.lacks[place] |= set(want.lacks)
            low, high = self.points[place]
            self.points[place] = (max(low, want.points[0]), min(high, want.points[1]))
            for suit, least, most in want.suits:
                low, high = self.suits[place].get(suit, (0, 32))
                self.suits[place][suit] = (max(low, least), min(high, most))
        self._refuse_contradictions(held)
        self.random.shuffle(cards)
        # Cards with a fixed place first, then those that count, so that a dead end shows early.
        self.cards = sorted(cards, key=lambda card: (card not in held, -POINTS[card.rank]))
        self.held = held

    def _refuse_contradictions(self, held: dict[Card, int]) -> None:
        """Refuse at once what needs no search: a card wanted and not wanted, more points than there are."""
        bounds = [*self.points, *(pair for suits in self.suits for pair in suits.values())]
        wrong = any(low > high for low, high in bounds) or sum(low for low, _high in self.points) > 40
        if wrong or any(card in self.lacks[place] for card, place in held.items()):
            raise ConstraintError(_("No deal of this game is like that."))

    def solve(self, at: int = 0) -> bool:
        """Place the cards from an index on; False if that cannot be."""
        if at == len(self.cards):
            return True
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise ConstraintError(_("No such deal was found among {n} tries; ask for less.").format(n=_MOST_STEPS))
        card = self.cards[at]
        for place in self._order(card):
            self.places[place].append(card)
            self.left[place] -= 1
            if all(self._can_be(i, at + 1) for i in range(5)) and self._suits_fit(at + 1) and self.solve(at + 1):
                return True
            self.places[place].pop()
            self.left[place] += 1
        return False

    def _order(self, card: Card) -> list[int]:
        """Return the places that may take a card, in an order that favours the emptier ones by chance."""
        if card in self.held:
            return [self.held[card]]
        free = [i for i in range(5) if self.left[i] and card not in self.lacks[i]]
        return sorted(free, key=lambda i: -(self.random.random() ** (1 / self.left[i])))

    def _can_be(self, place: int, at: int) -> bool:
        """Whether a place can still become what is wanted with the cards that are left."""
        hand, left, rest = self.places[place], self.left[place], self.cards[at:]
        if left < 0:
            return False
        mine = [c for c in rest if c not in self.lacks[place] and self.held.get(c, place) == place]
        if left > len(mine):
            return False
        needed = 0
        for suit, (least, most) in self.suits[place].items():
            have = sum(1 for card in hand if self.suit_of[card] == suit)
            open_ = sum(1 for card in mine if self.suit_of[card] == suit)
            if have > most or have + min(open_, left) < least:
                return False
            needed += max(0, least - have)
        low, high = self.points[place]
        have = sum(POINTS[card.rank] for card in hand)
        values = sorted(POINTS[card.rank] for card in mine)
        return needed <= left and have + sum(values[:left]) <= high and have + sum(values[len(values) - left :]) >= low

    def _suits_fit(self, at: int) -> bool:
        """Whether every group of suits can fill the places that take no other, and every suit the hands that ask."""
        count = dict.fromkeys(SUITS, 0)
        for card in self.cards[at:]:
            count[self.suit_of[card]] += 1
        taken = []
        for hand, suits in zip(self.places, self.suits, strict=True):
            have = dict.fromkeys(SUITS, 0)
            for card in hand:
                have[self.suit_of[card]] += 1
            taken.append({suit for suit in SUITS if have[suit] < suits.get(suit, (0, 32))[1]})
            for suit, (least, _most) in suits.items():
                count[suit] -= max(0, least - have[suit])
        if min(count.values()) < 0:
            return False
        rest = [self.suit_of[card] for card in self.cards[at:]]
        for mask in range(1, 15):
            group = {suit for i, suit in enumerate(SUITS) if mask >> i & 1}
            places = sum(left for left, suits in zip(self.left, taken, strict=True) if suits <= group)
            if places > sum(suit in group for suit in rest):
                return False
        return True


def constrained(
    rules: Rules,
    wants: Iterable[Want | str],
    seed: int = 1,
    dealer: str = "S",
    trump: str | None = None,
) -> Deal:
    """Return a deal in which every hand is as wanted; the same seed gives the same deal.

    With ``trump`` the proposed card is of that suit, special trumps count as trumps, and ``*`` means it. Raises
    `ConstraintError` with one sentence when no deal is like that, or none was found in time.

    >>> from couillon.rules import load
    >>> deal = constrained(load(), ["eldest: A*, no C"], seed=5, trump="S")
    >>> deal.hand("W"), deal.stock[0].suit
    (('AH', 'TD', 'JD', 'AS'), 'S')
    >>> constrained(load(), ["eldest: AS", "N: AS"])
    Traceback (most recent call last):
    couillon.constraints.ConstraintError: The ace of spades cannot be where you want it.
    >>> constrained(load(), ["N: points 17"])
    Traceback (most recent call last):
    couillon.constraints.ConstraintError: No deal of this game is like that.
    """
    dealer = parse_seat(dealer)
    trump = None if trump is None else parse_suit(trump)
    roles = {"dealer": dealer, "eldest": left_of(dealer)}
    read = [parse_want(want, trump) if isinstance(want, str) else want for want in wants]
    read = [replace(want, seat=roles.get(want.seat, want.seat)) for want in read]
    cards = pack(rules.pack)
    suit_of = {card: effective_suit(rules, trump, card) if trump else card.suit for card in cards}
    shower = "stock" if rules.trump == "turn-up" else dealer if rules.trump == "shown" else None
    plain: list[Card | None] = [card for card in cards if shower and card.suit == trump]
    random = Random(seed)
    random.shuffle(plain)
    # Any card of the suit may be the proposed one, as far as the wishes leave it to the one who shows it.
    for shown in plain or [None]:
        more = [Want(shower, holds=(shown,))] if shown and shower else []
        try:
            table = _Table(rules, [*read, *more], random.randrange(1 << 30), suit_of)
        except ConstraintError:
            if shown and shown is not plain[-1]:
                continue
            raise
        if table.solve():
            return _dealt(rules, table, random, dealer, shown)
    raise ConstraintError(_("No deal of this game is like that."))


def _dealt(rules: Rules, table: _Table, random: Random, dealer: str, shown: Card | None) -> Deal:
    for cards in table.places:
        random.shuffle(cards)
    if shown:
        place, to = (_STOCK, 0) if rules.trump == "turn-up" else (SEATS.index(dealer), rules.shown_card - 1)
        cards = table.places[place]
        at = cards.index(shown)
        cards[at], cards[to] = cards[to], cards[at]
    return Deal(dealer, tuple(tuple(hand) for hand in table.places[:4]), tuple(table.places[_STOCK]))


# Moments

#: The duties for which a moment can be found, and at which places in a trick they can bind a player (1 is the second).
_PLACES: Final = {
    "follow-or-trump": (1, 2, 3),
    "must-follow": (1, 2, 3),
    "void-free": (1, 2, 3),
    "must-trump": (1, 2, 3),
    "must-beat": (1, 2),
    "must-overtrump": (2, 3),
    "must-undertrump": (2, 3),
    "partner-exempt": (2,),
}


def moment(rules: Rules, clause: str, seed: int = 1, seat: str = "S") -> State:
    """Return a deal in which it is a seat's turn and a clause decides which of its cards may be played.

    Eldest has made the trump, and the first trick lies on the table as far as that seat. Raises `ConstraintError`
    for a clause that is no duty of play or not in force, and when no such moment was found.

    >>> from couillon.rules import load
    >>> state = moment(load("ardennes"), "must-overtrump", seed=2)
    >>> state.to_act, state.trump, state.trick.cards, state.hand("S")
    ('S', 'S', ('KC', 'TS'), ('AH', 'QS', 'JH', '9S'))
    >>> moment(load("belgian"), "must-overtrump")
    Traceback (most recent call last):
    couillon.constraints.ConstraintError: The clause must-overtrump is not in force under these rules.
    """
    seat = parse_seat(seat)
    if clause not in _PLACES:
        raise ConstraintError(
            _("No moment can be made for {clause}: choose {known}.").format(
                clause=quoted(clause), known=either(list(_PLACES))
            )
        )
    if clause not in rules.clauses:
        raise ConstraintError(_("The clause {clause} is not in force under these rules.").format(clause=clause))
    random = Random(seed)
    for _try in range(_MOST_DEALS):
        state = _attempt(rules, clause, random, seat)
        if state is not None:
            return state
    raise ConstraintError(_("No moment was found in which {clause} decides.").format(clause=clause))


def _attempt(rules: Rules, clause: str, random: Random, seat: str) -> State | None:
    place = random.choice(_PLACES[clause])
    leader = left_of(seat, 4 - place)
    trump, led = random.sample(SUITS, 2)
    cards, wants = _plan(rules, clause, random, (leader, seat), (trump, led))
    try:
        deal = constrained(rules, wants, random.randrange(1 << 30), left_of(leader, 3), trump)
        state = start(rules, deal)
        state = apply(state, f"trump {trump}" if rules.trump == "named" else "accept")
        while state.question:
            state = apply(state, "pass")
        while state.to_act != seat or not (state.trick and state.trick.cards):
            allowed = [action for action in legal_actions(state) if len(action) == 2]
            planned = [card for card in cards if card in allowed]
            state = apply(state, planned[0] if planned else random.choice(allowed))
    except (ConstraintError, CardError):
        return None
    assert state.trick is not None
    verdicts = judge(rules, trump, state.hand(seat), state.trick.cards, mit=state.mit)
    return state if any(verdict.clause == clause for verdict in verdicts) else None


def _plan(
    rules: Rules, clause: str, random: Random, seats: tuple[str, str], suits: tuple[str, str]
) -> tuple[list[Card], list[Want]]:
    """Return the cards that shall lie on the table, and the hands for which a clause then decides."""
    (leader, seat), (trump, led) = seats, suits
    ranks = RANKS[: rules.pack // 4]
    plain = [Card(r + led) for r in ranks if effective_suit(rules, trump, Card(r + led)) == led]
    other = random.choice([suit for suit in SUITS if suit not in suits])
    first = random.choice(plain)
    if clause == "must-beat":
        high, first, low = (plain[i] for i in sorted(random.sample(range(len(plain)), 3)))
        return [first], [Want(leader, holds=(first,)), Want(seat, holds=(high, low))]
    if clause in ("must-follow", "follow-or-trump"):
        return [first], [Want(leader, holds=(first,)), Want(seat, suits=((led, 1, 8), (other, 1, 8)))]
    if clause == "partner-exempt":
        first = plain[0]
    if clause not in ("must-overtrump", "must-undertrump"):
        return [first], [Want(leader, holds=(first,)), Want(seat, suits=((led, 0, 0), (trump, 1, 8), (other, 1, 8)))]
    order = trump_order(rules, trump)
    high, ruff, low = (order[i] for i in sorted(random.sample(range(len(order)), 3)))
    second = left_of(leader)
    wants = [Want(leader, holds=(first,)), Want(second, holds=(ruff,), suits=((led, 0, 0),))]
    if clause == "must-overtrump":
        return [first, ruff], [*wants, Want(seat, holds=(high, low), suits=((led, 0, 0),))]
    above = order[: order.index(ruff)]
    return [first, ruff], [*wants, Want(seat, (low,), above, ((led, 0, 0), (other, 1, 8)))]
