"""One deal under several games: the same hands and the same plain plan of play, so that only the rules differ.

Everybody plays the cheapest card that takes the trick so far, or the cheapest one where none does or the partner is
winning; the leader plays the highest card. Where two games part, then, a rule has made them part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from couillon.cards import SEATS, SUITS, TEAMS, Card, left_of, pack, points, team_of
from couillon.deal import shuffled
from couillon.endings import TIE, Ended
from couillon.kernel import Layout, layout
from couillon.making import axis_clause
from couillon.rules import Rules
from couillon.scoring import Scored, new_board, score
from couillon.verdicts import judge
from couillon.winning import who_wins

__all__ = ["Course", "Laid", "Parting", "Play", "Round", "course", "lay", "part"]


@dataclass(frozen=True)
class Laid:
    """A deal that several games can play: four hands (N, E, S, W), the trump, who made it and who is eldest."""

    hands: tuple[tuple[Card, ...], ...]
    trump: str
    maker: str
    eldest: str
    mit: bool = False


@dataclass(frozen=True)
class Play:
    """A card that was played: by whom, from which hand, to which cards, and which of the hand the rules allow."""

    seat: str
    before: tuple[Card, ...]
    hand: tuple[Card, ...]
    legal: tuple[Card, ...]
    card: Card


@dataclass(frozen=True)
class Round:
    """A trick with its four plays and who takes it."""

    plays: tuple[Play, ...]
    winner: str

    @property
    def cards(self) -> tuple[Card, ...]:
        """The four cards, in the order played."""
        return tuple(play.card for play in self.plays)

    @property
    def points(self) -> int:
        """The card points in the trick."""
        return points(self.cards)


@dataclass(frozen=True)
class Course:
    """How a deal goes under one game: its tricks, and what they come to on a clean board.

    >>> from couillon.rules import load
    >>> went = course(load(), lay([load()], 1))
    >>> len(went.rounds), went.points, went.gains
    (4, (7, 23), (0, 1))
    """

    rules: Rules
    laid: Laid
    rounds: tuple[Round, ...]

    @cached_property
    def points(self) -> tuple[int, int]:
        """The card points of both teams, North–South first."""
        found = [sum(done.points for done in self.rounds if team_of(done.winner) == team) for team in TEAMS]
        return found[0], found[1]

    @cached_property
    def ended(self) -> Ended:
        """The deal in a few words: makers, winners, whether by all the tricks, and Mit."""
        a, b = self.points
        winner = TIE if a == b else TEAMS[a < b]
        swept = winner != TIE and all(team_of(done.winner) == winner for done in self.rounds)
        said = Ended(team_of(self.laid.maker), winner, swept, ("mit",) if self.laid.mit else ())
        return said.told_to(self.rules)

    @cached_property
    def scored(self) -> Scored:
        """The board after the deal, the first of a match, and what happened on it."""
        return score(self.rules, new_board(self.rules), self.ended.result(self.rules))

    @cached_property
    def gains(self) -> tuple[int, int]:
        """By how much each team has come nearer to winning the match: counts may start anywhere, and rise or fall."""
        clean, board = new_board(self.rules).counts, self.scored.board
        ways = 1 if board.rising else -1
        return ways * (board.counts[0] - clean[0]), ways * (board.counts[1] - clean[1])


@dataclass(frozen=True)
class Parting:
    """Where two courses of a deal part first, and by which clause.

    ``about`` is ``lead`` (who leads to the trick), ``cards`` (which may be played), ``trick`` (who takes it) or
    ``board``; ``trick`` and ``play`` count from 0 and are None where they mean nothing.
    """

    about: str
    clause: str
    trick: int | None = None
    play: int | None = None


def lay(games: Sequence[Rules], seed: int, mit: bool = False) -> Laid:
    """Deal as many cards as all of some games deal, from the cards that all their packs have.

    Trump, maker and dealer follow from the seed. ``mit`` asks for a declared queen of spades: where a game has no Mit
    or she is not in a hand, it is not declared there.

    >>> from couillon.rules import load
    >>> laid = lay([load("troeven"), load("mit")], 1)
    >>> [len(hand) for hand in laid.hands], len(laid.trump)
    ([5, 5, 5, 5], 1)
    """
    size = min(rules.hand for rules in games)
    cards = shuffled(seed, pack(min(rules.pack for rules in games)))
    # Cards that are left over decide the rest, so that it does not hang on the hands; an odd deal uses them all.
    draw = shuffled(seed + 1, [Card(rank + suit) for rank in "AKQJ" for suit in SUITS])
    order = {card: at for at, card in enumerate(pack(32))}
    hands = [tuple(sorted(cards[at * size : (at + 1) * size], key=order.__getitem__)) for at in range(4)]
    eldest, maker = (SEATS["AKQJ".index(card.rank)] for card in draw[1:3])
    held = any("QS" in hand for hand in hands)
    return Laid(tuple(hands), draw[0].suit, maker, eldest, mit and held)


def course(rules: Rules, laid: Laid) -> Course:
    """Return how a deal goes under some rules when all four follow the plain plan."""
    table = layout(rules, laid.trump, laid.mit and rules.mit != "none")
    hands = {seat: list(hand) for seat, hand in zip(SEATS, laid.hands, strict=True)}
    leader = laid.maker if rules.first_lead == "maker" else laid.eldest
    rounds = []
    for _trick in laid.hands[0]:
        plays: list[Play] = []
        for turn in range(4):
            seat = left_of(leader, turn)
            before = tuple(play.card for play in plays)
            bits = table.legal(table.bits(hands[seat]), [table.bit[card] for card in before])
            legal = tuple(card for card in hands[seat] if table.bit[card] & bits)
            card = _planned(table, legal, before)
            plays.append(Play(seat, before, tuple(hands[seat]), legal, card))
            hands[seat].remove(card)
        leader = left_of(leader, table.winner([table.bit[play.card] for play in plays]))
        rounds.append(Round(tuple(plays), leader))
    return Course(rules, laid, tuple(rounds))


def _planned(table: Layout, legal: tuple[Card, ...], before: tuple[Card, ...]) -> Card:
    """Return the card that the plan plays."""

    def cost(card: Card) -> tuple[bool, int, int]:
        # Bits go from the lowest card up; a trump costs more than any other card.
        return table.is_trump(card), card.points, table.bit[card]

    if not before:
        return max(legal, key=lambda card: (card.points, table.bit[card]))
    on_table = [table.bit[card] for card in before]
    partner_wins = table.winner(on_table) == len(before) - 2
    takes = [card for card in legal if table.winner([*on_table, table.bit[card]]) == len(before)]
    return min(legal if partner_wins or not takes else takes, key=cost)


def part(first: Course, second: Course) -> Parting | None:
    """Return where two courses of one deal part first, or None where they agree to the end.

    >>> from couillon.rules import load
    >>> games = load(), load("ardennes")
    >>> laid = lay(games, 3)
    >>> part(course(games[0], laid), course(games[1], laid))
    Parting(about='cards', clause='must-trump', trick=0, play=1)
    >>> part(course(games[0], laid), course(games[0], laid)) is None
    True
    """
    for number, (one, two) in enumerate(zip(first.rounds, second.rounds, strict=True)):
        if one.plays[0].seat != two.plays[0].seat:
            return Parting("lead", axis_clause(second.rules, "first_lead") or "next-lead", number, 0)
        for turn, (a, b) in enumerate(zip(one.plays, two.plays, strict=True)):
            if a.legal != b.legal:
                return Parting("cards", _by_cards(first, second, a, b), number, turn)
            if a.card != b.card:
                # the same cards may be played, but they do not take the same tricks
                return Parting("trick", _by_trick(first, second, one.cards[: turn + 1], two.cards[: turn + 1]),
                               number, turn)  # fmt: skip
        if one.winner != two.winner:
            return Parting("trick", _by_trick(first, second, one.cards, two.cards), number)
    if first.gains != second.gains or first.scored.board.ties != second.scored.board.ties:
        return Parting("board", _by_board(first, second))
    return None


def _only(one: Sequence[str], two: Sequence[str], otherwise: str) -> str:
    """Return a clause that the second game cites and the first does not, or the other way round."""
    return next((id for id in (*two, *one) if (id in one) != (id in two)), otherwise)


def _by_cards(first: Course, second: Course, a: Play, b: Play) -> str:
    changed = [at for at, card in enumerate(a.hand) if (card in a.legal) != (card in b.legal)]
    cited = [
        [judge(went.rules, went.laid.trump, p.hand, p.before, mit=_mit(went))[at].clause for at in changed]
        for went, p in ((first, a), (second, b))
    ]
    return _only(cited[0], cited[1], cited[1][0])


def _by_trick(first: Course, second: Course, one: tuple[Card, ...], two: tuple[Card, ...]) -> str:
    wins = [
        who_wins(went.rules, went.laid.trump, cards, mit=_mit(went)).clauses
        for went, cards in ((first, one), (second, two))
    ]
    # Where none of these cards is a special trump, one that was held back is.
    special = "queens" if first.rules.queens != second.rules.queens else axis_clause(second.rules, "mit")
    return _only(wins[0], wins[1], special or axis_clause(first.rules, "mit") or "trick")


def _by_board(first: Course, second: Course) -> str:
    cited = [tuple(event.clause for event in went.scored.events) for went in (first, second)]
    return _only(cited[0], cited[1], axis_clause(second.rules, "tie") or "match")


def _mit(went: Course) -> bool:
    return went.laid.mit and went.rules.mit != "none"
