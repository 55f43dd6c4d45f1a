"""Every way in which the hidden cards may lie, as far as one seat can know.

A seat knows its own cards, those played and those that were shown; it knows who declared the queens that he must hold;
and from each card that another seat played it knows what that seat cannot have held, because the rule core would not
have allowed the card. All layouts that agree with this are equally likely to it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, combinations
from math import factorial, prod
from random import Random

from couillon.cards import SEATS, Card, left_of
from couillon.deal import Deal
from couillon.game import State
from couillon.kernel import Layout, layout
from couillon.view import View

__all__ = ["World", "Worlds", "state_of"]

_STOCK = 4
Split = tuple[int, ...]


@dataclass(frozen=True)
class World:
    """One layout that may be the true one: what each seat still holds (N E S W), and the stock, top first."""

    held: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


@dataclass(frozen=True)
class _Play:
    """A card that another seat played: what it is known to have held then, and what lay on the table."""

    seat: int
    table: Layout
    card: int
    known: int
    trick: tuple[int, ...]

    def could(self, more: int) -> bool:
        """Whether the rule core allows the card if the seat held these cards as well."""
        return bool(self.table.legal(self.known | more, self.trick) & self.card)


class Worlds:
    """All layouts that agree with what a seat has seen.

    ``hidden`` are the cards whose place is not known, and ``room`` how many of them each place takes: the seats
    N E S W, then the stock. A player who names the trump after a few cards does not know his own later ones.

    >>> from couillon.deal import deal
    >>> from couillon.game import start
    >>> from couillon.rules import load
    >>> from couillon.view import view
    >>> worlds = Worlds(view(start(load("tongeren"), deal(load("tongeren"), 1))))
    >>> worlds.room, worlds.bound
    ([6, 6, 5, 0, 0], 5717712)
    """

    def __init__(self, seen: View) -> None:
        self.seen = seen
        self.me = SEATS.index(seen.seat)
        self.held: list[list[Card]] = [[], [], [], []]
        self.held[self.me] = list(seen.hand)
        fixed = self._fixed()
        for card, place in fixed.items():
            self.held[place].append(card)
        unseen = [card for card in seen.unseen if card not in fixed]
        self.room = [seen.size(seat) - len(self.held[i]) for i, seat in enumerate(SEATS)]
        self.room.append(len(unseen) - sum(self.room))
        self.hidden = unseen
        self._plays = list(self._played())
        self._odd: list[_Play] = []
        self._classes = self._sort()
        self._ways: dict[tuple[int, Split], list[tuple[int, Split]]] = {}

    def _fixed(self) -> dict[Card, int]:
        """Return the cards not played yet that everybody knows in another hand."""
        seen, found = self.seen, {}
        said = [(seen.declarer, "QS"), (seen.matt, "QS"), (seen.konter, "QH"), (seen.konter, "QD")]
        if seen.rules.trump != "turn-up":
            said += [(seen.dealer, card) for card in seen.open_cards]
        if seen.turned is not None:
            said.append((seen.maker, seen.turned))
        for seat, card in said:
            if seat is not None and seat != seen.seat and card not in seen.played:
                found[Card(card)] = SEATS.index(seat)
        return found

    def _played(self) -> Iterator[_Play]:
        """Yield every card that another seat played to a trick that it did not lead."""
        seen = self.seen
        tricks = (*seen.tricks, *([seen.trick] if seen.trick else []))
        if seen.trump is None or not tricks:
            return
        # A queen declared at the first turn is a trump from that turn on.
        late = seen.rules.mit == "first-turn" and seen.declarer is not None
        first = (SEATS.index(seen.declarer or "N") - SEATS.index(tricks[0].leader)) % 4 if late else 0
        for number, trick in enumerate(tricks):
            for at, card in enumerate(trick.cards):
                seat = trick.seat_of(at)
                if seat == seen.seat or not at:
                    continue
                mit = seen.declarer is not None and (number > 0 or at >= first)
                table = layout(seen.rules, seen.trump, mit)
                later = [own for t in tricks[number:] for i, own in enumerate(t.cards) if t.seat_of(i) == seat]
                known = table.bits([*later, *self.held[SEATS.index(seat)]])
                on_table = tuple(table.bit[c] for c in trick.cards[:at])
                yield _Play(SEATS.index(seat), table, table.bit[card], known, on_table)

    def _sort(self) -> list[tuple[tuple[int, ...], list[Card]]]:
        """Return the hidden cards sorted by where each may be."""
        banned: set[tuple[Card, int]] = set()
        for play in self._plays:
            bit = play.table.bit
            bad = [card for card in self.hidden if not play.could(bit[card])]
            good = [card for card in self.hidden if card not in bad]
            # Under some house rules another card makes good what one forbids: then whole hands are looked at.
            if any(play.could(bit[card] | bit[other]) for card in bad for other in good):
                self._odd.append(play)
            else:
                banned |= {(card, play.seat) for card in bad}
        found: dict[tuple[int, ...], list[Card]] = {}
        for card in self.hidden:
            places = tuple(i for i in range(5) if self.room[i] and (card, i) not in banned)
            found.setdefault(places, []).append(card)
        return sorted(found.items(), key=lambda item: len(item[0]))

    @property
    def exact(self) -> bool:
        """Whether ``bound`` is the number of layouts and not only a bound on it."""
        return not self._odd

    @property
    def bound(self) -> int:
        """How many layouts there are; under some house rules, at most (see ``exact``)."""
        return self._count(0, tuple(self.room))

    def _splits(self, at: int, room: Split) -> list[tuple[int, Split]]:
        """Return how the cards of a class may be shared out: in how many ways with all that follows, and the shares."""
        known = self._ways.get((at, room))
        if known is None:
            places, cards = self._classes[at]
            known = []
            for shares in _shares(len(cards), [room[place] for place in places]):
                ways = factorial(len(cards)) // prod(map(factorial, shares))
                ways *= self._count(at + 1, _less(room, places, shares))
                if ways:
                    known.append((ways, shares))
            self._ways[at, room] = known
        return known

    def _count(self, at: int, room: Split) -> int:
        return sum(ways for ways, _shares in self._splits(at, room)) if at < len(self._classes) else 1

    def _world(self, dealt: list[list[Card]]) -> World:
        held = [*(tuple(known + more) for known, more in zip(self.held, dealt, strict=False))]
        seen, stock = self.seen, dealt[_STOCK]
        if seen.rules.trump != "turn-up":
            return World(tuple(held), tuple(stock))
        top = seen.open_cards
        bottom: tuple[Card, ...] = ()
        if seen.trump and not seen.maker and seen.rules.all_pass == "bottom":
            top, bottom = top[:-1], top[-1:]
        return World(tuple(held), (*top, *stock, *bottom))

    def _agrees(self, dealt: list[list[Card]]) -> bool:
        return all(play.could(play.table.bits(dealt[play.seat])) for play in self._odd)

    def sample(self, random: Random) -> World:
        """Return one layout, each as likely as any other.

        >>> from couillon.deal import deal
        >>> from couillon.game import start
        >>> from couillon.rules import load
        >>> from couillon.view import view
        >>> seen = view(start(load(), deal(load(), 1)))
        >>> world = Worlds(seen).sample(Random(1))
        >>> world.held[3] == seen.hand, world.stock[0], [len(hand) for hand in world.held]
        (True, 'KD', [4, 4, 4, 4])
        """
        draw = random.random
        while True:
            dealt: list[list[Card]] = [[] for _place in range(5)]
            room = tuple(self.room)
            for at, (places, cards) in enumerate(self._classes):
                splits = self._splits(at, room)
                totals = list(accumulate(ways for ways, _shares in splits))
                shares = splits[bisect_right(totals, int(draw() * totals[-1]))][1]
                mixed, start = sorted(cards, key=lambda _card: draw()), 0
                for place, share in zip(places, shares, strict=True):
                    dealt[place] += mixed[start : start + share]
                    start += share
                room = _less(room, places, shares)
            if not self._odd or self._agrees(dealt):
                dealt[_STOCK].sort(key=lambda _card: draw())
                return self._world(dealt)

    def every(self) -> Iterator[World]:
        """Yield every layout once; the order within the stock and within a hand means nothing."""
        dealt: list[list[Card]] = [[] for _place in range(5)]

        def from_class(at: int, room: Split) -> Iterator[World]:
            if at == len(self._classes):
                if self._agrees(dealt):
                    yield self._world(dealt)
                return
            places, cards = self._classes[at]
            for _ways, shares in self._splits(at, room):
                left = _less(room, places, shares)
                for hands in _dealings(cards, shares):
                    for place, hand in zip(places, hands, strict=True):
                        dealt[place] += hand
                    yield from from_class(at + 1, left)
                    for place, hand in zip(places, hands, strict=True):
                        del dealt[place][len(dealt[place]) - len(hand) :]

        yield from from_class(0, tuple(self.room))


def _shares(cards: int, room: list[int]) -> Iterator[Split]:
    """Yield the ways to give so many cards to places with so much room, by their numbers."""
    if len(room) == 1:
        if cards <= room[0]:
            yield (cards,)
        return
    for share in range(min(cards, room[0]) + 1):
        for rest in _shares(cards - share, room[1:]):
            yield (share, *rest)


def _less(room: Split, places: tuple[int, ...], shares: Split) -> Split:
    left = list(room)
    for place, share in zip(places, shares, strict=True):
        left[place] -= share
    return tuple(left)


def _dealings(cards: list[Card], shares: Split) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Yield every way to deal cards out in so many piles of these sizes."""
    if len(shares) == 1:
        yield (tuple(cards),)
        return
    for hand in combinations(cards, shares[0]):
        rest = [card for card in cards if card not in hand]
        for others in _dealings(rest, shares[1:]):
            yield (hand, *others)


def state_of(seen: View, world: World) -> State:
    """Return the state as it is if the hidden cards lie like this.

    >>> from couillon.deal import deal
    >>> from couillon.game import legal_actions, start
    >>> from couillon.rules import load
    >>> from couillon.view import view
    >>> seen = view(start(load(), deal(load(), 1)))
    >>> state = state_of(seen, Worlds(seen).sample(Random(1)))
    >>> view(state) == seen
    True
    """
    rules = seen.rules
    tricks = (*seen.tricks, *([seen.trick] if seen.trick else []))
    gone = {seat: tuple(c for t in tricks for i, c in enumerate(t.cards) if t.seat_of(i) == seat) for seat in SEATS}
    hands = [world.held[i] + gone[seat] for i, seat in enumerate(SEATS)]
    held = list(world.held)
    actions: tuple[str, ...] = ()
    if rules.trump != "turn-up" and seen.open_cards:
        at, shown = SEATS.index(seen.dealer), seen.open_cards[0]
        rest = [card for card in hands[at] if card != shown]
        place = rules.shown_card - 1 if rules.trump == "shown" else len(rest)
        hands[at] = (*rest[:place], shown, *rest[place:])
        actions = () if rules.trump == "shown" else ("turn",)
    if not tricks:
        held = hands
    question = seen.question
    playing = seen.trick is not None and question not in ("mit", "kontra", "re", "raise")
    return State(
        rules=rules,
        deal=Deal(seen.dealer, tuple(hands), world.stock),
        held=tuple(held),
        actions=actions,
        phase="trump" if question in ("accept", "name") else "play" if playing else "declare",
        question=question,
        asked=seen.asked or ((left_of(seen.dealer),) if question == "name" else ()),
        upto=_upto(seen),
        trump=seen.trump,
        maker=seen.maker,
        turned=seen.turned,
        declarer=seen.declarer,
        kontra=seen.kontra,
        re=seen.re,
        raises=seen.raises,
        matt=seen.matt,
        konter=seen.konter,
        tricks=seen.tricks,
        trick=seen.trick,
    )


def _upto(seen: View) -> int:
    if seen.rules.trump != "turn-up":
        return 0
    bottom = bool(seen.trump) and not seen.maker and seen.rules.all_pass == "bottom"
    return len(seen.open_cards) - 1 - bottom
