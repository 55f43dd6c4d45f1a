"""The figures of the lesson on good play: ``python -m benchmarks.good_play`` takes some minutes and prints them.

Deals of the basic game, played by club players who see their own cards only; where it says *best*, the solver has
looked at all hands.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator

from couillon.bots import choose, view
from couillon.cards import SEATS, TEAMS, Card, team_of
from couillon.deal import deal
from couillon.estimate import mean
from couillon.game import State, apply, playable, start
from couillon.kernel import trump_order
from couillon.match import add, start_match
from couillon.rules import load
from couillon.selfplay import bot_deal
from couillon.solver import solve
from couillon.winning import who_wins

RULES = load()
PLAYED, DRAWN, MATCHES = 4_000, 3_000, 300

#: Which cards a piece of advice is about at a moment, and those of the opposite advice.
Advice = Callable[[State], tuple[list[Card], list[Card]]]


def moments(count: int, first: tuple[str, ...] = ()) -> Iterator[State]:
    """Yield every moment before a card in so many deals, after some actions that are given."""
    for seed in range(1, count + 1):
        state = start(RULES, deal(RULES, seed, SEATS[seed % 4]))
        for action in first:
            state = apply(state, action)
        while state.phase != "over":
            if state.phase == "play":
                yield state
            state = apply(state, choose(view(state), "club", seed * 1000 + len(state.actions)).action)
        yield state


def last_to_play(state: State) -> int | None:
    """Return the index of the card that is winning when one player is left to play with a choice, else None."""
    trick = state.trick
    if trick is None or len(trick.cards) != 3 or len(playable(state)) < 2:
        return None
    return who_wins(RULES, state.trump or "S", trick.cards).index


def dear_and_cheap(cards: Iterable[Card]) -> tuple[list[Card], list[Card]]:
    """Return the cards worth most and those worth least, nothing where all are worth the same."""
    worth = defaultdict(list)
    for card in cards:
        worth[card.points].append(card)
    return (worth[max(worth)], worth[min(worth)]) if len(worth) > 1 else ([], [])


def give_to_partner(state: State) -> tuple[list[Card], list[Card]]:
    """Partner has the trick: give the plain card worth most, rather than the one worth least."""
    if last_to_play(state) != 1:
        return [], []
    return dear_and_cheap(card for card in playable(state) if card.suit != state.trump)


def spare_the_trump(state: State) -> tuple[list[Card], list[Card]]:
    """Partner has the trick: play a plain card, rather than a trump."""
    if last_to_play(state) != 1:
        return [], []
    cards = playable(state)
    return [c for c in cards if c.suit != state.trump], [c for c in cards if c.suit == state.trump]


def take_it_dear(state: State) -> tuple[list[Card], list[Card]]:
    """The others have the trick: take it with the plain card worth most, rather than with the one worth least."""
    if last_to_play(state) not in (0, 2) or state.trick is None:
        return [], []
    on_table = state.trick.cards
    taking = [c for c in playable(state) if who_wins(RULES, state.trump or "S", (*on_table, c)).index == 3]
    return dear_and_cheap(card for card in taking if card.suit != state.trump)


def lead_trumps(state: State) -> tuple[list[Card], list[Card]]:
    """The makers lead to the first trick: a trump, rather than a plain card worth points."""
    if state.trick is None or state.trick.cards or state.tricks or not state.maker:
        return [], []
    if team_of(state.maker) != team_of(state.trick.leader):
        return [], []
    cards = playable(state)
    return [c for c in cards if c.suit == state.trump], [c for c in cards if c.suit != state.trump and c.points]


def compared(count: int, advice: Advice) -> str:
    """Tell how often one of the advised cards is best, and how often one of the opposite advice."""
    found = good = bad = 0
    for state in moments(count):
        advised, opposite = advice(state) if state.phase == "play" and not state.question else ([], [])
        if advised and opposite:
            best = solve(state).best
            found += 1
            good += any(card in best for card in advised)
            bad += any(card in best for card in opposite)
    about = (advice.__doc__ or "").split("\n")[0]
    return f"{about} {found} moments: {100 * good / found:.0f} of 100 best, else {100 * bad / found:.0f}"


def leads(state: State, every: bool) -> str:
    """Return the highest trump where the makers lead and may choose, at every trick or at the first; else nothing."""
    trick = state.trick
    if trick is None or trick.cards or not state.maker or team_of(state.maker) != team_of(trick.leader):
        return ""
    hand = state.hand(trick.leader)
    trumps = [card for card in trump_order(RULES, state.trump or "S") if card in hand]
    if not trumps or len(trumps) == len(hand):
        return ""
    return trumps[0] if every or (not state.tricks and len(trumps) > 1) else ""


def drawing(count: int, every: bool) -> str:
    """Tell what leading trumps wins a deal: each deal twice, with one side leading them and then the other."""
    points = []
    for seed in range(1, count + 1):
        ends = []
        for team in TEAMS:
            state = start(RULES, deal(RULES, seed, SEATS[seed % 4]))
            while state.phase != "over":
                card = leads(state, every) if team_of(state.to_act or "S") == team else ""
                state = apply(state, card or choose(view(state)).action)
            ends.append(state.points[0] - state.points[1])
        points.append((ends[0] - ends[1]) / 2)
    found = mean(points)
    where = "at every chance" if every else "once, from two or more"
    return f"{count} deals twice, trumps led {where}: {found.value:+.2f} points ({found.low:+.2f} to {found.high:+.2f})"


def matches(count: int) -> Iterator[str]:
    """Tell how long matches are, and how deals end."""
    lengths, deals, tied, unmade = [], 0, 0, 0
    for number in range(1, count + 1):
        match = start_match(RULES, SEATS[number % 4])
        while match.won is None:
            ended = bot_deal(RULES, number * 100 + len(match.history), match.dealer)
            match = add(match, ended)
            tied += ended.points[0] == ended.points[1]
            unmade += ended.maker is None
        lengths.append(len(match.history))
    deals = sum(lengths)
    yield f"{count} matches: {min(lengths)} to {max(lengths)} deals, {deals / count:.1f} on average"
    yield f"{deals} deals: {100 * tied / deals:.1f} of 100 tied, {100 * unmade / deals:.0f} without makers"


def tricks(count: int) -> str:
    """Tell how many tricks those who won a deal had taken."""
    taken: Counter[str] = Counter()
    for seed in range(1, count + 1):
        ended = bot_deal(RULES, seed)
        ns, ew = ended.points
        taken["two to two" if ended.taken == (2, 2) else "others"] += 1
        if ns != ew and ended.taken[ns < ew] == 1:
            taken["won with one"] += 1
    return f"{count} deals, tricks: {dict(taken)}"


def main() -> int:
    """Print all figures, each with the number of deals it comes from."""
    for advice in (give_to_partner, spare_the_trump, take_it_dear):
        print(f"{PLAYED} deals. {compared(PLAYED, advice)}")
    print(f"{PLAYED // 2} deals. {compared(PLAYED // 2, lead_trumps)}")
    for every in (False, True):
        print(drawing(DRAWN, every))
    for line in matches(MATCHES):
        print(line)
    print(tricks(3_000))
    return 0


if __name__ == "__main__":
    sys.exit(main())
