"""Games side by side: one column a game, one row for each card, trick and count; rows that differ carry a sign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from couillon.cards import Card, left_of, pack
from couillon.kernel import layout
from couillon.messages import _, capital, card_list, card_name, seat_name, suit_name
from couillon.parallel import Course, Parting, part
from couillon.rules import Rules, Variant
from couillon.scoring import Scored, new_board
from couillon.verdicts import judge
from couillon.winning import who_wins
from couillon_widgets.deck import index_text, pip
from couillon_widgets.html import element, prose, text
from couillon_widgets.parts import Note, card_picture, cite, hand

__all__ = ["Side", "Spot", "cloth", "course_note", "course_rows", "grid", "row", "spot_note", "spot_rows"]


@dataclass(frozen=True)
class Side:
    """One of the games that stand side by side; ``variant`` is the game whose sources are cited."""

    name: str
    rules: Rules
    variant: Variant


@dataclass(frozen=True)
class Spot:
    """A moment of play that every game can judge: the trick so far from ``leader`` on, and the hand of the next seat.

    A whole trick has no hand.
    """

    trump: str
    mit: bool
    trick: tuple[Card, ...]
    hand: tuple[Card, ...]
    leader: str

    @property
    def seat(self) -> str:
        """The seat to play."""
        return left_of(self.leader, len(self.trick))

    def mit_in(self, rules: Rules) -> bool:
        """Return whether the queen of spades is declared: only where a game has Mit."""
        return self.mit and rules.mit != "none"

    def missing(self, rules: Rules) -> Card | None:
        """Return a card that a game's pack lacks, if there is one."""
        return next((card for card in (*self.trick, *self.hand) if card not in pack(rules.pack)), None)

    def trumps(self, rules: Rules) -> frozenset[Card]:
        """Return the cards here that are trumps in a game."""
        table = layout(rules, self.trump, self.mit_in(rules))
        cards = [card for card in (*self.trick, *self.hand) if card in table.bit]
        return frozenset(card for card in cards if table.is_trump(card))

    def legal(self, rules: Rules) -> tuple[Card, ...] | None:
        """Return the cards that may be played, or None where the pack lacks a card."""
        if self.missing(rules):
            return None
        table = layout(rules, self.trump, self.mit_in(rules))
        bits = table.legal(table.bits(self.hand), [table.bit[card] for card in self.trick])
        return tuple(card for card in self.hand if table.bit[card] & bits)

    def best(self, rules: Rules) -> int | None:
        """Return the index of the card that wins so far, or None where there is none or the pack lacks a card."""
        if self.missing(rules) or not self.trick:
            return None
        return who_wins(rules, self.trump, self.trick, mit=self.mit_in(rules)).index


# The parts of a table


def grid(label: str, sides: Sequence[Side], rows: Sequence[str]) -> str:
    """Return the table around its rows; it scrolls by itself where it is wider than the screen.

    >>> grid("Games", [], ["<tr></tr>"]).count("<caption>")
    1
    """
    heads = "".join(element("th", text(side.name), scope="col") for side in sides)
    corner = element("td", element("span", text(_("Game")), class_="cl-sr"))
    body = element("thead", element("tr", corner + heads)) + element("tbody", "".join(rows))
    table = element("table", element("caption", text(label)) + body)
    many = " cl-many" if len(sides) > 3 else ""
    return element("div", table, class_=f"cl-scroll cl-beside{many}", role="group", tabindex="0", aria_label=label)


def row(head: str, cells: Sequence[str], differs: bool, first: bool = False) -> str:
    """Return a row with HTML in it; one that differs says so with a sign and in words.

    >>> "they differ" in row("Points", ["1", "2"], True), "they part here" in row("Points", ["1", "2"], True, True)
    (True, True)
    """
    mark = ""
    if differs:
        said = element(
            "span", text(_("they part here") if first else _("they differ")), class_="" if first else "cl-sr"
        )
        mark = element("span", element("b", "≠", aria_hidden="true") + said, class_="cl-differs")
    title = element("th", head + mark, scope="row")
    kind = "cl-parts" if first else "cl-odd" if differs else None
    return element("tr", title + "".join(element("td", cell) for cell in cells), class_=kind)


def short_card(card: Card, nation: str) -> str:
    """Return a card in two signs, with its name in words.

    >>> 'aria-label="queen of spades"' in short_card(Card("QS"), "en")
    True
    """
    inner = element("span", text(index_text(card.rank, nation)), aria_hidden="true") + pip(card.suit)
    return element("span", inner, class_="cl-short", role="img", aria_label=card_name(card))


# One moment


def cloth(sides: Sequence[Side], spot: Spot, nation: str) -> str:
    """Return the trick and the hand of a moment on the cloth; cards that games judge otherwise say so."""
    trumps = spot.trumps(sides[0].rules)
    legal, best = [spot.legal(side.rules) for side in sides], [spot.best(side.rules) for side in sides]
    lying = []
    for index, card in enumerate(spot.trick):
        name = seat_name(left_of(spot.leader, index))
        tags = [_("{seat} led").format(seat=name) if index == 0 else name]
        if index in best and len(spot.trick) > 1:
            tags.append(_("best") if len(set(best)) == 1 else _("≠ best in one"))
        lying.append(card_picture(card, nation=nation, trump=card in trumps, winner=len(tags) > 1, tags=tags))
    held = []
    for card in spot.hand:
        verdicts = {card in may for may in legal if may is not None}
        tags = [_("≠ differ")] if len(verdicts) == 2 else [_("may") if True in verdicts else _("may not")]
        held.append(card_picture(card, nation=nation, trump=card in trumps, tags=tags))
    rows = [hand(_("On the table"), lying, tagged=True)] if lying else []
    rows += [hand(_("{seat} holds").format(seat=seat_name(spot.seat)), held, tagged=True)] if held else []
    many = " cl-many" if len(held) > 4 else ""
    return element("div", element("div", "".join(rows), class_=f"cl-duo{many}"), class_="cl-strip")


def spot_rows(sides: Sequence[Side], spot: Spot) -> list[str]:
    """Return a row for each card of the hand, and one for the card that wins so far."""
    legal = [spot.legal(side.rules) for side in sides]
    parted = len({may for may in legal if may is not None}) > 1
    rows, marked = [], False
    for card in spot.hand:
        found = [None if may is None else card in may for may in legal]
        differs = len(set(found) - {None}) > 1
        rows.append(row(prose(card_name(card)), [_verdict(may) for may in found], differs, differs and not marked))
        marked = marked or differs
    if spot.trick:
        best = [spot.best(side.rules) for side in sides]
        head = _("Takes the trick") if len(spot.trick) == 4 else _("Wins so far")
        cells = ["–" if at is None else prose(card_name(spot.trick[at])) for at in best]
        differs = len(set(best) - {None}) > 1
        rows.append(row(text(head), cells, differs, differs and not parted))
    return rows


def _verdict(may: bool | None) -> str:
    if may is None:
        return element("span", text(_("not in its pack")))
    sign, word = ("✓", _("may be played")) if may else ("✗", _("may not"))
    return element("b", sign, aria_hidden="true") + element("span", text(word))


def spot_note(sides: Sequence[Side], spot: Spot) -> Note:
    """Say how the games judge a moment, the first game against the first that differs from it."""
    base = sides[0]
    for other in sides[1:]:
        lacks = next((side for side in (base, other) if spot.missing(side.rules)), None)
        if lacks:
            continue
        one, two = spot.legal(base.rules) or (), spot.legal(other.rules) or ()
        if one != two:
            return _cards_note(base, other, spot, one, two)
        a, b = spot.best(base.rules), spot.best(other.rules)
        if a is not None and b is not None and a != b:
            what = _("In {first} the {card} wins, in {second} the {other}.").format(
                first=base.name, second=other.name, card=card_name(spot.trick[a]), other=card_name(spot.trick[b])
            )
            wins = [who_wins(s.rules, spot.trump, spot.trick, mit=spot.mit_in(s.rules)) for s in (base, other)]
            at = 1 if len(wins[1].clauses) >= len(wins[0].clauses) else 0
            cited = tuple(cite((base, other)[at].variant, id) for id in wins[at].clauses)
            return Note("info", what, wins[at].why, cited)
    if all(spot.missing(side.rules) is None for side in sides):
        return Note("info", _("All of them judge these cards alike."))
    card = next(filter(None, (spot.missing(side.rules) for side in sides)))
    what = _("The {card} is not in the pack of every game here; the others judge these cards alike.")
    return Note("info", what.format(card=card_name(card)))


def _cards_note(base: Side, other: Side, spot: Spot, one: tuple[Card, ...], two: tuple[Card, ...]) -> Note:
    what = _("Here they part: in {first} {seat} may play {one}, in {second} {two}.").format(
        first=base.name,
        second=other.name,
        seat=seat_name(spot.seat),
        one=card_list(one, choice=True),
        two=card_list(two, choice=True),
    )
    changed = next(at for at, card in enumerate(spot.hand) if (card in one) != (card in two))
    more, cited = [], []
    for side in (base, other):
        found = judge(side.rules, spot.trump, spot.hand, spot.trick, mit=spot.mit_in(side.rules))[changed]
        more.append(_("{game}: {verdict}").format(game=side.name, verdict=found.what))
        cited.append(cite(side.variant, found.clause))
    return Note("info", what, tuple(more), tuple(dict.fromkeys(cited)))


# A whole deal


def course_rows(sides: Sequence[Side], courses: Sequence[Course], nation: str) -> list[str]:
    """Return a row for each trick, for the points and for the board; the first that differs is marked."""
    partings = [found for found in (part(courses[0], other) for other in courses[1:]) if found]
    first = min((p.trick for p in partings if p.trick is not None), default=None)
    rows = []
    for number in range(len(courses[0].rounds)):
        rounds = [went.rounds[number] for went in courses]
        cells = [
            element("b", text(seat_name(done.winner)))
            + " "
            + text(_("takes {n}").format(n=done.points))
            + element("span", "".join(short_card(card, nation) for card in done.cards), class_="cl-shorts")
            for done in rounds
        ]
        differs = len({(done.cards, done.winner, tuple(p.legal for p in done.plays)) for done in rounds}) > 1
        rows.append(row(text(_("Trick {n}").format(n=number + 1)), cells, differs, number == first))
    points = [text(f"{went.points[0]} : {went.points[1]}") for went in courses]
    rows.append(row(text(_("Points")), points, len(set(points)) > 1))
    boards = [_board(side, went.scored) for side, went in zip(sides, courses, strict=True)]
    gains = {(went.gains, went.scored.board.ties) for went in courses}
    rows.append(row(text(_("Board")), boards, len(gains) > 1, first is None and len(gains) > 1))
    return rows


def _board(side: Side, scored: Scored) -> str:
    before, after = new_board(side.rules).counts, scored.board.counts
    counts = element("b", text(f"{before[0]} : {before[1]} → {after[0]} : {after[1]}"))
    return counts + element("span", text(" ".join(event.message for event in scored.events)), class_="cl-shorts")


def course_note(sides: Sequence[Side], courses: Sequence[Course]) -> tuple[Note, Spot | None]:
    """Say where a deal goes otherwise first, and return the moment that shows it, if it is one of play."""
    found = [
        (p.trick if p.trick is not None else 9, p.play if p.play is not None else 4, at, p)
        for at, other in enumerate(courses[1:], 1)
        if (p := part(courses[0], other))
    ]
    laid = _("{suit} are trumps, made by {maker}; {eldest} is eldest.").format(
        suit=capital(suit_name(courses[0].laid.trump)),
        maker=seat_name(courses[0].laid.maker),
        eldest=seat_name(courses[0].laid.eldest),
    )
    if not found:
        return Note("info", _("All of them go alike on this deal, to the board."), (laid,)), None
    _trick, _play, at, parting = min(found, key=lambda item: item[:3])
    note, spot = _parting_note((sides[0], sides[at]), (courses[0], courses[at]), parting)
    many = [sides[other].name for _t, _p, other, _found in found]
    if len(sides) > 2:
        note = Note(note.tone, note.what, (*note.more, _("{n} of {all} games go otherwise than {game}.").format(
            n=len(many), all=len(sides) - 1, game=sides[0].name), laid), note.cited)  # fmt: skip
    else:
        note = Note(note.tone, note.what, (*note.more, laid), note.cited)
    return note, spot


def _parting_note(
    sides: tuple[Side, Side], courses: tuple[Course, Course], parting: Parting
) -> tuple[Note, Spot | None]:
    first, second = courses
    names = {"first": sides[0].name, "second": sides[1].name}
    cited = (cite(sides[1 if parting.clause in second.rules.clauses else 0].variant, parting.clause),)
    if parting.about == "board" or parting.trick is None:
        ended = _("The tricks are the same, but the board is not.")
        lines = [
            _("{game}: {verdict}").format(
                game=side.name, verdict=" ".join(e.message for e in went.scored.events) or _("nothing changes.")
            )
            for side, went in zip(sides, courses, strict=True)
        ]
        return Note("info", ended, tuple(lines), cited), None
    one, two = first.rounds[parting.trick], second.rounds[parting.trick]
    if parting.about == "lead":
        what = _("Here they part: in {first} {a} leads to the first trick, in {second} {b}.")
        a, b = one.plays[0].seat, two.plays[0].seat
        return Note("info", what.format(a=seat_name(a), b=seat_name(b), **names), (), cited), None
    laid = first.laid
    if parting.play is None:
        spot = Spot(laid.trump, laid.mit, one.cards, (), one.plays[0].seat)
        return spot_note(sides, spot), spot
    play = one.plays[parting.play]
    spot = Spot(laid.trump, laid.mit, play.before, play.hand, one.plays[0].seat)
    if parting.about == "cards":
        return spot_note(sides, spot), spot
    what = _("Here they part: in {first} {seat} plays the {a}, in {second} the {b}.").format(
        seat=seat_name(play.seat), a=card_name(play.card), b=card_name(two.plays[parting.play].card), **names
    )
    more = _("The same cards may be played, but they do not rank alike in both.")
    return Note("info", what, (more,), cited), spot
