"""Many deals played abreast: for each card of each hand one whole number, in which every deal has one bit.

One operation on such numbers is done for all the deals at once, so that a play costs a deal far less than a
microsecond. Which cards may be played is read from the tables that the rule core has filled (`couillon.readings`); the
order of the cards, the suits and the points are those of its `Layout`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from couillon.kernel import Layout
from couillon.readings import readings
from couillon.rules import Rules

__all__ = ["Abreast", "Bits", "unpacked"]

#: One bit for each deal; the first deal is the highest bit.
Bits = int

#: With so many random bits a choice is fair to one in a million.
_FAIR = 20

_EIGHT = [bytes(byte >> (7 - bit) & 1 for bit in range(8)) for byte in range(256)]


def unpacked(bits: Bits, width: int) -> bytes:
    """Return one byte for each deal: 1 where its bit is set.

    >>> unpacked(0b101, 3)
    b'\\x01\\x00\\x01'
    """
    size = (width + 7) // 8
    return b"".join(map(_EIGHT.__getitem__, bits.to_bytes(size, "big")))[8 * size - width :]


@dataclass
class Abreast:
    """Deals of one layout, side by side.

    ``hands`` holds, for each seat from the leader on, the bits of each card in the order of the layout; ``leader`` is
    the leader's seat as two bits, low and high; ``forced`` are the cards that must be led first, where one must.
    ``draw`` gives so many random bits. With ``log`` the cards of each turn are kept there, for each card its bits.
    """

    rules: Rules
    table: Layout
    width: int
    hands: list[list[Bits]]
    leader: tuple[Bits, Bits]
    draw: Callable[[int], Bits]
    forced: list[Bits] | None = None
    log: list[list[Bits]] | None = None
    #: For each clause, how many plays of a deal it has narrowed, as the bits of a number.
    bites: dict[str, list[Bits]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        table = self.table
        self._full: Bits = (1 << self.width) - 1
        self._size = len(table.cards)
        groups = sorted(set(table.group[1:]))
        self._groups = [groups.index(table.group[at + 1]) for at in range(self._size)]
        self._trumps = groups.index(table.trumps)
        self._suits = [[at for at in range(self._size) if self._groups[at] == g] for g in range(len(groups))]
        self._ranked = table.beat or table.overtrump
        self._above = [self._full] * self._size
        self._worth = [table.points(1 << at) for at in range(self._size)]
        self._partner: Bits = 0

    def seat(self) -> None:
        """Let the hands, given in the order N E S W, begin with the leader's."""
        self._rotate(*self.leader)

    def play(self) -> tuple[bytes, bytes, bytes]:
        """Play every trick; return for each deal North–South's points, East–West's points and North–South's tricks."""
        size, full = self._size, self._full
        low, high = self.leader
        dealt = [a | b | c | d for a, b, c, d in zip(*self.hands, strict=True)]
        taken = [0] * size
        counts = [0, 0, 0, 0]
        for left in range(self.rules.hand, 0, -1):
            on, (w_low, w_high) = self._trick(left)
            ours = full ^ low ^ w_low  # North and South have the even numbers
            for at in range(size):
                taken[at] |= on[at] & ours
            for place in range(4):
                counts[place], ours = counts[place] ^ ours, counts[place] & ours
            self._rotate(w_low, w_high)
            high ^= w_high ^ (low & w_low)
            low ^= w_low
        points = self._points(taken), self._points([a ^ b for a, b in zip(dealt, taken, strict=True)])
        tricks = sum(self._lanes(bits) << place for place, bits in enumerate(counts))
        return (*(self._told(lanes) for lanes in points), self._told(tricks))  # type: ignore[return-value]

    def _lanes(self, bits: Bits) -> int:
        return int.from_bytes(unpacked(bits, self.width), "big")

    def _told(self, lanes: int) -> bytes:
        return lanes.to_bytes(self.width, "big")

    def _points(self, cards: Sequence[Bits]) -> int:
        """Count the points of the cards of each deal, a byte for each."""
        return sum(worth * self._lanes(bits) for worth, bits in zip(self._worth, cards, strict=True) if worth)

    def _trick(self, left: int) -> tuple[list[Bits], tuple[Bits, Bits]]:
        """Play a trick: the cards in it, and who wins it, counted from its leader, as two bits."""
        size, hands = self._size, self.hands
        plays: list[list[Bits]] = []
        on = [0] * size
        led: list[Bits] = []
        for turn in range(4):
            may = self._follow(hands[turn], on, led, plays) if turn else self._lead(hands[0])
            card = self._choose(may, left)
            hands[turn] = [a ^ b for a, b in zip(hands[turn], card, strict=True)]
            on = [a | b for a, b in zip(on, card, strict=True)]
            plays.append(card)
            if not turn:
                led = [self._any(card, suit) for suit in self._suits]
        if self.log is not None:
            self.log += plays
        best = self._best(on, led)
        won = [0, *(self._both(best, play) for play in plays[1:])]
        return on, (won[1] | won[3], won[2] | won[3])

    @staticmethod
    def _any(cards: Sequence[Bits], among: Sequence[int]) -> Bits:
        bits = 0
        for at in among:
            bits |= cards[at]
        return bits

    @staticmethod
    def _both(one: Sequence[Bits], two: Sequence[Bits]) -> Bits:
        bits = 0
        for a, b in zip(one, two, strict=True):
            bits |= a & b
        return bits

    def _lead(self, hand: list[Bits]) -> list[Bits]:
        if self.forced is None:
            return hand
        forced, self.forced = self.forced, None
        free = self._full ^ self._any(forced, range(self._size))
        return [(held & free) | must for held, must in zip(hand, forced, strict=True)]

    def _best(self, on: list[Bits], led: list[Bits]) -> list[Bits]:
        """Return the winning card of each deal: the highest bit among the suit led and the trumps."""
        found, best = 0, [0] * self._size
        for at in range(self._size - 1, -1, -1):
            runs = on[at] if self._groups[at] == self._trumps else on[at] & led[self._groups[at]]
            best[at] = runs ^ (runs & found)
            found |= runs
            self._above[at] = self._full ^ found
        return best

    def _follow(self, hand: list[Bits], on: list[Bits], led: list[Bits], plays: list[list[Bits]]) -> list[Bits]:
        """Return the cards that may be played to a trick that is begun."""
        full, trumps = self._full, self._trumps
        partner = 0
        if self._ranked or self.table.exempt:
            best = self._best(on, led)
            partner = self._both(best, plays[-2]) if len(plays) > 1 and self.table.exempt else 0
        above = self._above if self._ranked else [full] * self._size
        up, down = [], []
        for suit in self._suits:
            over = under = 0
            for at in suit:
                held = hand[at] & above[at]
                over |= held
                under |= hand[at] ^ held
            up.append(over)
            down.append(under)
        kinds = [0] * 5
        for group, asked in enumerate(led):
            free = full ^ asked
            kinds[0] |= asked & up[group]
            kinds[1] |= asked & down[group]
            if group == trumps:
                kinds[2], kinds[3] = up[group] & free, down[group] & free
            else:
                kinds[4] |= (up[group] | down[group]) & free
        allowed = self._read(kinds, led[trumps], partner)
        may = [0] * self._size
        for group, suit in enumerate(self._suits):
            asked, free = led[group], full ^ led[group]
            one, two = (2, 3) if group == trumps else (4, 4)
            over = (asked & allowed[0]) | (free & allowed[one])
            under = (asked & allowed[1]) | (free & allowed[two]) if self._ranked else over
            for at in suit:
                if self._ranked:
                    may[at] = hand[at] & (under ^ ((over ^ under) & above[at]))
                else:
                    may[at] = hand[at] & over
        return may

    def _read(self, kinds: list[Bits], trumps_led: Bits, partner: Bits) -> list[Bits]:
        """Look up which kinds may be played, and count the clauses that forbid something."""
        full = self._full
        lacks = [full ^ kind for kind in kinds]
        allowed = [0] * 5
        bites: dict[str, Bits] = {}
        for trumps, wins in ((False, False), (True, False), (False, True), (True, True)):
            where = (trumps_led if trumps else full ^ trumps_led) & (partner if wins else full ^ partner)
            if not where:
                continue
            for reading in readings(self.rules, trumps, wins):
                row = where
                for kind in range(5):
                    row &= kinds[kind] if kind in reading.held else lacks[kind]
                    if not row:
                        break
                if row:
                    for kind in reading.legal:
                        allowed[kind] |= row
                    for clause in reading.bites:
                        bites[clause] = bites.get(clause, 0) | row
        for clause, rows in bites.items():
            counted = self.bites.setdefault(clause, [0] * 5)
            for place in range(5):
                counted[place], rows = counted[place] ^ rows, counted[place] & rows
        return allowed

    def narrowed(self) -> dict[str, tuple[int, int]]:
        """Return how many plays each clause has narrowed: the sum over the deals, and the sum of the squares."""
        found = {}
        for clause, counted in self.bites.items():
            pairs = [(i + j, a & b) for i, a in enumerate(counted) for j, b in enumerate(counted)]
            found[clause] = (
                sum(bits.bit_count() << place for place, bits in enumerate(counted)),
                sum(bits.bit_count() << place for place, bits in pairs),
            )
        return found

    def _choose(self, may: list[Bits], left: int) -> list[Bits]:
        """Return one of the allowed cards for each deal, each as likely as the others."""
        if left == 1:
            return may
        full = self._full
        n0 = n1 = n2 = n3 = 0
        for card in may:
            if not card:
                continue
            carry = n0 & card
            n0 ^= card
            more = n1 & carry
            n1 ^= carry
            n3 |= n2 & more
            n2 ^= more
        # How many cards are passed over: their number times a random fraction, worked out from its lowest bit up.
        r0 = r1 = r2 = 0
        for _bit in range(_FAIR):
            draw = self.draw(self.width)
            add = n0 & draw
            carry = r0 & add
            add = n1 & draw
            half = r1 ^ add
            r0, carry = half ^ carry, (r1 & add) | (half & carry)
            add = n2 & draw
            half = r2 ^ add
            r1, carry = half ^ carry, (r2 & add) | (half & carry)
            add = n3 & draw
            r2 = add ^ carry
        chosen = []
        for card in may:
            if not card:
                chosen.append(0)
                continue
            chosen.append(card & (full ^ (r0 | r1 | r2)))
            r0 ^= card
            borrow = card & r0
            r1 ^= borrow
            r2 ^= borrow & r1
        return chosen

    def _rotate(self, low: Bits, high: Bits) -> None:
        """Let the hands begin with the winner's, so many seats farther on."""
        a, b, c, d = self.hands
        for at in range(self._size):
            w, x, y, z = a[at], b[at], c[at], d[at]
            w, x, y, z = w ^ ((w ^ x) & low), x ^ ((x ^ y) & low), y ^ ((y ^ z) & low), z ^ ((z ^ w) & low)
            one, two = (w ^ y) & high, (x ^ z) & high
            a[at], b[at], c[at], d[at] = w ^ one, x ^ two, y ^ one, z ^ two
