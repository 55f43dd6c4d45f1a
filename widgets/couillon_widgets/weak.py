"""My weak clauses: what is due, how each clause goes, training at once, and the progress as a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from couillon.exercises import ExerciseError, home_of, trainable
from couillon.learning import (
    BOXES,
    LONGEST,
    Standing,
    due,
    merged,
    read_progress,
    started_over,
    write_progress,
)
from couillon.messages import _, ngettext
from couillon.rules import clause, clauses, variant
from couillon_widgets.base import DamagedLinkError
from couillon_widgets.exercise import with_numbers
from couillon_widgets.files import SavedFile
from couillon_widgets.html import element, text
from couillon_widgets.parts import Note, actions, button, chip, clause_link, footer, frame
from couillon_widgets.shelf import SHELF
from couillon_widgets.train import Train, level_choice
from couillon_widgets.train_paper import TrainPaper

__all__ = ["WeakClauses"]

_FILE = "couillon-progress.json"


@dataclass(frozen=True)
class WeakPaper(TrainPaper):
    """What is trained now, each clause in a game in which it is in force; without clauses there is only the list."""

    def _check_clauses(self) -> None:
        for id in self.clauses:
            clause(id)

    @cached_property
    def things(self) -> tuple[str, ...]:
        """The clauses that are asked about; one that plays no part while there are none."""
        return self.clauses or ("aim",)

    def home(self) -> tuple[str, Mapping[str, Any]]:
        """Return the game, with its house rules, in which the clause is asked about."""
        return home_of(self.thing) if self.clauses else (self.game, {})


def standing_words(standing: Standing | None) -> tuple[int, str]:
    """Return how a clause goes: the number of its box, 0 for none, and a word.

    >>> standing_words(Standing(box=5, right=4)), standing_words(None)
    ((5, 'firm'), (0, 'new'))
    """
    if standing is None:
        return 0, _("new")
    words = {1: _("weak"), 2: _("shaky"), 3: _("fair"), 4: _("good"), 5: _("firm")}
    return standing.box, words[standing.box]


class WeakClauses(Train):
    """What the reader of this browser still gets wrong: the clauses that are due, weakest first, trained at once.

    Nothing is kept but in the browser. The progress can be saved as a file, opened again, and started over.

    >>> WeakClauses()
    WeakClauses()
    """

    kind = "weak-clauses"
    longest: ClassVar[Mapping[str, int]] = {"recall": LONGEST + 1000, "open": LONGEST + 1}

    state: TrainPaper
    _asking = False

    def __init__(self, level: int = 1) -> None:
        super().__init__(level=level)
        self.begin(WeakPaper(level=level))

    def arguments(self) -> str:
        """Return what is trained, and the answers."""
        return super().arguments() if self.state.clauses else ""

    # What is shown

    def title(self) -> str:
        """Return the name of the list."""
        return _("My weak clauses")

    def kept(self) -> None:
        """Show what has changed."""
        self.draw()

    def content(self) -> str:
        """Return the list of clauses, what is trained now, and the buttons for the file."""
        progress, training = SHELF.progress, bool(self.state.clauses)
        known, late = progress.clauses, due(progress)
        chips = [
            chip(ngettext("{n} question answered", "{n} questions answered", progress.answers).format(
                n=progress.answers)),
            chip(_("{n} due").format(n=len(late))),
        ]  # fmt: skip
        rest = tuple(id for id in clauses() if id in known and id not in late)
        parts = [self._training()] if training else []
        if late and training:
            parts.append(self._folded(late, ngettext("{n} clause is due", "{n} clauses are due", len(late))))
        elif late:
            parts.append(self._list(late, _("Due now")))
        if rest:
            parts.append(
                self._folded(rest, ngettext("{n} clause is not due yet", "{n} clauses are not due yet", len(rest)))
            )
        note = "" if training else self._said(late).html()
        body = "".join(parts) + note
        foot = self._row_of_buttons(late) + self._file_row()
        if training and self.shows_cards():
            foot += footer(self.nation, self.suits)
        return frame(self.title(), chips, body, foot)

    def _folded(self, ids: tuple[str, ...], label: str) -> str:
        words = label.format(n=len(ids))
        return element("details", element("summary", text(words)) + self._list(ids, words), class_="cl-settings")

    def _list(self, ids: tuple[str, ...], label: str) -> str:
        items = "".join(self._item(id) for id in ids)
        title = element("p", text(label), class_="cl-ask", aria_hidden="true")
        return title + element("ul", items, class_="cl-weak", aria_label=label)

    def _item(self, id: str) -> str:
        standing = SHELF.progress.clauses.get(id)
        box, word = standing_words(standing)
        bars = "".join(element("i", class_="cl-on" if n <= box else None) for n in BOXES)
        counts = ""
        if standing:
            counts = _("{right} right, {wrong} wrong").format(right=standing.right, wrong=standing.wrong)
            if standing.shown:
                counts = _("{counts}, {shown} looked up").format(counts=counts, shown=standing.shown)
        state = element(
            "span", element("span", bars, class_="cl-boxes", aria_hidden="true") + text(word), class_="cl-chip"
        )
        words = element("span", clause_link(id) + " " + text(clause(id).text), class_="cl-clause-text")
        how = element("span", state + element("small", text(counts)), class_="cl-how")
        label = _("Train {clause}").format(clause=id)
        return element("li", words + how + button("train", _("Train"), data_value=id, aria_label=label))

    def _training(self) -> str:
        state = self.state
        number = _("Question {n}").format(n=state.at + 1)
        game = chip(variant(self.variant_id()).name)
        pick = level_choice(state.level)
        head = element(
            "div",
            element("p", text(number), class_="cl-title") + pick + game + "".join(self.trumps()),
            class_="cl-now-asked",
        )
        question = element("p", text(self.asked()), class_="cl-question")
        note = self.note or Note("info", self.invitation())
        return element("div", head + question + self.field() + note.html(), class_="cl-training")

    def _said(self, late: tuple[str, ...]) -> Note:
        if self.note:
            return self.note
        if late:
            return Note("info", _("These clauses are due: train them one by one, or all in turn."))
        if SHELF.progress.clauses:
            return Note("ok", _("Nothing is due."), (_("Train something new, or come back after some exercises."),))
        return Note(
            "info",
            _("Nothing is kept yet."),
            (_("Answer some exercises, here or in a lesson: what goes wrong is listed here, in this browser only."),),
        )

    def _row_of_buttons(self, late: tuple[str, ...]) -> str:
        if self.state.clauses:
            return self._actions().replace(
                '<span class="cl-push">',
                button("close", _("End the training"), kind="cl-quiet") + '<span class="cl-push">',
                1,
            )
        near = [button("due", _("Train what is due"), "next", "cl-primary")] if late else []
        near.append(button("new", _("Train something new"), "next", "" if late else "cl-primary"))
        return actions(near)

    def _file_row(self) -> str:
        label = _("Open a file of progress")
        field = f'<input type="file" accept=".json,application/json" data-action="open" aria-label="{text(label)}">'
        opened = element("span", element("span", text(label), aria_hidden="true") + field, class_="cl-field")
        near = [button("save", _("Save as a file"), "save")]
        if self._asking:
            near += [
                button("forget", _("Forget everything"), kind="cl-primary"),
                button("stay", _("Keep it")),
            ]
        else:
            near.append(
                button("restart", _("Start over"), "again") if not self.state.clauses or self.state.done else ""
            )
        return element("div", element("div", "".join(near), class_="cl-file") + opened, class_="cl-keep")

    # What the reader does

    def _train(self, ids: tuple[str, ...]) -> None:
        state = self.state
        self._asking = False
        self.show(WeakPaper(seed=state.seed + 1, clauses=ids, level=state.level))

    def do_train(self, id: str) -> None:
        """Train one clause; raises `couillon.rules.RulesError` for an unknown one."""
        self._train((clause(id).id,))

    def do_due(self, _value: str = "") -> None:
        """Train all that is due, in turn."""
        late = due(SHELF.progress)
        if not late:
            self.say(Note("ok", _("Nothing is due.")))
            return
        self._train(late)

    def do_new(self, _value: str = "") -> None:
        """Train what was never answered: first of the basic game, then of all others."""
        known = SHELF.progress.clauses
        fresh = [id for id in trainable() if id not in known] or [id for id in clauses() if id not in known]
        if not fresh:
            self.say(Note("ok", _("You have answered a question on every clause.")))
            return
        self._train(tuple(fresh))

    def do_close(self, _value: str = "") -> None:
        """End the training, and show the list alone."""
        self.show(WeakPaper(seed=self.state.seed, level=self.state.level))

    def do_save(self, _value: str = "") -> None:
        """Hand out the progress as a file."""
        what = _("Your progress is in the file {name}: open it here, in any browser, to go on.").format(name=_FILE)
        self.say(SavedFile("ok", what, name=_FILE, content=write_progress(SHELF.progress), media="application/json"))

    def do_open(self, text: str) -> None:
        """Take up the progress of a file; raises `couillon.learning.ProgressError` for a file that is none."""
        found, lost = read_progress(text)
        self.keep(merged(SHELF.progress, replace(found, resets=SHELF.progress.resets)))
        n = len(found.clauses)
        what = ngettext("Taken up: {n} clause.", "Taken up: {n} clauses.", n).format(n=n)
        left = ngettext("{n} entry could not be read.", "{n} entries could not be read.", lost).format(n=lost)
        self.say(Note("ok", what, (left,) if lost else ()))

    def do_restart(self, _value: str = "") -> None:
        """Try the question again; without a question, ask whether everything shall be forgotten."""
        if self.state.clauses and not self.state.done:
            super().do_restart()
            return
        self._asking = True
        what = _("All that is kept of your answers and lessons will be forgotten.")
        self.say(Note("info", what, (_("Save it as a file first, if you may want it back."),)))

    def do_stay(self, _value: str = "") -> None:
        """Forget nothing."""
        self._asking = False
        self.say(None)

    def do_forget(self, _value: str = "") -> None:
        """Forget all progress; raises `ValueError` if it was not asked before."""
        if not self._asking:
            raise ValueError(_("Say first that you want to start over."))
        self._asking = False
        self.keep(started_over(SHELF.progress))
        self.show(WeakPaper(level=self.state.level), Note("ok", _("Everything is forgotten: you start over.")))

    def do_variant(self, _game: str) -> None:
        """Refuse to choose a game: each clause is asked about where it is in force. Raises `ExerciseError` always."""
        raise ExerciseError(_("Each clause is asked about in a game in which it is in force."))

    # Links

    def fresh(self) -> TrainPaper:
        """Return the list alone."""
        return WeakPaper(seed=self.state.seed + 1, level=self.state.level)

    def written(self) -> str:
        """Return what is trained, which question is asked, and the answers; nothing of the progress."""
        state = self.state
        return f"weak/{'.'.join(state.clauses)}/{state.level}/{state.numbers()}"

    def read(self, text: str) -> TrainPaper:
        """Return what a link tells; raises `ValueError` if it tells nothing that can be."""
        kind, ids, level, numbers, picked = text.split("/")
        blank = WeakPaper(clauses=tuple(ids.split(".") if ids else ()), level=int(level))
        paper = with_numbers(blank, numbers, picked)
        if kind != "weak" or not paper.picked <= set(paper.offered):
            raise DamagedLinkError(_("This link is damaged."))
        return paper
