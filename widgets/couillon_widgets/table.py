"""Sit down and play: a whole match at a table of four, with bots that explain what they do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from couillon.bots import seats_of
from couillon.cards import Card
from couillon.messages import _, card_name, seat_name
from couillon.records import house_rules, write_actions
from couillon.rules import variant
from couillon.verdicts import IllegalActionError
from couillon_widgets.html import element, text
from couillon_widgets.parts import Note, actions, button, chip, footer, trump_chip
from couillon_widgets.positions import seed_from
from couillon_widgets.preferences import cards_and_table
from couillon_widgets.sayings import Sayings
from couillon_widgets.table_aside import aside, counts, people
from couillon_widgets.table_deals import Dealing, orders
from couillon_widgets.table_felt import Look, felt
from couillon_widgets.table_guide import guided
from couillon_widgets.table_lessons import tried
from couillon_widgets.table_replay import controls
from couillon_widgets.table_state import (
    Sitting,
    act,
    check_strength,
    fresh_match,
    moved_on,
    next_deal,
    read_sitting,
    same_deal,
    sit,
    write_sitting,
)
from couillon_widgets.table_teaching import Teaching
from couillon_widgets.table_tell import trick_sentence
from couillon_widgets.table_values import Valuing

__all__ = ["Table"]


class Table(Sayings, Teaching, Valuing, Dealing):
    """A table of four: play a whole match of any game of the family.

    ``variant`` is any name of a game; without one it is the basic game, and a page may take up the game that its reader
    chose last. ``seed`` is the number of the first deal, ``seats`` the seats that people play
    (bots play the others; all four are played with open hands, and with none one watches), ``dealer`` the first
    dealer, ``rules`` house rules, ``strength`` that of the bots: ``beginner``, ``club`` or ``expert``.
    ``guided`` leads the reader by the hand. Raises `ValueError` with one sentence for whatever is wrong.

    >>> Table("belgian", seed=1)
    Table('belgian', seed=1, seats='S', dealer='E')
    >>> Table("belgian", strength="master")
    Traceback (most recent call last):
    ValueError: There is no bot of the strength "master": choose beginner, club or expert.
    """

    kind = "table"

    def __init__(
        self,
        variant: str | None = None,
        seed: int = 1,
        seats: str = "S",
        dealer: str = "E",
        rules: Mapping[str, Any] | None = None,
        strength: str = "club",
        guided: bool = False,
    ) -> None:
        table = sit(variant or "belgian", seed, seats, dealer, rules, strength, guided)
        super().__init__()
        self._free = variant is None and rules is None
        self._clear()
        self._open: bool | None = None
        self._aside = self._more = False
        self.begin(table)

    def variant_id(self) -> str:
        """Return the id of the game."""
        return self.state.game

    def title(self) -> str:
        """Return the name of the table."""
        return _("Table: {game}").format(game=self.state.variant.name)

    def arguments(self) -> str:
        """Return the deal and everything that was done in it."""
        table, state = self.state, self.state.state
        shown = [repr(table.game), f"seed={table.seed}", f"seats='{''.join(table.seats)}'"]
        shown += [f"dealer='{state.deal.dealer}'"]
        house = house_rules(table.game, table.rules)
        shown += [f"rules={house}"] if house else []
        shown += [f"strength='{table.strength}'"] if table.strength != "club" else []
        shown += ["guided=True"] if table.guidance.on else []
        shown += [f"deal={table.number}"] if table.number > 1 else []
        shown += [f"board='{counts(table.match.board)}'"] if table.match.history else []
        shown += [f"actions='{write_actions(state.actions)}'"] if state.actions else []
        shown += ["counted"] if table.counted else ["trick lies"] if table.lying else []
        shown += [f"seen={self.looking.number}.{self.looking.at}"] if self.looking else []
        return ", ".join(shown)

    # What is shown

    @property
    def open_hands(self) -> bool:
        """Whether all hands lie open: always with four people or none, unless the reader wants it otherwise."""
        usual = len(self.state.seats) in (0, 4) if self._open is None else self._open
        return usual or self.valuing

    def content(self) -> str:
        """Return the table: head, cloth, what is said, the column beside, and the actions."""
        table = self.seen
        trying = self._refused if self._tried and not self.looking else None
        look = Look(self.nation, self.open_hands, self._refused, self._allowed, self._hinted, self._last,
                    self.taste["side"] == "left", trying)  # fmt: skip
        if self.values:
            look = replace(look, tags=self.values.tags, best=self.values.best)
        note = self.note or guided(table)
        below = note.html() + ("" if self.looking else self.lesson(note)) + self.valued_html()
        main = element("div", felt(tried(table, trying) if trying else table, look) + below, class_="cl-main")
        grid = element("div", main + aside(table, self.looking), class_="cl-grid")
        opened = (" cl-aside-open" if self._aside else "") + (" cl-led" if table.guidance.on else "")
        own = cards_and_table(self.nation, self.suits, self.taste)
        before = people(table) + orders(self.state, self._draft)
        foot = controls(self.looking, self.open_hands, self.valuing) if self.looking else self._foot()
        foot += footer(self.nation, self.suits, before, own)
        return element("div", self._head() + grid + foot, class_=f"cl-w cl-table{opened}")

    def _head(self) -> str:
        table, state = self.seen, self.seen.state
        deal = text(_("deal {n}")).replace("{n}", element("b", text(table.number)))
        if state.trick or state.tricks:
            number = len(state.tricks) + (state.trick is not None and table.lying is None)
            deal += text(_(", trick {n}")).replace("{n}", element("b", text(number)))
            deal += element("span", text(_(" of {n}").format(n=table.rules.hand)), class_="cl-long")
        board = _("slate {counts}") if table.rules.scoring == "slate" else _("score {counts}")
        chips = [
            button("slate", board.format(counts=counts(table.match.board)), kind="cl-mini",
                   aria_expanded=str(self._aside).lower()),
            trump_chip(state.trump) if state.trump else chip(_("no trump yet")),
            element("span", element("span", deal), class_="cl-chip"),
        ]  # fmt: skip
        if table.rules != table.variant.rules:
            chips.insert(0, chip(_("house rules")))
        title = element("p", text(table.variant.name), class_="cl-title")
        return element("div", title + "".join(chips), class_="cl-head")

    def _foot(self) -> str:
        table = self.state
        near = []
        if words := self._onward():
            near.append(button("next", words, "next", "cl-primary"))
        near.append(button("undo", _("Undo"), "undo"))
        if not table.waiting:
            near.append(button("hint", _("Hint"), "hint"))
        hands = _("Hide the other hands") if self.open_hands else _("Show all hands")
        near += [
            button("redo", _("Redo"), "redo", "cl-extra"),
            button("reveal", hands, "eye", "cl-extra"),
            button("last", _("Last trick"), "again", "cl-extra"),
            button("look", _("Look back"), "back-trick", "cl-extra", aria_pressed="false"),
            button("more", _("Less") if self._more else _("More"), kind="cl-more",
                   aria_expanded=str(self._more).lower()),
        ]  # fmt: skip
        far = [
            button("again", _("This deal again"), "again", "cl-extra"),
            button("deal", _("New deal"), "deal", "cl-extra"),
        ]
        row = actions(near, far)
        return row.replace("cl-actions", "cl-actions cl-all", 1) if self._more else row

    def _onward(self) -> str:
        """Return what the button says that goes on, or nothing where a person has to choose first."""
        table = self.state
        if table.counted:
            return _("New match") if table.match.won else _("Next deal")
        if table.waiting:
            return _("Count the points") if table.state.phase == "over" else _("Next trick")
        return _("Lead next") if table.lying else ""

    def _clear(self) -> None:
        """Forget what was tried and asked."""
        super()._clear()
        self._last = False

    # What the reader does

    def chosen(self, action: str) -> None:
        """Do what somebody chose; what the rules refuse is answered with the reason and what is allowed."""
        table = self.state
        if table.to_act is None:
            self._nothing_to_choose()
            return
        try:
            after = act(table, action)
        except IllegalActionError as error:
            self._refuse(action, error.verdict)
            return
        self._go(after, since=len(table.state.actions), before=table, action=action)

    def _go(
        self, after: Sitting, since: int = 0, *, step: bool = True, before: Sitting | None = None, action: str = ""
    ) -> None:
        """Show what has become of the table; only a person's choice is a step that can be taken back."""
        self._clear()
        note = guided(after, since, before, action)
        if step:
            self.show(after, note)
        else:
            self.shift(after, note)

    def _nothing_to_choose(self) -> None:
        table = self.state
        if table.counted:
            what = _("This deal is over and counted.")
        elif table.state.phase == "over":
            what = _("The cards are all played: count the points.")
        else:
            what = _("The trick still lies on the table: press “{button}” first. {seat} leads next.").format(
                button=self._onward(), seat=seat_name(table.state.to_act or table.state.eldest)
            )
        self.say(Note("info", what))

    def do_play(self, value: str) -> None:
        """Play a card; raises `ValueError` for a text that is no card."""
        card, table = Card(value), self.state
        # The engine knows where every card is; a reader who only asks for a card is not told.
        if table.to_act and not any(card in table.hand(seat) for seat in table.seats):
            self.say(Note("no", _("You do not hold the {card}, so you cannot play it.").format(card=card_name(card))))
            return
        self.chosen(card)

    def do_next(self, _value: str = "") -> None:
        """Put the trick away, count the deal, or deal the next one."""
        table = self.state
        if not table.waiting and not table.lying:
            self.say(Note("info", _("It is your turn: nothing goes on before you have chosen.")))
            return
        # Whoever only watches takes back trick by trick.
        step = not table.seats or table.counted
        if table.counted:
            self._open = None
        self._go(moved_on(table), 0 if table.counted else len(table.state.actions), step=step)

    def do_undo(self, _value: str = "") -> None:
        """Go back to the last own choice; a card that was only tried is taken back first."""
        if self._tried:
            self.do_back()
            return
        self._clear()
        super().do_undo()

    def do_redo(self, _value: str = "") -> None:
        """Go forward again after going back."""
        self._clear()
        super().do_redo()

    def do_reveal(self, _value: str = "") -> None:
        """Show all hands, or hide them again."""
        if self.valuing:
            self.say(Note("info", _("All hands lie open as long as you are told what each card is worth.")))
            return
        self._open = not self.open_hands
        what = _("All hands lie open.") if self._open else _("The other hands are hidden.")
        self.say(Note("info", what))

    def do_last(self, _value: str = "") -> None:
        """Look at the last trick again."""
        done = self.state.state.tricks
        if not done:
            self.say(Note("info", _("No trick is complete yet.")))
            return
        self._clear()
        self._last = True
        what = _("The last trick, number {n}.").format(n=len(done))
        self.say(Note("info", what, (trick_sentence(self.state, done[-1]),)))

    def do_slate(self, _value: str = "") -> None:
        """Show slate and tricks where the page is narrow, or put them away."""
        self._aside = not self._aside
        self.draw()

    def do_more(self, _value: str = "") -> None:
        """Show all actions where the page is narrow, or only the main ones."""
        self._more = not self._more
        self.draw()

    def do_deal(self, value: str = "") -> None:
        """Deal anew: the next cards, or those of the seed that is given; raises `ValueError` for another text."""
        seed = seed_from(value) if value else None
        self._open = None
        self._go(next_deal(self.state, seed))

    def do_again(self, _value: str = "") -> None:
        """Begin this deal again."""
        self._open = None
        self._go(same_deal(self.state))

    def do_restart(self, _value: str = "") -> None:
        """Begin a new match."""
        self._go(fresh_match(self.state))

    def do_variant(self, game: str) -> None:
        """Begin a match of another game; raises `ValueError` for an unknown one."""
        table = self.state
        after = sit(variant(game).id, table.seed, "".join(table.seats), table.state.deal.dealer, None, table.strength)
        self._go(replace(after, guidance=table.guidance))

    def do_seats(self, value: str) -> None:
        """Begin this deal again with other people at the table; raises `ValueError` for seats that are none."""
        table = self.state
        seats = seats_of(value.replace("-", ""))
        self._open = None
        self._go(same_deal(replace(table, seats=seats)))

    def do_strength(self, value: str) -> None:
        """Let other bots play from now on; raises `ValueError` for an unknown strength."""
        check_strength(value)
        self._go(replace(self.state, strength=value), len(self.state.state.actions))

    # Links

    def do_restore(self, value: str) -> None:
        """Show the table that a link tells; what was tried and opened at the one before is no more."""
        self._clear()
        self._open = None
        super().do_restore(value)

    def fresh(self) -> Sitting:
        """Return a new match with the next cards."""
        return fresh_match(self.state)

    def written(self) -> str:
        """Return the deal with everything done in it, the people, and the board."""
        return write_sitting(self.state)

    def read(self, text: str) -> Sitting:
        """Return the table that a link tells; raises `ValueError` if it tells none."""
        return read_sitting(text)
