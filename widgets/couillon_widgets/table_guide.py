"""The guide: before a choice what to look at, what each choice means, and what the others thought; hints in steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from couillon.bots import choose, view
from couillon.cards import PARTNER, Card
from couillon.ideas import as_good
from couillon.kernel import trump_order
from couillon.messages import _, card_list, card_name, ngettext, seat_name, suit_name
from couillon.refusals import action_name
from couillon.rules import clause
from couillon.verdicts import judge
from couillon_widgets.guidance import Guidance, told
from couillon_widgets.html import element, prose, sign, text
from couillon_widgets.parts import Note, cite, clause_link
from couillon_widgets.table_choices import choices, trumps_in, worth_playing
from couillon_widgets.table_figure import figure
from couillon_widgets.table_state import Sitting, as_shown
from couillon_widgets.table_tell import Told, note_for
from couillon_widgets.table_thoughts import thoughts

__all__ = ["HINTS", "TOLD", "Guide", "club_card", "guided", "hint", "look"]


@dataclass(frozen=True)
class Guide(Told):
    """A note that also leads: a word on the last choice, what to look at, each choice, and what others thought."""

    word: str = ""
    looks: tuple[str, ...] = ()
    clause: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    thoughts: tuple[str, ...] = ()

    def html(self) -> str:
        """Return the region, an element with the role ``status``.

        >>> Guide("info", "Your turn.", looks=("Look.",)).html().count("cl-guide")
        1
        """
        lines = [element("p", prose(self.word), class_="cl-word")] if self.word else []
        if self.events:
            lines.append(element("p", " ".join(prose(event) for event in self.events)))
        lines += [element("p", prose(self.what), class_="cl-what")]
        lines += [element("p", prose(line)) for line in self.more if line]
        lines += [_led(self)] if self.looks or self.choices else []
        if self.thoughts:
            items = " ".join(element("li", prose(thought)) for thought in self.thoughts)
            head = element("p", text(_("What they thought:")), class_="cl-ask")
            lines.append(element("div", f"{head} {element('ul', items)}", class_="cl-thoughts"))
        return element("div", sign(self.tone) + " ".join(lines), class_=f"cl-note cl-{self.tone}", role="status")


def _led(note: Guide) -> str:
    lines = [element("p", prose(line)) for line in note.looks]
    if note.clause:
        lines.append(element("p", f"{clause_link(note.clause)} {prose(clause(note.clause).text)}"))
    if note.choices:
        items = [
            element("li", " ".join((element("b", prose(_("{choice}:").format(choice=name))), prose(meaning))))
            for name, meaning in note.choices
        ]
        lines.append(element("ul", " ".join(items)))
    return element("div", " ".join(lines), class_="cl-guide")


def guided(table: Sitting, since: int = 0, before: Sitting | None = None, action: str = "") -> Note:
    """Return what happened since an action and what comes next, with as much of the guide as the learner needs.

    ``before`` and ``action`` are the table and the choice that led here, for a word on that choice.

    >>> from couillon_widgets.table_state import sit
    >>> guided(sit()).what
    'Do you accept diamonds as trumps?'
    """
    note = note_for(table, since)
    guidance = table.guidance
    if not guidance.on or not isinstance(note, Told):
        return note
    word = _word(before, action, guidance) if before else ""
    guide = Guide(note.tone, note.what, note.more, events=note.events, word=word)
    if guidance.says == "ask":
        return guide if word else note
    if guidance.says == "whole":
        guide = replace(guide, thoughts=thoughts(table, since, forced=False))
    if table.to_act is None:
        return guide
    looks = look(table)
    if guidance.says == "nudge" or _is_last(table):
        return replace(guide, looks=looks)
    return replace(guide, looks=looks, clause=_clause(table), choices=choices(table))


def _word(before: Sitting, action: str, after: Guidance) -> str:
    """Say how the last choice was, and whether less or more is said from now on."""
    change = told(before.guidance, after)
    seen = view(before.state)
    if before.guidance.spoilt or len(seen.actions) == 1:
        return change
    if as_good(seen, action):
        praise = _("Well chosen.") if before.guidance.says == "whole" else ""
        return change or praise
    best = choose(seen, "club")
    text = (
        _("A club player would have played {choice}: “{why}”")
        if len(best.action) == 2 and best.action != "re"
        else _("A club player would have chosen to {choice}: “{why}”")
    )
    return " ".join(filter(None, (text.format(choice=action_name(best.action), why=best.why), change)))


def _is_last(table: Sitting) -> bool:
    """Return whether the person whose turn it is holds one card only."""
    trick = table.state.trick
    return trick is not None and not table.state.question and len(table.state.hand(trick.to_play)) == 1


def _clause(table: Sitting) -> str:
    """Return the clause that decides which cards may be played, or by which the question is asked."""
    state = table.state
    if state.question or state.trick is None or state.trump is None:
        return {"accept": {"shown": "shown-card"}.get(table.rules.trump, "turn-up"), "name": "named-trump"}.get(
            state.question or "", ""
        )
    allowed = [card for card in table.actions if len(card) == 2 and card != "re"]
    if state.turned and not state.tricks and not state.trick.cards:
        return "turned-own"
    verdicts = judge(table.rules, state.trump, state.hand(state.trick.to_play), state.trick.cards, mit=state.mit)
    return next(v.clause for v in verdicts if v.legal and v.act in allowed)


# What to look at


def look(table: Sitting) -> tuple[str, ...]:
    """Return what to look at before choosing.

    >>> from couillon_widgets.table_state import act, sit
    >>> look(sit())[:2]
    ('With diamonds as trumps you would hold no trump.', 'In the other suits you hold the ace of hearts.')
    >>> look(act(sit(), "pass"))[0]
    '5 trumps you have not seen yet; the highest is the ace of diamonds.'
    """
    if table.to_act is None:
        return ()
    state = table.state
    if state.question == "accept":
        assert state.proposed is not None
        return _at_proposal(table, state.proposed.suit)
    if state.question == "name":
        return (
            _("Look for the suit in which you are longest and highest: high trumps win tricks."),
            _("You will be the maker. {stake}").format(stake=worth_playing(table, table.actions[0])),
        )
    if state.question:
        assert state.trump is not None
        held = trumps_in(table, state.trump)
        if not held:
            return (_("You hold no trump."), _("More is at stake if you speak up: who is likely to win this deal?"))
        return (
            ngettext("You hold one trump, {cards}.", "You hold {n} trumps, {cards}.", len(held)).format(
                n=len(held), cards=card_list(held)
            ),
            _("More is at stake if you speak up: who is likely to win this deal?"),
        )
    return _at_trick(table)


def _at_proposal(table: Sitting, suit: str) -> tuple[str, ...]:
    held, name = trumps_in(table, suit), suit_name(suit)
    if held:
        text = ngettext(
            "With {suit} as trumps you would hold {n} trump, {cards}.",
            "With {suit} as trumps you would hold {n} trumps, {cards}.",
            len(held),
        )
        first = text.format(suit=name, n=len(held), cards=card_list(held))
    else:
        first = _("With {suit} as trumps you would hold no trump.").format(suit=name)
    aces = [c for c in view(table.state).hand if c.rank == "A" and c not in held]
    if aces:
        return (first, _("In the other suits you hold {cards}.").format(cards=card_list(sorted(aces, key=as_shown))),
                _("Is that enough to win more points than the others?"))  # fmt: skip
    return (first, _("Is that enough to win more points than the others?"))


def _at_trick(table: Sitting) -> tuple[str, ...]:
    state = table.state
    assert state.trick is not None
    assert state.trump is not None
    allowed = [Card(card) for card in table.actions if len(card) == 2 and card != "re"]
    trick, hand = state.trick, state.hand(state.trick.to_play)
    lines = [_winning(table)] if trick.cards else [_unseen_trumps(table, state.trump)]
    if _is_last(table):
        return (*lines, _("It is your last card: nothing is left to choose."))
    if not trick.cards:
        lines.append(_("Which of your cards can nobody beat, and which cost nothing if they lose?"))
    if len(allowed) == 1 and len(hand) > 1:
        lines.append(_("Only {card} may be played.").format(card=card_list(allowed)))
    elif len(allowed) < len(hand):
        lines.append(
            ngettext(
                "Of your {all} cards {n} may be played.", "Of your {all} cards {n} may be played.", len(allowed)
            ).format(n=len(allowed), all=len(hand))
        )
    return tuple(lines)


def _winning(table: Sitting) -> str:
    """Say who wins the trick so far, with what, and which points lie in it."""
    trick = table.state.trick
    assert trick is not None
    best = table.best(trick)
    assert best is not None
    seat = trick.seat_of(best)
    partner = seat == PARTNER[trick.to_play]
    if not trick.points:
        text = (
            _("Your partner's {card} wins so far; nothing that counts lies there.")
            if partner
            else _("{seat}'s {card} wins so far; nothing that counts lies there.")
        )
    elif partner:
        text = ngettext(
            "Your partner's {card} wins so far; {n} point lies there.",
            "Your partner's {card} wins so far; {n} points lie there.",
            trick.points,
        )
    else:
        text = ngettext(
            "{seat}'s {card} wins so far; {n} point lies there.",
            "{seat}'s {card} wins so far; {n} points lie there.",
            trick.points,
        )
    return text.format(seat=seat_name(seat), card=card_name(trick.cards[best]), n=trick.points)


def _unseen_trumps(table: Sitting, trump: str) -> str:
    """Say which trumps the player has not seen yet: counting them is half of the game."""
    seen = view(table.state)
    order = trump_order(table.rules, trump, table.state.mit)
    left = [card for card in order if card in seen.unseen]
    if not left:
        return _("You have seen all the trumps: none is left with the others.")
    if len(left) <= 3:
        return ngettext(
            "One trump you have not seen yet: {cards}.", "{n} trumps you have not seen yet: {cards}.", len(left)
        ).format(n=len(left), cards=card_list(left))
    return _("{n} trumps you have not seen yet; the highest is {card}.").format(n=len(left), card=card_list(left[:1]))


# Hints, one step further each time


def _nudge(table: Sitting) -> Note:
    what, *more = look(table)
    return Note("info", what, tuple(more))


def _idea(table: Sitting) -> Note:
    """Return the clause that decides, and what a good choice is like, but not which it is."""
    decides = _clause(table)
    cited = (cite(table.variant, decides),) if decides else ()
    rule = clause(decides).text if decides else ""
    if table.state.question:
        idea = {
            "accept": _("Two high trumps, or one and an ace beside it, are worth accepting; low trumps alone are not."),
            "name": _("Count each suit's high cards before its length: the trump ace always wins its trick."),
        }.get(table.state.question, _("Speak up when your own hand alone should win about half of the points."))
        return Note("info", idea, (rule,), cited)
    best = choose(view(table.state), "club")
    if len(best.action) != 2:
        return Note("info", _("Your hand is so strong that the deal may be worth more."), (rule,), cited)
    what = _("Look for the card of which one can say: “{why}”").format(why=best.why)
    allowed = [Card(card) for card in table.actions if len(card) == 2 and card != "re"]
    may = _("You may play {cards}.").format(cards=card_list(sorted(allowed, key=as_shown), choice=True))
    return Note("info", what, (may, rule), cited)


def _answer(table: Sitting) -> Note:
    """Return what a club player would do, and why."""
    best = choose(view(table.state), "club", table.seed)
    if len(best.action) == 2 and best.action != "re":
        what = _("A club player plays {card}.").format(card=action_name(best.action))
    else:
        by_luck = best.action == "turn" and table.rules.turn == "eldests-own"
        name = _("turn one of the later cards") if by_luck else action_name(best.action)
        what = _("A club player would {act}.").format(act=name)
    return Note("info", what, (best.why,))


#: What each press of the button for a hint says, one after the other; the last one stays.
HINTS: Final[tuple[Callable[[Sitting], Note], ...]] = (_nudge, _idea, _answer, figure)
#: With so many hints the choice of a club player is known.
TOLD: Final = 3


def hint(table: Sitting, step: int) -> Note:
    """Return a hint for the person whose turn it is; each step says more.

    >>> from couillon_widgets.table_state import sit
    >>> [hint(sit(), step).what for step in (0, 2, 9)]  # doctest: +NORMALIZE_WHITESPACE
    ['With diamonds as trumps you would hold no trump.', 'A club player would pass.', 'By the odds, pass.']
    """
    at = min(step, len(HINTS) - 1)
    note = HINTS[at](table)
    if at + 1 < len(HINTS):
        return replace(note, more=(*note.more, _("Ask again for more.")))
    return note


def club_card(table: Sitting) -> str | None:
    """Return the card that a club player would play, or None where that player would say something.

    >>> from couillon_widgets.table_state import act, sit
    >>> club_card(sit()), club_card(act(sit(), "pass"))
    (None, 'TS')
    """
    action = choose(view(table.state), "club", table.seed).action
    return action if len(action) == 2 and action != "re" else None
