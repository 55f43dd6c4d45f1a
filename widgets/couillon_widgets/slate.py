"""The slate, or the score in numbers: write down how a deal ended, and see what changes, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from couillon.cards import TEAMS, quoted
from couillon.endings import ALL_TRICKS, WORDS, sayable
from couillon.messages import _, ngettext, team_name
from couillon.rules import Rules, variant, variants
from couillon_widgets.base import CouillonWidget
from couillon_widgets.boards import board_picture, picture
from couillon_widgets.html import element, text
from couillon_widgets.links import read_house, write_house
from couillon_widgets.matches import NOBODY, TIE, Match, example, match_of, slate_games
from couillon_widgets.parts import Note, actions, button, chip, choice, cite, frame

__all__ = ["Slate", "picture"]

#: How often a deal can be raised here.
_RAISES: Final = 3


class Slate(CouillonWidget[Match]):
    """The slate of a match: say who made the trumps and who won, write it down, and see what is wiped and why.

    ``deals`` are the deals so far, each makers and winners with a colon between: ``NS:EW`` (North–South made the
    trumps and East–West won), ``--:NS`` (nobody had made them), ``EW:==`` (equal points). Where a game counts them,
    all the tricks and what was said follow: ``NS:NS:all+mit+kontra``. ``need`` is what each team has to wipe at first
    (or has, where points are counted), North–South first, and ``double`` draws the circle with a stroke. ``rules`` are
    house rules, such as ``{"length": 7}`` for seven lines. Raises `ValueError` with one sentence for whatever is
    wrong.

    >>> Slate(deals="NS:EW EW:==")
    Slate('belgian', deals='NS:EW EW:==')
    >>> Slate(deals="NS:XX")
    Traceback (most recent call last):
    ValueError: A deal is won by NS or EW, or tied (==), not "XX".
    """

    kind = "slate"

    def __init__(
        self,
        variant: str = "belgian",
        *,
        deals: str | Iterable[str] = "",
        need: tuple[int, int] | None = None,
        double: bool = False,
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        written = deals.replace(",", " ").split() if isinstance(deals, str) else deals
        state = match_of(variant, rules, written, _start(variant, need, double, rules))
        super().__init__()
        self.begin(state)

    def variant_id(self) -> str:
        """Return the id of the game."""
        return self.state.game

    def title(self) -> str:
        """Return the name of the slate, or of the score."""
        return _("The slate") if self.state.rules.scoring == "slate" else _("The score")

    def arguments(self) -> str:
        """Return the game and the deals."""
        state = self.state
        shown = [repr(state.game)]
        shown += [f"rules={dict(state.house)}"] if state.house else []
        if state.start:
            shown += [f"need={state.start[:2]}"] + (["double=True"] if state.start[2] else [])
        shown += [f"deals='{' '.join(':'.join(deal) for deal in state.deals)}'"] if state.deals else []
        return ", ".join(shown)

    # What is shown

    def content(self) -> str:
        """Return the slate, the questions about the next deal, and what the last one did."""
        state = self.state
        games = [(game.id, game.name) for game in (slate_games() if state.rules.scoring == "slate" else variants())]
        lines = _lengths(state.rules)
        done = len(state.deals)
        chips = [
            choice("variant", _("Game"), games, state.game),
            choice("length", _("Length of the match"), lines, str(state.rules.length)),
            chip(ngettext("{n} deal written", "{n} deals written", done).format(n=done)),
        ]
        if state.board.ties and state.rules.scoring != "slate":
            chips.append(chip(_("the next win counts {n}").format(n=state.board.ties + 1)))
        note = self.said_now()
        form = ([] if state.board.won else [self._questions()]) + [note.html()]
        body = element(
            "div",
            board_picture(state.rules, state.board) + element("div", "".join(form), class_="cl-form"),
            class_="cl-score",
        )
        foot = actions(
            [button("undo", _("Take back"), "undo"), button("redo", _("Redo"), "redo")],
            [
                button("share", _("Copy link"), "share", "cl-quiet"),
                button("restart", _("New match"), "again", "cl-primary" if state.board.won else ""),
            ],
        )
        return frame(self.title(), chips, body, foot)

    def _questions(self) -> str:
        state = self.state
        names = [(team, team_name(team)) for team in TEAMS]
        makers = names + ([(NOBODY, _("Nobody"))] if state.rules.all_pass != "none" else [])
        return (
            _ask("makers", _("Who made the trumps?"), makers, state.makers)
            + _ask("winner", _("Who has more points?"), [*names, (TIE, _("Equal points"))], state.winner)
            + self._more()
            + element("div", button("write", _("Write it down"), "write", "cl-primary"))
        )

    def said_now(self) -> Note:
        """Return the answer to the last action, else what the last deal did."""
        return self.note or self._opening()

    def _more(self) -> str:
        """Return what more there may be to a deal, to switch on and off; nothing where nothing counts."""
        rules, how = self.state.rules, self.state.how
        names = [(ALL_TRICKS, _("All the tricks"))] if rules.sweep or rules.loss_sweep else []
        names += [(word, _("Raise") if word == "raise" else word.capitalize()) for word in sayable(rules)]
        if not names:
            return ""
        buttons = []
        for word, name in names:
            times = how.count(word)
            words = _("{word}, {n} times").format(word=name, n=times) if times > 1 else name
            pressed = str(times > 0).lower()
            buttons.append(button("more", words, data_value=word, aria_pressed=pressed, kind="cl-toggle"))
        asked = _("What more was there?")
        title = element("p", text(asked), class_="cl-ask", aria_hidden="true")
        return element(
            "div", title + element("div", "".join(buttons), class_="cl-group"), role="group", aria_label=asked
        )

    def _opening(self) -> Note:
        if self.state.deals:
            return self._happened()
        return Note("info", _clean(self.state.rules), (_("Say how the next deal ended, and write it down."),))

    def _happened(self) -> Note:
        """Say what the last deal did, with the clauses that say so."""
        state = self.state
        events = state.scored.events
        cited = tuple(dict.fromkeys(event.clause for event in events))
        if state.deals[-1][0] == NOBODY and events[0].team and "no-makers" in state.rules.clauses:
            cited = (*cited, "no-makers")
        told = [event.message for event in events]
        if state.deals[-1][1] == TIE and events[0].team and state.rules.tie == "makers-lose":
            cited = ("tie-makers-lose", *cited)
            told.insert(0, _("Equal points: the makers lose the deal."))
        return Note(
            "ok" if state.board.won else "info",
            told[0],
            tuple(told[1:]),
            tuple(cite(state.variant, clause) for clause in cited),
        )

    # What the reader does

    def do_makers(self, value: str) -> None:
        """Say who made the trumps of the next deal."""
        example(self.state.rules, value, "NS")
        self.shift(replace(self.state, makers=value), self.note)

    def do_winner(self, value: str) -> None:
        """Say who won the next deal."""
        example(self.state.rules, "NS", value, "+".join(self.state.how))
        self.shift(replace(self.state, winner=value), self.note)

    def do_more(self, value: str) -> None:
        """Say that a team took all the tricks or that something was declared, or take it back; raises `ValueError`
        for what cannot be said."""
        state = self.state
        often = _RAISES if value == "raise" else 1
        others = tuple(word for word in state.how if word != value)
        how = [*others, *[value] * ((state.how.count(value) + 1) % (often + 1))]
        example(state.rules, "NS", state.winner or "NS", "+".join(how))
        how.sort(key=(ALL_TRICKS, *WORDS).index)
        self.shift(replace(state, how=tuple(how)), None if self.note and self.note.tone == "no" else self.note)

    def do_write(self, _value: str = "") -> None:
        """Write the next deal on the slate."""
        state = self.state
        if state.board.won:
            self.say(Note("info", _("The match is over."), (_("Start a new one to write on a clean slate."),)))
        elif state.makers is None:
            self.say(Note("no", _("Say first who made the trumps.")))
        elif state.winner is None:
            self.say(Note("no", _("Say first who has more points.")))
        else:
            how = ("+".join(state.how),) if state.how else ()
            deals = (*state.deals, (state.makers, state.winner, *how))
            self.show(replace(state, deals=deals, makers=None, winner=None, how=()))
            # Said anew, so that a deal that ends as the one before is heard of again.
            self.say(self._happened())

    def do_restart(self, _value: str = "") -> None:
        """Begin a new match on a clean slate."""
        self.show(self.fresh())

    do_deal = do_next = do_restart

    def do_variant(self, game: str) -> None:
        """Write the same deals on the slate of another game."""
        self._rewrite(variant(game).id, ())

    def do_length(self, lines: str) -> None:
        """Write the same deals on a slate with another number of lines."""
        if not lines.isdecimal():
            raise ValueError(_("A slate has a whole number of lines, not {value}.").format(value=quoted(lines)))
        length = int(lines[:4])
        plain = length == self.state.variant.rules.length
        others = tuple(pair for pair in self.state.house if pair[0] != "length")
        self._rewrite(self.state.game, others if plain else (*others, ("length", length)))

    def _rewrite(self, game: str, house: tuple[tuple[str, Any], ...]) -> None:
        """Write as many of the deals as the other rules take."""
        deals = self.state.deals
        try:
            clean = Match(game, house, self.state.start)
        except ValueError:
            clean = Match(game, house)
        while deals:
            try:
                clean = replace(clean, deals=deals)
            except ValueError:
                deals = deals[:-1]
            else:
                break
        length = clean.rules.length
        what = {
            "slate": ngettext("{game}: a slate of {n} line.", "{game}: a slate of {n} lines.", length),
            "points": _("{game}: the first team with {n} has won."),
            "countdown": _("{game}: both teams count down from {n}."),
        }[clean.rules.scoring]
        kept = ngettext("{n} deal is written on it.", "{n} deals are written on it.", len(deals))
        more = (kept.format(n=len(deals)),) if deals else (_clean(clean.rules),)
        self.show(clean, Note("info", what.format(game=clean.variant.name, n=length), more))

    # Links

    def fresh(self) -> Match:
        """Return a clean slate for the same game."""
        return Match(self.state.game, self.state.house)

    def written(self) -> str:
        """Return the game, its house rules and the deals."""
        state = self.state
        start = ".".join(str(n) for n in state.start or ())
        return f"{state.game}/{write_house(state.house)}/{start}/{'.'.join(':'.join(deal) for deal in state.deals)}"

    def read(self, text: str) -> Match:
        """Return the match that a link tells; raises `ValueError` if it tells none."""
        game, house, begun, deals = text.split("/")
        start = None
        if begun:
            north, east, ties = (int(n) for n in begun.split("."))
            start = (north, east, ties)
        return match_of(game, read_house(house), deals.split(".") if deals else [], start)


def _clean(rules: Rules) -> str:
    return _("Nothing is wiped yet.") if rules.scoring == "slate" else _("Nothing is written yet.")


def _lengths(rules: Rules) -> list[tuple[str, str]]:
    """Return the lengths of a match to choose from, in words."""
    common = {"slate": (5, 7, 10), "points": (3, 5, 10), "countdown": (9, 13)}[rules.scoring]
    lengths = sorted({*common, rules.length})
    if rules.scoring == "slate":
        return [(str(n), ngettext("{n} line", "{n} lines", n).format(n=n)) for n in lengths]
    words = _("first to {n}") if rules.scoring == "points" else _("from {n}")
    return [(str(n), words.format(n=n)) for n in lengths]


def _start(
    game: str, need: tuple[int, int] | None, double: bool, house: Mapping[str, Any] | None
) -> tuple[int, int, int] | None:
    """Return the slate to begin with, if it is not the clean one."""
    if need is None and not double:
        return None
    length = match_of(game, house).rules.length
    both = (length, length) if need is None else tuple(need) if isinstance(need, list | tuple) else ()
    if len(both) != 2 or not all(isinstance(n, int) and not isinstance(n, bool) for n in both):
        raise ValueError(
            _("need is what each of the two teams has to wipe, such as (3, 2), not {value}.").format(value=quoted(need))
        )
    return both[0], both[1], int(double)


def _ask(action: str, question: str, answers: list[tuple[str, str]], chosen: str | None) -> str:
    buttons = [
        button(action, words, data_value=value, aria_pressed=str(value == chosen).lower()) for value, words in answers
    ]
    title = element("p", text(question), class_="cl-ask", aria_hidden="true")
    return element(
        "div", title + element("div", "".join(buttons), class_="cl-group"), role="group", aria_label=question
    )
