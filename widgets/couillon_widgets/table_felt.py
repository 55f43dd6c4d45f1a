"""The cloth of the table: four hands, the trick, what is proposed, what is asked, and the piles at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from couillon.bots import view
from couillon.cards import SUITS, TEAMS, Card, left_of, points
from couillon.counting import piles
from couillon.game import Trick
from couillon.messages import _, card_name, n_cards, n_points, ngettext, rank_name, seat_name, suit_name, team_name
from couillon_widgets.deck import art, pip
from couillon_widgets.html import element, text
from couillon_widgets.parts import button, card_button, empty_place, spoken, tag
from couillon_widgets.table_state import Sitting, partner

__all__ = ["Look", "felt"]


@dataclass(frozen=True)
class Look:
    """How the table is looked at: the letters on the cards, what lies open, what was tried or asked last.

    ``mirrored`` turns the hand in front round, for those who hold it in the right hand and play with the left.
    ``tried`` is a card that lies in the trick only to be looked at, for it is not allowed. ``tags`` are the points
    below cards in hand, and how they are spoken; ``best`` are the cards that are marked.
    """

    nation: str = "en"
    open: bool = False
    refused: str | None = None
    allowed: tuple[str, ...] = ()
    hinted: str | None = None
    last: bool = False
    mirrored: bool = False
    tried: str | None = None
    tags: Mapping[Card, tuple[str, str]] = field(default_factory=dict)
    best: tuple[Card, ...] = ()


def felt(table: Sitting, look: Look) -> str:
    """Return the cloth with everything on it.

    >>> from couillon_widgets.table_state import sit
    >>> html = felt(sit(), Look())
    >>> html.count('<button class="cl-card"'), 'data-action="accept"' in html
    (4, True)
    """
    bottom = table.bottom
    others = "".join(_other(table, look, left_of(bottom, i), place) for i, place in ((2, "n"), (1, "w"), (3, "e")))
    middle = _piles(table) if table.counted else _middle(table, look)
    flags = [*(["cl-open"] if look.open else []), *(["cl-counted"] if table.counted else [])]
    asked = "" if look.tried else _asked(table)
    parts = [_points(table), others, _corner(table, look), middle, asked, _own(table, look, bottom)]
    return element("div", "".join(parts), class_=" ".join(["cl-felt", *flags]))


# The corners


def _points(table: Sitting) -> str:
    ns, ew = table.state.points
    big = element("b", text(_("{a} : {b}").format(a=ns, b=ew)))
    teams = _("{a} : {b}").format(a=team_name("NS"), b=team_name("EW"))
    return element("p", big + text(_("points this deal")) + "<br>" + text(teams), class_="cl-points")


def _corner(table: Sitting, look: Look) -> str:
    """Return what is known of the cards that are not played: the turn-up, the shown card, the cards set aside."""
    state, rules = table.state, table.rules
    if state.question in ("accept", "name") or table.counted:
        return element("div", "", class_="cl-corner")
    if state.turned:
        return _corner_card(look, _("turned by {seat}").format(seat=seat_name(state.maker or state.eldest)),
                            state.turned)  # fmt: skip
    if rules.trump == "turn-up":
        if state.maker is None and rules.all_pass == "bottom":
            return _corner_card(look, _("the stock's bottom card"), state.deal.stock[-1])
        assert state.proposed is not None
        return _corner_card(look, _("turn-up"), state.proposed)
    if rules.trump == "shown" and state.proposed:
        return _corner_card(look, _("shown by {seat}").format(seat=seat_name(state.deal.dealer)), state.proposed)
    if rules.stock:
        aside = ngettext("{n} card set aside", "{n} cards set aside", rules.stock).format(n=rules.stock)
        back = element("span", art("back"), class_="cl-card", aria_hidden="true")
        return element("div", element("span", text(aside)) + back, class_="cl-corner")
    return element("div", "", class_="cl-corner")


def _corner_card(look: Look, words: str, card: Card) -> str:
    picture = element("span", art(card, look.nation), class_="cl-card", aria_hidden="true")
    named = element("span", f"{text(words)} {element('b', text(card_name(card)))}")
    return element("div", named + picture, class_="cl-corner")


# The other three


def _other(table: Sitting, look: Look, seat: str, place: str) -> str:
    state = table.state
    held = state.hand(seat)
    # Whose turn it is must see the hand, also where four people at one screen hide theirs from each other.
    cards = _open_hand(table, look, seat) if look.open or seat == table.to_act else _fan(seat, len(held))
    current = state.to_act == seat and not table.lying and not table.counted
    return element("div", cards + _name(table, seat, seat_name(seat), current), class_=f"cl-seat cl-at-{place}")


def _fan(seat: str, n: int) -> str:
    count = n_cards(n) if n else _("no card left")
    words = _("{seat}: {cards}").format(seat=seat_name(seat), cards=count)
    backs = element("span", art("back"), class_="cl-card", aria_hidden="true") * n
    return element("div", backs, class_="cl-fan", role="img", aria_label=words, data_cards=n)


def _open_hand(table: Sitting, look: Look, seat: str) -> str:
    lying = table.on_table.cards if table.on_table else ()
    cards = [card for card in table.hand(seat) if card not in lying or table.counted]
    mine = seat in table.seats
    label = _("{seat}'s hand").format(seat=seat_name(seat))
    shown = "".join(_in_hand(table, look, card, seat) for card in cards)
    backs = element("span", art("back"), class_="cl-card", aria_hidden="true") * table.unseen(seat)
    return element("div", shown + backs, class_="cl-few", role="group", aria_label=label, data_rove=mine,
                   data_cards=len(cards) + table.unseen(seat))  # fmt: skip


def _name(table: Sitting, seat: str, name: str, current: bool) -> str:
    state = table.state
    roles = [seat_name(seat)] if seat == table.you else [_("your partner")] if partner(table, seat) else []
    roles += [_("maker")] if seat == state.maker else []
    roles += [_("Mit")] if seat == state.declarer else []
    roles += [_("dealer")] if seat == state.deal.dealer else []
    small = element("small", text(", ".join(roles))) if roles else ""
    strong = element("strong", text(name), class_="cl-turn" if current else None)
    return element("span", f"{strong} {small}", class_="cl-name")


# The middle


def _middle(table: Sitting, look: Look) -> str:
    state = table.state
    trick = state.tricks[-1] if look.last and state.tricks else table.on_table
    if trick is not None:
        return _trick(table, look, trick)
    if state.question == "name":
        return element("div", element("div", "", class_="cl-offer cl-bare"), class_="cl-middle")
    assert state.proposed is not None
    card = _picture(table, look, state.proposed)
    under = element("span", art("back"), class_="cl-card", aria_hidden="true")
    stock = under if table.rules.trump == "turn-up" else ""
    words = _("turned from the stock") if stock else _("shown by {seat}").format(seat=seat_name(state.deal.dealer))
    inner = element("div", stock + card, class_="cl-stock" if stock else "cl-shown") + element("small", text(words))
    return element("div", element("div", inner, class_="cl-offer"), class_="cl-middle")


def _trick(table: Sitting, look: Look, trick: Trick) -> str:
    """Return a trick as it lies: each card before its player, the best one marked."""
    whole = len(trick.cards) == 4
    best = table.best(trick)
    places = []
    for i, place in ((2, "n"), (1, "w"), (3, "e"), (0, "s")):
        seat = left_of(table.bottom, i)
        index = next((k for k in range(len(trick.cards)) if trick.seat_of(k) == seat), None)
        if index is None:
            inner = empty_place() if seat == table.to_act and not table.state.question else ""
        else:
            tags = [_best_tag(trick, whole)] if index == best and len(trick.cards) > 1 else []
            inner = _lies(table, look, trick, index, tags)
        places.append(element("div", inner, class_=f"cl-place cl-on-{place}"))
    number = table.state.tricks.index(trick) + 1 if trick in table.state.tricks else len(table.state.tricks) + 1
    label = _("Trick {n}").format(n=number)
    taken = _place_of(table, trick.winner) if trick == table.lying and trick.winner else None
    cross = element("div", "".join(places), class_="cl-cross", role="group", aria_label=label, data_taken=taken)
    return element("div", cross, class_="cl-middle")


def _place_of(table: Sitting, seat: str) -> str:
    """Return where a seat is shown: ``s`` nearest, then ``w``, ``n``, ``e``."""
    return next(place for i, place in enumerate("swne") if left_of(table.bottom, i) == seat)


def _best_tag(trick: Trick, whole: bool) -> str:
    if not whole:
        return _("best so far")
    return n_points(trick.points)


def _lies(table: Sitting, look: Look, trick: Trick, index: int, tags: list[str]) -> str:
    card, seat = trick.cards[index], trick.seat_of(index)
    who = _("you") if seat == table.you else seat_name(seat)
    if card == look.tried:
        return _lies_tried(table, look, card)
    led = element("span", text(_("led")), class_="cl-who") if index == 0 else ""
    said = _("led by {who}") if index == 0 else _("played by {who}")
    winner = " cl-is-winner" if tags else ""
    below = "".join(tag(words, kind="cl-won") for words in tags)
    return element(
        "span",
        led + art(card, look.nation) + below,
        class_="cl-card" + (" cl-is-trump" if table.is_trump(card) else "") + winner,
        role="img",
        data_card=card,
        data_at=index,
        aria_label=spoken(card, table.is_trump(card), [said.format(who=who), *tags]),
    )


def _lies_tried(table: Sitting, look: Look, card: Card) -> str:
    words = _("not allowed")
    return element(
        "span",
        art(card, look.nation) + tag(words, "no"),
        class_="cl-card cl-is-refused" + (" cl-is-trump" if table.is_trump(card) else ""),
        role="img",
        data_card=card,
        data_legal="no",
        aria_label=spoken(card, table.is_trump(card), [words]),
    )


def _picture(table: Sitting, look: Look, card: Card) -> str:
    trump = table.is_trump(card)
    words, said = look.tags.get(card, ("", ""))
    kinds = [*(["cl-is-trump"] if trump else []), *(["cl-is-hinted"] if card in look.best else [])]
    return element(
        "span",
        art(card, look.nation) + (tag(words) if words else ""),
        class_=" ".join(["cl-card", *kinds]),
        role="img",
        data_card=card,
        aria_label=spoken(card, trump, [said]),
    )


def _piles(table: Sitting) -> str:
    """Return the tricks of both teams, counted."""
    state, shown = table.state, []
    for index, (team, cards) in enumerate(zip(TEAMS, piles(state), strict=True)):
        rows = []
        for suit in SUITS:
            counting = [c for c in cards if c.suit == suit and c.points]
            if counting:
                ranks = ", ".join(f"{rank_name(c.rank)} {c.points}" for c in counting)
                sum_ = element("b", text(points(counting)))
                name = element("span", text(suit_name(suit)), class_="cl-sr")
                rows.append(element("li", pip(suit) + name + element("span", text(ranks)) + sum_))
        n = state.taken[index]
        tricks = ngettext("{n} trick", "{n} tricks", n).format(n=n)
        head = element("p", element("strong", text(team_name(team))) + element("small", text(tricks)))
        total = element("p", text(state.points[index]), class_="cl-sum")
        shown.append(element("div", head + total + element("ul", "".join(rows)), class_="cl-pile"))
    return element("div", element("div", "".join(shown), class_="cl-piles"), class_="cl-middle")


# What is asked


def _asked(table: Sitting) -> str:
    """Return the buttons for what may be said now."""
    state = table.state
    if table.to_act is None or table.counted:
        return ""
    words = [action for action in view(state).actions if len(action) != 2 or action == "re"]
    if not words:
        return ""
    buttons = [_word(table, word, i == 0 and state.question == "accept") for i, word in enumerate(words)]
    return element("div", "".join(buttons), class_="cl-asked", role="group", aria_label=_("What you may say"))


def _word(table: Sitting, action: str, first: bool) -> str:
    state = table.state
    if action.startswith("trump "):
        suit = action[-1]
        inner = pip(suit) + text(suit_name(suit))
        return element("button", inner, class_="cl-btn", type="button", data_action=f"trump-{suit}")
    chance = _("Let the last card decide") if state.rules.turn == "dealers-last" else _("Turn a card")
    names = {
        "accept": _("Accept {suit}").format(suit=suit_name(state.proposed.suit)) if state.proposed else "",
        "pass": _("Pass"),
        "turn": chance,
        "mit": _("Declare Mit"),
        "kontra": _("Kontra"),
        "re": _("Re"),
        "raise": _("Raise"),
        "matt": _("Announce Matt"),
        "konter": _("Announce Konter"),
    }
    return button(action, names[action], kind="cl-primary" if first else "")


# The hand in front


def _own(table: Sitting, look: Look, seat: str) -> str:
    state, mine = table.state, seat in table.seats
    current = table.to_act == seat
    name = _("You") if seat == table.you else seat_name(seat)
    if current:
        name = _("Your turn") if seat == table.you else _("{seat}'s turn").format(seat=seat_name(seat))
    hidden = not mine and not look.open
    if hidden:
        cards = [element("span", art("back"), class_="cl-card", aria_hidden="true")] * len(state.hand(seat))
    else:
        cards = [_in_hand(table, look, card, seat) for card in table.hand(seat)]
        cards += [element("span", art("back"), class_="cl-card", aria_hidden="true")] * table.unseen(seat)
    if look.mirrored:
        cards.reverse()
    label = _("Your hand") if seat == table.you else _("{seat}'s hand").format(seat=seat_name(seat))
    row = element("div", "".join(cards), class_="cl-hand", role="group", aria_label=label, data_rove=mine,
                  data_cards=len(cards))  # fmt: skip
    title = _name(table, seat, name, current)
    return element("div", title + row, class_="cl-seat cl-at-s", aria_current="true" if current else None)


def _in_hand(table: Sitting, look: Look, card: Card, seat: str) -> str:
    if card not in table.state.hand(seat):
        return empty_place()
    if seat not in table.seats:
        return _picture(table, look, card)
    refused = card == look.refused
    allowed = card in look.allowed and look.refused is not None
    return card_button(
        card,
        nation=look.nation,
        trump=table.is_trump(card),
        legal=False if refused else True if allowed else None,
        refused=refused,
        hinted=allowed or card == look.hinted or card in look.best,
        words=look.tags.get(card, ("", ""))[0],
        spoken_as=look.tags.get(card, ("", ""))[1],
    )
