"""The catalogue: every sentence that a reader sees goes through here.

English is the text in the source; another language is a gettext catalogue in ``couillon/locale``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, ParamSpec

if TYPE_CHECKING:
    import gettext

__all__ = [
    "_",
    "capital",
    "card_list",
    "card_name",
    "either",
    "forget_made",
    "language",
    "listed",
    "made_once",
    "ngettext",
    "pgettext",
    "rank_name",
    "seat_name",
    "suit_name",
    "team_name",
    "use_language",
]

_DOMAIN = "couillon"
_language: ContextVar[str] = ContextVar("language", default="en")
_P = ParamSpec("_P")
_KEPT = 1024
_forgetting: list[Callable[[], None]] = []


@lru_cache
def _catalogue(language: str) -> gettext.NullTranslations:
    # Loaded at the first message only: who just plays needs neither.
    import gettext
    from pathlib import Path

    return gettext.translation(_DOMAIN, str(Path(__file__).parent / "locale"), languages=[language], fallback=True)


def use_language(language: str) -> None:
    """Choose the language of all messages in this context; without a catalogue for it they stay English.

    >>> use_language("en")
    """
    _language.set(language)


def language() -> str:
    """Return the language of all messages in this context.

    >>> language()
    'en'
    """
    return _language.get()


def _(text: str) -> str:
    """Return a message in the reader's language.

    >>> _("Your turn.")
    'Your turn.'
    """
    return _catalogue(_language.get()).gettext(text)


def ngettext(one: str, many: str, n: int) -> str:
    """Return a message in the form that its number asks for.

    >>> ngettext("{n} line", "{n} lines", 3).format(n=3)
    '3 lines'
    """
    return _catalogue(_language.get()).ngettext(one, many, n)


def pgettext(context: str, text: str) -> str:
    """Return a message whose English word has several meanings, told apart by a context.

    >>> pgettext("suit led", "spades")
    'spades'
    """
    return _catalogue(_language.get()).pgettext(context, text)


def made_once(function: Callable[_P, str]) -> Callable[_P, str]:
    """Let a function that only makes words of hashable values remember them, in each language apart.

    >>> made_once(suit_name)("S")
    'spades'
    """

    # By the catalogue itself, not by its name: another one may have come under it. True is told from 1.
    @lru_cache(_KEPT, typed=True)
    def said(_catalogue: Hashable, *args: Any, **keys: Any) -> str:
        return function(*args, **keys)

    recall: Any = said

    @wraps(function)
    def remembered(*args: _P.args, **keys: _P.kwargs) -> str:
        return recall(_catalogue(_language.get()), *args, **keys)  # type: ignore[no-any-return]

    _forgetting.append(said.cache_clear)
    return remembered


def forget_made() -> None:
    """Forget what all functions under `made_once` have remembered.

    >>> forget_made()
    """
    for forget in _forgetting:
        forget()


def capital(sentence: str) -> str:
    """Return a sentence with its first letter made large.

    >>> capital("the ace of spades")
    'The ace of spades'
    """
    return sentence[:1].upper() + sentence[1:]


@made_once
def suit_name(suit: str) -> str:
    """Return a suit in words.

    >>> suit_name("S")
    'spades'
    """
    return {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}[suit]


@made_once
def one_of_suit(suit: str) -> str:
    """Return one card of a suit in words.

    >>> one_of_suit("S")
    'a spade'
    """
    return {"S": _("a spade"), "H": _("a heart"), "D": _("a diamond"), "C": _("a club")}[suit]


@made_once
def no_card_of_suit(suit: str) -> str:
    """Return the lack of a suit in words.

    >>> no_card_of_suit("C")
    'no club'
    """
    return {"S": _("no spade"), "H": _("no heart"), "D": _("no diamond"), "C": _("no club")}[suit]


@made_once
def rank_name(rank: str) -> str:
    """Return a rank in words.

    >>> rank_name("T")
    'ten'
    """
    return {
        "A": _("ace"),
        "K": _("king"),
        "Q": _("queen"),
        "J": _("jack"),
        "T": _("ten"),
        "9": _("nine"),
        "8": _("eight"),
        "7": _("seven"),
    }[rank]


def n_cards(n: int) -> str:
    """Return a number of cards.

    >>> n_cards(1), n_cards(2), n_cards(12)
    ('1 card', '2 cards', '12 cards')
    """
    return ngettext("{n} card", "{n} cards", n).format(n=n)


def n_points(n: int) -> str:
    """Return a number of card points.

    >>> n_points(1), n_points(0)
    ('1 point', '0 points')
    """
    return ngettext("{n} point", "{n} points", n).format(n=n)


@made_once
def card_name(card: str) -> str:
    """Return a card in words.

    >>> card_name("TH")
    'ten of hearts'
    """
    return _("{rank} of {suit}").format(rank=rank_name(card[0]), suit=suit_name(card[1]))


@made_once
def seat_name(seat: str) -> str:
    """Return a seat in words.

    >>> seat_name("W")
    'West'
    """
    return {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")}[seat]


def team_name(team: str) -> str:
    """Return a team in words.

    >>> team_name("NS")
    'North–South'
    """
    return {"NS": _("North–South"), "EW": _("East–West")}[team]


def listed(items: Sequence[str]) -> str:
    """Join words with commas and *and*.

    >>> listed(["one"]), listed(["one", "two"]), listed(["one", "two", "three"])
    ('one', 'one and two', 'one, two and three')
    """
    return _joined(items, _("{first} and {last}"))


def either(items: Sequence[str]) -> str:
    """Join words with commas and *or*.

    >>> either(["one", "two", "three"])
    'one, two or three'
    """
    return _joined(items, _("{first} or {last}"))


def _joined(items: Sequence[str], last_two: str) -> str:
    if len(items) < 2:
        return "".join(items)
    return last_two.format(first=pgettext("between items of a list", ", ").join(items[:-1]), last=items[-1])


def card_list(cards: Iterable[str], *, choice: bool = False) -> str:
    """Return cards in words, those of one suit together.

    >>> card_list(["QS", "9S", "JH"])
    'the queen and nine of spades and the jack of hearts'
    >>> card_list(["QS", "JH"], choice=True)
    'the queen of spades or the jack of hearts'
    """
    join = either if choice else listed
    suits: dict[str, list[str]] = {}
    for card in cards:
        suits.setdefault(card[1], []).append(rank_name(card[0]))
    return join([_("the {ranks} of {suit}").format(ranks=join(ranks), suit=suit_name(s)) for s, ranks in suits.items()])
