"""A row of questions: tap every card that you may play, and have the answer checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from couillon.cards import quoted
from couillon.messages import _, capital, card_list, card_name, ngettext, seat_name
from couillon_widgets.base import CouillonWidget, DamagedLinkError
from couillon_widgets.html import element, text
from couillon_widgets.links import cards_of, read_position, write_position
from couillon_widgets.parts import (
    Note,
    actions,
    button,
    card_button,
    chip,
    cite,
    footer,
    frame,
    hand,
    trump_chip,
)
from couillon_widgets.positions import Position, checked_seed, dealt, parse_position
from couillon_widgets.tables import table_cards

__all__ = ["Question"]

#: How many questions one row may have.
_MOST = 20
_MARKS = {"d": "cl-done", "m": "cl-missed"}


@dataclass(frozen=True)
class Paper:
    """The first question, and what was answered.

    ``marks`` has a letter for each question that was answered: d for right, m for not right. ``at`` is the present
    question; ``checked`` says that its answer, ``picked``, was checked, ``shown`` that it was given.
    """

    first: Position
    seed: int
    count: int
    at: int = 0
    marks: str = ""
    picked: frozenset[str] = frozenset()
    checked: bool = False
    shown: bool = False

    @property
    def position(self) -> Position:
        """The position that is asked about: the first is given, the others are dealt from the seeds that follow."""
        return self.first if self.at == 0 else dealt(self.first.game, self.seed + self.at, self.first.house)

    @property
    def right(self) -> frozenset[str]:
        """The cards that the rules allow."""
        return frozenset(card for card, verdict in self.position.verdicts.items() if verdict.legal)

    @property
    def over(self) -> bool:
        """Whether the last question has been answered and nothing follows."""
        return self.at + 1 >= self.count

    def marked(self, mark: str) -> Paper:
        """Return the paper with a mark for the present question."""
        marks = self.marks.ljust(self.at, "m")
        return replace(self, marks=marks[: self.at] + mark + marks[self.at + 1 :])


class Question(CouillonWidget[Paper]):
    """Tap every card you may play; the engine checks the answer and gives the reason for each card.

    The first position is given as in `LegalMoves` or dealt from ``seed``; ``count`` questions are asked, the others
    dealt from the seeds that follow. Raises `ValueError` with one sentence for whatever is wrong.

    >>> Question("kwajongen", hand="KS JH 9H TC", trick="AD 9D", trump="H", count=3)
    Question('kwajongen', hand='KS JH 9H TC', trick='AD 9D', trump='H', seed=1, count=3)
    >>> Question(count=0)
    Traceback (most recent call last):
    ValueError: A row has from 1 to 20 questions, not "0".
    """

    kind = "exercise"

    def __init__(
        self,
        variant: str = "belgian",
        *,
        hand: Any = None,
        trick: Any = None,
        trump: str | None = None,
        seed: int = 1,
        count: int = 5,
        rules: Mapping[str, Any] | None = None,
        mit: bool = False,
    ) -> None:
        seed = checked_seed(seed)
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= _MOST:
            raise ValueError(_("A row has from 1 to {most} questions, not {n}.").format(most=_MOST, n=quoted(count)))
        if hand is None:
            game = parse_position(variant, "S", (), ("AS",), house=rules)
            first = dealt(game.game, seed, game.house)
        else:
            if trump is None:
                raise ValueError(_("Say which suit is trump: S, H, D or C."))
            first = parse_position(variant, trump, trick, hand, mit, rules)
        super().__init__()
        self.begin(Paper(first, seed, count))

    def variant_id(self) -> str:
        """Return the id of the game."""
        return self.state.first.game

    def title(self) -> str:
        """Return which question this is."""
        state = self.state
        if state.count == 1:
            return _("Question")
        return _("Question {n} of {count}").format(n=state.at + 1, count=state.count)

    def arguments(self) -> str:
        """Return the present question and its answer."""
        state, position = self.state, self.state.position
        shown = [repr(position.game), f"hand='{' '.join(position.hand)}'"]
        shown += [f"trick='{' '.join(position.trick)}'"] if position.trick else []
        shown += [f"trump='{position.trump}'", f"seed={state.seed}", f"count={state.count}"]
        shown += [f"at={state.at}"] if state.at else []
        shown += [f"picked='{' '.join(sorted(state.picked))}'"] if state.picked else []
        shown += [f"marks='{state.marks}'"] if state.marks else []
        return ", ".join(shown)

    # What is shown

    def content(self) -> str:
        """Return the question, the cards and, once it is checked, the answer."""
        state, position = self.state, self.state.position
        chips = [self._steps(), chip(position.variant.name), trump_chip(position.trump)]
        chips = chips if state.count > 1 else chips[1:]
        asked = element("p", text(self._asked()), class_="cl-question")
        table = hand(_("On the table"), table_cards(position, None, self.nation), tagged=True)
        own = hand(_("Your hand"), [self._card(card) for card in position.hand], roving=True, tagged=state.checked)
        many = " cl-many" if len(position.hand) > 4 else ""
        strip = element("div", element("div", table + own, class_=f"cl-duo{many}"), class_="cl-strip")
        note = self.note or Note("info", _("Tap a card to pick it, and once more to leave it."))
        return frame(
            self.title(), chips, asked + strip + note.html(), self._actions() + footer(self.nation, self.suits)
        )

    def _asked(self) -> str:
        position = self.state.position
        if not position.trick:
            return _("You lead this trick. Tap every card you may play.")
        led = _("{seat} led the {card}.").format(seat=seat_name(position.seats[0]), card=card_name(position.trick[0]))
        return f"{led} {_('Tap every card you may play.')}"

    def _steps(self) -> str:
        state = self.state
        kinds = [_MARKS[state.marks[i]] if i < len(state.marks) else "" for i in range(state.count)]
        kinds[state.at] = f"{kinds[state.at]} cl-now".strip()
        bars = "".join(element("span", class_=kind or None) for kind in kinds)
        right = state.marks.count("d")
        label = ngettext("{n} of {count} right so far", "{n} of {count} right so far", right)
        return element("span", bars, class_="cl-steps", role="img", aria_label=label.format(n=right, count=state.count))

    def _card(self, card: str) -> str:
        state, position = self.state, self.state.position
        picked, legal = card in state.picked, card in state.right
        if not state.checked:
            return card_button(card, nation=self.nation, trump=position.is_trump(card), pressed=picked)
        words = {
            (True, True): _("picked"),
            (True, False): _("picked"),
            (False, True): _("missed"),
            (False, False): _("left"),
        }[picked, legal]
        return card_button(
            card,
            nation=self.nation,
            trump=position.is_trump(card),
            legal=legal,
            hinted=legal and not picked,
            words=words,
            kind="cl-left" if not picked and not legal else "",
        )

    def _actions(self) -> str:
        state = self.state
        perfect = state.checked and state.picked == state.right
        near, far = [], []
        if not state.checked:
            near = [button("check", _("Check"), "check", "cl-primary"), button("reveal", _("Show the answer"), "eye")]
        elif not perfect and not state.shown:
            near = [
                button("restart", _("Try again"), "again", "cl-primary"),
                button("reveal", _("Show the answer"), "eye"),
            ]
        onwards = "cl-primary" if state.checked and (perfect or state.shown) else "cl-quiet"
        if not state.over:
            words = _("Next question") if state.checked else _("Skip")
            far = [button("next", words, "next", onwards)]
        elif state.checked:
            far = [button("deal", _("More questions"), "next", onwards)]
        return actions([*near, button("undo", _("Take back"), "undo")], far)

    # What the reader does

    def do_play(self, card: str) -> None:
        """Pick a card, or leave it again; once the answer is checked, say the reason for the card."""
        state, position = self.state, self.state.position
        if card not in position.verdicts:
            raise ValueError(_("You do not hold that card: you hold {cards}.").format(cards=card_list(position.hand)))
        if state.checked:
            verdict = position.verdicts[card]
            more = tuple(filter(None, (verdict.note, verdict.instead)))
            tone = "ok" if verdict.legal else "no"
            self.say(Note(tone, verdict.what, more, (cite(position.variant, verdict.clause),)))  # type: ignore[arg-type]
            return
        self.show(replace(state, picked=state.picked ^ {card}))

    def do_check(self, _value: str = "") -> None:
        """Check the answer."""
        state = self.state
        if state.checked:
            return
        if not state.picked:
            self.say(Note("info", _("Pick at least one card first: something may always be played.")))
            return
        right = state.picked == state.right
        self.show(replace(state.marked("d" if right else "m"), checked=True), self._judged(right))

    def do_reveal(self, _value: str = "") -> None:
        """Show the answer, with the reasons."""
        state = self.state
        paper = state if state.checked else state.marked("m")
        self.show(replace(paper, checked=True, shown=True), self._answer())

    do_hint = do_reveal

    def do_restart(self, _value: str = "") -> None:
        """Try the same question again."""
        self.show(replace(self.state, picked=frozenset(), checked=False, shown=False))

    def do_next(self, _value: str = "") -> None:
        """Go on to the next question."""
        state = self.state
        if state.over:
            self.say(Note("info", _("This was the last question."), (self._count(),)))
            return
        marked = state if len(state.marks) > state.at else state.marked("m")
        self.show(replace(marked, at=state.at + 1, picked=frozenset(), checked=False, shown=False))

    def do_deal(self, _value: str = "") -> None:
        """Begin another row of questions."""
        self.show(self.fresh())

    # What is said

    def _judged(self, right: bool) -> Note:
        state, position = self.state, self.state.position
        if right:
            n = len(state.right)
            what = ngettext("Right: only this card may be played.", "Right: these {n} cards may be played.", n)
            return Note("ok", what.format(n=n), self._reasons(state.right), self._cited(state.right))
        extra, missed = state.picked - state.right, state.right - state.picked
        parts = []
        if extra:
            parts.append(ngettext("{n} card too many", "{n} cards too many", len(extra)).format(n=len(extra)))
        if missed:
            parts.append(ngettext("{n} card missed", "{n} cards missed", len(missed)).format(n=len(missed)))
        what = _("Not quite: {parts}.").format(parts=_(" and ").join(parts))
        cards = [card for card in position.hand if card in extra | missed]
        return Note("no", what, self._reasons(cards), self._cited(cards))

    def _answer(self) -> Note:
        state, position = self.state, self.state.position
        allowed = [card for card in position.hand if card in state.right]
        what = capital(_("you may play {cards}.").format(cards=card_list(allowed)))
        return Note("info", what, self._reasons(position.hand), self._cited(position.hand))

    def _reasons(self, cards: Any) -> tuple[str, ...]:
        """Return the reason for each of some cards, in hand order."""
        verdicts = self.state.position.verdicts
        return tuple(verdict.what for card, verdict in verdicts.items() if card in cards)

    def _cited(self, cards: Any) -> tuple[tuple[str, tuple[str, ...]], ...]:
        position = self.state.position
        clauses = dict.fromkeys(v.clause for card, v in position.verdicts.items() if card in cards)
        return tuple(cite(position.variant, clause) for clause in clauses)

    def _count(self) -> str:
        state = self.state
        right = state.marks.count("d")
        return ngettext("{n} of {count} answered right.", "{n} of {count} answered right.", right).format(
            n=right, count=state.count
        )

    # Links

    def fresh(self) -> Paper:
        """Return a new row of questions, dealt from the seeds that follow."""
        state = self.state
        seed = state.seed + state.count
        return Paper(dealt(state.first.game, seed, state.first.house), seed, state.count)

    def written(self) -> str:
        """Return the first position, the seed, how many questions, which one, and the answers."""
        state = self.state
        flags = ("c" if state.checked else "") + ("s" if state.shown else "")
        numbers = f"{state.seed}.{state.count}.{state.at}.{state.marks}.{flags}"
        picked = ".".join(card for card in state.position.hand if card in state.picked)
        return f"{write_position(state.first)}/{numbers}/{picked}"

    def read(self, text: str) -> Paper:
        """Return what a link tells; raises `ValueError` if it tells nothing that can be."""
        *fields, numbers, picked = text.split("/")
        seed, count, at, marks, flags = numbers.split(".")
        paper = Paper(read_position(fields), int(seed), int(count), int(at), marks)
        good = 1 <= paper.count <= _MOST and 0 <= paper.at < paper.count >= len(marks) and set(marks) <= set("dm")
        cards = frozenset(cards_of(picked))
        if not good or not cards <= set(paper.position.hand):
            raise DamagedLinkError(_("This link is damaged."))
        return replace(paper, picked=cards, checked="c" in flags, shown="s" in flags)
