"""What a variant is: one documented field an axis, checked one by one and then together.

The documentation of the axes is the schema: a variant's file, a club's house rules and a request to the referee all
set these names to these values, and a wrong one is answered with a sentence made from the same data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cached_property
from typing import Any

from couillon.cards import PACKS, Card, CardError, quoted
from couillon.messages import _, either

__all__ = ["Rules", "RulesError", "axis_allows", "check_value"]


class RulesError(ValueError):
    """Rules that cannot be: names the axis (``axis``), the value and what is allowed."""

    def __init__(self, message: str, axis: str | None = None) -> None:
        super().__init__(message)
        self.axis = axis


def _words(default: str, doc: str, **clauses: str | None) -> Any:
    """Return an axis that takes one of some words; each word names the clause that it puts in force."""
    by_value = {word.replace("_", "-"): clause for word, clause in clauses.items()}
    return field(
        default=default, metadata={"kind": "word", "doc": doc, "allowed": tuple(by_value), "clauses": by_value}
    )


def _switch(doc: str, clause: str) -> Any:
    """Return an axis that is on or off; on, it puts the clause in force."""
    return field(default=False, metadata={"kind": "switch", "doc": doc, "clauses": {True: clause}})


def _number(default: int, low: int, high: int, doc: str, clause: str) -> Any:
    """Return an axis that takes a whole number; above its lowest value or always, it puts the clause in force."""
    return field(default=default, metadata={"kind": "number", "doc": doc, "allowed": (low, high), "clause": clause})


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of one game: every axis with its value.

    >>> Rules().hand, Rules().stock, Rules(packets=(2, 1)).stock
    (4, 8, 12)

    Raises `RulesError` when the axes contradict each other.
    """

    pack: int = field(
        default=24,
        metadata={
            "kind": "choice",
            "allowed": tuple(PACKS),
            "doc": "How many cards the pack has: 24 (ace to nine) or 32 (ace to seven).",
            "clause": "pack",
        },
    )
    packets: tuple[int, ...] = field(
        default=(2, 2),
        metadata={
            "kind": "packets",
            "doc": "How many cards each player gets at each turn of the deal; together they make the hand.",
            "clause": "packets",
        },
    )
    trump: str = _words(
        "turn-up",
        "How the trump is made: the stock's top card is turned and proposed, one of the dealer's cards is shown and"
        " proposed, or eldest names a suit.",
        turn_up="turn-up",
        shown="shown-card",
        named="named-trump",
    )
    shown_card: int = _number(
        0, 0, 8, "Which of the dealer's cards is shown and proposed, counted as dealt; 0 if none is.", "shown-card"
    )
    named_after: int = _number(
        0, 0, 8, "After how many cards eldest names the trump; 0 where nobody names it.", "named-trump"
    )
    turn: str = _words(
        "none",
        "What eldest may ask for instead of naming a suit: the dealer's last card shown, or one of eldest's own"
        " later cards turned at random and led.",
        none=None,
        dealers_last="turned-last",
        eldests_own="turned-own",
    )
    all_pass: str = _words(
        "bottom",
        "What happens when nobody accepts the proposed suit: the stock's bottom card is trump, the next stock card is"
        " turned and all are asked again, or the proposed suit is trump all the same.",
        none=None,
        bottom="all-pass-bottom",
        ask_again="all-pass-again",
        keep="all-pass-keep",
    )
    first_lead: str = _words(
        "eldest",
        "Who leads to the first trick: eldest, or the maker (eldest where nobody is maker).",
        eldest="first-lead-eldest",
        maker="first-lead-maker",
    )
    follow: str = _words(
        "or-trump",
        "What a player who holds the suit led may play: that suit or any trump, or that suit only.",
        or_trump="follow-or-trump",
        strict="must-follow",
    )
    void: str = _words(
        "free",
        "What a player without the suit led may play: any card, or a trump if one is held.",
        free="void-free",
        trump="must-trump",
    )
    beat: bool = _switch("Whether a card of the suit led must beat the winning card if it can.", "must-beat")
    overtrump: bool = _switch("Whether a player who must trump must go over a trump that wins.", "must-overtrump")
    undertrump: bool = _switch(
        "Whether a player who must trump but cannot go over must play a lower trump all the same.", "must-undertrump"
    )
    partner_exempt: bool = _switch(
        "Whether the duties to beat and to trump rest while the partner is winning.", "partner-exempt"
    )
    queens: tuple[Card, ...] = field(
        default=(),
        metadata={
            "kind": "cards",
            "doc": "The queens that are always trumps, from high to low, just below the trump ace.",
            "clause": "queens",
        },
    )
    mit: str = _words(
        "none",
        "When the holder of the queen of spades may make her a trump: at his own first turn, or before the first lead.",
        none=None,
        first_turn="mit",
        before_lead="mit-before-lead",
    )
    raises: str = _words(
        "none",
        "How a Mit may be raised: Kontra and then Re, or by the teams in turn without limit.",
        none=None,
        kontra_re="kontra",
        open="raise",
    )
    stakes: str = _words(
        "add",
        "What Mit and its raises are worth: one more each, or double each.",
        add="stakes-add",
        double="stakes-double",
    )
    announce: bool = _switch("Whether Matt and Konter are announced at a player's first turn.", "announce")
    scoring: str = _words(
        "slate",
        "Where the score is kept: lines and loops on a slate, points up to a target, or a number counted down.",
        slate="win",
        points="points-win",
        countdown="countdown-win",
    )
    length: int = _number(5, 1, 99, "How many lines, points or units a match has.", "match")
    sweep: int = _number(0, 0, 9, "How many units all the tricks are worth on top.", "sweep")
    loss: str = _words(
        "one",
        "What makers who lose get against them: nothing, one unit (a loop on the slate), or as many as the winners"
        " strike off.",
        none=None,
        one="makers-lose",
        as_won="makers-lose-as-won",
    )
    loss_sweep: int = _number(0, 0, 9, "How many units more makers get who take no trick at all.", "makers-swept")
    tie: str = _words(
        "next-double",
        "What equal points do: the next deal that is won is worth two, nothing, one unit against the makers, or the"
        " makers lose.",
        next_double="craie-dans-le-trou",
        nothing="tie-nothing",
        makers_add_one="tie-makers-add-one",
        makers_lose="tie-makers-lose",
    )
    tie_again: str = _words(
        "same",
        "What another tie after a tie does: nothing more, or one unit more for the next win.",
        same="tie-again",
        grows="tie-again",
    )
    tie_penalty: int = _number(
        1, 0, 9, "How many units makers get who lose the deal that was won after a tie.", "tie-penalty"
    )

    def __post_init__(self) -> None:
        """Check every axis alone, then all of them together."""
        for item in fields(self):
            object.__setattr__(self, item.name, check_value(item, getattr(self, item.name)))
        _check_together(self)

    def __hash__(self) -> int:
        """Return a hash that is made once: rules are looked up for every trick."""
        return self._hash

    def __getstate__(self) -> dict[str, Any]:
        """Leave the hash behind: in another process the same text hashes differently."""
        return {name: value for name, value in self.__dict__.items() if name != "_hash"}

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, item.name) for item in fields(self)))

    @cached_property
    def hand(self) -> int:
        """How many cards a player gets (`packets`)."""
        return sum(self.packets)

    @cached_property
    def stock(self) -> int:
        """How many cards are not dealt (`packets`)."""
        return self.pack - 4 * self.hand

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the axes put in force, in the order of the axes, each once.

        >>> Rules(follow="strict").clauses[5:7]
        ('must-follow', 'void-free')
        """
        found: dict[str, None] = {}
        for item in fields(self):
            value, meta = getattr(self, item.name), item.metadata
            clause = meta["clauses"].get(value) if "clauses" in meta else meta["clause"] if value else None
            if clause == "makers-lose" and self.scoring == "slate":
                clause = "boucle"
            if clause:
                found[clause] = None
        if self.tie != "next-double":
            found = {clause: None for clause in found if clause not in ("tie-again", "tie-penalty")}
        if self.mit == "none":
            found = {clause: None for clause in found if not clause.startswith("stakes-")}
        if self.all_pass != "none" and self.loss != "none":
            found["no-makers"] = None
        return tuple(found)

    def replace(self, overrides: Mapping[str, Any]) -> Rules:
        """Return these rules with some axes set anew: a club's house rules.

        Raises `RulesError` for an unknown axis, a value that the axis does not take, and axes that contradict each
        other.

        >>> Rules().replace({"length": 7}).length
        7
        >>> Rules().replace({"lenght": 7})
        Traceback (most recent call last):
        couillon.rules.axes.RulesError: There is no axis "lenght": did you mean length?
        """
        known = {item.name for item in fields(self)}
        for name in overrides:
            if name not in known:
                raise RulesError(_unknown_axis(str(name), sorted(known)), str(name))
        return Rules(**{**{name: getattr(self, name) for name in known}, **overrides})

    def as_data(self) -> dict[str, Any]:
        """Return the axes as plain data (lists for tuples), as in a variant's file.

        >>> Rules().as_data()["packets"]
        [2, 2]
        """
        found = {item.name: getattr(self, item.name) for item in fields(self)}
        return {k: [str(x) if isinstance(x, str) else x for x in v] if isinstance(v, tuple) else v
                for k, v in found.items()}  # fmt: skip


def _unknown_axis(name: str, known: list[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=1)
    if close:
        return _("There is no axis {name}: did you mean {axis}?").format(name=quoted(name), axis=close[0])
    return _("There is no axis {name}: the axes are {axes}.").format(name=quoted(name), axes=", ".join(known))


def axis_allows(item: Field[Any]) -> str:
    """Say what an axis takes, in words.

    >>> [axis_allows(f) for f in fields(Rules) if f.name in ("pack", "beat", "length")]
    ['24 or 32', 'true or false', 'a whole number from 1 to 99']
    """
    kind, allowed = item.metadata["kind"], item.metadata.get("allowed", ())
    if kind == "switch":
        return _("true or false")
    if kind == "number":
        return _("a whole number from {low} to {high}").format(low=allowed[0], high=allowed[1])
    if kind == "packets":
        return _("a list of whole numbers from 1 to 8, such as [2, 2]")
    if kind == "cards":
        return _("a list of queens, such as QS, QH, QD")
    return either([str(value) for value in allowed])


def check_value(item: Field[Any], value: Any) -> Any:
    """Return the value of one axis in its own type, or raise `RulesError` that says what the axis takes."""
    kind, allowed = item.metadata["kind"], item.metadata.get("allowed", ())
    whole = isinstance(value, int) and not isinstance(value, bool)
    if kind == "switch":
        good = isinstance(value, bool)
    elif kind == "number":
        good = whole and allowed[0] <= value <= allowed[1]
    elif kind == "choice":
        good = whole and value in allowed
    elif kind == "word":
        good = isinstance(value, str) and value in allowed
    elif kind == "packets":
        good = isinstance(value, list | tuple) and 0 < len(value) <= 8
        good = good and all(isinstance(n, int) and not isinstance(n, bool) and 1 <= n <= 8 for n in value)
        value = tuple(value) if good else value
    else:
        queens: tuple[Card, ...] | None
        try:
            queens = tuple(Card(card) for card in value) if isinstance(value, list | tuple) else None
        except CardError:
            queens = None
        good = queens is not None and all(c.rank == "Q" for c in queens) and len(set(queens)) == len(queens)
        value = queens if good else value
    if not good:
        raise RulesError(
            _("The axis {axis} cannot be {value}: it takes {allowed}.").format(
                axis=item.name, value=_shown(value), allowed=axis_allows(item)
            ),
            item.name,
        )
    return value


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)[:60] if isinstance(value, int | float | list | tuple) else quoted(value)


def _check_together(r: Rules) -> None:
    """Raise `RulesError` for axes that contradict each other; the sentence names the axis to change."""
    if 4 * r.hand > r.pack:
        message = _(
            "The axis packets deals {hand} cards to each of four players, but the axis pack has only {pack} cards: a"
            " hand may have at most {most}."
        )
        raise RulesError(message.format(hand=r.hand, pack=r.pack, most=r.pack // 4), "packets")
    needs: list[tuple[bool, str, str]] = [
        (r.trump == "turn-up" and r.stock == 0, "trump",
         _("The axis trump cannot be turn-up: no card is left to turn. Deal smaller packets, or set trump to named.")),
        (r.trump == "shown" and not 1 <= r.shown_card <= r.hand, "shown_card",
         _("The axis shown_card must be from 1 to {hand} where trump is shown.")),
        (r.trump != "shown" and r.shown_card != 0, "shown_card",
         _("The axis shown_card must be 0 unless trump is shown.")),
        (r.trump == "named" and not 1 <= r.named_after <= r.hand, "named_after",
         _("The axis named_after must be from 1 to {hand} where trump is named.")),
        (r.trump != "named" and r.named_after != 0, "named_after",
         _("The axis named_after must be 0 unless trump is named.")),
        (r.trump != "named" and r.turn != "none", "turn",
         _("The axis turn must be none unless trump is named.")),
        (r.turn != "none" and r.named_after >= r.hand, "turn",
         _("The axis turn needs cards that come after the naming: named_after must be below {hand}.")),
        (r.trump == "turn-up" and r.all_pass not in ("bottom", "ask-again"), "all_pass",
         _("The axis all_pass must be bottom or ask-again where trump is turn-up.")),
        (r.trump == "shown" and r.all_pass != "keep", "all_pass",
         _("The axis all_pass must be keep where trump is shown.")),
        (r.trump == "named" and r.all_pass != "none", "all_pass",
         _("The axis all_pass must be none where trump is named: eldest may not pass.")),
        (r.overtrump and r.void != "trump", "overtrump",
         _("The axis overtrump cannot be true while void is free: set void to trump first.")),
        (r.undertrump and not r.overtrump, "undertrump",
         _("The axis undertrump cannot be true while overtrump is false: without it any trump will do.")),
        (r.partner_exempt and not r.beat and r.void != "trump", "partner_exempt",
         _("The axis partner_exempt cannot be true where there is no duty to beat or to trump.")),
        (r.mit != "none" and "QS" in r.queens, "mit",
         _("The axis mit must be none while QS is among the queens: she is a trump already.")),
        (r.raises != "none" and r.mit == "none", "raises",
         _("The axis raises must be none while mit is none: there is nothing to raise.")),
        (r.announce and not {"QS", "QH", "QD"} <= set(r.queens), "announce",
         _("The axis announce needs QS, QH and QD among the queens: Matt and Konter announce them.")),
        (r.loss == "none" and r.loss_sweep > 0, "loss_sweep",
         _("The axis loss_sweep must be 0 while loss is none.")),
    ]  # fmt: skip
    for wrong, axis, message in needs:
        if wrong:
            raise RulesError(message.format(hand=r.hand), axis)
