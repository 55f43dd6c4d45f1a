"""Who sits at the table, which deal lies on it, and what happens when somebody acts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from couillon.bots import STRENGTHS, Choice, View, by_chance, choose, seats_of, view
from couillon.cards import PARTNER, SEATS, Card, parse_seat, quoted
from couillon.deal import deal
from couillon.game import State, Trick, apply, start
from couillon.kernel import layout
from couillon.match import Match, add, start_match
from couillon.messages import _, either, language
from couillon.records import Record, check_opening, read_record, write_record
from couillon.rules import Rules, Variant, load, variant
from couillon.scoring import Board, Scored, new_board
from couillon.selfplay import chance
from couillon_widgets.guidance import UNGUIDED, Guidance, chosen, guided_by, read_guidance, write_guidance
from couillon_widgets.positions import checked_seed

__all__ = [
    "Sitting",
    "act",
    "as_shown",
    "check_strength",
    "moved_on",
    "next_deal",
    "read_sitting",
    "sit",
    "thought",
    "write_sitting",
]


@dataclass(frozen=True)
class Sitting:
    """A match at the table, in the middle of a deal.

    ``seats`` are those that people play, bots of a ``strength`` play the others. ``put_away`` counts the tricks that
    lie face down: a trick stays on the table until somebody moves on. ``counted`` says that the deal is over and
    written on the board. ``guidance`` is how much the person whose turn it is is helped.
    """

    game: str
    match: Match
    state: State
    seed: int
    seats: tuple[str, ...]
    strength: str
    put_away: int = 0
    counted: bool = False
    guidance: Guidance = UNGUIDED

    @property
    def variant(self) -> Variant:
        """The game, without house rules."""
        return variant(self.game)

    @property
    def rules(self) -> Rules:
        """The rules of the game, house rules on top."""
        return self.match.rules

    @property
    def number(self) -> int:
        """The number of the deal on the table, from 1."""
        return self.match.number - self.counted

    @property
    def lying(self) -> Trick | None:
        """The finished trick that still lies on the table."""
        tricks = self.state.tricks
        return tricks[-1] if len(tricks) > self.put_away else None

    @property
    def on_table(self) -> Trick | None:
        """The trick that is on the table, finished or not."""
        return self.lying or self.state.trick

    @property
    def to_act(self) -> str | None:
        """The seat of the person whose turn it is, or None if the table waits for somebody to move on."""
        seat = self.state.to_act
        return seat if seat in self.seats else None

    @property
    def waiting(self) -> bool:
        """Whether nothing goes on before somebody moves on."""
        return self.to_act is None

    @property
    def actions(self) -> tuple[str, ...]:
        """What the person whose turn it is may do; where chance picks a card the card is not told."""
        return view(self.state).actions if self.to_act else ()

    @property
    def bottom(self) -> str:
        """The seat that is shown nearest: the person's whose turn it is, with four people or none South."""
        if len(self.seats) in (0, 4):
            return "S"
        order = SEATS[SEATS.index(self.state.to_act or self.state.deal.dealer) :] + SEATS
        return next(seat for seat in order if seat in self.seats)

    @property
    def you(self) -> str | None:
        """The seat of the only person at the table, who is spoken to as *you*."""
        return self.seats[0] if len(self.seats) == 1 else None

    @property
    def scored(self) -> Scored | None:
        """What the deal before this one did, or this one when it is counted."""
        return self.match.history[-1].scored if self.match.history else None

    def is_trump(self, card: str) -> bool:
        """Return whether a card is a trump, once there is one."""
        if not self.state.trump:
            return False
        table = layout(self.rules, self.state.trump, self.state.mit)
        return table.is_trump(card)

    def best(self, trick: Trick) -> int | None:
        """Return which card of a trick wins it so far."""
        if not trick.cards or not self.state.trump:
            return None
        table = layout(self.rules, self.state.trump, self.state.mit)
        return table.winner([table.bit[card] for card in trick.cards])

    def hand(self, seat: str) -> tuple[Card, ...]:
        """Return the cards of a seat in the order in which they are shown, with those that lie on the table.

        While eldest names a trump nobody has picked up more than the first cards.
        """
        dealt = self.state.deal.hand(seat)
        if self.state.question == "name":
            dealt = dealt[: self.rules.named_after]
        lying = self.on_table.cards if self.on_table else ()
        return tuple(sorted((c for c in dealt if c in self.state.hand(seat) or c in lying), key=as_shown))

    def unseen(self, seat: str) -> int:
        """Return how many cards of a seat are dealt later than now."""
        return len(self.state.deal.hand(seat)) - self.rules.named_after if self.state.question == "name" else 0


def as_shown(card: str) -> tuple[int, int]:
    """Return a key that sorts cards as a hand is shown: black and red suits in turn, high cards first.

    >>> sorted((Card("9H"), Card("KC"), Card("AH")), key=as_shown)
    ['AH', '9H', 'KC']
    """
    return "SHCD".index(card[1]), "AKQJT987".index(card[0])


def sit(
    game: str = "belgian",
    seed: int = 1,
    seats: str = "S",
    dealer: str = "E",
    house: Mapping[str, Any] | None = None,
    strength: str = "club",
    guided: bool = False,
) -> Sitting:
    """Return a new match, the first deal dealt and played as far as the first person's turn.

    Raises `ValueError` with one sentence for whatever is wrong.

    >>> table = sit("belgian", seed=1)
    >>> table.to_act, table.actions, table.number
    ('S', ('accept', 'pass'), 1)
    """
    found = variant(game)
    match = start_match(load(found.id, house), dealer)
    return _dealt(found.id, match, checked_seed(seed), seats_of(seats), strength, guided_by(guided))


def _dealt(game: str, match: Match, seed: int, seats: tuple[str, ...], strength: str, guidance: Guidance) -> Sitting:
    state = start(match.rules, deal(match.rules, seed, match.dealer))
    check_strength(strength)
    return _run(Sitting(game, match, state, seed, seats, strength, guidance=guidance))


def check_strength(strength: str) -> None:
    """Raise `ValueError` with one sentence if there is no bot of a strength."""
    if strength not in STRENGTHS:
        raise ValueError(
            _("There is no bot of the strength {name}: choose {names}.").format(
                name=quoted(strength), names=either(STRENGTHS)
            )
        )


def thought(seen: View, strength: str, seed: int) -> Choice:
    """Return what a bot does and why; it is kept for a while, for strong bots think long and are asked why later.

    >>> thought(view(sit().state), "club", 1).action
    'pass'
    """
    return _thought(seen, strength, seed, language())


@lru_cache(maxsize=512)
def _thought(seen: View, strength: str, seed: int, _language: str) -> Choice:
    # A choice tells its reason in words, so each language has its own.
    return choose(seen, strength, seed)


def _run(table: Sitting) -> Sitting:
    """Let the bots act until a person's turn comes or a trick is complete."""
    while table.to_act is None and table.lying is None and table.state.phase != "over":
        state = table.state
        seed = chance(table.seed, state)
        action = by_chance(state, thought(view(state), table.strength, seed).action, seed)
        table = replace(table, state=apply(state, action))
    return table


def act(table: Sitting, action: str) -> Sitting:
    """Return the table after a person's action, and what the bots did then.

    Raises `IllegalActionError` with the verdict if it is not allowed.

    >>> act(sit(), "accept").state.makers
    'NS'
    """
    state = table.state
    after = apply(state, by_chance(state, action, chance(table.seed, state)))
    guidance = chosen(table.guidance, state, after.actions[-1])
    return _run(replace(table, state=after, put_away=len(state.tricks), guidance=guidance))


def moved_on(table: Sitting) -> Sitting:
    """Put the trick away, count the deal, or deal the next one: whatever comes next without anybody's choice.

    >>> table = sit(seats="")
    >>> while not table.counted:
    ...     table = moved_on(table)
    >>> table.match.number, moved_on(table).number
    (2, 2)
    """
    if table.counted:
        if table.match.won:
            return fresh_match(table)
        return next_deal(table)
    if table.state.phase == "over":
        done = len(table.state.tricks)
        return replace(table, match=add(table.match, table.state), put_away=done, counted=True)
    return _run(replace(table, put_away=len(table.state.tricks)))


def next_deal(table: Sitting, seed: int | None = None) -> Sitting:
    """Deal the next cards; a deal that is not counted is thrown in, and the same dealer deals again."""
    match = start_match(table.rules, table.match.dealer) if table.match.won else table.match
    return _dealt(table.game, match, table.seed + 1 if seed is None else seed, table.seats, table.strength,
                  table.guidance)  # fmt: skip


def fresh_match(table: Sitting) -> Sitting:
    """Begin a new match with the next cards."""
    match = start_match(table.rules, table.match.dealer)
    return _dealt(table.game, match, table.seed + 1, table.seats, table.strength, table.guidance)


def same_deal(table: Sitting) -> Sitting:
    """Begin the deal on the table again.

    >>> same_deal(act(sit(), "accept")) == sit()
    True
    """
    match = table.match
    if table.counted:
        match = replace(match, history=match.history[:-1], dealer=table.state.deal.dealer)
    state = start(table.rules, table.state.deal)
    again = Sitting(table.game, match, state, table.seed, table.seats, table.strength, guidance=table.guidance)
    return _run(again)


def partner(table: Sitting, seat: str) -> bool:
    """Return whether a seat is the partner of the only person at the table."""
    return table.you is not None and seat == PARTNER[table.you]


# Links


def write_sitting(table: Sitting) -> str:
    """Return a table as the text of a link: the record of the deal, the people, and the board before it.

    >>> write_sitting(sit())
    'belgian..EdCJbMQYTIEScaVABRNKLFUZD..FvO/S/club/1/5.5.0.0.0/0'
    """
    state, match = table.state, table.match
    board = match.history[-2].scored.board if table.counted and len(match.history) > 1 else match.board
    if table.counted and len(match.history) == 1:
        board = match.opening
    record = write_record(Record(table.game, table.rules, state.deal, state.actions))
    numbers = (*board.counts, *board.loops, board.ties)
    put_away = "x" if table.counted else str(table.put_away)
    fields = [
        record,
        "".join(table.seats) or "-",
        table.strength,
        str(table.seed),
        ".".join(map(str, numbers)),
        put_away,
    ]
    return "/".join([*fields, write_guidance(table.guidance)] if table.guidance.on else fields)


def read_sitting(text: str) -> Sitting:
    """Return the table that a link's text tells; raises `ValueError` if it tells none.

    The deals before are not in a link, but what they did to the board is.

    >>> read_sitting(write_sitting(sit())) == sit()
    True
    """
    line, seats, strength, seed, numbers, put_away, *more = text.split("/")
    record = read_record(line)
    a, b, c, d, ties = map(int, numbers.split("."))
    fresh = new_board(record.rules)
    board = check_opening(Board((a, b), fresh.target, ties, (c, d), fresh.rising), record.rules)
    match = start_match(record.rules, parse_seat(record.deal.dealer), board)
    people = seats_of(seats.replace("-", ""))
    state = record.state
    guidance = read_guidance("/".join(more))
    table = Sitting(record.variant, match, state, checked_seed(int(seed)), people, strength, guidance=guidance)
    check_strength(strength)
    if put_away == "x":
        return moved_on(replace(table, put_away=len(state.tricks)))
    away = int(put_away)
    if not 0 <= len(state.tricks) - away <= 1:
        raise ValueError
    return _run(replace(table, put_away=away))
