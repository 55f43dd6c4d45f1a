"""How a deal ended, in a few words: who made the trumps, who won, whether by all the tricks, and what was said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from couillon.cards import TEAMS, quoted
from couillon.messages import _, either
from couillon.rules import Rules
from couillon.scoring import Pair, Result, ScoreError, check_result

__all__ = ["ALL_TRICKS", "NOBODY", "TIE", "WORDS", "Ended", "parse_ended", "sayable"]

NOBODY: Final = "--"
TIE: Final = "=="
ALL_TRICKS: Final = "all"
#: What can be said in a deal; ``raise`` may come more than once.
WORDS: Final = ("mit", "kontra", "re", "raise", "matt", "konter")

#: Points that the two sides of a deal can have, winners first; the first pair that is possible stands for the deal.
_WON: Final = ((12, 8), (22, 18), (14, 6), (1, 0))
_TIED: Final = ((10, 10), (20, 20), (0, 0))
_SWEPT: Final = ((30, 0), (40, 0), (20, 0), (10, 0), (4, 0), (1, 0))


@dataclass(frozen=True)
class Ended:
    """A deal that ended: makers are a team or `NOBODY`, winners a team or `TIE`; ``words`` are what was said.

    Raises `ValueError` for what cannot be.
    """

    makers: str
    winner: str
    swept: bool = False
    words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check the parts."""
        if self.makers not in (*TEAMS, NOBODY):
            raise ValueError(_("The makers are NS, EW or --, not {value}.").format(value=quoted(self.makers)))
        if self.winner not in (*TEAMS, TIE):
            raise ValueError(
                _("A deal is won by NS or EW, or tied (==), not {value}.").format(value=quoted(self.winner))
            )
        unknown = [word for word in self.words if word not in WORDS]
        if unknown:
            known = either([ALL_TRICKS, *WORDS])
            raise ValueError(
                _("After the winners of a deal stands {words}, not {value}.").format(
                    words=known, value=quoted(unknown[0])
                )
            )

    def __str__(self) -> str:
        """Return the deal as it is written: ``NS:EW``, ``EW:EW:all+mit``."""
        how = "+".join([*([ALL_TRICKS] if self.swept else []), *self.words])
        return ":".join([self.makers, self.winner, *([how] if how else [])])

    def result(self, rules: Rules) -> Result:
        """Return a deal that ended so; raises `couillon.scoring.ScoreError` if none can under the rules.

        >>> from couillon.rules import load
        >>> Ended("NS", "EW").result(load()).points, Ended("NS", "NS", swept=True).result(load("mit")).tricks
        ((8, 12), (5, 0))
        """
        refused: ScoreError | None = None
        for result in self._candidates(rules):
            try:
                check_result(rules, result)
            except ScoreError as error:
                refused = refused if refused and refused.field != "points" else error
            else:
                return result
        assert refused is not None
        raise refused

    def _candidates(self, rules: Rules) -> Iterable[Result]:
        more = rules.hand if self.swept else rules.hand - rules.hand // 2
        tricks = (more, rules.hand - more)
        pairs = _TIED if self.winner == TIE else _SWEPT if self.swept else _WON
        for points in pairs:
            flip = self.winner == TEAMS[1]
            sides: tuple[Pair, Pair] = (points[::-1], tricks[::-1]) if flip else (points, tricks)
            yield Result(
                None if self.makers == NOBODY else self.makers,
                *sides,
                "mit" in self.words,
                "kontra" in self.words,
                "re" in self.words,
                self.words.count("matt"),
                self.words.count("konter"),
                self.words.count("raise"),
            )

    def told_to(self, rules: Rules) -> Ended:
        """Return the same deal without what these rules have no word for.

        >>> from couillon.rules import load
        >>> str(Ended("NS", "NS", words=("mit", "kontra")).told_to(load("st-vith")))
        'NS:NS:mit'
        """
        known = sayable(rules)
        return replace(self, words=tuple(word for word in self.words if word in known))


def sayable(rules: Rules) -> tuple[str, ...]:
    """Return the words that can be said in a game, in the order in which they are said.

    >>> from couillon.rules import load
    >>> sayable(load("eifel")), sayable(load("st-vith")), sayable(load("konter-a-matt")), sayable(load())
    (('mit', 'kontra', 're'), ('mit', 'raise'), ('matt', 'konter'), ())
    """
    known = {
        "mit": rules.mit != "none",
        "kontra": rules.raises == "kontra-re",
        "re": rules.raises == "kontra-re",
        "raise": rules.raises == "open",
        "matt": rules.announce,
        "konter": rules.announce,
    }
    return tuple(word for word in WORDS if known[word])


def parse_ended(text: str) -> Ended:
    """Read how a deal ended: makers, winners and, after another colon, what more there was to it.

    Raises `ValueError` with one sentence for a text that tells no deal.

    >>> parse_ended("NS:EW:all+mit")
    Ended(makers='NS', winner='EW', swept=True, words=('mit',))
    >>> parse_ended("NS")
    Traceback (most recent call last):
    ValueError: A deal is written as makers and winners, such as NS:EW, not "NS".
    """
    makers, colon, rest = text.partition(":")
    if not colon:
        raise ValueError(
            _("A deal is written as makers and winners, such as NS:EW, not {value}.").format(value=quoted(text))
        )
    winner, _colon, how = rest.partition(":")
    words = how.split("+") if how else []
    return Ended(makers, winner, ALL_TRICKS in words, tuple(word for word in words if word != ALL_TRICKS))
