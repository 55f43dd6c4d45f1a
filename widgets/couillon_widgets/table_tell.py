"""What is said at the table: every event once, in order, and then whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass

from couillon.cards import Card, team_of
from couillon.counting import ahead
from couillon.game import State, Trick, start
from couillon.game import apply as do
from couillon.messages import (
    _,
    capital,
    card_name,
    either,
    listed,
    ngettext,
    rank_name,
    seat_name,
    suit_name,
    team_name,
)
from couillon.refusals import action_name
from couillon_widgets.html import element, prose, sign
from couillon_widgets.parts import Note, cite
from couillon_widgets.table_state import Sitting, partner

__all__ = ["Told", "counted_note", "happened", "note_for", "prompt"]


@dataclass(frozen=True)
class Told(Note):
    """A note that tells first what happened, and then in bold what comes next."""

    events: tuple[str, ...] = ()

    def html(self) -> str:
        """Return the region, an element with the role ``status``."""
        lines = [element("p", " ".join(prose(event) for event in self.events))] if self.events else []
        lines += [element("p", prose(self.what), class_="cl-what")]
        lines += [element("p", prose(line)) for line in self.more if line]
        return element("div", sign(self.tone) + " ".join(lines), class_=f"cl-note cl-{self.tone}", role="status")


def note_for(table: Sitting, since: int = 0) -> Note:
    """Return what happened since an action, and whose turn it is.

    >>> from couillon_widgets.table_state import sit
    >>> note_for(sit()).what
    'Do you accept diamonds as trumps?'
    """
    if table.counted:
        return counted_note(table)
    what, *more = prompt(table)
    events = happened(table, since)
    winner = table.lying.winner if table.lying else None
    good = winner and table.you and team_of(winner) == team_of(table.you)
    return Told("ok" if good else "info", what, tuple(more), events=events)


# Whose turn it is


def prompt(table: Sitting) -> tuple[str, ...]:
    """Return what comes next: one sentence, and more where a reader may need it."""
    state, seat = table.state, table.to_act
    if state.phase == "over":
        return (_("The cards are all played: count the points."),)
    if seat is None:
        return (_("{seat} leads to the next trick.").format(seat=seat_name(state.to_act or state.eldest)),)
    mine = seat == table.you
    if state.question:
        return _question(table, seat, mine)
    assert state.trick is not None
    led = state.trick.cards[0] if state.trick.cards else None
    words = [action_name(action) for action in table.actions if action in ("mit", "matt", "konter")]
    more = _("Before the first card you may {acts}.") if mine else _("Before the first card {seat} may {acts}.")
    told = (more.format(seat=seat_name(seat), acts=either(words)),) if words else ()
    if state.turned and not state.tricks and led is None:
        return (_("The {card} was turned, so it is led.").format(card=card_name(state.turned)), *told)
    if led is None:
        what = _("You lead: any card will do.") if mine else _("{seat} leads.").format(seat=seat_name(seat))
        return (what, *told)
    suit = _("trumps") if table.is_trump(led) else suit_name(led.suit)
    what = _("Your turn: {suit} were led.") if mine else _("{seat}'s turn: {suit} were led.")
    return (what.format(seat=seat_name(seat), suit=suit), *told)


def _question(table: Sitting, seat: str, mine: bool) -> tuple[str, ...]:
    state, name = table.state, seat_name(seat)
    if state.question == "name":
        what = _("Name the trumps.") if mine else _("{seat} names the trumps.").format(seat=name)
        left = table.unseen(seat)
        more = ngettext("One more card comes afterwards.", "{n} more cards come afterwards.", left)
        return (what, more.format(n=left)) if left else (what,)
    if state.question == "accept":
        assert state.proposed is not None
        suit = suit_name(state.proposed.suit)
        text = _("Do you accept {suit} as trumps?") if mine else _("Does {seat} accept {suit} as trumps?")
        return (text.format(seat=name, suit=suit),)
    texts = {
        "mit": (_("Do you declare Mit?"), _("Does {seat} declare Mit?")),
        "kontra": (_("Do you say Kontra?"), _("Does {seat} say Kontra?")),
        "re": (_("Do you say Re?"), _("Does {seat} say Re?")),
        "raise": (_("Do you raise?"), _("Does {seat} raise?")),
    }
    return (texts[state.question or "mit"][0 if mine else 1].format(seat=name),)


# What happened


def happened(table: Sitting, since: int) -> tuple[str, ...]:
    """Return what happened from an action on, a sentence an event; passes one after the other are told together.

    >>> from couillon_widgets.table_state import act, sit
    >>> happened(act(sit(), "accept"), 0)
    ('You accept: diamonds are trumps.',)
    """
    state = start(table.rules, table.state.deal)
    told: list[str] = []
    passing: list[str] = []
    for index, action in enumerate(table.state.actions):
        after = do(state, action)
        if index >= since:
            seat = state.to_act or state.eldest
            if action == "pass":
                passing.append(seat)
                if len(passing) == 4 or not after.question or after.question != state.question:
                    told, passing = [*told, _passes(table, passing)], []
            elif passing:
                told, passing = [*told, _passes(table, passing)], []
            told += _event(table, state, after, action)
        state = after
    return tuple([*told, _passes(table, passing)] if passing else told)


def _passes(table: Sitting, seats: list[str]) -> str:
    if seats == [table.you]:
        return _("You pass.")
    names = [_("you") if seat == table.you else seat_name(seat) for seat in seats]
    if len(names) == 1:
        return _("{seat} passes.").format(seat=names[0])
    return capital(_("{seats} pass.").format(seats=listed(names)))


def _event(table: Sitting, state: State, after: State, action: str) -> list[str]:
    """Return the sentences for one action."""
    seat = state.to_act or state.eldest
    mine, name = seat == table.you, seat_name(seat)
    suit = suit_name(after.trump) if after.trump else ""
    if action == "pass":
        return _all_passed(state, after)
    if len(action) == 2 and action != "re":
        return _card_event(table, state, after, Card(action))
    head, _space, card = action.partition(" ")
    turned = card if len(card) == 2 else state.deal.hand(state.deal.dealer)[-1]
    texts = {
        "accept": (_("You accept: {suit} are trumps."), _("{seat} accepts: {suit} are trumps.")),
        "trump": (_("You name {suit} as trumps."), _("{seat} names {suit} as trumps.")),
        "turn": (
            _("You leave it to chance: the {card} is turned, so {suit} are trumps."),
            _("{seat} leaves it to chance: the {card} is turned, so {suit} are trumps."),
        ),
        "mit": (
            _("You declare Mit: the queen of spades is a trump, just below the ace."),
            _("{seat} declares Mit: the queen of spades is a trump, just below the ace."),
        ),
        "kontra": (_("You say Kontra."), _("{seat} says Kontra.")),
        "re": (_("You say Re."), _("{seat} says Re.")),
        "raise": (_("You raise."), _("{seat} raises.")),
        "matt": (_("You announce Matt."), _("{seat} announces Matt.")),
        "konter": (_("You announce Konter."), _("{seat} announces Konter.")),
    }
    return [texts[head][0 if mine else 1].format(seat=name, suit=suit, card=card_name(turned))]


def _all_passed(state: State, after: State) -> list[str]:
    """Say what follows when the last of all has passed the proposed suit."""
    if state.question != "accept" or len(state.asked) > 1:
        return []
    if after.question == "accept":
        assert after.proposed is not None
        return [_("The {card} is turned next.").format(card=card_name(after.proposed))]
    suit = suit_name(after.trump or "S")
    if state.rules.all_pass == "bottom":
        text = _("The stock's bottom card, the {card}, makes {suit} trumps, and nobody is maker.")
        return [text.format(card=card_name(state.deal.stock[-1]), suit=suit)]
    return [_("All the same, {suit} are trumps, and nobody is maker.").format(suit=suit)]


def _card_event(table: Sitting, state: State, after: State, card: Card) -> list[str]:
    assert state.trick is not None
    seat = state.trick.to_play
    mine, led = seat == table.you, state.trick.cards
    if not led:
        text = (_("You lead the {card}."), _("{seat} leads the {card}."))
    elif table.is_trump(card) and not table.is_trump(led[0]):
        text = (_("You trump with the {card}."), _("{seat} trumps with the {card}."))
    else:
        text = (_("You play the {card}."), _("{seat} plays the {card}."))
    told = [text[0 if mine else 1].format(seat=seat_name(seat), card=card_name(card))]
    if len(after.tricks) > len(state.tricks):
        told.append(trick_sentence(table, after.tricks[-1]))
    return told


def trick_sentence(table: Sitting, trick: Trick) -> str:
    """Return whose trick it is and what it is worth.

    >>> from couillon_widgets.table_state import moved_on, sit
    >>> table = moved_on(sit(seats=""))
    >>> trick_sentence(table, table.state.tricks[0])
    "East's trick, worth 7: king 3 and ace 4."
    """
    seat = trick.winner or trick.leader
    names = {"who": seat_name(seat), "n": trick.points, "parts": worth(trick.cards)}
    if trick.points == 0:
        forms = (
            _("Your trick; no card in it counts."),
            _("Your partner's trick; no card in it counts."),
            _("{who}'s trick; no card in it counts."),
        )
    else:
        forms = (
            _("Your trick, worth {n}: {parts}."),
            _("Your partner's trick, worth {n}: {parts}."),
            _("{who}'s trick, worth {n}: {parts}."),
        )
    return forms[0 if seat == table.you else 1 if partner(table, seat) else 2].format(**names)


def worth(cards: tuple[Card, ...]) -> str:
    """Return the cards that count, with what they count.

    >>> worth((Card("AS"), Card("9S"), Card("JH")))
    'ace 4 and jack 1'
    """
    return listed([_("{rank} {points}").format(rank=rank_name(c.rank), points=c.points) for c in cards if c.points])


# The end of a deal


def counted_note(table: Sitting) -> Note:
    """Return how a deal ended: the points, what that did to the board, and by which clauses."""
    scored, state = table.scored, table.state
    assert scored is not None
    winner, (ns, ew) = ahead(state.points), state.points
    high, low = max(ns, ew), min(ns, ew)
    if winner is None:
        what = _("Equal points, {n} each.").format(n=ns)
    elif table.you and team_of(table.you) == winner:
        what = _("{a} to {b}: you and your partner win the deal.").format(a=high, b=low)
    else:
        what = _("{a} to {b}: {team} win the deal.").format(a=high, b=low, team=team_name(winner))
    if scored.won:
        what = _("{what} That is the match.").format(what=what)
    clauses = list(dict.fromkeys(event.clause for event in scored.events))
    if state.makers is None and winner and "no-makers" in table.rules.clauses:
        clauses.append("no-makers")
    mine = table.you is not None and winner == team_of(table.you)
    more = tuple(event.message for event in scored.events)
    return Note("ok" if mine else "info", what, more, tuple(cite(table.variant, clause) for clause in clauses))
