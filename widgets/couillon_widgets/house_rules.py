"""House rules: switch any axis of a game, and see what it changes on a deal and on average."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import Field, dataclass, fields, replace
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar, Final

from couillon.averages import Averages, averages
from couillon.cards import SUITS, Card
from couillon.estimate import Estimate
from couillon.messages import _, card_list, ngettext
from couillon.parallel import Course, course, lay
from couillon.rules import Rules, RulesError, clause, parse_house_rules, variant, variants, write_house_rules
from couillon_widgets.base import DamagedLinkError
from couillon_widgets.chapters import play_link
from couillon_widgets.files import SavedFile
from couillon_widgets.html import element, prose, text
from couillon_widgets.links import read_house, write_house
from couillon_widgets.parts import Note, button, chip, choice, clause_link, settings, trump_chip
from couillon_widgets.positions import frozen
from couillon_widgets.sides import Side, Spot, cloth, course_note, course_rows, grid, row, spot_rows
from couillon_widgets.small import Seeded, Small, game_of

__all__ = ["DEALS", "GROUPS", "HouseRules"]

#: So many deals are played at random under each of two rule sets.
DEALS: Final = 400
#: The axes by what they are about, in the order in which they are shown.
GROUPS: Final = {
    "deal": ("pack", "packets"),
    "trumps": ("trump", "shown_card", "named_after", "turn", "all_pass", "first_lead"),
    "play": ("follow", "void", "beat", "overtrump", "undertrump", "partner_exempt"),
    "queens": ("queens", "mit", "raises", "stakes", "announce"),
    "score": ("scoring", "length", "sweep", "loss", "loss_sweep", "tie", "tie_again", "tie_penalty"),
}
_AXES: Final = {item.name: item for item in fields(Rules)}
#: Packets that are offered besides those of the games of the family.
_PACKETS: Final = ((1, 1, 1, 1), (3, 1), (2, 3), (6,), (8,))
#: A rule file is a few lines.
_LONGEST: Final = 20_000


@dataclass(frozen=True)
class Housed(Seeded):
    """A game, its house rules, and the deal that they are looked at on."""

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The game as it is, and by the house rules if there are any."""
        base = Side(self.variant.name, self.variant.rules, self.variant)
        return (base, Side(_("House rules"), self.rules, self.variant)) if self.house else (base,)

    @cached_property
    def courses(self) -> tuple[Course, ...]:
        """How the deal of the seed goes."""
        laid = lay([side.rules for side in self.sides], self.seed)
        return tuple(course(side.rules, laid) for side in self.sides)

    @cached_property
    def place(self) -> tuple[Note, Spot | None]:
        """What is said of the deal, and the moment that shows the first difference."""
        return course_note(self.sides, self.courses)

    @property
    def averages(self) -> tuple[Averages, ...]:
        """What random play comes to under each, from the same seed."""
        return tuple(averages(side.rules, DEALS, 1) for side in self.sides)


class HouseRules(Small[Housed]):
    """Switch any axis of a game, and see at once what it changes: on a deal, and on average of many.

    ``rules`` are the house rules to begin with. They can be shared as a link, saved as a rule file, and opened from
    one. Rules that contradict each other are refused in one sentence. Raises `ValueError` with one sentence for
    whatever is wrong.

    >>> HouseRules("belgian", {"beat": True})
    HouseRules('belgian', seed=1, rules={'beat': True})
    >>> HouseRules("belgian", {"packets": [6]})
    Traceback (most recent call last):
    couillon.rules.axes.RulesError: The axis trump cannot be turn-up: no card is left to turn. Deal smaller packets, or set trump to named.
    """  # noqa: E501

    kind = "house-rules"
    longest: ClassVar[Mapping[str, int]] = {"open": _LONGEST + 1}

    def __init__(self, variant: str = "belgian", rules: Mapping[str, Any] | None = None, seed: int = 1) -> None:
        base = game_of(variant, rules, seed)
        super().__init__()
        self.begin(_housed(base.game, dict(base.house), base.seed))

    def title(self) -> str:
        """Return what the widget does."""
        return _("House rules")

    # What is shown

    def content(self) -> str:
        """Return the axes, the deal under both rules, and the averages."""
        state = self.state
        _note, spot = state.place
        chips = [trump_chip(state.courses[0].laid.trump), chip(_n_changes(len(state.house)))]
        axes = element("div", "".join(self._group(name) for name in GROUPS), class_="cl-axes")
        rows = (spot_rows(state.sides, spot) if spot else []) + course_rows(state.sides, state.courses, self.nation)
        shown = (cloth(state.sides, spot, self.nation) if spot else "") + grid(_("On this deal"), state.sides, rows)
        label = _("On average over {n} deals of random play under each").format(n=DEALS)
        average = element("p", text(_("{label}:").format(label=label))) + grid(
            label, state.sides, _average_rows(state.averages)
        )
        file = _("Open a rule file")
        field = f'<input type="file" accept=".toml,text/plain" data-action="open" aria-label="{text(file)}">'
        opened = element("span", element("span", text(file), aria_hidden="true") + field, class_="cl-field")
        near = [button("save", _("Save these rules"), "save"), opened]
        near += [button("restart", _("Back to the game"), "again")] if state.house else []
        house = dict(state.house)
        near.append(play_link(_("Play by these rules"), state.game, house, state.seed, "cl-btn cl-elsewhere"))
        far = [button("deal", _("Another deal"), "next", "cl-primary")]
        return self.framed(chips, axes + shown + average, near, far)

    def _group(self, name: str) -> str:
        names = {
            "deal": _("The deal"),
            "trumps": _("Making trumps"),
            "play": _("What may be played"),
            "queens": _("Special trumps and what is said"),
            "score": _("The score"),
        }
        changed = sum(axis in dict(self.state.house) for axis in GROUPS[name])
        title = names[name]
        if changed:
            title = _("{title}: {changes}").format(title=title, changes=_n_changes(changed))
        return settings(title, "".join(self._axis(axis) for axis in GROUPS[name]), opened=name == "play")

    def _axis(self, axis: str) -> str:
        state, item = self.state, _AXES[axis]
        now = getattr(state.rules, axis)
        options = [(write_house([(axis, value)]), _value_name(item, value)) for value in _values(item, now)]
        action = f"axis-{axis.replace('_', '-')}"
        body = choice(action, _(item.metadata["doc"]), options, write_house([(axis, now)]), shown=True)
        id = item.metadata["clauses"].get(now) if "clauses" in item.metadata else item.metadata["clause"]
        lines = []
        if axis in dict(state.house):
            was = _value_name(item, getattr(state.variant.rules, axis))
            mark = element("b", "≠", aria_hidden="true")
            words = _("changed; in {game}: {value}").format(game=state.variant.name, value=was)
            lines.append(element("p", mark + text(words), class_="cl-differs"))
        if id and now:
            lines.append(element("p", f"{clause_link(id)} {prose(clause(id).text)}"))
        return element("div", body + "".join(lines), class_="cl-axis")

    def told(self) -> Note:
        """Say what the house rules change on this deal."""
        state = self.state
        if not state.house:
            what = _("{game} as it is: change a rule and see what becomes of the deal.")
            return Note("info", what.format(game=state.variant.name))
        return state.place[0]

    # What the reader does

    def do_axis(self, value: str) -> None:
        """Set an axis, and what it cannot do without, as a game has it that is played so.

        Raises `couillon.rules.RulesError` for a value that it does not take, or that contradicts the others.
        """
        given = read_house(value)
        if len(given) != 1:
            raise ValueError(_("Choose one axis and its value."))
        state = self.state
        wanted = {**dict(state.house), **given}
        try:
            after, more = _housed(state.game, wanted, state.seed), {}
        except RulesError:
            more = _needed(state.game, wanted, *given)
            if not more:
                raise
            after = _housed(state.game, {**wanted, **more}, state.seed)
        self.show(after, _with_more(after, more) if more else None)

    def do_restart(self, _value: str = "") -> None:
        """Take all house rules away."""
        if self.state.house:
            self.show(Housed(self.state.game, (), self.state.seed))
        else:
            self.say(Note("info", _("There are no house rules to take away.")))

    def do_save(self, _value: str = "") -> None:
        """Hand out the rules as a rule file."""
        state = self.state
        name = f"couillon-{state.game}-rules.toml"
        what = _("The rules are in the file {name}: it can be opened here, and by couillon itself.").format(name=name)
        content = write_house_rules(state.game, dict(state.house))
        self.say(SavedFile("ok", what, (), name=name, content=content))

    def do_open(self, value: str) -> None:
        """Take up the rules of a rule file; raises `couillon.rules.RulesError` for a text that tells none."""
        if len(value) > _LONGEST:
            raise ValueError(_("A rule file has at most {n} characters.").format(n=_LONGEST))
        found = parse_house_rules(value.removeprefix("\ufeff"), "rules.toml")
        data, game = found.rules.as_data(), found.parent or "belgian"
        self.show(_housed(game, data, self.state.seed), Note("ok", _("The rule file is open."), (_told_game(game),)))

    # Links

    def of_game(self, base: Seeded) -> Housed:
        """Return the deal of a seed under the same house rules."""
        return Housed(base.game, base.house, base.seed)

    def fields(self) -> list[str]:
        """Return nothing: game, house rules and seed are all."""
        return []

    def with_fields(self, base: Seeded, fields: list[str]) -> Housed:
        """Return what a link tells."""
        if fields:
            raise DamagedLinkError(_("This link is damaged."))
        return _housed(base.game, dict(base.house), base.seed)


def _housed(game: str, house: Mapping[str, Any], seed: int) -> Housed:
    """Return house rules in the order of the axes, without those that the game has anyway.

    Raises `couillon.rules.RulesError` for rules that contradict each other.
    """
    found = variant(game)
    told = dict(frozen(found, house))
    kept = tuple((axis, told[axis]) for axis in _AXES if axis in told and told[axis] != getattr(found.rules, axis))
    return Housed(found.id, kept, seed)


def _needed(game: str, house: Mapping[str, Any], axis: str) -> dict[str, Any]:
    """Return the fewest other axes, at most four, that make house rules whole after one was set; nothing if none do.

    Their values are those of a game of the family that has the axis so.

    >>> _needed("belgian", {"trump": "named"}, "trump")
    {'named_after': 4, 'all_pass': 'none'}
    """
    if axis not in _AXES:
        return {}
    found = variant(game)
    now = {name: house.get(name, getattr(found.rules, name)) for name in _AXES}
    models = [other.rules for other in variants() if getattr(other.rules, axis) == house[axis]]
    for count in (1, 2, 3, 4):
        for model in models:
            other = [name for name in _AXES if name != axis and getattr(model, name) != now[name]]
            for names in combinations(other, count):
                more = {name: getattr(model, name) for name in names}
                with suppress(RulesError):
                    _housed(game, {**house, **more}, 1)
                    return more
    return {}


def _with_more(state: Housed, more: Mapping[str, Any]) -> Note:
    """Say what the rules change, and what else had to be set."""
    what = _("These are the rules of {game} again.").format(game=state.variant.name)
    note = state.place[0] if state.house else Note("info", what)
    words = _("Set as well, since one does not go without the other: “{axis}” is now {value}.")
    lines = [
        words.format(axis=re.split("[:;]", _(_AXES[axis].metadata["doc"]))[0], value=_value_name(_AXES[axis], value))
        for axis, value in more.items()
    ]
    return replace(note, more=(*note.more, *lines))


def _values(item: Field[Any], now: Any) -> list[Any]:
    """Return the values that an axis offers, the present one among them."""
    kind, allowed = item.metadata["kind"], item.metadata.get("allowed", ())
    if kind == "switch":
        return [False, True]
    if kind == "number":
        return list(range(allowed[0], allowed[1] + 1))
    if kind in ("word", "choice"):
        return list(allowed)
    known = [getattr(game.rules, item.name) for game in variants()]
    more: list[tuple[Any, ...]] = list(_PACKETS)
    if kind == "cards":
        more = [(), *((Card("Q" + suit),) for suit in SUITS)]
    return sorted({*known, *more, now}, key=lambda value: (len(value), value))


def _value_name(item: Field[Any], value: Any) -> str:
    """Return the value of an axis in words."""
    kind = item.metadata["kind"]
    if kind == "switch":
        return _("yes") if value else _("no")
    if kind == "packets":
        return " + ".join(map(str, value))
    if kind == "cards":
        return card_list(value) if value else _("none")
    return str(value).replace("-", " ")


def _n_changes(n: int) -> str:
    return ngettext("{n} rule changed", "{n} rules changed", n).format(n=n)


def _told_game(game: str) -> str:
    return _("Its rules are those of {game}, with what it changes.").format(game=variant(game).name)


def _average_rows(found: tuple[Averages, ...]) -> list[str]:
    """Return a row for each figure; it differs where the intervals do not meet."""
    figures: list[tuple[str, list[Estimate | None], bool]] = [
        (_("Card points in play"), [one.points for one in found], False),
        (_("Equal points"), [one.ties for one in found], True),
        (_("Makers lose"), [one.lost for one in found], True),
        (_("One side takes all the tricks"), [one.swept for one in found], True),
        (_("Units moved on the board, a deal"), [one.moved for one in found], False),
    ]
    rows = []
    for name, estimates, shares in figures:
        known = [one for one in estimates if one]
        differs = max((one.low for one in known), default=0) > min((one.high for one in known), default=0)
        rows.append(row(text(name), [text(_estimate(one, shares)) for one in estimates], differs))
    return rows


def _estimate(one: Estimate | None, share: bool) -> str:
    if one is None:
        return _("never any makers")
    low, value, high = (f"{100 * n:.1f}" if share else f"{n:.2f}" for n in (one.low, one.value, one.high))
    if one.exact:
        return _("{n} %").format(n=value) if share else value
    words = _("{n} % ({low} to {high})") if share else _("{n} ({low} to {high})")
    return words.format(n=value, low=low, high=high)
