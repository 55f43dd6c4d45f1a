"""Train: exercises without end, made and answered by the engine; what is missed comes back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from couillon.learning import answered, looked_up
from couillon.messages import _, card_list, ngettext
from couillon.rules import clause, variant, variants
from couillon_widgets.base import DamagedLinkError
from couillon_widgets.exercise import Exercise as Row
from couillon_widgets.exercise import with_numbers
from couillon_widgets.html import element, mark, prose, text
from couillon_widgets.keeping import Keeping
from couillon_widgets.links import read_house, write_house
from couillon_widgets.parts import Cited, Note, card_button, chip, choice, cite, trump_chip
from couillon_widgets.scenery import board_html, is_trump, scene_html
from couillon_widgets.shelf import SHELF
from couillon_widgets.train_paper import TrainPaper, paper_of

__all__ = ["Train"]


def level_choice(level: int) -> str:
    """Return the list of levels to choose from.

    >>> level_choice(2).count("<option")
    3
    """
    levels = [("1", _("1: few cards")), ("2", _("2: whole hands")), ("3", _("3: traps"))]
    return choice("level", _("Level"), levels, str(level), shown=True)


class Train(Row[TrainPaper], Keeping[TrainPaper]):
    """Exercises without end, made and answered by the engine; a clause that is missed comes back a few questions later.

    ``clauses`` are ids of clauses (all that are in force in the game, if none is given), ``kinds`` the kinds of
    exercises (`couillon.exercises.KINDS`; all, if none is given), ``level`` 1 to 3, ``count`` how many questions make a
    row, 0 for no end. Raises `ValueError` with one sentence for whatever is wrong.

    >>> Train("must-follow must-trump", variant="kwajongen", count=5)
    Train('must-follow must-trump', variant='kwajongen', level=1, seed=1, count=5)
    >>> Train("must-follow")
    Traceback (most recent call last):
    couillon.exercises.model.ExerciseError: The clause must-follow is not in force in Couillon: it is in ardennes or kwajongen.
    """  # noqa: E501

    def __init__(
        self,
        clauses: str | Iterable[str] = "",
        *,
        variant: str = "belgian",
        kinds: str | Iterable[str] = "",
        level: int = 1,
        seed: int = 1,
        count: int = 0,
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        paper = paper_of(clauses, variant, kinds, level, seed, count, rules)
        super().__init__()
        self._counted: set[tuple[int, int]] = set()
        self.begin(paper)

    def variant_id(self) -> str:
        """Return the id of the game."""
        return self.state.home()[0]

    def arguments(self) -> str:
        """Return what is trained, and the answers."""
        state = self.state
        shown = [repr(" ".join(state.clauses))] if state.clauses else []
        shown += [f"variant={state.game!r}"] + ([f"kinds={' '.join(state.kinds)!r}"] if state.kinds else [])
        shown += [f"level={state.level}"] + ([f"rules={dict(state.house)}"] if state.house else [])
        return ", ".join([*shown, *self.answered()])

    # What is shown

    @property
    def many(self) -> bool:
        """Whether several things may be right."""
        return self.state.exercise.many

    def picks_one(self) -> bool:
        """Return whether a pick takes the place of the one before."""
        return not self.many

    def shows_cards(self) -> bool:
        """Return whether there are cards, which have settings."""
        scene = self.state.exercise.scene
        return bool(scene.trick or scene.hand or scene.shown)

    def title(self) -> str:
        """Return which question this is."""
        if not self.state.count:
            return _("Question {n}").format(n=self.state.at + 1)
        return super().title()

    def chips(self) -> list[str]:
        """Return the level to choose, the game, and what is trumps."""
        state = self.state
        chips = [level_choice(state.level)]
        if state.clauses:
            chips.append(chip(state.variant.name))
        else:
            games = [(game.id, game.name) for game in variants()]
            chips.insert(0, choice("variant", _("Game"), games, state.game))
        if not state.count and state.marks:
            right = state.marks.count("d")
            told = ngettext("{n} of {count} right", "{n} of {count} right", right)
            chips.append(chip(told.format(n=right, count=len(state.marks))))
        return [*chips, *self.trumps()]

    def trumps(self) -> list[str]:
        """Return the label that names the trumps, where they matter."""
        scene = self.state.exercise.scene
        return [trump_chip(scene.trump)] if scene.trump and (scene.trick or scene.mit or self.many) else []

    def asked(self) -> str:
        """Return the question."""
        return self.state.exercise.question

    def invitation(self) -> str:
        """Return how to answer."""
        if self.many:
            return _("Tap a card to pick it, and once more to leave it.")
        return _("Pick one answer, then check it.")

    def field(self) -> str:
        """Return the scene, and what can be picked."""
        state, exercise = self.state, self.state.exercise
        if exercise.many:
            cards = [self._card(option.key) for option in exercise.options]
            return scene_html(exercise, cards, self.nation, done=state.checked)
        answers = "".join(self._answer(option.key) for option in exercise.options)
        label = _("Answers")
        group = element("div", element("div", answers, class_="cl-answers"), role="group", aria_label=label)
        board = board_html(exercise, done=state.done)
        if board:
            told = scene_html(exercise, [], self.nation, done=state.done)
            return element("div", board + element("div", told + group, class_="cl-form"), class_="cl-score")
        return scene_html(exercise, [], self.nation, done=state.done) + element(
            "div", group, class_="cl-form cl-pickone"
        )

    def _card(self, card: str) -> str:
        state = self.state
        picked, legal = card in state.picked, card in state.right
        trump = is_trump(state.exercise, card)
        if not state.checked:
            return card_button(card, nation=self.nation, trump=trump, pressed=picked)
        return card_button(
            card,
            nation=self.nation,
            trump=trump,
            legal=legal,
            hinted=legal and not picked,
            words=_("picked") if picked else _("missed") if legal else _("left"),
            kind="cl-left" if not picked and not legal else "",
        )

    def _answer(self, key: str) -> str:
        state = self.state
        picked, right = key in state.picked, key in state.right
        verdict = ("yes" if right else "no") if state.done or (state.checked and picked) else None
        words = (_("right") if right else _("not this one") if picked else "") if verdict else ""
        tag = (
            element("span", mark(verdict) + text(words), class_="cl-badge" if right else "cl-badge cl-no")
            if verdict and words
            else ""
        )
        return element(
            "button",
            element("span", prose(state.exercise.option(key).words)) + tag,
            class_="cl-btn",
            type="button",
            data_action="pick",
            data_value=key,
            data_right=verdict,
            aria_pressed=str(picked).lower(),
        )

    # What is said

    def unknown(self) -> str:
        """Return what is said of something that is not offered."""
        if self.many:
            return _("You do not hold that card: you hold {cards}.").format(cards=card_list(self.state.offered))
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
        """Return the right answer."""
        exercise = self.state.exercise
        if exercise.many:
            return _("You may play {cards}.").format(cards=card_list(
                [option.key for option in exercise.options if option.right], choice=True))  # fmt: skip
        return next(option.words for option in exercise.options if option.right)

    def reasons(self, things: Collection[str]) -> tuple[tuple[str, ...], tuple[Cited, ...]]:
        """Return why the right answer is right, and by which clauses: of cards, the verdict on each of some."""
        exercise = self.state.exercise
        told = exercise.reasons
        if exercise.many:
            pairs = zip(exercise.options, exercise.reasons, strict=True)
            told = tuple(why for option, why in pairs if option.key in things)
        cited = tuple(cite(variant(self.variant_id()), id) for id in exercise.clauses[:3])
        return told, cited

    def mending(self, things: Collection[str]) -> tuple[tuple[str, ...], tuple[Cited, ...]]:
        """Return what helps to mend an answer: of cards the verdicts, else the clause to think of."""
        if self.many:
            return self.reasons(things)
        cited = cite(variant(self.variant_id()), self.state.exercise.clauses[0])
        return (clause(cited[0]).text,), (cited,)

    def explained(self, thing: str) -> Note:
        """Return what is said of something that is picked after the answer was checked."""
        exercise = self.state.exercise
        if exercise.many:
            option = exercise.option(thing)
            return Note("ok" if option.right else "no", option.why, (), self.reasons((thing,))[1])
        if not self.state.done:
            return self.note or Note("info", self.invitation())
        return Note("info", self.answer(), *self.reasons((thing,)))

    # What the reader does

    def do_check(self, _value: str = "") -> None:
        """Check the answer, and keep how it went when it is the first."""
        before = self.state
        super().do_check(_value)
        self._keep_answer(before)

    def do_reveal(self, _value: str = "") -> None:
        """Show the answer, with the reasons; a question that was not answered before counts as looked up."""
        before = self.state
        super().do_reveal(_value)
        self._keep_answer(before)

    def do_hint(self, _value: str = "") -> None:
        """Show the answer."""
        self.do_reveal()

    def _keep_answer(self, before: TrainPaper) -> None:
        question = (before.seed, before.at)
        if len(self.state.marks) > len(before.marks) and question not in self._counted:
            # Taking back and answering again is no second answer.
            self._counted.add(question)
            mark, progress = self.state.marks[-1], SHELF.progress
            self.keep(looked_up(progress, before.thing) if mark == "s" else
                      answered(progress, before.thing, mark == "d"))  # fmt: skip

    def _marked(self, mark: str) -> TrainPaper:
        """Return the paper with a mark for the present question; the first answer counts."""
        return self.state if len(self.state.marks) > self.state.at else super()._marked(mark)

    def thing_of(self, paper: TrainPaper) -> str:
        """Return the clause that a question is about."""
        return paper.thing

    def do_level(self, value: str) -> None:
        """Ask harder or easier questions from now on; raises `ValueError` for a level that there is not."""
        self.show(replace(self.state, level=int(value) if value.isdecimal() else 0, picked=frozenset(),
                          checked=False, shown=False))  # fmt: skip

    def do_variant(self, game: str) -> None:
        """Ask about another game; raises `ValueError` for an unknown one."""
        state = self.state
        self.show(TrainPaper(state.seed, state.count, clauses=(), game=variant(game).id, level=state.level))

    # Links

    def fresh(self) -> TrainPaper:
        """Return a new row, made from the next seed."""
        state = self.state
        return replace(state, seed=state.seed + 1, at=0, marks="", picked=frozenset(), checked=False, shown=False)

    def written(self) -> str:
        """Return what is trained, which question is asked, and the answers."""
        state = self.state
        parts = (".".join(state.clauses), state.game, ".".join(state.kinds), str(state.level), write_house(state.house))
        return f"train/{'/'.join(parts)}/{state.numbers()}"

    def read(self, text: str) -> TrainPaper:
        """Return what a link tells; raises `ValueError` if it tells nothing that can be."""
        kind, clauses, game, kinds, level, house, numbers, picked = text.split("/")
        blank = paper_of(clauses.replace(".", " "), game, kinds.replace(".", " "), int(level), 1, 0, read_house(house))
        paper = with_numbers(blank, numbers, picked)
        if kind != "train" or not paper.picked <= set(paper.offered):
            raise DamagedLinkError(_("This link is damaged."))
        return paper
