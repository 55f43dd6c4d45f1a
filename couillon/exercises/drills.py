"""Which clause is trained by which kinds of exercise, and the making of an exercise from its key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from couillon.cards import quoted
from couillon.exercises.bidding import accept_or_pass
from couillon.exercises.boards import on_board
from couillon.exercises.customs import CUSTOMS, Question
from couillon.exercises.declarations import DECLARATIONS
from couillon.exercises.model import LEVELS, Dice, Exercise, ExerciseError, Key
from couillon.exercises.plays import chosen, may_play, which_game, why_refused
from couillon.exercises.tricks import how_many_points, who_wins, who_wins_deal
from couillon.exercises.trumps import TRUMPS
from couillon.messages import _, either, language
from couillon.rules import Rules, clause, clauses, load, variant, variants

__all__ = ["DRILLS", "KINDS", "MAKERS", "home_of", "kinds_of", "make", "make_from", "trainable"]

Maker = Callable[[Key, Rules, Dice], Exercise]


_QUESTIONS: Final[Mapping[str, Question]] = {**CUSTOMS, **TRUMPS, **DECLARATIONS}


def _what_next(key: Key, rules: Rules, dice: Dice) -> Exercise:
    return chosen(key, rules, dice, _QUESTIONS[key.clause](rules, key.level, dice))


#: Who makes the exercises of each kind.
MAKERS: Final[Mapping[str, Maker]] = {
    "may-play": may_play,
    "why-refused": why_refused,
    "who-wins": who_wins,
    "who-wins-deal": who_wins_deal,
    "points": how_many_points,
    "slate": on_board,
    "accept": accept_or_pass,
    "which-variant": which_game,
    "what-next": _what_next,
}
KINDS: Final = tuple(MAKERS)

_DUTY: Final = ("may-play", "why-refused", "which-variant")
#: The kinds by which each clause is trained: every clause of the rule book is here.
DRILLS: Final[Mapping[str, tuple[str, ...]]] = {
    "table": ("what-next",),
    "draw": ("what-next",),
    "rank": ("who-wins",),
    "points": ("points",),
    "aim": ("who-wins-deal",),
    "lead-any": ("may-play",),
    "trick": ("who-wins",),
    "next-lead": ("what-next",),
    "next-deal": ("what-next",),
    "cut": ("what-next",),
    "turn": ("what-next",),
    "pack": ("what-next",),
    "packets": ("what-next",),
    "turn-up": ("what-next", "accept"),
    "shown-card": ("what-next",),
    "named-trump": ("what-next",),
    "turned-last": ("what-next",),
    "turned-own": ("what-next",),
    "all-pass-bottom": ("what-next",),
    "all-pass-again": ("what-next",),
    "all-pass-keep": ("what-next",),
    "first-lead-eldest": ("what-next",),
    "first-lead-maker": ("what-next",),
    "follow-or-trump": _DUTY,
    "void-free": ("may-play", "which-variant"),
    "must-follow": _DUTY,
    "must-trump": _DUTY,
    "must-beat": _DUTY,
    "must-overtrump": _DUTY,
    "must-undertrump": ("may-play", "why-refused", "which-variant"),
    "partner-exempt": ("may-play",),
    "queens": ("may-play", "who-wins"),
    "announce": ("what-next", "slate"),
    "mit": ("what-next", "may-play", "who-wins"),
    "mit-before-lead": ("what-next", "may-play", "who-wins"),
    "kontra": ("what-next", "slate"),
    "raise": ("what-next", "slate"),
    "stakes-add": ("slate",),
    "stakes-double": ("slate",),
    "win": ("slate",),
    "boucle": ("slate",),
    "no-makers": ("slate",),
    "craie-dans-le-trou": ("slate",),
    "tie-again": ("slate",),
    "tie-penalty": ("slate",),
    "match": ("slate",),
    "points-win": ("slate",),
    "countdown-win": ("slate",),
    "sweep": ("slate",),
    "makers-lose": ("slate",),
    "makers-lose-as-won": ("slate",),
    "makers-swept": ("slate",),
    "tie-nothing": ("slate",),
    "tie-makers-add-one": ("slate",),
    "tie-makers-lose": ("slate",),
}

#: House rules that put a clause in force which no game has by itself.
HOUSE: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "partner-exempt": ("ardennes", {"partner_exempt": True}),
}


def trainable(id: str = "belgian", house: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """Return the clauses of a game that can be trained, in the order of the rule book.

    >>> [clause for clause in trainable("kwajongen") if clause.startswith("must")]
    ['must-follow', 'must-trump']
    """
    own = set(load(id, house).clauses)
    return tuple(c.id for c in clauses().values() if c.common or c.id in own)


def home_of(id: str) -> tuple[str, Mapping[str, Any]]:
    """Return a game, with house rules where it takes any, in which a clause is in force.

    Raises `couillon.rules.RulesError` for an unknown clause.

    >>> home_of("must-beat"), home_of("partner-exempt")[0]
    (('ardennes', {}), 'ardennes')
    """
    clause(id)
    if id in HOUSE:
        return HOUSE[id]
    return next(game.id for game in variants() if id in trainable(game.id)), {}


def kinds_of(id: str) -> tuple[str, ...]:
    """Return the kinds by which a clause is trained; raises `couillon.rules.RulesError` for an unknown clause.

    >>> kinds_of("boucle")
    ('slate',)
    """
    return DRILLS[clause(id).id]


def make(
    id: str = "belgian",
    clause_id: str = "follow-or-trump",
    level: int = 1,
    seed: int = 1,
    kind: str | None = None,
    house: Mapping[str, Any] | None = None,
) -> Exercise:
    """Return an exercise; without a kind the seed chooses one of those that train the clause.

    Raises `ExerciseError` for a kind or level that there is not, for a clause that is not in force in the game, and
    `couillon.rules.RulesError` for names that mean nothing.

    >>> exercise = make("kwajongen", "must-trump", level=1, seed=4, kind="may-play")
    >>> exercise.scene.trump, exercise.scene.trick, exercise.scene.hand, sorted(exercise.right)
    ('S', ('QH',), ('AS', 'QS', '9D'), ['AS', 'QS'])
    >>> make("belgian", "must-trump")
    Traceback (most recent call last):
    couillon.exercises.model.ExerciseError: The clause must-trump is not in force in Couillon: it is in ardennes or kwajongen.
    """  # noqa: E501
    game = variant(id)
    found = clause(clause_id).id
    if isinstance(level, bool) or level not in LEVELS:
        raise ExerciseError(_("There is no level {level}: choose 1, 2 or 3.").format(level=quoted(level)))
    if kind is not None and kind not in MAKERS:
        raise ExerciseError(
            _("There is no exercise of the kind {kind}: choose {kinds}.").format(kind=quoted(kind), kinds=either(KINDS))
        )
    if found not in trainable(game.id, house):
        raise ExerciseError(_not_in_force(found, game.name))
    rules = load(game.id, house)
    fitting = kinds_of(found) if kind is None else (kind,)
    if kind is not None and kind not in kinds_of(found):
        raise ExerciseError(
            _("The clause {clause} is not asked about in this way: choose {kinds}.").format(
                clause=found, kinds=either(kinds_of(found))
            )
        )
    data = rules.as_data()
    own = tuple((axis, tuple(data[axis]) if isinstance(data[axis], list) else data[axis]) for axis in house or ())
    chosen_kind = fitting[Dice(f"{found}/{seed}").below(len(fitting))]
    return make_from(Key(game.id, found, chosen_kind, level, seed, own))


def _not_in_force(id: str, name: str) -> str:
    homes = [game.id for game in variants() if id in trainable(game.id)]
    if not homes:
        return _("The clause {clause} is not in force in {game}, nor in any other: it takes a house rule.").format(
            clause=id, game=name
        )
    return _("The clause {clause} is not in force in {game}: it is in {games}.").format(
        clause=id, game=name, games=either(homes)
    )


def make_from(key: Key) -> Exercise:
    """Return the exercise of a key; raises `ExerciseError` when the search for it ends without one."""
    return _made(key, language())


@lru_cache(maxsize=128)
def _made(key: Key, _language: str) -> Exercise:
    rules = load(key.variant, dict(key.house))
    dice = Dice(f"{key.variant}/{key.clause}/{key.kind}/{key.level}/{key.seed}/{key.house}", key.seed)
    return MAKERS[key.kind](key, rules, dice)
