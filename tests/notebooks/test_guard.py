"""The guard around the notebooks bites: what could pass unseen is refused."""

from __future__ import annotations

import gc
import json
import warnings
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from couillon_live import notebooks
from couillon_live.notebooks import faults, main, rerun

ROOT = Path(__file__).resolve().parents[2]


def cell(source: str = "6 * 7", text: str | None = "42", count: int | None = 1, **more: object) -> NotebookNode:
    outputs = [] if text is None else [new_output("execute_result", {"text/plain": text}, execution_count=count)]
    return new_code_cell(source, outputs=outputs, execution_count=count, **more)


def save(folder: Path, *cells: NotebookNode, name: str = "lesson.ipynb") -> Path:
    path = folder / name
    nbformat.write(new_notebook(cells=list(cells)), path)
    return path


@pytest.fixture
def guarded(pytester: pytest.Pytester) -> pytest.Pytester:
    """A scratch folder under the project's own guard."""
    pytester.makeconftest((ROOT / "conftest.py").read_text(encoding="utf-8"))
    return pytester


def run(guarded: pytest.Pytester, *args: str) -> pytest.RunResult:
    """Run pytest in there; as a worker it leaves its handles on nothing to the collector, unclosed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        result = guarded.runpytest_inprocess(*args)
        gc.collect()
    return result


FAULTY = {
    "has never been executed": cell(count=None, text=None),
    "carries NBVAL_SKIP": cell("# NBVAL_SKIP\n6 * 7"),
    "carries NBVAL_IGNORE_OUTPUT": cell("#NBVAL_IGNORE_OUTPUT\n6 * 7"),
    "carries nbval-skip": cell(metadata={"tags": ["nbval-skip"]}),
    "carries nbval-ignore-output": cell(metadata={"tags": ["hide-input", "nbval-ignore-output"]}),
    "carries raises-exception": cell(metadata={"tags": ["raises-exception"]}),
    "is cut off": cell(text="LegalMoves(hand='AS KS QS …"),
    "memory address": cell(text="<LegalMoves object at 0x7f3a5c0b2d90>"),
    "without a text form": new_code_cell(
        "w", execution_count=1, outputs=[new_output("display_data", {notebooks.WIDGET_VIEW: {"model_id": "1"}})]
    ),
    "ends in an error": new_code_cell("1/0", execution_count=1, outputs=[new_output("error", ename="E", evalue="")]),
    "There is no code cell": new_markdown_cell("Only words."),
}


@pytest.mark.parametrize("sentence", FAULTY)
def test_a_fault_is_named(sentence: str) -> None:
    (found,) = faults(new_notebook(cells=[FAULTY[sentence]]))
    assert sentence in found


def test_every_fault_fails_the_run_with_its_reason(guarded: pytest.Pytester) -> None:
    for number, faulty in enumerate(FAULTY.values()):
        save(guarded.path, faulty, name=f"lesson-{number}.ipynb")
    result = run(guarded, "--nbval", "--nbval-current-env", "-k", "compared")
    assert result.parseoutcomes()["failed"] == len(FAULTY)
    for sentence in FAULTY:
        result.stdout.fnmatch_lines_random([f"*{sentence}*"])


def test_a_sound_notebook_has_no_fault() -> None:
    assert faults(new_notebook(cells=[new_markdown_cell("Words"), cell(metadata={"tags": ["hide-input"]})])) == []


def test_a_sound_notebook_passes_and_a_changed_answer_fails(guarded: pytest.Pytester) -> None:
    save(guarded.path, cell(), name="right.ipynb")
    save(guarded.path, cell(text="41"), name="wrong.ipynb")
    result = run(guarded, "--nbval", "--nbval-current-env")
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(["*Cell outputs differ*"])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--nbval-lax"], "*--nbval-lax compares nothing*"),
        (["--nbval", "--nbval-sanitize-with", "x.cfg"], "*hides differences*"),
    ],
)
def test_options_that_mask_a_difference_are_refused(
    guarded: pytest.Pytester, options: list[str], sentence: str
) -> None:
    path = save(guarded.path, cell())
    result = run(guarded, *options, path.name)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([sentence])


def test_a_run_without_comparison_fails(guarded: pytest.Pytester) -> None:
    save(guarded.path, cell())
    result = run(guarded)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*The cells were not compared*"])


WIDGET = "import ipywidgets\nipywidgets.Label('Spades are trump.')"


def test_a_rerun_is_the_same_to_the_byte(tmp_path: Path) -> None:
    path = save(tmp_path, new_markdown_cell("# Words"), new_code_cell(WIDGET, metadata={"tags": ["hide-input"]}))
    lesson = nbformat.read(path, as_version=4)
    lesson.metadata["couillon"] = {"teaches": ["trick"], "minutes": 10}
    nbformat.write(lesson, path)
    path.write_text(first := rerun(path), encoding="utf-8")
    assert rerun(path) == first
    kept = json.loads(first)
    assert [c["id"] for c in kept["cells"]] == ["cell-1", "cell-2"]
    assert kept["cells"][1]["metadata"] == {"tags": ["hide-input"]}
    assert set(kept["metadata"]) == {"kernelspec", "language_info", "couillon"}
    assert kept["metadata"]["couillon"] == {"teaches": ["trick"], "minutes": 10}
    (output,) = kept["cells"][1]["outputs"]
    assert set(output["data"]) == {"text/plain"}


def test_check_writes_nothing_and_says_what_would_change(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save(tmp_path, cell(text="41"))
    before = path.read_bytes()
    assert main(["--check", str(path)]) == 1
    assert "would change" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert main([str(path)]) == 0
    assert main(["--check", str(path)]) == 0


def test_a_failing_cell_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save(tmp_path, cell("raise ValueError('no such card')"))
    assert main([str(path)]) == 1
    assert capsys.readouterr().err == f"{path}: a cell fails: no such card\n"


def test_a_notebook_that_is_not_there_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.ipynb"
    assert main([str(path)]) == 2
    assert capsys.readouterr().err == f"There is no notebook {path}.\n"
