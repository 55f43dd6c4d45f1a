"""Makes sure that the notebooks of the book are really compared wherever pytest touches them; and what comes first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest

from couillon_live.notebooks import faults

# A package of the name IPython, for the browser: here it would hide the real one.
collect_ignore = ["widgets/couillon_live/standin"]

_MASKS = {
    "nbval_lax": "--nbval-lax compares nothing: use --nbval.",
    "nbval_sanitize_with": "--nbval-sanitize-with hides differences: make the output the same at each run.",
    "sanitize_with": "--sanitize-with hides differences: make the output the same at each run.",
}

# The notebooks first: their kernels must not meet the event loop of a browser test. Then what takes longest, so that no
# core is left alone with it at the end.
_ORDER = [Path("book"), *(Path("tests", name) for name in ("browser", "voila", "packaging", "table", "widgets"))]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    folders = [config.rootpath / folder for folder in _ORDER]
    items.sort(key=lambda item: next((n for n, each in enumerate(folders) if each in item.path.parents), len(folders)))


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    for option, sentence in _MASKS.items():
        if config.getoption(option, default=None):
            raise pytest.UsageError(sentence)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    return Comparable.from_parent(parent, path=file_path) if file_path.suffix == ".ipynb" else None


class Comparable(pytest.File):
    """One notebook, with one test: that its re-run can fail."""

    def collect(self) -> Iterator[pytest.Item]:
        yield ComparableItem.from_parent(self, name="can be compared")


class ComparableItem(pytest.Item):
    def runtest(self) -> None:
        if not self.config.getoption("nbval", default=False):
            pytest.fail("The cells were not compared: run pytest with --nbval.", pytrace=False)
        found = faults(nbformat.read(self.path, as_version=4))
        if found:
            pytest.fail("\n".join(found), pytrace=False)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, f"{self.path.name}: {self.name}"
