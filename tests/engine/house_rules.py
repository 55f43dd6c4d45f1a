"""Random house rules that are valid: every axis is drawn, each from what the others leave to it."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from couillon.rules import Rules, load
from engine.support import VARIANTS


@st.composite
def house_rules(draw: st.DrawFn) -> Rules:
    """Rules of no variant at all, drawn axis by axis."""
    of = st.sampled_from
    size = draw(of((24, 32)))
    packets: list[int] = []
    for packet in draw(st.lists(st.integers(1, 4), min_size=1, max_size=4)):
        if 4 * (sum(packets) + packet) <= size:
            packets.append(packet)
    hand = sum(packets)
    ways = ["shown", "named"] + (["turn-up"] if 4 * hand < size else [])
    trump = draw(of(ways))
    axes: dict[str, Any] = {
        "pack": size,
        "packets": packets,
        "trump": trump,
        "first_lead": draw(of(("eldest", "maker"))),
    }
    if trump == "turn-up":
        axes["all_pass"] = draw(of(("bottom", "ask-again")))
    elif trump == "shown":
        axes |= {"all_pass": "keep", "shown_card": draw(st.integers(1, hand))}
    else:
        after = draw(st.integers(1, hand))
        chance = ("none", "dealers-last", "eldests-own") if after < hand else ("none",)
        axes |= {"all_pass": "none", "named_after": after, "turn": draw(of(chance))}
    void, beat = draw(of(("free", "trump"))), draw(st.booleans())
    over = void == "trump" and draw(st.booleans())
    axes |= {
        "follow": draw(of(("or-trump", "strict"))),
        "void": void,
        "beat": beat,
        "overtrump": over,
        "undertrump": over and draw(st.booleans()),
        "partner_exempt": (beat or void == "trump") and draw(st.booleans()),
    }
    queens = draw(st.lists(of(("QS", "QH", "QD", "QC")), unique=True))
    mit = "none" if "QS" in queens else draw(of(("none", "first-turn", "before-lead")))
    loss = draw(of(("none", "one", "as-won")))
    return Rules(
        **axes,
        queens=queens,
        announce={"QS", "QH", "QD"} <= set(queens) and draw(st.booleans()),
        mit=mit,
        raises="none" if mit == "none" else draw(of(("none", "kontra-re", "open"))),
        stakes=draw(of(("add", "double"))),
        scoring=draw(of(("slate", "points", "countdown"))),
        length=draw(st.integers(1, 99)),
        sweep=draw(st.integers(0, 3)),
        loss=loss,
        loss_sweep=0 if loss == "none" else draw(st.integers(0, 3)),
        tie=draw(of(("next-double", "nothing", "makers-add-one", "makers-lose"))),
        tie_again=draw(of(("same", "grows"))),
        tie_penalty=draw(st.integers(0, 3)),
    )


def any_rules() -> st.SearchStrategy[Rules]:
    """The rules of a variant, or house rules."""
    return st.one_of(st.sampled_from([load(variant) for variant in VARIANTS]), house_rules())
