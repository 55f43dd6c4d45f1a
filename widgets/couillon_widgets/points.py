"""Counting: the points in a pile of cards, and which team has won a deal that was played out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from couillon.cards import POINTS, TEAMS, Card, pack, parse_cards, points, quoted
from couillon.counting import ahead, counted, in_play, piles
from couillon.game import State
from couillon.messages import _, capital, card_name, listed, n_cards, ngettext, rank_name, suit_name, team_name
from couillon.selfplay import bot_deal
from couillon_widgets.base import DamagedLinkError
from couillon_widgets.deck import pip
from couillon_widgets.html import element, text
from couillon_widgets.links import cards_of
from couillon_widgets.parts import Note, button, choice, cite, hand
from couillon_widgets.small import Seeded, Small, game_of, lying_card

__all__ = ["Points"]

TIE = "=="
_MOST = 40


@dataclass(frozen=True)
class Pile(Seeded):
    """A pile to count, or both piles of a deal to compare; the reader's answer, and whether it was checked or shown.

    ``cards`` is empty unless the pile is given. ``answer`` is a count, ``winner`` a team or `TIE`. Raises `ValueError`
    for what cannot be.
    """

    cards: tuple[Card, ...] = ()
    whole: bool = False
    answer: int = 0
    winner: str | None = None
    checked: bool = False

    def __post_init__(self) -> None:
        """Check the cards against the pack."""
        parse_cards(self.cards)
        missing = [card for card in self.cards if card not in pack(self.rules.pack)]
        if missing:
            what = _("the {card} is not in the pack of {n} cards that {game} is played with.")
            values = {"card": card_name(missing[0]), "n": self.rules.pack, "game": self.variant.name}
            raise ValueError(capital(what.format(**values)))
        if not 0 <= self.answer <= _MOST or self.winner not in (None, *TEAMS, TIE):
            raise DamagedLinkError(_("This link is damaged."))

    @cached_property
    def end(self) -> State:
        """The deal with this seed, played to its end."""
        return bot_deal(self.rules, self.seed)

    @cached_property
    def pile(self) -> tuple[Card, ...]:
        """The pile to count: the given one, or the tricks of a team in the deal with this seed."""
        if self.cards:
            return self.cards
        found = piles(self.end)
        return found[self.seed % 2] or found[1 - self.seed % 2]

    @property
    def right(self) -> bool:
        """Whether the answer is right."""
        if self.whole:
            return self.winner == (ahead(self.end.points) or TIE)
        return self.answer == points(self.pile)

    @property
    def done(self) -> bool:
        """Whether the right answer is known."""
        return self.checked and self.right


class Points(Small[Pile]):
    """How many points lie in the pile? Or, with ``deal=True``: which team has won the deal?

    ``cards`` are the cards of the pile; without them it is made of the tricks of a team in the deal ``seed``. ``rules``
    are house rules. Raises `ValueError` with one sentence for whatever is wrong.

    >>> Points("AS KS TD")
    Points('belgian', cards='AS KS TD')
    >>> Points("AS AS")
    Traceback (most recent call last):
    couillon.cards.CardError: The ace of spades is there twice: a pack holds each card once.
    """

    kind = "points"

    def __init__(
        self,
        cards: str | Iterable[str] | None = None,
        variant: str = "belgian",
        seed: int = 1,
        rules: Mapping[str, Any] | None = None,
        deal: bool = False,
    ) -> None:
        base = game_of(variant, rules, seed)
        if cards is not None and not isinstance(cards, str | list | tuple):
            raise ValueError(_('Cards are a text or a list, such as "QS JH", not {value}.').format(value=quoted(cards)))
        pile = parse_cards(cards or ())
        if cards is not None and not pile:
            raise ValueError(_("The pile is empty: give it at least one card."))
        if pile and deal:
            raise ValueError(_("A whole deal has piles of its own: give either cards or deal=True."))
        state = Pile(base.game, base.house, base.seed, pile, bool(deal))
        super().__init__()
        self.begin(state)

    def title(self) -> str:
        """Return the question."""
        return _("Who has won the deal?") if self.state.whole else _("How many points are in the pile?")

    def arguments(self) -> str:
        """Return the pile, and what was answered."""
        state = self.state
        shown = [repr(state.game)]
        shown.append(f"cards='{' '.join(state.cards)}'" if state.cards else f"seed={state.seed}")
        shown += [f"rules={dict(state.house)}"] if state.house else []
        shown += ["deal=True"] if state.whole else []
        shown += [f"answer={state.answer}"] if state.answer else []
        shown += [f"winner='{state.winner}'"] if state.winner else []
        return ", ".join([*shown, *(["checked"] if state.checked else [])])

    # What is shown

    def content(self) -> str:
        """Return the pile or the piles, the question, and the count once it is known."""
        state = self.state
        what = [("pile", _("one pile")), ("deal", _("a whole deal"))]
        chips = [choice("count", _("What to count"), what, "deal" if state.whole else "pile")]
        body = self._cloth() + (self._asked() if not state.done else self._laid_out())
        near = [] if state.done else [button("check", _("Check"), "check", "cl-primary")]
        if not state.done:
            near.append(button("reveal", _("Show the count"), "hint"))
        words = _("Another deal") if state.whole else _("Another pile")
        far = [button("deal", words, "next", "cl-primary" if state.done else "")]
        return self.framed(chips, body, near, far)

    def _cloth(self) -> str:
        state = self.state
        if not state.whole:
            rows = hand(_("The pile: {cards}").format(cards=n_cards(len(state.pile))), self._cards(state.pile),
                        roving=True)  # fmt: skip
            return element("div", rows, class_="cl-strip cl-pile-strip")
        rows = ""
        for team, cards, tricks in zip(TEAMS, piles(state.end), state.end.taken, strict=True):
            won = ngettext("{team}: {n} trick", "{team}: {n} tricks", tricks).format(team=team_name(team), n=tricks)
            rows += hand(won, self._cards(cards), roving=bool(cards))
        return element("div", element("div", rows, class_="cl-duo cl-many"), class_="cl-strip cl-pile-strip")

    def _cards(self, cards: Iterable[Card]) -> list[str]:
        told = self.state.done
        return [
            lying_card(
                card,
                nation=self.nation,
                tags=[str(card.points)] if told and card.points else [],
                choose=True,
            )
            for card in cards
        ]

    def _asked(self) -> str:
        state = self.state
        if state.whole:
            answers = [*((team, team_name(team)) for team in TEAMS), (TIE, _("Nobody: equal points"))]
            inner = "".join(
                button("winner", words, data_value=value, aria_pressed=str(value == state.winner).lower())
                for value, words in answers
            )
            return self._group(_("Which team has more points?"), element("div", inner, class_="cl-group"))
        steps = [("less", 5, _("5 less")), ("less", 1, _("1 less")), ("more", 1, _("1 more")), ("more", 5, _("5 more"))]
        buttons = [button(action, words, data_value=n) for action, n, words in steps]
        number = element("b", text(state.answer), class_="cl-count")
        inner = "".join([*buttons[:2], number, *buttons[2:]])
        return self._group(_("Your count"), element("div", inner, class_="cl-stepper"))

    @staticmethod
    def _group(label: str, inner: str) -> str:
        title = element("p", text(label), class_="cl-ask", aria_hidden="true")
        return element("div", title + inner, class_="cl-answer", role="group", aria_label=label)

    def _laid_out(self) -> str:
        """Return the sum, suit by suit and rank by rank."""
        state = self.state
        if not state.whole:
            return _table(state.pile, _("The pile, suit by suit and rank by rank"))
        tables = [
            _table(cards, _("{team}, suit by suit and rank by rank").format(team=team_name(team)))
            for team, cards in zip(TEAMS, piles(state.end), strict=True)
        ]
        return element("div", "".join(tables), class_="cl-tables")

    def told(self) -> Note:
        """Return the question, or the answer with its reason."""
        state = self.state
        if not state.checked:
            return self._question()
        if state.whole:
            return self._deal_told()
        total = points(state.pile)
        cited = (cite(state.variant, "points"),)
        if not state.right:
            over = total < state.answer
            what = _("Not {n}: that is too many.") if over else _("Not {n}: that is too few.")
            return Note("no", what.format(n=state.answer), (_("Choose a card to hear what it counts."),), cited)
        ranks = [(rank, sum(card.rank == rank for card in state.pile)) for rank in POINTS if POINTS[rank]]
        parts = [_("{n} × {rank} {points}").format(n=n, rank=rank_name(rank), points=POINTS[rank])
                 for rank, n in ranks if n]  # fmt: skip
        what = ngettext("{n} point.", "{n} points.", total).format(n=total)
        sums = [_("Counted by ranks: {parts}.").format(parts=listed(parts))] if parts else [
            _("No card in it counts.")
        ]  # fmt: skip
        return Note("ok", what, tuple(sums), cited)

    def _question(self) -> Note:
        state = self.state
        if state.whole:
            what = _("Both teams turn over their tricks: which team has more points?")
            return Note(
                "info", what, (_("The number of tricks does not count. Choose a card to hear what it counts."),)
            )
        count = ngettext("Your count so far: {n} point.", "Your count so far: {n} points.", state.answer)
        more = (count.format(n=state.answer),) if state.answer else (_("Choose a card to hear what it counts."),)
        return Note("info", _("Count the pile, then check."), more)

    def _deal_told(self) -> Note:
        state = self.state
        ns, ew = state.end.points
        cited = (cite(state.variant, "aim"), cite(state.variant, "points"))
        winner = ahead((ns, ew))
        counts = _("{ns} have {a}, {ew} have {b}.").format(ns=team_name("NS"), a=ns, ew=team_name("EW"), b=ew)
        if not state.right:
            return Note("no", _("Not quite: count both piles again."), (), cited)
        what = _("{team} win the deal.").format(team=team_name(winner)) if winner else _("Equal points: a tied deal.")
        return Note("ok", what, (counts, self._play_told(ns + ew)), cited)

    def _play_told(self, total: int) -> str:
        """Say how many points are in play, and how many there can be."""
        low, high = in_play(self.state.rules)
        if low == high:
            return _("All {n} points are in play, in every deal.").format(n=high)
        rest = points(self.state.end.deal.stock)
        return _("{n} points are in play, and {rest} lie in the cards that were not dealt: from {low} to {high} can"
                 " be in play.").format(n=total, rest=rest, low=low, high=high)  # fmt: skip

    # What the reader does

    def do_play(self, value: str) -> None:
        """Say what a card counts; raises `ValueError` for one that is not there."""
        state, card = self.state, Card(value)
        if card not in (state.pile if not state.whole else [c for pile in piles(state.end) for c in pile]):
            raise ValueError(_("The {card} is not there.").format(card=card_name(card)))
        name = capital(_("the {card}").format(card=card_name(card)))
        what = _("{Card} counts {n}.") if card.points else _("{Card} counts nothing.")
        self.say(Note("info", what.format(Card=name, n=card.points), (), (cite(state.variant, "points"),)))

    def do_more(self, value: str = "1") -> None:
        """Count more; raises `ValueError` for a text that is no number."""
        self._count(self.state.answer + _number(value))

    def do_less(self, value: str = "1") -> None:
        """Count less; raises `ValueError` for a text that is no number."""
        self._count(self.state.answer - _number(value))

    def do_answer(self, value: str) -> None:
        """Give the count at once; raises `ValueError` for a text that is no number."""
        self._count(_number(value))

    def _count(self, n: int) -> None:
        if self.state.whole:
            raise ValueError(_("Here the question is which team has won: choose a team, or nobody."))
        if not 0 <= n <= _MOST:
            raise ValueError(_("A pile holds from 0 to {most} points.").format(most=_MOST))
        self.show(replace(self.state, answer=n, checked=False))

    def do_winner(self, value: str) -> None:
        """Say which team has won the deal; raises `ValueError` for a text that is no team."""
        if not self.state.whole:
            raise ValueError(_("Here the question is how many points are in the pile."))
        if value not in (*TEAMS, TIE):
            raise ValueError(_("A deal is won by NS or EW, or tied (==), not {value}.").format(value=quoted(value)))
        self.show(replace(self.state, winner=value, checked=False))

    def do_check(self, _value: str = "") -> None:
        """Compare the answer with the count."""
        state = self.state
        if state.whole and state.winner is None:
            self.say(Note("info", _("Say first who has more points.")))
            return
        self.show(replace(state, checked=True))

    def do_reveal(self, _value: str = "") -> None:
        """Show the count."""
        state = self.state
        if state.whole:
            self.show(replace(state, winner=ahead(state.end.points) or TIE, checked=True))
        else:
            self.show(replace(state, answer=points(state.pile), checked=True))

    do_hint = do_reveal

    def do_restart(self, _value: str = "") -> None:
        """Count the same cards again."""
        self.show(replace(self.state, answer=0, winner=None, checked=False))

    def do_variant(self, game: str) -> None:
        """Count in another game; a given pile stays, unless the pack of that game lacks a card of it."""
        found = game_of(game, None, self.state.seed)
        try:
            after = Pile(found.game, found.house, found.seed, self.state.cards, self.state.whole)
        except ValueError as error:
            more = (_("Here is a pile of {game} instead.").format(game=found.variant.name),)
            self.show(self.of_game(found), Note("info", str(error), more))
            return
        self.show(after)

    def do_next(self, _value: str = "") -> None:
        """Go to the next pile."""
        self.do_deal()

    def do_count(self, value: str) -> None:
        """Count one pile, or a whole deal; raises `ValueError` for another word."""
        if value not in ("pile", "deal"):
            raise ValueError(_("Count a pile or a deal, not {value}.").format(value=quoted(value)))
        state = self.state
        self.show(Pile(state.game, state.house, state.seed, whole=value == "deal"))

    # Links

    def of_game(self, base: Seeded) -> Pile:
        """Return the pile or the piles of the deal with a seed."""
        return Pile(base.game, base.house, base.seed, whole=self.state.whole)

    def fields(self) -> list[str]:
        """Return the pile and the answer."""
        state = self.state
        flags = ("w" if state.whole else "") + ("c" if state.checked else "")
        return [".".join(state.cards), flags, str(state.answer), state.winner or ""]

    def with_fields(self, base: Seeded, fields: list[str]) -> Pile:
        """Return the pile that a link tells."""
        cards, flags, answer, winner = fields
        return Pile(
            base.game,
            base.house,
            base.seed,
            parse_cards(cards_of(cards)),
            "w" in flags,
            _number(answer),
            winner or None,
            "c" in flags,
        )


def _number(value: str) -> int:
    """Return a whole number of points; raises `ValueError` for another text."""
    if not (value.isascii() and value.isdecimal()):
        raise ValueError(_("A count is a whole number, not {value}.").format(value=quoted(value)))
    return int(value[:4])


def _table(cards: tuple[Card, ...], title: str) -> str:
    """Return the points of a pile as a table: a row for each suit, a column for each rank that counts."""
    count = counted(cards)
    ranks = [rank for rank, _n in count.ranks]
    head = "".join(
        element("th", text(rank_name(rank)) + element("small", text(POINTS[rank])), scope="col") for rank in ranks
    )
    rows = [element("tr", element("td", "") + head + element("th", text(_("sum")), scope="col"))]
    for suit, total in count.suits:
        name = element("th", pip(suit) + element("span", text(suit_name(suit)), class_="cl-sr"), scope="row")
        cells = "".join(element("td", text(POINTS[r]) if Card(r + suit) in cards else "·") for r in ranks)
        rows.append(element("tr", name + cells + element("td", element("b", text(total)))))
    sums = "".join(element("td", element("b", text(n))) for _rank, n in count.ranks)
    last = element("th", text(_("sum")), scope="row") + sums + element("td", element("b", text(count.total)))
    rows.append(element("tr", last))
    return element("table", element("caption", text(title)) + "".join(rows), class_="cl-counted-table")
