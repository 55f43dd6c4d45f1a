"""The rules of a game on one page, made from its data, to be printed and laid on the table."""

from __future__ import annotations

from collections.abc import Iterator

from couillon.messages import _, capital, card_list, listed, ngettext
from couillon.rules import Clause, Rules, Variant, variant, variants
from couillon_widgets.html import element, text
from couillon_widgets.parts import clause_link

__all__ = ["RuleCard", "RuleCards"]


class RuleCard:
    """The rules of one game on one page. Takes any name of the game.

    Raises `couillon.rules.UnknownVariantError` for a game that there is not.

    >>> RuleCard("Kwaojongé")
    RuleCard('kwajongen')
    """

    def __init__(self, game: str = "belgian") -> None:
        self.game: Variant = variant(game)

    def __repr__(self) -> str:
        """Return the game."""
        return f"RuleCard({self.game.id!r})"

    def _repr_html_(self) -> str:
        return element("div", _card(self.game), class_="cl-chapter cl-rule-cards")


class RuleCards:
    """The rule cards of all games, with a list of them before.

    >>> RuleCards()
    RuleCards()
    """

    def __repr__(self) -> str:
        """Return the constructor."""
        return "RuleCards()"

    def _repr_html_(self) -> str:
        games = variants()
        links = "".join(element("li", element("a", text(g.name), href=f"#card-{g.id}")) for g in games)
        contents = element("nav", element("ul", links), class_="cl-jump", aria_label=_("Rule cards"))
        return element("div", contents + "".join(map(_card, games)), class_="cl-chapter cl-rule-cards")


def _card(game: Variant) -> str:
    head = element("h2", text(game.name))
    about = [capital(game.where) + "."] if game.where else []
    aliases = [name for name in game.aliases if name != game.name]
    if aliases:
        about.append(_("Also called {names}.").format(names=listed(aliases)))
    head += element("p", text(" ".join(about)), class_="cl-about")
    rows = "".join(element("dt", text(title)) + element("dd", "".join(lines)) for title, lines in _rows(game) if lines)
    who = _("Who says so: {sources}.").format(sources="; ".join(source.name for source in game.sources))
    foot = element("p", text(who), class_="cl-about")
    return element("section", head + element("dl", rows) + foot, id=f"card-{game.id}", class_="cl-rule-card")


#: The axes of which each part of a card tells.
_AXES = {
    "trump": ("trump", "turn", "all_pass"),
    "play": ("follow", "void", "beat", "overtrump", "undertrump", "partner_exempt"),
    "special": ("queens", "announce", "mit", "raises", "stakes"),
    "score": ("scoring", "sweep", "loss", "loss_sweep", "tie", "tie_again", "tie_penalty", "length"),
}
#: The clauses that every game shares, or that no axis switches, by the part that they stand in.
_COMMON = {
    "people": ("table", "draw", "next-deal"),
    "deal": ("cut", "packets"),
    "cards": ("rank", "points"),
    "lead": ("first-lead-eldest", "first-lead-maker", "lead-any", "trick", "next-lead", "turn"),
    "score": ("aim", "no-makers"),
}


def _rows(game: Variant) -> Iterator[tuple[str, list[str]]]:
    """Yield the parts of a card: a title, and its sentences as HTML."""
    rules = game.rules
    titles = {
        "people": (_("Players"), []),
        "cards": (_("Cards"), []),
        "deal": (_("The deal"), [f"{text(_deal(rules))} {clause_link('pack')}"]),
        "trump": (_("The trump"), list(map(text, _naming(rules)))),
        "lead": (_("The trick"), []),
        "play": (_("Following"), []),
        "special": (_("Special trumps, what is said"), list(map(text, _queens(rules)))),
        "score": (_("The score"), [text(_length(rules))]),
    }
    for part, (title, facts) in titles.items():
        said = [_clause(c) for c in game.clauses if c.id in _COMMON.get(part, ()) or c.switch in _AXES.get(part, ())]
        yield title, [element("p", fact) for fact in facts] + said


def _clause(c: Clause) -> str:
    return element("p", f"{text(c.text)} {clause_link(c.id)}")


def _deal(rules: Rules) -> str:
    if len(rules.packets) == 1:
        return _("{pack} cards, {hand} to each player at once.").format(pack=rules.pack, hand=rules.hand)
    packets = listed([str(n) for n in rules.packets])
    if rules.stock:
        sentence = _("{pack} cards, {hand} to each player ({packets}); {stock} are left over.")
    else:
        sentence = _("{pack} cards, {hand} to each player ({packets}); all are dealt.")
    return sentence.format(pack=rules.pack, hand=rules.hand, packets=packets, stock=rules.stock)


def _naming(rules: Rules) -> list[str]:
    if rules.named_after == rules.hand:
        return [_("Eldest sees the whole hand first.")]
    if rules.named_after:
        sentence = ngettext(
            "Eldest has seen {n} card by then.", "Eldest has seen {n} cards by then.", rules.named_after
        )
        return [sentence.format(n=rules.named_after)]
    if rules.shown_card:
        return [_("The card shown is number {n} of the dealer's.").format(n=rules.shown_card)]
    return []


def _queens(rules: Rules) -> list[str]:
    if not rules.queens:
        return []
    sentence = ngettext("Always a trump: {cards}.", "Always trumps, from high to low: {cards}.", len(rules.queens))
    return [sentence.format(cards=card_list(rules.queens))]


def _length(rules: Rules) -> str:
    sentences = {
        "slate": _("A slate of {n} lines for each team."),
        "points": _("The match is played to {n} points, or as agreed."),
        "countdown": _("Both teams count down from {n}."),
    }
    return sentences[rules.scoring].format(n=rules.length)
