"""The last step of a hint: what each choice is worth in figures, as far as the player can know."""

from __future__ import annotations

from typing import Final

from couillon.advice import Answer, advise, answers_of
from couillon.bots import view
from couillon.cards import SEATS
from couillon.estimate import Estimate
from couillon.messages import _, card_name, listed, ngettext
from couillon.odds import CardOdds, odds
from couillon.refusals import action_name
from couillon.view import View
from couillon_widgets.parts import Note
from couillon_widgets.table_state import Sitting

__all__ = ["act_name", "deals_at_once", "figure", "looked_at"]

#: So many layouts of the hidden cards are looked at, by cards in the fullest hand: a hint comes within a tenth of a
#: second. With more cards than `_DEPTH` the first tricks of a layout are played by quick guesses.
_LAYOUTS: Final = {1: 60, 2: 60, 3: 32, 4: 12, 5: 20, 6: 20, 7: 16, 8: 14}
_DEPTH: Final = {4: 4}
_SHALLOW: Final = 3
#: So many deals are played out for all answers to a question together, by cards in a hand, and so many at least for
#: each of them.
_DEALS: Final = {1: 40, 2: 40, 3: 36, 4: 32, 5: 28, 6: 20, 7: 14, 8: 11}
_LEAST: Final = 2


def figure(table: Sitting) -> Note:
    """Return what each choice of the person whose turn it is brings by the odds, and how many layouts were looked at.

    Only what that seat may see counts: the hidden cards are laid out in ways that agree with it.

    >>> from couillon_widgets.table_state import act, sit
    >>> figure(sit()).what
    'By the odds, pass.'
    >>> figure(act(sit(), "pass")).what
    'By the odds, the ace of hearts is the card to play.'
    """
    seen = view(table.state)
    cards = [action for action in seen.actions if len(action) == 2 and action != "re"]
    if seen.question or len(cards) < len(seen.actions):
        return _of_answers(seen, table)
    return _of_cards(seen, table.seed)


def _of_cards(seen: View, seed: int) -> Note:
    size = max(seen.size(seat) for seat in SEATS)
    count = _LAYOUTS[size]
    found = odds(seen, seed, count=count, exact=count, depth=_DEPTH.get(size, _SHALLOW))
    ranked = sorted(found.cards, key=_worth, reverse=True)
    best = ranked[0]
    if len(ranked) == 1:
        what = _("By the odds there is nothing to weigh: only the {card} may be played.")
    elif _worth(ranked[1]) == _worth(best):
        alike = [card_name(odd.card) for odd in ranked if _worth(odd) == _worth(best)]
        cards = listed([_("the {card}").format(card=name) for name in alike])
        what = _("By the odds, {cards} are worth the same.").replace("{cards}", cards)
    else:
        what = _("By the odds, the {card} is the card to play.")
    lines = [_card_line(odd) for odd in ranked]
    if len(ranked) > 1 and not found.exact and ranked[1].win.high > best.win.low:
        lines.append(_("So few layouts tell no more than that: the order may be chance."))
    return Note("info", what.format(card=card_name(best.card)), (*lines, looked_at(found.looked, found.layouts)))


def _worth(odd: CardOdds) -> tuple[float, float]:
    """Return by what cards are ranked: the chance of the deal, a tie as half of it, then the points."""
    return odd.win.value + odd.tie.value / 2, odd.points.value


def _card_line(odd: CardOdds) -> str:
    return _("The {card}: takes the trick {trick}, wins the deal {win}, and brings your side {points} points.").format(
        card=card_name(odd.card), trick=_chance(odd.trick), win=_chance(odd.win), points=f"{odd.points.value:.1f}"
    )


def _chance(chance: Estimate) -> str:
    """Return a chance in words, with the interval where it was not counted out."""
    value, low, high = (round(100 * share) for share in (chance.value, chance.low, chance.high))
    if chance.exact:
        return _("{n} times in 100").format(n=value)
    return _("{n} times in 100 ({low} to {high})").format(n=value, low=low, high=high)


def _of_answers(seen: View, table: Sitting) -> Note:
    found = advise(seen, table.seed, deals_at_once(seen), table.match.board, heard=True)
    ranked = sorted(found.answers, key=lambda answer: -answer.units.value)
    what = _("By the odds, {act}.").format(act=act_name(found.best, seen))
    if found.edge.value == 0:
        what = _("By the odds, nothing is better than to {act}.").format(act=act_name(found.best, seen))
    lines = [_answer_line(answer, seen) for answer in ranked]
    if not found.sure:
        lines.append(_("The difference is so small that it may be chance."))
    return Note("info", what, (*lines, looked_at(found.looked, found.layouts)))


def deals_at_once(seen: View) -> int:
    """Return in how many layouts each answer is played out at one go, so that nobody waits.

    >>> from couillon_widgets.table_state import sit
    >>> deals_at_once(view(sit().state))
    16
    """
    return max(_LEAST, _DEALS[seen.rules.hand] // len(answers_of(seen)))


def act_name(action: str, seen: View) -> str:
    """Return an answer in words, as in *to pass*; in play ``pass`` is silence.

    >>> from couillon_widgets.table_state import sit
    >>> act_name("accept", view(sit().state))
    'accept'
    """
    if action == "pass" and not seen.question:
        return _("say nothing")
    if action == "turn" and seen.rules.turn == "eldests-own":
        return _("turn one of the later cards")
    return action_name(action)


def _answer_line(answer: Answer, seen: View) -> str:
    units = answer.units
    line = (
        _("To {act} brings your side {n} on the board on average.")
        if units.exact
        else _("To {act} brings your side {n} on the board on average ({low} to {high}).")
    )
    n, low, high = (f"{value:+.2f}".replace("-", "−") for value in (units.value, units.low, units.high))
    return line.format(act=act_name(answer.action, seen), n=n, low=low, high=high)


def looked_at(looked: int, layouts: int) -> str:
    """Return in a sentence how many layouts were looked at."""
    if looked == layouts:
        return ngettext(
            "The only layout of the cards you cannot see was looked at.",
            "All {n} layouts of the cards you cannot see were looked at.",
            looked,
        ).format(n=f"{looked:,}")
    return _("{n} of {all} layouts of the cards you cannot see were looked at, drawn by lot.").format(
        n=looked, all=f"{layouts:,}"
    )
