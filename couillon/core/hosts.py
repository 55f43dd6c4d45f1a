"""Where the core runs: as WebAssembly in a browser or under wasmtime, or as the plain Python that it is."""

from __future__ import annotations

import atexit
import ctypes
import importlib
import importlib.util
import struct
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from couillon.core.memory import FOUND, MOST_BUCKETS, cells

__all__ = ["WASM", "Browser", "Host", "Plain", "Wasmtime", "host"]

#: The core as WebAssembly; ``python -m couillon.core`` makes it anew.
WASM: Final = Path(__file__).with_name("core.wasm")


class Host(Protocol):
    """What runs the core.

    ``step`` is how many positions it looks into in some hundredths of a second, ``buckets`` how many buckets its
    memory has, as a power of two.
    """

    step: int
    buckets: int

    def write(self, place: int, numbers: Sequence[int]) -> None:
        """Write numbers into the memory from a place on."""

    def reach(self) -> int:
        """Run `couillon.core.tricks.reach`, and return what it found."""

    def promise(self) -> int:
        """Run `couillon.core.guess.promise`, and return what it found."""

    def close(self) -> None:
        """Give the memory back; nothing may be asked any more."""


class _Near:
    """A host whose memory Python itself reads and writes, a number a cell."""

    _memory: Any
    _reach: Callable[[], object]
    _promise: Callable[[], object]

    def write(self, place: int, numbers: Sequence[int]) -> None:
        """Write numbers into the memory from a place on."""
        self._memory[place : place + len(numbers)] = list(numbers)

    def reach(self) -> int:
        """Run the search."""
        self._reach()
        return int(self._memory[FOUND])

    def promise(self) -> int:
        """Run the guess."""
        self._promise()
        return int(self._memory[FOUND])


class Plain(_Near):
    """The core as plain Python, everywhere."""

    step = 500
    buckets = 13

    def __init__(self) -> None:
        from couillon.core import guess, memory, tricks

        self._memory, self._reach, self._promise = memory.memory, tricks.reach, guess.promise
        self._memory[:] = [0] * cells(self.buckets)

    def close(self) -> None:
        """Give the memory back."""
        self._memory.clear()


class Wasmtime(_Near):
    """The core as WebAssembly under wasmtime, which is an extra: ``pip install 'couillon[fast]'``."""

    step = 20_000
    buckets = MOST_BUCKETS

    def __init__(self) -> None:
        import wasmtime

        store = wasmtime.Store()
        self._store = store
        # Left to the end of the interpreter it would come too late, and complain.
        atexit.register(self.close)
        exports = wasmtime.Instance(store, wasmtime.Module(store.engine, WASM.read_bytes()), []).exports(store)
        memory: Any = exports["memory"]
        reach: Any = exports["reach"]
        promise: Any = exports["promise"]
        # The memory never grows, so it stays where it is. A number that crosses as an argument takes far longer.
        start = ctypes.addressof(memory.data_ptr(store).contents)
        self._memory = (ctypes.c_int64 * cells(self.buckets)).from_address(start)
        self._reach = lambda: reach(store)
        self._promise = lambda: promise(store)

    def close(self) -> None:
        """Give the memory back."""
        atexit.unregister(self.close)
        engine = self._store.engine
        self._store.close()
        engine.close()


class Browser:
    """The core in the WebAssembly of the browser in which this Python itself runs."""

    step = 20_000
    buckets = MOST_BUCKETS

    def __init__(self) -> None:
        js: Any = importlib.import_module("js")
        program = js.Uint8Array.new(WASM.stat().st_size)
        program.assign(WASM.read_bytes())
        module = js.WebAssembly.Module.new(program)
        exports = js.WebAssembly.Instance.new(module).exports
        self._reach, self._promise = exports.reach, exports.promise
        # The memory never grows, so that parts of it stay valid.
        self._part = partial(js.Uint8Array.new, exports.memory.buffer)
        self._parts: dict[tuple[int, int], Any] = {}
        self._found = js.Int32Array.new(exports.memory.buffer, 8 * FOUND, 1)

    def write(self, place: int, numbers: Sequence[int]) -> None:
        """Write numbers into the memory from a place on."""
        size = len(numbers)
        part = self._parts.get((place, size))
        if part is None:
            part = self._parts[place, size] = self._part(8 * place, 8 * size)
        part.assign(struct.pack(f"<{size}q", *numbers))

    def reach(self) -> int:
        """Run the search."""
        self._reach()
        return int(self._found[0])

    def promise(self) -> int:
        """Run the guess."""
        self._promise()
        return int(self._found[0])

    def close(self) -> None:
        """Let go of the memory."""
        del self._reach, self._promise, self._part, self._parts, self._found


def host() -> Host:
    """Return a new host: a browser's, wasmtime's if that is installed, else plain Python."""
    if sys.platform == "emscripten":
        return Browser()
    return Wasmtime() if importlib.util.find_spec("wasmtime") else Plain()
