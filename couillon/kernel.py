"""The rule core: cards as bits, and the few operations that decide legality, winners and points.

For each (rules, trump, mit) a `Layout` gives every card a bit so that within a suit a higher bit is a stronger card
and the trumps, special ones included, are the top bits. Then the winner of a trick is its highest bit among the suit
led and the trumps, legality is a handful of integer operations, and points are pop counts. This is the only place
where legality is decided; everything else calls it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from couillon.cards import POINTS, SUITS, Card, pack
from couillon.rules.axes import Rules

__all__ = ["Layout", "Why", "effective_suit", "layout", "trump_order"]

#: What narrowed a player's choice: the clause, and the cards (as bits) that it left.
Why = list[tuple[str, int]]


def trump_order(rules: Rules, trump: str, mit: bool = False) -> tuple[Card, ...]:
    """Return the trumps from high to low (`trick`, `queens`, `mit`).

    Below the ace stand the declared queen of spades and the queens that are always trumps.

    >>> from couillon.rules import load
    >>> trump_order(load("konter-a-matt"), "C")
    ('AC', 'QS', 'QH', 'QD', 'KC', 'QC', 'JC', 'TC', '9C')
    >>> trump_order(load("st-vith"), "H", mit=True)
    ('AH', 'QS', 'QC', 'KH', 'QH', 'JH', 'TH', '9H')
    """
    special = ((Card("QS"),) if mit else ()) + rules.queens
    plain = [card for card in pack(rules.pack) if card.suit == trump and card not in special]
    return (plain[0], *special, *plain[1:])


class Layout:
    """Which bit each card is, for one (rules, trump, mit).

    ``cards[i]`` is the card of bit ``i``; ``bit`` gives a card's bit; ``group`` gives, by bit length, all cards of a
    card's effective suit; ``trumps`` are the trumps.
    """

    __slots__ = (
        "_honours",
        "beat",
        "bit",
        "cards",
        "exempt",
        "free",
        "group",
        "overtrump",
        "strict",
        "trumps",
        "undertrump",
    )

    def __init__(self, rules: Rules, trump: str, mit: bool = False) -> None:
        order = trump_order(rules, trump, mit)
        suits = [[c for c in pack(rules.pack) if c.suit == s and c not in order] for s in SUITS if s != trump]
        cards = [card for suit in suits for card in reversed(suit)] + list(reversed(order))
        self.cards: tuple[Card, ...] = tuple(cards)
        self.bit: dict[str, int] = {card: 1 << i for i, card in enumerate(cards)}
        self.trumps: int = self.bits(order)
        self.group: list[int] = [0] * (len(cards) + 1)
        for members in (*suits, list(order)):
            for card in members:
                self.group[self.bit[card].bit_length()] = self.bits(members)
        # A card counts once in the mask of each point that it is worth, so that points are pop counts.
        self._honours: tuple[int, ...] = tuple(self.bits(c for c in cards if POINTS[c.rank] > n) for n in range(4))
        self.strict = rules.follow == "strict"
        self.free = rules.void == "free"
        self.beat, self.overtrump, self.undertrump = rules.beat, rules.overtrump, rules.undertrump
        self.exempt = rules.partner_exempt

    def bits(self, cards: Iterable[str]) -> int:
        """Return a set of cards as bits."""
        bits = 0
        for card in cards:
            bits |= self.bit[card]
        return bits

    def is_trump(self, card: str) -> bool:
        """Return whether a card is a trump (`queens`, `mit`).

        >>> from couillon.rules import load
        >>> layout(load("konter-a-matt"), "S").is_trump("QH")
        True
        """
        return bool(self.bit[card] & self.trumps)

    def unpack(self, bits: int) -> list[Card]:
        """Return the cards of a set, from strong to weak, trumps first."""
        found = []
        while bits:
            top = bits.bit_length()
            found.append(self.cards[top - 1])
            bits ^= 1 << (top - 1)
        return found

    def legal(self, hand: int, trick: Sequence[int], why: Why | None = None) -> int:
        """Return the cards of a hand that may be played to a trick, as bits.

        ``trick`` holds the cards played so far, one bit each, in order. With ``why``, each duty that applied is added
        to it with what it left, so that the first one that lacks a card is the reason against it.

        Sources: the clauses on following.

        >>> from couillon.rules import load
        >>> l = layout(load("ardennes"), "H")
        >>> l.unpack(l.legal(l.bits(["AS", "9S", "JH", "TD"]), [l.bit["KS"]]))
        ['AS']
        """
        if not trick:
            if why is not None:
                why.append(("lead-any", hand))
            return hand
        suit = self.group[trick[0].bit_length()]
        allowed = hand & suit
        if allowed:
            if self.beat and not (self.exempt and self._partner_wins(trick, suit)):
                # After a ruff the best card is a trump, so no card of a plain suit lies above it: any will do.
                allowed = (allowed & -self._best(trick, suit)) or allowed
            # When trumps were led a trump follows, and is no way round the duty to beat.
            if not self.strict and suit != self.trumps:
                allowed |= hand & self.trumps
            if why is not None:
                self._why_following(why, hand, suit, allowed)
            return allowed
        if self.free:
            if why is not None:
                why.append(("void-free", hand))
            return hand
        allowed = hand & self.trumps
        if not allowed or (self.exempt and self._partner_wins(trick, suit)):
            if why is not None:
                why.append(("partner-exempt" if allowed else "void-free", hand))
            return hand
        if self.overtrump:
            best = self._best(trick, suit)
            if best & self.trumps:
                higher = allowed & -best
                left = higher or (allowed if self.undertrump else hand)
                if why is not None:
                    why += [("must-trump", allowed)] if higher else []
                    why.append(("must-overtrump" if higher or not self.undertrump else "must-undertrump", left))
                return left
        if why is not None:
            why.append(("must-trump", allowed))
        return allowed

    def _best(self, trick: Sequence[int], suit: int) -> int:
        """Return the card that is winning a trick in which a suit was led."""
        table = 0
        for card in trick:
            table |= card
        return 1 << (table & (suit | self.trumps)).bit_length() - 1

    def _partner_wins(self, trick: Sequence[int], suit: int) -> bool:
        return len(trick) > 1 and trick[-2] == self._best(trick, suit)

    def _why_following(self, why: Why, hand: int, suit: int, allowed: int) -> None:
        """Say which duties left these cards to a player who holds the suit led."""
        asked = hand & (suit if self.strict else suit | self.trumps)
        why.append(("must-follow" if self.strict else "follow-or-trump", asked))
        if allowed != asked:
            why.append(("must-beat", allowed))

    def winner(self, trick: Sequence[int]) -> int:
        """Return the index of the card that wins, or is winning, a trick of at least one card (`trick`).

        >>> from couillon.rules import load
        >>> l = layout(load(), "C")
        >>> l.winner([l.bit[c] for c in ("TH", "KH", "9C", "AH")])
        2
        """
        table = 0
        for card in trick:
            table |= card
        best = table & (self.group[trick[0].bit_length()] | self.trumps)
        return trick.index(1 << best.bit_length() - 1)

    def points(self, bits: int) -> int:
        """Count the card points of a set of cards (`points`).

        >>> from couillon.rules import load
        >>> l = layout(load(), "C")
        >>> l.points(l.bits(["AS", "KS", "9C"]))
        7
        """
        jacks, queens, kings, aces = self._honours
        return (
            (bits & jacks).bit_count()
            + (bits & queens).bit_count()
            + (bits & kings).bit_count()
            + (bits & aces).bit_count()
        )


@lru_cache(maxsize=512)
def layout(rules: Rules, trump: str, mit: bool = False) -> Layout:
    """Return the layout for rules, a trump and whether Mit was declared; made once for each."""
    return Layout(rules, trump, mit)


def effective_suit(rules: Rules, trump: str, card: Card, mit: bool = False) -> str:
    """Return the suit to which a card belongs: a special trump belongs to the trumps (`queens`, `mit`).

    >>> from couillon.rules import load
    >>> effective_suit(load("konter-a-matt"), "S", Card("QH"))
    'S'
    """
    return trump if layout(rules, trump, mit).is_trump(card) else card.suit
