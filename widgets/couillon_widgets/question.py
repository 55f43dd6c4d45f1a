"""Questions about the duties of play: tap every card that you may play, and have the answer checked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from couillon.messages import _, capital, card_list, card_name, listed, ngettext, seat_name
from couillon_widgets.base import DamagedLinkError
from couillon_widgets.exercise import Exercise, Paper, with_numbers
from couillon_widgets.html import element
from couillon_widgets.links import read_position, write_position
from couillon_widgets.parts import Cited, Note, card_button, chip, cite, hand, trump_chip
from couillon_widgets.positions import Position, dealt, given
from couillon_widgets.tables import table_cards

__all__ = ["Question"]


@dataclass(frozen=True)
class CardPaper(Paper):
    """A row of positions: the first is given, the others are dealt from the seeds that follow."""

    first: Position = field(default_factory=partial(dealt, "belgian", 1))

    @property
    def position(self) -> Position:
        """The position that is asked about."""
        return self.first if self.at == 0 else dealt(self.first.game, self.seed + self.at, self.first.house)

    @property
    def right(self) -> frozenset[str]:
        """The cards that the rules allow."""
        return frozenset(card for card, verdict in self.position.verdicts.items() if verdict.legal)

    @property
    def offered(self) -> tuple[str, ...]:
        """The cards of the hand."""
        return self.position.hand


class Question(Exercise[CardPaper]):
    """Tap every card you may play; the engine checks the answer and gives the reason for each card.

    The first position is given as in `LegalMoves` or dealt from ``seed``; ``count`` questions are asked, the others
    dealt from the seeds that follow. Raises `ValueError` with one sentence for whatever is wrong.

    >>> Question("kwajongen", hand="KS JH 9H TC", trick="AD 9D", trump="H", count=3)
    Question('kwajongen', hand='KS JH 9H TC', trick='AD 9D', trump='H', seed=1, count=3)
    >>> Question(count=0)
    Traceback (most recent call last):
    ValueError: A row has from 1 to 20 questions, not "0".
    """

    def __init__(
        self,
        variant: str = "belgian",
        *,
        hand: Any = None,
        trick: Any = None,
        trump: str | None = None,
        seed: int = 1,
        count: int = 5,
        rules: Mapping[str, Any] | None = None,
        mit: bool = False,
    ) -> None:
        first = given(variant, hand, trick, trump, seed, rules, mit)
        paper = CardPaper(seed, count, first=first)
        super().__init__()
        self.begin(paper)

    def variant_id(self) -> str:
        """Return the id of the game."""
        return self.state.first.game

    def arguments(self) -> str:
        """Return the present question and its answer."""
        return ", ".join([*self.state.position.arguments(), *self.answered()])

    # What is shown

    def chips(self) -> list[str]:
        """Return the game and the trumps."""
        position = self.state.position
        return [chip(position.variant.name), trump_chip(position.trump)]

    def asked(self) -> str:
        """Return what lies on the table, and what to do."""
        position = self.state.position
        if not position.trick:
            return _("You lead this trick. Tap every card you may play.")
        led = _("{seat} led the {card}.").format(seat=seat_name(position.seats[0]), card=card_name(position.trick[0]))
        return f"{led} {_('Tap every card you may play.')}"

    def invitation(self) -> str:
        """Return how to answer."""
        return _("Tap a card to pick it, and once more to leave it.")

    def field(self) -> str:
        """Return the table and the hand."""
        state, position = self.state, self.state.position
        table = hand(_("On the table"), table_cards(position, None, self.nation), tagged=True)
        own = hand(_("Your hand"), [self._card(card) for card in position.hand], roving=True, tagged=state.checked)
        many = " cl-many" if len(position.hand) > 4 else ""
        return element("div", element("div", table + own, class_=f"cl-duo{many}"), class_="cl-strip")

    def _card(self, card: str) -> str:
        state, position = self.state, self.state.position
        picked, legal = card in state.picked, card in state.right
        if not state.checked:
            return card_button(card, nation=self.nation, trump=position.is_trump(card), pressed=picked)
        return card_button(
            card,
            nation=self.nation,
            trump=position.is_trump(card),
            legal=legal,
            hinted=legal and not picked,
            words=_("picked") if picked else _("missed") if legal else _("left"),
            kind="cl-left" if not picked and not legal else "",
        )

    # What is said

    def unknown(self) -> str:
        """Return what is said of a card that is not in the hand."""
        return _("You do not hold that card: you hold {cards}.").format(cards=card_list(self.state.offered))

    def praise(self) -> str:
        """Return what is said of a right answer."""
        n = len(self.state.right)
        return ngettext("Right: only this card may be played.", "Right: these {n} cards may be played.", n).format(n=n)

    def correction(self) -> str:
        """Return how many cards are too many, and how many are missed."""
        state, parts = self.state, []
        if extra := len(state.picked - state.right):
            parts.append(ngettext("{n} card too many", "{n} cards too many", extra).format(n=extra))
        if missed := len(state.right - state.picked):
            parts.append(ngettext("{n} card missed", "{n} cards missed", missed).format(n=missed))
        return _("Not quite: {parts}.").format(parts=listed(parts))

    def answer(self) -> str:
        """Return the cards that may be played."""
        allowed = [card for card in self.state.offered if card in self.state.right]
        return capital(_("you may play {cards}.").format(cards=card_list(allowed, choice=True)))

    def reasons(self, things: Collection[str]) -> tuple[tuple[str, ...], tuple[Cited, ...]]:
        """Return the verdicts on some cards, in hand order."""
        position = self.state.position
        verdicts = [verdict for card, verdict in position.verdicts.items() if card in things]
        clauses = dict.fromkeys(verdict.clause for verdict in verdicts)
        return tuple(v.what for v in verdicts), tuple(cite(position.variant, clause) for clause in clauses)

    def explained(self, thing: str) -> Note:
        """Return the verdict on one card."""
        verdict = self.state.position.verdicts[thing]
        more = tuple(filter(None, (verdict.note, verdict.instead)))
        cited = (cite(self.state.position.variant, verdict.clause),)
        return Note("ok" if verdict.legal else "no", verdict.what, more, cited)

    # Links

    def fresh(self) -> CardPaper:
        """Return a new row of questions, dealt from the seeds that follow."""
        state = self.state
        seed = state.seed + state.count
        return CardPaper(seed, state.count, first=dealt(state.first.game, seed, state.first.house))

    def written(self) -> str:
        """Return the first position, which question is asked, and the answers."""
        return f"{write_position(self.state.first)}/{self.state.numbers()}"

    def read(self, text: str) -> CardPaper:
        """Return what a link tells; raises `ValueError` if it tells nothing that can be."""
        *fields, numbers, picked = text.split("/")
        paper = with_numbers(CardPaper(first=read_position(fields)), numbers, picked)
        if not paper.picked <= set(paper.offered):
            raise DamagedLinkError(_("This link is damaged."))
        return paper
