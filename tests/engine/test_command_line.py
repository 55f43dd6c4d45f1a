"""What the command line prints of the engine, run within this process."""

from __future__ import annotations

import io
import json
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from couillon.cli import main
from couillon.rules import Rules, clauses, load, sources, variants


def said(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(list(args)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def wrong(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    with pytest.raises(SystemExit) as caught:
        main(list(args))
    assert caught.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_a_deal_without_a_seed_names_the_one_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(said(capsys, "deal", "--json"))
    again = json.loads(said(capsys, "deal", "--json", "--seed", str(told["seed"])))
    assert again == told


@pytest.mark.parametrize(
    ("id", "stock", "turned"), [("belgian", True, True), ("mit", True, False), ("force", False, False)]
)
def test_a_deal_shows_what_there_is(id: str, stock: bool, turned: bool, capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "deal", "--variant", id, "--seed", "1", "--dealer", "n")
    assert "North deals" in out
    assert ("  stock " in out, "  turned " in out) == (stock, turned)


def test_a_deal_by_a_rule_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "club.toml"
    path.write_text("[axes]\npackets = [3]\n")
    assert len(json.loads(said(capsys, "deal", "--rules", str(path), "--seed", "1", "--json"))["stock"]) == 12


def test_wrong_arguments_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert '"x" is not a whole number' in wrong(capsys, "deal", "--seed", "x")
    assert '"Q" is not a seat' in wrong(capsys, "deal", "--dealer", "Q")
    assert '"x" is not a port' in wrong(capsys, "serve", "--port", "x")


def test_the_referee_reads_and_writes_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    sink = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b'{"op": "variants"}\nx\n')))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(sink))
    assert main(["referee", "--strict"]) == 1
    assert [json.loads(line)["ok"] for line in sink.getvalue().splitlines()] == [True, False]


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(json.loads(said(capsys, "referee", "--schema"))) == {"request", "answer"}


def test_rules_are_shown_and_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert [v["id"] for v in json.loads(said(capsys, "rules", "show", "--json"))] == [v.id for v in variants()]
    assert len(said(capsys, "rules", "show").splitlines()) == 11
    for game in variants():
        assert json.loads(said(capsys, "rules", "show", game.id, "--json"))["rules"] == game.rules.as_data()
        out = said(capsys, "rules", "show", game.id)
        assert all(f"   {c.id}: {c.text} [" in out for c in game.clauses)
        assert ("differs from" in out) == (game.parent is not None)
    differ = json.loads(said(capsys, "rules", "diff", "belgian", "kwajongen", "--json"))["axes"]
    assert set(differ) == {"follow", "void", "length"}
    assert differ["length"] == [5, 10]
    told = said(capsys, "rules", "diff", "belgian", "kwajongen")
    assert (
        f"follow          or-trump             strict\n    {Rules.__dataclass_fields__['follow'].metadata['doc']}"
        in told
    )
    assert "have the same rules" in said(capsys, "rules", "diff", "mit", "mit")


def test_a_rule_file_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "club.toml"
    path.write_text("[axes]\nlength = 7\nbeat = true\n")
    assert json.loads(said(capsys, "rules", "check", str(path), "--json"))["rules"]["length"] == 7
    out = said(capsys, "rules", "check", str(path))
    assert "length = 7" in out
    assert "beat = true" in out
    path.write_text("")
    assert "nothing changed" in said(capsys, "rules", "check", str(path))
    path.write_text("[axes]\nlength = 0\n")
    assert main(["rules", "check", str(path)]) == 1
    assert "The axis length cannot be 0" in capsys.readouterr().err


def test_axes_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(said(capsys, "rules", "axes", "--json"))
    assert {row["axis"] for row in rows} == set(load().as_data())
    assert "length: How many lines" in said(capsys, "rules", "axes")


def test_sources_are_listed_by_clause_or_all(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(said(capsys, "sources", "--json"))
    assert [item["id"] for item in told] == list(clauses())
    out = said(capsys, "sources")
    assert all(f"{c}: " in out for c in clauses())
    assert all(s.about in out for s in sources().values())
    one = said(capsys, "sources", "must-undertrump")
    assert "reading: " in one
    assert "our choice: " in one
    assert "in force: ardennes" in one
    assert "no variant; a club may switch it on" in said(capsys, "sources", "partner-exempt")


def test_the_module_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["couillon", "rules", "show"])
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("couillon", run_name="__main__")
    assert caught.value.code == 0
    assert "belgian" in capsys.readouterr().out


def test_serving_building_and_voila_hand_over_what_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    import couillon_live.build
    import couillon_live.locate
    import couillon_live.serve
    import couillon_live.voila

    asked: list[object] = []
    monkeypatch.setattr(couillon_live.locate, "find_site", lambda: "site")
    monkeypatch.setattr(couillon_live.serve, "serve", lambda *a, **k: asked.append((a, k)))
    monkeypatch.setattr(couillon_live.build, "build", lambda *a, **k: asked.append((a, k)))
    monkeypatch.setattr(couillon_live.voila, "run", lambda args: asked.append(args.port) or 3)
    assert main(["serve", "--port", "8123", "--no-browser"]) == 0
    assert main(["build", "--force", "--url", "https://cards.example/"]) == 0
    assert main(["voila", "--port", "8124"]) == 3
    assert asked == [
        (("site",), {"port": 8123, "open_browser": False}),
        ((None,), {"force": True, "url": "https://cards.example/"}),
        8124,
    ]


@pytest.mark.parametrize(("trouble", "code"), [(KeyboardInterrupt(), 130), (ModuleNotFoundError(name="voila"), 1)])
def test_trouble_ends_with_a_status(
    trouble: BaseException, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_args: object) -> int:
        raise trouble

    monkeypatch.setattr("couillon.cli._deal", fail)
    assert main(["deal"]) == code
    err = capsys.readouterr().err
    assert err == (
        "" if code == 130 else 'couillon: voila is not installed: run pip install "couillon[voila]" first.\n'
    )


def test_a_reader_who_goes_away_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_args: object) -> int:
        raise BrokenPipeError

    monkeypatch.setattr("couillon.cli._deal", fail)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert main(["deal"]) == 0


def test_a_rule_file_nested_too_deeply_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deep.toml"
    path.write_text(f"axes = {'[' * 100_000}")
    assert main(["rules", "check", str(path)]) == 1
    assert capsys.readouterr().err == "couillon: The rule file deep.toml is nested too deeply.\n"


def test_without_any_streams_the_referee_says_what_it_reads(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["referee"]) == 1
    assert "reads requests from standard input" in capsys.readouterr().err


def test_without_standard_output_nothing_is_lost_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["rules", "show", "belgian"]) == 0


def test_a_reader_who_stops_reading_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    errors = io.StringIO()
    monkeypatch.setattr(sys, "stdout", Closed())
    monkeypatch.setattr(sys, "stderr", errors)
    assert main(["rules", "show", "belgian"]) == 0
    assert errors.closed
