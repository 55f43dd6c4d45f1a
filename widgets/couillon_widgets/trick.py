"""One trick on the table: who wins it, why, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from couillon.cards import SUITS, Card, left_of, pack, parse_cards, parse_seat, parse_suit, points, quoted
from couillon.deal import deal
from couillon.game import Trick as Played
from couillon.game import apply, legal_actions, start
from couillon.kernel import layout
from couillon.messages import _, capital, card_name, seat_name, suit_name
from couillon.winning import Win, who_wins, why_not
from couillon_widgets.base import DamagedLinkError
from couillon_widgets.html import element
from couillon_widgets.links import cards_of
from couillon_widgets.parts import Note, button, choice, cite, empty_place, trump_chip
from couillon_widgets.small import Seeded, Small, flagged, game_of, lying_card
from couillon_widgets.tables import worth_told

__all__ = ["Trick"]

#: How many deals are looked through for a trick that asks for a thought.
_SEARCH = 30


@dataclass(frozen=True)
class Lying(Seeded):
    """A trick, the trump, who led; the card that the reader says wins it; how many cards lie when shown one by one.

    Raises `ValueError` for cards that cannot lie there.
    """

    trump: str = "H"
    cards: tuple[Card, ...] = ()
    leader: str = "W"
    mit: bool = False
    picked: str | None = None
    upto: int | None = None
    given: bool = False

    def __post_init__(self) -> None:
        """Check the cards against the pack."""
        if len(self.cards) != 4:
            raise ValueError(_("A trick has four cards, not {n}.").format(n=len(self.cards)))
        parse_cards(self.cards)
        missing = [card for card in self.cards if card not in pack(self.rules.pack)]
        if missing:
            what = _("the {card} is not in the pack of {n} cards that {game} is played with.")
            values = {"card": card_name(missing[0]), "n": self.rules.pack, "game": self.variant.name}
            raise ValueError(capital(what.format(**values)))
        if self.mit and self.rules.mit == "none":
            raise ValueError(_("Mit cannot be declared in {game}.").format(game=self.variant.name))

    @property
    def shown(self) -> tuple[Card, ...]:
        """The cards that lie on the table now."""
        return self.cards if self.upto is None else self.cards[: self.upto]

    @cached_property
    def win(self) -> Win:
        """The card that wins what lies on the table now, and why."""
        return who_wins(self.rules, self.trump, self.shown, mit=self.mit)

    @property
    def answered(self) -> bool:
        """Whether it is known who wins: the reader has said it, or all four cards were shown one by one."""
        return self.upto is not None or self.picked is not None

    def seat_of(self, index: int) -> str:
        """Return the seat that played a card."""
        return left_of(self.leader, index)

    def is_trump(self, card: str) -> bool:
        """Return whether a card is a trump here."""
        table = layout(self.rules, self.trump, self.mit)
        return table.is_trump(card)


class Trick(Small[Lying]):
    """Who wins the trick? The reader says which card, and the engine answers, with the reason and the clause.

    ``cards`` are the four cards in the order played, the first by ``leader``, with ``trump`` as trumps and ``mit``
    where the queen of spades is declared; without cards a trick of the deal ``seed`` lies there. ``rules`` are house
    rules. Raises `ValueError` with one sentence for whatever is wrong.

    >>> Trick("belgian", "TS KS 9H AS", trump="H")
    Trick('belgian', cards='TS KS 9H AS', trump='H', leader='W')
    >>> Trick(cards="TS KS", trump="H")
    Traceback (most recent call last):
    ValueError: A trick has four cards, not 2.
    """

    kind = "trick"

    def __init__(
        self,
        variant: str = "belgian",
        cards: str | Iterable[str] | None = None,
        trump: str | None = None,
        leader: str = "W",
        seed: int = 1,
        rules: Mapping[str, Any] | None = None,
        mit: bool = False,
    ) -> None:
        base = game_of(variant, rules, seed)
        parse_seat(leader)
        if cards is None and trump is None:
            state = found_trick(base)
        elif cards is None or trump is None:
            raise ValueError(_("Give the four cards and the trump, or none of the two."))
        else:
            if not isinstance(cards, str | list | tuple):
                raise ValueError(
                    _('Cards are a text or a list, such as "QS JH", not {value}.').format(value=quoted(cards))
                )
            state = Lying(
                base.game, base.house, base.seed, parse_suit(trump), parse_cards(cards), parse_seat(leader), bool(mit),
                given=True,
            )  # fmt: skip
        super().__init__()
        self.begin(state)

    def title(self) -> str:
        """Return the question."""
        return _("Who wins the trick?")

    def arguments(self) -> str:
        """Return the trick, and what was answered."""
        state = self.state
        shown = [repr(state.game)]
        if state.given:
            shown += [f"cards='{' '.join(state.cards)}'", f"trump='{state.trump}'", f"leader='{state.leader}'"]
            shown += ["mit=True"] if state.mit else []
        else:
            shown.append(f"seed={state.seed}")
        shown += [f"rules={dict(state.house)}"] if state.house else []
        shown += [f"picked='{state.picked}'"] if state.picked else []
        return ", ".join([*shown, *([f"upto={state.upto}"] if state.upto is not None else [])])

    # What is shown

    def content(self) -> str:
        """Return the cloth with the trick."""
        state = self.state
        suits = [(suit, suit_name(suit)) for suit in SUITS]
        chips = [trump_chip(state.trump), choice("trump", _("What if other cards were trumps?"), suits, state.trump)]
        near = []
        if state.upto is not None and state.upto < 4:
            near.append(button("next", _("Next card"), "next", "cl-primary"))
        else:
            near.append(button("step", _("Card by card"), "again"))
        if not state.answered:
            near.append(button("reveal", _("Show who wins"), "hint"))
        if state.rules.mit != "none" and "QS" in state.cards:
            near.append(button("mit", _("Mit is declared"), aria_pressed=str(state.mit).lower(), kind="cl-toggle"))
        whole = state.answered and state.upto in (None, 4)
        far = [button("deal", _("Next trick"), "next", "cl-primary" if whole else "")]
        return self.framed(chips, self._cloth(), near, far)

    def _cloth(self) -> str:
        state = self.state
        places = []
        for place, seat in (("n", "N"), ("w", "W"), ("e", "E"), ("s", "S")):
            index = ("NESW".index(seat) - "NESW".index(state.leader)) % 4
            inner = self._card(index) if index < len(state.shown) else empty_place()
            name = element("span", seat_name(seat), class_="cl-name")
            places.append(element("div", inner + name, class_=f"cl-place cl-on-{place}"))
        cross = element("div", "".join(places), class_="cl-cross cl-named", role="group", aria_label=_("The trick"),
                        data_rove=True)  # fmt: skip
        return element("div", cross, class_="cl-felt cl-low cl-alone")

    def _card(self, index: int) -> str:
        state, card = self.state, self.state.cards[index]
        seat = seat_name(state.seat_of(index))
        wins = state.answered and index == state.win.index and len(state.shown) > 1
        wrong = card == state.picked and not wins
        tags = [_("your answer")] if wrong else []
        if wins:
            tags = [_("takes {n}").format(n=points(state.cards)) if len(state.shown) == 4 else _("best so far")]
        said = _("led by {who}") if index == 0 else _("played by {who}")
        return lying_card(
            card,
            nation=self.nation,
            trump=state.is_trump(card),
            said=[said.format(who=seat)],
            tags=tags,
            before=_("led") if index == 0 else "",
            kind=flagged(("cl-is-winner", wins), ("cl-is-refused", wrong)),
            pressed=card == state.picked if state.upto is None else None,
            choose=state.upto is None,
        )

    def told(self) -> Note:
        """Return the question, or who wins and why."""
        state = self.state
        if not state.answered:
            leads = _("{seat} led the {card}.").format(seat=seat_name(state.leader), card=card_name(state.cards[0]))
            return Note("info", _("Which card takes this trick?"), (leads, _("Choose a card to say so.")))
        if len(state.shown) < 4:
            return self._so_far()
        winner = seat_name(state.seat_of(state.win.index))
        cited = tuple(cite(state.variant, clause) for clause in state.win.clauses)
        takes = _("{seat} takes the trick.").format(seat=winner)
        more = (*state.win.why, worth_told(state.cards))
        if state.picked is None or state.picked == state.cards[state.win.index]:
            what = takes if state.picked is None else _("Yes: {seat} takes the trick.").format(seat=winner)
            return Note("ok", what, more, cited)
        index = state.cards.index(Card(state.picked))
        wrong = why_not(state.rules, state.trump, state.cards, index, mit=state.mit)
        return Note("no", wrong, (takes, *more), cited)

    def _so_far(self) -> Note:
        """Say what the card that was played last changes."""
        state, last = self.state, len(self.state.shown) - 1
        seat, card = seat_name(state.seat_of(last)), card_name(state.cards[last])
        cited = tuple(cite(state.variant, clause) for clause in state.win.clauses)
        if last == 0:
            return Note("info", _("{seat} leads the {card}.").format(seat=seat, card=card), state.win.why, cited)
        if state.win.index == last:
            what = _("{seat} plays the {card}, and is winning now.").format(seat=seat, card=card)
            return Note("info", what, state.win.why, cited)
        what = _("{seat} plays the {card}: {best} still wins.").format(
            seat=seat, card=card, best=seat_name(state.seat_of(state.win.index))
        )
        against = why_not(state.rules, state.trump, state.shown, last, mit=state.mit)
        return Note("info", what, (against,), cited)

    # What the reader does

    def do_play(self, value: str) -> None:
        """Say which card wins; raises `ValueError` for a card that is not in the trick."""
        state, card = self.state, Card(value)
        if card not in state.cards:
            raise ValueError(_("The {card} is not in this trick.").format(card=card_name(card)))
        self.show(replace(state, picked=card, upto=None))

    def do_reveal(self, _value: str = "") -> None:
        """Show who wins."""
        self.show(replace(self.state, picked=None, upto=4))

    do_hint = do_reveal

    def do_step(self, _value: str = "") -> None:
        """Show the trick card by card, from the one that was led."""
        self.show(replace(self.state, picked=None, upto=1))

    def do_next(self, _value: str = "") -> None:
        """Show the next card, or the next trick."""
        upto = self.state.upto
        if upto is None or upto == 4:
            self.do_deal()
        else:
            self.show(replace(self.state, upto=upto + 1))

    def do_restart(self, _value: str = "") -> None:
        """Ask again who wins this trick."""
        self.show(replace(self.state, picked=None, upto=None))

    def do_trump(self, value: str) -> None:
        """Make other cards trumps; raises `ValueError` for a text that is no suit."""
        self.show(replace(self.state, trump=parse_suit(value), picked=None, given=True))

    def do_mit(self, _value: str = "") -> None:
        """Declare the queen of spades, or not; raises `ValueError` where nobody may."""
        self.show(replace(self.state, mit=not self.state.mit, picked=None, given=True))

    def do_variant(self, game: str) -> None:
        """Judge the same trick by another game's rules; a trick of that game where its pack lacks a card."""
        state = self.state
        base = game_of(game, None, state.seed)
        if not state.given:
            self.show(found_trick(base))
            return
        try:
            after = replace(state, game=base.game, house=(), mit=state.mit and base.rules.mit != "none", picked=None)
        except ValueError as error:
            more = (_("Here is a trick of {game} instead.").format(game=base.variant.name),)
            self.show(found_trick(base), Note("info", str(error), more))
            return
        self.show(after)

    # Links

    def of_game(self, base: Seeded) -> Lying:
        """Return a trick of the deal with a seed."""
        return found_trick(base)

    def fields(self) -> list[str]:
        """Return the trick, what was answered, and how many cards are shown."""
        state = self.state
        trump = state.trump + ("+" if state.mit else "") + ("=" if state.given else "")
        shown = "" if state.upto is None else str(state.upto)
        return [trump, state.leader + ".".join(["", *state.cards]), state.picked or "", shown]

    def with_fields(self, base: Seeded, fields: list[str]) -> Lying:
        """Return the trick that a link tells."""
        trump, lying, picked, shown = fields
        leader, *cards = cards_of(lying)
        state = Lying(
            base.game,
            base.house,
            base.seed,
            parse_suit(trump[:1]),
            parse_cards(cards),
            parse_seat(leader),
            "+" in trump,
            picked or None,
            int(shown) if shown else None,
            "=" in trump,
        )
        if (state.picked and state.picked not in state.cards) or state.upto not in (None, 1, 2, 3, 4):
            raise DamagedLinkError(_("This link is damaged."))
        return state


def found_trick(base: Seeded) -> Lying:
    """Return a trick from a deal with a seed, one in which the winner is not plain to see, if there is one.

    >>> found_trick(Seeded("belgian", (), 1)) == found_trick(Seeded("belgian", (), 1))
    True
    """
    first: Lying | None = None
    for attempt in range(_SEARCH):
        found = _some_trick(base, base.seed * _SEARCH + attempt)
        first = first or found
        # Trumps among other cards, or special ones: what learners trip over.
        trumps = [found.is_trump(card) for card in found.cards]
        if any(trumps) and not trumps[0] and points(found.cards):
            return found
    assert first is not None
    return first


def _some_trick(base: Seeded, seed: int) -> Lying:
    """Return one of the tricks of a deal in which everybody plays something allowed at random."""
    draw = Random(seed).random
    state = start(base.rules, deal(base.rules, seed))
    at = int(draw() * base.rules.hand)
    while len(state.tricks) <= at:
        # Raising has no end in some games, so after the first time everybody passes.
        allowed = legal_actions(state)
        state = apply(
            state, allowed[-1] if state.question == "raise" and state.raises else allowed[int(draw() * len(allowed))]
        )
    trick: Played = state.tricks[at]
    return Lying(base.game, base.house, base.seed, state.trump or "S", trick.cards, trick.leader, state.mit)
