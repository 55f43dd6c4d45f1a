"""What a refusal teaches: the card tried all the same, and a place in which it may be played."""

from __future__ import annotations

from dataclasses import replace

from couillon.cards import PARTNER, Card
from couillon.elsewhere import Elsewhere
from couillon.game import Trick
from couillon.kernel import layout
from couillon.messages import _, card_list, card_name, ngettext, seat_name
from couillon.verdicts import Verdict
from couillon_widgets.deck import art
from couillon_widgets.html import element, text
from couillon_widgets.parts import Note, button, card_picture, cite, hand, spoken, tag, trump_chip
from couillon_widgets.table_state import Sitting, as_shown
from couillon_widgets.table_tell import worth

__all__ = ["buttons", "can_be_tried", "nowhere", "side", "tried", "tried_note", "where_note"]


def can_be_tried(table: Sitting, action: str) -> bool:
    """Return whether something that was refused is a card that could lie in the trick for a moment.

    >>> from couillon_widgets.table_state import sit
    >>> can_be_tried(sit(), "9C"), can_be_tried(sit(), "kontra")
    (False, False)
    """
    trick = table.state.trick
    if trick is None or table.to_act is None or table.state.question == "mit":
        return False
    return action in table.state.hand(trick.to_play)


def tried(table: Sitting, card: str) -> Sitting:
    """Return the table with a card in the trick that the rules do not allow: to be shown, not to be played on.

    The log of actions stays as it is, and nothing is counted.
    """
    state = table.state
    assert state.trick is not None
    seat = state.trick.to_play
    held = tuple(tuple(c for c in cards if c != card) for cards in state.held)
    trick = Trick(state.trick.leader, (*state.trick.cards, Card(card)))
    # The turn stays where it is, for nothing is played.
    shown = state.but(held=held, trick=trick, question=None, asked=(seat,))
    return replace(table, state=shown, put_away=len(state.tricks))


def tried_note(table: Sitting, verdict: Verdict) -> Note:
    """Say what would happen if a refused card were played: who would win the trick, and what the others would say."""
    card = Card(verdict.act)
    after = tried(table, card)
    trick = after.state.trick
    assert trick is not None
    assert table.state.trick is not None
    best = after.best(trick)
    assert best is not None
    seat = table.state.trick.to_play
    lines = [_would_win(table, trick, best, seat)] if len(trick.cards) > 1 else []
    others = _("The others would not let it lie, for it is against {clause}.").format(clause=verdict.clause)
    lines.append(others)
    lines.append(_("None of our sources names a penalty, so here it is only taken back: it is not played."))
    what = _("Only to see: {card} lies in the trick.").format(card=_("the {card}").format(card=card_name(card)))
    return Note("no", what, tuple(lines), (cite(table.variant, verdict.clause),))


def _would_win(table: Sitting, trick: Trick, best: int, seat: str) -> str:
    whole = len(trick.cards) == 4
    winner = trick.seat_of(best)
    values = {
        "seat": seat_name(winner),
        "card": card_name(trick.cards[best]),
        "n": trick.points,
        "parts": worth(trick.cards),
    }
    who = 0 if winner == seat else 1 if winner == PARTNER[seat] else 2
    if not whole:
        texts = (
            _("You would win so far with the {card}."),
            _("Your partner would still win so far, with the {card}."),
            _("{seat} would still win so far, with the {card}."),
        )
    elif trick.points:
        texts = (
            _("You would take the trick, worth {n}: {parts}."),
            _("Your partner would take the trick, worth {n}: {parts}."),
            _("{seat} would take the trick, worth {n}: {parts}."),
        )
    else:
        texts = (
            _("You would take the trick; no card in it counts."),
            _("Your partner would take the trick; no card in it counts."),
            _("{seat} would take the trick; no card in it counts."),
        )
    return texts[who].format(**values)


# A deal where it is allowed


def where_note(table: Sitting, card: str, place: Elsewhere) -> Note:
    """Say where a card may be played, and why there."""
    game = place.game or table.variant
    if place.game:
        what = _("With the same cards {game} allows it.").format(game=place.game.name)
    elif place.lost:
        what = _("If you held {got} instead of {lost}, you could play it.").format(
            got=card_list(sorted(place.got, key=as_shown)), lost=card_list(sorted(place.lost, key=as_shown))
        )
    else:
        what = _("In this deal the {card} may be played.").format(card=card_name(card))
    more = tuple(filter(None, (_other_trumps(table, place), place.verdict.what, place.verdict.note)))
    return Note("ok", what, more, (cite(game, place.verdict.clause),))


def _other_trumps(table: Sitting, place: Elsewhere) -> str:
    """Say which cards of the hand and the trick are trumps in another game, but not here."""
    there = layout(place.rules, place.trump, place.mit)
    cards = [c for c in (*place.trick.cards, *place.hand) if there.is_trump(c) and not table.is_trump(c)]
    if not cards:
        return ""
    text = ngettext("There {cards} is a trump.", "There {cards} are trumps.", len(cards))
    return text.format(cards=card_list(sorted(cards, key=as_shown)))


def nowhere(card: str) -> Note:
    """Say that no place was found."""
    return Note(
        "info",
        _("No deal was found in which the {card} may be played at such a moment.").format(card=card_name(card)),
        (_("It is rare; look at the cards that are marked instead."),),
    )


def side(place: Elsewhere, card: str, nation: str) -> str:
    """Return the place as a small cloth of its own: the trick, and the hand with the card marked."""
    table = layout(place.rules, place.trump, place.mit)

    def is_trump(c: str) -> bool:
        return table.is_trump(c)

    cards = place.trick.cards
    best = table.winner([table.bit[c] for c in cards]) if cards else None
    pictures = []
    for i, c in enumerate(cards):
        seat = seat_name(place.trick.seat_of(i))
        tags = [_("{seat} led").format(seat=seat) if i == 0 else seat]
        tags += [_("best so far")] if i == best and len(cards) > 1 else []
        pictures.append(card_picture(c, nation=nation, trump=is_trump(c), winner=len(tags) > 1, tags=tags))
    order = sorted(place.hand, key=as_shown)
    own = [_shown(c, nation, is_trump(c), c == card, c in place.got) for c in order]
    where = place.game.name if place.game else _("The same game") if place.lost else _("Another deal")
    rows = (hand(_("On the table"), pictures, tagged=True) if pictures else "") + hand(
        _("Your hand there"), own, tagged=True
    )
    chips = element("p", element("strong", text(where)) + trump_chip(place.trump), class_="cl-side-head")
    many = " cl-many" if len(own) > 4 else ""
    strip = element("div", element("div", rows, class_=f"cl-duo{many}"), class_="cl-strip")
    label = _("Where it is allowed: {place}").format(place=where)
    return element("div", chips + strip, class_="cl-side", role="group", aria_label=label)


def _shown(card: str, nation: str, trump: bool, allowed: bool, new: bool) -> str:
    words = _("may be played") if allowed else _("new") if new else ""
    below = tag(_("allowed") if allowed else words, "yes" if allowed else "") if words else ""
    return element(
        "span",
        art(card, nation) + below,
        class_=" ".join(["cl-card", *(["cl-is-trump"] if trump else []), *(["cl-is-hinted"] if allowed else [])]),
        role="img",
        data_card=card,
        data_legal="yes" if allowed else None,
        aria_label=spoken(card, trump, [words]),
    )


def buttons(*, trying: bool, refused: bool, places: int, why: bool) -> str:
    """Return the row of buttons below what is said; ``places`` counts those that were found and can be leafed through.

    >>> buttons(trying=False, refused=True, places=0, why=False).count("<button")
    2
    """
    row = []
    if trying:
        row.append(button("back", _("Take it back"), "undo", "cl-primary"))
    elif refused:
        row.append(button("try", _("Try it anyway")))
    if refused and places != 1:
        row.append(button("where", _("Another one") if places else _("A deal where it is allowed")))
    if why:
        row.append(button("why", _("Why did they play that?"), kind="cl-quiet"))
    return element("div", "".join(row), class_="cl-lesson") if row else ""
