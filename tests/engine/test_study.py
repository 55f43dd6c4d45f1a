"""Studies: what is counted, the same however the work is shared out; taken up again; wrong files get a sentence."""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from couillon import cli_study
from couillon import study as studies
from couillon.cards import TEAMS
from couillon.cli import main
from couillon.errors import CommandError
from couillon.estimate import mean, mean_of, share
from couillon.figures import DUTIES, figures, gain
from couillon.game import State, result
from couillon.rules import load
from couillon.scoring import new_board, score, settle, winner_of
from couillon.selfplay import bot_block, bot_deal, ending_of, narrowed
from couillon.simulate import Block, Ending, block
from couillon.study import Job, Part, Plan, Study, make, open_study, work
from couillon.tally import Tally, plain, tally
from couillon.verdicts import judge
from engine.support import VARIANTS


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of a hundred deals."""
    monkeypatch.setattr(studies, "BLOCK", 100)
    monkeypatch.setattr(studies, "BOT_BLOCK", 2)


def plan(*games: str, deals: int = 300, seed: int = 1) -> Plan:
    return Plan(tuple(Part(game, load(game), "random", deals) for game in games), seed)


def silent(_study: Study, _job: Job) -> None:
    pass


# What is counted


@pytest.mark.parametrize("game", VARIANTS)
def test_the_score_looks_at_no_more_than_a_plain_result_holds(game: str) -> None:
    rules, random = load(game), Random(2)
    board = new_board(rules)
    for ending in block(rules, 4, 0, 400).endings:
        checked = score(rules, board, ending.result())
        assert settle(rules, board, plain(ending)) == checked
        board = new_board(rules) if checked.won or random.random() < 0.1 else checked.board


@pytest.mark.parametrize("game", ["belgian", "konter-a-matt", "simplified", "eifel"])
def test_matches_are_scored_deal_by_deal_while_the_deal_goes_round(game: str) -> None:
    rules = load(game)
    made = block(rules, 8, 0, 150)
    found = tally(rules, made)
    lengths, first, at = [], 0, 0
    while at < 150:
        board, length = new_board(rules), 0
        while not board.won:
            board = score(rules, board, made.endings[at % 150].result(swapped=length % 2 == 1)).board
            length, at = length + 1, at + 1
        lengths.append(length)
        first += board.won == "EW"  # South dealt first
    assert (found.matches, found.length, found.first) == (len(lengths), sum(lengths), first)
    assert found.squares == sum(length**2 for length in lengths)


def test_a_match_that_never_ends_is_given_up() -> None:
    rules = load("force", {"scoring": "countdown", "length": 99, "loss": "one", "loss_sweep": 9})
    lost = Ending(1, 1, (40, 0), (6, 0))
    # Whoever makes the trumps loses without a trick, and gets ten for each that is struck off.
    found = tally(rules, Block([lost, lost], {}))
    assert (found.deals, found.matches, found.endless) == (2, 0, 1)
    assert figures(rules, found)["match"] is None


@pytest.mark.parametrize("game", VARIANTS)
def test_figures_are_a_plain_count_of_the_deals(game: str) -> None:
    rules = load(game)
    made = block(rules, 3, 0, 500)
    ends, found = made.endings, figures(rules, tally(rules, made))
    in_play = [sum(end.points) for end in ends]
    assert found["points"] == pytest.approx(as_list(mean(in_play)), abs=1e-3)
    assert found["spread"] == Counter(in_play)
    assert found["ties"] == pytest.approx(as_list(share(sum(e.points[0] == e.points[1] for e in ends), 500)), abs=1e-3)
    made_by = [(TEAMS[e.makers], winner_of(rules, e.result())) for e in ends if e.makers >= 0]
    lost = sum(winner is not None and winner != makers for makers, winner in made_by)
    assert found["lost"] == pytest.approx(as_list(share(lost, len(made_by))), abs=1e-3)
    leads = [e.points[e.leaders] - e.points[1 - e.leaders] for e in ends]
    assert found["lead"] == pytest.approx(as_list(mean(leads)), abs=1e-3)
    assert found["lead_won"][0] == sum(lead > 0 for lead in leads) / 500
    assert found["eldest_won"][0] == sum(e.points[1] > e.points[0] for e in ends) / 500
    assert found["swept"][0] == sum(0 in e.tricks for e in ends) / 500
    if rules.all_pass == "none":
        assert found["unmade"] is None
    else:
        assert found["unmade"][0] == sum(e.makers < 0 for e in ends) / 500
    assert set(found["duties"]) == set(DUTIES) & set(rules.clauses)
    for clause, (value, low, high) in found["duties"].items():
        assert value == pytest.approx(made.bites.get(clause, (0, 0))[0] / 500 / 3 / rules.hand, abs=1e-6)
        assert low <= value <= high


def as_list(found: Any) -> list[float]:
    return [found.value, found.low, found.high]


def test_what_kontra_is_worth() -> None:
    """The same deals scored with and without: a raise of one to whoever wins, and to those who said it."""
    rules = load("mit")
    quiet = Ending(1, 1, (20, 10), (3, 2), declarer=1)
    loud = quiet._replace(kontra=True)
    counts = {loud: 30, loud._replace(points=(10, 20)): 10, quiet: 60}
    found = figures(rules, Tally(Counter(counts)))["said"]
    # Kontra is North and South's; they win thirty of forty deals.
    assert found["kontra"]["share"][0] == 0.4
    assert found["kontra"]["worth"][0] == pytest.approx((30 - 10) / 40)
    # The declarers, who are the makers, lose one for it when they lose: 2 or 3 struck off, and 1 against them.
    assert found["mit"]["worth"][0] == pytest.approx((30 * -4 + 10 * 3 + 60 * -3) / 100)
    assert "re" not in found


def test_a_raise_is_the_word_of_those_who_spoke_last() -> None:
    rules = load("st-vith")
    deal = Ending(1, 1, (10, 30), (2, 4), declarer=1, raises=2)
    assert figures(rules, Tally(Counter({deal: 50})))["said"]["raises"]["worth"][0] == 1
    assert figures(rules, Tally(Counter({deal._replace(raises=1): 50})))["said"]["raises"]["worth"][0] == -1
    assert gain(rules, deal.result()) == (0, 4)
    few = figures(rules, Tally(Counter({deal: 29})))["said"]["raises"]
    assert few["worth"] is None
    assert few["share"][0] == 1


def test_means_from_sums_are_means() -> None:
    values = [3, 5, 5, 8, 13]
    assert mean_of(5, sum(values), sum(value**2 for value in values), 3) == mean(values)
    assert mean_of(1, 3, 9).exact
    assert share(1, 1_000_000, digits=6).high < 0.00001


@pytest.mark.parametrize("game", ["ardennes", "eifel", "konter-a-matt"])
def test_deals_of_bots_are_counted_like_random_ones(game: str) -> None:
    rules = load(game)
    made = bot_block(rules, "club", 2, 3, 4, 4)
    states = [bot_deal(rules, 2 * 10**9 + 12 + at) for at in range(4)]
    assert [ending.result() for ending in made.endings] == [result(state) for state in states]
    assert made.endings == [ending_of(state) for state in states]
    bites: Counter[str] = Counter()
    for state in states:
        assert narrowed(state) == by_verdicts(state)
        bites += narrowed(state)
    assert {clause: total for clause, (total, _squares) in made.bites.items()} == bites


def by_verdicts(state: State) -> Counter[str]:
    """In how many plays a verdict cites each clause against a card."""
    found: Counter[str] = Counter()
    hands = {seat: list(state.deal.hand(seat)) for seat in "NESW"}
    assert state.trump is not None
    for trick in state.tricks:
        for turn, card in enumerate(trick.cards):
            hand = hands[trick.seat_of(turn)]
            verdicts = judge(state.rules, state.trump, tuple(hand), trick.cards[:turn], mit=state.mit)
            found.update({verdict.clause for verdict in verdicts if not verdict.legal})
            hand.remove(card)
    return found


# How the work is done


@pytest.mark.usefixtures("small")
def test_figures_hang_on_the_seed_alone(tmp_path: Path) -> None:
    alone, shared = Study(plan("mit", "belgian", deals=350)), Study(plan("mit", "belgian", deals=350))
    work(alone, tmp_path / "a", None, 1, silent)
    with ThreadPoolExecutor(3) as pool:
        work(shared, tmp_path / "b", pool, 4, silent)
    assert alone.figures() == shared.figures()
    assert [game["deals"] for game in alone.figures()["games"]] == [350, 350]
    other = Study(plan("mit", "belgian", deals=350, seed=2))
    work(other, tmp_path / "c", None, 1, silent)
    assert other.figures() != alone.figures()


@pytest.mark.usefixtures("small")
def test_a_study_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    whole, file = Study(plan("mit", "force")), tmp_path / "state"
    work(whole, tmp_path / "whole", None, 1, silent)

    def stop_after(blocks: int) -> Any:
        def told(study: Study, _job: Job) -> None:
            if study.deals == 100 * blocks:
                raise KeyboardInterrupt

        return told

    for blocks in (2, 5):
        study = open_study(plan("mit", "force"), file)
        with pytest.raises(KeyboardInterrupt):
            work(study, file, None, 1, stop_after(blocks))
    study = open_study(plan("mit", "force"), file)
    assert (study.deals, [job.number for job in study.jobs()]) == (500, [2])
    work(study, file, None, 1, silent)
    assert study.figures() == whole.figures()
    assert list(open_study(plan("mit", "force"), file).jobs()) == []


@pytest.mark.usefixtures("small")
def test_a_file_of_another_study_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "state"
    work(Study(plan("mit")), file, None, 1, silent)
    before = file.read_bytes()
    for other in (plan("mit", seed=2), plan("mit", deals=400), plan("force"), plan("mit", "force")):
        with pytest.raises(CommandError, match=r"of other settings \(seed 1, 300 random deals of mit"):
            open_study(other, file)
    assert file.read_bytes() == before


@pytest.mark.usefixtures("small")
def test_a_broken_file_gets_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "state"
    work(Study(plan("mit")), file, None, 1, silent)
    good = json.loads(file.read_text())
    broken: list[str] = ["", "{", "[]", "7", "{}", "[" * 100_000, json.dumps({**good, "format": "other"})]
    broken += [json.dumps({**good, name: value}) for name, value in (
        ("done", 3), ("done", []), ("done", [[0]]), ("done", [["x"]]), ("tallies", [{}]), ("tallies", []),
        ("tallies", [{**good["tallies"][0], "endings": [[1, 2]]}]), ("first", []), ("settings", 1),
    )]  # fmt: skip
    for text in broken:
        file.write_text(text)
        with pytest.raises(CommandError, match="does not hold a study that was begun"):
            open_study(plan("mit"), file)
        assert file.read_text() == text
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CommandError, match="cannot be read"):
        open_study(plan("mit"), file)


# The command


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    code = main(["study", *map(str, args)])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.usefixtures("small")
def test_the_command_prints_and_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    house = tmp_path / "club.toml"
    house.write_text('parent = "belgian"\n[axes]\nvoid = "trump"\n')
    asked = ("--variants", "ardennes", "mit", "--rules", house, "--deals", 400, "--club", 2, "--cores", 1)
    code, out, err = run(capsys, *asked, "--output", "found.json")
    assert (code, err) == (0, "")
    assert "Random play" in out
    assert "Club play" in out
    assert "must-overtrump bites in" in out
    assert "kontra: " in out
    found = json.loads((tmp_path / "found.json").read_text())
    assert [(game["id"], game["play"], game["deals"]) for game in found["games"]] == [
        ("ardennes", "random", 400), ("mit", "random", 400), ("club", "random", 400),
        ("ardennes", "club", 2), ("mit", "club", 2), ("club", "club", 2),
    ]  # fmt: skip
    assert not list(tmp_path.glob("*.state*"))
    code, out, err = run(capsys, *asked, "--output", "found.csv", "--json", "--quiet")
    assert json.loads(out) == found
    rows = list(csv.reader((tmp_path / "found.csv").read_text().splitlines()))
    assert rows[0] == ["game", "play", "deals", "figure", "value", "low", "high"]
    assert all(len(row) == 7 for row in rows)
    ties = next(game for game in found["games"] if game["id"] == "ardennes")["ties"]
    assert ["ardennes", "random", "400", "ties", *map(str, ties)] in rows


@pytest.mark.usefixtures("small")
def test_rules_are_changed_one_by_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changes = ("void=trump", "void=trump;overtrump=true", "queens=['QS']", "length=2")
    asked = [word for change in changes for word in ("--change", change)]
    code, out, _err = run(capsys, "--variants", "belgian", *asked, "--deals", 200, "--club", 0, "--cores", 1, "--json",
                          "--quiet", "--state", tmp_path / "state")  # fmt: skip
    assert code == 0
    games = {game["id"]: game for game in json.loads(out)["games"]}
    assert list(games) == ["belgian", *(f"belgian {change}" for change in changes)]
    assert "must-overtrump" in games["belgian void=trump;overtrump=true"]["duties"]
    assert games["belgian length=2"]["match"]["deals"][0] < games["belgian"]["match"]["deals"][0]
    assert games["belgian length=2"]["lost"] == games["belgian"]["lost"]


@pytest.mark.usefixtures("small")
def test_ctrl_c_keeps_what_is_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, calls = tmp_path / "state", []

    def slow(job: Job) -> Tally:
        calls.append(job)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return make(job)

    monkeypatch.setattr(studies, "make", slow)
    asked = ("--variants", "force", "--deals", 500, "--club", 0, "--cores", 1, "--state", file)
    code, out, err = run(capsys, *asked)
    assert (code, out) == (130, "")
    assert err == (f"Stopped: 300 of 500 deals are done and kept in {file}; the same command goes on from there.\n")
    code, stopped, err = run(capsys, *asked, "--json")
    assert (code, err, len(calls)) == (0, "", 6)
    assert not file.exists()
    assert run(capsys, *asked, "--json")[1] == stopped


@pytest.mark.usefixtures("small")
def test_progress_tells_how_long_it_still_takes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    clock = iter(range(0, 100_000, 12))
    monkeypatch.setattr(cli_study, "monotonic", lambda: next(clock))
    asked = ("--variants", "force", "--deals", 500, "--club", 0, "--cores", 1, "--state", tmp_path / "state")
    assert run(capsys, *asked)[2].splitlines()[0] == "100 of 500 deals, about 48 seconds left"
    assert run(capsys, *asked, "--quiet")[2] == ""


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--variants", "kwajongem"), "did you mean kwajongen?"),
        (("--deals", 0, "--club", 0), "There is nothing to deal: set --deals or --club above 0."),
        (("--variants", "mit", "mit"), "mit is named twice: name each game once."),
        (("--output", "figures.txt"), "figures.txt says neither .json nor .csv: let its name end in one of them."),
        (("--rules", "none.toml"), "cannot be read"),
        (("--change", "void"), '"void" does not change a rule: write an axis and its value, as in void=trump.'),
        (("--change", "void=all"), "The axis void cannot be "),
        (("--change", "length=2", "--change", "length=2"), "length=2 is named twice: name each game once."),
        (("--state", "no/such/folder/state", "--variants", "force", "--deals", 1, "--club", 0, "--cores", 1),
         "What is done cannot be written to no/such/folder/state: No such file or directory."),
    ],
)  # fmt: skip
def test_wrong_wishes_get_a_sentence(
    args: tuple[object, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *args)
    assert (code, out) == (1, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_without_dask_the_command_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "dask.distributed", None)
    monkeypatch.setitem(sys.modules, "dask", None)
    code, out, err = run(capsys, "--scheduler", "tcp://127.0.0.1:1", "--state", tmp_path / "state")
    assert (code, out) == (1, "")
    assert err == (
        'couillon: --scheduler needs Dask: run pip install "couillon[study]" first, here and on the workers.\n'
    )
