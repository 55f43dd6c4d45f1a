"""Why an action of a deal is refused: the verdict on every act that the rules do not allow."""

from __future__ import annotations

from couillon.cards import SEATS, SUITS, Card, CardError, quoted
from couillon.game import State, legal_actions
from couillon.messages import _, card_name, either, seat_name, suit_name
from couillon.verdicts import Verdict, judge

__all__ = ["action_name", "refuse"]

_PROPOSAL = {"turn-up": "turn-up", "shown": "shown-card", "named": "named-trump"}


def action_name(action: str) -> str:
    """Return an action in words.

    >>> action_name("trump H"), action_name("TS")
    ('name hearts', 'the ten of spades')
    """
    head, _space, rest = action.partition(" ")
    if head == "trump" and rest in tuple(SUITS):
        return _("name {suit}").format(suit=suit_name(rest))
    if head == "turn":
        return _("turn the {card}").format(card=card_name(Card(rest))) if rest else _("have the last card shown")
    words = {
        "accept": _("accept"),
        "pass": _("pass"),
        "mit": _("declare Mit"),
        "kontra": _("say Kontra"),
        "re": _("say Re"),
        "raise": _("raise"),
        "matt": _("announce Matt"),
        "konter": _("announce Konter"),
    }
    return words.get(head) or _("the {card}").format(card=card_name(Card(head)))


def refuse(state: State, token: str) -> Verdict:
    """Return the verdict on a token that is not allowed now."""
    allowed = legal_actions(state)
    try:
        card = Card(token) if " " not in token else None
    except CardError:
        card = None
    if card is not None:
        return _refuse_card(state, card, allowed)
    clause, what = _reason(state, token)
    return Verdict(token, False, clause, what, _allowed_now(state, allowed), "", allowed)


def _allowed_now(state: State, allowed: tuple[str, ...]) -> str:
    if not allowed or state.to_act is None:
        return ""
    return _("{seat} may {actions}.").format(
        seat=seat_name(state.to_act),
        actions=either([_("play {card}").format(card=action_name(a)) if len(a) == 2 and a != "re" else action_name(a)
                        for a in allowed]),
    )  # fmt: skip


def _refuse_card(state: State, card: Card, allowed: tuple[str, ...]) -> Verdict:
    """Return the verdict on a card that may not be played now."""
    name = card_name(card)
    if state.phase == "over":
        return Verdict(card, False, "turn", _("The deal is over: no card is left to play."))
    if state.phase == "trump":
        what = _("The {card} cannot be played yet: the trump is to be made first.").format(card=name)
        return Verdict(card, False, _PROPOSAL[state.rules.trump], what, _allowed_now(state, allowed), "", allowed)
    if state.question == "mit":
        what = _("The {card} cannot be played yet: Mit is settled before the first lead.").format(card=name)
        return Verdict(card, False, "mit-before-lead", what, _allowed_now(state, allowed), "", allowed)
    assert state.trick is not None
    assert state.trump is not None
    seat = state.trick.to_play
    hand = state.hand(seat)
    if card not in hand:
        holder = next((s for s in SEATS if card in state.hand(s)), None)
        if holder:
            what = _("It is {seat}'s turn, and the {card} is in {holder}'s hand.")
        else:
            what = _("It is {seat}'s turn, and the {card} is not in that hand.")
        what = what.format(seat=seat_name(seat), card=name, holder=seat_name(holder or seat))
        return Verdict(card, False, "turn", what, _allowed_now(state, allowed), "", allowed)
    if state.turned and not state.tricks and not state.trick.cards:
        what = _("Not the {card}: the {turned} was turned, so it is led.").format(
            card=name, turned=card_name(state.turned)
        )
        return Verdict(card, False, "turned-own", what, "", "", allowed)
    return judge(state.rules, state.trump, hand, state.trick.cards, mit=state.mit)[hand.index(card)]


def _reason(state: State, token: str) -> tuple[str, str]:
    """Return the clause that a word breaks, and the reason."""
    head, rules = token.partition(" ")[0], state.rules
    longer = " " in token and head not in ("trump", "turn")
    if longer or head not in ("accept", "pass", "trump", "turn", "mit", "kontra", "re", "raise", "matt", "konter"):
        return "turn", _(
            "{text} is not an action: write a card such as TS, or accept, pass, trump H, turn, mit, kontra, re, matt,"
            " konter or raise."
        ).format(text=quoted(token))
    if state.phase == "over":
        return "turn", _("The deal is over: nothing is left to do.")
    if head in ("accept", "trump", "turn", "pass"):
        return _trump_reason(state, head)
    known = {
        "mit": rules.mit != "none",
        "kontra": rules.raises == "kontra-re",
        "re": rules.raises == "kontra-re",
        "raise": rules.raises == "open",
        "matt": rules.announce,
        "konter": rules.announce,
    }
    if not known[head]:
        return "turn", _("Nobody may {act} under these rules.").format(act=action_name(head))
    if state.phase == "trump":
        return _PROPOSAL[rules.trump], _("The trump is to be made first.")
    if head in ("matt", "konter"):
        return "announce", _announce_reason(state, head)
    if head == "mit":
        return "mit" if rules.mit == "first-turn" else "mit-before-lead", _mit_reason(state)
    clause = "raise" if head == "raise" else "kontra"
    if not state.mit:
        return clause, _("Nobody has declared Mit, so nobody may {act}.").format(act=action_name(head))
    if head == "re" and not state.kontra:
        return clause, _("Re answers a Kontra, and nobody has said Kontra.")
    if state.question == "re":
        return clause, _("Kontra has been said already; the declaring team may say Re or pass.")
    return clause, _("It is too late to {act}: all who were asked have answered.").format(act=action_name(head))


def _trump_reason(state: State, head: str) -> tuple[str, str]:
    rules = state.rules
    clause = _PROPOSAL[rules.trump]
    if state.phase != "trump":
        if head == "pass":
            return "turn", _("There is nothing to pass: {seat} plays a card now.").format(
                seat=seat_name(state.to_act or state.eldest)
            )
        return clause, _("The trump has been made already.")
    if rules.trump == "named":
        if head == "pass":
            return clause, _("{seat} is eldest and may not pass: a suit must be named.").format(
                seat=seat_name(state.eldest)
            )
        if head == "accept":
            return clause, _("No card is proposed under these rules: eldest names a suit.")
        if head == "turn" and rules.turn == "none":
            return clause, _("No card is turned under these rules: eldest names a suit.")
        if head == "turn":
            clause = "turned-own" if rules.turn == "eldests-own" else "turned-last"
            return clause, _("That card cannot be turned.")
        return clause, _("That is not one of the four suits.")
    return clause, _("Nobody names a suit under these rules: the proposed one is accepted or passed.")


def _first_turn_gone(state: State, seat: str) -> bool:
    return len(state.hand(seat)) < state.rules.hand


def _announce_reason(state: State, head: str) -> str:
    seat = state.to_act or state.eldest
    announcer = state.matt if head == "matt" else state.konter
    if announcer is not None:
        return _("{seat} has announced that already.").format(seat=seat_name(announcer))
    if _first_turn_gone(state, seat):
        return _("It is too late to {act}: that is done at one's first turn, before a card.").format(
            act=action_name(head)
        )
    if head == "matt":
        return _("{seat} does not hold the queen of spades, so cannot announce Matt.").format(seat=seat_name(seat))
    return _("{seat} does not hold both red queens, so cannot announce Konter.").format(seat=seat_name(seat))


def _mit_reason(state: State) -> str:
    seat = state.to_act or state.eldest
    if state.mit:
        return _("Mit has been declared already.")
    holder = next((s for s in SEATS if Card("QS") in state.hand(s)), None)
    if holder is None:
        return _("The queen of spades is in nobody's hand, so nobody can declare Mit.")
    if state.rules.mit == "before-lead" or (holder == seat and _first_turn_gone(state, seat)):
        if state.rules.mit == "before-lead":
            return _("It is too late for Mit: that is settled before the first lead.")
        return _("It is too late for Mit: it is declared at one's first turn, before a card.")
    return _("{seat} does not hold the queen of spades, so cannot declare Mit.").format(seat=seat_name(seat))
