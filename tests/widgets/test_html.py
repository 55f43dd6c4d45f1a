"""What every widget promises about its HTML, in every state."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from couillon.cards import Card, pack
from couillon.messages import card_name
from couillon.rules import clauses
from couillon_widgets import front
from couillon_widgets.deck import sprite

from .scenes import SCENES, Tree, Widget

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", SCENES)
def test_a_snapshot_looks_as_it_did(name: str) -> None:
    """Compare with the stored snapshot; WRITE_GOLDEN=1 stores anew what was looked at and found good."""
    made = re.sub(
        r"(?=<(?:div|p|button|span|select|option|section|details)\b)", "\n", SCENES[name]().render("snapshot")
    )
    made = made.strip() + "\n"
    path = GOLDEN / f"{name}.html"
    if os.environ.get("WRITE_GOLDEN"):
        path.write_text(made, "utf-8")
    assert made == path.read_text("utf-8")


def test_snapshot_and_live_are_the_same_but_for_their_state(scene: Widget) -> None:
    snapshot, live = scene.render("snapshot"), scene.render("live")
    assert snapshot.count('data-state="snapshot"') == live.count('data-state="live"') == 1
    assert snapshot.replace('data-state="snapshot"', 'data-state="live"') == live == scene.html


def test_the_root_names_kind_state_and_variant(scene: Widget) -> None:
    root = Tree(scene.html).found[0]
    assert root[1]["role"] == "group"
    assert root[1]["data-couillon"] == scene.kind
    assert root[1]["data-variant"] == scene.variant_id()
    assert root[1]["aria-label"]


def test_ids_are_unique_and_no_handler_stands_in_the_html(scene: Widget) -> None:
    tree = Tree(scene.html)
    ids = [attrs["id"] for _tag, attrs, _words in tree.found if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert not [name for _tag, attrs, _words in tree.found for name in attrs if name.startswith("on")]
    assert "<script" not in scene.html


def test_every_control_has_a_name(scene: Widget) -> None:
    tree = Tree(scene.html)
    for attrs, words in tree.all("button"):
        assert attrs.get("aria-label") or words
        assert attrs["type"] == ("submit" if attrs.get("data-action") == "cards" else "button")
        assert "data-card" in attrs or "data-action" in attrs
    labels = [words for _attrs, words in tree.all("label")]
    assert len(labels) == len(tree.all("select"))
    assert all(attrs.get("aria-label") for attrs, _words in tree.all("input"))
    for tag, attrs, _words in tree.found:
        if attrs.get("role") in ("img", "group"):
            assert attrs.get("aria-label"), tag


def test_cards_are_named_in_words(scene: Widget) -> None:
    for _tag, attrs, _words in Tree(scene.html).found:
        if "data-card" in attrs:
            assert attrs["aria-label"].startswith(card_name(Card(attrs["data-card"])))


def test_a_judged_card_says_so_to_the_eye_and_to_the_ear(scene: Widget) -> None:
    for attrs, _words in Tree(scene.html).all("button"):
        judged = attrs.get("data-legal")
        assert judged in (None, "yes", "no")
        assert (attrs.get("aria-disabled") == "true") is (judged == "no")
        if judged:
            assert ("may not be played" if judged == "no" else "may be played") in attrs["aria-label"]


def test_there_is_one_status_region_and_it_says_something(scene: Widget) -> None:
    regions = Tree(scene.html).all("div", role="status")
    assert len(regions) == 1
    assert regions[0][1]


def test_every_cited_clause_exists_and_leads_to_the_sources(scene: Widget) -> None:
    for attrs, words in Tree(scene.html).all("a"):
        if "cl-elsewhere" in attrs.get("class", ""):
            assert attrs["href"].startswith("play.html#table=")
            continue
        assert attrs["data-clause"] in clauses()
        assert attrs["href"] == f"sources.html#{attrs['data-clause']}"
        assert words == attrs["data-clause"]


def test_every_picture_is_in_the_sprite(scene: Widget) -> None:
    ids = set(re.findall(r'id="([^"]+)"', sprite()))
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', scene.html)) <= ids


def test_no_state_hides_behind_a_class_without_style(scene: Widget) -> None:
    styled = set(re.findall(r"\.(cl-[a-z0-9-]+)", front.style()))
    used = {name for group in re.findall(r'class="([^"]+)"', scene.html) for name in group.split()}
    unstyled = used - styled - {"cl-full"}
    assert not {name for name in unstyled if not name.startswith("cl-")}
    assert not unstyled - {"cl-info", "cl-shown"}


def test_the_repr_tells_the_state_in_one_short_line(scene: Widget) -> None:
    line = repr(scene)
    assert line.startswith(type(scene).__name__ + "(")
    assert len(line) < 110
    assert "\n" not in line and "…" not in line and "0x" not in line


def test_two_widgets_in_the_same_state_have_the_same_html() -> None:
    for make in SCENES.values():
        assert make().html == make().html


def test_a_notebook_keeps_the_snapshot(scene: Widget) -> None:
    data, _metadata = scene._repr_mimebundle_()
    assert data["text/html"] == scene.render("snapshot")
    assert data["text/plain"] == repr(scene)
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == scene.model_id


def test_a_hand_of_eight_and_every_card_can_be_shown() -> None:
    from couillon_widgets.parts import card_button, card_picture

    for card in pack(32):
        Tree(card_button(card, trump=True, legal=False, words="picked"))
        Tree(card_picture(card, trump=True, winner=True, tags=["West led", "best so far"]))


def test_the_style_sheet_touches_nothing_outside_a_widget() -> None:
    """Every selector stands under a widget, names a class of ours, or sets custom properties only."""
    css = re.sub(r"/\*.*?\*/", "", front.style(), flags=re.S)
    for selector, body in re.findall(r"([^{};@]+)\{([^{}]*)\}", css):
        for one in re.sub(r"\([^()]*\)", "", selector).split(","):
            if "[data-couillon]" in one or ".cl-" in one or re.match(r"\s*(from|to|[\d.]+%)", one):
                continue
            declared = [line.split(":")[0].strip() for line in body.split(";") if line.strip()]
            assert all(name.startswith("--cl-") for name in declared), one
