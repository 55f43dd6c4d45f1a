"""All that can be said in a deal before and besides the play, as a tree that the state machine grows branch by branch.

What is said hangs on the cards only by who holds the queens that are declared and by the suits of a few places in the
pack. So the tree is grown once, with cards that know their place instead of their suit, and then serves every deal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from couillon.cards import SEATS, Card, pack
from couillon.deal import deal_from
from couillon.game import State, advance, declarable, legal_actions, start
from couillon.rules import Rules

__all__ = ["Node", "Said", "Talk", "owners"]


@dataclass(frozen=True, eq=False)
class Said:
    """What was said in a deal; seats are numbers in the order N E S W, places count the pack from its top.

    The trump is ``suit``, or the suit of the card at ``place``. ``turned`` is the place of a card that was turned and
    must be led. ``path`` holds the tokens in order, with an empty one for each card that is played in between; the card
    in a token ``turn`` stands for its place.
    """

    suit: str | None
    place: int | None
    maker: int | None
    leader: int
    turned: int | None
    declarer: int | None
    kontra: bool
    re: bool
    raises: int
    matt: int | None
    konter: int | None
    path: tuple[str, ...]

    @property
    def mit(self) -> bool:
        """Whether the queen of spades was declared (`mit`)."""
        return self.declarer is not None


class Node:
    """A moment at which something can be said, or the end of all talk, where ``said`` is set."""

    __slots__ = ("_path", "_places", "_state", "_tokens", "count", "nexts", "said")

    def __init__(self, state: State, path: tuple[str, ...], places: dict[str, int], silent: bool = False) -> None:
        self._state, self._path, self._places = state, path, places
        self.said: Said | None = None
        self._tokens: tuple[str, ...] = ()
        self._listen(silent)
        self.count = len(self._tokens)
        self.nexts: list[Node | None] = [None] * self.count

    def _listen(self, silent: bool) -> None:
        """Go on to where somebody has a choice of what to say, or to the end of the talk.

        ``silent`` if the player whose turn it is has chosen to say nothing.
        """
        while self._state.phase == "play":
            state = self._state
            early = state.rules.announce or state.rules.mit == "first-turn"
            assert state.to_act is not None
            assert state.trick is not None
            words = declarable(state, state.to_act) if early and not silent else ()
            if words:
                self._tokens = (*words, "")
                return
            if not early or len(state.trick.cards) == 3:
                self.said = self._heard()
                return
            # Which card is played has no bearing on what may be said after it.
            self._state = advance(state, str(state.hand(state.to_act)[0]))
            self._path = (*self._path, "")
            silent = False
        self._tokens = legal_actions(self._state)

    def next(self, index: int) -> Node:
        """Return the moment after one of the things that can be said."""
        found = self.nexts[index]
        if found is None:
            token = self._tokens[index]
            after = advance(self._state, token) if token else self._state
            path = (*self._path, token) if token else self._path
            found = self.nexts[index] = Node(after, path, self._places, silent=not token)
        return found

    def _heard(self) -> Said:
        state = self._state
        assert state.trump is not None
        assert state.trick is not None

        def number(seat: str | None) -> int | None:
            return None if seat is None else SEATS.index(seat)

        turned = None if state.turned is None else self._places[state.turned]
        place = turned
        if place is None and state.trump.startswith("@"):
            place = int(state.trump[1:])
        return Said(
            suit=state.trump if place is None else None,
            place=place,
            maker=number(state.maker),
            leader=SEATS.index(state.trick.leader),
            turned=turned,
            declarer=number(state.declarer),
            kontra=state.kontra,
            re=state.re,
            raises=state.raises,
            matt=number(state.matt),
            konter=number(state.konter),
            path=self._path,
        )


class _Placed(str):
    """A card that tells its place in the pack where it is asked for its suit."""

    suit: str


def owners(rules: Rules) -> tuple[int, ...]:
    """Return who gets the card at each place of the pack when South deals: a seat's number, or 4 for the stock.

    >>> from couillon.rules import load
    >>> owners(load())[:10], owners(load())[-1]
    ((3, 3, 0, 0, 1, 1, 2, 2, 3, 3), 4)
    """
    cards = pack(rules.pack)
    dealt = deal_from(rules, cards)
    held = {card: seat for seat, hand in enumerate(dealt.hands) for card in hand}
    return tuple(held.get(card, 4) for card in cards)


class Talk:
    """The talk under some rules when South deals.

    ``queens`` are the cards whose holders matter; `root` gives the beginning of the tree for given holders.

    >>> from couillon.rules import load
    >>> talk = Talk(load())
    >>> said = talk.random((), lambda: 0.0)
    >>> said.path, said.place, said.maker, said.leader
    (('accept',), 16, 3, 3)
    >>> Talk(load("mit")).random((2,), lambda: 0.0).path
    ('trump S', '', '', '', 'mit', 'kontra', 're')
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.queens: tuple[Card, ...] = ()
        if rules.announce:
            self.queens = (Card("QS"), Card("QH"), Card("QD"))
        elif rules.mit != "none":
            self.queens = (Card("QS"),)
        self._roots: dict[tuple[int, ...], Node] = {}

    def root(self, holders: tuple[int, ...]) -> Node:
        """Return where the talk begins when these seats hold the queens (4 for the stock)."""
        found = self._roots.get(holders)
        if found is None:
            found = self._roots[holders] = self._begin(holders)
        return found

    def _begin(self, holders: tuple[int, ...]) -> Node:
        names: dict[int, str] = {}
        seats = owners(self.rules)
        for queen, holder in zip(self.queens, holders, strict=True):
            names[next(p for p, seat in enumerate(seats) if seat == holder and p not in names)] = queen
        rest = iter([card for card in pack(self.rules.pack) if card not in self.queens])
        cards, places = [], {}
        for place in range(self.rules.pack):
            card = _Placed(names.get(place) or next(rest))
            card.suit = f"@{place}"
            places[str(card)] = place
            cards.append(cast(Card, card))
        return Node(start(self.rules, deal_from(self.rules, cards)), (), places)

    def random(self, holders: tuple[int, ...], draw: Callable[[], float]) -> Said:
        """Return a talk in which everybody says something allowed at random."""
        node = self.root(holders)
        while node.said is None:
            index = int(draw() * node.count)
            node = node.nexts[index] or node.next(index)
        return node.said
