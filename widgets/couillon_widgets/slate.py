"""The slate: write down how a deal ended, and see what is wiped, what is added, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from couillon.cards import TEAMS, quoted
from couillon.messages import _, ngettext, team_name
from couillon.rules import Rules, Variant, variant, variants
from couillon.scoring import Board, Result, Scored, ScoreError, check_result, new_board, score
from couillon_widgets.base import CouillonWidget
from couillon_widgets.chalk import WIDTH
from couillon_widgets.chalk import slate as chalk_slate
from couillon_widgets.html import element, text
from couillon_widgets.links import read_house, write_house
from couillon_widgets.parts import Note, actions, button, chip, choice, cite, frame

__all__ = ["Match", "Slate", "match_of", "picture", "told"]

NOBODY = "--"
TIE = "=="
#: Points that the two sides of a deal can have, winners first; the first pair that is possible stands for the deal.
_WON = ((12, 8), (22, 18), (14, 6), (1, 0))
_TIED = ((10, 10), (20, 20), (0, 0))
#: How many deals one slate takes.
_MOST = 400


@dataclass(frozen=True)
class Match:
    """The deals of a match so far, as pairs of makers and winners, and the answers for the next one.

    Makers are a team or `NOBODY`, winners a team or `TIE`. Raises `ValueError` for deals that cannot be.
    """

    game: str = "belgian"
    house: tuple[tuple[str, Any], ...] = ()
    deals: tuple[tuple[str, str], ...] = ()
    makers: str | None = None
    winner: str | None = None

    def __post_init__(self) -> None:
        """Check the game and every deal."""
        if self.rules.scoring != "slate":
            raise ValueError(
                _("{game} is not scored on a slate: choose {games}.").format(
                    game=self.variant.name, games=", ".join(v.name for v in slate_games())
                )
            )
        if len(self.deals) > _MOST:
            raise ValueError(_("A slate takes at most {n} deals.").format(n=_MOST))
        self.scored  # noqa: B018

    @cached_property
    def variant(self) -> Variant:
        """The game, without house rules."""
        return variant(self.game)

    @cached_property
    def rules(self) -> Rules:
        """The rules of the game, house rules on top."""
        return self.variant.rules.replace(dict(self.house)) if self.house else self.variant.rules

    @cached_property
    def scored(self) -> Scored:
        """The slate now, and what the last deal did to it."""
        last = Scored(new_board(self.rules), ())
        for makers, winner in self.deals:
            last = score(self.rules, last.board, example(self.rules, makers, winner))
        return last

    @property
    def board(self) -> Board:
        """The slate now.

        >>> Match(deals=(("NS", "EW"),)).board.counts
        (6, 4)
        """
        return self.scored.board


def slate_games() -> tuple[Variant, ...]:
    """Return the games that are scored on a slate."""
    return tuple(game for game in variants() if game.rules.scoring == "slate")


def example(rules: Rules, makers: str, winner: str) -> Result:
    """Return a deal that these makers made and these winners won; raises `ValueError` if none is possible.

    >>> from couillon.rules import load
    >>> example(load(), "NS", "EW").points
    (8, 12)
    """
    if makers not in (*TEAMS, NOBODY):
        raise ValueError(_("The makers are NS, EW or --, not {value}.").format(value=quoted(makers)))
    if winner not in (*TEAMS, TIE):
        raise ValueError(_("A deal is won by NS or EW, or tied (==), not {value}.").format(value=quoted(winner)))
    tricks = (rules.hand - rules.hand // 2, rules.hand // 2)
    refused: ScoreError | None = None
    for points in _TIED if winner == TIE else _WON:
        flip = winner == "EW"
        sides = (points[::-1], tricks[::-1]) if flip else (points, tricks)
        result = Result(None if makers == NOBODY else makers, *sides)
        try:
            check_result(rules, result)
        except ScoreError as error:
            refused = refused if refused and refused.field == "makers" else error
        else:
            return result
    assert refused is not None
    raise refused


def sides(board: Board) -> tuple[list[int | None], list[int | None]]:
    """Return the half-lines of both teams from top to bottom: None where wiped, else the loops on them.

    >>> sides(Board((4, 3), 3, loops=(2, 0)))
    ([1, 1, None], [0, 0, 0])
    """
    out: list[list[int | None]] = []
    for lines, loops in zip(board.lines, board.loops, strict=True):
        out.append(
            [
                (loops // lines + (i < loops % lines)) if lines and i < lines else None
                for i in range(max(board.target, *board.lines))
            ]
        )
    return out[0], out[1]


def left_on(board: Board, team: int) -> str:
    """Return what a team still has on the slate, in words.

    >>> left_on(Board((4, 3), 5, loops=(1, 0)), 0)
    '3 lines, 1 loop'
    """
    lines, loops = board.lines[team], board.loops[team]
    words = ngettext("{n} line", "{n} lines", lines).format(n=lines)
    if loops:
        words = _("{lines}, {loops}").format(
            lines=words, loops=ngettext("{n} loop", "{n} loops", loops).format(n=loops)
        )
    return words


def told(board: Board) -> str:
    """Return the whole slate in words.

    >>> told(Board((4, 3), 5, ties=1, loops=(1, 0)))
    'North–South: 3 lines, 1 loop. East–West: 3 lines. A circle with a stroke: the next deal that is won wipes 2.'
    """
    parts = [_("{team}: {left}.").format(team=team_name(team), left=left_on(board, i)) for i, team in enumerate(TEAMS)]
    if board.ties:
        parts.append(_("A circle with a stroke: the next deal that is won wipes {n}.").format(n=board.ties + 1))
    return " ".join(parts)


def picture(board: Board) -> str:
    """Return the slate in its frame, as HTML: names and counts in words, and the drawing in chalk."""
    names = "".join(
        element("span", text(team_name(team)) + element("small", text(left_on(board, i))))
        for i, team in enumerate(TEAMS)
    )
    drawing, height = chalk_slate(*sides(board), hole=bool(board.ties))
    # the circle has its place from the start, so that nothing moves when it is drawn
    svg = element("svg", drawing, viewBox=f"0 0 {WIDTH} {height}", role="img", aria_label=told(board))
    return element(
        "div", element("div", element("div", names, class_="cl-sides", aria_hidden="true") + svg), class_="cl-slate"
    )


class Slate(CouillonWidget[Match]):
    """The slate of a match: say who made the trumps and who won, write it down, and see what is wiped and why.

    ``deals`` are the deals so far, each makers and winners with a colon between: ``NS:EW`` (North–South made the
    trumps and East–West won), ``--:NS`` (nobody had made them), ``EW:==`` (equal points). ``rules`` are house rules,
    such as ``{"length": 7}`` for seven lines. Raises `ValueError` with one sentence for whatever is wrong.

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
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        state = match_of(
            variant, rules or {}, deals.replace(",", " ").split() if isinstance(deals, str) else list(deals)
        )
        super().__init__()
        self.begin(state)

    def variant_id(self) -> str:
        """Return the id of the game."""
        return self.state.game

    def title(self) -> str:
        """Return the name of the slate."""
        return _("The slate")

    def arguments(self) -> str:
        """Return the game and the deals."""
        state = self.state
        shown = [repr(state.game)]
        shown += [f"rules={dict(state.house)}"] if state.house else []
        shown += [f"deals='{' '.join(':'.join(deal) for deal in state.deals)}'"] if state.deals else []
        return ", ".join(shown)

    # What is shown

    def content(self) -> str:
        """Return the slate, the questions about the next deal, and what the last one did."""
        state = self.state
        games = [(game.id, game.name) for game in slate_games()]
        lengths = sorted({5, 7, 10, state.rules.length})
        lines = [(str(n), ngettext("{n} line", "{n} lines", n).format(n=n)) for n in lengths]
        done = len(state.deals)
        chips = [
            choice("variant", _("Game"), games, state.game),
            choice("length", _("Length of the match"), lines, str(state.rules.length)),
            chip(ngettext("{n} deal written", "{n} deals written", done).format(n=done)),
        ]
        note = self.note or self._opening()
        form = ([] if state.board.won else [self._questions()]) + [note.html()]
        body = element("div", picture(state.board) + element("div", "".join(form), class_="cl-form"), class_="cl-score")
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
            + element("div", button("write", _("Write it down"), "write", "cl-primary"))
        )

    def _opening(self) -> Note:
        if self.state.deals:
            return self._happened()
        return Note("info", _("Nothing is wiped yet."), (_("Say how the next deal ended, and write it down."),))

    def _happened(self) -> Note:
        """Say what the last deal did, with the clauses that say so."""
        state = self.state
        events = state.scored.events
        cited = tuple(dict.fromkeys(event.clause for event in events))
        if state.deals[-1][0] == NOBODY and events[0].team and "no-makers" in state.rules.clauses:
            cited = (*cited, "no-makers")
        return Note(
            "ok" if state.board.won else "info",
            events[0].message,
            tuple(event.message for event in events[1:]),
            tuple(cite(state.variant, clause) for clause in cited),
        )

    # What the reader does

    def do_makers(self, value: str) -> None:
        """Say who made the trumps of the next deal."""
        example(self.state.rules, value, "NS")
        self.shift(replace(self.state, makers=value), self.note)

    def do_winner(self, value: str) -> None:
        """Say who won the next deal."""
        example(self.state.rules, "NS", value)
        self.shift(replace(self.state, winner=value), self.note)

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
            deals = (*state.deals, (state.makers, state.winner))
            self.show(replace(state, deals=deals, makers=None, winner=None))

    def do_restart(self, _value: str = "") -> None:
        """Begin a new match."""
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
        clean = Match(game, house)
        while deals:
            try:
                clean = replace(clean, deals=deals)
            except ValueError:
                deals = deals[:-1]
            else:
                break
        length = clean.rules.length
        what = ngettext("{game}: a slate of {n} line.", "{game}: a slate of {n} lines.", length)
        kept = ngettext("{n} deal is written on it.", "{n} deals are written on it.", len(deals))
        more = (kept.format(n=len(deals)),) if deals else (_("Nothing is wiped yet."),)
        self.show(clean, Note("info", what.format(game=clean.variant.name, n=length), more))

    # Links

    def fresh(self) -> Match:
        """Return a clean slate for the same game."""
        return Match(self.state.game, self.state.house)

    def written(self) -> str:
        """Return the game, its house rules and the deals."""
        state = self.state
        return f"{state.game}/{write_house(state.house)}/{'.'.join(':'.join(deal) for deal in state.deals)}"

    def read(self, text: str) -> Match:
        """Return the match that a link tells; raises `ValueError` if it tells none."""
        game, house, deals = text.split("/")
        return match_of(game, read_house(house), deals.split(".") if deals else [])


def match_of(game: str, house: Mapping[str, Any], deals: Iterable[str] = ()) -> Match:
    """Return a match from its texts; raises `ValueError` with one sentence for whatever is wrong.

    >>> match_of("belgian", {"length": 7}, ["NS:EW"]).board.counts
    (8, 6)
    """
    found = variant(game)
    data = found.rules.replace(house).as_data() if house else {}
    pairs = []
    for deal in deals:
        makers, colon, winner = str(deal).partition(":")
        if not colon:
            raise ValueError(
                _("A deal is written as makers and winners, such as NS:EW, not {value}.").format(value=quoted(deal))
            )
        pairs.append((makers, winner))
    frozen = ((axis, tuple(data[axis]) if isinstance(data[axis], list) else data[axis]) for axis in house)
    return Match(found.id, tuple(frozen), tuple(pairs))


def _ask(action: str, question: str, answers: list[tuple[str, str]], chosen: str | None) -> str:
    buttons = [
        button(action, words, data_value=value, aria_pressed=str(value == chosen).lower()) for value, words in answers
    ]
    title = element("p", text(question), class_="cl-ask", aria_hidden="true")
    return element(
        "div", title + element("div", "".join(buttons), class_="cl-group"), role="group", aria_label=question
    )
