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


def main(args: list[str]) -> int:
    known = {"seeds": seeds}
    if not args or set(args) - set(known):
        print("Name what is to be written anew: " + ", ".join(known))
        return 2
    for name in args:
        known[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
