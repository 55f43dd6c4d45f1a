"""A second referee, slow and plain: the rule book read once more, in strings and sets.

It shares nothing with the engine, not even the names of its axes: every game's parameters are written out here by hand
from the rule book. Cards are strings, sets of cards are sets, a deal is one generator that asks and is answered. The
tests hold the engine to it.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from typing import Any

Game = dict[str, Any]

WORTH = {"A": 4, "K": 3, "Q": 2, "J": 1}
TABLE = ["N", "E", "S", "W"]

BASIC: Game = {
    "ranks": "AKQJT9",
    "packets": [2, 2],
    "trump maker": "turned from the stock",
    "all pass": "bottom of the stock",
    "named after": None,
    "shown card": None,
    "chance": None,
    "first lead": "eldest",
    "duties": set(),
    "always trumps": [],
    "mit": None,
    "answers": None,
    "each raise": "adds one",
    "announcements": False,
    "board": "slate",
    "length": 5,
    "sweep": 0,
    "makers lose": 1,
    "makers without a trick": 0,
    "tie": "next win worth two",
    "second tie": "nothing more",
    "makers lose after a tie": 1,
}
NAMED: Game = {"trump maker": "named by eldest", "all pass": None}
COUNTED: Game = {"board": "countdown", "length": 13, "sweep": 1}

GAMES: dict[str, Game] = {
    "belgian": BASIC,
    "ardennes": BASIC
    | {
        "all pass": "turn the next card",
        "first lead": "maker",
        "duties": {"follow", "beat", "ruff", "overruff", "underruff"},
        "makers lose after a tie": 2,
    },
    "kwajongen": BASIC | {"duties": {"follow", "ruff"}, "length": 10},
    "force": BASIC | NAMED | {"packets": [2, 2, 2], "named after": 6},
    "tongeren": BASIC
    | {"packets": [2, 2, 2], "trump maker": "shown by the dealer", "shown card": 4, "all pass": "the shown suit"},
    "troeven": BASIC | NAMED | {"ranks": "AKQJT987", "packets": [4, 4], "named after": 4, "length": 7},
    "konter-a-matt": BASIC
    | NAMED
    | COUNTED
    | {
        "packets": [3, 3],
        "named after": 3,
        "always trumps": ["QS", "QH", "QD"],
        "announcements": True,
        "length": 9,
        "makers lose": "as much as was won",
        "tie": "one against the makers",
    },
    "mit": BASIC
    | NAMED
    | COUNTED
    | {
        "packets": [3, 2],
        "named after": 3,
        "chance": "the dealer's last card",
        "mit": "first turn",
        "answers": "kontra and re",
        "tie": "nothing",
    },
    "simplified": BASIC | {"board": "points"},
    "st-vith": BASIC
    | NAMED
    | COUNTED
    | {
        "packets": [3, 3],
        "named after": 3,
        "always trumps": ["QC"],
        "mit": "before the lead",
        "answers": "raises",
        "tie": "the makers lose",
    },
    "eifel": BASIC
    | NAMED
    | COUNTED
    | {
        "packets": [3, 2],
        "named after": 3,
        "chance": "one of eldest's later cards",
        "always trumps": ["QC"],
        "mit": "first turn",
        "answers": "kontra and re",
        "each raise": "doubles",
        "makers without a trick": 1,
        "tie": "the makers lose",
    },
}


# Cards ---------------------------------------------------------------------------------------------------------------


def whole_pack(game: Game) -> list[str]:
    return [rank + suit for suit in "SHDC" for rank in game["ranks"]]


def worth(cards: Iterable[str]) -> int:
    return sum(WORTH.get(card[0], 0) for card in cards)


def high_to_low(game: Game, trump: str, mit: bool) -> list[str]:
    """The trumps: ace, declared queen of spades, the queens that are always trumps, then the others by rank."""
    queens = ["QS"] * mit + game["always trumps"]
    return ["A" + trump, *queens] + [r + trump for r in game["ranks"] if r != "A" and r + trump not in queens]


class Table:
    """What lies between the players: a game, its trump, and whether Mit was declared."""

    def __init__(self, game: Game, trump: str, mit: bool = False) -> None:
        self.game, self.trump, self.duties = game, trump, game["duties"]
        self.trumps = high_to_low(game, trump, mit)
        self.suit = {card: trump if card in self.trumps else card[1] for card in whole_pack(game)}
        plain = [card for card in whole_pack(game) if card not in self.trumps]
        self.place = {card: place for place, card in enumerate(self.trumps + plain)}

    def beats(self, card: str, other: str) -> bool:
        """Whether a card takes another that was winning."""
        if self.suit[card] == self.suit[other]:
            return self.place[card] < self.place[other]
        return self.suit[card] == self.trump

    def winning(self, trick: Sequence[str]) -> int:
        """The index of the card that wins."""
        best = 0
        for i, card in enumerate(trick):
            if self.beats(card, trick[best]):
                best = i
        return best

    def objection(self, hand: Collection[str], trick: Sequence[str], card: str) -> str | None:
        """The clause that speaks against playing a card, or None if nothing does."""
        if not trick:
            return None
        suit, trump, duties = self.suit, self.trump, self.duties
        led = suit[trick[0]]
        best = self.winning(trick)
        lord = trick[best]
        at_ease = "partner's trick is free" in duties and len(trick) - best == 2
        following = [c for c in hand if suit[c] == led]
        if following:
            if suit[card] == led:
                if "beat" in duties and not at_ease and not self.beats(card, lord):
                    return "must-beat" if any(self.beats(c, lord) for c in following) else None
                return None
            if "follow" in duties:
                return "must-follow"
            return None if suit[card] == trump else "follow-or-trump"
        if "ruff" not in duties or at_ease:
            return None
        ruffs = [c for c in hand if suit[c] == trump]
        if not ruffs:
            return None
        if "overruff" in duties and suit[lord] == trump:
            if any(self.beats(c, lord) for c in ruffs):
                if suit[card] != trump:
                    return "must-trump"
                return None if self.beats(card, lord) else "must-overtrump"
            if "underruff" not in duties or suit[card] == trump:
                return None
            return "must-undertrump"
        return None if suit[card] == trump else "must-trump"

    def legal(self, hand: Collection[str], trick: Sequence[str]) -> set[str]:
        return {card for card in hand if self.objection(hand, trick, card) is None}


# A deal --------------------------------------------------------------------------------------------------------------


def after(seat: str, steps: int = 1) -> str:
    return TABLE[(TABLE.index(seat) + steps) % 4]


def from_left(seat: str) -> list[str]:
    return [after(seat, 1), after(seat, 2), after(seat, 3), seat]


def side(seat: str) -> str:
    return "NS" if seat in "NS" else "EW"


def others(seat: str) -> list[str]:
    return [s for s in from_left(seat) if side(s) != side(seat)]


Asked = tuple[str, set[str]]
Talk = Generator[Asked, str, Any]


def hand_out(game: Game, dealer: str, cards: Sequence[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Deal a pack as it lies: packets, eldest first; what is left is the stock."""
    left = list(cards)
    hands: dict[str, list[str]] = {seat: [] for seat in TABLE}
    for size in game["packets"]:
        for seat in from_left(dealer):
            for _ in range(size):
                hands[seat].append(left.pop(0))
    return hands, left


def make_trump(game: Game, dealer: str, hands: Mapping[str, list[str]], stock: Sequence[str]) -> Talk:
    """Ask for the trump; return it with its maker, if any, and the card that must be led, if any."""
    eldest = after(dealer)
    if game["trump maker"] == "named by eldest":
        options = {"trump " + suit for suit in "SHDC"}
        if game["chance"] == "the dealer's last card":
            options.add("turn")
        if game["chance"] == "one of eldest's later cards":
            options |= {"turn " + card for card in hands[eldest][game["named after"] :]}
        said = yield eldest, options
        if said == "turn":
            return hands[dealer][-1][1], eldest, None
        if said.startswith("turn "):
            return said[-1], eldest, said[5:]
        return said[-1], eldest, None
    shown = [hands[dealer][game["shown card"] - 1]] if game["shown card"] else list(stock)
    if game["all pass"] != "turn the next card":
        shown = shown[:1]
    for card in shown:
        for seat in from_left(dealer):
            said = yield seat, {"accept", "pass"}
            if said == "accept":
                return card[1], seat, None
    fallback = stock[-1] if game["all pass"] == "bottom of the stock" else shown[-1]
    return fallback[1], None, None


def raising(game: Game, declarer: str, facts: dict[str, Any]) -> Talk:
    """Ask who must be asked after a Mit; return the card that cut the asking short, if one did."""
    if game["answers"] == "kontra and re":
        for word, seats in (("kontra", others(declarer)), ("re", [after(declarer, 2), declarer])):
            for seat in seats:
                said = yield seat, {word, "pass"}
                if said == word:
                    facts[word] = True
                    break
                if said != "pass":
                    return said
            if not facts[word]:
                return None
    if game["answers"] == "raises":
        asked = others(declarer)
        while asked:
            seat = asked.pop(0)
            said = yield seat, {"raise", "pass"}
            if said == "raise":
                facts["raises"] += 1
                asked = others(seat)
            elif said != "pass":
                return said
    return None


def conduct(game: Game, dealer: str, dealt: Mapping[str, Sequence[str]], stock: Sequence[str]) -> Talk:
    """Conduct a whole deal: yield who is asked and the answers allowed, and return what there is to score."""
    hands = {seat: list(dealt[seat]) for seat in TABLE}
    size = sum(game["packets"])
    trump, maker, must_lead = yield from make_trump(game, dealer, hands, stock)
    facts: dict[str, Any] = {"trump": trump, "makers": side(maker) if maker else None, "mit": False, "kontra": False,
                             "re": False, "raises": 0, "matt": 0, "konter": 0, "tricks": []}  # fmt: skip
    waiting: str | None = None
    if game["mit"] == "before the lead":
        holder = [seat for seat in TABLE if "QS" in hands[seat]]
        if holder and (yield holder[0], {"mit", "pass"}) == "mit":
            facts["mit"] = True
            waiting = yield from raising(game, holder[0], facts)
    leader = maker if maker and game["first lead"] == "maker" else after(dealer)
    taken = {"NS": 0, "EW": 0}
    points = {"NS": 0, "EW": 0}
    for _ in range(size):
        trick: list[str] = []
        for seat in [leader, *from_left(leader)[:3]]:
            while True:
                table = Table(game, trump, facts["mit"])
                cards = table.legal(hands[seat], trick)
                if must_lead:
                    cards = {must_lead}
                words: set[str] = set()
                if len(hands[seat]) == size:
                    if game["mit"] == "first turn" and "QS" in hands[seat] and not facts["mit"]:
                        words.add("mit")
                    if game["announcements"] and "QS" in hands[seat] and not facts["matt"]:
                        words.add("matt")
                    if game["announcements"] and {"QH", "QD"} <= set(hands[seat]) and not facts["konter"]:
                        words.add("konter")
                said = waiting or (yield seat, words | cards)
                waiting = None
                if said == "mit":
                    facts["mit"] = True
                    waiting = yield from raising(game, seat, facts)
                elif said in ("matt", "konter"):
                    facts[said] = 1
                else:
                    break
            hands[seat].remove(said)
            trick.append(said)
            must_lead = None
        table = Table(game, trump, facts["mit"])
        winner = ([leader, *from_left(leader)])[table.winning(trick)]
        facts["tricks"].append((leader, trick, winner))
        taken[side(winner)] += 1
        points[side(winner)] += worth(trick)
        leader = winner
    facts["points"] = [points["NS"], points["EW"]]
    facts["taken"] = [taken["NS"], taken["EW"]]
    return facts


# The board -----------------------------------------------------------------------------------------------------------


def fresh_board(game: Game) -> dict[str, Any]:
    start = 0 if game["board"] == "points" else game["length"]
    return {"NS": start, "EW": start, "waiting": 0}


def write_down(game: Game, board: Mapping[str, Any], deal: Mapping[str, Any]) -> dict[str, Any]:
    """Write one deal on the board: what each team needs (or has), and the ties that wait for a winner."""
    new = dict(board)
    makers = deal["makers"]
    ns, ew = deal["points"]
    worse = -1 if game["board"] == "points" else 1
    if ns == ew:
        if game["tie"] == "next win worth two":
            new["waiting"] += 1 if not new["waiting"] or game["second tie"] == "one more" else 0
            return new
        if game["tie"] == "one against the makers" and makers:
            new[makers] += worse
        if game["tie"] != "the makers lose" or not makers:
            return new
    winners = {"NS": "EW", "EW": "NS"}[makers] if ns == ew else "NS" if ns > ew else "EW"
    losers = "EW" if winners == "NS" else "NS"
    tricks = dict(zip(("NS", "EW"), deal["taken"], strict=True))
    said = [word for word in ("mit", "kontra", "re") if deal.get(word)]
    raises = len(said) + deal.get("raises", 0)
    units = 2**raises if game["each raise"] == "doubles" else 1 + raises
    units += deal.get("matt", 0) + deal.get("konter", 0)
    if not tricks[losers]:
        units += game["sweep"]
    units += new["waiting"]
    if game["board"] == "points":
        new[winners] += units
    else:
        new[winners] = max(new[winners] - units, 0)
    if losers == makers:
        cost = units if game["makers lose"] == "as much as was won" else game["makers lose"]
        if new["waiting"] and game["makers lose"] == 1:
            cost = game["makers lose after a tie"]
        if not tricks[losers]:
            cost += game["makers without a trick"]
        new[losers] += worse * cost
    new["waiting"] = 0
    return new


def has_won(game: Game, board: Mapping[str, Any]) -> str | None:
    for team in ("NS", "EW"):
        if board[team] >= game["length"] if game["board"] == "points" else board[team] <= 0:
            return team
    return None
