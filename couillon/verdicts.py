"""Why an act is allowed or not: the clause, a sentence in the reader's language, the source, and what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from couillon.cards import Card
from couillon.kernel import Layout, Why, layout
from couillon.messages import _, capital, card_list, card_name, no_card_of_suit, one_of_suit
from couillon.rules import Rules, Source, Variant, clause

__all__ = ["IllegalActionError", "Verdict", "judge", "sources_for"]


@dataclass(frozen=True)
class Verdict:
    """What the rules say of one act.

    ``act`` is the token (a card, ``accept``, ``kontra``...), ``clause`` the clause that decides, ``what`` the act and
    the reason in one sentence, ``instead`` what is allowed (empty where nothing needs saying), ``note`` a remark that
    learners need, ``allowed`` the tokens that are allowed now.
    """

    act: str
    legal: bool
    clause: str
    what: str
    instead: str = ""
    note: str = ""
    allowed: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """The whole answer as one text."""
        return " ".join(part for part in (self.what, self.note, self.instead) if part)

    @property
    def sources(self) -> tuple[Source, ...]:
        """Who says so, over the whole family; `sources_for` tells it for one variant."""
        return clause(self.clause).sources

    def __str__(self) -> str:
        """Return the whole answer as one text."""
        return self.message


class IllegalActionError(ValueError):
    """An act that the rules do not allow; carries the `Verdict`."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.message)
        self.verdict = verdict


def sources_for(variant: Variant, clause_id: str) -> tuple[Source, ...]:
    """Return who says a clause in one variant.

    >>> from couillon.rules import variant
    >>> [s.code for s in sources_for(variant("ardennes"), "must-beat")]
    ['S0', 'ADP']
    """
    return variant.sources_of(clause(clause_id))


def judge(
    rules: Rules, trump: str, hand: Sequence[Card], trick: Sequence[Card], *, mit: bool = False
) -> tuple[Verdict, ...]:
    """Return a verdict for each card of a hand, in hand order (the clauses on following).

    ``trick`` holds up to three cards in the order played.

    >>> from couillon.cards import parse_cards
    >>> from couillon.rules import load
    >>> verdicts = judge(load(), "H", parse_cards("QS JH 9D"), parse_cards("TS KS 9H"))
    >>> [(v.act, v.legal, v.clause) for v in verdicts]
    [('QS', True, 'follow-or-trump'), ('JH', True, 'follow-or-trump'), ('9D', False, 'follow-or-trump')]
    >>> print(verdicts[2].message)
    Not the nine of diamonds: you hold a spade. Follow with the queen of spades, or trump with the jack of hearts.
    """
    table = layout(rules, trump, mit)
    played = [table.bit[card] for card in trick]
    steps: Why = []
    legal = table.legal(table.bits(hand), played, steps)
    allowed = tuple(card for card in hand if table.bit[card] & legal)
    return tuple(_judged(table, trump, card, trick, played, steps, allowed) for card in hand)


def _judged(
    table: Layout,
    trump: str,
    card: Card,
    trick: Sequence[Card],
    played: Sequence[int],
    steps: Why,
    allowed: tuple[Card, ...],
) -> Verdict:
    bit = table.bit[card]
    note = _special_note(table, trump, card)
    if card in allowed:
        return Verdict(
            card, True, steps[-1][0], _why_legal(table, card, trick, played, steps[-1][0]), "", note, allowed
        )
    broken = next(id for id, left in steps if not left & bit)
    best = trick[table.winner(played)]
    what = _why_illegal(table, card, trick[0], best, broken)
    return Verdict(card, False, broken, what, _instead(table, trick[0], broken, allowed), note, allowed)


def _special_note(table: Layout, trump: str, card: Card) -> str:
    """Say that a special trump is no card of its printed suit, where its suit is not the trump anyway."""
    if table.is_trump(card) and card.suit != trump:
        return _("The {card} is a trump here, not {suit}.").format(card=card_name(card), suit=one_of_suit(card.suit))
    return ""


def _why_illegal(table: Layout, card: Card, led: Card, best: Card, broken: str) -> str:
    names = {
        "card": card_name(card),
        "suit": one_of_suit(led.suit),
        "none": no_card_of_suit(led.suit),
        "best": card_name(best),
    }
    if broken in ("follow-or-trump", "must-follow"):
        if table.is_trump(led):
            text = _("Not the {card}: trumps were led and you hold one.")
        elif table.is_trump(card):
            text = _("Not the {card}: you hold {suit}, so you may not trump.")
        else:
            text = _("Not the {card}: you hold {suit}.")
    elif broken == "must-beat":
        text = _("Not the {card}: you can beat the {best}.")
    elif broken == "must-trump":
        text = _("Not the {card}: you hold {none}, so you must trump.")
    elif broken == "must-overtrump":
        text = _("Not the {card}: you can go over the {best}.")
    else:
        text = _("Not the {card}: you cannot go over the {best}, but you must trump all the same.")
    return text.format(**names)


def _instead(table: Layout, led: Card, broken: str, allowed: tuple[Card, ...]) -> str:
    cards = card_list(allowed, choice=True)
    if broken == "must-beat":
        ruffs = [c for c in allowed if table.is_trump(c) and not table.is_trump(led)]
        higher = card_list([c for c in allowed if c not in ruffs], choice=True)
        if ruffs:
            return _("Beat it with {cards}, or trump with {trumps}.").format(
                cards=higher, trumps=card_list(ruffs, choice=True)
            )
        return _("Beat it with {cards}.").format(cards=higher)
    if broken == "must-overtrump":
        return _("Go over it with {cards}.").format(cards=cards)
    if broken in ("must-trump", "must-undertrump"):
        return _("Trump with {cards}.").format(cards=cards)
    if table.is_trump(led):
        return _("Play a trump: {cards}.").format(cards=cards)
    follow = [c for c in allowed if not table.is_trump(c)]
    ruff = [c for c in allowed if table.is_trump(c)]
    if ruff:
        return _("Follow with {cards}, or trump with {trumps}.").format(
            cards=card_list(follow, choice=True), trumps=card_list(ruff, choice=True)
        )
    return _("Follow with {cards}.").format(cards=cards)


def _why_legal(table: Layout, card: Card, trick: Sequence[Card], played: Sequence[int], clause_id: str) -> str:
    name = capital(_("the {card}").format(card=card_name(card)))
    if not trick:
        return _("{Card} may be led: the leader may play any card.").format(Card=name)
    led, best = trick[0], trick[table.winner(played)]
    values = {"Card": name, "none": no_card_of_suit(led.suit), "best": card_name(best)}
    trump = table.is_trump(card)
    if clause_id in ("void-free", "partner-exempt"):
        if clause_id == "partner-exempt":
            text = _("{Card} may be played: your partner is winning, so nothing binds you.")
        elif table.is_trump(led):
            text = _("{Card} may be played: you hold no trump, so any card will do.")
        else:
            text = _("{Card} may be played: you hold {none}, so any card will do.")
    elif clause_id == "must-beat" and not (trump and not table.is_trump(led)):
        text = _("{Card} may be played: it beats the {best}, as it must.")
    elif clause_id == "must-trump":
        text = _("{Card} may be played: you hold {none}, so you must trump.")
    elif clause_id == "must-overtrump":
        text = (
            _("{Card} may be played: it goes over the {best}, as it must.")
            if table.bit[card] > table.bit[best]
            else _("{Card} may be played: you hold {none} and cannot go over the {best}.")
        )
    elif clause_id == "must-undertrump":
        text = _("{Card} may be played: you cannot go over the {best}, but you must trump all the same.")
    elif trump and not table.is_trump(led):
        text = _("{Card} may be played: you may trump, also when you could follow.")
    else:
        text = _("{Card} may be played: it follows suit.")
    return text.format(**values)
