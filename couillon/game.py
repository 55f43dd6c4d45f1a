"""The state machine of one deal: making the trump, declaring, play, and the count.

A `State` never changes: `apply` returns the next one. Actions are tokens (``accept``, ``trump H``, ``kontra``, ``TS``),
and the tokens of a deal are its log: undo drops the last one, replay folds them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from couillon.cards import PARTNER, SEATS, SUITS, Card, left_of, points, team_of
from couillon.deal import Deal
from couillon.kernel import layout
from couillon.rules import Rules
from couillon.scoring import Result
from couillon.stakes import stakes
from couillon.verdicts import IllegalActionError

__all__ = ["State", "Trick", "advance", "apply", "legal_actions", "replay", "result", "start", "undo"]


@dataclass(frozen=True)
class Trick:
    """The cards of a trick in the order played, and the seat that led."""

    leader: str
    cards: tuple[Card, ...] = ()
    winner: str | None = None

    @property
    def points(self) -> int:
        """The card points that lie in it (`points`)."""
        return points(self.cards)

    @property
    def to_play(self) -> str:
        """The seat that plays the next card."""
        return left_of(self.leader, len(self.cards))

    def seat_of(self, index: int) -> str:
        """Return the seat that played a card, by its index."""
        return left_of(self.leader, index)


@dataclass(frozen=True)
class State:
    """One deal at one moment.

    ``phase`` is ``trump``, ``declare``, ``play`` or ``over``. ``question`` is what is asked outside of play
    (``accept``, ``name``, ``mit``, ``kontra``, ``re``, ``raise``) and ``asked`` the seats that have yet to answer.
    ``held`` are the cards still in hand, by seat in the order N E S W. ``upto`` counts the stock cards turned.
    """

    rules: Rules
    deal: Deal
    held: tuple[tuple[Card, ...], ...]
    actions: tuple[str, ...] = ()
    phase: str = "trump"
    question: str | None = None
    asked: tuple[str, ...] = ()
    upto: int = 0
    trump: str | None = None
    maker: str | None = None
    turned: Card | None = None
    declarer: str | None = None
    kontra: bool = False
    re: bool = False
    raises: int = 0
    matt: str | None = None
    konter: str | None = None
    tricks: tuple[Trick, ...] = ()
    trick: Trick | None = None

    def but(self, **changes: Any) -> State:
        """Return this state with some fields changed; many times faster than `dataclasses.replace`."""
        new = object.__new__(State)
        new.__dict__.update(self.__dict__, **changes)
        return new

    @property
    def to_act(self) -> str | None:
        """The seat whose turn it is, or None when the deal is over."""
        if self.asked:
            return self.asked[0]
        return self.trick.to_play if self.trick and self.phase != "over" else None

    @property
    def mit(self) -> bool:
        """Whether the queen of spades has been declared (`mit`)."""
        return self.declarer is not None

    @property
    def makers(self) -> str | None:
        """The team of the player who fixed the trump, if anybody did."""
        return team_of(self.maker) if self.maker else None

    @property
    def proposed(self) -> Card | None:
        """The card whose suit is, or was last, proposed (`turn-up`, `shown-card`)."""
        return self.deal.stock[self.upto] if self.rules.trump == "turn-up" else self.deal.proposed(self.rules)

    @property
    def eldest(self) -> str:
        """The player on the dealer's left."""
        return self.deal.eldest

    def hand(self, seat: str) -> tuple[Card, ...]:
        """Return the cards that a seat still holds."""
        return self.held[SEATS.index(seat)]

    @property
    def points(self) -> tuple[int, int]:
        """The card points in the tricks of each team, North–South first (`points`)."""
        ns = sum(t.points for t in self.tricks if t.winner and team_of(t.winner) == "NS")
        return ns, sum(t.points for t in self.tricks) - ns

    @property
    def taken(self) -> tuple[int, int]:
        """How many tricks each team has, North–South first."""
        ns = sum(1 for t in self.tricks if t.winner and team_of(t.winner) == "NS")
        return ns, len(self.tricks) - ns


def start(rules: Rules, deal: Deal) -> State:
    """Return the state when the cards are dealt and the trump is to be made.

    >>> from couillon.deal import deal
    >>> from couillon.rules import load
    >>> s = start(load(), deal(load(), 1))
    >>> s.to_act, s.proposed, legal_actions(s)
    ('W', 'KD', ('accept', 'pass'))
    """
    state = State(rules, deal, deal.hands)
    if rules.trump == "named":
        return state.but(question="name", asked=(deal.eldest,))
    return state.but(question="accept", asked=_round(deal.eldest))


def _round(first: str) -> tuple[str, ...]:
    return tuple(left_of(first, i) for i in range(4))


def nameable(state: State) -> tuple[str, ...]:
    """Return what eldest may say when naming: each suit, and the ways to leave it to chance (`named-trump`)."""
    named = tuple(f"trump {suit}" for suit in SUITS)
    if state.rules.turn == "dealers-last":
        return (*named, "turn")
    if state.rules.turn == "eldests-own":
        return (*named, *(f"turn {card}" for card in state.hand(state.eldest)[state.rules.named_after :]))
    return named


def declarable(state: State, seat: str) -> tuple[str, ...]:
    """Return what a seat may declare before its first card (`mit`, `announce`)."""
    hand = state.hand(seat)
    if len(hand) < state.rules.hand:
        return ()
    found = []
    if state.rules.mit == "first-turn" and not state.mit and "QS" in hand:
        found.append("mit")
    if state.rules.announce:
        if "QS" in hand and state.matt is None:
            found.append("matt")
        if "QH" in hand and "QD" in hand and state.konter is None:
            found.append("konter")
    return tuple(found)


def playable(state: State) -> tuple[Card, ...]:
    """Return the cards that the player whose turn it is to play may play, in hand order (the clauses on following)."""
    trick, trump = state.trick, state.trump
    if trick is None or trump is None:
        return ()
    hand = state.hand(trick.to_play)
    if state.turned and not state.tricks and not trick.cards:
        return (state.turned,)
    table = layout(state.rules, trump, state.mit)
    legal = table.legal(table.bits(hand), [table.bit[card] for card in trick.cards])
    return tuple(card for card in hand if table.bit[card] & legal)


def legal_actions(state: State) -> tuple[str, ...]:
    """Return every token that the seat to act may choose now; empty only when the deal is over."""
    if state.phase == "over":
        return ()
    if state.question == "name":
        return nameable(state)
    if state.question:
        return (state.question, "pass")
    assert state.trick is not None
    return (*declarable(state, state.trick.to_play), *playable(state))


def apply(state: State, action: str) -> State:
    """Return the state after an action; raises `IllegalActionError` with the verdict if it is not allowed.

    While Kontra, Re or a raise is asked for, a card of the player whose turn it is passes for all still to be asked.

    >>> from couillon.deal import deal
    >>> from couillon.rules import load
    >>> s = apply(start(load(), deal(load(), 1)), "accept")
    >>> s.trump, s.makers, s.phase, legal_actions(s)
    ('D', 'EW', 'play', ('9C', 'QS', 'AH', 'TS'))
    """
    token = action if action in _WORDS else normal(action)
    allowed = legal_actions(state)
    before = state
    if token not in allowed and state.question in ("kontra", "re", "raise") and len(token) == 2:
        state = _settled(state.but(question=None, asked=()))
        allowed = legal_actions(state)
    if token not in allowed:
        from couillon.refusals import refuse

        raise IllegalActionError(refuse(before, token))
    return advance(state, token).but(actions=(*before.actions, token))


def advance(state: State, token: str) -> State:
    """Return the state after a token that `legal_actions` gave for this very state; unlike `apply` it checks nothing.

    For simulations, which ask for the legal actions anyway.

    >>> from couillon.deal import deal
    >>> from couillon.rules import load
    >>> s = start(load(), deal(load(), 1))
    >>> advance(s, "accept") == apply(s, "accept")
    True
    """
    return _act(state, token).but(actions=(*state.actions, token))


_WORDS = frozenset({"accept", "pass", "turn", "mit", "kontra", "re", "raise", "matt", "konter"})


def normal(action: str) -> str:
    """Return an action in its usual spelling.

    >>> normal(" Trump h"), normal("10h"), normal("turn ts")
    ('trump H', 'TH', 'turn TS')
    """
    words = action.split()
    if not words:
        return ""
    head = words[0].lower()
    if head in ("trump", "turn") and len(words) == 2:
        return f"{head} {words[1].upper().replace('10', 'T')}"
    if len(words) == 1 and head not in _WORDS:
        card = head.upper().replace("10", "T")
        return card if len(card) == 2 else words[0]
    return " ".join(word.lower() for word in words)


def _act(state: State, token: str) -> State:
    if state.question in ("accept", "name"):
        return _make_trump(state, token)
    if state.question:
        return _answer(state, token)
    seat = state.to_act
    assert seat is not None
    if token == "mit":
        return _declared(state, seat)
    if token == "matt":
        return state.but(matt=seat)
    if token == "konter":
        return state.but(konter=seat)
    return _play(state, seat, Card(token))


def _make_trump(state: State, token: str) -> State:
    seat, rest = state.asked[0], state.asked[1:]
    if token == "accept":
        assert state.proposed is not None
        return _trump_made(state, state.proposed.suit, seat)
    if token == "turn":
        return _trump_made(state, state.deal.hand(state.deal.dealer)[-1].suit, seat)
    if token.startswith("turn "):
        card = Card(token[5:])
        return _trump_made(state.but(turned=card), card.suit, seat)
    if token.startswith("trump "):
        return _trump_made(state, token[6:], seat)
    if rest:
        return state.but(asked=rest)
    if state.rules.all_pass == "ask-again" and state.upto + 1 < len(state.deal.stock):
        return state.but(upto=state.upto + 1, asked=_round(state.eldest))
    last = state.deal.stock[-1] if state.rules.all_pass == "bottom" else state.proposed
    assert last is not None
    return _trump_made(state, last.suit, None)


def _trump_made(state: State, trump: str, maker: str | None) -> State:
    leader = maker if maker and state.rules.first_lead == "maker" else state.eldest
    made = state.but(trump=trump, maker=maker, question=None, asked=(), trick=Trick(leader), phase="play")
    holder = next((seat for seat in SEATS if "QS" in made.hand(seat)), None)
    if state.rules.mit == "before-lead" and holder:
        return made.but(phase="declare", question="mit", asked=(holder,))
    return made


def _declared(state: State, seat: str) -> State:
    after = state.but(declarer=seat)
    if state.rules.raises == "none":
        return _settled(after.but(question=None, asked=()))
    word = "kontra" if state.rules.raises == "kontra-re" else "raise"
    return after.but(phase="declare", question=word, asked=_opponents(seat, seat))


def _opponents(seat: str, first: str) -> tuple[str, ...]:
    """Return the two opponents of a seat, in the order from the left of another seat."""
    return tuple(s for s in (left_of(first, i) for i in range(1, 5)) if team_of(s) != team_of(seat))


def _settled(state: State) -> State:
    return state.but(phase="play")


def _answer(state: State, token: str) -> State:
    seat, rest = state.asked[0], state.asked[1:]
    if token == "pass":
        return state.but(asked=rest) if rest else _settled(state.but(question=None, asked=()))
    if token == "mit":
        return _declared(state, seat)
    assert state.declarer is not None
    if token == "kontra":
        # Asked "in the same way" as for Kontra: from the declarer's left, so the partner speaks first.
        team = (PARTNER[state.declarer], state.declarer)
        return state.but(kontra=True, question="re", asked=team)
    if token == "re":
        return _settled(state.but(re=True, question=None, asked=()))
    return state.but(raises=state.raises + 1, asked=_opponents(seat, seat))


def _play(state: State, seat: str, card: Card) -> State:
    at = SEATS.index(seat)
    held = (*state.held[:at], tuple(c for c in state.held[at] if c != card), *state.held[at + 1 :])
    assert state.trick is not None
    assert state.trump is not None
    trick = Trick(state.trick.leader, (*state.trick.cards, card))
    if len(trick.cards) < 4:
        return state.but(held=held, trick=trick)
    table = layout(state.rules, state.trump, state.mit)
    winner = trick.seat_of(table.winner([table.bit[c] for c in trick.cards]))
    tricks = (*state.tricks, Trick(trick.leader, trick.cards, winner))
    if not any(held):
        return state.but(held=held, tricks=tricks, trick=None, phase="over")
    return state.but(held=held, tricks=tricks, trick=Trick(winner))


def replay(rules: Rules, deal: Deal, actions: Iterable[str]) -> State:
    """Return the state after a log of actions; raises `IllegalActionError` at the first that is not allowed."""
    state = start(rules, deal)
    log: list[str] = []
    for action in actions:
        state = apply(state, action)
        log += state.actions
        state = state.but(actions=())  # or the time would grow with the square of the log
    return state.but(actions=tuple(log))


def undo(state: State, steps: int = 1) -> State:
    """Return the state before the last action or actions; at the start nothing is undone.

    >>> from couillon.deal import deal
    >>> from couillon.rules import load
    >>> s = start(load(), deal(load(), 1))
    >>> undo(apply(s, "accept")) == s, undo(s) == s
    (True, True)
    """
    return replay(state.rules, state.deal, state.actions[: max(0, len(state.actions) - steps)])


def result(state: State) -> Result:
    """Return how a deal that is over ended, for `couillon.scoring.score`; raises ValueError before the end."""
    if state.phase != "over":
        raise ValueError("The deal is not over: play every card first.")
    return replace(stakes(state), points=state.points, tricks=state.taken)
