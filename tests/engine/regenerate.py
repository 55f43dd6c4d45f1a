"""Write the stored data of the tests anew: `python tests/engine/regenerate.py seeds|perft|playthroughs`.

What is stored changes only by a deliberate decision: look at the difference before it is kept.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))


def seeds() -> None:
    from couillon.deal import deal
    from couillon.rules import load
    from engine.support import DATA, VARIANTS

    lines = ["# variant | seed | North / East / South / West / stock, each in the order dealt; South deals"]
    for variant in VARIANTS:
        for seed in (0, 1, 2, 12345, -7, 2**64):
            dealt = deal(load(variant), seed)
            text = " / ".join(" ".join(part) for part in (*dealt.hands, dealt.stock)).strip()
            lines.append(f"{variant} | {seed} | {text}")
    (DATA / "seeds.txt").write_text("\n".join(lines) + "\n")


def perft() -> None:
    from couillon.deal import deal
    from couillon.rules import load
    from engine.perft import Position, counted
    from engine.support import DATA, VARIANTS

    folder = DATA / "perft"
    folder.mkdir(exist_ok=True)
    for variant in VARIANTS:
        rules = load(variant)
        depth = {4: 16, 5: 11, 6: 10, 8: 9}[rules.hand]
        lines = ["# trump, whether Mit was declared, leader / hands of N, E, S, W | ways to play 1, 2, 3... cards"]
        for seed in range(1, 9):
            mit = rules.mit != "none" and seed % 2 == 0
            hands = deal(rules, seed).hands
            position = Position("SHDC"[seed % 4], mit, "NESW"[seed // 4 % 4], hands)
            lines.append(f"{position} | {' '.join(map(str, counted(rules, position, depth)))}")
        (folder / f"{variant}.txt").write_text("\n".join(lines) + "\n")


def playthroughs() -> None:
    from engine.playthroughs import all_of_them
    from engine.support import DATA

    folder = DATA / "playthroughs"
    folder.mkdir(exist_ok=True)
    for name, text in all_of_them():
        (folder / name).write_text(text)


def main(args: list[str]) -> int:
    known = {"seeds": seeds, "perft": perft, "playthroughs": playthroughs}
    if not args or set(args) - set(known):
        print("Name what is to be written anew: " + ", ".join(known))
        return 2
    for name in args:
        known[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
