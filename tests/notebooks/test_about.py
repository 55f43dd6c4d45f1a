"""What a page tells other programs where the address of the site is known, and what is searched of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from couillon_live.address import checked_url
from couillon_live.build import build
from couillon_live.running import Run
from couillon_live.runtime import BuildError

SNAPSHOT = '<div data-couillon="table"><button>zwanzigerle</button></div>'


def lesson(folder: Path, source: str = "geheimcode = 1") -> Path:
    shown = new_output("execute_result", {"text/html": SNAPSHOT, "text/plain": "42"}, execution_count=1)
    cells = [
        new_markdown_cell("# A <em>lesson</em>\n\nYou learn “boucle” & more here, and nothing else."),
        new_code_cell(source, outputs=[shown], execution_count=1, metadata={"tags": ["hide-input"]}),
    ]
    path = folder / "lesson.ipynb"
    nbformat.write(new_notebook(cells=cells, metadata={"couillon": {"teaches": [], "minutes": 5}}), path)
    return path


def written(folder: Path, url: str) -> Path:
    lesson(folder)
    extensions = ["myst_nb", "couillon_live.about"]
    conf = f"extensions = {extensions!r}\nproject = 'Cards'\nroot_doc = 'lesson'\nnb_execution_mode = 'off'\n"
    (folder / "conf.py").write_text(conf + f"couillon_url = {url!r}\n", encoding="utf-8")
    out = folder / "out"
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(folder), str(out)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return out


def test_a_site_that_knows_its_address_tells_it(tmp_path: Path) -> None:
    out = written(tmp_path, "https://cards.example/couillon")
    page = (out / "lesson.html").read_text(encoding="utf-8")
    assert '<link rel="canonical" href="https://cards.example/couillon/lesson.html"' in page
    assert '<meta property="og:url" content="https://cards.example/couillon/lesson.html">' in page
    assert '<meta property="og:image" content="https://cards.example/couillon/_static/card.png">' in page
    assert '<meta name="description" content="You learn “boucle” &amp; more here, and nothing else.">' in page
    assert "<loc>https://cards.example/couillon/lesson.html</loc>" in (out / "sitemap.xml").read_text(encoding="utf-8")
    kept = nbformat.read(out / "notebooks" / "lesson.ipynb", as_version=4)
    assert kept.metadata["couillon"]["minutes"] == 5


def test_without_an_address_there_is_no_map_and_the_search_sees_the_text_alone(tmp_path: Path) -> None:
    out = written(tmp_path, "")
    assert not (out / "sitemap.xml").exists()
    assert '<meta property="og:image" content="_static/card.png">' in (out / "lesson.html").read_text(encoding="utf-8")
    index = (out / "searchindex.js").read_text(encoding="utf-8")
    terms = json.loads(index[index.index("(") + 1 : index.rindex(")")])["terms"]
    assert any(term.startswith("boucl") for term in terms)
    assert not any(term.startswith(("zwanzig", "geheim")) for term in terms)


@pytest.mark.parametrize("url", ["cards.example", "ftp://cards.example/", "https://", "https://cards.example/?a=1"])
def test_what_is_no_address_is_refused_in_one_sentence(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValueError, match="is no address of a site: write it whole"):
        checked_url(url)
    (tmp_path / "book").mkdir()
    (tmp_path / "_config.yml").write_text('sphinx:\n  config:\n    couillon_url: ""\n')
    (tmp_path / "book" / "_toc.yml").write_text("root: start\n")
    monkeypatch.setenv("COUILLON_URL", url)
    with pytest.raises(BuildError, match="is no address of a site"):
        build(tmp_path / "out", root=tmp_path)


def test_notebooks_are_run_in_a_copy_and_a_failing_cell_is_told(tmp_path: Path) -> None:
    book = tmp_path / "book"
    book.mkdir()
    path = lesson(book, "print('zweiundvierzig')")
    before = path.read_bytes()
    with Run(book, tmp_path / "copy") as run:
        run.finish()
    assert "zweiundvierzig" in str(nbformat.read(tmp_path / "copy" / "lesson.ipynb", as_version=4).cells[1].outputs)
    assert path.read_bytes() == before
    lesson(book, "1 / 0")
    with Run(book, tmp_path / "copy") as run, pytest.raises(BuildError) as caught:
        run.finish()
    assert "lesson.ipynb: " in caught.value.details
    assert "ZeroDivisionError" in caught.value.details
    with Run(book, tmp_path / "copy"):
        pass  # left before its end: nothing is waited for
