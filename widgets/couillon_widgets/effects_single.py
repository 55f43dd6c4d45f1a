"""Single rules changed, the strength of the bots, and how to make the figures again."""

from __future__ import annotations

from couillon.estimate import Estimate
from couillon.messages import _
from couillon.published import Strength, command, strengths, studied
from couillon.rules import variants
from couillon_widgets.effects import (
    PLAYS,
    Form,
    Shown,
    between,
    laid_out,
    numbers,
    percent,
    plain,
    play_name,
    shown,
    signed,
)
from couillon_widgets.html import element, text
from couillon_widgets.plots import Row, dots

__all__ = ["Remake", "Strengths", "Switched"]


class Switched(Shown):
    """The basic game with one rule changed: which figures move, and by how much.

    >>> Switched("random")
    Switched('random')
    """

    def __init__(self, play: str = "random") -> None:
        if play not in PLAYS:
            raise ValueError(_("There are figures of random play and of club players: write random or club."))
        self.play = play

    def __repr__(self) -> str:
        """Return the way of playing."""
        return f"Switched({self.play!r})"

    def _repr_html_(self) -> str:
        found = [one for (_id, play), one in studied("changes").items() if play == self.play]
        base, *changed = found
        columns: tuple[tuple[str, tuple[str, ...], Form], ...] = (
            (_("Ties, %"), ("ties",), percent),
            (_("Makers lose, %"), ("lost",), percent),
            (_("First lead, points"), ("lead",), signed),
            (_("All tricks, %"), ("swept",), percent),
            (_("Deals a match"), ("match", "deals"), plain),
        )
        heads = [_("Rule"), *(name for name, _path, _form in columns)]
        rows, moved = [], []
        for one in found:
            cells, count = [], 0
            for _name, path, form in columns:
                value, was = one.figure(*path), base.figure(*path)
                apart = bool(value and was and (value.low > was.high or value.high < was.low))
                count += apart
                sign = element("b", "≠", aria_hidden="true") + element("span", text(_("differs")), class_="cl-sr")
                near = f"{shown(value, form)} {_bracket(value, form)}"
                cells.append((f"{sign} " if apart else "") + text(near))
            moved.append(count)
            rows.append((text(_change_name(one.id)), cells))
        most = max(moved[1:])
        first = [_change_name(one.id) for count, one in zip(moved[1:], changed, strict=True) if count == most]
        none = [_change_name(one.id) for count, one in zip(moved[1:], changed, strict=True) if not count]
        said = [
            _(
                "{n} deals for each line, {play}. A figure carries ≠ where its interval and that of the first line do"
                " not meet, before they are rounded."
            ).format(n=f"{base.deals:,}", play=play_name(self.play)),
            _("What moves most figures, {n} of {all}: {names}.").format(
                names="; ".join(first), n=most, all=len(columns)
            ),
        ]
        if none:
            said.append(_("No figure is seen to move by: {names}.").format(names="; ".join(none)))
        head = element("tr", "".join(element("th", text(name), scope="col") for name in heads))
        body = "".join(
            element("tr", element("th", first, scope="row") + "".join(element("td", cell) for cell in cells))
            for first, cells in rows
        )
        caption = _("One rule at a time, {play}").format(play=play_name(self.play))
        inner = element("caption", text(caption)) + element("thead", head) + element("tbody", body)
        table = element(
            "div", element("table", inner), class_="cl-scroll", role="region", tabindex="0", aria_label=caption
        )
        return element("div", "".join(element("p", text(one)) for one in said) + table, class_="cl-chapter cl-effect")


def _bracket(found: Estimate | None, form: Form) -> str:
    return "" if found is None else f"({between(found, form)})"


def _change_name(id: str) -> str:
    """Say what is changed in a game of the study."""
    names = {
        "": _("the basic game as it is"),
        "follow=strict": _("who can follow must follow"),
        "void=trump": _("who cannot follow must trump"),
        "void=trump;overtrump=true": _("who cannot follow must trump, and go over a trump that wins"),
        "beat=true": _("who follows must beat"),
        "first_lead=maker": _("the maker leads first"),
        "all_pass=ask-again": _("all pass: the next card is turned"),
        "queens=['QS']": _("the queen of spades is always a trump"),
        "packets=[3,2]": _("five cards each"),
        "pack=32": _("a pack of 32 cards"),
        "tie=nothing": _("a tie changes nothing"),
        "loss=none": _("makers who lose pay nothing"),
        "length=7": _("seven lines in place of five"),
    }
    change = id.partition(" ")[2]
    return names.get(change, change)


class Strengths(Shown):
    """How much stronger the bots are than one another, game by game, as far as it has been measured.

    >>> Strengths()
    Strengths()
    """

    def _repr_html_(self) -> str:
        found = {(one.game, one.first, one.second): one for one in strengths()}
        pairs = list(dict.fromkeys((one.first, one.second) for one in found.values()))
        if not pairs:
            none = _("The strengths of the bots have not been measured for this edition.")
            return element("div", element("p", text(none)), class_="cl-chapter cl-effect")
        heads = [_("Game")]
        for first, second in pairs:
            heads += [
                _("{first} over {second}, units a deal").format(first=first, second=second),
                _("interval"),
                _("deals"),
            ]
        rows = []
        for game in variants():
            line = [text(game.name)]
            for pair in pairs:
                one = found.get((game.id, *pair))
                if one is None:
                    line += [_("not measured"), "–", "–"]
                else:
                    line += [shown(one.units, signed), between(one.units, signed), f"{one.deals:,}"]
            rows.append(line)
        told = _(
            "Each deal was played twice, the second time with the sides exchanged. Above zero the first is stronger."
        )
        said = [told, *(self._sentence(pair, list(found.values())) for pair in pairs)]
        plot = dots(
            "cl-strengths",
            _("How much stronger the bots are"),
            " ".join(said),
            [
                Row(f"{first} over {second}: {game.name}", (found[game.id, first, second].units,))
                for first, second in pairs
                for game in variants()
                if (game.id, first, second) in found
            ],
            signed,
            base=0.0,
        )
        return laid_out(plot, said, [], numbers(_("Strength of the bots"), heads, rows))

    def _sentence(self, pair: tuple[str, str], found: list[Strength]) -> str:
        some = [one for one in found if (one.first, one.second) == pair]
        clear = [one for one in some if one.units.low > 0]
        return _("{first} over {second}: above zero with its whole interval in {n} of {all} games.").format(
            first=pair[0].capitalize(), second=pair[1], n=len(clear), all=len(some)
        )


class Remake(Shown):
    """The command that makes the figures of this chapter again.

    >>> Remake("changes")
    Remake('changes')
    """

    def __init__(self, name: str = "study") -> None:
        self.name = name

    def __repr__(self) -> str:
        """Return the study."""
        return f"Remake({self.name!r})"

    def _repr_html_(self) -> str:
        code = element("code", text(command(self.name)))
        return element("div", element("pre", code, tabindex="0"), class_="cl-chapter cl-effect")
