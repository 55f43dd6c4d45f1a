"""Many random deals, fast: shuffled one by one, talked over in a tree that the state machine grew, played abreast.

A seed gives the same deals for ever. They come in blocks with their own keys (`couillon.luck`), so that the blocks can
be made in any order and anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from couillon.abreast import Abreast
from couillon.cards import SUITS, TEAMS, Card, pack
from couillon.kernel import Layout, layout
from couillon.luck import fractions, shuffles, stream
from couillon.rules import Rules
from couillon.scoring import Result
from couillon.talking import Said, Talk, owners

__all__ = ["BLOCK", "Block", "Ending", "block", "random_deals"]

#: So many deals are made together; more would hardly make them cheaper.
BLOCK = 10_000


class Ending(NamedTuple):
    """How a deal ended that South dealt: who made the trumps and led first, points, tricks, and what was said.

    Teams are 0 (North–South, the dealer's) and 1 (East–West, eldest's), -1 for nobody. ``declarer``, ``matt`` and
    ``konter`` are the teams that said so.
    """

    makers: int
    leaders: int
    points: tuple[int, int]
    tricks: tuple[int, int]
    declarer: int = -1
    kontra: bool = False
    re: bool = False
    raises: int = 0
    matt: int = -1
    konter: int = -1

    def result(self, swapped: bool = False) -> Result:
        """Return the same for the score; ``swapped`` if East or West dealt."""
        teams = TEAMS[::-1] if swapped else TEAMS
        return Result(
            None if self.makers < 0 else teams[self.makers],
            self.points[::-1] if swapped else self.points,
            self.tricks[::-1] if swapped else self.tricks,
            self.declarer >= 0,
            self.kontra,
            self.re,
            int(self.matt >= 0),
            int(self.konter >= 0),
            self.raises,
        )


@dataclass(frozen=True)
class Block:
    """Some deals: how each ended, in the order dealt, and how many plays each clause narrowed.

    ``bites`` has two numbers for a clause: the sum over the deals, and the sum of the squares.
    """

    endings: list[Ending]
    bites: dict[str, tuple[int, int]]


def block(rules: Rules, seed: int, number: int = 0, deals: int = BLOCK) -> Block:
    """Deal and play some deals, all dealt by South, in which everybody does something allowed at random.

    >>> from couillon.rules import load
    >>> made = block(load("force"), 1, deals=1000)
    >>> len(made.endings), sum(made.endings[0].points), list(made.bites)
    (1000, 40, ['follow-or-trump'])
    """
    key = f"{seed} {number}"
    places = shuffles(rules.pack, deals, key)
    heard = _overheard(rules, places, key)
    endings: list[Ending | None] = [None] * deals
    bites: dict[str, tuple[int, int]] = {}
    draw = stream(f"{key} play")
    for batch in _batches(rules, places, heard):
        played = batch.abreast(rules, heard)
        played.draw = draw
        for deal, ours, theirs, tricks in zip(batch.deals, *played.play(), strict=True):
            endings[deal] = _ending(heard[deal], ours, theirs, tricks, rules.hand)
        for clause, (total, squares) in played.narrowed().items():
            before = bites.get(clause, (0, 0))
            bites[clause] = before[0] + total, before[1] + squares
    return Block([ending for ending in endings if ending is not None], bites)


def random_deals(rules: Rules, count: int, seed: int) -> Iterator[Result]:
    """Return the results of many random deals; the dealer changes after each, and a seed gives the same ones again.

    >>> from couillon.rules import load
    >>> [r.points for r in random_deals(load(), 2, 1)] == [r.points for r in random_deals(load(), 2, 1)]
    True
    """
    for number in range(-(-count // BLOCK)):
        made = block(rules, seed, number, min(BLOCK, count - number * BLOCK))
        for deal, ending in enumerate(made.endings):
            yield _result(ending, bool(deal & 1))


_result = lru_cache(maxsize=1 << 15)(Ending.result)


@lru_cache(maxsize=1 << 16)
def _ending(said: Said, ours: int, theirs: int, tricks: int, hand: int) -> Ending:
    def team(seat: int | None) -> int:
        return -1 if seat is None else seat & 1

    return Ending(
        team(said.maker),
        said.leader & 1,
        (ours, theirs),
        (tricks, hand - tricks),
        team(said.declarer),
        said.kontra,
        said.re,
        said.raises,
        team(said.matt),
        team(said.konter),
    )


_talk = lru_cache(maxsize=64)(Talk)


def _overheard(rules: Rules, places: bytes, key: str) -> list[Said]:
    """Return what is said in each deal."""
    size, talk, draw = rules.pack, _talk(rules), fractions(f"{key} talk")
    cards = pack(size)
    held = places.translate(_holders(rules))
    columns = [held[cards.index(queen) :: size] for queen in talk.queens]
    deals = len(places) // size
    return [talk.random(seats, draw) for seats in (zip(*columns, strict=True) if columns else [()] * deals)]


def _holders(rules: Rules) -> bytes:
    """Return who gets the card at each place, as a table for `bytes.translate`."""
    return bytes(owners(rules)).ljust(256, b"\0")


class _Batch:
    """Deals of one kind of layout while they are gathered: their numbers, and who holds each card, by its bit."""

    def __init__(self, table: Layout) -> None:
        self.table = table
        self.deals: list[int] = []
        self.columns: list[bytes] = [b""] * len(table.cards)
        self.forced = b""

    def add(self, table: Layout, rules: Rules, deals: list[int], places: bytes, heard: list[Said]) -> None:
        """Take in the deals of one layout."""
        size, at = rules.pack, _numbers(rules.pack)
        self.deals += deals
        packs = b"".join([places[deal * size : deal * size + size] for deal in deals])
        held = packs.translate(_holders(rules))
        order = [at[card] for card in table.cards]
        self.columns = [column + held[card::size] for column, card in zip(self.columns, order, strict=True)]
        # The bit of the card that must be led; none has the number of the pack's size.
        bit = {card: place for place, card in enumerate(order)}
        turned = [heard[deal].turned for deal in deals]
        self.forced += bytes(
            size if place is None else bit[packs.index(place, n * size, n * size + size) - n * size]
            for n, place in enumerate(turned)
        )

    def abreast(self, rules: Rules, heard: list[Said]) -> Abreast:
        """Return the deals side by side."""
        width = len(self.deals)
        full = (1 << width) - 1
        hands: list[list[int]] = [[], [], [], []]
        for column in self.columns:
            low, high, out = (_plane(column, place) for place in range(3))
            both = low & high
            hands[0].append(full ^ (low | high | out))
            hands[1].append(low ^ both)
            hands[2].append(high ^ both)
            hands[3].append(both)
        leaders = bytes([heard[deal].leader for deal in self.deals])
        forced = None
        if len(self.forced.strip(bytes([rules.pack]))):
            forced = [_equal(self.forced, place) for place in range(rules.pack)]
        made = Abreast(rules, self.table, width, hands, (_plane(leaders, 0), _plane(leaders, 1)), stream(""), forced)
        made.seat()
        return made


def _batches(rules: Rules, places: bytes, heard: list[Said]) -> list[_Batch]:
    """Sort the deals by what their layouts look like to the bits: the names of the suits make no difference."""
    size, ranks = rules.pack, rules.pack // 4
    deals: dict[tuple[str, bool], list[int]] = {}
    for deal, said in enumerate(heard):
        suit = said.suit
        if suit is None:
            assert said.place is not None
            suit = SUITS[(places.index(said.place, deal * size, deal * size + size) - deal * size) // ranks]
        deals.setdefault((suit, said.declarer is not None), []).append(deal)
    found: dict[tuple[int, ...], _Batch] = {}
    for at, some in deals.items():
        table = layout(rules, *at)
        looks = (*table.group, table.trumps, *(table.points(1 << bit) for bit in range(size)))
        found.setdefault(looks, _Batch(table)).add(table, rules, some, places, heard)
    return list(found.values())


@lru_cache(maxsize=2)
def _numbers(size: int) -> dict[Card, int]:
    return {card: number for number, card in enumerate(pack(size))}


def _plane(column: bytes, place: int) -> int:
    """Return one bit of each byte, the first byte's highest."""
    return int(column.translate(_DIGITS[place]), 2)


def _equal(column: bytes, value: int) -> int:
    return int(column.translate(bytes(48 + (byte == value) for byte in range(256))), 2)


_DIGITS = [bytes(48 + (byte >> place & 1) for byte in range(256)) for place in range(3)]
