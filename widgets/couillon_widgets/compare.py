"""The same cards under several games side by side, and the smallest place in which two of them part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from couillon.cards import Card, left_of, parse_cards, parse_suit
from couillon.contrast import Difference, smallest_difference
from couillon.endings import NOBODY, TIE, Ended
from couillon.messages import _, capital, either, listed, seat_name, team_name
from couillon.parallel import Course, course, lay
from couillon.refusals import action_name
from couillon.rules import clause, variant, variants
from couillon_widgets.base import DamagedLinkError
from couillon_widgets.html import text
from couillon_widgets.links import cards_of
from couillon_widgets.parts import Note, button, chip, choice, cite, trump_chip
from couillon_widgets.sides import Side, Spot, cloth, course_note, course_rows, grid, row, spot_note, spot_rows
from couillon_widgets.small import Seeded, Small, game_of

__all__ = ["Compare"]

#: What stands for all the games instead of a second one.
ALL: Final = "all"


@dataclass(frozen=True)
class Compared(Seeded):
    """Two games, or one with all the others; a deal that follows from the seed, or a moment that was given.

    ``mit`` asks for a declared queen of spades, ``smallest`` for the smallest place in which the two games part.
    Raises `ValueError` for an unknown game.
    """

    second: str = "ardennes"
    mit: bool = False
    spot: Spot | None = None
    smallest: bool = False

    def __post_init__(self) -> None:
        """Check the second game, and that there are two where a place is looked for."""
        if self.second != ALL:
            variant(self.second)
        elif self.smallest:
            raise ValueError(_("Choose two games: a difference is one between two."))

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The games that stand side by side."""
        others = [v for v in variants() if v.id != self.game] if self.second == ALL else [variant(self.second)]
        first = Side(self.variant.name, self.rules, self.variant)
        return (first, *(Side(found.name, found.rules, found) for found in others))

    @cached_property
    def courses(self) -> tuple[Course, ...]:
        """How the deal of the seed goes under each game."""
        laid = lay([side.rules for side in self.sides], self.seed, self.mit)
        return tuple(course(side.rules, laid) for side in self.sides)

    @cached_property
    def found(self) -> Difference | None:
        """The smallest place in which the two games part, if they do."""
        return smallest_difference(self.rules, self.sides[1].rules, seed=self.seed)

    @cached_property
    def place(self) -> tuple[Note, Spot | None]:
        """What is said of the cards, and the moment that is looked at."""
        if self.smallest:
            return _found_note(self.sides, self.found), _found_spot(self.found)
        if self.spot:
            return spot_note(self.sides, self.spot), self.spot
        return course_note(self.sides, self.courses)

    @property
    def has_mit(self) -> bool:
        """Whether Mit can be declared in one of the games at least."""
        return any(side.rules.mit != "none" for side in self.sides)


class Compare(Small[Compared]):
    """The same cards under two games, or under all: what may be played, who wins, points and board, where they part.

    ``second`` is a game, or ``"all"``. ``hand``, ``trick`` and ``trump`` are a moment to judge, in which South is to
    play; without them a whole deal that follows from ``seed`` is played in all of the games by one plain plan, so that
    only the rules differ. ``smallest`` shows the smallest place in which the two games part. Raises `ValueError` with
    one sentence for whatever is wrong.

    >>> Compare("belgian", "kwajongen", hand="QS JH 9D", trick="TS KS", trump="H")
    Compare('belgian', 'kwajongen', seed=1, hand='QS JH 9D', trick='TS KS', trump='H')
    >>> Compare("belgian", "bridge")
    Traceback (most recent call last):
    couillon.rules.variants.UnknownVariantError: There is no variant "bridge": the variants are belgian, ardennes, kwajongen, force, tongeren, troeven, konter-a-matt, mit, simplified, st-vith, eifel.
    """  # noqa: E501

    kind = "compare"

    def __init__(
        self,
        first: str = "belgian",
        second: str = "ardennes",
        *,
        hand: str | Iterable[str] | None = None,
        trick: str | Iterable[str] = "",
        trump: str | None = None,
        seed: int = 1,
        mit: bool = False,
        smallest: bool = False,
    ) -> None:
        base = game_of(first, None, seed)
        spot = None
        if hand is not None or trump is not None or trick:
            if trump is None or hand is None:
                raise ValueError(_("Give a hand with the trick and the trump, or none of the three."))
            spot = _spot(trump, bool(mit), parse_cards(trick), parse_cards(hand))
        other = second if second == ALL else variant(str(second)).id
        state = Compared(base.game, (), base.seed, other, bool(mit), spot, bool(smallest))
        super().__init__()
        self.begin(state)

    def title(self) -> str:
        """Return what the widget does."""
        return _("The same cards, game by game")

    def arguments(self) -> str:
        """Return the games, and what is looked at."""
        state = self.state
        shown = [repr(state.game), repr(state.second), f"seed={state.seed}"]
        if state.spot and not state.smallest:
            shown.append(f"hand='{' '.join(state.spot.hand)}'")
            shown += [f"trick='{' '.join(state.spot.trick)}'"] if state.spot.trick else []
            shown.append(f"trump='{state.spot.trump}'")
        shown += ["mit=True"] if state.mit else []
        return ", ".join([*shown, *(["smallest=True"] if state.smallest else [])])

    # What is shown

    def content(self) -> str:
        """Return the moment on the cloth, and the table of the games."""
        state = self.state
        _note, spot = state.place
        others = [(ALL, _("all the games")), *((game.id, game.name) for game in variants())]
        chips = [choice("second", _("compared with"), others, state.second)]
        if spot or not state.smallest:
            chips.append(trump_chip(spot.trump if spot else state.courses[0].laid.trump))
        if not (state.smallest or state.spot):
            chips.append(chip(_("{n} cards each").format(n=len(state.courses[0].rounds))))
        near = []
        if state.second != ALL:
            words = _("Find the smallest position that shows this difference")
            near.append(button("smallest", words, "hint", aria_pressed=str(state.smallest).lower(), kind="cl-toggle"))
        if state.has_mit and not state.smallest:
            near.append(button("mit", _("Mit is declared"), aria_pressed=str(state.mit).lower(), kind="cl-toggle"))
        far = [button("deal", _("Another example") if state.smallest else _("Another deal"), "next", "cl-primary")]
        body = (cloth(state.sides, spot, self.nation) if spot else "") + self._grid(spot)
        return self.framed(chips, body, near, far)

    def _grid(self, spot: Spot | None) -> str:
        state = self.state
        rows: list[str] = []
        if spot:
            rows += spot_rows(state.sides, spot)
        if state.smallest:
            rows += [] if spot else found_rows(state.found)
        elif not state.spot:
            rows += course_rows(state.sides, state.courses, self.nation)
        return grid(self.title(), state.sides, rows) if rows else ""

    def told(self) -> Note:
        """Say where the games part."""
        return self.state.place[0]

    # What the reader does

    def do_second(self, value: str) -> None:
        """Choose the second game, or all; raises `ValueError` for an unknown one."""
        other = value if value == ALL else variant(value).id
        self.show(replace(self.state, second=other, smallest=self.state.smallest and other != ALL))

    def do_variant(self, game: str) -> None:
        """Choose the first game; raises `ValueError` for an unknown one."""
        self.show(replace(self.state, game=variant(game).id))

    def do_smallest(self, _value: str = "") -> None:
        """Look for the smallest place in which the two games part, or go back; raises `ValueError` for all games."""
        self.show(replace(self.state, smallest=not self.state.smallest))

    do_hint = do_smallest

    def do_mit(self, _value: str = "") -> None:
        """Declare the queen of spades where a game has Mit, or not."""
        state, mit = self.state, not self.state.mit
        self.show(replace(state, mit=mit, spot=replace(state.spot, mit=mit) if state.spot else None))

    # Links

    def of_game(self, base: Seeded) -> Compared:
        """Return the deal of a seed, in the games that stand side by side."""
        state = self.state
        return Compared(base.game, (), base.seed, state.second, state.mit, None, state.smallest)

    def fields(self) -> list[str]:
        """Return the second game and what is looked at."""
        state, spot = self.state, self.state.spot
        flags = ("+" if state.mit else "") + ("=" if state.smallest else "")
        if not spot:
            return [state.second, flags, "", "", ""]
        return [state.second, flags, spot.trump, ".".join(spot.trick), ".".join(spot.hand)]

    def with_fields(self, base: Seeded, fields: list[str]) -> Compared:
        """Return what a link tells."""
        second, flags, trump, trick, hand = fields
        if base.house or (hand and not trump) or (second != ALL and variant(second).id != second):
            raise DamagedLinkError(_("This link is damaged."))
        mit = "+" in flags
        spot = (
            _spot(parse_suit(trump), mit, parse_cards(cards_of(trick)), parse_cards(cards_of(hand))) if trump else None
        )
        return Compared(base.game, (), base.seed, second, mit, spot, "=" in flags)


def _spot(trump: str, mit: bool, trick: tuple[Card, ...], hand: tuple[Card, ...]) -> Spot:
    """Return a moment in which South is to play; raises `ValueError` for cards that nobody can hold or see."""
    parse_cards((*trick, *hand))
    if not hand:
        raise ValueError(_("The hand is empty: give it at least one card."))
    if len(trick) > 3:
        raise ValueError(_("The trick has {n} cards before you: there can be at most 3.").format(n=len(trick)))
    if len(hand) > 8:
        raise ValueError(_("A hand has at most 8 cards, not {n}.").format(n=len(hand)))
    return Spot(parse_suit(trump), mit, trick, hand, left_of("S", -len(trick)))


# The smallest place in which two games part


def _found_spot(found: Difference | None) -> Spot | None:
    if found is None or found.about not in ("cards", "trick"):
        return None
    leader = left_of("S", -len(found.trick)) if found.hand else "W"
    return Spot(found.trump, found.mit, found.trick, found.hand, leader)


def _found_note(sides: tuple[Side, ...], found: Difference | None) -> Note:
    """Say of what size the place is, and what each of the games says there."""
    first, second = sides[0], sides[1]
    if found is None:
        what = _("{first} and {second} do not part anywhere: they are one game.")
        return Note("info", what.format(first=first.name, second=second.name))
    spot = _found_spot(found)
    cited = (cite((second if found.clause in second.rules.clauses else first).variant, found.clause),)
    if spot:
        return replace(spot_note(sides, spot), cited=cited)
    what = {
        "making": _("They part before a card is played: in the making of trumps."),
        "board": _("All cards are played alike: they part on the board."),
        "deal": _("They part in the dealing."),
    }[found.about]
    return Note("info", what, (clause(found.clause).text,), cited)


def found_rows(found: Difference | None) -> list[str]:
    """Return the row that shows a place in which no card is judged."""
    if found is None:
        return []
    answers = (found.first, found.second)
    if found.about == "board":
        deals = _("; then ").join(_told(ended) for ended in found.deals)
        told = capital(deals) if deals else _("Before the first deal")
        cells = [_("{a} : {b}").format(a=a, b=b) for a, b in answers]
    elif found.about == "deal":
        told = _("Packets, and cards left over")
        cells = [" + ".join(packets) + _("; {n} left over").format(n=left) for *packets, left in answers]
    else:
        seat = seat_name(left_of(found.dealer))
        told = _("{seat} is eldest").format(seat=seat)
        if found.acts:
            told += _("; so far: {acts}").format(acts=listed([action_name(act) for act in found.acts]))
        cells = [either([action_name(act) for act in may]) if may else _("it does not come so far") for may in answers]
    return [row(text(told), [text(cell) for cell in cells], differs=True, first=True)]


def _told(ended: Ended) -> str:
    """Say how a deal ended."""
    if ended.makers == NOBODY:
        made = _("nobody made the trumps")
    else:
        made = _("{team} made the trumps").format(team=team_name(ended.makers))
    if ended.winner == TIE:
        won = _("the points were equal")
    else:
        how = _("{team} won by all the tricks") if ended.swept else _("{team} won")
        won = how.format(team=team_name(ended.winner))
    said = [_("{word} was said").format(word=word.capitalize()) for word in ended.words]
    return listed([made, won, *said])
