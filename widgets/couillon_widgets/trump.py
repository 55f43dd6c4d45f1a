"""The making of trumps alone: every question of a game, answered by the reader for all four seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from couillon.bots import by_chance, choose, view
from couillon.cards import SEATS, Card, parse_seat, team_of
from couillon.deal import deal
from couillon.game import State, apply, legal_actions, replay
from couillon.making import making, settled, to_declare
from couillon.match import start_match
from couillon.messages import _, capital, card_name, either, seat_name, suit_name, team_name
from couillon.records import read_actions, write_actions
from couillon.refusals import action_name
from couillon.selfplay import chance
from couillon.verdicts import IllegalActionError
from couillon_widgets.base import DamagedLinkError
from couillon_widgets.html import element
from couillon_widgets.parts import Note, button, chip, choice, cite, trump_chip
from couillon_widgets.sayings import Sayings
from couillon_widgets.small import Seeded, Small, game_of
from couillon_widgets.table_felt import Look, felt
from couillon_widgets.table_state import Sitting
from couillon_widgets.table_tell import Told, happened, prompt

__all__ = ["Trump"]


@dataclass(frozen=True)
class Asking(Seeded):
    """A deal while its trump is made: the answers so far, and whether all hands lie open or that of the asked only."""

    dealer: str = "E"
    actions: tuple[str, ...] = ()
    open: bool = True

    @cached_property
    def state(self) -> State:
        """The deal at this moment; raises `IllegalActionError` if one of the answers is not allowed."""
        return replay(self.rules, deal(self.rules, self.seed, self.dealer), self.actions)

    @property
    def settled(self) -> bool:
        """Whether nothing is left to be said."""
        return settled(self.state)

    def after(self, action: str) -> Asking:
        """Return the deal after an answer; raises `IllegalActionError` if it is not allowed."""
        state = self.state
        chosen = by_chance(state, action, chance(self.seed, state))
        return replace(self, actions=apply(state, chosen).actions)

    @property
    def sitting(self) -> Sitting:
        """The same deal at a table: four people, the one who is asked, or nobody once all is said."""
        asked = self.state.to_act
        seats = () if self.settled or asked is None else tuple(SEATS) if self.open else (asked,)
        return Sitting(self.game, start_match(self.rules, self.dealer), self.state, self.seed, seats, "club")


class Trump(Sayings, Small[Asking]):
    """The making of trumps in a game, with everything that may be declared before or at the first turn.

    ``seed`` is the number of the deal, ``dealer`` the seat that deals, ``rules`` house rules; ``open_hands=False``
    shows the hand of the asked player only. Raises `ValueError` with one sentence for whatever is wrong.

    >>> trump = Trump("belgian", seed=1)
    >>> trump.receive({"action": "pass"})
    >>> trump
    Trump('belgian', seed=1, dealer='E', actions='n')
    """

    kind = "trump"

    def __init__(
        self,
        variant: str = "belgian",
        seed: int = 1,
        dealer: str = "E",
        rules: Mapping[str, Any] | None = None,
        open_hands: bool = True,
    ) -> None:
        base = game_of(variant, rules, seed)
        state = Asking(base.game, base.house, base.seed, parse_seat(dealer), open=bool(open_hands))
        super().__init__()
        self._refused: str | None = None
        self._allowed: tuple[str, ...] = ()
        self.begin(state)

    def title(self) -> str:
        """Return the name of the widget."""
        return _("Making trumps")

    def more_arguments(self) -> list[str]:
        """Return the dealer, how the hands lie, and what was answered."""
        asking = self.state
        shown = [f"dealer='{asking.dealer}'", *([] if asking.open else ["open_hands=False"])]
        return [*shown, *([f"actions='{write_actions(asking.actions)}'"] if asking.actions else [])]

    # What is shown

    def content(self) -> str:
        """Return the cloth with the hands and the question."""
        asking, state = self.state, self.state.state
        seats = [(seat, _("{seat} deals").format(seat=seat_name(seat))) for seat in SEATS]
        chips = [
            choice("dealer", _("Dealer"), seats, asking.dealer),
            trump_chip(state.trump) if state.trump else chip(_("no trump yet")),
        ]
        look = Look(self.nation, asking.open or asking.settled, self._refused, self._allowed)
        cloth = element("div", felt(asking.sitting, look), class_="cl-asking")
        near = []
        if not asking.settled and state.phase == "play":
            seat = to_declare(state)[0][0]
            playing = seat == state.to_act
            words = _("Say nothing and play") if playing else _("On to {seat}'s turn").format(seat=seat_name(seat))
            near.append(button("next", words, "next", "" if playing else "cl-primary"))
        if state.rules.all_pass != "none":
            near.append(button("everyone", _("What if everybody passes?"), "on-trick"))
        near.append(button("reveal", _("Show the asked hand only") if asking.open else _("Show all four hands"), "eye"))
        far = [
            button("restart", _("This deal again"), "again"),
            button("deal", _("Another deal"), "deal", "cl-primary" if asking.settled else ""),
        ]
        return self.framed(chips, cloth, near, far)

    def told(self) -> Note:
        """Return who is asked what, or how it ended."""
        return _told(self.state, len(self.state.actions))

    # What the reader does

    def chosen(self, action: str) -> None:
        """Give an answer for the seat that is asked; what the rules refuse is answered with the reason."""
        asking = self.state
        if asking.settled:
            self._nothing_left()
            return
        try:
            after = asking.after(action)
        except IllegalActionError as error:
            verdict = error.verdict
            self._refused, self._allowed = action, verdict.allowed or legal_actions(asking.state)
            more = tuple(filter(None, (verdict.note, verdict.instead)))
            self.say(Note("no", verdict.what, more, (cite(asking.variant, verdict.clause),)))
            return
        self._go(after)

    def _go(self, after: Asking) -> None:
        self._clear()
        self.show(after, _told(after, len(self.state.actions)))

    def _clear(self) -> None:
        self._refused, self._allowed = None, ()

    def _nothing_left(self) -> None:
        what = _("The trumps are made, and nothing is left to be said.")
        self.say(Note("info", what, (_("Take another deal, or go back with Undo."),)))

    def do_play(self, value: str) -> None:
        """Play a card, which says that nothing is declared; raises `ValueError` for a text that is no card."""
        self.chosen(Card(value))

    def do_next(self, _value: str = "") -> None:
        """Play cards, as a club player would, up to the next turn at which something may be declared."""
        asking = self.state
        if asking.settled:
            self._nothing_left()
            return
        if asking.state.phase != "play":
            self.say(Note("info", _("First the question: nothing goes on before it is answered.")))
            return
        asking = _one_card(asking)
        while not asking.settled and to_declare(asking.state)[0][0] != asking.state.to_act:
            asking = _one_card(asking)
        self._go(asking)

    def do_everyone(self, _value: str = "") -> None:
        """Let everybody pass from the beginning, as far as the trump is made."""
        asking = replace(self.state, actions=())
        if asking.rules.all_pass == "none":
            self.say(Note("info", _("Nobody may pass in this game: eldest names the trumps.")))
            return
        while asking.state.trump is None:
            asking = asking.after("pass")
        self._clear()
        self.show(asking, _all_passed(asking))

    def do_reveal(self, _value: str = "") -> None:
        """Show all four hands, or that of the asked player only."""
        self._clear()
        asking = replace(self.state, open=not self.state.open)
        self.show(asking, _told(asking, len(asking.actions)))

    def do_dealer(self, value: str) -> None:
        """Let another seat deal; raises `ValueError` for a text that is no seat."""
        self._clear()
        self.show(replace(self.state, dealer=parse_seat(value), actions=()))

    def do_undo(self, _value: str = "") -> None:
        """Go back to the question before."""
        self._clear()
        super().do_undo()

    def do_redo(self, _value: str = "") -> None:
        """Go forward again after going back."""
        self._clear()
        super().do_redo()

    # Links

    def of_game(self, base: Seeded) -> Asking:
        """Return a deal before its first question."""
        self._clear()
        return Asking(base.game, base.house, base.seed, self.state.dealer, open=self.state.open)

    def fields(self) -> list[str]:
        """Return the dealer, whether all hands lie open, and what was answered."""
        asking = self.state
        return [f"{asking.dealer}{'o' if asking.open else 'c'}", write_actions(asking.actions)]

    def with_fields(self, base: Seeded, fields: list[str]) -> Asking:
        """Return the deal that a link tells."""
        (how, actions) = fields
        if how[1:] not in ("o", "c"):
            raise DamagedLinkError(_("This link is damaged."))
        found = Asking(base.game, base.house, base.seed, parse_seat(how[:1]), read_actions(actions), how[1:] == "o")
        found.state  # noqa: B018
        return found


def _one_card(asking: Asking) -> Asking:
    """Return the deal after the card that a club player would play now."""
    state = asking.state
    table = view(state)
    card = choose(replace(table, actions=tuple(a for a in table.actions if len(a) == 2)), "club", asking.seed)
    return asking.after(card.action)


def _all_passed(asking: Asking) -> Note:
    """Return what became of the trump when everybody passed, the last of several rounds in full."""
    rounds = len(asking.actions) // len(SEATS)
    note = _told(asking, len(SEATS) * (rounds - 1))
    if rounds == 1:
        return note
    what = _("Everybody passes {n} times, and each time but the last the next card is turned.").format(n=rounds)
    return replace(note, more=(what, *note.more))


def _told(asking: Asking, since: int) -> Note:
    """Return what happened from an answer on, and who is asked what now, or how it ended."""
    table = asking.sitting
    events = happened(table, since)
    if asking.settled:
        return _ended(asking, events)
    what, *more = prompt(table)
    if asking.state.phase == "play":
        seat, words = to_declare(asking.state)[0]
        names = either([action_name(word) for word in words])
        told = _("At the first turn, before a card, {seat} may {acts}.")
        more = [told.format(seat=seat_name(seat), acts=names)]
    return Told("info", what, tuple(more), events=events)


def _ended(asking: Asking, events: tuple[str, ...]) -> Note:
    """Return trump, makers and leader, and by which clauses."""
    state, made = asking.state, making(asking.state)
    if asking.actions[-1] == "accept" or asking.actions[-1].startswith("trump"):
        events = events[:-1]  # the first sentence says it
    what = _("{Suit} are trumps.").format(Suit=capital(suit_name(made.trump)))
    who = _("Nobody made them, so there are no makers.")
    if made.maker:
        who = _("{seat} made them, so {team} are the makers.").format(
            seat=seat_name(made.maker), team=team_name(team_of(made.maker))
        )
    leads = _("{seat} leads to the first trick.").format(seat=seat_name(made.leader))
    if state.turned:
        leads = _("{seat} leads to the first trick, with the {card} that was turned.").format(
            seat=seat_name(made.leader), card=card_name(state.turned)
        )
    cited = tuple(cite(asking.variant, clause) for clause in made.clauses)
    return Note("ok", f"{what} {who}", tuple(filter(None, (" ".join(events), leads))), cited)
