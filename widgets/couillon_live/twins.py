"""Compressed twins: beside each text, program and memory of a site lie `.gz` and `.br`, for servers that hand them out.

They are made once for each content: what a build before has compressed is taken from a folder beside the site.
"""

from __future__ import annotations

import gzip
import os
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

__all__ = ["COMPRESSIBLE", "TWINS", "compress", "is_compressible", "twins"]

TWINS = (".gz", ".br")
COMPRESSIBLE = {
    *(".bin", ".css", ".html", ".ipynb", ".js", ".json", ".mjs", ".svg", ".txt", ".wasm", ".webmanifest", ".xml"),
}
_SMALLEST = 512  # bytes; below, the headers of a response weigh more than what is saved
# Pages change with each build: the last two percent would cost three times as long. What rarely changes is worth it,
# but for what has ten megabytes or more, which would take half a minute.
_PAGES, _RUNTIME, _LONG = 10, 11, 9


def is_compressible(path: Path) -> bool:
    """Tell whether a file gets twins: a text, a program or a memory that is not tiny."""
    return path.suffix in COMPRESSIBLE and path.stat().st_size >= _SMALLEST


def twins(site: Path) -> Iterator[Path]:
    """Find the twins in a site: files that say the same as another one beside them."""
    for path in sorted(site.rglob("*")):
        if path.suffix in TWINS and path.with_suffix("").is_file():
            yield path


def compress(site: Path, made: Path) -> None:
    """Write the twins of a site, `.br` only where brotli is installed; `made` keeps them from one build to the next."""
    try:
        import brotli
    except ImportError:
        brotli = None
    made.mkdir(parents=True, exist_ok=True)
    used = set()

    def write(path: Path) -> None:
        data = path.read_bytes()
        quality = _RUNTIME if path.relative_to(site).parts[0] == "live" else _PAGES
        quality = _LONG if path.suffix in (".bin", ".wasm") else quality
        hashed = sha256(data).hexdigest()
        kept = {suffix: made / f"{hashed}-{quality}{suffix}" for suffix in (TWINS if brotli else TWINS[:1])}
        for suffix, file in kept.items():
            used.add(file)
            if not file.exists():
                packed = gzip.compress(data, 9, mtime=0) if suffix == ".gz" else brotli.compress(data, quality=quality)
                half = file.with_suffix(f"{suffix}.{os.getpid()}")
                half.write_bytes(packed)
                half.replace(file)
            shutil.copyfile(file, path.with_name(path.name + suffix))

    with ThreadPoolExecutor() as pool:  # both compressors let other threads run meanwhile
        list(pool.map(write, [path for path in sorted(site.rglob("*")) if path.is_file() and is_compressible(path)]))
    for file in made.iterdir():
        if file not in used:
            file.unlink()
