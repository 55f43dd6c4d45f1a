"""Questions about the score: how does the slate look after the next deal?"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any

from couillon.cards import TEAMS
from couillon.messages import _, team_name
from couillon.scoring import Scored, score
from couillon_widgets.base import DamagedLinkError
from couillon_widgets.exercise import Exercise, Paper, with_numbers
from couillon_widgets.html import element, mark, text
from couillon_widgets.links import read_house, write_house
from couillon_widgets.matches import NOBODY, TIE, Match, example, slate_match_of, told
from couillon_widgets.parts import Cited, Note, chip, cite
from couillon_widgets.slate import picture

__all__ = ["SlateQuestion"]

_LETTERS = "abcd"


@dataclass(frozen=True)
class SlatePaper(Paper):
    """A row of slates, each with a deal to write on it; all are made from the seed."""

    clean: Match = field(default_factory=Match)

    @cached_property
    def question(self) -> tuple[Match, tuple[str, str], tuple[Scored, ...]]:
        """The slate before, the deal (makers and winner), and what may stand there after it; the first is right."""
        return asked_of(self.clean, self.seed * 100 + self.at)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """In which order what may stand there is offered."""
        draw = Random(self.seed * 100 + self.at).random
        return tuple(sorted(range(len(self.question[2])), key=lambda _index: draw()))

    @property
    def right(self) -> frozenset[str]:
        """The letter of the right slate."""
        return frozenset({_LETTERS[self.order.index(0)]})

    @property
    def offered(self) -> str:
        """The letters."""
        return _LETTERS[: len(self.order)]

    def outcome(self, letter: str) -> Scored:
        """Return the slate behind a letter."""
        return self.question[2][self.order[_LETTERS.index(letter)]]


def asked_of(clean: Match, seed: int) -> tuple[Match, tuple[str, str], tuple[Scored, ...]]:
    """Return a slate with some deals on it, one more deal, and the slates that come of it and of other deals.

    >>> before, deal, outcomes = asked_of(Match(), 5)
    >>> len({outcome.board for outcome in outcomes}) == len(outcomes) >= 3
    True
    """
    draw, rules = Random(seed).random, clean.rules
    makers = TEAMS if rules.all_pass == "none" else (*TEAMS, NOBODY)
    everything = [(m, w) for m in makers for w in (*TEAMS, TIE)]

    def any_deal() -> tuple[str, str]:
        return everything[int(draw() * len(everything))]

    before = clean
    for _deal in range(int(draw() * 4)):
        after = replace(before, deals=(*before.deals, any_deal()))
        before = before if after.board.won else after
    deal = any_deal()
    others = sorted(everything, key=lambda _pair: draw())
    outcomes: dict[Any, Scored] = {}
    for pair in (deal, *others):
        scored = score(rules, before.board, example(rules, *pair))
        outcomes.setdefault(scored.board, scored)
    return before, deal, tuple(outcomes.values())[:4]


class SlateQuestion(Exercise[SlatePaper]):
    """How does the slate look after the next deal? The engine checks the answer and says what was wiped, and why.

    ``count`` questions are made from ``seed``; ``rules`` are house rules. Raises `ValueError` with one sentence for
    whatever is wrong.

    >>> SlateQuestion(seed=4, count=2)
    SlateQuestion('belgian', seed=4, count=2)
    """

    single = True
    has_cards = False

    def __init__(
        self, variant: str = "belgian", *, seed: int = 1, count: int = 5, rules: Mapping[str, Any] | None = None
    ) -> None:
        paper = SlatePaper(seed, count, clean=slate_match_of(variant, rules))
        super().__init__()
        self.begin(paper)

    def variant_id(self) -> str:
        """Return the id of the game."""
        return self.state.clean.game

    def arguments(self) -> str:
        """Return the row of questions and the answers."""
        clean = self.state.clean
        house = [f"rules={dict(clean.house)}"] if clean.house else []
        return ", ".join([repr(clean.game), *house, *self.answered()])

    # What is shown

    def chips(self) -> list[str]:
        """Return the game."""
        return [chip(self.state.clean.variant.name)]

    def asked(self) -> str:
        """Return how the deal ended, and what is asked."""
        makers, winner = self.state.question[1]
        made = (
            _("Nobody made the trumps.")
            if makers == NOBODY
            else _("{team} made the trumps.").format(team=team_name(makers))
        )
        won = (
            _("The points are equal.")
            if winner == TIE
            else _("{team} have more points.").format(team=team_name(winner))
        )
        return f"{made} {won} {_('What stands on the slate now?')}"

    def invitation(self) -> str:
        """Return how to answer."""
        return _("Pick what stands on the slate after this deal.")

    def field(self) -> str:
        """Return the slate before the deal, after it once the answer is checked, and the answers to pick from."""
        state = self.state
        board = state.question[2][0].board if state.done else state.question[0].board
        answers = "".join(self._answer(letter) for letter in state.offered)
        label = _("After the deal")
        title = element("p", text(label), class_="cl-ask", aria_hidden="true")
        group = element("div", title + element("div", answers, class_="cl-answers"), role="group", aria_label=label)
        return element("div", picture(board) + element("div", group, class_="cl-form"), class_="cl-score")

    def _answer(self, letter: str) -> str:
        state = self.state
        picked, right = letter in state.picked, letter in state.right
        said = told(state.outcome(letter).board)
        verdict = ("yes" if right else "no") if state.done or (state.checked and picked) else None
        words = (_("right") if right else _("not this one") if picked else "") if verdict else ""
        tag = (
            element("span", mark(verdict) + text(words), class_="cl-badge" if right else "cl-badge cl-no")
            if verdict and words
            else ""
        )
        return element(
            "button",
            element("span", text(said)) + tag,
            class_="cl-btn",
            type="button",
            data_action="pick",
            data_value=letter,
            data_right=verdict,
            aria_pressed=str(picked).lower(),
        )

    # What is said

    def unknown(self) -> str:
        """Return what is said of an answer that is not offered."""
        return _("That is not one of the answers: pick one of the {n} below the question.").format(
            n=len(self.state.offered)
        )

    def praise(self) -> str:
        """Return what is said of a right answer."""
        return _("Right.")

    def correction(self) -> str:
        """Return what is said of another answer."""
        return _("Not quite.")

    def answer(self) -> str:
        """Return what stands on the slate."""
        return told(self.state.question[2][0].board)

    def mending(self, things: Collection[str]) -> tuple[tuple[str, ...], tuple[Cited, ...]]:
        """Return the clauses to think of, without giving the answer away."""
        return (_("Think of this, and try again."),), self.reasons(things)[1]

    def reasons(self, things: Collection[str]) -> tuple[tuple[str, ...], tuple[Cited, ...]]:
        """Return what the deal does to the slate, and by which clauses."""
        state = self.state
        events = state.question[2][0].events
        clauses = dict.fromkeys(event.clause for event in events)
        return (
            tuple(event.message for event in events),
            tuple(cite(state.clean.variant, clause) for clause in clauses),
        )

    def explained(self, thing: str) -> Note:
        """Return the answer once more."""
        return Note("info", self.answer(), *self.reasons(thing))

    # Links

    def fresh(self) -> SlatePaper:
        """Return a new row of questions, made from the next seed."""
        return SlatePaper(self.state.seed + 1, self.state.count, clean=self.state.clean)

    def written(self) -> str:
        """Return the game, its house rules, which question is asked, and the answers."""
        clean = self.state.clean
        return f"slate/{clean.game}/{write_house(clean.house)}/{self.state.numbers()}"

    def read(self, text: str) -> SlatePaper:
        """Return what a link tells; raises `ValueError` if it tells nothing that can be."""
        kind, game, house, numbers, picked = text.split("/")
        paper = with_numbers(SlatePaper(clean=slate_match_of(game, read_house(house))), numbers, picked)
        if kind != "slate" or not paper.picked <= set(paper.offered):
            raise DamagedLinkError(_("This link is damaged."))
        return paper
