"""What the referee can be asked: one function for each ``op``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from couillon.cards import SEATS, TEAMS, Card, CardError, pack, parse_suit, refuse_twice
from couillon.deal import DealError, check_deal, pbn
from couillon.deal import deal as deal_cards
from couillon.game import State, Trick, apply, legal_actions, result, start
from couillon.kernel import layout
from couillon.messages import _, card_name
from couillon.referee import Json, RefereeError, Request, a_flag, a_number, an_object
from couillon.rules import Rules, variants
from couillon.scoring import Board, Result, Scored, ScoreError, new_board
from couillon.scoring import score as score_deal
from couillon.verdicts import IllegalActionError, judge

__all__ = ["OPS"]


def _cards(value: Any, name: str) -> tuple[Card, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        message = _('The field {name} must be a list of cards, such as ["AS", "TH"].').format(name=name)
        raise RefereeError("bad-request", message, name)
    try:
        cards = tuple(Card(item) for item in value)
        refuse_twice(cards)
    except CardError as error:
        raise RefereeError(error.code, str(error), name) from None
    return cards


def _impossible(message: str, field: str) -> RefereeError:
    return RefereeError("impossible-position", message, field)


def _trump(request: Request) -> tuple[str, bool]:
    value = request.need("trump")
    try:
        trump = parse_suit(value)
    except CardError as error:
        raise RefereeError("bad-request", str(error), "trump") from None
    mit = request.flag("mit")
    if mit and request.rules.mit == "none":
        raise _impossible(_("These rules know no {name}.").format(name="Mit"), "mit")
    return trump, mit


def _in_pack(rules: Rules, cards: tuple[Card, ...], field: str) -> None:
    known = set(pack(rules.pack))
    for card in cards:
        if card not in known:
            message = _("The {card} is not in the pack of {n} cards that this game uses.")
            raise _impossible(message.format(card=card_name(card), n=rules.pack), field)


def _legal(request: Request) -> Json:
    rules = request.rules
    trump, mit = _trump(request)
    hand, trick = _cards(request.need("hand"), "hand"), _cards(request.fields.get("trick", []), "trick")
    if not 1 <= len(hand) <= rules.hand:
        message = _("A hand holds from 1 to {n} cards here, and this one has {m}.").format(n=rules.hand, m=len(hand))
        raise _impossible(message, "hand")
    if len(trick) > 3:
        message = _("At most three cards lie on the table when a player's turn comes, and here are {n}.")
        raise _impossible(message.format(n=len(trick)), "trick")
    _in_pack(rules, hand, "hand")
    _in_pack(rules, trick, "trick")
    for card in trick:
        if card in hand:
            message = _("The {card} cannot be in the hand and in the trick.").format(card=card_name(card))
            raise _impossible(message, "trick")
    verdicts = judge(rules, trump, hand, trick, mit=mit)
    return {
        "legal": [v.act for v in verdicts if v.legal],
        "illegal": [{"card": v.act, "clause": v.clause, "message": v.message} for v in verdicts if not v.legal],
    }


def _winner(request: Request) -> Json:
    trump, mit = _trump(request)
    trick = _cards(request.need("trick"), "trick")
    if not 2 <= len(trick) <= 4:
        raise _impossible(
            _("A trick to be judged has from 2 to 4 cards, and this one has {n}.").format(n=len(trick)), "trick"
        )
    _in_pack(request.rules, trick, "trick")
    table = layout(request.rules, trump, mit)
    index = table.winner([table.bit[card] for card in trick])
    return {"winner": index, "card": trick[index], "points": table.points(table.bits(trick)), "clause": "trick"}


def _pair(value: Any, name: str) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        message = _("The field {name} must be a list of two whole numbers, North–South first.").format(name=name)
        raise RefereeError("bad-request", message, name)
    return a_number(value[0], name), a_number(value[1], name)


def read_board(rules: Rules, data: Any) -> Board:
    """Return a board from its data: ``need`` and ``double``, or ``score``, ``double`` and ``target``."""
    points = rules.scoring == "points"
    key = "score" if points else "need"
    board = an_object(data, "board", (key, "double", "target") if points else (key, "double"))
    if key not in board:
        raise RefereeError("bad-request", _("The field {name} is missing.").format(name=f"board.{key}"), f"board.{key}")
    counts = _pair(board[key], f"board.{key}")
    double = board.get("double", False)
    ties = double if rules.tie_again == "grows" and isinstance(double, int) else int(a_flag(double, "board.double"))
    target = a_number(board.get("target", rules.length), "board.target")
    if not 1 <= target <= 99:
        raise _impossible(_("A match has from 1 to 99 points, not {n}.").format(n=target), "board.target")
    if ties < 0 or (ties and rules.tie != "next-double"):
        raise _impossible(_("Under these rules no tie makes the next deal count double."), "board.double")
    if not points and min(counts) < 0:
        raise _impossible(_("A team cannot need fewer than 0."), f"board.{key}")
    loops = (0, 0) if rules.scoring != "slate" else (max(0, counts[0] - target), max(0, counts[1] - target))
    return Board(counts, target, int(ties), loops, rising=points)


def board_data(board: Board, *, target: bool = False) -> Json:
    """Return a board as data, in the form in which `read_board` takes it, with its target if that is wanted."""
    double: bool | int = board.ties if board.ties > 1 else bool(board.ties)
    if not board.rising:
        return {"need": list(board.counts), "double": double}
    data: Json = {"score": list(board.counts), "double": double}
    return {**data, "target": board.target} if target else data


def _scored(scored: Scored, asked: Any) -> Json:
    """Return what happened on a board; its target is told when the request told it."""
    target = isinstance(asked, dict) and "target" in asked
    events = [{"team": e.team, "clause": e.clause, "units": e.units, "message": e.message} for e in scored.events]
    return {"board": board_data(scored.board, target=target), "won": scored.won, "events": events}


_FLAGS, _COUNTS = ("mit", "kontra", "re"), ("matt", "konter", "raises")


def _score(request: Request) -> Json:
    rules = request.rules
    board = read_board(rules, request.need("board"))
    data = an_object(request.need("deal"), "deal", ("makers", "points", "tricks", *_FLAGS, *_COUNTS))
    for name in ("makers", "points", "tricks"):
        if name not in data:
            raise RefereeError(
                "bad-request", _("The field {name} is missing.").format(name=f"deal.{name}"), f"deal.{name}"
            )
    makers = data["makers"]
    if makers is not None and makers not in TEAMS:
        raise RefereeError("bad-request", _("The makers are NS, EW or null."), "deal.makers")
    flags = {name: a_flag(data.get(name, False), f"deal.{name}") for name in _FLAGS}
    counts = {name: a_number(data.get(name, 0), f"deal.{name}") for name in _COUNTS}
    points, tricks = _pair(data["points"], "deal.points"), _pair(data["tricks"], "deal.tricks")
    told = Result(makers, points, tricks, flags["mit"], flags["kontra"], flags["re"], **counts)
    try:
        return _scored(score_deal(rules, board, told), request.fields["board"])
    except ScoreError as error:
        raise _impossible(str(error), error.field if error.field == "board" else f"deal.{error.field}") from None


def _deal(request: Request) -> Json:
    rules = request.rules
    seed = a_number(request.need("seed"), "seed")
    cards = deal_cards(rules, seed, request.seat("dealer", "S"))
    return {
        "hands": {seat: list(cards.hand(seat)) for seat in SEATS},
        "stock": list(cards.stock),
        "proposed": cards.proposed(rules),
        "pbn": pbn(cards),
    }


def _replay(request: Request) -> Json:
    rules = request.rules
    data = an_object(request.need("hands"), "hands", tuple(SEATS))
    hands = {seat: _cards(data.get(seat, []), f"hands.{seat}") for seat in SEATS}
    stock = _cards(request.need("stock") if rules.stock else request.fields.get("stock", []), "stock")
    try:
        cards = check_deal(rules, request.seat("dealer", "S"), hands, stock)
    except CardError as error:
        raise RefereeError(error.code, str(error), "hands") from None
    except DealError as error:
        raise _impossible(str(error), error.field) from None
    actions = request.fields.get("actions", [])
    if not isinstance(actions, list) or not all(isinstance(a, str) for a in actions):
        message = _('The field {name} must be a list of actions, such as ["pass", "accept", "AS"].').format(
            name="actions"
        )
        raise RefereeError("bad-request", message, "actions")
    board = read_board(rules, request.fields["board"]) if "board" in request.fields else new_board(rules)
    state = start(rules, cards)
    for index, action in enumerate(actions):
        try:
            # The log is not needed here, and growing it would make long logs slow.
            state = apply(state, action).but(actions=())
        except IllegalActionError as error:
            verdict = error.verdict
            message = _("Action {index} ({action}) breaks {clause}: {why}").format(
                index=index, action=action[:40], clause=verdict.clause, why=verdict.message
            )
            more = {"index": index, "clause": verdict.clause, "legal_actions": list(verdict.allowed)}
            raise RefereeError("illegal-action", message, f"actions[{index}]", **more) from None
    told = _state_data(state)
    if state.phase == "over":
        told |= _scored(score_deal(rules, board, result(state)), request.fields.get("board"))
    return told


def _trick_data(trick: Trick) -> Json:
    return {"leader": trick.leader, "cards": list(trick.cards), "winner": trick.winner, "points": trick.points}


def _state_data(state: State) -> Json:
    """Return a deal at one moment as data; ``trick`` is the one on the table."""
    return {
        "phase": state.phase,
        "to_act": state.to_act,
        "legal_actions": list(legal_actions(state)),
        "trump": state.trump,
        "makers": state.makers,
        "proposed": state.proposed,
        "tricks": [_trick_data(trick) for trick in state.tricks],
        "trick": _trick_data(state.trick) if state.trick else None,
        "points": list(state.points),
        "taken": list(state.taken),
    }


def _variants(_request: Request) -> Json:
    return {
        "variants": [
            {
                "id": v.id,
                "name": v.name,
                "parent": v.parent,
                "rules": v.rules.as_data(),
                "sources": [{"code": s.code, "name": s.name} for s in v.sources],
            }
            for v in variants()
        ]
    }


#: For each op the fields of its request, and the function that answers it.
OPS: dict[str, tuple[tuple[str, ...], Callable[[Request], Json]]] = {
    "legal": (("trump", "mit", "hand", "trick"), _legal),
    "winner": (("trump", "mit", "trick"), _winner),
    "score": (("board", "deal"), _score),
    "deal": (("seed", "dealer"), _deal),
    "replay": (("dealer", "hands", "stock", "actions", "board"), _replay),
    "variants": ((), _variants),
}
