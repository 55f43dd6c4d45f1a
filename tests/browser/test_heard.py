"""What a screen reader hears at the table: the accessibility tree, through a whole deal."""

from __future__ import annotations

from typing import Any

from couillon.cards import Card
from couillon.messages import card_name, seat_name, suit_name

from .player import Player, mouse
from .reader import wait_live

Visit = Any


class Ear:
    """Hears each change of the table's status region, as the browser tells assistive tools of it."""

    def __init__(self, player: Player) -> None:
        self.session = player.page.context.new_cdp_session(player.page)
        self.session.send("Accessibility.enable")
        self.heard: list[str] = []

    def listen(self) -> None:
        nodes = self.session.send("Accessibility.getFullAXTree")["nodes"]
        known = {node["nodeId"]: node for node in nodes}
        regions = [n for n in nodes if not n["ignored"] and n["role"]["value"] == "status"]
        # The table is the first widget of the page; what the page itself says stands in a region of its own.
        said = [text for text in (self._text(known, region) for region in regions) if text]
        live = {p["name"]: p["value"]["value"] for p in regions[0]["properties"]}
        assert live["live"] == "polite"
        assert len(said) == 1, said
        if not self.heard or self.heard[-1] != said[0]:
            self.heard.append(said[0])

    def _text(self, known: dict[str, Any], node: dict[str, Any]) -> str:
        if node["role"]["value"] == "StaticText":
            return str(node["name"]["value"])
        parts = [self._text(known, known[child]) for child in node.get("childIds", ()) if child in known]
        return " ".join(" ".join(parts).split())


def once(heard: str, sentence: str, after: int) -> int:
    """Where a sentence ends that is there once only, later than what came before it."""
    assert heard.count(sentence) == 1, f"{sentence!r} is heard {heard.count(sentence)} times in {heard!r}"
    at = heard.index(sentence)
    assert at >= after, f"{sentence!r} is heard too early in {heard!r}"
    return at + len(sentence)


def test_each_event_of_a_deal_is_heard_once_and_in_order(visit: Visit, base: str) -> None:
    visit.page.goto(base + "play.html")
    wait_live(visit.page)
    player = Player(visit.page, mouse, seed=2)
    ear = Ear(player)
    ear.listen()
    while not player.counted():
        player.act()
        ear.listen()
    # Signs of suits stand between words on the page; they are hidden from assistive tools and leave a space.
    heard = " ".join(" | ".join(ear.heard).replace("\N{NO-BREAK SPACE}", " ").split())
    heard = heard.replace(" .", ".").replace(" ,", ",")
    state = player.twin.state.state
    at = 0
    assert state.trump
    assert state.maker
    at = once(heard, f"{suit_name(state.trump)} are trumps.", at)
    for trick in state.tricks:
        for index, card in enumerate(trick.cards):
            seat, name = trick.seat_of(index), card_name(Card(card))
            who, ending = ("You", "") if seat == "S" else (seat_name(seat), "s")
            verbs = ["lead"] if index == 0 else ["play", "trump"]
            told = [f"{who} {verb}{ending} {'with ' if verb == 'trump' else ''}the {name}" for verb in verbs]
            (sentence,) = [text for text in told if text in heard] or [told[0]]
            at = once(heard, sentence, at)
        whose = {"S": "Your", "N": "Your partner's"}.get(trick.winner or "", f"{seat_name(trick.winner or 'N')}'s")
        assert f"{whose} trick" in heard[at : at + 40], heard[at : at + 60]
    ns, ew = state.points
    at = once(heard, f"{max(ns, ew)} to {min(ns, ew)}:", at)
    for event in player.twin.state.match.history[-1].scored.events:
        at = once(heard, event.message, at)
