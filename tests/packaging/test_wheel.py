"""What is packed: the wheel has all that an installed Couillon needs, and works without this checkout."""

from __future__ import annotations

import doctest
import os
import shutil
import subprocess
import sys
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

import pytest

from couillon import __version__
from couillon_widgets.front import SHEETS

ROOT = Path(__file__).resolve().parents[2]
PACKED = ["couillon", "widgets", "book", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "LICENSE-content"]


def run(*command: str, cwd: Path, path: Path | None = None) -> str:
    env = os.environ | ({"PYTHONPATH": str(path)} if path else {})
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def wheel(folder: Path) -> Path:
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "out", cwd=folder)
    (built,) = (folder / "out").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources as a fresh clone has them: without a built site."""
    folder = tmp_path_factory.mktemp("clone")
    for name in PACKED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        else:
            shutil.copy(source, folder / name)
    return folder


@pytest.fixture(scope="module")
def bare(clone: Path) -> Path:
    return wheel(clone)


@pytest.fixture(scope="module")
def installed(clone: Path, bare: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of a clone with a built site, installed into a folder of its own."""
    site = clone / "build" / "site"
    site.mkdir(parents=True)
    (site / "index.html").write_text("<!DOCTYPE html><title>Couillon</title>")
    for name in ("start.mjs", "start.mjs.gz", "start.mjs.br", "engine.wasm.gz"):
        (site / name).write_text("export {};")
    shutil.rmtree(bare.parent)
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder)]
    run(*pip, str(wheel(clone)), cwd=folder)
    return folder


def test_the_wheel_of_a_fresh_clone_has_every_file_of_the_packages_and_the_notebooks(bare: Path) -> None:
    names = set(ZipFile(bare).namelist())
    for folder, package in (
        ("couillon", "couillon"),
        ("widgets/couillon_widgets", "couillon_widgets"),
        ("widgets/couillon_live", "couillon_live"),
    ):
        tracked = run("git", "ls-files", folder, cwd=ROOT).split()
        expected = {package + name.removeprefix(folder) for name in tracked if (ROOT / name).exists()}
        assert expected - names == set()
    assert {f"couillon_live/book/{path.name}" for path in (ROOT / "book").glob("*.ipynb")} <= names
    assert {"couillon/py.typed", "couillon_widgets/py.typed", "couillon_live/py.typed"} <= names
    assert {
        "couillon/rules/variants/belgian.toml",
        "couillon_widgets/static/widget.js",
        *(f"couillon_widgets/static/{sheet}" for sheet in SHEETS),
    } <= names
    assert not any(name.startswith(("couillon_live/site/", "tests/")) or "node_modules" in name for name in names)


def test_the_metadata_tell_licence_version_and_python(bare: Path) -> None:
    with ZipFile(bare) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = HeaderParser().parsestr(packed.read(name).decode())
        licences = {Path(each).name for each in packed.namelist() if "/licenses/" in each}
    assert metadata["Version"] == __version__
    assert metadata["Requires-Python"] == ">=3.11"
    assert {"BSD-3-Clause", "CC-BY-4.0"} <= set(metadata["License-Expression"].split(" AND "))
    assert {"LICENSE", "LICENSE-content"} <= licences


def test_the_command_runs_where_it_was_installed(installed: Path) -> None:
    command = str(installed / "bin" / "couillon")
    assert run(sys.executable, command, "--version", cwd=installed, path=installed) == f"couillon {__version__}\n"
    where = run(sys.executable, "-c", "import couillon; print(couillon.__file__)", cwd=installed, path=installed)
    assert Path(where.strip()).is_relative_to(installed)


def test_a_built_site_is_found_where_it_was_installed(installed: Path) -> None:
    code = "from couillon_live.locate import find_site; print(find_site())"
    found = Path(run(sys.executable, "-c", code, cwd=installed, path=installed).strip())
    assert found == installed / "couillon_live" / "site"
    # Without the twins, which only other servers need; what lies there compressed alone is no twin.
    assert sorted(path.name for path in found.iterdir()) == ["engine.wasm.gz", "index.html", "start.mjs"]
    assert (found / "start.mjs").is_file()


def test_the_notebooks_are_found_where_they_were_installed(installed: Path) -> None:
    code = "from couillon_live.voila_pages import find_book, find_site; print(find_book(), find_site())"
    package = installed / "couillon_live"
    assert run(sys.executable, "-c", code, cwd=installed, path=installed).split() == [
        str(package / "book"),
        str(package / "site"),
    ]


def test_two_lines_show_a_widget_in_jupyter(installed: Path) -> None:
    code = (
        "from couillon_widgets import LegalMoves\n"
        "shown = LegalMoves()._repr_mimebundle_()\n"
        "bundle = shown[0] if isinstance(shown, tuple) else shown\n"
        "print(*sorted(bundle))\n"
        "print('cl-deck' in LegalMoves()._esm)\n"
    )
    kinds, deck = run(sys.executable, "-c", code, cwd=installed, path=installed).splitlines()
    assert {"application/vnd.jupyter.widget-view+json", "text/html", "text/plain"} <= set(kinds.split())
    assert deck == "True"


def test_the_examples_of_the_readme_are_true() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert (failed, tried > 0) == (0, True)


def test_the_citation_names_this_version() -> None:
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
