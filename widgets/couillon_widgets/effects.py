"""What rules do over very many deals: plots, the same numbers as a table, and sentences made from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil, log10

from couillon.estimate import Estimate, share
from couillon.messages import _
from couillon.published import Found, studied
from couillon.rules import variant, variants
from couillon.spread import spread
from couillon_widgets.html import element, text
from couillon_widgets.plots import MARKS, Row, bars, dots

__all__ = [
    "PLAYS",
    "Effect",
    "Form",
    "InPlay",
    "Shown",
    "between",
    "deal_count",
    "digits_of",
    "laid_out",
    "numbers",
    "percent",
    "plain",
    "play_name",
    "series",
    "shown",
    "signed",
]

#: A way to write a number of a figure, without and with its unit.
Form = Callable[[float, int], str]

PLAYS = ("random", "club")


def percent(value: float, digits: int) -> str:
    """Write a share in per cent, without its sign.

    >>> percent(0.0241, 1), percent(-0.5, 0)
    ('2.4', '−50')
    """
    return f"{100 * value:.{digits}f}".replace("-", "−")


def plain(value: float, digits: int) -> str:
    """Write a number.

    >>> plain(-1.25, 1)
    '−1.2'
    """
    return f"{value:.{digits}f}".replace("-", "−")


def signed(value: float, digits: int) -> str:
    """Write a number with its sign, unless it is shown as nought.

    >>> signed(0.5, 1), signed(0.004, 2), signed(-0.5, 1)
    ('+0.5', '0.00', '−0.5')
    """
    number = plain(value, digits)
    return number if value < 0 or not float(f"{value:.{digits}f}") else f"+{number}"


def digits_of(found: Estimate, scale: float) -> int:
    """Return how many decimals of a figure mean something: the interval is a few units of the last one."""
    half = scale * (found.high - found.low) / 2
    return min(3, max(0, ceil(-log10(half)))) if half > 0 else 0


def shown(found: Estimate | None, form: Form) -> str:
    """Write a figure with as many decimals as mean something.

    >>> shown(Estimate(0.02413, 0.0238, 0.0244), percent), shown(None, plain)
    ('2.41', '–')
    """
    if found is None:
        return "–"
    return form(found.value, digits_of(found, 100 if form is percent else 1)) if found.value else "0"


def between(found: Estimate | None, form: Form) -> str:
    """Write the interval of a figure.

    >>> between(Estimate(0.02413, 0.0238, 0.0244), percent), between(Estimate(40, 40, 40), plain)
    ('2.38 to 2.44', 'exact')
    """
    if found is None:
        return "–"
    if found.exact:
        return _("exact")
    digits = digits_of(found, 100 if form is percent else 1)
    return _("{low} to {high}").format(low=form(found.low, digits), high=form(found.high, digits))


def play_name(play: str) -> str:
    """Say how deals were played."""
    return {"random": _("random play"), "club": _("club players")}[play]


def deal_count(play: str, name: str = "study") -> str:
    """Say how many deals of each game were played so."""
    return f"{max(found.deals for (_id, way), found in studied(name).items() if way == play):,}"


class Shown:
    """Something that shows figures and never changes."""

    def __repr__(self) -> str:
        """Return the constructor."""
        return f"{type(self).__name__}()"


def numbers(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return the numbers of a plot, folded away; the first cell of a row is HTML, the others are texts."""
    head = element("tr", "".join(element("th", text(name), scope="col") for name in heads))
    body = "".join(
        element("tr", element("th", first, scope="row") + "".join(element("td", text(cell)) for cell in cells))
        for first, *cells in rows
    )
    inner = element("caption", text(caption)) + element("thead", head) + element("tbody", body)
    table = element("div", element("table", inner), class_="cl-scroll", role="region", tabindex="0", aria_label=caption)
    return element("details", element("summary", text(_("The numbers"))) + table)


def _key(marks: Sequence[str]) -> str:
    """Return what the marks of a plot stand for."""
    signs = "".join(
        element("li", f'<svg class="cl-s{at}" viewBox="-8 -8 16 16" aria-hidden="true">{MARKS[at]}</svg>{text(name)}')
        for at, name in enumerate(marks)
    )
    return element("ul", signs, class_="cl-key")


def laid_out(plot: str, said: Sequence[str], key: Sequence[str], table: str) -> str:
    """Return sentences, what the marks mean, the plot and its numbers, from top to bottom."""
    words = "".join(element("p", text(sentence)) for sentence in said)
    return element("div", words + (_key(key) if key else "") + plot + table, class_="cl-chapter cl-effect")


def series() -> list[str]:
    """Return what the two marks of a plot stand for."""
    return [_("{play}, {n} deals a game").format(play=play_name(play), n=deal_count(play)) for play in PLAYS]


def _extremes(rows: Sequence[tuple[str, Estimate | None]], form: Form, unit: str) -> str:
    """Say from where to where some figures reach, and in which games."""
    known = [(name, found) for name, found in rows if found]
    low = min(known, key=lambda row: row[1].value)
    high = max(known, key=lambda row: row[1].value)
    return _("from {low}{unit} ({first}) to {high}{unit} ({last})").format(
        low=shown(low[1], form), high=shown(high[1], form), unit=unit, first=low[0], last=high[0]
    )


class Effect(Shown):
    """One figure in every game, in random play and among club players.

    >>> Effect("ties")
    Effect('ties')
    """

    def __init__(self, figure: str) -> None:
        if figure not in _figures():
            raise ValueError(
                _("There is no figure {name}: choose {names}.").format(name=figure, names=", ".join(_figures()))
            )
        self.figure = figure

    def __repr__(self) -> str:
        """Return the figure."""
        return f"Effect({self.figure!r})"

    def rows(self) -> list[tuple[str, list[Found | None]]]:
        """Return the games that have the figure, and what was found in each way of playing."""
        found = studied()
        games = [(game.name, [found.get((game.id, play)) for play in PLAYS]) for game in variants()]
        return [(name, both) for name, both in games if any(one and one.figure(*self.path) for one in both)]

    @property
    def path(self) -> tuple[str, ...]:
        """Where the figure stands in what was found."""
        return tuple(self.figure.split("/"))

    def _repr_html_(self) -> str:
        title, told, unit, form, base = _figures()[self.figure]
        rows = [(name, [one.figure(*self.path) if one else None for one in both]) for name, both in self.rows()]
        reach = [
            _("{play}: {reach}.").format(
                play=play_name(play).capitalize(),
                reach=_extremes([(name, both[at]) for name, both in rows], form, unit),
            )
            for at, play in enumerate(PLAYS)
        ]
        plot = dots(
            f"cl-effect-{self.figure.replace('/', '-')}",
            title,
            " ".join([told, *reach]),
            [Row(name, tuple(both)) for name, both in rows],
            form,
            scale=100 if form is percent else 1,
            unit=unit,
            base=base,
        )
        cells = [
            [text(name), *(cell for one in both for cell in (shown(one, form), between(one, form)))]
            for name, both in rows
        ]
        heads = [_("Game")]
        for play in PLAYS:
            heads += [f"{play_name(play).capitalize()}{unit and ',' + unit}", _("interval")]
        return laid_out(plot, [told, " ".join(reach)], series(), numbers(title, heads, cells))


def _figures() -> dict[str, tuple[str, str, str, Form, float | None]]:
    """Return what each figure is: its title, a sentence, its unit, how it is written, and a value to compare with."""
    unit = "\N{NO-BREAK SPACE}%"
    return {
        "ties": (_("Ties"), _("So many deals end with equal points."), unit, percent, None),
        "unmade": (_("Nobody makes the trumps"), _("So many deals are played without makers."), unit, percent, None),
        "lost": (_("Makers lose"), _("So many of the deals that have makers are lost by them."), unit, percent, 0.5),
        "lead": (
            _("What the first lead is worth"),
            _("By so many points the side that leads first has more than the other, on average."),
            "",
            signed,
            0.0,
        ),
        "lead_won": (
            _("The side that leads first wins"),
            _("So many deals are won by the side that leads first."),
            unit,
            percent,
            0.5,
        ),
        "swept": (_("All the tricks"), _("In so many deals one side takes every trick."), unit, percent, None),
        "match/deals": (_("How long a match is"), _("So many deals a match has, on average."), "", plain, None),
        "match/first_won": (
            _("The first eldest's side wins the match"),
            _("So many matches are won by the side that is eldest in the first deal."),
            unit,
            percent,
            0.5,
        ),
    }


class InPlay(Shown):
    """How many points are in play: as dealt at random, and as all sets of cards that can be dealt give it.

    >>> InPlay("belgian")
    InPlay('belgian')
    """

    def __init__(self, game: str = "belgian") -> None:
        self.game = variant(game)

    def __repr__(self) -> str:
        """Return the game."""
        return f"InPlay({self.game.id!r})"

    def _repr_html_(self) -> str:
        found = studied()[self.game.id, "random"]
        dealt = {int(n): count / found.deals for n, count in found.data["spread"].items()}
        ways = spread(self.game.rules)
        total = sum(ways.values())
        exact = {n: count / total for n, count in ways.items()}
        mean = found.figure("points")
        worst = max(exact, key=lambda n: abs(exact[n] - dealt.get(n, 0.0)))
        said = _(
            "In {name} {mean} points are in play on average ({interval}), {usual} most often. The bars are {deals}"
            " random deals; the strokes, counted from all sets of cards, lie within {gap} percentage points of them."
        ).format(
            name=self.game.name,
            mean=shown(mean, plain),
            interval=between(mean, plain),
            usual=max(dealt, key=lambda n: dealt[n]),
            deals=f"{found.deals:,}",
            gap=f"{100 * abs(exact[worst] - dealt.get(worst, 0.0)):.2f}",
        )
        title = _("Points in play in {name}").format(name=self.game.name)
        rows = [
            [
                str(n),
                f"{percent(dealt.get(n, 0.0), 3)} %",
                _within(dealt.get(n, 0.0), found.deals),
                f"{percent(exact[n], 3)} %",
            ]
            for n in exact
        ]
        table = numbers(title, [_("Points"), _("Dealt"), _("interval"), _("Counted")], rows)
        return laid_out(bars(f"cl-in-play-{self.game.id}", title, said, dealt, exact), [said], [], table)


def _within(part: float, deals: int) -> str:
    found = share(round(part * deals), deals, digits=6)
    return _("{low} to {high}").format(low=percent(found.low, 3), high=percent(found.high, 3))
