"""The history of a match: the draw for partners, then every deal with what it did to the slate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from couillon import match as matches
from couillon.cards import SEATS, quoted
from couillon.match import PLAYERS, Draw, Finished, add, draw, standing, start_match
from couillon.messages import _, capital, listed, ngettext, seat_name, suit_name
from couillon.rules import Rules
from couillon.selfplay import bot_deal
from couillon_widgets.base import DamagedLinkError
from couillon_widgets.boards import board_picture
from couillon_widgets.deck import pip
from couillon_widgets.html import element, text
from couillon_widgets.parts import Note, button, chip, cite, hand
from couillon_widgets.shelf import acts_with
from couillon_widgets.small import Seeded, Small, game_of, lying_card
from couillon_widgets.table_state import Sitting
from couillon_widgets.table_tell import counted_note

__all__ = ["Match"]

#: So many tricks are played at one click at most, and so many deals in a match that is shown.
_TRICKS, _MOST = 48, 99


@dataclass(frozen=True)
class History(Seeded):
    """A match of which some deals are played, and the one that is looked at; 0 is the draw for partners.

    ``draw_only`` leaves the deals away. Raises `ValueError` for numbers that cannot be.
    """

    deals: int = 0
    at: int = 0
    draw_only: bool = False

    def __post_init__(self) -> None:
        """Check the numbers."""
        if not 0 <= self.at <= self.deals <= (0 if self.draw_only else _MOST):
            raise DamagedLinkError(_("This link is damaged."))

    @cached_property
    def drawn(self) -> Draw:
        """The draw for partners."""
        return draw(self.seed, PLAYERS, self.rules.pack)

    @cached_property
    def match(self) -> matches.Match:
        """The match after the deals that are played."""
        return _played(self.rules, self.seed, self.drawn.dealer, self.deals)

    @property
    def seen(self) -> matches.Match:
        """The match after the deal that is looked at."""
        return _played(self.rules, self.seed, self.drawn.dealer, self.at)

    def further(self, deals: int) -> History:
        """Return the match with so many deals more, if it takes as many, and the last one looked at."""
        n = self.deals
        while n < min(self.deals + deals, _MOST) and not _played(self.rules, self.seed, self.drawn.dealer, n).won:
            n += 1
        return replace(self, deals=n, at=n)


@lru_cache(maxsize=512)
def _played(rules: Rules, seed: int, dealer: str, deals: int) -> matches.Match:
    """Return a match after some deals, each played by four bots; a match that is won takes no more."""
    if not deals:
        return start_match(rules, dealer)
    before = _played(rules, seed, dealer, deals - 1)
    return before if before.won else add(before, bot_deal(rules, seed + deals - 1, before.dealer))


class Match(Small[History]):
    """A match from the draw for partners to its end, played by bots: each deal, and the slate after it.

    ``seed`` is the number of the draw and of the first deal, ``rules`` are house rules, ``deals`` says how many deals
    are played at first, if the match takes as many; ``draw_only`` shows the draw for partners and nothing below it.
    Raises `ValueError` with one sentence for whatever is wrong.

    >>> Match("belgian", seed=1, deals=2)
    Match('belgian', seed=1, deals=2)
    >>> Match(deals=-1)
    Traceback (most recent call last):
    ValueError: A match shows from 0 to 99 deals, not "-1".
    """

    kind = "match"

    def __init__(
        self,
        variant: str = "belgian",
        seed: int = 1,
        rules: Mapping[str, Any] | None = None,
        deals: int = 0,
        draw_only: bool = False,
    ) -> None:
        base = game_of(variant, rules, seed)
        if isinstance(deals, bool) or not isinstance(deals, int) or not 0 <= deals <= _MOST:
            raise ValueError(_("A match shows from 0 to {most} deals, not {n}.").format(most=_MOST, n=quoted(deals)))
        if draw_only and deals:
            raise ValueError(_("Where only the draw is shown, no deals are played."))
        state = History(base.game, base.house, base.seed, draw_only=bool(draw_only)).further(deals)
        super().__init__()
        self.begin(state)

    def title(self) -> str:
        """Return the name of the widget."""
        return _("The draw for partners") if self.state.draw_only else _("A match")

    def more_arguments(self) -> list[str]:
        """Return how many deals are played and which one is looked at."""
        state = self.state
        shown = ["draw_only=True"] if state.draw_only else []
        shown += [f"deals={state.deals}"] if state.deals else []
        return [*shown, *([f"at={state.at}"] if state.at != state.deals else [])]

    # What is shown

    def content(self) -> str:
        """Return the slate and the deals so far, or the draw for partners."""
        state = self.state
        if state.draw_only:
            again = button("deal", _("Draw again"), "deal", "cl-primary")
            return self.framed([], self._draw(), [again], [])
        length = ngettext("{n} deal played", "{n} deals played", state.deals).format(n=state.deals)
        board = board_picture(state.rules, state.seen.board)
        first = element("div", self._draw() if not state.at else board)
        body = element("div", first + element("div", self._list()), class_="cl-score cl-history")
        over = state.match.won is not None or state.deals >= _MOST
        near = [] if over else [
            button("next", _("Play the next deal") if state.deals else _("Play the first deal"), "next", "cl-primary"),
            button("end", _("Play to the end"), "on-trick"),
        ]  # fmt: skip
        near += [button("back", _("One back"), "back"), button("on", _("One on"), "next")]
        far = [button("deal", _("Another match"), "deal", "cl-primary" if over else "")]
        return self.framed([chip(length)], body, near, far)

    def _draw(self) -> str:
        rounds = []
        for number, drawn in enumerate(self.state.drawn.rounds):
            cards = [lying_card(card, nation=self.nation, said=[_("drawn by {who}").format(who=player)], tags=[player])
                     for player, card in drawn]  # fmt: skip
            label = _("Each player draws a card") if not number else _("Equal ranks draw again")
            rounds.append(hand(label, cards, tagged=True))
        return element("div", "".join(rounds), class_="cl-strip cl-drawn")

    def _list(self) -> str:
        state = self.state
        rows = [
            self._row(i, _("Deal {n}").format(n=i), self._cells(finished))
            for i, finished in enumerate(state.match.history, 1)
        ]
        rows.insert(0, self._row(0, _("The draw"), element("span", text(" · ".join(state.drawn.order)))))
        title = element("p", text(_("Deal by deal, the latest first")), class_="cl-ask")
        return title + element("ol", "".join(reversed(rows)), class_="cl-deals", reversed=True)

    def _row(self, number: int, name: str, cells: str) -> str:
        inner = element("b", text(name)) + cells
        return element(
            "li",
            element(
                "button",
                inner,
                class_="cl-btn cl-deal",
                type="button",
                data_action="look",
                data_value=number,
                aria_current="step" if number == self.state.at else None,
            ),
        )

    def _cells(self, finished: Finished) -> str:
        """Return a deal in one line: trump and maker, points, and what stands on the board then."""
        ended, board = finished.state, finished.scored.board
        suit = ended.trump or "S"
        maker = _("{seat} made").format(seat=seat_name(ended.maker)) if ended.maker else _("no makers")
        trump = pip(suit) + element("span", text(_("{suit} are trumps").format(suit=suit_name(suit))), class_="cl-sr")
        a, b = ended.points
        won = _("points {a} : {b}").format(a=a, b=b)
        slate = _("slate {a} : {b}") if ended.rules.scoring == "slate" else _("score {a} : {b}")
        dealt = _("{seat} dealt").format(seat=seat_name(ended.deal.dealer))
        left = slate.format(a=board.counts[0], b=board.counts[1])
        spans = [text(dealt), f"{trump} {text(maker)}", text(won), element("b", text(left))]
        return "".join(element("span", inner) for inner in spans)

    def told(self) -> Note:
        """Return what the deal that is looked at did, or how the partners were drawn."""
        state = self.state
        if not state.at:
            return self._drawn_told()
        seen = state.seen
        last = seen.history[-1]
        table = Sitting(state.game, seen, last.state, state.seed, (), "club", counted=True)
        note = counted_note(table)
        suit = suit_name(last.state.trump or "S")
        who = _("{suit} were trumps, and nobody had made them.").format(suit=suit)
        if last.state.maker:
            who = _("{suit} were trumps; {seat} had made them.").format(suit=suit, seat=seat_name(last.state.maker))
        dealt = _("Deal {n}: {seat} dealt.").format(n=state.at, seat=seat_name(last.state.deal.dealer))
        return replace(note, tone="ok" if seen.won else "info", more=(f"{dealt} {capital(who)}", *note.more))

    def _drawn_told(self) -> Note:
        state, drawn = self.state, self.state.drawn
        first, second, third, fourth = drawn.order
        what = _("{a} and {b} play {c} and {d}: the two highest cards play the two lowest.").format(
            a=first, b=second, c=third, d=fourth
        )
        seats = [_("{player} {seat}").format(player=player, seat=seat_name(seat))
                 for player, seat in zip(drawn.seats, SEATS, strict=True)]  # fmt: skip
        sit = _("They sit: {seats}.").format(seats=listed(seats))
        deals = _("{player} drew the highest card and deals first.").format(player=first)
        again = [_("Cards of equal rank were drawn, so those players drew again.")] if len(drawn.rounds) > 1 else []
        return Note("info", what, (*again, sit, deals), (cite(state.variant, "draw"),))

    # What the reader does

    def acts(self, action: str, value: str, before: History, note: Note | None) -> tuple[str, ...]:
        """Add ``earlier`` when an earlier deal of the same match is looked at, by whatever button or choice."""
        state = self.state
        back = state.deals == before.deals and 1 <= state.at < before.at
        return acts_with(super().acts(action, value, before, note), ["earlier"] if back else [])

    def _over(self) -> bool:
        won = self.state.match.won
        if self.state.draw_only:
            self.say(Note("info", _("Only the draw is shown here.")))
            return True
        if won is None and self.state.deals < _MOST:
            return False
        self.say(Note("info", standing(self.state.match), (_("Another match begins with a new draw."),)))
        return True

    def do_next(self, _value: str = "") -> None:
        """Play the next deal."""
        if not self._over():
            self.show(self.state.further(1))

    def do_end(self, _value: str = "") -> None:
        """Play to the end of the match, a number of deals at once at most."""
        if self._over():
            return
        before = self.state.deals
        after = self.state.further(max(1, _TRICKS // self.state.rules.hand))
        self.show(after)
        if not after.match.won:
            n = after.deals - before
            what = _("{n} more deals are played, and the match is not over yet.").format(n=n)
            self.say(Note("info", what, (standing(after.match),)))

    def do_back(self, _value: str = "") -> None:
        """Look at the deal before."""
        self._look(self.state.at - 1)

    def do_on(self, _value: str = "") -> None:
        """Look at the deal after."""
        self._look(self.state.at + 1)

    def do_look(self, value: str) -> None:
        """Look at a deal by its number, or at the draw (0); raises `ValueError` for a text that is no number."""
        if not (value.isascii() and value.isdecimal()):
            raise ValueError(_("A deal has a whole number, not {value}.").format(value=quoted(value)))
        self._look(int(value[:4]))

    def _look(self, at: int) -> None:
        if at < 0:
            self.say(Note("info", _("Before the first deal there is only the draw.")))
        elif at > self.state.deals:
            self.say(Note("info", _("That deal is not played yet.")))
        else:
            self.show(replace(self.state, at=at))

    # Links

    def of_game(self, base: Seeded) -> History:
        """Return a match before its first deal."""
        return History(base.game, base.house, base.seed, draw_only=self.state.draw_only)

    def fields(self) -> list[str]:
        """Return how many deals are played and which one is looked at."""
        return ["draw"] if self.state.draw_only else [f"{self.state.deals}.{self.state.at}"]

    def with_fields(self, base: Seeded, fields: list[str]) -> History:
        """Return the match that a link tells; raises `ValueError` if it does not take as many deals."""
        (field,) = fields
        if field == "draw":
            return History(base.game, base.house, base.seed, draw_only=True)
        deals, at = (int(n) for n in field.split("."))
        found = History(base.game, base.house, base.seed, deals, at)
        if len(found.match.history) != deals:
            raise DamagedLinkError(_("This link is damaged."))
        return found
