"""How the card points fall: in how many ways the cards that are dealt hold each number of points."""

from __future__ import annotations

from collections import Counter

from couillon.cards import pack
from couillon.rules import Rules

__all__ = ["spread"]


def spread(rules: Rules) -> dict[int, int]:
    """Return, for each number of card points, in how many ways the cards dealt can hold just that many (`points`).

    All sets of cards that can be dealt are counted, each once; who gets which card makes no difference. The numbers of
    points come in order.

    >>> from couillon.rules import load
    >>> spread(load("force"))
    {40: 1}
    >>> ways = spread(load())
    >>> sum(ways.values()), min(ways), max(ways), ways[40]
    (735471, 12, 40, 1)
    """
    dealt = 4 * rules.hand
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for card in pack(rules.pack):
        more = {(n + 1, held + card.points): count for (n, held), count in ways.items() if n < dealt}
        ways.update(more)
    return {held: count for (n, held), count in sorted(ways.items()) if n == dealt}
