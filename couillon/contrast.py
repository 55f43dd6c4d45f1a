"""Where two games part: the smallest position, deal or score that one of them judges otherwise than the other.

A refused card needs one witness in the hand, and of a trick only the suit led and the best card matter: two cards on
the table and two in the hand always show a difference between duties, if there is one. Two cards show which trumps are
higher. A few answers and two deals in a row show the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import Any, Final

from couillon.cards import SUITS, TEAMS, Card, pack, quoted
from couillon.deal import deal, shuffled
from couillon.endings import NOBODY, TIE, Ended, sayable
from couillon.game import State, advance, legal_actions, start
from couillon.kernel import Layout, layout
from couillon.making import axis_clause, making, to_declare
from couillon.messages import _, either
from couillon.rules import Rules, RulesError
from couillon.rules import clause as clause_of
from couillon.rules import clauses as all_clauses
from couillon.scoring import Scored, ScoreError, new_board, score
from couillon.verdicts import judge
from couillon.winning import who_wins

__all__ = ["ABOUT", "Difference", "clauses_of", "smallest_difference", "taught_by"]

#: What two games can differ about, in the order in which it is looked for.
ABOUT: Final = ("cards", "trick", "making", "board", "deal")
#: Where a clause can make a difference, by the axis that puts it in force; the others are about the board.
_WHERE: Final = {
    **dict.fromkeys(("follow", "void", "beat", "overtrump", "undertrump", "partner_exempt"), ("cards",)),
    "queens": ("trick",),
    "mit": ("making", "trick"),
    **dict.fromkeys(("trump", "turn", "all_pass", "first_lead"), ("making",)),
    **dict.fromkeys(("raises", "announce"), ("making", "board")),
    **dict.fromkeys(("pack", "packets"), ("deal",)),
}
#: What only a trick of two cards can show: a trump that wins, or a partner who does.
_NEEDS_TWO: Final = ("must-overtrump", "must-undertrump", "partner-exempt")
_DUTIES: Final = ("follow", "void", "beat", "overtrump", "undertrump", "partner_exempt")
#: In how many deals the shortest making of trumps is looked for, and how many acts it may take.
_DEALS: Final = 24
_ACTS: Final = 5


@dataclass(frozen=True)
class Difference:
    """A place in which two games part.

    ``about`` is one of `ABOUT`, ``clause`` the clause by which they part. Of ``cards``: ``trump``, ``mit``, ``trick``
    and ``hand``, and the answers are the cards that may be played. Of a ``trick``: its four cards, and the answers are
    the card that wins it. Of the ``making`` of trumps: the deal of the second game with its ``seed`` and ``dealer``,
    the ``acts`` so far, and the answers are what may be said or played next; nothing where the acts are refused. Of the
    ``board``: the ``deals`` of a match, and the answers are the counts after them. Of the ``deal``: the answers are
    the packets and how many cards are left over.
    """

    about: str
    clause: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    trump: str = ""
    mit: bool = False
    trick: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    seed: int = 1
    dealer: str = "E"
    acts: tuple[str, ...] = ()
    deals: tuple[Ended, ...] = ()


def smallest_difference(
    first: Rules, second: Rules, clause: str | None = None, *, seed: int = 1, about: str | None = None
) -> Difference | None:
    """Return the smallest place in which two games part, or None where they do not.

    ``clause`` asks for a difference in which this clause is cited, ``about`` for one of the kinds in `ABOUT`. The seed
    shuffles pack and deals, so another seed shows another example of the same size. Raises
    `couillon.rules.RulesError` for an unknown clause or kind.

    >>> from couillon.rules import load
    >>> found = smallest_difference(load(), load("ardennes"), "must-beat")
    >>> found.trump, found.trick, found.hand, found.first, found.second
    ('C', ('QS',), ('TS', 'AS'), ('TS', 'AS'), ('AS',))
    >>> smallest_difference(load(), load()) is None
    True
    """
    kinds: Iterable[str] = ABOUT
    if clause is not None:
        axis = clause_of(clause).switch or ""
        kinds = _WHERE.get(axis, ("board",)) if clause in (*first.clauses, *second.clauses) else ()
    if about is not None:
        if about not in ABOUT:
            raise RulesError(
                _("{about} is nothing that two games part about: choose {names}.").format(
                    about=quoted(about), names=either(ABOUT)
                )
            )
        kinds = [kind for kind in kinds if kind == about]
    for kind in kinds:
        found = _SEARCHES[kind](first, second, seed, clause)
        if found:
            return found
    return None


def clauses_of(rules: Rules) -> tuple[str, ...]:
    """Return the clauses of a game in the order of the rule book, those of all games included.

    >>> from couillon.rules import load
    >>> clauses_of(load())[:3], len(clauses_of(load()))
    (('table', 'draw', 'rank'), 25)
    """
    return tuple(id for id, clause in all_clauses().items() if clause.common or id in rules.clauses)


def taught_by(first: Rules, second: Rules) -> tuple[str, ...]:
    """Return the clauses that the second game has and the first lacks, in the order of the rule book.

    >>> from couillon.rules import load
    >>> taught_by(load(), load("kwajongen"))
    ('must-follow', 'must-trump')
    """
    return tuple(id for id in clauses_of(second) if id not in clauses_of(first))


def _chosen(wanted: str | None, first: Iterable[str], second: Iterable[str]) -> str | None:
    """Return the clause wanted, if one of two answers cites it, or else the one by which they part."""
    one, two = tuple(first), tuple(second)
    if wanted is not None:
        return wanted if wanted in (*two, *one) else None
    only = [id for id in two if id not in one] + [id for id in one if id not in two]
    return (only or list(two))[0]


# Which cards may be played, and which card wins


def _layouts(first: Rules, second: Rules, seed: int) -> Iterator[tuple[str, bool, Layout, Layout]]:
    """Yield every trump, without and with a declared Mit, as both games order the cards."""
    alike = not (first.queens or second.queens)
    for mit in (False, True) if first.mit != second.mit or first.mit != "none" else (False,):
        # Without special trumps every suit is like every other, so one of them is enough.
        for trump in shuffled(seed, [Card("A" + suit) for suit in SUITS])[: 1 if alike and not mit else None]:
            a, b = (layout(rules, trump.suit, mit and rules.mit != "none") for rules in (first, second))
            yield trump.suit, mit, a, b


def _common(first: Rules, second: Rules, seed: int) -> list[Card]:
    """Return the cards that both packs have, in an order that the seed decides."""
    return shuffled(seed, pack(min(first.pack, second.pack)))


def _alike(a: Layout, b: Layout, cards: list[Card]) -> bool:
    """Return whether two games put these cards in the same order, trumps apart."""
    one, two = ([(c, t.is_trump(c)) for c in t.cards if c in cards] for t in (a, b))
    return one == two


def _cards(first: Rules, second: Rules, seed: int, clause: str | None) -> Difference | None:
    cards = _common(first, second, seed)
    duties = all(getattr(first, axis) == getattr(second, axis) for axis in _DUTIES)
    tables = [
        (trump, mit, a, b) for trump, mit, a, b in _layouts(first, second, seed) if not (duties and _alike(a, b, cards))
    ]
    for size in (2,) if clause in _NEEDS_TWO else (1, 2):
        for trump, mit, a, b in tables:
            for trick in permutations(cards, size):
                found = _hands(first, second, (trump, mit, a, b), cards, trick, clause)
                if found:
                    return found
    return None


def _hands(
    first: Rules,
    second: Rules,
    table: tuple[str, bool, Layout, Layout],
    cards: list[Card],
    trick: tuple[Card, ...],
    clause: str | None,
) -> Difference | None:
    """Return two cards in the hand of which one may be played in one game only, if there are any."""
    trump, mit, a, b = table
    one, two = [a.bit[card] for card in trick], [b.bit[card] for card in trick]
    for hand in combinations([card for card in cards if card not in trick], 2):
        may = a.legal(a.bits(hand), one), b.legal(b.bits(hand), two)
        left = tuple(card for card in hand if a.bit[card] & may[0])
        right = tuple(card for card in hand if b.bit[card] & may[1])
        if left != right:
            changed = [i for i, card in enumerate(hand) if (card in left) != (card in right)]
            cited = [
                [judge(rules, trump, hand, trick, mit=mit and rules.mit != "none")[i].clause for i in changed]
                for rules in (first, second)
            ]
            chosen = _chosen(clause, *cited)
            if chosen:
                return Difference("cards", chosen, left, right, trump, mit, trick, hand)
    return None


def _tricks(first: Rules, second: Rules, seed: int, clause: str | None) -> Difference | None:
    cards = _common(first, second, seed)
    for trump, mit, a, b in _layouts(first, second, seed):
        if _alike(a, b, cards):
            continue
        for two in permutations(cards, 2):
            if a.winner([a.bit[card] for card in two]) == b.winner([b.bit[card] for card in two]):
                continue
            trick = _filled(two, cards, a, b)
            wins = [who_wins(rules, trump, trick, mit=mit and rules.mit != "none") for rules in (first, second)]
            cited = [[id for id in win.clauses if not clause_of(id).common] for win in wins]
            chosen = _chosen(clause, *cited)
            if chosen:
                left, right = ((trick[win.index],) for win in wins)
                return Difference("trick", chosen, left, right, trump, mit, trick)
    return None


def _filled(two: tuple[Card, ...], cards: list[Card], a: Layout, b: Layout) -> tuple[Card, ...]:
    """Return a whole trick in which the same two cards decide: low cards of no consequence follow."""
    low = sorted((card for card in cards if card not in two), key=lambda card: (card.points, card[0] in "78"))
    trick = two
    for card in low:
        longer = (*trick, card)
        if len(trick) < 4 and all(t.winner([t.bit[c] for c in longer]) < 2 for t in (a, b)):
            trick = longer
    return trick


# The making of trumps, and what is declared


def _making(first: Rules, second: Rules, seed: int, clause: str | None) -> Difference | None:
    found: Difference | None = None
    for number in range(seed, seed + _DEALS):
        most = _ACTS if found is None else len(found.acts) - 1
        found = _in_deal(first, second, number, most, clause) or found
    return found


def _in_deal(first: Rules, second: Rules, seed: int, most: int, clause: str | None) -> Difference | None:
    """Return the shortest row of acts after which two games part in a deal, if it is not longer than ``most``."""
    deals = deal(first, seed, "E"), deal(second, seed, "E")
    same = deals[0] == deals[1]
    row: list[tuple[State | None, State]] = [(start(first, deals[0]), start(second, deals[1]))]
    for _step in range(most + 1):
        for a, b in row:
            if a is None or _moment(a, same) != _moment(b, same):
                chosen = _chosen(clause, _said(a) if a else (), _said(b))
                if chosen:
                    options = legal_actions(a) if a else ()
                    return Difference("making", chosen, options, legal_actions(b), seed=seed, acts=b.actions)
        row = [pair for a, b in row for pair in _next(a, b)]
    return None


def _next(a: State | None, b: State) -> Iterator[tuple[State | None, State]]:
    """Yield both games after every act of the second that is of another kind; all cards are of one kind."""
    kinds: set[str] = set()
    for token in legal_actions(b):
        kind = "a card" if token.isupper() else token.split()[0]
        if kind not in kinds and (kind != "a card" or to_declare(b)):
            kinds.add(kind)
            yield (advance(a, token) if a and token in legal_actions(a) else None), advance(b, token)


def _moment(state: State, same: bool) -> tuple[Any, ...]:
    """Return what two games are compared by in the making of trumps; cards only where both have the ``same``."""
    asked = (state.question, state.asked, state.rules.named_after if state.question == "name" else 0)
    if state.trump is None:
        kinds = tuple(dict.fromkeys(token.split()[0] for token in legal_actions(state)))
        return (*asked, kinds, state.upto, state.rules.trump)
    proposed = state.proposed
    kept = proposed is not None and proposed.suit == state.trump
    leader = making(state).leader
    return (*asked, state.maker, leader, to_declare(state) if same else (), state.trump if same else kept)


def _said(state: State) -> tuple[str, ...]:
    """Return the clauses that have come to bear in the making of trumps so far."""
    rules = state.rules
    axes = {"mit": "mit", "kontra": "raises", "re": "raises", "raise": "raises"}
    asked = axis_clause(rules, axes[state.question]) if state.question in axes else None
    if state.trump is None:
        found = [axis_clause(rules, "trump"), axis_clause(rules, "all_pass") if state.upto else None]
    else:
        found = [*making(state).clauses, asked]
    return tuple(id for id in found if id)


# The board, and the deal


def _stories(second: Rules) -> Iterator[tuple[Ended, ...]]:
    """Yield rows of deals that may be written one after the other, the shortest and plainest first."""
    words = sayable(second)
    spoken = [(), *(tuple(words[: i + 1]) if words[0] == "mit" else (word,) for i, word in enumerate(words))]
    plain = [Ended(makers, winner) for makers in (*TEAMS, NOBODY) for winner in (*TEAMS, TIE)]
    one = [Ended(e.makers, e.winner, swept, said) for said in spoken for swept in (False, True) for e in plain]
    yield ()
    yield from ((ended,) for ended in one)
    yield from product(plain, one)


def _boards(first: Rules, second: Rules, _seed: int, clause: str | None) -> Difference | None:
    for story in _stories(second):
        try:
            (before, a), (after, b) = _written(first, story), _written(second, story)
        except ScoreError:
            continue
        if before == after and first.scoring == second.scoring:
            continue
        chosen = _chosen(clause, _events(first, story, a), _events(second, story, b))
        if chosen:
            counts = [tuple(str(n) for n in scored.board.counts) for scored in (a, b)]
            return Difference("board", chosen, counts[0], counts[1], deals=story)
    return None


def _written(rules: Rules, story: tuple[Ended, ...]) -> tuple[tuple[Any, ...], Scored]:
    """Return what two boards are compared by after some deals, and what the last of them did.

    Raises `ScoreError` for a deal that cannot be under the rules.
    """
    clean = new_board(rules)
    last = Scored(clean, ())
    for ended in story:
        last = score(rules, last.board, ended.told_to(rules).result(rules))
    board = last.board
    ways = 1 if board.rising else -1
    gains = tuple(ways * (now - then) for now, then in zip(board.counts, clean.counts, strict=True))
    return (gains, board.ties, board.target), last


def _events(rules: Rules, story: tuple[Ended, ...], scored: Scored) -> tuple[str, ...]:
    """Return the clauses by which the last deal was written, or that of the length where none is."""
    tied = axis_clause(rules, "tie") if story and story[-1].winner == TIE else None
    return (*(event.clause for event in scored.events), *([tied] if tied else [])) or ("match",)


def _dealt(first: Rules, second: Rules, _seed: int, clause: str | None) -> Difference | None:
    answers = [(*map(str, rules.packets), str(rules.stock)) for rules in (first, second)]
    if (first.packets, first.pack) == (second.packets, second.pack):
        return None
    parted = {"pack": first.pack != second.pack, "packets": first.packets != second.packets}
    chosen = _chosen(clause, (), [id for id, differs in parted.items() if differs])
    return Difference("deal", chosen, answers[0], answers[1]) if chosen else None


_SEARCHES: Final = {"cards": _cards, "trick": _tricks, "making": _making, "board": _boards, "deal": _dealt}
