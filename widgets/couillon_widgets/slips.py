"""Facts that settle what sources say: counted by the engine, shown as they are."""

from __future__ import annotations

from couillon.cards import RANKS
from couillon.messages import _, listed, rank_name
from couillon.rules import Variant, variant
from couillon.scoring import Result, new_board, score
from couillon.spread import spread
from couillon_widgets.deck import index_text
from couillon_widgets.html import element, text

__all__ = ["Letters", "PointsInPlay", "Stakes"]


class _Fact:
    """Something that was counted, and never changes."""

    def __repr__(self) -> str:
        """Return the constructor."""
        return f"{type(self).__name__}()"


def _table(caption: str, heads: list[str], rows: list[list[str]]) -> str:
    """Return a table of texts; the first of each row is its head."""
    head = element("tr", "".join(element("th", text(name), scope="col") for name in heads))
    body = "".join(
        element("tr", element("th", text(first), scope="row") + "".join(element("td", text(cell)) for cell in cells))
        for first, *cells in rows
    )
    inner = element("caption", text(caption)) + element("thead", head) + element("tbody", body)
    return element("div", element("table", inner), class_="cl-scroll", role="region", tabindex="0", aria_label=caption)


class PointsInPlay(_Fact):
    """How many card points are in play in a game: every set of cards that can be dealt, counted.

    >>> PointsInPlay("belgian")
    PointsInPlay('belgian')
    """

    def __init__(self, game: str = "belgian") -> None:
        self.game: Variant = variant(game)

    def __repr__(self) -> str:
        """Return the game."""
        return f"PointsInPlay({self.game.id!r})"

    def _repr_html_(self) -> str:
        ways = spread(self.game.rules)
        total, top = sum(ways.values()), max(ways.values())
        told = _(
            "All {total} sets of {dealt} cards that can be dealt, counted: {low} to {high} points are in play, {usual}"
            " most often, and {mean} on average."
        ).format(
            total=f"{total:,}",
            dealt=4 * self.game.rules.hand,
            low=min(ways),
            high=max(ways),
            usual=max(ways, key=lambda n: ways[n]),
            mean=f"{sum(n * count for n, count in ways.items()) / total:.1f}",
        )
        few = _("At most 20 points are in play in {share} % of them.").format(
            share=f"{100 * sum(count for n, count in ways.items() if n <= 20) / total:.1f}"
        )
        bars = "".join(_bar(n, count / top) for n, count in ways.items())
        rows = [[str(n), f"{count:,}", f"{100 * count / total:.2f} %"] for n, count in ways.items()]
        table = _table(_("Points in play, all sets of cards"), [_("Points"), _("Sets of cards"), _("Share")], rows)
        numbers = element("details", element("summary", text(_("The numbers"))) + table)
        chart = element("div", bars, class_="cl-bars", aria_hidden="true")
        return element("div", element("p", text(f"{told} {few}")) + chart + numbers, class_="cl-chapter cl-spread")


def _bar(n: int, share: float) -> str:
    number = element("b", text(n)) if n % 4 == 0 else ""
    return element("span", element("i", style=f"height:{100 * share:.1f}%") + number)


class Stakes(_Fact):
    """What a deal with Mit is worth if each raise adds one, and if each doubles: both written on a board and read off.

    >>> Stakes()
    Stakes()
    """

    def _repr_html_(self) -> str:
        said = (("mit",), ("mit", "kontra"), ("mit", "kontra", "re"))
        names = {"mit": _("Mit"), "kontra": _("Kontra"), "re": _("Re")}
        rows = [[_("nothing said"), *(str(_worth(stakes, ())) for stakes in ("add", "double"))]]
        for words in said:
            worth = [str(_worth(stakes, words)) for stakes in ("add", "double")]
            rows.append([listed([names[word] for word in words]), *worth])
        heads = [_("What was said"), _("One more each"), _("Doubling")]
        return element("div", _table(_("What the winners strike off"), heads, rows), class_="cl-chapter cl-numbers")


def _worth(stakes: str, words: tuple[str, ...]) -> int:
    rules = variant("mit").rules.replace({"stakes": stakes})
    board = new_board(rules)
    result = Result("NS", (18, 14), (3, 2), mit="mit" in words, kontra="kontra" in words, re="re" in words)
    return board.counts[0] - score(rules, board, result).board.counts[0]


class Letters(_Fact):
    """The letters in the corners of the cards, country by country.

    >>> Letters()
    Letters()
    """

    def _repr_html_(self) -> str:
        nations = {"fr": _("French, Belgian"), "nl": _("Dutch"), "de": _("German"), "en": _("English")}
        ranks = [rank for rank in RANKS if rank in "AKQJ"]
        heads = [_("Cards"), *(rank_name(rank) for rank in ranks)]
        rows = [[name, *(index_text(rank, code) for rank in ranks)] for code, name in nations.items()]
        return element("div", _table(_("Letters of the cards by country"), heads, rows), class_="cl-chapter cl-numbers")
