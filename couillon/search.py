"""The search below the solver: how many card points a team can still take when every hand is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Final

from couillon.core import memory
from couillon.core.hosts import Host, host
from couillon.core.setting import setting
from couillon.kernel import Layout

__all__ = ["Engine", "Search", "engine", "rest", "running_in"]

#: A search that goes on is given a little more each time: so it comes further even if it has forgotten much.
_MORE: Final = 1.1
#: So many buckets are used, as a power of two, by cards in a hand: a small table is a quick one.
_BUCKETS: Final = (6, 6, 6, 7, 9, 11, 13, 15, 17)
#: A key has room for so many deals.
_DEALS: Final = 2**29


class Engine:
    """The core in a host. All searches share it, and take turns."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._turn = Lock()
        self._setting: tuple[int, ...] = ()
        self._deals = 0

    def deal(self) -> int:
        """Return the number of one more deal."""
        with self._turn:
            self._deals += 1
            if self._deals == _DEALS:
                self.host.close()
                self.host, self._setting, self._deals = type(self.host)(), (), 1
            return self._deals

    def reach(self, shared: tuple[int, ...], numbers: Sequence[int]) -> int:
        """Write what all deals with a layout share, and a question; return what the search finds."""
        with self._turn:
            return self._asked(shared, numbers).reach()

    def promise(self, shared: tuple[int, ...], numbers: Sequence[int]) -> int:
        """Write the same; return the guess."""
        with self._turn:
            return self._asked(shared, numbers).promise()

    def _asked(self, shared: tuple[int, ...], numbers: Sequence[int]) -> Host:
        if self._setting is not shared:
            self.host.write(memory.SETTING, shared)
            self._setting = shared
        self.host.write(memory.BUDGET, numbers)
        return self.host


#: The engine of this process, once one was asked for, and above it those that take its place for a while.
_engines: list[Engine] = []


def engine() -> Engine:
    """Return the engine that searches now; that of the process starts when it is first asked for."""
    if not _engines:
        _engines.append(Engine(host()))
    return _engines[-1]


def rest() -> None:
    """Let go of the engine and its memory; the next question starts another.

    A browser's WebAssembly is no part of the memory of its Python: while that is stored, none may be there.
    """
    while _engines:
        _engines.pop().host.close()


@contextmanager
def running_in(other: Engine) -> Iterator[None]:
    """Let another engine search for a while; what a search knows it leaves in the one that found it out."""
    _engines.append(other)
    try:
        yield
    finally:
        _engines.remove(other)


class Search:
    """One deal with all hands seen; what is found out about it is remembered as long as there is room.

    ``hands`` are the four hands as bits of a layout, N E S W. Cards count their points, or with ``tricks`` one each,
    so that a trick counts four. ``tick`` is called now and then; it may raise to stop the search, which can then be
    asked again and goes on from what it knows.
    """

    def __init__(self, table: Layout, hands: Sequence[int], tricks: bool = False) -> None:
        self.tick: Callable[[], None] | None = None
        self._shared = setting(table, tricks)
        self._size = max(hand.bit_count() for hand in hands)
        owners = [0] * 33
        for seat, hand in enumerate(hands):
            while hand:
                owners[(hand & -hand).bit_length()] = seat
                hand &= hand - 1
        self._cards = (*hands, *owners)
        self._engine: Engine | None = None
        self._deal: tuple[int, ...] = ()

    def reach(self, left: int, leader: int, trick: Sequence[int], team: int, need: int) -> int:
        """Return a bound on what a team takes of the cards left and those on the table.

        ``left`` are all cards still in hand; ``trick`` those on the table. A return of ``need`` or more is what the
        team takes at least; a smaller one is the most that it can take.
        """
        running = self._running()
        asked = (*self._deal, left, leader, *(*trick, 0, 0, 0)[:3], team, need)
        budget = running.host.step
        while (found := running.reach(self._shared, (budget, *asked))) < 0:
            if self.tick is not None:
                self.tick()
            budget = int(budget * _MORE)
        return found

    def promising(self, left: int, leader: int, trick: Sequence[int]) -> int:
        """Return the card that the search would try first: a quick guess at a good one."""
        running = self._running()
        asked = (*self._deal, left, leader, *(*trick, 0, 0, 0)[:3])
        return 1 << running.promise(self._shared, (0, *asked)) - 1

    def _running(self) -> Engine:
        """Return the engine; to one that it has not asked before a search is a new deal."""
        now = engine()
        if now is not self._engine:
            buckets = min(_BUCKETS[self._size], now.host.buckets)
            self._engine, self._deal = now, (now.deal(), 2**buckets - 1, *self._cards)
        return now
