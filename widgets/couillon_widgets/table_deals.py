"""Deals to order, and whole matches to keep: by number, by cards, by wish, as a file and from one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from couillon.cards import quoted
from couillon.game import State, start
from couillon.match import standing
from couillon.messages import _
from couillon.records import read_match, write_match
from couillon.rules import variant
from couillon.typed import typed_deal
from couillon_widgets.base import CouillonWidget
from couillon_widgets.files import SavedFile
from couillon_widgets.html import attributes, element, text
from couillon_widgets.parts import Note, button, settings
from couillon_widgets.table_state import Sitting, moved_on, next_deal, sit
from couillon_widgets.table_wishes import granted, typed_wish, wishes

__all__ = ["Dealing", "Draft", "match_text", "opened", "orders", "with_deal"]

#: How many characters the file of a match may have: some hundred deals.
LONGEST_MATCH: Final = 100_000


@dataclass(frozen=True)
class Draft:
    """What is in the fields: the texts as they were sent, and which one is wrong and why."""

    texts: Mapping[str, str]
    wrong: str = ""
    why: str = ""
    prefix: str = ""


def with_deal(table: Sitting, state: State, seed: int) -> Sitting:
    """Return the table with another deal on it; the board stays, and the deal's dealer deals.

    >>> from couillon_widgets.table_state import sit
    >>> state = typed_deal(sit().rules, "S: AS KS QS JS", 5, "E")
    >>> with_deal(sit(), start(sit().rules, state), 5).state.hand("S")
    ('AS', 'KS', 'QS', 'JS')
    """
    table = next_deal(table, seed)
    match = replace(table.match, dealer=state.deal.dealer)
    return moved_on(replace(table, match=match, state=state, put_away=0))


def match_text(table: Sitting) -> str:
    """Return the match as a TOML file, with the deal on the table.

    >>> from couillon_widgets.table_state import sit
    >>> match_text(sit()).splitlines()[0]
    '# A match of Couillon'
    """
    return write_match(table.game, table.match, None if table.counted else table.state)


def opened(table: Sitting, text: str) -> Sitting:
    """Return the table with the match of a file on it, the same people at it.

    Raises `ValueError` with one sentence for a text that is too long or no record of a match.

    >>> from couillon_widgets.table_state import act, sit
    >>> table = act(sit(), "accept")
    >>> opened(sit(), match_text(table)).state == table.state
    True
    """
    if len(text) > LONGEST_MATCH:
        raise ValueError(_("That file is too long for a match: it may have {n} characters.").format(n=LONGEST_MATCH))
    try:
        game, match, current = read_match(text)
    except RecursionError:
        raise ValueError(_("The record of a match is not TOML: too many brackets.")) from None
    table = replace(table, game=game, match=match, counted=False)
    if current is not None:
        if current.phase == "over":  # the last trick lies there until somebody counts
            return replace(table, state=current, put_away=len(current.tricks) - 1)
        return moved_on(replace(table, state=current, put_away=len(current.tricks)))
    if match.history:
        state = match.history[-1].state
        return replace(table, state=state, put_away=len(state.tricks), counted=True)
    return next_deal(table, table.seed)


# What is shown


def orders(table: Sitting, draft: Draft) -> str:
    """Return the fields in which a deal is ordered, and the buttons for the match.

    >>> from couillon_widgets.table_state import sit
    >>> orders(sit(), Draft({})).count("<form")
    4
    """
    ready = "".join(
        element("option", text(words), value=key, selected=key == draft.texts.get("wish"))
        for key, words in wishes(table)
    )
    wish = element("select", ready, name="value")
    numeric = {"inputmode": "numeric", "size": "8"}
    example = _("For example {example}.").format(example="eldest: A*, no C, points 5-9; S: H 2-3, not KS")
    typed = _(
        "For example {example}; what you leave open is dealt at random. Four hands on one line, as in {pbn}, will do."
    ).format(example="S: AS KH; stock: KD", pbn="N:AK.T.9. - - -")
    number = _line("seed", draft, str(table.seed), **numeric)
    fields = [
        _form("seed", _("Number of the deal"), number, draft, _("Deal this number")),
        _form("wish", _("A ready wish"), wish, draft, _("Deal a ready wish")),
        _form("want", _("A wish of your own"), _line("want", draft), draft, _("Deal this wish"), example),
        _form("cards", _("Cards"), _line("cards", draft), draft, _("Deal these cards"), typed),
    ]
    file = _input(type="file", accept=".toml,text/plain", data_action="open", **_bound("open", draft))
    keep = button("save", _("Save this match"), "save")
    keep += element("label", element("span", text(_("Open a match"))) + file, class_="cl-field")
    body = "".join(fields) + element("div", keep + _error("open", draft), class_="cl-order")
    return settings(_("Deal to order, save and open"), body, opened=bool(draft.wrong))


def _form(action: str, label: str, field: str, draft: Draft, words: str, help: str = "") -> str:
    """Return a field with its label and its button; Enter in the field is a click on the button."""
    row = element("label", element("span", text(label)) + field, class_="cl-field")
    row += element("button", text(words), class_="cl-btn", type="submit", data_action=action)
    row += element("p", text(help), class_="cl-small") if help else ""
    # A form with this method goes nowhere, with or without a script.
    return element("form", row + _error(action, draft), class_="cl-order", method="dialog", data_action=action,
                   novalidate=True, data_lm_suppress_shortcuts="true")  # fmt: skip


def _line(name: str, draft: Draft, value: str = "", **more: str) -> str:
    shown = draft.texts.get(name, "") if draft.wrong == name or not value else value
    plain = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
    return _input(type="text", name="value", value=shown, **plain, **_bound(name, draft), **more)


def _input(**values: str) -> str:
    return f"<input{attributes(**values)}>"


def _bound(name: str, draft: Draft) -> dict[str, str]:
    """Return the attributes that bind a wrong field to the sentence about it."""
    if draft.wrong != name:
        return {}
    return {"aria_invalid": "true", "aria_describedby": f"{draft.prefix}-{name}"}


def _error(name: str, draft: Draft) -> str:
    if draft.wrong != name:
        return ""
    return element("p", text(draft.why), class_="cl-wrong", id=f"{draft.prefix}-{name}")


class Dealing(CouillonWidget[Sitting]):
    """The part of the table that deals to order, and keeps and opens matches."""

    longest: ClassVar[Mapping[str, int]] = {"open": LONGEST_MATCH + 1}
    _draft: Draft = Draft({})
    _open: bool | None
    _free = False

    def _go(self, after: Sitting, since: int = 0, *, step: bool = True) -> None:
        raise NotImplementedError

    def show(self, state: Sitting, note: Note | None = None) -> None:
        """Go to another state; no field is wrong any more."""
        self._draft = Draft(self._draft.texts)
        super().show(state, note)

    def marks(self) -> dict[str, object]:
        """Add that the game is open: the page has not chosen one, and nothing was done at this table yet."""
        return {**super().marks(), "data_open": self._free and not self._past}

    def do_usual(self, game: str) -> None:
        """Take up the game that the reader chose last, where it is open; what is no game is no matter."""
        if not self._free or self._past:
            return
        self._free = False
        try:
            found = variant(game).id
        except ValueError:
            return
        table = self.state
        if found != table.game:
            seats, dealer = "".join(table.seats), table.state.deal.dealer
            self.shift(sit(found, table.seed, seats, dealer, None, table.strength, table.guidance.on))

    def _order(self, name: str, value: str, make: Callable[[], Sitting]) -> bool:
        """Deal what is ordered; what cannot be is said, the text stays in its field and the deal on the table."""
        texts = {**self._draft.texts, name: value if name != "open" else ""}
        try:
            table = make()
        except ValueError as error:
            self._draft = Draft(texts, name, str(error), f"cl-{self.model_id[:12]}")
            self.say(Note("no", str(error), (_("The deal on the table stays."),)))
            return False
        self._draft = Draft(texts)
        self._open = None
        self._go(table)
        return True

    @property
    def _next_seed(self) -> int:
        return self.state.seed + 1

    def do_seed(self, value: str) -> None:
        """Deal the cards of a number."""

        def make() -> Sitting:
            digits = value.strip().removeprefix("-")
            if not (digits.isascii() and digits.isdecimal() and len(digits) <= 18):
                raise ValueError(_("The number of a deal is a whole number, not {seed}.").format(seed=quoted(value)))
            return next_deal(self.state, int(value))

        self._order("seed", value, make)

    def do_cards(self, value: str) -> None:
        """Deal the cards that are typed, and the rest at random."""

        def make() -> Sitting:
            table = next_deal(self.state, self._next_seed)
            cards = typed_deal(table.rules, value, table.seed, table.match.dealer)
            return with_deal(self.state, start(table.rules, cards), table.seed)

        self._order("cards", value, make)

    def do_wish(self, value: str) -> None:
        """Deal a ready wish."""
        seed = self._next_seed
        self._order("wish", value, lambda: with_deal(self.state, granted(self.state, value, seed), seed))

    def do_want(self, value: str) -> None:
        """Deal what is wished for in words."""
        seed = self._next_seed
        self._order("want", value, lambda: with_deal(self.state, typed_wish(self.state, value, seed), seed))

    def do_save(self, _value: str = "") -> None:
        """Hand out the match as a file."""
        name = f"couillon-{self.state.game}-{self.state.number}.toml"
        what = _("The match is in the file {name}: open it here to go on.").format(name=name)
        self.say(SavedFile("ok", what, (), name=name, content=match_text(self.state)))

    def do_open(self, value: str) -> None:
        """Open the match of a file."""
        if self._order("open", value, lambda: opened(self.state, value)):
            what = _("The match is open, with {n} deals played.").format(n=len(self.state.match.history))
            self.say(Note("ok", what, (standing(self.state.match),)))
