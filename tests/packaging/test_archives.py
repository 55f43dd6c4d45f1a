"""The archives that a page's Python is started from: what is left out of them, and that all of it can be found."""

from __future__ import annotations

import importlib
import io
import pkgutil
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from couillon_live import lazy, pack, waking

SOURCES = {
    "firstpack/__init__.py": (
        '"""A package."""\n'
        "from dataclasses import dataclass\n"
        "version = lambda name: 1 / 0\n"
        '__version__ = version("firstpack")\n'
        "@dataclass\nclass Kept:\n    '''Kept.'''\n    x: int\n"
        "class Bare:\n    '''Gone.'''\n"
        "def bare():\n    '''Gone.'''\n"
        "def said():\n    return 'not a docstring'\n"
    ),
    "firstpack/data.wasm": "\0asm",
    "firstpack-1.2.3.dist-info/METADATA": "Name: firstpack\nVersion: 1.2.3\n",
    "restpack/__init__.py": "",
    "restpack/inner.py": "answer = 42\n",
}
STDLIB = {"tolerated.py": "", "wanted.py": "x = 1\n", "rare.py": "x = 2\n"}


def zipped(files: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


@pytest.fixture
def archives(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, bytes]]:
    """The three archives of a tiny library; what is imported from them is forgotten again."""
    monkeypatch.setattr(pack, "TOLERATED", ("tolerated",))
    before, path, finders = set(sys.modules), list(sys.path), list(sys.meta_path)
    site, stdlib = pack.compile_zip(zipped(SOURCES), "site/"), pack.compile_zip(zipped(STDLIB), "lib/")
    yield pack.split(stdlib, site, {"firstpack", "wanted", "tolerated"})
    sys.path[:], sys.meta_path[:] = path, finders
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in ("firstpack", "restpack", "rare", "tolerated", "wanted"):
            del sys.modules[name]
    importlib.invalidate_caches()


def unpack(archive: bytes, folder: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")


def test_what_the_notebooks_import_comes_first_and_the_rest_can_be_imported(
    archives: dict[str, bytes], tmp_path: Path
) -> None:
    assert zipfile.ZipFile(io.BytesIO(archives["stdlib.zip"])).namelist() == ["wanted.pyc"]
    unpack(archives["site.tar"], tmp_path)
    listed = (tmp_path / pack.REST_LIST).read_text().split()
    assert listed == ["rare", "restpack", "restpack.inner", "tolerated"]
    fetched: list[str] = []

    def fetch(path: str) -> None:
        fetched.append(path)
        Path(path).write_bytes(archives["rest.zip"])

    rest = tmp_path / "rest.zip"
    sys.meta_path.append(lazy.LazyArchive(str(rest), lazy.parse(listed), fetch))
    assert importlib.util.find_spec("nowhere") is None
    assert fetched == []
    assert importlib.import_module("restpack.inner").answer == 42
    assert importlib.import_module("rare").x == 2
    assert importlib.import_module("tolerated")
    assert fetched == [str(rest)]


def test_docstrings_are_left_out_versions_are_written_out_and_data_stays(
    archives: dict[str, bytes], tmp_path: Path
) -> None:
    unpack(archives["site.tar"], tmp_path)
    sys.path.insert(0, str(tmp_path))
    package = importlib.import_module("firstpack")
    assert [thing.__doc__ for thing in (package, package.Bare, package.bare)] == [None, None, None]
    assert (package.Kept.__doc__, package.said()) == ("Kept.", "not a docstring")
    assert package.__version__ == "1.2.3"
    assert (importlib.resources.files("firstpack") / "data.wasm").read_bytes() == b"\0asm"
    assert pkgutil.get_data("firstpack", "data.wasm") == b"\0asm"


def test_a_module_that_went_missing_after_the_restart_has_the_archives_fetched(
    archives: dict[str, bytes], tmp_path: Path
) -> None:
    fetched: list[bool] = []

    def fetch() -> None:
        fetched.append(True)
        unpack(archives["site.tar"], tmp_path)

    sys.path.insert(0, str(tmp_path))
    sys.meta_path.insert(0, waking.Archives({"firstpack"}, fetch))
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("restpack")
    assert fetched == []
    assert importlib.import_module("firstpack").Kept(1).x == 1
    assert fetched == [True]
    assert not any(isinstance(finder, waking.Archives) for finder in sys.meta_path)
