"""The search below the solver: how many card points a team can still take when every hand is seen.

Whole tricks are the steps of the search; between tricks a table remembers, for each set of cards that is left and
each leader, bounds on what the leader's team can still take. Which cards may be played is asked of the rule core
alone (`couillon.kernel.Layout.legal`) and remembered. Three facts keep it small; none of them knows a rule of play:

* Cards of one suit in one hand with no card of another hand between them are a *run*: each takes what another of them
  takes, so only their points tell them apart. Of equal points one is tried. Once it is settled which team takes the
  trick, the dearest card of a run is the best to give to one's own side and the cheapest to the other: swapped in
  the rest of the play, the other choice never comes to more.
* The highest trump takes its trick whatever is led, so the top trumps of a team are its own for sure.
* Who alone still has trumps, or leads when there are none, can cash the top cards of the plain suits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from couillon.deck import MANY, Deck

__all__ = ["STEP", "Search"]

#: One suit of what is left: of each run a card for every number of points, the dearest and the cheapest card; the
#: cards that stand for all suits alike; then, of the trumps, the points of the top ones of either team, the seat
#: with most of them, how many, and its partner's; of a plain suit, who holds the top cards, how many, their points.
Suit = tuple[int, ...]

#: So many positions are remembered at most.
_MOST_POSITIONS = 400_000
#: After so many steps the caller is asked whether to go on.
STEP = 1000


class Search:
    """One deal with all hands seen; remembers what it has found out.

    ``hands`` are the four hands as bits, N E S W. ``tick`` is called now and then; it may raise to stop the search,
    which can then be asked again and goes on from what it knows. ``nodes`` counts the positions looked into.
    """

    def __init__(self, cards: Deck, hands: Sequence[int], tick: Callable[[], None] | None = None) -> None:
        self.deck, self.hands, self.tick = cards, tuple(hands), tick
        self.nodes = 0
        self._known: dict[int, tuple[int, int, int]] = {}
        self._owner = {bit: seat for seat, hand in enumerate(self.hands) for bit in cards.worth if bit & hand}
        self._seen: tuple[dict[int, Suit], ...] = ({}, {}, {}, {})
        self._alike: tuple[dict[tuple[int, ...], int], ...] = ({}, {}, {}, {})
        cards.trim()
        self._seek = self._seeker()

    def reach(self, left: int, leader: int, trick: Sequence[int], team: int, need: int) -> int:
        """Return a bound on what a team takes of the cards left and those on the table.

        ``left`` are all cards still in hand; ``trick`` those on the table. A return of ``need`` or more is what the
        team takes at least; a smaller one is the most that it can take.
        """
        total = self.deck.count(left)
        for bit in trick:
            total += self.deck.worth[bit]
        if (leader ^ team) & 1:
            return total - self._follow(left, leader, tuple(trick), total - need + 1, total)
        return self._follow(left, leader, tuple(trick), need, total)

    def _follow(self, left: int, leader: int, trick: tuple[int, ...], need: int, total: int) -> int:
        """Finish the trick on the table in every way; the same bound, for the leader's team."""
        table = self.deck.table
        if need <= 0:
            return 0
        if need > total:
            return total
        if len(trick) == 4:
            gain = sum(self.deck.worth[bit] for bit in trick)
            winner = (leader + table.winner(trick)) & 3
            if (winner ^ leader) & 1:
                return total - gain - self._next(left, winner, total - gain - need + 1, total - gain)
            return gain + self._next(left, winner, need - gain, total - gain)
        if not trick:
            return self._next(left, leader, need, total)
        seat, ours = (leader + len(trick)) & 3, len(trick) == 2
        best = -1 if ours else MANY
        for bit in self._tries(left, seat, trick):
            value = self._follow(left ^ bit, leader, (*trick, bit), need, total)
            best = max(best, value) if ours else min(best, value)
            if (best >= need) == ours:
                break
        return best

    def _tries(self, left: int, seat: int, trick: tuple[int, ...]) -> list[int]:
        """Return the cards worth trying in a trick that lies on the table, the most promising first."""
        hand, best = self.hands[seat] & left, trick[self.deck.table.winner(trick)]
        partner, last = len(trick) > 1 and best == trick[-2], len(trick) == 3
        for bit in trick:
            left |= bit
        each = dear = cheap = 0
        for suit, (bits, seen) in enumerate(zip(self.deck.suits, self._seen, strict=True)):
            runs = seen.get(left & bits) or self._survey(suit, left & bits)
            each, dear, cheap = each | runs[0], dear | runs[1], cheap | runs[2]
        taking, giving = (dear, dear if partner else cheap) if last else (each, each)
        return [move[0] for move in self.deck.order(hand & taking, hand & giving, trick, best, partner, last)]

    def promising(self, left: int, leader: int, trick: tuple[int, ...]) -> int:
        """Return the card that the search would try first: a quick guess at a good one."""
        if trick:
            return self._tries(left, (leader + len(trick)) & 3, trick)[0]
        worth, led = self.deck.worth, self.deck.led
        against = left & (self.hands[(leader + 1) & 3] | self.hands[(leader + 3) & 3])
        best = (2, 0, 0)
        rest = self.hands[leader] & left
        while rest:
            bit = rest & -rest
            rest ^= bit
            beaten = (against & led[bit][0]) >> bit.bit_length()
            best = min(best, (1, worth[bit], bit) if beaten else (0, -worth[bit], bit))
        return best[2]

    def _next(self, left: int, leader: int, need: int, total: int) -> int:
        if need <= 0:
            return 0
        return total if need > total else self._seek(left, leader, need, total)

    def _pause(self) -> None:
        """Make room if need be, and let the caller have a say."""
        if len(self._known) > _MOST_POSITIONS:
            for key in [key for key in self._known if (key >> 2).bit_count() <= 8]:
                del self._known[key]
            if len(self._known) > _MOST_POSITIONS // 2:
                self._known.clear()
        if self.tick is not None:
            self.tick()

    def _survey(self, suit: int, bits: int) -> Suit:
        """Return what there is to know of the cards left of a suit."""
        worth, owner = self.deck.worth, self._owner
        each = dear = cheap = 0
        shape: list[int] = []
        runs: list[list[int]] = []
        rest, before = bits, -1
        while rest:
            bit = 1 << (rest.bit_length() - 1)
            rest ^= bit
            seat = owner[bit]
            shape.append(seat * 8 + worth[bit])
            if seat == before:
                if worth[bit] != worth[runs[-1][-1]]:
                    each |= bit
                runs[-1].append(bit)
            else:
                each |= bit
                runs.append([bit])
            before = seat
        for run in runs:
            dear |= max(run, key=lambda bit: (worth[bit], bit))
            cheap |= min(run, key=lambda bit: (worth[bit], bit))
        alike_bits = self._alike[suit].setdefault(tuple(shape), bits)
        found: Suit = (each, dear, cheap, alike_bits)
        if suit < 3:
            first = runs[0] if runs else []
            found += (owner[first[0]] if first else -1, len(first), sum(worth[bit] for bit in first))
        else:
            sure, held = [0, 0], [0, 0, 0, 0]
            for run in runs:
                seat = owner[run[0]]
                if (seat ^ owner[runs[0][0]]) & 1:
                    break
                sure[seat & 1] += sum(worth[bit] for bit in run)
                held[seat] += len(run)
            most = held.index(max(held))
            found += (sure[0], sure[1], most, held[most], held[most ^ 2])
        self._seen[suit][bits] = found
        return found

    def _seeker(self) -> Callable[[int, int, int, int], int]:
        """Return the search proper, as one function over local names, which Python reaches fastest.

        It takes the cards left, the leader, what the leader's team needs and what is left in all (need from 1 to
        that), and returns a bound as `reach` does.
        """
        me, hands, known = self, self.hands, self._known
        worth, led, low, lowest, order = (
            self.deck.worth, self.deck.led, self.deck.low, self.deck.lowest, self.deck.order)  # fmt: skip
        m0, m1, m2, m3 = self.deck.suits
        survey, (s0, s1, s2, s3), owner = self._survey, self._seen, self._owner
        others = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))
        nodes, limit = 0, STEP

        def seek(left: int, leader: int, need: int, total: int) -> int:
            nonlocal nodes, limit
            t = s3.get(left & m3) or survey(3, left & m3)
            team = leader & 1
            least, most = t[4 + team], total - t[5 - team]
            if least >= need:
                return least
            if most < need:
                return most
            i1, i2, i3 = others[leader]
            h0 = hands[leader] & left
            if not h0 & (h0 - 1):
                return 0 if (owner[1 << ((left & led[h0][0]).bit_length() - 1)] ^ team) & 1 else total
            a = s0.get(left & m0) or survey(0, left & m0)
            b = s1.get(left & m1) or survey(1, left & m1)
            c = s2.get(left & m2) or survey(2, left & m2)
            key = ((a[3] | b[3] | c[3] | t[3]) << 2) | leader
            entry, first = known.get(key), 0
            if entry is not None:
                least, most, first = entry
                if least >= need:
                    return least
                if most < need:
                    return most
            h1, h2, h3 = hands[i1] & left, hands[i2] & left, hands[i3] & left
            if entry is None:
                # What is plain to see: top trumps, and top cards when nobody else can trump them.
                size, who, tops = h0.bit_count(), t[6], t[7]
                if tops >= size:
                    least = most = 0 if (who ^ team) & 1 else total
                elif tops and size <= 4:
                    more = 0
                    for seat, hand in ((leader, h0), (i1, h1), (i2, h2), (i3, h3)):
                        if seat != who and (seat ^ who != 2 or not t[8]):
                            more += low[hand] if hand in low else lowest(hand)
                    if (who ^ team) & 1:
                        most -= more
                    else:
                        least += more
                trumps = left & m3
                if not trumps & ~h0 and least < most:
                    tops, cash = trumps.bit_count(), t[4 + team]
                    for suit in (a, b, c):
                        if suit[4] == leader:
                            tops += suit[5]
                            cash += suit[6]
                    least = total if tops >= size else max(least, cash)
                if least >= need or most < need:
                    known[key] = (least, most, 0)
                    return least if least >= need else most
            nodes += 1
            if nodes >= limit:
                limit += STEP
                me.nodes = nodes
                me._pause()
            each, dear, cheap = a[0] | b[0] | c[0] | t[0], a[1] | b[1] | c[1] | t[1], a[2] | b[2] | c[2] | t[2]
            e1, e2, d1, d2, d3 = h1 & each, h2 & each, h1 & dear, h2 & dear, h3 & dear
            c1, c2, c3 = h1 & cheap, h2 & cheap, h3 & cheap
            with2, with2all = ((d2 << 32) | d2) << 8, ((e2 << 32) | e2) << 8
            with3, against3 = ((d3 << 32) | d3) << 8, ((d3 << 32) | c3) << 8
            leads = []
            rest, against = h0 & each, h1 | h3
            while rest:
                bit = rest & -rest
                rest ^= bit
                # Tried first: what comes next time as it came the last time, what nobody beats, then the cheap.
                if bit == first:
                    leads.append((-1, 0, bit))
                elif (against & led[bit][0]) >> bit.bit_length():
                    leads.append((1, worth[bit], bit))
                elif bit & dear:
                    leads.append((0, -worth[bit], bit))
            leads.sort()
            best = -1
            for _rank, _worth, x1 in leads:
                wide, second, with_, over, last_with, last_over = led[x1]
                w1, at1 = worth[x1], x1.bit_length()
                can3 = (h3 & wide) >> at1
                taking = e1 if (h2 & wide) >> at1 else d1
                giving = e1 if can3 else c1
                at = (((taking << 32) | giving) << 8) | at1
                moves1 = second.get(at)
                if moves1 is None:
                    moves1 = second[at] = order(taking, giving, (x1,), x1, False, False)
                v1 = MANY
                for x2, w2, y2 in moves1:
                    if y2 == x1:
                        at = (with2all if can3 else with2) | at1
                        moves2 = with_.get(at)
                        if moves2 is None:
                            taking = e2 if can3 else d2
                            moves2 = with_[at] = order(taking, taking, (x1, x2), y2, True, False)
                    else:
                        at2 = y2.bit_length()
                        taking = e2 if (h3 & wide) >> at2 else d2
                        at = (((taking << 32) | c2) << 8) | at2
                        moves2 = over.get(at)
                        if moves2 is None:
                            moves2 = over[at] = order(taking, c2, (x1, x2), y2, False, False)
                    w2 += w1
                    left2 = left ^ x1 ^ x2
                    v2 = -1
                    for x3, w3, y3 in moves2:
                        if y3 == x2:
                            at = with3 | y3.bit_length()
                            moves3 = last_with.get(at)
                            if moves3 is None:
                                moves3 = last_with[at] = order(d3, d3, (x1, x2, x3), y3, True, True)
                        else:
                            at = against3 | y3.bit_length()
                            moves3 = last_over.get(at)
                            if moves3 is None:
                                moves3 = last_over[at] = order(d3, c3, (x1, x2, x3), y3, False, True)
                        w3 += w2
                        left3 = left2 ^ x3
                        v3 = MANY
                        for x4, w4, y4 in moves3:
                            w4 += w3
                            rest = total - w4
                            seat = owner[y4]
                            if (seat ^ leader) & 1:
                                v = rest
                                if rest >= need:
                                    v -= seek(left3 ^ x4, seat, rest - need + 1, rest)
                            elif w4 >= need:
                                v = w4
                            else:
                                v = w4 + seek(left3 ^ x4, seat, need - w4, rest)
                            if v < v3:
                                v3 = v
                                if v < need:
                                    break
                        if v3 > v2:
                            v2 = v3
                            if v3 >= need:
                                break
                    if v2 < v1:
                        v1 = v2
                        if v2 < need:
                            break
                if v1 > best:
                    best = v1
                    if v1 >= need:
                        known[key] = (max(best, least), most, x1)
                        return best
            known[key] = (least, min(best, most), first)
            return best

        return seek
