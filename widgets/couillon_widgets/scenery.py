"""The scene of an exercise as HTML: what lies on the table, the hand, cards that are shown, and the board."""

from __future__ import annotations

from couillon.cards import left_of, pack
from couillon.exercises import Exercise
from couillon.exercises.words import board_told
from couillon.kernel import layout
from couillon.messages import _, seat_name, team_name
from couillon_widgets.html import element, prose, text
from couillon_widgets.parts import card_picture, empty_place, hand
from couillon_widgets.slate import picture

__all__ = ["is_trump", "scene_html"]


def is_trump(exercise: Exercise, card: str) -> bool:
    """Return whether a card is a trump in an exercise, as far as there is one."""
    scene = exercise.scene
    if not scene.trump or card not in pack(exercise.rules.pack):
        return False
    table = layout(exercise.rules, scene.trump, scene.mit)
    return table.is_trump(card)


def scene_html(exercise: Exercise, own: list[str], nation: str, *, done: bool) -> str:
    """Return the scene; ``own`` are the cards of the hand where they can be picked, else they are pictures.

    Once the exercise is done, the card that wins a finished trick is marked, and the board shows what has become of it.
    """
    scene = exercise.scene
    told = "".join(element("p", prose(line)) for line in exercise.told)
    parts = [element("div", told, class_="cl-told")] if told else []
    rows = []
    if scene.trick or (own and not scene.shown):
        rows.append(hand(_("On the table"), _on_table(exercise, nation, done=done), tagged=True))
    for label, cards in scene.shown:
        rows.append(hand(label, [_picture(exercise, card, nation) for card in cards]))
    if scene.hand:
        shown = own or [_picture(exercise, card, nation) for card in scene.hand]
        rows.append(
            hand(_("Your hand"), shown, roving=bool(own), tagged=(bool(own) and done) or scene.marked is not None)
        )
    if rows:
        many = any(len(cards) > 4 for _label, cards in (*scene.shown, ("", scene.hand)))
        inner = element("div", "".join(rows), class_="cl-duo cl-many" if many or len(rows) == 1 else "cl-duo")
        parts.append(element("div", inner, class_="cl-strip"))
    return "".join(parts)


def _picture(exercise: Exercise, card: str, nation: str) -> str:
    tags = [_("this one")] if card == exercise.scene.marked else []
    return card_picture(card, nation=nation, trump=is_trump(exercise, card), tags=tags)


def _on_table(exercise: Exercise, nation: str, *, done: bool) -> list[str]:
    scene = exercise.scene
    out, best = [], None
    if done and len(scene.trick) == 4 and scene.trump:
        table = layout(exercise.rules, scene.trump, scene.mit)
        best = table.winner([table.bit[card] for card in scene.trick])
    for index, card in enumerate(scene.trick):
        seat = seat_name(left_of(scene.leader, index))
        tags = [_("{seat} led").format(seat=seat) if index == 0 else seat]
        tags += [_("wins")] if index == best else []
        out.append(card_picture(card, nation=nation, trump=is_trump(exercise, card), winner=index == best, tags=tags))
    if len(scene.trick) < 4 and scene.hand:
        out.append(empty_place(_("You")))
    return out


def board_html(exercise: Exercise, *, done: bool) -> str:
    """Return the board before the deal, or once the exercise is done after it; nothing where there is none."""
    board = exercise.scene.board
    if board is None:
        return ""
    if done:
        from couillon.scoring import score

        assert exercise.scene.result is not None
        board = score(exercise.rules, board, exercise.scene.result).board
    if exercise.rules.scoring == "slate":
        return picture(board)
    counts = "".join(
        element("span", text(team_name(team)) + element("b", text(count)))
        for team, count in zip(("NS", "EW"), board.counts, strict=True)
    )
    return element("div", counts, class_="cl-counts", role="img", aria_label=board_told(exercise.rules, board))
