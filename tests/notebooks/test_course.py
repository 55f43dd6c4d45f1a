"""The course has no gap: every clause is taught in a lesson and trained there, and every lesson has all its parts."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from couillon.exercises import DRILLS
from couillon.rules import clauses

BOOK = Path(__file__).resolve().parents[2] / "book"
LINK = re.compile(r'<a\s+class="cl-clause"\s+data-clause="([^"]+)"\s+href="sources\.html#([^"]+)">')
MOST_WORDS = 600


@cache
def parts() -> dict[str, list[str]]:
    """The names of the pages by the part of the book that they stand in."""
    toc = yaml.safe_load((BOOK / "_toc.yml").read_text(encoding="utf-8"))
    return {part["caption"]: [chapter["file"] for chapter in part["chapters"]] for part in toc["parts"]}


LESSONS = [*parts()["Learn the game"], *parts()["The family"]]


@cache
def notebook(name: str) -> Any:
    return json.loads((BOOK / f"{name}.ipynb").read_text(encoding="utf-8"))


def cells(name: str, kind: str) -> list[str]:
    return ["".join(cell["source"]) for cell in notebook(name)["cells"] if cell["cell_type"] == kind]


def text(name: str) -> str:
    return "\n\n".join(cells(name, "markdown"))


def teaches(name: str) -> list[str]:
    return list(notebook(name)["metadata"]["couillon"]["teaches"])


def calls(name: str, function: str) -> list[ast.Call]:
    """The calls of a function (or class) in the code of a page."""
    trees = [ast.parse(source) for source in cells(name, "code")]
    found = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in found if isinstance(call.func, ast.Name) and call.func.id == function]


def trained(name: str) -> set[str]:
    """The clauses that the exercises of a page name."""
    found: set[str] = set()
    for call in calls(name, "Train"):
        named = [*call.args[:1], *(keyword.value for keyword in call.keywords if keyword.arg == "clauses")]
        for value in map(ast.literal_eval, named):
            found.update(value.split() if isinstance(value, str) else value)
    return found


def prose(name: str) -> str:
    """The words of a page as they are read: without tags, addresses and signs."""
    plain = re.sub(r"<[^>]+>", "", text(name))
    plain = re.sub(r"\]\([^)]*\)", "]", plain)
    return re.sub(r"[#*_|>`\[\]]", " ", plain)


@pytest.mark.parametrize("id", list(clauses()))
def test_every_clause_is_taught_linked_and_trained(id: str) -> None:
    taught = [name for name in LESSONS if id in teaches(name)]
    assert taught, f"no lesson teaches {id}"
    assert DRILLS[id]
    assert any(id in trained(name) for name in taught), f"no lesson that teaches {id} trains it: {taught}"


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_does_what_it_says_about_itself(name: str) -> None:
    facts = notebook(name)["metadata"]["couillon"]
    assert set(facts) == {"teaches", "minutes"}
    assert 5 <= facts["minutes"] <= 15
    assert len(set(teaches(name))) == len(teaches(name))
    assert set(teaches(name)) <= set(clauses())
    linked = {id for id, _target in LINK.findall(text(name))}
    assert set(teaches(name)) <= linked, "taught and not linked"
    # What is only met here is trained in the lesson that is about it.
    elsewhere = {id for other in LESSONS if other != name for id in teaches(other) if id in trained(other)}
    assert set(teaches(name)) <= trained(name) | elsewhere, "taught and nowhere trained"
    assert not teaches(name) or set(teaches(name)) & trained(name)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_has_all_its_parts(name: str) -> None:
    first = cells(name, "markdown")[0]
    title, goal, *_rest = first.split("\n\n")
    assert re.fullmatch(r"# \S.*", title)
    if name in parts()["The family"]:
        assert "differs from the basic game" in goal, "it begins with what differs"
    else:
        assert re.fullmatch(r"\*[^*]+\.\*", goal.replace("\n", " ")), "one sentence says what it is good for"
    kinds = [cell["cell_type"] for cell in notebook(name)["cells"]]
    assert "code" in kinds[:3], "something alive within the first screen"
    assert "static" not in str(notebook(name)["cells"][kinds.index("code")]["metadata"])
    assert len(calls(name, "Steps")) == 1
    assert calls(name, "Train")
    headings = re.findall(r"^## (.+)$", text(name), re.MULTILINE)
    assert "In short" in headings
    assert any(re.fullmatch("Who says so.*|.* and sources", heading) for heading in headings)
    words = len(prose(name).split())
    assert 100 <= words <= MOST_WORDS, f"{words} words"


def pages() -> set[str]:
    return {path.stem for path in (*BOOK.glob("*.ipynb"), *BOOK.glob("*.md"))}


@pytest.mark.parametrize("name", sorted(pages()))
def test_links_of_a_page_lead_to_pages_and_clauses(name: str) -> None:
    path = BOOK / f"{name}.ipynb"
    written = text(name) if path.exists() else (BOOK / f"{name}.md").read_text(encoding="utf-8")
    for shown, target in re.findall(r'data-clause="([^"]+)"\s+href="sources\.html#([^"]+)"', written):
        assert shown == target
        assert shown in clauses()
    for target in re.findall(r"\]\(([a-z0-9-]+)\.(?:ipynb|md|html)[)#]", written):
        assert target in pages()
    for target in re.findall(r'href="([a-z0-9-]+)\.html', written):
        assert target in pages()


def test_every_page_stands_in_the_list_of_pages() -> None:
    named = [name for chapters in parts().values() for name in chapters]
    assert len(set(named)) == len(named)
    assert {*named, "start"} == pages()
