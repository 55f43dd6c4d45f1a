"""Every sentence that a reader sees can be translated: shown by a language in which each message is bracketed."""

from __future__ import annotations

import gettext
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from couillon import messages
from couillon.cards import parse_cards
from couillon.referee import answer
from couillon.rules import clauses, load, sources, variants
from couillon.verdicts import judge
from couillon_live import catalogue

ROOT = catalogue.Path(__file__).parents[1]


class Bracketed(gettext.NullTranslations):
    """A language made up for the test: ⟦every message⟧."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return f"⟦{message}⟧"


@pytest.fixture
def bracketed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    english = messages._catalogue
    monkeypatch.setattr(messages, "_catalogue", lambda name: Bracketed() if name == "x-brackets" else english(name))
    messages.use_language("x-brackets")
    yield
    messages.use_language("en")


def outside(text: str) -> str:
    """Return what stands outside of all brackets."""
    while (inner := re.sub(r"⟦[^⟦⟧]*⟧", "", text)) != text:
        text = inner
    return text


class Words(HTMLParser):
    """Gathers what a reader or a screen reader gets: texts, and names and labels in attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.silent += tag in ("code", "text") or (tag == "a" and "data-clause" in values)
        self.found += [values[name] or "" for name in ("aria-label", "title", "alt", "placeholder") if name in values]

    def handle_endtag(self, tag: str) -> None:
        if tag in ("code", "text", "a"):
            self.silent = max(0, self.silent - 1)

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.found.append(data)


def untranslated(html: str) -> list[str]:
    words = Words()
    words.feed(html)
    text = outside("\n".join(words.found))
    return [line for line in text.split("\n") if re.search(r"[A-Za-z]{2,}", line)]


def test_the_template_is_up_to_date() -> None:
    assert catalogue.template(ROOT) == (ROOT / "couillon" / "locale" / "couillon.pot").read_bytes()


@pytest.mark.usefixtures("bracketed")
def test_verdicts_clauses_and_sources_can_be_translated() -> None:
    for game in variants():
        assert outside(game.name) == ""
        for trump in "SHDC":
            for verdict in judge(game.rules, trump, parse_cards("QS JH 9D AC"), parse_cards("TS KH")):
                assert not re.search("[a-z]{2,}", outside(verdict.message)), verdict.message
    for clause in clauses().values():
        assert outside(clause.text + clause.choice + "".join(r.text for r in clause.readings)) == ""
    for source in sources().values():
        assert outside(source.name + source.about) == ""


@pytest.mark.usefixtures("bracketed")
def test_errors_and_events_can_be_translated() -> None:
    for request in (
        {"op": "nope"},
        {"op": "deal"},
        {"op": "legal", "trump": "H", "hand": ["XX"]},
        {"op": "legal", "variant": "q"},
    ):
        message = answer(request)["error"]["message"]
        assert message.startswith("⟦"), message
    board = {"need": [5, 5], "double": True}
    deal = {"makers": "NS", "points": [9, 12], "tricks": [2, 2]}
    for event in answer({"op": "score", "variant": "ardennes", "board": board, "deal": deal})["events"]:
        assert outside(event["message"]) == "", event


@pytest.mark.usefixtures("bracketed")
def test_another_language_does_not_leave_its_mark() -> None:
    assert clauses()["boucle"].text.startswith("⟦")
    messages.use_language("en")
    assert clauses()["boucle"].text.startswith("Makers")
    assert load().length == 5


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("kind", ["LegalMoves", "Slate", "Question", "Table"])
def test_widgets_can_be_translated(kind: str) -> None:
    import couillon_widgets

    made = getattr(couillon_widgets, kind)
    for seed in range(3):
        widget = made() if kind == "Slate" else made(seed=seed)
        assert untranslated(widget.render("live")) == []
        for action in ("reveal", "hint", "accept", "undo", "write", "check", "next", "deal", "share", "nope"):
            widget.receive({"action": action})
            assert untranslated(widget.render("live")) == [], action


def test_the_template_command_says_whether_it_is_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert catalogue.main(["--check"]) == 0
    assert capsys.readouterr().err == ""
    assert "couillon_live.catalogue" in sys.modules


def test_what_is_remembered_is_said_in_the_language_of_the_moment(bracketed: None) -> None:
    made: list[object] = []

    @messages.made_once
    def said(value: object) -> str:
        made.append(value)
        return f"{messages._('ace')} {value!r}"

    assert said(1) == "⟦ace⟧ 1"
    messages.use_language("en")
    assert [said(1), said(1), said(True), said(value=1)] == ["ace 1", "ace 1", "ace True", "ace 1"]
    assert made == [1, 1, True, 1]
    messages.forget_made()
    assert said(1) == "ace 1"
    assert len(made) == 5
