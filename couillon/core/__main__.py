"""``python -m couillon.core`` translates the core anew."""

from __future__ import annotations

from couillon.core.hosts import WASM
from couillon.core.translate import translated

if __name__ == "__main__":
    WASM.write_bytes(translated())
