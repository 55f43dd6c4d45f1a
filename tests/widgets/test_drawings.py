"""The deck and the slate as drawings."""

from __future__ import annotations

import gzip
import re
import xml.etree.ElementTree as ET

import pytest

from couillon.cards import pack
from couillon.scoring import Board
from couillon_widgets import front
from couillon_widgets.chalk import slate
from couillon_widgets.deck import NATIONS, art, index_text, single, sprite
from couillon_widgets.matches import sides


def test_the_sprite_has_two_faces_for_each_of_32_cards_and_a_back() -> None:
    symbols = set(re.findall(r'<symbol id="cl-([^"]+)"', sprite()))
    assert symbols == {str(card) for card in pack(32)} | {f"{card}-c" for card in pack(32)} | {"back"}


def test_the_sprite_is_well_formed_and_every_reference_in_it_leads_somewhere() -> None:
    ET.fromstring(sprite())
    ids = re.findall(r'id="([^"]+)"', sprite())
    assert len(ids) == len(set(ids))
    assert all(name.startswith("cl-") for name in ids)
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', sprite())) <= set(ids)


def test_the_sprite_is_small() -> None:
    assert len(gzip.compress(sprite().encode(), 9)) < 8_000


@pytest.mark.parametrize("nation", NATIONS)
def test_every_card_has_its_letter_in_every_country(nation: str) -> None:
    for card in pack(32):
        letters = re.findall(r"<text[^>]*>([^<]+)</text>", art(card, nation))
        assert letters == [index_text(card.rank, nation)] * 3
    assert len({index_text(rank, nation) for rank in "AKQJT9"}) == 6


def test_v_is_the_queen_in_dutch_and_the_jack_in_french() -> None:
    assert index_text("Q", "nl") == "V" == index_text("J", "fr")


@pytest.mark.parametrize("card", [*pack(32), "back"])
def test_a_single_card_is_a_complete_document(card: str) -> None:
    root = ET.fromstring(single(card))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"


def test_a_card_that_counts_has_as_many_pearls_as_points() -> None:
    for card in pack(32):
        face = re.search(rf'<symbol id="cl-{card}-c".*?</symbol>', sprite(), re.S)
        assert face is not None
        assert face[0].count("<circle") == card.points


def test_the_same_slate_gives_the_same_picture() -> None:
    assert slate([0, 1, None], [2, 0, 0], True) == slate([0, 1, None], [2, 0, 0], True)


def test_what_is_on_the_slate_changes_the_picture() -> None:
    pictures = {
        slate([0, 0, 0], [0, 0, 0])[0],
        slate([1, 0, 0], [0, 0, 0])[0],
        slate([0, 0, 0], [1, 0, 0])[0],
        slate([0, 0, None], [0, 0, 0])[0],
        slate([0, 0, 0], [0, 0, 0], True)[0],
        slate([2, 0, 0], [0, 0, 0])[0],
    }
    assert len(pictures) == 6


def test_every_wiped_half_line_leaves_a_smear() -> None:
    drawing, _height = slate([0, None, None, None, None], [0, 0, 0, None, None])
    assert drawing.count("cl-ghost") == 6


@pytest.mark.parametrize("lines", [5, 7, 10, 13])
def test_a_slate_of_any_length_stays_inside_its_frame(lines: int) -> None:
    drawing, height = slate([3] * lines, [3] * lines, True)
    numbers = re.findall(r"-?\d+\.\d", "".join(re.findall(r' d="([^"]+)"', drawing)))
    xs, ys = [float(n) for n in numbers[::2]], [float(n) for n in numbers[1::2]]
    assert min(xs) > 4 and max(xs) < 356
    assert min(ys) > 4 and max(ys) < height - 4


def test_a_slate_has_as_many_half_lines_left_as_right() -> None:
    with pytest.raises(ValueError, match="as many half-lines left as right"):
        slate([0], [0, 0])


def test_loops_hang_on_the_lines_that_are_left() -> None:
    assert sides(Board((7, 0), 5, loops=(4, 0))) == ([2, 1, 1, None, None], [None] * 5)


def test_the_module_for_jupyter_carries_the_deck() -> None:
    assert 'const SPRITE = "<svg id=' in front.module()
    assert 'const SPRITE = "";' not in front.module()
