"""Small changes to the rule core that no other test notices; tests/mutants.md says how they are found."""

from __future__ import annotations

import gettext
from itertools import product
from pathlib import Path
from random import Random

import pytest
from babel.messages.pofile import read_po

import couillon
from couillon import messages
from couillon.cards import Card, pack
from couillon.kernel import Layout, effective_suit, layout, trump_order
from couillon.rules import load, variant
from couillon.scoring import Board, Event, Result, ScoreError, score
from couillon.verdicts import IllegalActionError, judge, sources_for
from engine.support import VARIANTS, cards
from engine.test_two_referees import DUTIES, random_result


class OnlyTheCatalogue(gettext.NullTranslations):
    """English that refuses every sentence which translators have never seen."""

    def __init__(self) -> None:
        super().__init__()
        template = Path(couillon.__file__).parent / "locale" / "couillon.pot"
        with template.open("rb") as file:
            entries = [message.id for message in read_po(file)]
        self.known = {entry if isinstance(entry, str) else tuple(entry) for entry in entries}

    def gettext(self, message: str) -> str:
        assert message in self.known
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        assert (msgid1, msgid2) in self.known
        assert isinstance(n, int)
        return super().ngettext(msgid1, msgid2, n)


@pytest.fixture(scope="module")
def known() -> OnlyTheCatalogue:
    return OnlyTheCatalogue()


@pytest.fixture
def strict(known: OnlyTheCatalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "_catalogue", lambda language: known)


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("duties", [*DUTIES, {"queens": ["QS", "QH", "QD"]}], ids=str)
def test_translators_have_seen_every_verdict(duties: dict[str, object]) -> None:
    rules, random = load("belgian", duties), Random(str(duties))
    for trump, before in product("SHDC", range(4)):
        for _ in range(12):
            drawn = random.sample(pack(), 4 + before)
            for verdict in judge(rules, trump, drawn[:4], drawn[4:]):
                assert verdict.message[0].isupper()
                assert verdict.message[-1] == "."
                assert not {"{", "}"} & set(verdict.message)


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("variant", VARIANTS)
def test_translators_have_seen_every_event(variant: str) -> None:
    rules, random = load(variant), Random(variant)
    for _ in range(150):
        board = Board((random.randint(2, 6), random.randint(2, 6)), rules.length, random.randrange(4),
                      (random.randrange(3), random.randrange(3)), rules.scoring == "points")  # fmt: skip
        if board.won:
            continue
        drawn = random_result(rules, random)
        ns, ew = drawn.pop("points")
        result = Result(points=(ns, ew), tricks=tuple(drawn.pop("taken")), **drawn)
        for event in score(rules, board, result).events:
            assert event.message[0].isupper()
            assert event.message[-1] == "."
            assert not {"{", "}"} & set(event.message)


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize(
    ("result", "board", "field"),
    [
        (Result("NS", (22, 18), (2, 3)), Board((5, 5), 5), "tricks"),
        (Result("NS", (22, 19), (2, 2)), Board((5, 5), 5), "points"),
        (Result("NS", (22, 18), (2, 2), mit=True), Board((5, 5), 5), "mit"),
        (Result("NS", (22, 18), (2, 2)), Board((5, 0), 5), "board"),
        (Result("NS", (22, 18), (2, 2)), Board((5, 10_001), 5), "board"),
    ],
)
def test_translators_have_seen_every_refusal(result: Result, board: Board, field: str) -> None:
    with pytest.raises(ScoreError) as caught:
        score(load(), board, result)
    assert caught.value.field == field


def test_an_error_of_scoring_names_the_deal_when_it_names_nothing_else() -> None:
    assert ScoreError("No.").field == "deal"


def test_an_illegal_action_says_why() -> None:
    verdict = judge(load(), "H", cards("QS 9D"), cards("TS"))[1]
    error = IllegalActionError(verdict)
    assert str(error) == verdict.message
    assert error.verdict is verdict


def test_a_set_of_cards_comes_apart_from_strong_to_weak() -> None:
    table = layout(load("st-vith"), "H", True)
    held = cards("9S TD QC AH 9H QS AS")
    assert table.unpack(table.bits(held)) == list(cards("AH QS QC 9H TD AS 9S"))
    assert table.unpack(0) == []


@pytest.mark.parametrize(
    ("variant", "trump", "card", "mit", "suit"),
    [
        ("belgian", "H", "QS", False, "S"),
        ("belgian", "H", "9H", False, "H"),
        ("konter-a-matt", "C", "QD", False, "C"),
        ("mit", "H", "QS", False, "S"),
        ("mit", "H", "QS", True, "H"),
        ("mit", "H", "KS", True, "S"),
    ],
)
def test_the_suit_to_which_a_card_belongs(variant: str, trump: str, card: str, mit: bool, suit: str) -> None:
    assert effective_suit(load(variant), trump, Card(card), mit) == suit


def test_mit_is_not_declared_unless_said() -> None:
    rules = load("mit")
    assert effective_suit(rules, "H", Card("QS")) == "S"
    assert Layout(rules, "H").trumps == layout(rules, "H").trumps == layout(rules, "H", False).trumps
    assert trump_order(rules, "H") == trump_order(rules, "H", False)


def test_a_clause_has_the_sources_of_the_variant() -> None:
    assert [s.code for s in sources_for(variant("ardennes"), "must-follow")] == ["S0", "ADP"]


def test_loops_are_no_lines() -> None:
    assert Board((6, 9), 5, loops=(1, 3)).lines == (5, 6)


TIED = [
    ("belgian", {}, 0, Event(None, "craie-dans-le-trou", 0, "Equal points: a circle with a stroke is drawn, and the"
                             " next deal that is won wipes 2.")),
    ("belgian", {"tie_again": "grows"}, 1, Event(None, "tie-again", 0, "Equal points: a circle with a stroke is drawn,"
                                                 " and the next deal that is won wipes 3.")),
    ("belgian", {}, 1, Event(None, "tie-again", 0,
                             "Equal points again: nothing changes, and the next win still wipes two.")),
    ("simplified", {}, 0, Event(None, "craie-dans-le-trou", 0, "Equal points: the next deal that is won is worth 2.")),
    ("simplified", {}, 1, Event(None, "tie-again", 0,
                                "Equal points again: nothing changes, and the next win still counts double.")),
    ("simplified", {"tie": "nothing"}, 0, Event(None, "tie-nothing", 0, "Equal points: nothing changes.")),
    ("simplified", {"tie": "makers-add-one"}, 0, Event("NS", "tie-makers-add-one", -1,
                                                       "Equal points: one against North–South, who made the trumps.")),
    ("belgian", {"tie": "makers-add-one"}, 0, Event("NS", "tie-makers-add-one", 1,
                                                    "Equal points: one against North–South, who made the trumps.")),
]  # fmt: skip


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize(("variant", "house", "ties", "event"), TIED)
def test_what_a_tie_writes(variant: str, house: dict[str, object], ties: int, event: Event) -> None:
    rules = load(variant, house)
    board = Board((3, 4), 5, ties, (0, 0), rules.scoring == "points")
    assert score(rules, board, Result("NS", (10, 10), (2, 2))).events == (event,)


# variant, house rules, hand (the first card is refused), trick, what is allowed instead; hearts are trumps
CHOICES: list[tuple[str, dict[str, object], str, str, str]] = [
    ("belgian", {}, "9D QS AS JH AH", "TS",
     "Follow with the queen or ace of spades, or trump with the jack or ace of hearts."),
    ("belgian", {}, "9D QS AS", "TS", "Follow with the queen or ace of spades."),
    ("belgian", {}, "9D JH AH", "TH", "Play a trump: the jack or ace of hearts."),
    ("belgian", {"beat": True}, "9S AS KS JH AH", "TS",
     "Beat it with the ace or king of spades, or trump with the jack or ace of hearts."),
    ("ardennes", {}, "9S AS KS", "TS", "Beat it with the ace or king of spades."),
    ("ardennes", {}, "9H AH KH", "TH", "Beat it with the ace or king of hearts."),
    ("ardennes", {}, "9H AH KH", "TS TH", "Go over it with the ace or king of hearts."),
    ("ardennes", {}, "9D JH TH", "TS QH", "Trump with the jack or ten of hearts."),
    ("kwajongen", {}, "9D JH AH", "TS", "Trump with the jack or ace of hearts."),
]  # fmt: skip


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize(("variant", "house", "hand", "trick", "instead"), CHOICES)
def test_a_choice_is_a_choice(variant: str, house: dict[str, object], hand: str, trick: str, instead: str) -> None:
    verdicts = judge(load(variant, house), "H", cards(hand), cards(trick))
    assert verdicts[0].instead == instead
    assert [v.legal for v in verdicts] == [False] + [True] * (len(verdicts) - 1)
    assert [v.instead for v in verdicts[1:]] == [""] * (len(verdicts) - 1)


@pytest.mark.parametrize(
    ("variant", "house", "hand", "trick", "clause"),
    [
        ("belgian", {}, "QS JH", "", "lead-any"),
        ("belgian", {}, "QS JH", "TS", "follow-or-trump"),
        ("belgian", {}, "JH TD", "TS", "void-free"),
        ("kwajongen", {}, "QS 9S", "TS", "must-follow"),
        ("kwajongen", {}, "JH 9H", "TS", "must-trump"),
        ("kwajongen", {}, "9D TC", "TS", "void-free"),
        ("ardennes", {}, "JH 9D", "TS", "must-trump"),
        ("ardennes", {}, "AS KS 9S", "TS", "must-beat"),
        ("ardennes", {}, "AH KH 9D", "TS TH", "must-overtrump"),
        ("ardennes", {}, "9H 9D", "TS TH", "must-undertrump"),
        ("ardennes", {"partner_exempt": True}, "9D JH", "AS TS", "partner-exempt"),
    ],
)
def test_what_is_allowed_names_its_clause(
    variant: str, house: dict[str, object], hand: str, trick: str, clause: str
) -> None:
    allowed = [v for v in judge(load(variant, house), "H", cards(hand), cards(trick)) if v.legal]
    assert allowed
    assert {v.clause for v in allowed} == {clause}
    assert {v.instead for v in allowed} == {""}


@pytest.mark.parametrize(
    ("variant", "points", "tricks"),
    [("simplified", (8, 9), (2, 2)), ("simplified", (10, 10), (2, 2)), ("konter-a-matt", (18, 22), (3, 3)),
     ("konter-a-matt", (20, 20), (3, 3))],
)  # fmt: skip
def test_loops_are_for_the_slate(variant: str, points: tuple[int, int], tricks: tuple[int, int]) -> None:
    rules = load(variant, {} if points[0] != points[1] else {"tie": "makers-add-one"})
    board = Board((3, 3), rules.length, rising=rules.scoring == "points")
    after = score(rules, board, Result("NS", points, tricks)).board
    assert after.loops == (0, 0)
    assert after.counts[0] == (2 if board.rising else 4)


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize(
    ("variant", "counts"), [("belgian", (1, 3)), ("simplified", (4, 3)), ("konter-a-matt", (1, 3))]
)
def test_what_the_end_of_a_match_writes(variant: str, counts: tuple[int, int]) -> None:
    rules = load(variant)
    board = Board(counts, 5, rising=rules.scoring == "points")
    half = rules.hand // 2
    scored = score(rules, board, Result("NS", (22, 18), (half, rules.hand - half)))
    assert scored.won == "NS"
    assert scored.events[-1] == Event("NS", "match", 0, "North–South have won the match.")
    assert len(scored.events) == 2


@pytest.mark.parametrize(
    ("id", "board", "result", "field", "sentence"),
    [
        ("belgian", Board((0, 3), 5), Result("NS", (20, 20), (2, 2)), "board",
         "North–South have won already: this match is over, so start a new one."),
        ("belgian", Board((10_001, 3), 5), Result("NS", (20, 20), (2, 2)), "board",
         "A board never counts that far: the length of this match is 5."),
        ("belgian", Board((5, 5), 5), Result("NS", (20, 20), (1, 2)), "tricks",
         "1 and 2 tricks make 3, but a deal has 4."),
        ("belgian", Board((5, 5), 5), Result("NS", (2, 39), (1, 3)), "points",
         "2 and 39 points are not possible with 1 and 3 tricks: 4 cards each are in play from 24, and the pack holds"
         " 40 points."),
        ("force", Board((5, 5), 5), Result(None, (22, 18), (3, 3)), "makers",
         "Under these rules a deal always has makers: NS or EW."),
        ("mit", Board((13, 13), 13), Result("NS", (16, 14), (3, 2), kontra=True), "kontra",
         "There is no Kontra without Mit."),
        ("mit", Board((13, 13), 13), Result("NS", (16, 14), (3, 2), mit=True, re=True), "re",
         "There is no Re without Kontra."),
        ("belgian", Board((5, 5), 5), Result("NS", (20, 18), (2, 2), mit=True), "mit", "These rules know no Mit."),
        ("konter-a-matt", Board((9, 9), 9), Result("NS", (22, 18), (3, 3), matt=2), "matt",
         "2 is not a possible number for matt."),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_to_the_letter(id: str, board: Board, result: Result, field: str, sentence: str) -> None:
    with pytest.raises(ScoreError) as caught:
        score(load(id), board, result)
    assert (caught.value.field, str(caught.value)) == (field, sentence)


def test_a_board_may_count_as_far_as_it_goes() -> None:
    assert score(load(), Board((10_000, 3), 5), Result("NS", (20, 18), (2, 2))).board.counts == (9_999, 3)
