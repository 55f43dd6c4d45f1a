"""What each choice at the table means: what it brings, what it risks, in a few words."""

from __future__ import annotations

from couillon.bots import view
from couillon.cards import SUITS, Card
from couillon.ideas import Outlook, Stake, outlooks, stake
from couillon.kernel import trump_order
from couillon.messages import _, capital, card_list, listed, ngettext, rank_name, suit_name
from couillon.rules import clause
from couillon_widgets.table_state import Sitting, as_shown

__all__ = ["choices", "trumps_in", "worth_playing"]


def choices(table: Sitting) -> tuple[tuple[str, str], ...]:
    """Return each choice of the person whose turn it is with what it means; cards that come to the same share a line.

    >>> from couillon_widgets.table_state import act, sit
    >>> for name, meaning in choices(sit()):
    ...     print(name, "-", meaning)
    Accept - you make the trumps. If your side wins, you wipe off 1 line; if it loses, they wipe off 1 line and you \
get a loop.
    Pass - others may make the trumps, and carry the risk.
    >>> choices(act(sit(), "pass"))[1]
    ('The queen of spades', 'puts 2 points at risk')
    """
    words = [action for action in table.actions if len(action) != 2 or action == "re"]
    return (*_suits(table, words), *((_name(w), _meaning(table, w)) for w in words if _is_word(w)),
            *_cards(table))  # fmt: skip


def _is_word(action: str) -> bool:
    return not action.startswith("trump ")


# Words


def _name(action: str) -> str:
    names = {
        "accept": _("Accept"),
        "pass": _("Pass"),
        "turn": _("Leave it to chance"),
        "mit": _("Mit"),
        "kontra": _("Kontra"),
        "re": _("Re"),
        "raise": _("Raise"),
        "matt": _("Matt"),
        "konter": _("Konter"),
    }
    return names[action]


def _meaning(table: Sitting, action: str) -> str:
    """Return what a word does, and what the deal is then played for."""
    played_for = worth_playing(table, action)
    texts = {
        "accept": _("you make the trumps. {stake}"),
        "turn": _("a card not yet seen fixes the trumps, and you are the maker all the same."),
        "mit": _("the queen of spades becomes a trump, just below the ace. {stake}"),
        "matt": _("the queen of spades is announced, and the deal is played for more. {stake}"),
        "konter": _("both red queens are announced, and the deal is played for more. {stake}"),
        "kontra": _("you say that their Mit will fail. {stake}"),
        "re": _("you answer that it will not. {stake}"),
        "raise": _("the deal is played for more, and the others may raise again. {stake}"),
    }
    if action == "pass" and table.state.question == "accept":
        if len(table.state.asked) > 1:
            return _("others may make the trumps, and carry the risk.")
        return _("nobody accepts. {clause}").format(clause=_if_all_pass(table))
    if action == "pass":
        return _("the deal stays as it is. {stake}").format(stake=played_for)
    return texts[action].format(stake=played_for)


def _if_all_pass(table: Sitting) -> str:
    return next(clause(id).text for id in table.rules.clauses if id.startswith("all-pass"))


def worth_playing(table: Sitting, action: str) -> str:
    """Say what the deal is played for once an action is chosen.

    >>> from couillon_widgets.table_state import sit
    >>> worth_playing(sit("mit", dealer="E"), "turn")
    'If your side wins, you strike off 1; if it loses, they strike off 1 and 1 goes against you.'
    """
    return _stake(table, stake(table.state, table.match.board, action))


def _stake(table: Sitting, deal: Stake) -> str:
    verbs = {
        "slate": (
            ngettext("you wipe off {n} line", "you wipe off {n} lines", deal.gain),
            ngettext("they wipe off {n} line", "they wipe off {n} lines", deal.their_gain),
        ),
        "points": (
            ngettext("you score {n} point", "you score {n} points", deal.gain),
            ngettext("they score {n} point", "they score {n} points", deal.their_gain),
        ),
        "countdown": (_("you strike off {n}"), _("they strike off {n}")),
    }[table.rules.scoring]
    won, lost = [verbs[0].format(n=deal.gain)], [verbs[1].format(n=deal.their_gain)]
    if table.rules.scoring == "slate":
        if deal.their_penalty:
            loops = ngettext("they get a loop", "they get {n} loops", deal.their_penalty)
            won.append(loops.format(n=deal.their_penalty))
        if deal.penalty:
            lost.append(ngettext("you get a loop", "you get {n} loops", deal.penalty).format(n=deal.penalty))
    else:
        if deal.their_penalty:
            won.append(_("{n} goes against them").format(n=deal.their_penalty))
        if deal.penalty:
            lost.append(_("{n} goes against you").format(n=deal.penalty))
    return _("If your side wins, {won}; if it loses, {lost}.").format(won=listed(won), lost=listed(lost))


# Suits to name


def trumps_in(table: Sitting, suit: str) -> tuple[Card, ...]:
    """Return the cards of the hand that would be trumps, from high to low, as far as the hand is seen.

    >>> from couillon_widgets.table_state import sit
    >>> trumps_in(sit("konter-a-matt", dealer="E"), "S")
    ('QS',)
    """
    seen = view(table.state)
    order = trump_order(table.rules, suit, table.state.mit)
    return tuple(card for card in order if card in seen.hand)


def _suits(table: Sitting, words: list[str]) -> list[tuple[str, str]]:
    found = []
    for suit in SUITS:
        if f"trump {suit}" not in words:
            continue
        held = trumps_in(table, suit)
        if held:
            count = ngettext("{n} trump in your hand so far: {ranks}", "{n} trumps in your hand so far: {ranks}",
                             len(held))  # fmt: skip
            ranks = listed([rank_name(c.rank) if c.suit == suit else card_list([c]) for c in held])
            found.append((capital(suit_name(suit)), count.format(n=len(held), ranks=ranks)))
        else:
            found.append((capital(suit_name(suit)), _("no trump in your hand so far")))
    return found


# Cards


def _cards(table: Sitting) -> list[tuple[str, str]]:
    """Return the cards that may be played, those that mean the same together."""
    if not table.actions:
        return []
    lines: dict[str, list[Card]] = {}
    leads = table.state.trick is not None and not table.state.trick.cards
    for outlook in outlooks(view(table.state)):
        lines.setdefault(_outlook(outlook, leads), []).append(outlook.card)
    return [(capital(card_list(sorted(cards, key=as_shown))), words) for words, cards in lines.items()]


def _outlook(outlook: Outlook, leads: bool) -> str:
    own, lies = outlook.card.points, outlook.points
    if leads:
        texts = {
            "sure": _("nothing that is left can beat it"),
            "trump": _("asks everybody for trumps"),
            "master": _("the highest of its suit that is left: only a trump beats it"),
            "empty": _("costs nothing if it loses"),
            "risk": ngettext("puts {own} point at risk", "puts {own} points at risk", own),
        }
    else:
        texts = {
            "takes": _("takes the trick; it counts nothing")
            if not lies
            else ngettext("takes the trick, {n} point in all", "takes the trick, {n} points in all", lies),
            "sure": _("wins so far, and nothing that is left can beat it"),
            "master": _("wins so far: only a trump can beat it"),
            "best": _("trumps, and wins so far; a higher trump can still beat it")
            if outlook.ruffs
            else ngettext("wins so far, with {own} point at risk", "wins so far, with {own} points at risk", own)
            if own
            else _("wins so far, but can still be beaten"),
            "over": _("above your partner's card, which wins already"),
            "feeds": ngettext(
                "adds {own} point while your partner wins", "adds {own} points while your partner wins", own
            ),
            "leaves": _("leaves the trick to your partner"),
            "gives": ngettext(
                "loses so far, and gives {own} point away", "loses so far, and gives {own} points away", own
            ),
            "empty": _("loses so far, but costs nothing"),
        }
    return texts[outlook.kind].format(own=own, n=lies)
