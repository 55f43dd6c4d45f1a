"""What all widgets share: one renderer for snapshot and live view, messages from the page, undo, links."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar
from zlib import crc32

import anywidget
import traitlets

from couillon.cards import quoted
from couillon.messages import _
from couillon.rules import clause, variant
from couillon_widgets import front
from couillon_widgets.acts import acts_of
from couillon_widgets.deck import NATIONS
from couillon_widgets.html import element
from couillon_widgets.parts import Note, cite
from couillon_widgets.preferences import TASTE, check_taste
from couillon_widgets.shelf import SHELF

__all__ = ["CouillonWidget", "DamagedLinkError", "sealed", "unsealed"]

State = TypeVar("State")
_SAFE = re.compile(r"[A-Za-z0-9._~=,:/+-]{0,2000}")
#: How much of a value that a message brings is looked at, unless a widget says otherwise of an action.
_LONGEST = 4000
#: Messages that are nothing a reader does.
_NO_ACTS = ("restore", "recall", "unkept")


class DamagedLinkError(ValueError):
    """The text of a link that was cut, changed or made up."""


def sealed(text: str) -> str:
    """Return the text of a link with two bytes behind it that tell whether it is whole.

    >>> sealed("belgian/H")
    'belgian/H/989f'
    """
    return f"{text}/{crc32(text.encode()) & 0xFFFF:04x}"


def unsealed(text: str) -> str:
    """Return the text of a link without its seal; raises `DamagedLinkError` if it is not whole.

    >>> unsealed(sealed("belgian/H"))
    'belgian/H'
    >>> unsealed("belgian/S/989f")
    Traceback (most recent call last):
    couillon_widgets.base.DamagedLinkError: This link is damaged.
    """
    inner, _slash, _seal = text.rpartition("/") if isinstance(text, str) and _SAFE.fullmatch(text) else ("", "", "")
    if not inner or sealed(inner) != text:
        raise DamagedLinkError(_("This link is damaged."))
    return inner


class CouillonWidget(anywidget.AnyWidget, Generic[State]):
    """A widget whose HTML is made in Python, once for the snapshot and the live view alike.

    A subclass sets ``kind``, starts with `begin`, and defines `title`, `content`, `written`, `read`, `fresh` and a
    method ``do_<action>`` for each action of its buttons. Its states are immutable: `show` makes one the present one.
    """

    kind: ClassVar[str]
    #: Actions whose values may be longer than usual, with how many characters.
    longest: ClassVar[Mapping[str, int]] = {}

    html = traitlets.Unicode().tag(sync=True)
    _esm: ClassVar[Any] = ""
    _css: ClassVar[Any] = ""

    def __init__(self) -> None:
        if not front.is_on_page():
            CouillonWidget._esm, CouillonWidget._css = front.module(), front.style()
        super().__init__()
        self.nation = "en"
        self.suits = "4"
        self.taste = dict(TASTE)
        self.note: Note | None = None
        self._past: list[tuple[State, Note | None]] = []
        self._future: list[tuple[State, Note | None]] = []
        self.on_msg(self._on_message)

    # What a subclass defines

    def title(self) -> str:
        """Return the widget's name for its head and for screen readers."""
        raise NotImplementedError

    def variant_id(self) -> str:
        """Return the id of the variant that is shown."""
        raise NotImplementedError

    def content(self) -> str:
        """Return the HTML inside the root element for the present state."""
        raise NotImplementedError

    def written(self) -> str:
        """Return the present state as the text of a link."""
        raise NotImplementedError

    def read(self, text: str) -> State:
        """Return the state that a link's text tells; raises `ValueError` if it tells none."""
        raise NotImplementedError

    def fresh(self) -> State:
        """Return a new state to begin with, when a link cannot be read."""
        raise NotImplementedError

    # State

    state: State

    def begin(self, state: State) -> None:
        """Show the first state."""
        self.state = state
        self.draw()

    def show(self, state: State, note: Note | None = None) -> None:
        """Go to another state; the present one can be taken back to."""
        # Without limit: states share all that they have in common, so a step costs some hundred bytes.
        self._past.append((self.state, self._lasting))
        self._future.clear()
        self.state, self.note = state, note
        self.draw()

    def shift(self, state: State, note: Note | None = None) -> None:
        """Go to another state that is no step of its own when taking back."""
        self.state, self.note = state, note
        self.draw()

    def say(self, note: Note | None) -> None:
        """Say something without changing the state."""
        self.note = note
        self.draw()

    @property
    def _lasting(self) -> Note | None:
        return None if self.note and self.note.passing else self.note

    def draw(self) -> None:
        """Make the HTML anew; the page is told of the difference."""
        self.html = self.render("live")

    def render(self, state: str) -> str:
        """Return the root element: ``state`` is ``snapshot`` or ``live``, and nothing else depends on it."""
        return element(
            "div",
            self.content(),
            data_couillon=self.kind,
            data_state=state,
            data_variant=self.variant_id(),
            data_share=self.share,
            data_nation=self.nation,
            data_suits=self.suits,
            **self.marks(),
            role="group",
            aria_label=self.title(),
        )

    def marks(self) -> dict[str, object]:
        """Return more attributes of the root element: the reader's settings, where they are not the usual ones."""
        return {f"data_{name}": value for name, value in self.taste.items() if value != TASTE[name]}

    @property
    def share(self) -> str:
        """The text that restores this state; a link to it ends in ``#<kind>=<text>``."""
        return sealed(self.written())

    # Messages from the page

    def _on_message(self, _widget: object, content: object, _buffers: object) -> None:
        self.receive(content)

    def receive(self, message: object) -> None:
        """Answer a message from the page: ``{action, card?, value?}``; whatever it is, no exception leaves here."""
        found = self._method(message)
        if found is None:
            shown = message.get("action") if isinstance(message, Mapping) else message
            self.say(Note("no", _("This game has no action {action}.").format(action=quoted(shown))))
            return
        method, value = found
        before, said, shown_before = self.state, self.note, self.said_now()
        try:
            method(value)
        except ValueError as error:
            self.say(Note("no", str(error)))
            return
        action = str(message.get("action", "play")).partition("-")[0] if isinstance(message, Mapping) else ""
        if action not in _NO_ACTS:
            note = self.note if self.note is not said else None
            if note is None and self.said_now() != shown_before:
                note = self.said_now()
            SHELF.tell(self, self.acts(action, value, before, note))

    def said_now(self) -> Note | None:
        """Return what the widget says now, also where it follows from the state alone."""
        return self.note

    def acts(self, action: str, value: str, before: State, note: Note | None) -> tuple[str, ...]:
        """Return what a message of the page has come to, for those who listen (`couillon_widgets.acts`)."""
        return acts_of(action, value, before, self.state, note)

    def _method(self, message: object) -> tuple[Callable[[str], None], str] | None:
        """Look up the method for a message, and what it is called with."""
        if not isinstance(message, Mapping):
            return None
        action, card, value = message.get("action", "play"), message.get("card"), message.get("value")
        if not isinstance(action, str) or not action.isascii() or "_" in action:
            return None
        name, dash, rest = action.partition("-")
        given = next((v for v in (card, value) if isinstance(v, str)), rest if dash else "")
        method = getattr(type(self), f"do_{name}", None)
        return (method.__get__(self), given[: self.longest.get(name, _LONGEST)]) if callable(method) else None

    def do_undo(self, _value: str = "") -> None:
        """Go back to the state before."""
        if not self._past:
            self.say(Note("info", _("There is nothing to take back.")))
            return
        self._future.append((self.state, self._lasting))
        self.state, self.note = self._past.pop()
        self.draw()

    def do_redo(self, _value: str = "") -> None:
        """Go forward again after going back."""
        if not self._future:
            self.say(Note("info", _("There is nothing to do again.")))
            return
        self._past.append((self.state, self._lasting))
        self.state, self.note = self._future.pop()
        self.draw()

    def do_share(self, value: str = "") -> None:
        """Say that the page has copied the link (``copied``), or show it where the page may not copy."""
        if value == "copied":
            self.say(Note("ok", _("The link is copied."), (_("Whoever opens it sees just this."),)))
        else:
            self.say(Note("info", _("Copy this link."), (_("Whoever opens it sees just this."),), link=True))

    def do_restore(self, value: str) -> None:
        """Show what a link tells; if it is damaged, say so and show something fresh."""
        try:
            state = self.read(unsealed(value))
        except (ValueError, LookupError):
            self.show(self.fresh(), Note("no", _("This link is damaged, so here is a fresh deal.")))
            return
        self.show(state, None)

    def do_nation(self, value: str) -> None:
        """Change the letters in the corners of the cards; raises `ValueError` for an unknown country."""
        if value not in NATIONS:
            raise ValueError(
                _("There are no cards of {country}: choose {countries}.").format(
                    country=quoted(value), countries=", ".join(NATIONS)
                )
            )
        self.nation = value
        self.draw()

    def do_clause(self, value: str) -> None:
        """Say what a clause says and who says so, where no chapter on sources is at hand.

        Raises `couillon.rules.RulesError` for an unknown one.
        """
        found = clause(value)
        game = variant(self.variant_id())
        self.say(Note("info", found.text, (found.choice,), (cite(game, found.id),)))

    def do_suits(self, value: str) -> None:
        """Change between four colours and two; raises `ValueError` for another number."""
        if value not in ("2", "4"):
            raise ValueError(_("The suits have 2 or 4 colours, not {n}.").format(n=quoted(value)))
        self.suits = value
        self.draw()

    def do_size(self, value: str) -> None:
        """Change the size of the cards; raises `ValueError` for an unknown one."""
        self._prefer("size", value)

    def do_motion(self, value: str) -> None:
        """Change how fast cards move, or let none move; raises `ValueError` for another word."""
        self._prefer("motion", value)

    def do_side(self, value: str) -> None:
        """Change between the order of cards for the right and for the left hand; raises `ValueError` for another."""
        self._prefer("side", value)

    def do_sound(self, value: str) -> None:
        """Let the page make sounds, or be silent; raises `ValueError` for another word."""
        self._prefer("sound", value)

    def _prefer(self, name: str, value: str) -> None:
        check_taste(name, value)
        self.taste[name] = value
        self.draw()

    # Notebooks

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Add the snapshot, which can be read without any script, to what a notebook keeps."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**(data or {}), "text/html": self.render("snapshot")}, metadata

    def __repr__(self) -> str:
        """Return the whole state in one line shorter than 110 characters."""
        return short(f"{type(self).__name__}({self.arguments()})")

    def arguments(self) -> str:
        """Return the state as the arguments of the constructor."""
        raise NotImplementedError


def short(line: str) -> str:
    """Return a line of at most 109 characters; a longer one ends in a number that stands for the rest.

    >>> len(short("x" * 200)), short("short")
    (109, 'short')
    """
    return line if len(line) < 110 else f"{line[:98]}~{crc32(line.encode()):08x}" + ")~"[:2]
