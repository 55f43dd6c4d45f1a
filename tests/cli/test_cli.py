"""The ``couillon`` command: what it prints, what it says of bad input, and its exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from couillon import __version__
from couillon.cli import main
from couillon.rules import clauses, variants
from couillon_live.build import build


def run(*args: str, stdin: bytes = b"") -> tuple[int, str, str]:
    """Run the command in a process of its own; return its exit code, output and errors."""
    done = subprocess.run([sys.executable, "-m", "couillon", *args], input=stdin, capture_output=True, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def one_sentence(text: str) -> bool:
    return text.count("\n") == 1 and "Traceback" not in text and text.rstrip().endswith(".")


def test_version() -> None:
    assert run("--version") == (0, f"couillon {__version__}\n", "")


def test_no_command_is_a_usage_error() -> None:
    code, out, err = run()
    assert (code, out) == (2, "")
    assert "command" in err


@pytest.mark.parametrize("port", ["x", "0", "65536", "-1", "8000.5", "", "٨٠٠٠"])
def test_a_bad_port_gets_one_sentence(port: str) -> None:
    code, out, err = run("serve", f"--port={port}")
    assert (code, out) == (2, "")
    assert "is not a port: give a whole number from 1 to 65535" in err
    assert one_sentence(err)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["deal", "--variant", "kwajongem"], "did you mean kwajongen?"),
        (["deal", "--variant", "zzzz"], "the variants are belgian, ardennes"),
        (["deal", "--rules", "no-such-file.toml"], "cannot be read"),
        (["rules", "show", "Ardene"], "did you mean ardennes?"),
        (["rules", "check", "no-such-file.toml"], "cannot be read"),
        (["sources", "must-bet"], "did you mean must-beat?"),
    ],
)
def test_bad_input_gets_one_sentence_and_status_1(
    args: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(args) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("args", [["deal", "--seed", "x"], ["deal", "--dealer", "Q"], ["deal", "--nope"], ["nope"]])
def test_a_misread_command_line_is_status_2(args: list[str]) -> None:
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert one_sentence(err)


def test_a_seed_gives_the_same_deal_for_ever(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "--seed", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["pbn"] == "N:.K.Q.JT .T.A9.Q AK..J.A QT.A..9"
    assert data["proposed"] == data["stock"][0] == "KD"


def test_without_a_seed_the_deal_names_one_that_gives_it_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(["deal", "--json", "--seed", str(first["seed"])]) == 0
    assert json.loads(capsys.readouterr().out) == first


def test_a_deal_under_house_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "club.toml"
    file.write_text('parent = "troeven"\n[axes]\nlength = 5\n')
    assert main(["deal", "--rules", str(file), "--seed", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {len(hand) for hand in data["hands"].values()} == {8}


@pytest.mark.parametrize("args", [["rules"], ["rules", "show"]])
def test_rules_lists_every_variant(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(args) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == [v.id for v in variants()]


@pytest.mark.parametrize("variant", [v.id for v in variants()])
def test_rules_show_tells_every_axis_and_clause(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "show", variant, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    game = next(v for v in variants() if v.id == variant)
    assert data["rules"] == game.rules.as_data()
    assert [c["id"] for c in data["clauses"]] == [c.id for c in game.clauses]
    assert all(c["sources"] for c in data["clauses"])
    assert main(["rules", "show", variant]) == 0
    out = capsys.readouterr().out
    assert all(f" {axis} " in out for axis in data["rules"])


def test_rules_diff_tells_what_differs_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "diff", "belgian", "kwajongen", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["axes"] == {
        "follow": ["or-trump", "strict"],
        "void": ["free", "trump"],
        "length": [5, 10],
    }
    assert main(["rules", "diff", "belgian", "belgian"]) == 0
    assert "same rules" in capsys.readouterr().out


def test_rules_check_accepts_a_good_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "club.toml"
    file.write_text("[axes]\nlength = 7\n")
    assert main(["rules", "check", str(file)]) == 0
    assert "length = 7" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[axes]\nlength = 0\n", "The axis length cannot be 0: it takes a whole number from 1 to 99."),
        (b"[axes]\nlenght = 7\n", "did you mean length?"),
        (b"[axes\n", "is not TOML"),
        (b"\xff\xfe", "is not text in UTF-8"),
        (b'parent = "nope-nope"\n', "There is no variant"),
        (b"axes = 3\n", "must be a table"),
        (b"[axes]\nqueens = ['QX']\n", "The axis queens cannot be"),
        (b"[axes]\npackets = [4, 4]\n", "a hand may have at most 6"),
        (b"[axes]\nraises = 'open'\n", "there is nothing to raise"),
        (b"flavour = 'sour'\n", 'has the key "flavour"'),
    ],
)
def test_rules_check_says_what_is_wrong(
    content: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "club.toml"
    file.write_bytes(content)
    assert main(["rules", "check", str(file)]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_sources_tell_readings_and_choice(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sources", "points", "--json"]) == 0
    (clause,) = json.loads(capsys.readouterr().out)
    assert len(clause["readings"]) == 2
    assert clause["choice"]
    assert main(["sources"]) == 0
    out = capsys.readouterr().out
    assert all(f"{id}: " in out for id in clauses())


def test_axes_are_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "axes", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["axis"] for row in rows} == set(variants()[0].rules.as_data())
    assert all(row["means"] and row["takes"] for row in rows)


def test_referee_answers_every_line_in_order_and_strict_tells_of_failures() -> None:
    lines = b'{"op":"deal","seed":1,"id":1}\nnot json\n{"op":"deal","seed":2,"id":3}\n'
    code, out, err = run("referee", stdin=lines)
    answers = [json.loads(line) for line in out.splitlines()]
    assert [a["ok"] for a in answers] == [True, False, True]
    assert [a.get("id") for a in answers] == [1, None, 3]
    assert (code, err) == (0, "")
    assert run("referee", "--strict", stdin=lines)[0] == 1
    assert run("referee", "--strict", stdin=b'{"op":"variants"}')[0] == 0


def test_referee_skips_a_byte_order_mark_and_survives_a_closed_pipe() -> None:
    code, out, _err = run("referee", stdin=b'\xef\xbb\xbf{"op":"deal","seed":1}\n')
    assert (code, json.loads(out)["ok"]) == (0, True)
    done = subprocess.run(
        f"yes '{{\"op\": \"deal\", \"seed\": 1}}' | {sys.executable} -m couillon referee | head -1",
        shell=True, capture_output=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


def test_referee_flushes_each_answer_at_once() -> None:
    command = [sys.executable, "-m", "couillon", "referee"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for seed in (1, 2):
            process.stdin.write(b'{"op":"deal","seed":%d}\n' % seed)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"]
        process.stdin.close()
        assert process.wait(timeout=20) == 0


@pytest.mark.parametrize("where", [".", "..", "", "book", "couillon", "build", "README.md"])
def test_a_build_never_replaces_what_is_not_a_built_site(
    where: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = Path(__file__).parents[2]
    (root / "build").mkdir(exist_ok=True)
    (root / "build" / "something.txt").touch()
    monkeypatch.chdir(root)
    monkeypatch.setattr("couillon_live.build.install_npm", lambda *_: pytest.fail("It was about to build."))
    assert main(["build", "--output", where, "--force"]) == 1
    err = capsys.readouterr().err
    assert "holds something else than a built site" in err
    assert err.count("\n") == 1
    assert (root / "README.md").is_file()


def test_a_build_goes_to_a_folder_below_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr("couillon_live.build._refuse_foreign", lambda out, root: seen.append(out))
    monkeypatch.setattr("couillon_live.build.is_fresh", lambda *_arguments: True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("couillon_live.build.find_book", lambda: Path(__file__).parents[2])
    assert main(["build", "--output", "out"]) == 0
    assert seen == [tmp_path / "out"]


def test_two_builds_at_once_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    made: list[Path] = []
    told = threading.Semaphore(0)

    def make(out: Path, *_rest: object) -> None:
        made.append(out)
        assert all(told.acquire(timeout=30) for _other in range(2))  # the others have come, and wait
        out.mkdir(parents=True)
        (out / "index.html").touch()

    def report(line: str) -> None:
        said.append(line)
        told.release()

    monkeypatch.setattr("couillon_live.build._inputs", lambda *_: "all")
    monkeypatch.setattr("couillon_live.build._url", lambda *_: "")
    monkeypatch.setattr("couillon_live.build.is_fresh", lambda out, *_: (out / "index.html").exists())
    monkeypatch.setattr("couillon_live.build._build", make)
    with ThreadPoolExecutor() as pool:
        builds = [pool.submit(build, root=tmp_path, report=report) for _ in range(3)]
        assert {done.result(timeout=60) for done in builds} == {tmp_path / "build" / "site"}
    assert len(made) == 1
    assert said.count("Another build is under way: waiting for its end.") == 2
    assert sum("is up to date" in line for line in said) == 2


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("couillon referee <&-", "standard input"),
        ("couillon referee >&-", "standard output"),
        ("couillon deal --seed 1 >/dev/full", "No space left on device."),
        ("couillon rules show >/dev/full", "No space left on device."),
        ("couillon deal --seed " + "9" * 5000, "is not a whole number of at most 40 digits"),
        ("couillon serve --port " + "9" * 5000, "is not a port"),
    ],
)
def test_what_the_machine_refuses_is_one_sentence(command: str, said: str) -> None:
    shell = command.replace("couillon", f"{sys.executable} -m couillon", 1)
    done = subprocess.run(shell, shell=True, capture_output=True, timeout=60, text=True)
    assert done.returncode in (1, 2)
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 250


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_terminal_without_a_letter_still_gets_the_text(encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "couillon", "sources"],
        capture_output=True,
        env={"PYTHONIOENCODING": encoding},
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"boucle: " in done.stdout


@pytest.mark.parametrize(
    ("args", "module", "extra"),
    [
        (["voila", "--no-browser"], "couillon_live.voila_app", "voila"),
        (["build", "--force"], "couillon_live.build", "book"),
    ],
)
def test_a_missing_extra_names_what_to_install(
    args: list[str], module: str, extra: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert main(args) == 1
    assert f"couillon[{extra}]" in capsys.readouterr().err
