"""The parts that widgets are made of: cards, tags, chips, notes, buttons, choices. Each returns HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from couillon.messages import _, card_name, made_once, ngettext, suit_name
from couillon.rules import Variant
from couillon.verdicts import sources_for
from couillon_widgets.deck import NATIONS, art, pip
from couillon_widgets.html import attributes, element, icon, mark, prose, sign, text

__all__ = [
    "Note",
    "actions",
    "button",
    "card_button",
    "card_picture",
    "chip",
    "choice",
    "cite",
    "empty_place",
    "footer",
    "frame",
    "hand",
    "picks_of_cards",
    "settings",
    "trump_chip",
]

Tone = Literal["no", "ok", "info", "wait"]
#: A clause, and its sources as a note cites them.
Cited = tuple[str, tuple[str, ...]]
#: How many of the sources of a clause a note names at once.
_NAMED: Final = 2


def cite(game: Variant, clause: str) -> Cited:
    """Return a clause with who says it in a game.

    >>> from couillon.rules import variant
    >>> cite(variant("ardennes"), "must-overtrump")[1]
    ('an Ardennes tourism page (Dutch)',)
    """
    return clause, tuple(source.name for source in sources_for(game, clause))


@dataclass(frozen=True)
class Note:
    """What the status region says: one bold sentence, more sentences, the clauses and who says them."""

    tone: Tone
    what: str
    more: tuple[str, ...] = ()
    cited: tuple[Cited, ...] = ()
    link: bool = False

    @property
    def passing(self) -> bool:
        """Whether it belongs to the moment it is said in, and is not said again when the reader comes back to it."""
        return self.link

    @made_once
    def html(self) -> str:
        """Return the region, an element with the role ``status``.

        >>> Note("info", "Your turn.").html()[:41]
        '<div class="cl-note cl-info" role="status'
        """
        lines = [element("p", prose(self.what), class_="cl-what")]
        lines += [element("p", prose(line)) for line in self.more if line]
        if self.link:
            label = _("The link to what you see")
            lines.append(f'<input class="cl-link" type="text" readonly data-link{attributes(aria_label=label)}>')
        lines += [element("div", _citation(clause, sources), class_="cl-src") for clause, sources in self.cited]
        return element("div", sign(self.tone) + " ".join(lines), class_=f"cl-note cl-{self.tone}", role="status")


@made_once
def _citation(clause: str, sources: tuple[str, ...]) -> str:
    """Return a clause and who says it: two names, the others fold out."""
    first, others = sources[:_NAMED], sources[_NAMED:]
    if len(others) == 1:  # one name takes no more room than the words that would stand for it
        first, others = sources, ()
    said = f"{clause_link(clause)} {text('; '.join(first))}"
    if not others:
        return said
    more = ngettext("and {n} more", "and {n} more", len(others)).format(n=len(others))
    rest = element("summary", text(more)) + element("span", text("; ".join(others)))
    return f"{said} {element('details', rest)}"


@made_once
def clause_link(clause: str) -> str:
    """Return the link to a clause in the chapter of sources.

    >>> clause_link("must-beat")
    '<a class="cl-clause" data-clause="must-beat" href="sources.html#must-beat">must-beat</a>'
    """
    return element("a", text(clause), class_="cl-clause", data_clause=clause, href=f"sources.html#{clause}")


@made_once
def tag(words: str, verdict: str = "", kind: str = "") -> str:
    """Return a tag that hangs below a card; without words, a round mark on its lower edge.

    >>> tag("", "yes")[:30]
    '<span class="cl-tag cl-only"><'
    """
    classes = " ".join(filter(None, ("cl-tag", "" if words else "cl-only", kind)))
    return element("span", (mark(verdict) if verdict else "") + text(words), class_=classes)


def spoken(card: str, trump: bool, more: Iterable[str] = ()) -> str:
    """Return the name of a card in words, with what is to be known of it.

    >>> spoken("AS", True, ["may be played"])
    'ace of spades, trump, may be played'
    """
    return ", ".join([card_name(card), *([_("trump")] if trump else []), *filter(None, more)])


@made_once
def card_button(
    card: str,
    *,
    nation: str = "en",
    trump: bool = False,
    legal: bool | None = None,
    refused: bool = False,
    hinted: bool = False,
    pressed: bool | None = None,
    words: str = "",
    spoken_as: str = "",
    kind: str = "",
) -> str:
    """Return a card that can be tried: a button with its name in words and its verdict, once it is judged.

    ``words`` stand below it; they are read aloud as they are, or ``spoken_as``.

    >>> html = card_button("JH", trump=True, legal=False)
    >>> 'data-legal="no" aria-disabled="true" aria-label="jack of hearts, trump, may not be played"' in html
    True
    """
    verdict = {None: "", True: "yes", False: "no"}[legal]
    said = {None: "", True: _("may be played"), False: _("may not be played")}[legal]
    sign = "" if kind == "cl-left" else verdict
    flags = {"cl-is-trump": trump, "cl-is-refused": refused, "cl-is-hinted": hinted, kind: bool(kind)}
    return element(
        "button",
        art(card, nation) + (tag(words, sign) if verdict or words else ""),
        class_=" ".join(["cl-card", *(name for name, on in flags.items() if on)]),
        type="button",
        data_card=card,
        data_legal=verdict or None,
        aria_disabled="true" if legal is False else None,
        aria_pressed=None if pressed is None else str(pressed).lower(),
        aria_label=spoken(card, trump, [said, spoken_as or words]),
    )


def card_picture(
    card: str, *, nation: str = "en", trump: bool = False, winner: bool = False, tags: Sequence[str] = ()
) -> str:
    """Return a card that lies on the table: a picture with its name in words, and tags below it.

    The last tag is gold when the card is the winner.

    >>> 'aria-label="ten of spades, West led"' in card_picture("TS", tags=["West led"])
    True
    """
    return _picture(card, nation, trump, winner, tuple(tags))


@made_once
def _picture(card: str, nation: str, trump: bool, winner: bool, tags: tuple[str, ...]) -> str:
    flags = {"cl-is-trump": trump, "cl-is-winner": winner}
    below = "".join(
        tag(words, kind="cl-won" if winner and i == len(tags) - 1 and i else "") for i, words in enumerate(tags)
    )
    return element(
        "span",
        art(card, nation) + (element("span", below, class_="cl-tags") if below else ""),
        class_=" ".join(["cl-card", *(name for name, on in flags.items() if on)]),
        role="img",
        data_card=card,
        aria_label=spoken(card, trump, tags),
    )


@made_once
def empty_place(words: str = "") -> str:
    """Return the dashed place where a card was, or where one will lie.

    >>> empty_place("You")[:42]
    '<span class="cl-card cl-gone" aria-hidden='
    """
    below = element("span", tag(words), class_="cl-tags") if words else ""
    return element("span", below, class_="cl-card cl-gone", aria_hidden="true")


def hand(label: str, cards: Sequence[str], *, roving: bool = False, tagged: bool = False) -> str:
    """Return cards in a row under their label; arrow keys move in it if ``roving``, ``tagged`` leaves room for tags.

    >>> hand("Your hand", ["<button></button>"], roving=True)[:60]
    '<div class="cl-row" role="group" aria-label="Your hand"><p c'
    """
    title = element("p", text(label), class_="cl-label", aria_hidden="true")
    row = element("div", "".join(cards), class_="cl-hand", data_rove=roving, data_cards=len(cards))
    return element("div", title + row, class_="cl-row cl-below" if tagged else "cl-row", role="group", aria_label=label)


def chip(words: str) -> str:
    """Return a small label.

    >>> chip("deal 4")
    '<span class="cl-chip">deal 4</span>'
    """
    return element("span", text(words), class_="cl-chip")


@made_once
def trump_chip(suit: str) -> str:
    """Return the gold label that names the trumps, with sign and word.

    >>> trump_chip("H").count("hearts")
    1
    """
    words = text(_("{suit} are trumps")).replace("{suit}", element("b", text(suit_name(suit))))
    return element("span", pip(suit) + element("span", words), class_="cl-chip cl-trumps")


@made_once
def button(action: str, words: str, picture: str = "", kind: str = "", **values: object) -> str:
    """Return a button that sends an action.

    >>> button("undo", "Take back")
    '<button class="cl-btn" type="button" data-action="undo">Take back</button>'
    """
    inner = (icon(picture) if picture else "") + text(words)
    classes = f"cl-btn {kind}".strip()
    return element("button", inner, class_=classes, type="button", data_action=action, **values)


def actions(near: Sequence[str], far: Sequence[str] = ()) -> str:
    """Return the row of buttons; those that leave what is on the table stand at the far end.

    >>> actions(["a"], ["b"])
    '<div class="cl-actions">a<span class="cl-push"></span>b</div>'
    """
    return f'<div class="cl-actions">{"".join(near)}<span class="cl-push"></span>{"".join(far)}</div>'


def choice(
    action: str, label: str, options: Iterable[tuple[str, str]], chosen: str, *, shown: bool = False, keep: str = ""
) -> str:
    """Return a list to choose from; its label is seen only if ``shown``, the page remembers the choice as ``keep``.

    >>> choice("nation", "Letters", [("en", "English")], "en").count("selected")
    1
    """
    return _choice(action, label, tuple(options), chosen, shown, keep)


@made_once
def _choice(action: str, label: str, options: tuple[tuple[str, str], ...], chosen: str, shown: bool, keep: str) -> str:
    items = "".join(element("option", text(words), value=value, selected=value == chosen) for value, words in options)
    name = element("span", text(label), class_=None if shown else "cl-sr")
    return element(
        "label", name + element("select", items, data_action=action, data_keep=keep or None), class_="cl-pick"
    )


@made_once
def footer(nation: str, suits: str, before: str = "", own: str = "") -> str:
    """Return the last line of a widget with cards: settings of its own, those of cards, and the button for the link.

    ``own`` are the settings of cards of a widget that has more of them.

    >>> footer("en", "4").count('data-action="share"')
    1
    """
    link = button("share", _("Copy link"), "share", "cl-quiet")
    cards = own or settings(_("Letters and colours of the cards"), picks_of_cards(nation, suits))
    return element("div", before + cards + link, class_="cl-foot")


def settings(title: str, body: str, *, opened: bool = False) -> str:
    """Return settings that open from their title.

    >>> settings("More", "")[:32]
    '<details class="cl-settings"><su'
    """
    summary = element("summary", text(title))
    return element(
        "details", summary + element("div", body, class_="cl-options"), class_="cl-settings", open=opened or None
    )


@made_once
def picks_of_cards(nation: str, suits: str) -> str:
    """Return the reader's settings for cards: the letters in their corners, and two or four colours.

    >>> picks_of_cards("en", "4").count("<select")
    2
    """
    nations = {
        "en": _("English"),
        "fr": _("French and Belgian"),
        "nl": _("Dutch"),
        "de": _("German"),
        "sv": _("Swedish"),
        "fi": _("Finnish"),
    }
    letters = [
        (key, _("{country}: {letters}").format(country=words, letters=" ".join(NATIONS[key][r] for r in "AKQJ")))
        for key, words in nations.items()
    ]
    colours = [("4", _("four: each suit its own")), ("2", _("two: red and black"))]
    return choice("nation", _("Letters"), letters, nation, shown=True) + choice(
        "suits", _("Colours"), colours, suits, shown=True
    )


def frame(title: str, chips: Sequence[str], body: str, foot: str) -> str:
    """Return the shell of a widget: head with title and chips, body, foot.

    >>> frame("Title", [], "body", "foot").count("<div")
    3
    """
    head = element("div", element("p", text(title), class_="cl-title") + "".join(chips), class_="cl-head")
    return element("div", head + element("div", body, class_="cl-body") + foot, class_="cl-w")
