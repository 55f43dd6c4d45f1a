"""Exercises on finished tricks: who wins, how many points lie there, and which team wins the deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from couillon.cards import TEAMS, Card, left_of, points, team_of
from couillon.exercises.model import Asked, Dice, Exercise, Key, Scene
from couillon.exercises.plays import chosen, not_found
from couillon.exercises.spots import Played, deals, winner_index
from couillon.exercises.switches import SWITCHES, Facts, decides
from couillon.kernel import layout
from couillon.messages import (
    _,
    capital,
    card_name,
    listed,
    n_points,
    ngettext,
    rank_name,
    seat_name,
    suit_name,
    team_name,
)
from couillon.rules import Rules

__all__ = ["how_many_points", "who_wins", "who_wins_deal", "win_reason"]


#: How many tricks in which a clause decides are looked at for one of the right level.
_MOST_FOUND: Final = 24


def _tricks(rules: Rules, dice: Dice) -> Iterator[tuple[Played, tuple[int, tuple[Card, ...], int]]]:
    for deal in deals(rules, dice):
        for trick in dice.shuffled(deal.tricks):
            yield deal, trick


def _seat(place: int) -> str:
    return left_of("W", place)


def who_wins(key: Key, rules: Rules, dice: Dice) -> Exercise:
    """Who wins this trick? For clauses on rank and trumps."""
    second: tuple[Played, tuple[int, tuple[Card, ...], int]] | None = None
    found = 0
    for deal, trick in _tricks(rules, dice):
        if key.clause in SWITCHES:
            mit = deal.mit
            facts = Facts(rules, mit)

            def winner(f: Facts, cards: tuple[Card, ...] = trick[1], trump: str = deal.trump) -> int:
                return winner_index(f.rules, trump, f.mit, cards)

            if decides(facts, key.clause, winner) is None:
                continue
        elif not _about(deal, trick[1], key.clause):
            continue
        second = second or (deal, trick)
        found += 1
        if _hard(deal, trick[1]) == key.level or found >= _MOST_FOUND:
            second = (deal, trick)
            break
    if second is None:
        raise not_found(key)
    deal, (leader, cards, won) = second
    seats = [left_of(_seat(leader), i) for i in range(4)]
    words = [_("{seat}, with the {card}").format(seat=seat_name(s), card=card_name(c))
             for s, c in zip(seats, cards, strict=True)]  # fmt: skip
    index = (won - leader) % 4
    asked = Asked(
        question=_("{seat} led the {card}. Who wins this trick?").format(
            seat=seat_name(seats[0]), card=card_name(cards[0])
        ),
        right=words[index],
        wrong=tuple(words),
        reasons=(win_reason(rules, deal.trump, deal.mit, cards, index),),
        scene=Scene(deal.trump, deal.mit, seats[0], cards),
    )
    return chosen(key, rules, dice, asked)


def win_reason(rules: Rules, trump: str, mit: bool, cards: tuple[Card, ...], index: int) -> str:
    """Say why a card wins a trick.

    >>> from couillon.cards import parse_cards
    >>> from couillon.rules import load
    >>> win_reason(load(), "H", False, parse_cards("TS KS 9H AS"), 2)
    'The nine of hearts wins: it is the only trump.'
    """
    table = layout(rules, trump, mit)
    best = cards[index]
    trumps = [card for card in cards if table.is_trump(card)]
    if len(trumps) > 1:
        text = _("{Card} wins: it is the highest of {n} trumps.")
    elif trumps:
        text = _("{Card} wins: it is the only trump.")
    else:
        text = _("{Card} wins: nobody trumped, and it is the highest card of the suit led, {suit}.")
    name = capital(_("the {card}").format(card=card_name(best)))
    return text.format(Card=name, n=len(trumps), suit=suit_name(cards[0].suit))


def _about(deal: Played, cards: tuple[Card, ...], clause: str) -> bool:
    """Return whether a trick is about a clause that is in force everywhere: one suit only for `rank`."""
    table = layout(deal.rules, deal.trump, deal.mit)
    group = table.group[table.bit[cards[0]].bit_length()]
    same = sum(1 for card in cards if table.bit[card] & group)
    return same >= 3 if clause == "rank" else True


def _hard(deal: Played, cards: tuple[Card, ...]) -> int:
    """Return how hard a trick is to judge: 1 without a trump, 2 with one, 3 with a trap."""
    table = layout(deal.rules, deal.trump, deal.mit)
    trumps = [card for card in cards if table.is_trump(card)]
    special = any(card.suit != deal.trump for card in trumps)
    best = table.winner([table.bit[card] for card in cards])
    higher = any("AKQJT987".index(card.rank) < "AKQJT987".index(cards[best].rank) for card in cards)
    if special or (len(trumps) > 1 and higher) or (not trumps and higher):
        return 3
    return 2 if trumps and higher else 1


# Points


def how_many_points(key: Key, rules: Rules, dice: Dice) -> Exercise:
    """How many points lie in this trick, or in these?"""
    if key.level == 1:
        for deal, (leader, cards, _won) in _tricks(rules, dice):
            if points(cards):
                scene = Scene(deal.trump, deal.mit, _seat(leader), cards)
                return _count(key, rules, dice, cards, scene, _("How many points lie in this trick?"))
    for deal in deals(rules, dice):
        team = dice.pick(TEAMS)
        piles = [trick[1] for trick in deal.tricks if team_of(_seat(trick[2])) == team]
        piles = piles[:2] if key.level == 2 else piles[:4]
        if len(piles) < 2:
            continue
        cards = tuple(card for pile in piles for card in pile)
        label = _("The tricks of {team}").format(team=team_name(team))
        scene = Scene(shown=((label, cards),))
        return _count(key, rules, dice, cards, scene, _("How many points lie in these tricks?"))
    raise not_found(key)


def _count(key: Key, rules: Rules, dice: Dice, cards: tuple[Card, ...], scene: Scene, question: str) -> Exercise:
    right = points(cards)
    tens = sum(card.rank == "T" for card in cards)
    # The usual slips: the ten counted as one, a jack forgotten, an ace too many or too few.
    slips = [right + tens, right - 1, right + 1, *dice.shuffled([right + 4, right - 4, right + 2, right - 2])]
    asked = Asked(
        question=question,
        right=n_points(right),
        wrong=tuple(n_points(n) for n in slips if n >= 0),
        reasons=(counted(cards),),
        scene=scene,
    )
    return chosen(key, rules, dice, asked)


def counted(cards: tuple[Card, ...]) -> str:
    """Say how the points of some cards come together.

    >>> from couillon.cards import parse_cards
    >>> counted(parse_cards("AS KS TH AH"))
    '2 aces 8 and king 3: 11 together.'
    """
    parts = []
    for rank in "AKQJ":
        held = [card for card in cards if card.rank == rank]
        if held:
            parts.append(_("{ranks} {points}").format(ranks=_held(rank, len(held)), points=points(held)))
    if not parts:
        return _("No card in it counts.")
    return _("{parts}: {sum} together.").format(parts=listed(parts), sum=points(cards))


def _held(rank: str, n: int) -> str:
    if n == 1:
        return rank_name(rank)
    words = {"A": _("{n} aces"), "K": _("{n} kings"), "Q": _("{n} queens"), "J": _("{n} jacks")}
    return words[rank].format(n=n)


def who_wins_deal(key: Key, rules: Rules, dice: Dice) -> Exercise:
    """Which team wins this deal? Points decide, not tricks (`aim`)."""
    second: Played | None = None
    for deal in deals(rules, dice):
        second = second or deal
        (a, ns), (b, ew) = _sides(deal)
        trap = (a - b) * (points(ns) - points(ew)) < 0 or points(ns) == points(ew)
        if trap is (key.level > 1):
            second = deal
            break
    assert second is not None
    (a, ns), (b, ew) = _sides(second)
    words = [team_name("NS"), team_name("EW"), _("Neither: the deal is a tie")]
    p, q = points(ns), points(ew)
    told: tuple[str, ...] = tuple(
        ngettext("{team} took {n} trick.", "{team} took {n} tricks.", n).format(team=team_name(team), n=n)
        for team, n in zip(TEAMS, (a, b), strict=True)
    )
    shown: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    if key.level == 3:
        shown = tuple(
            (_("The tricks of {team}").format(team=team_name(t)), c) for t, c in zip(TEAMS, (ns, ew), strict=True)
        )
    else:
        counts = _("Points: {ns} {p}, {ew} {q}.").format(ns=team_name("NS"), ew=team_name("EW"), p=p, q=q)
        told = (*told, counts)
    asked = Asked(
        question=_("Which team wins this deal?"),
        right=words[0] if p > q else words[1] if q > p else words[2],
        wrong=tuple(words),
        reasons=(
            _("{ns} have {p} points in their tricks, {ew} {q}; the number of tricks does not count.").format(
                ns=team_name("NS"), ew=team_name("EW"), p=p, q=q
            ),
        ),
        told=told,
        scene=Scene(shown=shown),
    )
    return chosen(key, rules, dice, asked)


def _sides(deal: Played) -> tuple[tuple[int, tuple[Card, ...]], tuple[int, tuple[Card, ...]]]:
    """Return how many tricks each team took, and the cards in them."""
    out = []
    for team in TEAMS:
        taken = [trick[1] for trick in deal.tricks if team_of(_seat(trick[2])) == team]
        out.append((len(taken), tuple(card for cards in taken for card in cards)))
    return out[0], out[1]
