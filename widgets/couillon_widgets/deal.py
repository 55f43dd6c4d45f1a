"""The deal, packet by packet: who gets how many cards and in which order, and what is done with the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from couillon.cards import SEATS, Card, left_of, parse_seat
from couillon.deal import Deal as Hands
from couillon.deal import deal as deal_cards
from couillon.dealing import DealStep, deal_steps
from couillon.making import axis_clause
from couillon.messages import _, capital, card_list, card_name, n_cards, ngettext, seat_name, suit_name
from couillon_widgets.base import DamagedLinkError
from couillon_widgets.deck import art
from couillon_widgets.html import element, text
from couillon_widgets.parts import Note, button, chip, choice, cite
from couillon_widgets.small import Seeded, Small, game_of, lying_card

__all__ = ["Deal"]

_PLACES = {"N": "n", "W": "w", "E": "e", "S": "s"}


@dataclass(frozen=True)
class Dealing(Seeded):
    """A deal of which the first ``step`` steps are done."""

    dealer: str = "E"
    step: int = 0

    @cached_property
    def deal(self) -> Hands:
        """The whole deal."""
        return deal_cards(self.rules, self.seed, self.dealer)

    @cached_property
    def steps(self) -> tuple[DealStep, ...]:
        """The whole deal step by step."""
        return deal_steps(self.rules, self.deal)

    @property
    def done(self) -> tuple[DealStep, ...]:
        """The steps that are done."""
        return self.steps[: self.step]

    def hand(self, seat: str) -> tuple[Card, ...]:
        """The cards that a seat has got so far, in the order dealt."""
        return tuple(card for step in self.done if step.what == "packet" and step.seat == seat for card in step.cards)

    @property
    def left(self) -> int:
        """How many cards are not dealt yet."""
        return self.rules.pack - sum(len(self.hand(seat)) for seat in SEATS)

    @property
    def shown(self) -> tuple[Card, ...]:
        """The cards that lie face up for all: the turn-up or the card that the dealer shows."""
        return tuple(card for step in self.done if step.what in ("turned", "shown") for card in step.cards)


class Deal(Small[Dealing]):
    """The deal of a game, packet by packet, with a sentence and the clause for each.

    ``seed`` is the number of the deal, ``dealer`` the seat that deals, ``rules`` house rules such as
    ``{"packets": [3, 1]}``. Raises `ValueError` with one sentence for whatever is wrong.

    >>> Deal("troeven", seed=3)
    Deal('troeven', seed=3, dealer='E')
    >>> Deal(dealer="X")
    Traceback (most recent call last):
    couillon.cards.CardError: "X" is not a seat: write N, E, S or W.
    """

    kind = "deal"

    def __init__(
        self, variant: str = "belgian", seed: int = 1, dealer: str = "E", rules: Mapping[str, Any] | None = None
    ) -> None:
        base = game_of(variant, rules, seed)
        state = Dealing(base.game, base.house, base.seed, parse_seat(dealer))
        super().__init__()
        self.begin(state)

    def title(self) -> str:
        """Return the name of the widget."""
        return _("The deal")

    def more_arguments(self) -> list[str]:
        """Return the dealer and how far the deal has come."""
        return [f"dealer='{self.state.dealer}'", *([f"step={self.state.step}"] if self.state.step else [])]

    # What is shown

    def content(self) -> str:
        """Return the cloth with what is dealt so far."""
        state = self.state
        seats = [(seat, _("{seat} deals").format(seat=seat_name(seat))) for seat in SEATS]
        packets = _(" + ").join(map(str, state.rules.packets))
        each = _("{packets} cards each").format(packets=packets)
        over = state.step == len(state.steps)
        near = [
            button("next", _("Next step"), "next", "" if over else "cl-primary"),
            button("back", _("One back"), "back"),
            button("all", _("All at once"), "on-trick"),
        ]
        far = [button("deal", _("Another deal"), "deal", "cl-primary" if over else "")]
        chips = [choice("dealer", _("Dealer"), seats, state.dealer), chip(each)]
        return self.framed(chips, self._cloth(), near, far)

    def _cloth(self) -> str:
        seats = "".join(self._seat(left_of("S", i)) for i in (2, 1, 3))
        return element("div", seats + self._middle() + self._seat("S"), class_="cl-felt cl-open cl-low")

    def _seat(self, seat: str) -> str:
        state = self.state
        last = state.done[-1] if state.done else None
        new = last.cards if last and last.what in ("packet", "shown") else ()
        cards = "".join(self._card(card, card in new) for card in state.hand(seat))
        roles = [
            *([_("dealer")] if seat == state.dealer else []),
            *([_("eldest")] if seat == state.deal.eldest else []),
        ]
        small = element("small", text(", ".join(roles)))
        turn = last is not None and last.seat == seat
        name = element("span", element("strong", text(seat_name(seat)), class_="cl-turn" if turn else None) + small,
                       class_="cl-name")  # fmt: skip
        label = _("{seat}'s cards").format(seat=seat_name(seat))
        row = element("div", cards, class_="cl-few", role="group", aria_label=label, data_cards=state.rules.hand)
        return element("div", row + name, class_=f"cl-seat cl-at-{_PLACES[seat]}")

    def _card(self, card: Card, new: bool) -> str:
        shown = card in self.state.shown
        said = [*([_("shown")] if shown else []), *([_("just now")] if new else [])]
        return lying_card(
            card, nation=self.nation, said=said, kind="cl-fresh" if new else "cl-face-up" if shown else ""
        )

    def _middle(self) -> str:
        state = self.state
        turned = [step.cards[0] for step in state.done if step.what == "turned"]
        back = element("span", art("back"), class_="cl-card", aria_hidden="true") if state.left else ""
        top = "".join(lying_card(card, nation=self.nation, kind="cl-fresh") for card in turned)
        if any(step.what == "stock" for step in state.done):
            words = _("stock: {cards}") if state.rules.trump == "turn-up" else _("set aside: {cards}")
        else:
            words = _("pack: {cards}")
        told = words.format(cards=n_cards(state.left)) if state.left else _("all cards are dealt")
        inner = element("div", back + top, class_="cl-stock") + element("small", text(told))
        return element("div", element("div", inner, class_="cl-offer"), class_="cl-middle")

    def told(self) -> Note:
        """Return what the last step was, with the clause that says so."""
        state = self.state
        if not state.step:
            what = _("{seat} deals, and begins on the left: {eldest} is eldest.").format(
                seat=seat_name(state.dealer), eldest=seat_name(state.deal.eldest)
            )
            return Note("info", what, (self._rounds(),), (cite(state.variant, "packets"),))
        step = state.done[-1]
        what, *more = self._sentences(step)
        clauses = [step.clause]
        chance = axis_clause(state.rules, "turn")
        if step.what == "named" and chance:
            clauses.append(chance)
        if state.step == len(state.steps):
            more.append(_("All is dealt."))
        return Note("info", what, tuple(more), tuple(cite(state.variant, clause) for clause in clauses))

    def _rounds(self) -> str:
        rounds = len(self.state.rules.packets)
        return ngettext(
            "The cards go round once, in packets.", "The cards go round {n} times, in packets.", rounds
        ).format(n=rounds)

    def _sentences(self, step: DealStep) -> list[str]:
        state, seat = self.state, seat_name(step.seat or self.state.dealer)
        if step.what == "packet":
            left = _("All cards are dealt out now.") if not state.left else ngettext(
                "{n} card is left in the pack.", "{n} cards are left in the pack.", state.left
            ).format(n=state.left)  # fmt: skip
            got = capital(card_list(step.cards))
            return [_("{seat} gets {cards}.").format(seat=seat, cards=n_cards(len(step.cards))), f"{got}.", left]
        if step.what == "shown":
            card = step.cards[0]
            return [
                _("{seat} shows the {card}: {suit} are proposed as trumps.").format(
                    seat=seat, card=card_name(card), suit=suit_name(card.suit)
                ),
                _("The card stays in the dealer's hand."),
            ]
        if step.what == "named":
            whole = state.rules.named_after == state.rules.hand
            what = _("{seat} names the trumps, after seeing the whole hand.") if whole else _(
                "The deal stops: {seat} names the trumps, after seeing {cards} only."
            )  # fmt: skip
            told = [what.format(seat=seat, cards=n_cards(state.rules.named_after))]
            return [*told, _("Or chance decides.")] if state.rules.turn != "none" else told
        if step.what == "turned":
            card = step.cards[0]
            return [
                _("The stock's top card, the {card}, is turned: {suit} are proposed as trumps.").format(
                    card=card_name(card), suit=suit_name(card.suit)
                )
            ]
        n = len(step.cards)
        if state.rules.trump == "turn-up":
            return [ngettext("{n} card is left: the stock.", "{n} cards are left: the stock.", n).format(n=n)]
        aside = ngettext("{n} card is left and set aside face down.", "{n} cards are left and set aside face down.", n)
        return [aside.format(n=n), _("Nobody sees them: their points are not in play.")]

    # What the reader does

    def do_next(self, _value: str = "") -> None:
        """Deal the next packet, or do what comes next with the cards."""
        state = self.state
        if state.step == len(state.steps):
            self.say(Note("info", _("All is dealt."), (_("Take another deal, or go back step by step."),)))
            return
        self.show(replace(state, step=state.step + 1))

    def do_back(self, _value: str = "") -> None:
        """Take the last packet back."""
        state = self.state
        if not state.step:
            self.say(Note("info", _("Nothing is dealt yet.")))
            return
        self.show(replace(state, step=state.step - 1))

    def do_all(self, _value: str = "") -> None:
        """Deal everything at once."""
        self.show(replace(self.state, step=len(self.state.steps)))

    def do_dealer(self, value: str) -> None:
        """Let another seat deal; raises `ValueError` for a text that is no seat."""
        self.show(replace(self.state, dealer=parse_seat(value), step=0))

    # Links

    def of_game(self, base: Seeded) -> Dealing:
        """Return a deal before its first packet, by the same dealer."""
        return Dealing(base.game, base.house, base.seed, self.state.dealer)

    def fields(self) -> list[str]:
        """Return the dealer and how far the deal has come."""
        return [f"{self.state.dealer}{self.state.step}"]

    def with_fields(self, base: Seeded, fields: list[str]) -> Dealing:
        """Return the deal that a link tells."""
        (field,) = fields
        found = Dealing(base.game, base.house, base.seed, parse_seat(field[:1]), int(field[1:]))
        if not 0 <= found.step <= len(found.steps):
            raise DamagedLinkError(_("This link is damaged."))
        return found
