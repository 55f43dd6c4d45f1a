"""Accept or pass? A hand, a question, the reader's answer, and what each answer brings: in every game, to order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from couillon.advice import Advice, advise, answers_of
from couillon.bots import view
from couillon.cards import Card, parse_cards, quoted
from couillon.game import State, apply
from couillon.match import start_match
from couillon.messages import _, capital, either
from couillon.occasions import asked_of, occasion, occasions
from couillon.refusals import action_name
from couillon.verdicts import IllegalActionError
from couillon.view import View
from couillon_widgets.accept_found import findings
from couillon_widgets.base import DamagedLinkError
from couillon_widgets.html import attributes, element, text
from couillon_widgets.parts import Note, actions, button, choice, cite, footer, frame, settings, trump_chip
from couillon_widgets.sayings import Sayings
from couillon_widgets.shelf import acts_with
from couillon_widgets.small import Seeded, Small, game_of
from couillon_widgets.table_felt import Look, felt
from couillon_widgets.table_figure import act_name, deals_at_once
from couillon_widgets.table_state import Sitting
from couillon_widgets.table_tell import prompt

__all__ = ["Accept"]

#: So many layouts are looked at in the end, some at a time while the reader reads; how many at least at one go, and how
#: many before anything is said.
MOST: Final = 160
_GO: Final = 4
_FEW: Final = 16


@dataclass(frozen=True)
class Asking(Seeded):
    """A moment in which South is asked something, and what the reader answered.

    ``about`` is what is asked, ``passed`` how many have passed before, ``cards`` the cards that were typed; ``said``
    is the answer, and ``rounds`` how often layouts have been drawn since.
    """

    about: str = ""
    passed: int = 0
    cards: str = ""
    said: str = ""
    rounds: int = 1

    @cached_property
    def moment(self) -> State:
        """The deal at this moment; raises `ValueError` if there is no such moment."""
        return occasion(self.rules, self.about, self.seed, self.passed, self.cards)

    @cached_property
    def seen(self) -> View:
        """What South sees."""
        return view(self.moment)

    @property
    def go(self) -> int:
        """In how many layouts the answers are played out at one go."""
        return max(_GO, deals_at_once(self.seen))

    @cached_property
    def advice(self) -> Advice:
        """What each answer brings, as far as it is known by now."""
        return advise(self.seen, self.seed, self.go, heard=True, rounds=self.rounds)

    @property
    def more(self) -> bool:
        """Whether more layouts are to be looked at."""
        return bool(self.said) and self.go * self.rounds < MOST

    @property
    def verdict(self) -> str:
        """How the answer was: ``better``, ``worse``, ``close`` where chance may make the difference, or ``soon``."""
        if not self.said:
            return ""
        if self.go * self.rounds < _FEW:
            return "soon"
        advice = self.advice
        if self.said == advice.best:
            return "better" if advice.sure else "close"
        # An answer may be worse for sure while two others are close.
        behind = advice.of(self.said).units.high < advice.of(advice.best).units.low
        return "worse" if advice.sure or behind else "close"

    @property
    def sitting(self) -> Sitting:
        """The moment as a table, for what is shown and told of it."""
        match = start_match(self.rules, self.moment.deal.dealer)
        return Sitting(self.game, match, self.moment, self.seed, ("S",), "club")


class Accept(Sayings, Small[Asking]):
    """Would you accept? Answer, and see what each answer brings on average, and what such hands have brought.

    ``seed`` is the number of the deal, ``passed`` how many players have passed before you, ``about`` what you are
    asked: ``accept``, ``name``, ``mit``, ``kontra``, ``re``, ``raise``, ``matt`` or ``konter``; without it the making
    of trumps. ``cards`` is a hand, and after a stroke the card that is turned. ``rules`` are house rules. Raises
    `ValueError` with one sentence for whatever is wrong.

    >>> Accept(seed=5, passed=3)
    Accept('belgian', seed=5, passed=3)
    >>> Accept("belgian", about="mit")
    Traceback (most recent call last):
    ValueError: In this game a player can be asked for accept, not for "mit".
    """

    kind = "accept"

    def __init__(
        self,
        variant: str = "belgian",
        seed: int = 1,
        passed: int = 0,
        about: str | None = None,
        cards: str = "",
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        base = game_of(variant, rules, seed)
        state = _asking(base, about or "", passed, cards)
        super().__init__()
        self._typed: str | None = None
        self._refused: str | None = None
        self.begin(state)

    def title(self) -> str:
        """Return the name of the widget."""
        return _("What would you say?")

    def more_arguments(self) -> list[str]:
        """Return what is asked, and what was answered."""
        state = self.state
        shown = [f"passed={state.passed}"] if state.passed else []
        shown += [f"about='{state.about}'"] if state.about != occasions(state.rules)[0] else []
        shown += [f"cards='{state.cards}'"] if state.cards else []
        return [*shown, *([f"said='{state.said}'"] if state.said else [])]

    def marks(self) -> dict[str, object]:
        """Add a mark that asks the page for another round, as long as one is wanted."""
        state = self.state
        return {**super().marks(), **({"data_further": f"{state.said} {state.rounds}"} if state.more else {})}

    # What is shown

    def content(self) -> str:
        """Return the cloth with hand and question, and once answered what was found."""
        state = self.state
        games = [(game.id, game.name) for game in self.games()]
        picks = [choice("variant", _("Game"), games, state.game)]
        if len(occasions(state.rules)) > 1:
            names = [(about, _about(about)) for about in occasions(state.rules)]
            picks.append(choice("about", _("Question"), names, state.about))
        if state.about == "accept":
            places = [
                ("0", _("you are asked first")),
                ("1", _("one has passed")),
                ("2", _("two have passed")),
                ("3", _("three have passed")),
            ]
            picks.append(choice("place", _("Your turn"), places, str(state.passed)))
        if state.moment.trump:
            picks.append(trump_chip(state.moment.trump))
        cloth = element("div", felt(state.sitting, Look(self.nation, refused=self._refused)), class_="cl-asking")
        body = cloth + self.said_now().html()
        if state.said:
            body += findings(state.seen, state.advice, state.said, self._kept(), more=state.more)
        near = [button("undo", _("Undo"), "undo"), button("redo", _("Redo"), "redo")]
        next_ = button("deal", _("Next hand"), "deal", "cl-primary" if state.said else "")
        foot = footer(self.nation, self.suits, settings(_("Type a hand"), self._form()) if self._can_type else "")
        return frame(self.title(), picks, body, actions(near, [next_]) + foot)

    def _kept(self) -> str:
        """Return the game whose counted hands are shown: none with house rules, none where trumps are made already."""
        state = self.state
        return state.game if state.about in ("accept", "name") and not state.house else ""

    @property
    def _can_type(self) -> bool:
        return self.state.about in ("accept", "name")

    def _form(self) -> str:
        state = self.state
        accept = state.about == "accept"
        label = _("Your hand, a stroke, and the card that is turned") if accept else _("Your hand")
        value = state.cards if self._typed is None else self._typed
        given = attributes(
            type="text", name="value", value=value, autocomplete="off", spellcheck="false", aria_label=label
        )
        named = element("span", text(label), aria_hidden="true")
        row = element("span", f"{named}<input{given}>", class_="cl-field")
        row += element("button", text(_("Take this hand")), class_="cl-btn", type="submit", data_action="cards")
        help = _("For example {example}; what you leave open is dealt.")
        example = "AS KS 9H TD / JS" if accept else "AS KS 9H TD"
        row += element("p", text(help.format(example=example)), class_="cl-small")
        return element("form", row, class_="cl-order", method="dialog", data_action="cards", novalidate=True,
                       data_lm_suppress_shortcuts="true")  # fmt: skip

    def told(self) -> Note:
        """Return the question, or how the answer was."""
        state = self.state
        if not state.said:
            what, *more = prompt(state.sitting)
            if state.moment.phase == "play":
                what = _("You may {acts}. To say nothing, play a card.").format(
                    acts=either([action_name(word) for word in asked_of(state.moment)])
                )
                more = []
            return Note("info", what, tuple(more))
        best, other = (act_name(word, state.seen) for word in _two_best(state.advice))
        notes = {
            "better": Note("ok", _("Well judged: the better answer is to {best}.").format(best=best)),
            "worse": Note("no", _("The better answer is to {best}.").format(best=best)),
            "close": Note("info", _("It is close: whether to {best} or to {other} may make no difference.").format(
                best=best, other=other)),
            "soon": Note("wait", _("The first deals are being played out.")),
        }  # fmt: skip
        return notes[state.verdict]

    # What the reader does

    def chosen(self, action: str) -> None:
        """Take an answer; what the rules refuse is answered with the reason."""
        state = self.state
        card = len(action) == 2 and action != "re"
        word = "pass" if card else action
        if card or word not in answers_of(state.seen):
            try:
                apply(state.moment, action)
            except IllegalActionError as error:
                verdict = error.verdict
                self._refused = action
                more = tuple(filter(None, (verdict.note, verdict.instead)))
                self.say(Note("no", verdict.what, more, (cite(state.variant, verdict.clause),)))
                return
        self._refused = None
        self.show(replace(state, said=word, rounds=1))

    def do_play(self, value: str) -> None:
        """Play a card, which says nothing; raises `ValueError` for a text that is no card."""
        self.chosen(Card(value))

    def do_further(self, value: str) -> None:
        """Draw more layouts; a message from before the last answer does nothing."""
        state = self.state
        if value == self.marks().get("data_further"):
            self.shift(replace(state, rounds=state.rounds + 1))

    def acts(self, action: str, value: str, before: Asking, note: Note | None) -> tuple[str, ...]:
        """Add ``judged`` for each answer, and ``better``, ``worse`` or ``close`` once that is known."""
        now = self.state
        new = now.said and (now.said, now.verdict) != (before.said, before.verdict)
        told = ["judged"] if now.said and action != "further" else []
        told += [now.verdict] if new and now.verdict != "soon" else []
        return acts_with(super().acts(action, value, before, note), told)

    def do_about(self, value: str) -> None:
        """Ask something else; raises `ValueError` for what is not asked in the game."""
        self._go(_asking(self.state, value, 0, ""))

    def do_place(self, value: str) -> None:
        """Let so many players pass before, with the same hand; raises `ValueError` for another text."""
        if value not in ("0", "1", "2", "3"):
            raise ValueError(_("Choose how many have passed before you: from 0 to 3."))
        state = self.state
        # Who deals shows one of his own cards in some games: then a dealer's hand cannot stay.
        other = state.rules.trump == "shown" and "3" in (value, str(state.passed))
        self._go(_asking(state, state.about, int(value), "" if other else state.cards or _held(state)))

    def do_cards(self, value: str) -> None:
        """Take a hand that was typed; raises `ValueError` with one sentence for what cannot be."""
        self._typed = value
        if not value.strip():
            raise ValueError(_("Type the cards of your hand first."))
        self._go(_asking(self.state, self.state.about, self.state.passed, value))

    def _go(self, state: Asking) -> None:
        self._refused = self._typed = None
        self.show(state)

    def do_undo(self, _value: str = "") -> None:
        """Go back to the hand or the answer before."""
        self._refused = None
        super().do_undo()

    # Links

    def of_game(self, base: Seeded) -> Asking:
        """Return the same question in a game, as far as it is asked there."""
        self._refused = self._typed = None
        about = self.state.about if self.state.about in occasions(base.rules) else ""
        return _asking(base, about, self.state.passed, "")

    def fields(self) -> list[str]:
        """Return what is asked, who has passed, the cards that were typed, and the answer."""
        state = self.state
        cards = state.cards.replace(" / ", "~").replace(" ", ".")
        return [state.about, str(state.passed), cards, state.said.replace(" ", ".")]

    def with_fields(self, base: Seeded, fields: list[str]) -> Asking:
        """Return the moment that a link tells."""
        about, passed, cards, said = fields
        found = _asking(base, about, int(passed), cards.replace("~", " / ").replace(".", " "))
        said = said.replace(".", " ")
        if said and said not in answers_of(found.seen):
            raise DamagedLinkError(_("This link is damaged."))
        return replace(found, said=said)


def _asking(base: Seeded, about: str, passed: object, cards: str) -> Asking:
    """Return a moment, checked; raises `ValueError` with one sentence if there is none."""
    if isinstance(passed, bool) or not isinstance(passed, int):
        passed = -1
    first = occasions(base.rules)[0]
    about = about or first
    passed = passed if about == "accept" else 0
    found = Asking(base.game, base.house, base.seed, about, passed, _tidy(cards))
    found.seen  # noqa: B018
    return found


def _held(state: Asking) -> str:
    """Return the hand and the proposed card as a reader would type them."""
    hand, shown = " ".join(state.moment.hand("S")), state.moment.proposed
    return f"{hand} / {shown}" if shown else hand


def _tidy(cards: str) -> str:
    """Return typed cards in their usual spelling; raises `CardError` for what is none."""
    if not isinstance(cards, str):
        raise ValueError(_('Cards are a text, such as "AS KS 9H TD / JS", not {value}.').format(value=quoted(cards)))
    hand, stroke, shown = (part if part == "/" else " ".join(parse_cards(part)) for part in cards.partition("/"))
    return f"{hand} / {shown}" if stroke and shown else hand if hand else cards.strip()


def _about(about: str) -> str:
    """Return a question in words, for the list of questions."""
    names = {"accept": _("accept or pass"), "name": _("which suit")}
    return capital(names.get(about) or action_name(about))


def _two_best(advice: Advice) -> tuple[str, str]:
    first, second = sorted(advice.answers, key=lambda answer: -answer.units.value)[:2]
    return first.action, second.action
