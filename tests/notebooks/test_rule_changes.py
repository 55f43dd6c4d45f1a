"""The chapter of figures: made from the data that come with it, which the command makes again; nothing is typed."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from couillon import published
from couillon.cli import main, parser
from couillon.estimate import Estimate
from couillon.published import Found, Strength, command, strengths, studied, summary
from couillon.rules import load, variants
from couillon.study import BOT_BLOCK, Study
from couillon_widgets.effects import Effect, InPlay
from couillon_widgets.effects_play import Duties, Said
from couillon_widgets.effects_single import Remake, Strengths, Switched
from couillon_widgets.plots import Row, dots, nice
from tests.widgets.scenes import Tree

BOOK = Path(__file__).resolve().parents[2] / "book"
GAMES = [game.id for game in variants()]
FIGURES = ("ties", "unmade", "lost", "lead", "swept", "match/deals", "match/first_won")


def html(thing: object) -> str:
    return str(thing._repr_html_())  # type: ignore[attr-defined]


def shown() -> list[object]:
    """Everything that the chapter shows."""
    found: list[object] = [Effect(name) for name in (*FIGURES, "lead_won")]
    found += [InPlay("belgian"), InPlay("mit"), Duties(), Said(), Switched("random"), Switched("club"), Strengths()]
    return [*found, Remake(), Remake("changes")]


# The data


def test_every_game_was_dealt_a_million_times_at_random() -> None:
    found = studied()
    assert {id for id, _play in found} == set(GAMES)
    for id in GAMES:
        assert found[id, "random"].deals >= 1_000_000
        assert found[id, "club"].deals >= 1_000
        assert sum(found[id, "random"].data["spread"].values()) == found[id, "random"].deals
    assert all(one.deals >= (1_000_000 if play == "random" else 1_000) for (_, play), one in studied("changes").items())


def test_figures_that_everybody_knows() -> None:
    for id in GAMES:
        rules = load(id)
        for play in ("random", "club"):
            one = studied()[id, play]
            points = one.figure("points")
            assert points is not None
            assert (points == Estimate(40.0, 40.0, 40.0)) == (rules.stock == 0)
            # Where all is dealt, each side has twenty on average; a stock of n cards keeps n of 24 parts of forty.
            assert points.low - 0.02 <= 40 * (1 - rules.stock / rules.pack) <= points.high + 0.02
            for name in ("lead_won", "lead_lost", "ties"):
                assert one.figure(name) is not None
            assert sum(one.data[name][0] for name in ("lead_won", "lead_lost", "ties")) == pytest.approx(1, abs=1e-5)


def test_the_command_makes_the_first_blocks_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten thousand random deals of some games, and the first of club players, come out as in the data."""
    monkeypatch.chdir(tmp_path)
    seed = ("--seed", str(published._read("study")["seed"]))
    alone = ("--cores", "1", "--json", "--quiet")
    for asked in (
        ("--variants", "ardennes", "mit", "--deals", "10000", "--club", "0"),
        ("--variants", "belgian", "--deals", "0", "--club", str(BOT_BLOCK)),
        ("--variants", "belgian", "--change", "queens=['QS']", "--deals", "10000", "--club", "0"),
    ):
        assert main(["study", *asked, *seed, *alone]) == 0
        found = studied("changes" if "--change" in asked else "study")
        for game in json.loads(capsys.readouterr().out)["games"]:
            assert game["first"] == found[game["id"], game["play"]].data["first"], (game["id"], game["play"])


@pytest.mark.parametrize("name", ["study", "changes"])
def test_the_chapter_tells_the_very_command(name: str) -> None:
    from couillon import cli_study

    program, *words = shlex.split(command(name))
    assert program == "couillon"
    plan = cli_study._plan(parser().parse_args(words))
    found = studied(name)
    assert [(part.id, part.play) for part in plan.parts] == list(found)
    assert all(part.deals == found[part.id, part.play].deals for part in plan.parts)
    assert all(figure in html(Remake(name)) for figure in ("couillon study", f"--seed {plan.seed}"))
    assert Study(plan).deals == 0


# The chapter


def test_no_figure_is_typed() -> None:
    cells = json.loads((BOOK / "what-a-rule-changes.ipynb").read_text(encoding="utf-8"))["cells"]
    words = " ".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    # "19 times out of 20", and the pack of 24.
    assert set(re.findall(r"\d+", words)) == {"19", "20", "24"}
    assert "".join("".join(cell["source"]) for cell in cells).count("Effect(") == len(FIGURES)


def test_plots_have_words_and_numbers_beside_them() -> None:
    ids: list[str] = []
    for thing in shown():
        tree = Tree(html(thing))
        for attrs, words in tree.all("svg"):
            if attrs.get("class") != "cl-plot":
                continue
            assert attrs["role"] == "img"
            named = attrs["aria-labelledby"].split()
            ids += named
            assert len(named) == 2
            assert len(words) > 40
        markup = html(thing)
        if "cl-plot" in markup:
            assert markup.count("<title") == markup.count("<desc") == 1
            for id in ids[-2:]:
                assert f'id="{id}"' in markup
            assert 'role="region" tabindex="0" aria-label=' in markup
            assert "<details><summary>The numbers</summary>" in markup
    assert len(ids) == len(set(ids)) >= 20


def test_the_table_under_a_plot_has_every_number_of_it() -> None:
    for name in FIGURES:
        effect = Effect(name)
        rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', html(effect))
        assert [row[0].replace("&#x27;", "'") for row in rows] == [game for game, _found in effect.rows()]
        for (_game, cells), (_name, both) in zip(rows, effect.rows(), strict=True):
            values = re.findall(r"<td>(.*?)</td>", cells)
            for at, one in enumerate(both):
                figure = one.figure(*effect.path) if one else None
                if figure is None:
                    assert values[2 * at] == "–"
                else:
                    scale = 1 if name in ("lead", "match/deals") else 100
                    written = float(values[2 * at].replace("−", "-"))
                    assert written == pytest.approx(
                        figure.value * scale, abs=scale * (figure.high - figure.low) / 2 + 1e-9
                    )


def test_marks_stand_inside_the_plot_and_over_their_interval() -> None:
    for thing in shown():
        for place in re.findall(r'(?:\bx|x1|x2)="(-?[\d.]+)%"', html(thing)):
            assert 0 <= float(place) <= 100


def test_an_axis_has_round_numbers_and_a_place_for_each_value() -> None:
    assert nice(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1]
    assert nice(0.47, 0.53) == [0.46, 0.48, 0.5, 0.52, 0.54]
    assert nice(3, 3)[0] <= 3 <= nice(3, 3)[-1]
    plot = dots(
        "x", "Title", "Told", [Row("a<b", (Estimate(1.0, 0.5, 1.5), None))], lambda v, d: f"{v:.{d}f}", base=0.0
    )
    assert "a&lt;b" in plot
    assert plot.count("<circle") == 1
    assert plot.count("cl-base") == 1
    assert re.findall(r'class="cl-tick"[^>]*>([^<]+)<', plot) == ["0.0", "0.5", "1.0", "1.5"]


def test_what_moves_is_marked() -> None:
    markup = html(Switched("random"))
    rows = dict(re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', markup))
    assert "≠" not in rows["the basic game as it is"]
    cells = re.findall(r"<td>(.*?)</td>", rows["seven lines in place of five"])
    assert ["≠" in cell for cell in cells] == [False, False, False, False, True]
    assert "differs" in cells[4]


def test_sentences_say_what_the_data_say(monkeypatch: pytest.MonkeyPatch) -> None:
    games = {
        (id, play): Found(
            id, play, 100, {"ties": [at / 100, at / 100 - 0.002, at / 100 + 0.002], "said": {}, "duties": {}}
        )
        for play in ("random", "club")
        for at, id in enumerate(GAMES, 1)
    }
    monkeypatch.setattr("couillon_widgets.effects.studied", lambda _name="study": games)
    markup = html(Effect("ties"))
    assert "Random play: from 1.0\N{NO-BREAK SPACE}% (Couillon) to 11.0\N{NO-BREAK SPACE}% (Eifel)." in markup
    assert "random play, 100 deals a game" in markup


def test_wrong_names_get_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"^There is no figure luck: choose ties, unmade, lost"):
        Effect("luck")
    with pytest.raises(ValueError, match="write random or club"):
        Switched("expert")


def test_strengths_are_shown_as_far_as_they_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("couillon_widgets.effects_single.strengths", lambda: ())
    assert "have not been measured" in html(Strengths())
    some = (
        Strength("belgian", "club", "beginner", 2000, Estimate(0.2, 0.1, 0.3), Estimate(2, 1, 3)),
        Strength("mit", "club", "beginner", 1500, Estimate(0.1, -0.1, 0.3), Estimate(2, 1, 3)),
    )
    monkeypatch.setattr("couillon_widgets.effects_single.strengths", lambda: some)
    markup = html(Strengths())
    assert "Club over beginner: above zero with its whole interval in 1 of 2 games." in markup
    assert markup.count("not measured") == len(GAMES) - 2
    assert "2,000" in markup
    assert "1,500" in markup


def test_strengths_are_read_from_sums_of_duplicate_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    data = summary({"mit|expert|club": [[1, 4], [0, 2], [2, 0]]})
    monkeypatch.setattr(published, "_read", lambda _name: data)
    (one,) = strengths()
    assert (one.game, one.first, one.second, one.deals, one.units.value, one.points.value) == (
        "mit", "expert", "club", 3, 1.0, 2.0,
    )  # fmt: skip
