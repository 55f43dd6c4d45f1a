"""What the smaller widgets share: game, house rules and seed, and how they are chosen, kept and dealt anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, TypeVar

from couillon.cards import Card
from couillon.messages import _
from couillon.rules import Rules, Variant, variant, variants
from couillon_widgets.base import CouillonWidget
from couillon_widgets.deck import art
from couillon_widgets.html import element, text
from couillon_widgets.links import read_house, write_house
from couillon_widgets.parts import Note, actions, button, choice, footer, frame, spoken, tag
from couillon_widgets.positions import checked_seed, frozen, seed_from

__all__ = ["Seeded", "Small", "flagged", "game_of", "lying_card"]


@dataclass(frozen=True)
class Seeded:
    """A game, its house rules, and the seed from which everything that is shown follows."""

    game: str = "belgian"
    house: tuple[tuple[str, Any], ...] = ()
    seed: int = 1

    @cached_property
    def variant(self) -> Variant:
        """The game, without house rules."""
        return variant(self.game)

    @cached_property
    def rules(self) -> Rules:
        """The rules of the game, house rules on top."""
        return self.variant.rules.replace(dict(self.house)) if self.house else self.variant.rules


def game_of(game: object, house: Mapping[str, Any] | None, seed: object) -> Seeded:
    """Return game, house rules and seed as the arguments of a widget tell them.

    Raises `ValueError` with one sentence for whatever is wrong.

    >>> game_of("kwajongen", {"length": 7}, 3)
    Seeded(game='kwajongen', house=(('length', 7),), seed=3)
    """
    found = variant(str(game))
    return Seeded(found.id, frozen(found, house), checked_seed(seed))


def flagged(*flags: tuple[str, bool]) -> str:
    """Return those names of classes that hold.

    >>> flagged(("cl-card", True), ("cl-is-trump", False))
    'cl-card'
    """
    return " ".join(name for name, holds in flags if holds)


def lying_card(
    card: Card,
    *,
    nation: str,
    trump: bool = False,
    said: Sequence[str] = (),
    tags: Sequence[str] = (),
    before: str = "",
    kind: str = "",
    pressed: bool | None = None,
    choose: bool = False,
) -> str:
    """Return a card on the cloth that nobody's turn depends on: a picture, or a button if it can be chosen.

    ``said`` is what a screen reader hears after its name, ``tags`` hang below it, ``before`` lies over its upper edge.

    >>> 'role="img" data-card="AS" aria-label="ace of spades, led by West"' in lying_card(
    ...     Card("AS"), nation="en", said=["led by West"])
    True
    """
    won, wrong = "cl-is-winner" in kind, "cl-is-refused" in kind
    below = "".join(tag(words, "no" if wrong else "", "cl-won" if won else "") for words in tags)
    over = element("span", text(before), class_="cl-who") if before else ""
    return element(
        "button" if choose else "span",
        over + art(card, nation) + below,
        class_=flagged(("cl-card", True), ("cl-is-trump", trump), (kind, bool(kind))),
        type="button" if choose else None,
        role=None if choose else "img",
        data_card=card,
        aria_pressed=None if pressed is None else str(pressed).lower(),
        aria_label=spoken(card, trump, [*said, *tags]),
    )


S = TypeVar("S", bound=Seeded)


class Small(CouillonWidget[S], Generic[S]):
    """A widget about one thing in one game.

    A subclass defines `fields` and `told` besides what every widget defines; ``fresh`` deals the next seed.
    """

    def variant_id(self) -> str:
        """Return the id of the game."""
        return self.state.game

    # What a subclass defines

    def told(self) -> Note:
        """Return what is said of the present state, unless an action has just been answered."""
        raise NotImplementedError

    def of_game(self, base: Seeded) -> S:
        """Return the state to begin with for a game, its house rules and a seed."""
        raise NotImplementedError

    def fields(self) -> list[str]:
        """Return the rest of the state for a link, after game, house rules and seed."""
        raise NotImplementedError

    def with_fields(self, base: Seeded, fields: list[str]) -> S:
        """Return the state that the rest of a link tells; raises `ValueError` if it tells none."""
        raise NotImplementedError

    # What they share

    def said_now(self) -> Note:
        """Return the answer to the last action, else what is said of the present state."""
        return self.note or self.told()

    def framed(self, chips: Sequence[str], body: str, near: Sequence[str], far: Sequence[str]) -> str:
        """Return the widget around its body: choice of game and chips above, what is said and the actions below."""
        games = [(game.id, game.name) for game in self.games()]
        picks = [choice("variant", _("Game"), games, self.state.game), *chips]
        back = [button("undo", _("Undo"), "undo"), button("redo", _("Redo"), "redo")]
        row = actions([*near, *back], far)
        said = self.said_now().html()
        return frame(self.title(), picks, body + said, row + footer(self.nation, self.suits))

    def games(self) -> tuple[Variant, ...]:
        """Return the games to choose from."""
        return variants()

    def arguments(self) -> str:
        """Return game, seed and house rules, and what the subclass adds."""
        state = self.state
        shown = [repr(state.game), f"seed={state.seed}"]
        shown += [f"rules={dict(state.house)}"] if state.house else []
        return ", ".join([*shown, *self.more_arguments()])

    def more_arguments(self) -> list[str]:
        """Return the arguments that only this widget has."""
        return []

    def do_variant(self, game: str) -> None:
        """Show the same seed in another game; raises `ValueError` for an unknown one."""
        found = variant(game)
        self.show(self.of_game(Seeded(found.id, (), self.state.seed)))

    def do_deal(self, value: str = "") -> None:
        """Go to the next seed, or to the one that is given; raises `ValueError` for a text that is none."""
        state = self.state
        seed = seed_from(value) if value else state.seed + 1
        self.show(self.of_game(Seeded(state.game, state.house, seed)))

    def do_restart(self, _value: str = "") -> None:
        """Begin again with the same seed."""
        state = self.state
        self.show(self.of_game(Seeded(state.game, state.house, state.seed)))

    def fresh(self) -> S:
        """Return the state to begin with for the next seed."""
        state = self.state
        return self.of_game(Seeded(state.game, state.house, state.seed + 1))

    def written(self) -> str:
        """Return game, house rules, seed, and the fields of the subclass."""
        state = self.state
        return "/".join([state.game, write_house(state.house), str(state.seed), *self.fields()])

    def read(self, text: str) -> S:
        """Return the state that a link tells; raises `ValueError` if it tells none."""
        game, house, seed, *fields = text.split("/")
        return self.with_fields(game_of(game, read_house(house), seed_from(seed)), fields)


def like(base: Seeded, state: S, **changes: Any) -> S:
    """Return a state with the game, the house rules and the seed of another, and some fields changed.

    >>> like(Seeded("mit", (), 3), Seeded())
    Seeded(game='mit', house=(), seed=3)
    """
    return replace(state, game=base.game, house=base.house, seed=base.seed, **changes)
