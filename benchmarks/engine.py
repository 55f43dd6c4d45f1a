"""How fast the engine is: ratios against its peers, measured in one run, turn by turn, in CPU time.

``python -m benchmarks`` prints a table. The peers are other engines of trick-taking games driven from Python: the games
differ, so the table says in what.
"""

from __future__ import annotations

import os
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 7


@dataclass(frozen=True)
class Row:
    """One comparison: how much we take and the peer takes (microseconds), and what differs."""

    what: str
    ours: float
    peer: str
    theirs: float | None
    differs: str


def microseconds(call: Callable[[], object], repeat: int) -> float:
    """Return the CPU time of one call."""
    begin = time.process_time()
    for _ in range(repeat):
        call()
    return (time.process_time() - begin) / repeat * 1e6


def interleaved(calls: list[tuple[Callable[[], object], int]]) -> list[float]:
    """Measure calls in turn, round by round, and return the median of each."""
    rounds = [[microseconds(call, repeat) for call, repeat in calls] for _ in range(ROUNDS)]
    return [statistics.median(values) for values in zip(*rounds, strict=True)]


def positions(count: int) -> list[tuple[int, list[int], object]]:
    """Return decisions of random deals: hand, trick and layout, as a player meets them."""
    from couillon.cards import SEATS
    from couillon.deal import deal
    from couillon.game import apply, legal_actions, start
    from couillon.kernel import layout
    from couillon.rules import variants

    choose, found = random.Random(1), []
    while len(found) < count:
        game = choose.choice(variants())
        state = start(game.rules, deal(game.rules, choose.randrange(10**9)))
        while state.phase != "over":
            if state.phase == "play" and state.trick and state.trick.cards and state.trump:
                table = layout(state.rules, state.trump, state.mit)
                hand = state.held[SEATS.index(state.trick.to_play)]
                found.append((table.bits(hand), [table.bit[c] for c in state.trick.cards], table))
            actions = [a for a in legal_actions(state) if a != "raise"]
            state = apply(state, choose.choice(actions))
    return found[:count]


def legal_rows() -> list[Row]:
    """Compare the legality of cards with euchre in open_spiel."""
    import pyspiel

    mine = positions(500)
    game, choose = pyspiel.load_game("euchre"), random.Random(2)
    theirs = []
    while len(theirs) < 500:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choose.choice([a for a, _p in state.chance_outcomes()]))
                continue
            played = str(state).count("Tricks") > 0
            if played:
                theirs.append(state.clone())
            state.apply_action(choose.choice(state.legal_actions()))

    def ours() -> None:
        for hand, trick, table in mine:
            table.legal(hand, trick)  # type: ignore[attr-defined]

    def listed() -> None:
        for hand, trick, table in mine:
            table.unpack(table.legal(hand, trick))  # type: ignore[attr-defined]

    def euchre() -> None:
        for state in theirs[:500]:
            state.legal_actions()

    bits, cards, peer = (value / 500 for value in interleaved([(ours, 20), (listed, 20), (euchre, 20)]))
    differs = "euchre: 5 cards, strict follow; ours: all eleven games, 2nd to 4th to play"
    return [
        Row("legal cards of a decision, as bits", bits, "open_spiel 2.0 euchre, list of actions", peer, differs),
        Row("legal cards of a decision, as a list", cards, "open_spiel 2.0 euchre, list of actions", peer, differs),
    ]


def deal_rows() -> list[Row]:
    """Compare whole random deals with belote in colver."""
    import colver

    from couillon.rules import load
    from couillon.simulate import BLOCK, block

    games = [load(id) for id in ("belgian", "force", "troeven")]
    choose = random.Random(3)
    seeds = iter(range(10**9))

    def belote() -> None:
        env = colver.Env.deal(dealer=0, seed=next(seeds))
        while not env.is_terminal():
            env.step(choose.choice(env.legal_actions()))

    calls: list[tuple[Callable[[], object], int]] = [
        (lambda rules=rules: block(rules, next(seeds)), 1) for rules in games
    ]
    *blocks, peer = interleaved([*calls, (belote, 100)])
    ours = [took / BLOCK for took in blocks]
    names = ("basic game, 4 cards", "Forcé, 6 cards (goal 20)", "Troeven, 8 cards")
    differs = f"belote contrée: 8 cards and an auction; every action from Python; ours: {BLOCK} deals abreast"
    return [
        Row(f"whole random deal, {name}", mine, "colver 0.11, belote", peer, differs)
        for name, mine in zip(names, ours, strict=True)
    ]


def solver_rows() -> list[Row]:
    """Measure what a hint costs at the first lead: the exact value of every card, and the line that proves it.

    The one source runs as plain Python, as WebAssembly, and as the C that a compiler makes of it, deal by deal in turn.
    """
    from benchmarks.hints import CASES, opened, spans, within
    from benchmarks.in_c import InC
    from couillon.core.hosts import Plain, Wasmtime
    from couillon.odds import odds
    from couillon.search import Engine, running_in
    from couillon.view import view

    rows = []
    goals = {"4 cards, basic game": " (goal 2,000)", "6 cards, Forcé": " (goal 100,000)"}
    engines = {"plain": Engine(Plain()), "compiled": Engine(Wasmtime())}
    try:
        engines["C"] = Engine(InC())
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
    for case in CASES:
        took: dict[str, list[float]] = {}
        for name, engine in engines.items():
            # Plain Python takes minutes for a few of these.
            if name != "plain" or case.rules.hand < 8:
                with running_in(engine):
                    took[name] = [span * 1000 for span in spans(case, min(case.deals, 40))]
        typical = {name: within(values, 0.5) for name, values in took.items()}
        if "plain" in took:
            what = f"hint, {case.name}, plain Python{goals.get(case.name, '')}"
            rows.append(Row(what, typical["plain"], "", None, ""))
            rows.append(Row("  95 of 100 within", within(took["plain"], 0.95), "", None, ""))
        for peer, called in (("plain", "the same as plain Python"), ("C", "the same as C, by this machine's compiler")):
            if peer in took:
                what = f"hint, {case.name}, compiled"
                rows.append(Row(what, typical["compiled"], called, typical[peer], "one source"))
        rows.append(Row("  95 of 100 within", within(took["compiled"], 0.95), "", None, ""))
    for case in CASES[:1] + CASES[2:3] + CASES[-1:]:
        seen = view(opened(case.rules, 1))
        for name in ("plain", "compiled"):
            with running_in(engines[name]):
                odds(seen, count=1)
                spent = microseconds(lambda seen=seen: odds(seen, count=20), 1)
            rows.append(Row(f"odds in 20 layouts, {case.name}, {name}", spent, "", None, ""))
    return rows


def process_rows() -> list[Row]:
    """Measure what a process costs that judges: import time and memory."""
    code = "import time; t = time.process_time(); import couillon.game; print(time.process_time() - t)"
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    spans = [float(subprocess.check_output([sys.executable, "-c", code], env=env)) for _ in range(15)]
    judge = (
        "from couillon.verdicts import judge; from couillon.cards import parse_cards;"
        "from couillon.rules import load; judge(load(), 'H', parse_cards('QS JH 9D'), parse_cards('TS KS'));"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    # A child's ru_maxrss starts at its parent's, so the kernel's own record is read instead.
    memory = int(subprocess.check_output([sys.executable, "-c", judge], env=env)) / 1024
    return [
        Row("import couillon.game (goal 40,000)", statistics.median(spans) * 1e6, "", None, ""),
        Row(f"a process that judges: {memory:.0f} MB (goal 30)", 0, "", None, ""),
    ]


def table(rows: list[Row]) -> str:
    """Return the rows as text."""
    lines = [f"{'what':66} {'ours µs':>10} {'peer µs':>10} {'times':>6}  peer"]
    for row in rows:
        theirs = "" if row.theirs is None else f"{row.theirs:10.2f}"
        ratio = row.theirs / row.ours if row.theirs is not None else None
        times = "" if ratio is None else f"{ratio:6.1f}" if ratio >= 1 else f"{ratio:6.3f}"
        ours = f"{row.ours:10.2f}" if row.ours else ""
        lines.append(f"{row.what:66} {ours:>10} {theirs:>10} {times:>6}  {row.peer}")
    lines += sorted({f"  {row.peer}: {row.differs}" for row in rows if row.peer})
    return "\n".join(lines)


def main() -> int:
    """Measure and print; peers that are not installed are named and left out."""
    from benchmarks.bridge import bridge_rows

    rows: list[Row] = []
    for measure in (legal_rows, deal_rows, solver_rows, bridge_rows, process_rows):
        try:
            rows += measure()
        except ModuleNotFoundError as error:
            print(f"{error.name} is not installed: pip install 'couillon[bench]'", file=sys.stderr)
    print(table(rows))
    print(f"most memory of this run: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return 0
