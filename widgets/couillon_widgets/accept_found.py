"""What was found of a question: what each answer brings, and what hands like this one have brought."""

from __future__ import annotations

from math import ceil
from typing import Final

from couillon.advice import Advice, Answer
from couillon.bots import choose
from couillon.cards import SEATS, SUITS
from couillon.estimate import Estimate
from couillon.holdings import Holding, Record, Sums, grouped, holding, known
from couillon.messages import _, capital, ngettext
from couillon.view import View
from couillon_widgets.html import element, prose, text
from couillon_widgets.table_figure import act_name, looked_at

__all__ = ["findings"]

#: Groups of fewer deals than this tell nothing.
_FEWEST: Final = 20


def findings(seen: View, advice: Advice, said: str, kept: str, *, more: bool) -> str:
    """Return the answers with what each brings, and what hands have brought in a game whose hands were counted.

    ``more`` tells that more layouts are still being looked at.

    >>> from couillon.advice import advise
    >>> from couillon.occasions import occasion
    >>> from couillon.rules import load
    >>> from couillon.view import view
    >>> seen = view(occasion(load(), "accept", 5))
    >>> findings(seen, advise(seen, count=4), "pass", "belgian", more=False).count("<table>")
    2
    """
    return element("div", _answers(seen, advice, said) + _told(seen, advice, more) + _hands(seen, said, kept),
                   class_="cl-found")  # fmt: skip


# This hand


def _answers(seen: View, advice: Advice, said: str) -> str:
    ranked = sorted(advice.answers, key=lambda answer: -answer.units.value)
    widest = max(abs(bound) for answer in ranked for bound in (answer.units.low, answer.units.high))
    rows = [_answer(seen, answer, answer.action == said, max(1, ceil(widest))) for answer in ranked]
    heads = [_("Answer"), _("On the board, a deal"), _("You win")]
    return _table(_("What each answer brings your side"), heads, rows)


def _answer(seen: View, answer: Answer, mine: bool, widest: int) -> str:
    units = answer.units
    low, at, high = (50 + 50 * value / widest for value in (units.low, units.value, units.high))
    # The ends of the line say what the figures beside it say.
    line = element("i", style=f"left:{low:.1f}%;right:{100 - high:.1f}%") + element("b", style=f"left:{at:.1f}%")
    bar = element("span", line, class_="cl-range", aria_hidden="true")
    name = text(capital(act_name(answer.action, seen)))
    tag = element("small", text(_("your answer"))) if mine else ""
    return _row(name + tag, [_units(units) + bar, _share(answer.won)], mine)


def _told(seen: View, advice: Advice, more: bool) -> str:
    """Return how far to trust the figures, and what a club player would say."""
    edge = advice.edge
    sure = (
        _("The best answer is ahead by {n} ({low} to {high}): that is more than chance.")
        if advice.sure
        else _("The best answer is ahead by {n} ({low} to {high}): that may be chance.")
    )
    if edge.value == edge.low == edge.high == 0:
        sure = _("The two best answers come to the same in every deal looked at.")
    lines = [sure.format(n=f"{edge.value:.2f}", low=_signed(edge.low), high=_signed(edge.high))]
    lines.append(looked_at(advice.looked, advice.layouts) + " " + (_("More are being looked at.") if more else ""))
    lines.append(_("In each of them four club players answer and play on."))
    if _passed(seen):
        lines.append(_("Layouts in which one of those who passed would have accepted are left out."))
    told = element("p", " ".join(prose(line.strip()) for line in lines), class_="cl-trust")
    thought = choose(seen, "club")
    if len(thought.action) != 2 or thought.action == "re":
        act = act_name(thought.action, seen)
        club = _("A club player would {act} at once: “{why}”").format(act=act, why=thought.why)
        if thought.action != advice.best and not more:
            club += " " + (
                _("That is a quick rule; here the deals that were played out speak against it.")
                if advice.sure
                else _("That is a quick rule; the deals that were played out cannot tell whether it is right here.")
            )
        told += element("p", prose(club), class_="cl-trust")
    return told


# Hands like it


def _hands(seen: View, said: str, kept: str) -> str:
    """Return what hands brought by trumps, and those like the present one by aces; nothing where none were counted."""
    sums = known(kept, _passed(seen)) if kept else {}
    if not sums:
        return ""
    may_pass = "pass" in seen.actions
    # Where several suits can be named, the hand is looked at with the one that was.
    suit = seen.proposed.suit if seen.proposed else said[-1] if said.startswith("trump ") else ""
    mine = holding(seen.rules, seen.hand, suit, seen.proposed) if suit in SUITS and suit else None
    heads = [_("The hand held"), _("Makers win"), _("Accepting") if may_pass else _("On the board, a deal")]
    heads += [_("Passing")] if may_pass else []
    rows = _groups(sums, mine, may_pass)
    deals = sum(row[0] for row in sums.values())
    caption = _("What hands brought whoever held them, in {n} deals of club players").format(n=f"{deals:,}")
    return _table(caption, heads, rows)


def _passed(seen: View) -> int:
    return (SEATS.index(seen.seat) - SEATS.index(seen.dealer) - 1) % 4 if seen.question == "accept" else 0


def _groups(sums: Sums, mine: Holding | None, may_pass: bool) -> list[str]:
    by_trumps = grouped(sums, lambda held: (held.trumps, held.top and held.trumps < 4), may_pass)
    own = (mine.trumps, mine.top and mine.trumps < 4) if mine else None
    rows = []
    for key, record in sorted(by_trumps.items()):
        if record.deals >= _FEWEST:
            rows.append(_record(_trumps(*key), record, key == own))
        if key == own and mine:
            like = {held: row for held, row in sums.items() if (held.trumps, held.top and held.trumps < 4) == own}
            by_aces = grouped(like, lambda held: held.aces, may_pass)
            rows += [
                _record(_aces(aces), found, aces == mine.aces, inner=True)
                for aces, found in sorted(by_aces.items())
                if found.deals >= _FEWEST
            ]
    return rows


def _record(name: str, record: Record, mine: bool, *, inner: bool = False) -> str:
    tag = element("small", text(_("like yours"))) if mine else ""
    cells = [_share(record.won), _units(record.units)]
    cells += [_units(record.passed)] if record.passed else []
    return _row(text(name) + tag, cells, mine, inner)


def _trumps(trumps: int, top: bool) -> str:
    if trumps == 0:
        return _("no trump")
    if trumps >= 4:
        return _("four trumps or more")
    if top:
        return ngettext("{n} trump, the highest", "{n} trumps with the highest", trumps).format(n=trumps)
    return ngettext("{n} trump, a lower one", "{n} trumps, lower ones", trumps).format(n=trumps)


def _aces(aces: int) -> str:
    if aces == 0:
        return _("and no other ace")
    return _("and two other aces or more") if aces > 1 else _("and one other ace")


# The parts of a table


def _table(caption: str, heads: list[str], rows: list[str]) -> str:
    head = element("tr", "".join(element("th", text(name), scope="col") for name in heads))
    inner = element("caption", text(caption)) + element("thead", head) + element("tbody", "".join(rows))
    return element("div", element("table", inner), class_="cl-scroll", role="group", tabindex="0", aria_label=caption)


def _row(name: str, cells: list[str], mine: bool, inner: bool = False) -> str:
    kind = " ".join(filter(None, ("cl-mine" if mine else "", "cl-inner" if inner else "")))
    head = element("th", name, scope="row")
    return element("tr", head + "".join(element("td", cell) for cell in cells), class_=kind or None)


def _signed(value: float) -> str:
    # Nought has no sign, whichever side it was rounded from.
    return f"{round(value, 2) or 0.0:+.2f}".replace("-", "−").replace("+0.00", "0.00")


def _units(units: Estimate) -> str:
    bounds = _("in every deal looked at")
    if _signed(units.low) != _signed(units.high):
        bounds = _("{low} to {high}").format(low=_signed(units.low), high=_signed(units.high))
    return element("b", text(_signed(units.value))) + " " + element("small", text(bounds))


def _share(share: Estimate) -> str:
    value, low, high = (round(100 * part) for part in (share.value, share.low, share.high))
    whole = _("{n} of 100").format(n=value)
    bounds = _("{low} to {high}").format(low=low, high=high)
    return element("b", text(whole)) + " " + element("small", text(bounds))
