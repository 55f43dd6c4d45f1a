# ruff: noqa: E501 (sentences stay whole)
"""What is said of an act that the rules do not allow: the reason, the clause, and what is allowed instead."""

from __future__ import annotations

import pytest

from couillon.game import State, apply, legal_actions
from couillon.refusals import action_name
from couillon.rules import clauses, variant
from couillon.verdicts import IllegalActionError, Verdict, sources_for
from engine.support import VARIANTS, after, begin


def refusal(state: State, token: str) -> Verdict:
    with pytest.raises(IllegalActionError) as caught:
        apply(state, token)
    verdict = caught.value.verdict
    assert verdict.legal is False
    assert verdict.clause in clauses()
    assert verdict.sources
    assert str(caught.value) == verdict.message == str(verdict)
    assert verdict.allowed == legal_actions(state)
    return verdict


BELGIAN = {"W": "9S JH TD 9C", "N": "AS KS QS KD", "E": "TS AH AD AC", "S": "JS KH QD KC", "stock": "TH"}
MIT = {"W": "9S JH TD 9C 9H", "N": "QS KS TC KD JC"}
VITH = {"W": "9S JH TD 9C 9H TH", "N": "QS KS TC KD JC JD"}
EIFEL = {"W": "AS KS TS JD 9C"}
LUX = {"W": "9S JH TD 9C 9H TH", "N": "QS KS TC KD JC JD", "E": "QH QD AS AH AD AC"}

# variant, cards, what went before, what is tried, clause, sentence
SAID = [
    ("belgian", BELGIAN, "", "trump H", "turn-up",
     "Nobody names a suit under these rules: the proposed one is accepted or passed. West may accept or pass."),
    ("belgian", BELGIAN, "", "turn", "turn-up", "Nobody names a suit under these rules"),
    ("belgian", BELGIAN, "", "9S", "turn-up",
     "The nine of spades cannot be played yet: the trump is to be made first. West may accept or pass."),
    ("belgian", BELGIAN, "", "kontra", "turn", "Nobody may say Kontra under these rules."),
    ("belgian", BELGIAN, "", "re", "turn", "Nobody may say Re under these rules."),
    ("belgian", BELGIAN, "", "mit", "turn", "Nobody may declare Mit under these rules."),
    ("belgian", BELGIAN, "", "raise", "turn", "Nobody may raise under these rules."),
    ("belgian", BELGIAN, "", "matt", "turn", "Nobody may announce Matt under these rules."),
    ("belgian", BELGIAN, "", "konter", "turn", "Nobody may announce Konter under these rules."),
    ("belgian", BELGIAN, "", "", "turn", '"" is not an action: write a card such as TS, or accept, pass, trump H'),
    ("belgian", BELGIAN, "", "dance", "turn", '"dance" is not an action'),
    ("belgian", BELGIAN, "", "accept please", "turn", '"accept please" is not an action'),
    ("belgian", BELGIAN, "", "1S", "turn", '"1S" is not an action'),
    ("belgian", BELGIAN, "accept", "accept", "turn-up", "The trump has been made already. West may play the nine of"),
    ("belgian", BELGIAN, "accept", "trump H", "turn-up", "The trump has been made already."),
    ("belgian", BELGIAN, "accept", "pass", "turn", "There is nothing to pass: West plays a card now."),
    ("belgian", BELGIAN, "accept", "AS", "turn", "It is West's turn, and the ace of spades is in North's hand."),
    ("belgian", BELGIAN, "accept", "TH", "turn", "It is West's turn, and the ten of hearts is not in that hand."),
    ("belgian", BELGIAN, "accept", "7S", "turn", "It is West's turn, and the seven of spades is not in that hand."),
    ("belgian", BELGIAN, "accept,9S", "KD", "follow-or-trump",
     "Not the king of diamonds: you hold a spade. Follow with the ace, king or queen of spades."),
    ("belgian", BELGIAN, "accept,9S,AS", "AD", "follow-or-trump",
     "Not the ace of diamonds: you hold a spade. Follow with the ten of spades, or trump with the ace of hearts."),
    ("tongeren", {}, "", "trump S", "shown-card", "Nobody names a suit under these rules"),
    ("force", {}, "", "pass", "named-trump", "West is eldest and may not pass: a suit must be named. West may name "
     "spades, name hearts, name diamonds or name clubs."),
    ("force", {}, "", "accept", "named-trump", "No card is proposed under these rules: eldest names a suit."),
    ("force", {}, "", "turn", "named-trump", "No card is turned under these rules: eldest names a suit."),
    ("force", {}, "", "Trump", "turn", '"Trump" is not an action'),
    ("force", {}, "", "trump X", "named-trump", "That is not one of the four suits."),
    ("force", {}, "trump H", "trump S", "named-trump", "The trump has been made already."),
    ("mit", MIT, "", "turn 9C", "turned-last", "That card cannot be turned."),
    ("mit", MIT, "", "mit", "named-trump", "The trump is to be made first."),
    ("mit", MIT, "", "kontra", "named-trump", "The trump is to be made first."),
    ("mit", MIT, "trump H", "mit", "mit", "West does not hold the queen of spades, so cannot declare Mit."),
    ("mit", MIT, "trump H", "mit please", "turn", '"mit please" is not an action'),
    ("mit", MIT, "trump H", "kontra", "kontra", "Nobody has declared Mit, so nobody may say Kontra."),
    ("mit", MIT, "trump H", "re", "kontra", "Nobody has declared Mit, so nobody may say Re."),
    ("mit", MIT, "trump H,9S,mit", "re", "kontra", "Re answers a Kontra, and nobody has said Kontra. East may say "
     "Kontra or pass."),
    ("mit", MIT, "trump H,9S,mit", "mit", "mit", "Mit has been declared already."),
    ("mit", MIT, "trump H,9S,mit,kontra", "kontra", "kontra",
     "Kontra has been said already; the declaring team may say Re or pass."),
    ("mit", MIT, "trump H,9S,mit,kontra,re", "kontra", "kontra",
     "It is too late to say Kontra: all who were asked have answered."),
    ("mit", MIT, "trump H,9S,mit,pass,pass", "kontra", "kontra", "It is too late to say Kontra"),
    ("mit", MIT, "trump H,9S,mit,kontra,re", "re", "kontra", "It is too late to say Re"),
    ("mit", MIT, "trump H,9S,QS", "mit", "mit", "The queen of spades is in nobody's hand, so nobody can declare Mit."),
    ("eifel", EIFEL, "", "turn AS", "turned-own", "That card cannot be turned. West may name spades, name hearts, "
     "name diamonds, name clubs, turn the jack of diamonds or turn the nine of clubs."),
    ("eifel", EIFEL, "turn JD", "AS", "turned-own", "Not the ace of spades: the jack of diamonds was turned, so it is led."),
    ("st-vith", VITH, "", "mit", "named-trump", "The trump is to be made first."),
    ("st-vith", VITH, "trump H", "9S", "mit-before-lead",
     "The nine of spades cannot be played yet: Mit is settled before the first lead. North may declare Mit or pass."),
    ("st-vith", VITH, "trump H", "raise", "raise", "Nobody has declared Mit, so nobody may raise."),
    ("st-vith", VITH, "trump H,pass", "mit", "mit-before-lead",
     "It is too late for Mit: that is settled before the first lead."),
    ("st-vith", VITH, "trump H,mit", "mit", "mit-before-lead", "Mit has been declared already."),
    ("st-vith", VITH, "trump H,mit,pass,pass", "raise", "raise",
     "It is too late to raise: all who were asked have answered."),
    ("konter-a-matt", LUX, "", "matt", "named-trump", "The trump is to be made first."),
    ("konter-a-matt", LUX, "trump H", "matt", "announce",
     "West does not hold the queen of spades, so cannot announce Matt."),
    ("konter-a-matt", LUX, "trump H", "konter", "announce", "West does not hold both red queens, so cannot announce Konter."),
    ("konter-a-matt", LUX, "trump H,9S,matt", "matt", "announce", "North has announced that already."),
    ("konter-a-matt", LUX, "trump H,9S,matt,KS", "matt", "announce", "North has announced that already."),
    ("konter-a-matt", LUX, "trump H,9S,KS,konter,AS", "konter", "announce", "East has announced that already."),
]  # fmt: skip


@pytest.mark.parametrize(("id", "given", "before", "token", "clause", "sentence"), SAID)
def test_an_act_is_refused_with_its_reason(
    id: str, given: dict[str, str], before: str, token: str, clause: str, sentence: str
) -> None:
    state = begin(id, **given)
    verdict = refusal(after(state, before) if before else state, token)
    assert verdict.clause == clause
    assert sentence in verdict.message


def test_too_late_for_mit_and_for_an_announcement_after_ones_first_card() -> None:
    state = after(begin("mit", W="9H QS TS JS 9S", N="TH", E="JH", S="KH"), "trump D,9H,TH,JH,KH")
    while state.to_act != "W":
        state = apply(state, next(a for a in legal_actions(state) if len(a) == 2))
    assert "It is too late for Mit: it is declared at one's first turn, before a card." in refusal(state, "mit").message
    state = after(begin("konter-a-matt", W="9H QS QH QD", N="TH", E="JH", S="KH"), "trump H,9H,TH,JH,KH")
    while state.to_act != "W":
        state = apply(state, legal_actions(state)[0])
    for word, name in (("matt", "Matt"), ("konter", "Konter")):
        said = f"It is too late to announce {name}: that is done at one's first turn, before a card."
        assert said in refusal(state, word).message


@pytest.mark.parametrize("id", VARIANTS)
def test_the_end_of_a_deal_is_said(id: str) -> None:
    state = begin(id)
    while state.phase != "over":
        state = apply(state, legal_actions(state)[-1])
    assert refusal(state, "AS").message == "The deal is over: no card is left to play."
    assert refusal(state, "pass").message == "The deal is over: nothing is left to do."


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ("trump D", "name diamonds"),
        ("turn", "have the last card shown"),
        ("turn TS", "turn the ten of spades"),
        ("accept", "accept"),
        ("pass", "pass"),
        ("mit", "declare Mit"),
        ("kontra", "say Kontra"),
        ("re", "say Re"),
        ("raise", "raise"),
        ("matt", "announce Matt"),
        ("konter", "announce Konter"),
        ("9C", "the nine of clubs"),
    ],
)
def test_every_action_has_words(token: str, words: str) -> None:
    assert action_name(token) == words


def test_a_variant_cites_its_own_sources() -> None:
    verdict = refusal(after(begin("kwajongen", W="AS", N="9S 9H TD JD"), "accept,AS"), "TD")
    assert [s.code for s in sources_for(variant("kwajongen"), verdict.clause)] == ["S1", "S2"]
    assert [s.code for s in sources_for(variant("ardennes"), verdict.clause)] == ["S0", "ADP"]
