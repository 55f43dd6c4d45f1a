"""Exercises on the board: what stands there after a deal, on the slate, in points, or counted down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from couillon.cards import TEAMS
from couillon.exercises.model import Asked, Dice, Exercise, Key, Scene
from couillon.exercises.plays import chosen, not_found
from couillon.exercises.switches import SWITCHES, Facts, decides, switched
from couillon.exercises.words import board_told
from couillon.messages import _, listed, ngettext, team_name
from couillon.rules import Rules
from couillon.scoring import Board, Result, Scored, ScoreError, new_board, possible, score

__all__ = ["on_board", "result_told"]

#: How many results are looked through, and how many good ones for one of the right level.
_MOST_RESULTS: Final = 400
_MOST_GOOD: Final = 12


#: Clauses that need a tie on the board before the deal, and those that need the deal to be one.
_AFTER_TIE: Final = ("tie-again", "tie-penalty")
_AT_TIE: Final = ("tie-again", "tie-nothing", "tie-makers-add-one", "tie-makers-lose")


#: The clauses on a plain win.
_WINS: Final = ("win", "points-win", "countdown-win")


def any_result(rules: Rules, dice: Dice, tied: bool = False) -> Result:
    """Return a result that a deal under these rules can have; ties and sweeps come more often than in life."""
    sweep = not tied and dice.draw() < 0.25
    first = dice.pick((0, rules.hand)) if sweep else 1 + dice.below(rules.hand - 1) if rules.hand > 1 else 0
    pairs = sorted(possible(rules.pack, 4 * first, 4 * (rules.hand - first)))
    total = 12 + dice.below(29) if rules.stock else 40
    fitting = [pair for pair in pairs if sum(pair) == total] or pairs
    ties = [pair for pair in fitting if pair[0] == pair[1]]
    ties = ties or [pair for pair in pairs if tied and pair[0] == pair[1]]
    points = dice.pick(ties) if ties and (tied or dice.draw() < 0.3) else dice.pick(fitting)
    makers = dice.pick(TEAMS if rules.all_pass == "none" else (*TEAMS, None))
    mit = rules.mit != "none" and dice.draw() < 0.5
    kontra = mit and rules.raises == "kontra-re" and dice.draw() < 0.6
    return Result(
        makers,
        points,
        (first, rules.hand - first),
        mit,
        kontra,
        kontra and dice.draw() < 0.4,
        int(rules.announce and dice.draw() < 0.3),
        int(rules.announce and dice.draw() < 0.3),
        1 + dice.below(2) if mit and rules.raises == "open" and dice.draw() < 0.5 else 0,
    )


def after(facts: Facts) -> Board | None:
    """Return the board after a deal, or None where the deal cannot be."""
    assert facts.board is not None
    assert facts.result is not None
    try:
        return score(facts.rules, facts.board, facts.result).board
    except ScoreError:
        return None


def _situations(rules: Rules, dice: Dice, level: int, clause: str) -> Iterator[Facts]:
    """Yield boards with a deal to write on them, such as a clause is about."""
    for _try in range(_MOST_RESULTS):
        board = _late(rules, dice) if clause == "match" else new_board(rules)
        for _deal in range(0 if clause == "match" or (level == 1 and dice.draw() < 0.5) else dice.below(2 + level)):
            scored = score(rules, board, any_result(rules, dice))
            board = board if scored.won else scored.board
        if clause in _AFTER_TIE:
            scored = score(rules, board, any_result(rules, dice, tied=True))
            board = board if scored.won else scored.board
        result = any_result(rules, dice, tied=clause in _AT_TIE)
        yield Facts(rules, result.mit, board, result)


def _late(rules: Rules, dice: Dice) -> Board:
    """Return a board on which one team has one or two units to go."""
    board = new_board(rules)
    near, far = 1 + dice.below(2), 1 + dice.below(board.target)
    counts = (near, far) if dice.draw() < 0.5 else (far, near)
    if board.rising:
        counts = (board.target - counts[0], board.target - counts[1])
    return replace(board, counts=counts)


def _alone(facts: Facts) -> bool:
    """Return whether no clause that can be switched decides anything here."""
    right = after(facts)
    known = [clause for clause in facts.rules.clauses if clause in SWITCHES]
    return all(after(switched(facts, clause)) == right for clause in known)


def _good(facts: Facts, clause: str, scored: Scored) -> tuple[bool, Board | None]:
    """Return whether a clause decides here, and the board without it."""
    if clause in SWITCHES:
        without = decides(facts, clause, after)
        return without is not None, without
    told = {event.clause for event in scored.events}
    return clause in told and told <= {*_WINS, "match"} and _alone(facts), None


def _trapped(facts: Facts) -> bool:
    """Return whether a loop or a tie waits on the board, or more was said or won than usual."""
    board, result = facts.board, facts.result
    assert board is not None
    assert result is not None
    return bool(board.ties or sum(board.loops) or result.mit or result.matt or result.konter or 0 in result.tricks)


def on_board(key: Key, rules: Rules, dice: Dice) -> Exercise:
    """What stands on the board after this deal?"""
    second: tuple[Facts, Scored, Board | None] | None = None
    found = 0
    for facts in _situations(rules, dice, key.level, key.clause):
        assert facts.board is not None
        assert facts.result is not None
        scored = score(rules, facts.board, facts.result)
        good, without = _good(facts, key.clause, scored)
        if not good:
            continue
        found += 1
        second = second or (facts, scored, without)
        if _trapped(facts) is (key.level == 3) or found >= _MOST_GOOD:
            second = (facts, scored, without)
            break
    if second is None:
        raise not_found(key)
    return _asked(key, rules, dice, *second)


def _asked(key: Key, rules: Rules, dice: Dice, facts: Facts, scored: Scored, without: Board | None) -> Exercise:
    board, result = facts.board, facts.result
    assert board is not None
    assert result is not None
    places = {"slate": _("on the slate"), "points": _("on the score"), "countdown": _("on the score")}
    others = [] if without is None else [without]
    others += dice.shuffled(_neighbours(rules, board, result, scored.board))
    right = board_told(rules, scored.board)
    asked = Asked(
        question=_("What stands {where} after this deal?").format(where=places[rules.scoring]),
        right=right,
        wrong=tuple(board_told(rules, other) for other in others),
        reasons=tuple(event.message for event in scored.events),
        told=(board_told(rules, board, before=True), *result_told(rules, result)),
        scene=Scene(board=board, result=result),
        clauses=tuple(event.clause for event in scored.events),
    )
    return chosen(key, rules, dice, asked)


def _neighbours(rules: Rules, board: Board, result: Result, right: Board) -> list[Board]:
    """Return boards that a slip would lead to: another winner, other makers, a unit more or less."""
    found = [board]
    swapped = replace(result, points=result.points[::-1], tricks=result.tricks[::-1])
    for other in (swapped, replace(result, makers="EW" if result.makers == "NS" else "NS")):
        made = after(Facts(rules, other.mit, board, other))
        found += [made] if made else []
    for team in (0, 1):
        for step in (1, -1):
            counts = list(right.counts)
            counts[team] += step
            if counts[team] >= right.loops[team] + bool(right.loops[team]) or right.rising:
                found.append(replace(right, counts=(counts[0], counts[1])))
    good = [b for b in found if b != right and (b.rising or min(b.counts) >= 0)]
    return [
        b
        for b in good
        if rules.scoring != "slate" or all(x <= b.target + y for x, y in zip(b.counts, b.loops, strict=True))
    ]


def result_told(rules: Rules, result: Result) -> tuple[str, ...]:
    """Say how a deal ended, in sentences.

    >>> from couillon.rules import load
    >>> result_told(load(), Result("NS", (18, 12), (3, 1)))
    ('North–South made the trumps.', 'Points: North–South 18, East–West 12. Tricks: 3 and 1.')
    """
    made = (
        _("{team} made the trumps.").format(team=team_name(result.makers))
        if result.makers
        else _("Nobody accepted, so nobody made the trumps.")
    )
    told = [made]
    said = [("mit", "Mit"), ("kontra", "Kontra"), ("re", "Re"), ("matt", "Matt"), ("konter", "Konter")]
    words = [name for field, name in said if getattr(result, field)]
    if words:
        told.append(
            _("{words} were said.").format(words=listed(words))
            if len(words) > 1
            else _("{word} was said.").format(word=words[0])
        )
    if result.raises:
        told.append(
            ngettext("It was raised {n} time.", "It was raised {n} times.", result.raises).format(n=result.raises)
        )
    (p, q), (a, b) = result.points, result.tricks
    told.append(
        _("Points: {ns} {p}, {ew} {q}. Tricks: {a} and {b}.").format(
            ns=team_name("NS"), ew=team_name("EW"), p=p, q=q, a=a, b=b
        )
    )
    return tuple(told)
