from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from dvc_airflow import programs
from dvc_airflow.graph import GraphError
from dvc_airflow.repository import load_repository

FOREIGN = Path(__file__).parent / "foreign"


@pytest.fixture(params=["git", "no git"])
def monorepo(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    shutil.copytree(FOREIGN / "monorepo", tmp_path, dirs_exist_ok=True)
    if request.param == "git":
        programs.git(tmp_path, "init", "--quiet")
    return tmp_path


def test_edges_go_from_file_to_file(monorepo: Path) -> None:
    graph = load_repository(monorepo)
    assert list(graph) == [
        *("report", "grid@a", "grid@b", "data/dvc.yaml:clean"),
        *("models/deep/dvc.yaml:train@1", "models/deep/dvc.yaml:train@2"),
        *("models/deep/dvc.yaml:figures", "models/deep/dvc.yaml:clean"),
    ]
    assert graph["report"].upstream == ("data/dvc.yaml:clean", "models/deep/dvc.yaml:figures")
    assert graph["data/dvc.yaml:clean"].upstream == ("grid@a",)
    train = graph["models/deep/dvc.yaml:train@2"]
    assert (train.base, train.group) == ("models/deep/dvc.yaml:train", "2")
    assert (train.outs, train.wdir) == (("models/deep/net-2",), "models")
    assert train.params == ("models/params.yaml:lr", "models/deep/extra.json:a")
    assert (train.lock_file, train.lock_name) == ("models/deep/dvc.lock", "train@2")
    assert train.placed("deep/net-2") == "models/deep/net-2"
    assert (graph["grid@a"].lock_file, graph["grid@a"].lock_name) == ("dvc.lock", "grid@a")
    assert graph["data/dvc.yaml:clean"].metrics == ("data/clean/rows.json",)


def test_what_is_left_out(monorepo: Path) -> None:
    (monorepo / ".gitignore").write_text("/ignored/\n")
    for place in ("ignored", "report", "own/below"):
        (monorepo / place).mkdir(parents=True)
        (monorepo / place / "dvc.yaml").write_text("stages: {x: {cmd: x}}")
    (monorepo / "own" / ".dvc").mkdir()
    found = {stage.file for stage in load_repository(monorepo).values()}
    git = (monorepo / ".git").exists()
    assert found - ({"ignored/dvc.yaml"} if not git else set()) == {
        *("dvc.yaml", "data/dvc.yaml", "models/deep/dvc.yaml")
    }


def test_outputs_of_two_files_may_not_overlap(monorepo: Path) -> None:
    (monorepo / "later").mkdir()
    (monorepo / "later" / "dvc.yaml").write_text("stages: {x: {cmd: x, outs: [../data/clean/part]}}")
    with pytest.raises(GraphError, match=r"'data/dvc\.yaml:clean' and 'later/dvc\.yaml:x'"):
        load_repository(monorepo)


def test_a_file_that_cannot_be_drawn_is_named(monorepo: Path) -> None:
    (monorepo / "data" / "dvc.yaml").write_text("stages: {x: {}}")
    with pytest.raises(GraphError, match=r"data/dvc\.yaml: stage 'x': cmd is missing"):
        load_repository(monorepo)
