"""Try any card of a hand and be told why it may be played, or why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from couillon.messages import _, capital, card_list, card_name, ngettext, seat_name
from couillon.rules import variant, variants
from couillon_widgets.base import CouillonWidget, DamagedLinkError
from couillon_widgets.html import element
from couillon_widgets.links import cards_of, read_position, write_position
from couillon_widgets.parts import (
    Note,
    actions,
    button,
    card_button,
    choice,
    cite,
    empty_place,
    footer,
    frame,
    hand,
    trump_chip,
)
from couillon_widgets.positions import Position, dealt, given
from couillon_widgets.tables import table_cards, trick_sentences

__all__ = ["LegalMoves"]


@dataclass(frozen=True)
class Trial:
    """A position, the cards of it that were tried so far, the last one, and whether all verdicts are shown."""

    position: Position
    seed: int = 0
    tried: tuple[str, ...] = ()
    last: str | None = None
    revealed: bool = False

    @property
    def played(self) -> str | None:
        """The card that lies on the table because the rules allow it."""
        return self.last if self.last and self.position.verdicts[self.last].legal else None


class LegalMoves(CouillonWidget[Trial]):
    """Which cards may you play? Each card that is tried gets a verdict with its reason, clause and source.

    ``hand`` and ``trick`` are cards as text or lists, ``trump`` a suit; without a hand one is dealt from ``seed``.
    ``variant`` is any name of a game of the family, ``rules`` are house rules: a mapping of axes. Raises `ValueError`
    with one sentence for whatever is wrong.

    >>> LegalMoves("belgian", hand="QS JH 9D", trick="TS KS 9H", trump="H")
    LegalMoves('belgian', hand='QS JH 9D', trick='TS KS 9H', trump='H')
    >>> LegalMoves("belgian", hand="QS QS", trump="H")
    Traceback (most recent call last):
    couillon.cards.CardError: The queen of spades is there twice: a pack holds each card once.
    """

    kind = "legal-moves"

    def __init__(
        self,
        variant: str = "belgian",
        *,
        hand: Any = None,
        trick: Any = None,
        trump: str | None = None,
        seed: int = 1,
        rules: Mapping[str, Any] | None = None,
        mit: bool = False,
    ) -> None:
        position = given(variant, hand, trick, trump, seed, rules, mit)
        super().__init__()
        self.begin(Trial(position, seed))

    def variant_id(self) -> str:
        """Return the id of the game."""
        return self.state.position.game

    def title(self) -> str:
        """Return the question."""
        return _("Which cards may you play?")

    def arguments(self) -> str:
        """Return the position and what was tried."""
        state, shown = self.state, self.state.position.arguments()
        shown += [f"tried='{' '.join(state.tried)}'"] if state.tried else []
        shown += ["revealed"] if state.revealed else []
        return ", ".join(shown)

    # What is shown

    def content(self) -> str:
        """Return the widget around the cloth."""
        position = self.state.position
        games = [(v.id, v.name) for v in variants()]
        chips = [choice("variant", _("Game"), games, position.game), trump_chip(position.trump)]
        note = self.note or self._opening()
        foot = actions(
            [
                button("undo", _("Take back"), "undo"),
                button("reveal", _("Show every verdict"), "hint"),
            ],
            [
                button("deal", _("Another hand"), "next", "cl-primary"),
            ],
        )
        return frame(self.title(), chips, self._cloth() + note.html(), foot + footer(self.nation, self.suits))

    def _cloth(self) -> str:
        state, position = self.state, self.state.position
        table = hand(_("On the table"), table_cards(position, state.played, self.nation), tagged=True)
        own = hand(_("Your hand"), [self._card(card) for card in position.hand], roving=True)
        many = " cl-many" if len(position.hand) > 4 else ""
        return element("div", element("div", table + own, class_=f"cl-duo{many}"), class_="cl-strip")

    def _card(self, card: str) -> str:
        state, position = self.state, self.state.position
        if card == state.played:
            return empty_place()
        verdict = position.verdicts[card]
        refused = state.last is not None and not state.played
        hinted = refused and verdict.legal
        judged = state.revealed or hinted or card in state.tried
        return card_button(
            card,
            nation=self.nation,
            trump=position.is_trump(card),
            legal=verdict.legal if judged else None,
            refused=refused and card == state.last,
            hinted=hinted,
        )

    def _opening(self) -> Note:
        position = self.state.position
        if not position.trick:
            return Note("info", _("You lead this trick."), (_("Try any card: a wrong one is answered too."),))
        what = _("{seat} led the {card}.").format(seat=seat_name(position.seats[0]), card=card_name(position.trick[0]))
        return Note("info", what, (_("Try any card: a wrong one is answered too."),))

    # What the reader does

    def do_play(self, card: str) -> None:
        """Try a card; raises `ValueError` for one that is not in the hand."""
        state, position = self.state, self.state.position
        if card not in position.verdicts:
            raise ValueError(_("You do not hold that card: you hold {cards}.").format(cards=card_list(position.hand)))
        verdict = position.verdicts[card]
        tried = state.tried if card in state.tried else (*state.tried, card)
        more = [verdict.note, verdict.instead]
        if verdict.legal:
            more += trick_sentences(position, card)
        note = Note(
            "ok" if verdict.legal else "no",
            verdict.what,
            tuple(filter(None, more)),
            (cite(position.variant, verdict.clause),),
        )
        self.show(replace(state, tried=tried, last=card), note)

    def do_reveal(self, _value: str = "") -> None:
        """Show the verdict on every card."""
        state, position = self.state, self.state.position
        allowed = [card for card in position.hand if position.verdicts[card].legal]
        refused = [verdict for verdict in position.verdicts.values() if not verdict.legal]
        if refused:
            what = capital(_("you may play {cards}.").format(cards=card_list(allowed, choice=True)))
            clause = refused[0].clause
        else:
            what = _("You may play any of your cards.")
            clause = next(iter(position.verdicts.values())).clause
        more = tuple(verdict.what for verdict in refused)
        self.show(
            replace(state, revealed=True, last=None),
            Note("info", what, more, (cite(position.variant, clause),)),
        )

    do_hint = do_reveal

    def do_deal(self, _value: str = "") -> None:
        """Deal another hand."""
        self.show(self.fresh())

    do_next = do_deal

    def do_restart(self, _value: str = "") -> None:
        """Begin again with the same hand."""
        self.show(Trial(self.state.position, self.state.seed))

    def do_variant(self, game: str) -> None:
        """Judge the same cards by another game's rules, and say which verdicts change."""
        before, found = self.state.position, variant(game)
        mit = before.mit and found.rules.mit != "none"
        try:
            after = replace(before, game=found.id, mit=mit, house=())
        except ValueError as error:
            position = dealt(found.id, self.state.seed)
            more = (_("Here is a hand of {game} instead.").format(game=found.name),)
            self.show(Trial(position, self.state.seed), Note("info", str(error), more))
            return
        self.show(Trial(after, self.state.seed, self.state.tried, None, revealed=True), _changes(before, after))

    # Links

    def fresh(self) -> Trial:
        """Return the hand dealt from the next seed, or a later one if it is the hand there is: a link tells no seed."""
        present, seed = self.state.position, self.state.seed + 1
        while (position := dealt(present.game, seed, present.house)) == present:
            seed += 1
        return Trial(position, seed)

    def written(self) -> str:
        """Return position, tried cards, and whether all verdicts are shown."""
        state = self.state
        tried = ".".join(state.tried) + ("=" if state.revealed else "")
        return f"{write_position(state.position)}/{tried}/{state.last or ''}"

    def read(self, text: str) -> Trial:
        """Return what a link tells; raises `ValueError` if it tells nothing that can be."""
        *fields, tried, last = text.split("/")
        position = read_position(fields)
        cards = tuple(cards_of(tried.removesuffix("=")))
        if not {*cards, *([last] if last else [])} <= set(position.hand):
            raise DamagedLinkError(_("This link is damaged."))
        return Trial(position, self.state.seed, cards, last or None, tried.endswith("="))


def _changes(before: Position, after: Position) -> Note:
    """Say for which cards of a hand two games differ."""
    changed = [card for card in after.hand if before.verdicts[card].legal != after.verdicts[card].legal]
    if not changed:
        what = _("{game} judges this hand just as {before} does.").format(
            game=after.variant.name, before=before.variant.name
        )
        return Note("info", what)
    what = ngettext(
        "{game} differs from {before} in one verdict: on {cards}.",
        "{game} differs from {before} in {n} verdicts: on {cards}.",
        len(changed),
    ).format(game=after.variant.name, before=before.variant.name, n=len(changed), cards=card_list(changed))
    clause = after.verdicts[changed[0]].clause
    return Note("info", what, tuple(after.verdicts[card].what for card in changed), (cite(after.variant, clause),))
