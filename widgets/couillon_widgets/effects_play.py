"""What forbids cards, and what is said for more, over very many deals."""

from __future__ import annotations

from couillon.estimate import Estimate
from couillon.messages import _
from couillon.published import Found, studied
from couillon.rules import variants
from couillon_widgets.effects import (
    PLAYS,
    Shown,
    between,
    digits_of,
    laid_out,
    numbers,
    percent,
    play_name,
    series,
    shown,
    signed,
)
from couillon_widgets.html import text
from couillon_widgets.parts import clause_link
from couillon_widgets.plots import Row, dots

__all__ = ["Duties", "Said"]


class Duties(Shown):
    """How often each duty forbids a card to somebody who does not lead.

    >>> Duties()
    Duties()
    """

    def rows(self) -> list[tuple[str, str, list[Estimate | None]]]:
        """Return clause, game and figures, clause by clause."""
        found = studied()
        clauses = dict.fromkeys(clause for game in found.values() for clause in game.data["duties"])
        rows = []
        for clause in clauses:
            for game in variants():
                both = [found[game.id, play].figure("duties", clause) for play in PLAYS]
                if any(both):
                    rows.append((clause, game.name, both))
        return rows

    def _repr_html_(self) -> str:
        rows = self.rows()
        title = _("How often a duty bites")
        told = _("Of the cards played second, third or fourth to a trick, so often a clause forbids at least one.")
        most = max(rows, key=lambda row: row[2][0].value if row[2][0] else 0)
        least = min(rows, key=lambda row: row[2][0].value if row[2][0] else 1)
        reach = _(
            "In random play {most} bites most often in {game}, {high} %, and {least} least in {other}, {low} %."
        ).format(
            most=most[0], game=most[1], high=shown(most[2][0], percent),
            least=least[0], other=least[1], low=shown(least[2][0], percent),
        )  # fmt: skip
        plot = dots(
            "cl-duties",
            title,
            f"{told} {reach}",
            [Row(f"{clause}: {game}", tuple(both)) for clause, game, both in rows],
            percent,
            scale=100,
            unit="\N{NO-BREAK SPACE}%",
        )
        cells = [
            [f"{clause_link(clause)} {text(game)}",
             *(cell for one in both for cell in (shown(one, percent), between(one, percent)))]
            for clause, game, both in rows
        ]  # fmt: skip
        heads = [_("Clause, game")]
        for play in PLAYS:
            heads += [f"{play_name(play).capitalize()}, %", _("interval")]
        return laid_out(plot, [told, reach], series(), numbers(title, heads, cells))


class Said(Shown):
    """What it is worth to say Mit, Kontra, Re, a raise, Matt or Konter.

    >>> Said()
    Said()
    """

    def rows(self) -> list[tuple[str, str, list[Found]]]:
        """Return word, game and what was found, word by word."""
        found = studied()
        words = dict.fromkeys(word for game in found.values() for word in game.data["said"])
        return [
            (word, game.name, [found[game.id, play] for play in PLAYS])
            for word in words
            for game in variants()
            if word in found[game.id, "random"].data["said"]
        ]

    def _repr_html_(self) -> str:
        rows = self.rows()
        names = {
            "mit": "Mit",
            "kontra": "Kontra",
            "re": "Re",
            "raises": _("Raise"),
            "matt": "Matt",
            "konter": "Konter",
        }
        title = _("What a word is worth")
        told = _(
            "So many units on the board each deal in which it was said brought those who said it, less what it brought"
            " the others. For Mit that is the whole deal; the other words change the score alone, so the same deal was"
            " scored with and without."
        )
        reach = [self._said(play, at, names) for at, play in enumerate(PLAYS)]
        plot = dots(
            "cl-said",
            title,
            " ".join([told, *reach]),
            [Row(f"{names[word]}: {game}", tuple(one.figure("said", word, "worth") for one in both))
             for word, game, both in rows],
            signed,
            base=0.0,
        )  # fmt: skip
        cells = []
        for word, game, both in rows:
            line = [text(f"{names[word]}, {game}")]
            for one in both:
                worth, often = one.figure("said", word, "worth"), one.figure("said", word, "share")
                line += [shown(often, percent), between(often, percent), shown(worth, signed), between(worth, signed)]
            cells.append(line)
        heads = [_("Word, game")]
        for play in PLAYS:
            heads += [
                _("{play}: said, %").format(play=play_name(play).capitalize()),
                _("interval"),
                _("worth"),
                _("interval"),
            ]
        return laid_out(plot, [told, " ".join(reach)], series(), numbers(title, heads, cells))

    def _said(self, play: str, at: int, names: dict[str, str]) -> str:
        parts = []
        for word, game, both in self.rows():
            worth = both[at].figure("said", word, "worth")
            often = both[at].figure("said", word, "share")
            if word == "kontra" and worth and often:
                parts.append(
                    _("{game} {worth} ({low} to {high}), said in {share} % of the deals").format(
                        game=game, worth=shown(worth, signed), share=shown(often, percent),
                        low=signed(worth.low, digits_of(worth, 1)), high=signed(worth.high, digits_of(worth, 1)),
                    )
                )  # fmt: skip
        return _("Kontra, {play}: {parts}.").format(play=play_name(play), parts="; ".join(parts)) if parts else ""
