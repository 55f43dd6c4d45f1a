"""A study on a Dask cluster, a small one in this very process."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from couillon.cli import main

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

ASKED = ("study", "--variants", "mit", "force", "--deals", "400", "--club", "2", "--json", "--quiet")


@pytest.fixture
def scheduler() -> Iterator[str]:
    with (
        dask.config.set({"distributed.admin.tick.interval": "1s"}),
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None, protocol="tcp"
        ) as cluster,
    ):
        yield cluster.scheduler_address


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_a_cluster_gives_the_same_figures(
    scheduler: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("couillon.study.BLOCK", 100)
    assert main([*ASKED, "--scheduler", scheduler]) == 0
    there = json.loads(capsys.readouterr().out)
    assert main([*ASKED, "--cores", "1"]) == 0
    assert json.loads(capsys.readouterr().out) == there
    assert not list(tmp_path.glob("*state*"))


def test_no_scheduler_gets_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("couillon.cli_study.PATIENCE", 1)
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        assert main([*ASKED, "--scheduler", address]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err == (
            f"couillon: No Dask scheduler answers at {address}: start one with dask scheduler, and give its address.\n"
        )
