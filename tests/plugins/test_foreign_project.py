"""A repository that knows nothing of Airflow, drawn and run as it is: what `dvc repro` makes of it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from dvc_airflow import programs
from dvc_airflow.graph import load_graph
from dvc_airflow.project import Project
from dvc_airflow.stage import StageProcess

FOREIGN = Path(__file__).parent / "foreign" / "get_started"


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository as its owners committed it."""
    root = tmp_path_factory.mktemp("get_started").resolve() / "ws"
    shutil.copytree(FOREIGN, root, ignore=shutil.ignore_patterns("__pycache__"))
    programs.git(root, "init", "--quiet")
    programs.git(root, "config", "user.name", "Tester")
    programs.git(root, "config", "user.email", "tester@localhost")
    programs.dvc(root, "init", "--quiet")
    programs.dvc(root, "add", "--quiet", "data/posts.tsv")
    programs.git(root, "add", "--all")
    programs.git(root, "commit", "--quiet", "-m", "first")
    return root


@pytest.mark.slow
def test_stage_by_stage_it_makes_what_dvc_repro_makes(origin: Path, tmp_path: Path) -> None:
    ours, theirs = (shutil.copytree(origin, tmp_path / name, symlinks=True) for name in ("ours", "theirs"))
    programs.dvc(theirs, "repro")
    graph = load_graph(ours)
    assert list(graph) == ["prepare", "featurize", "train", "evaluate"]
    assert graph["evaluate"].upstream == ("prepare", "train")
    assert graph["evaluate"].metrics == graph["evaluate"].uncached == ("eval/metrics.json",)
    lines: list[str] = []
    results = {name: StageProcess(ours, stage, {}).run(lines.append) for name, stage in graph.items()}
    assert {result.status for result in results.values()} == {"ran"}
    assert any(line.endswith("posts to test") for line in lines)
    assert {"accuracy", "posts"} == set(results["evaluate"].metrics["eval/metrics.json"])
    written = [out for stage in graph.values() for out in stage.outs]
    assert dict(_contents(ours, [*written, "dvc.lock"])) == dict(_contents(theirs, [*written, "dvc.lock"]))
    assert {path for result in results.values() for path in result.outs} == set(written)
    assert programs.dvc(ours, "status").strip() == "Data and pipelines are up to date."
    again = {StageProcess(ours, stage, {}).run(lines.append).status for stage in graph.values()}
    assert again == {"unchanged"}


def _contents(root: Path, paths: list[str]) -> Iterator[tuple[str, bytes]]:
    for path in paths:
        found = [root / path, *(root / path).rglob("*")]
        yield from ((str(file.relative_to(root)), file.read_bytes()) for file in found if file.is_file())


@pytest.mark.slow
def test_it_renders(origin: Path) -> None:
    from dvc_airflow.dags import stage_dag  # noqa: PLC0415

    project = Project(root=origin, name="get_started")
    tasks = stage_dag(project, prefix="", fields=(), description="", doc_md="").task_dict
    edges = {name: task.upstream_task_ids for name, task in tasks.items()}
    assert edges == {
        "prepare_run": set(),
        "prepare": {"prepare_run"},
        "featurize": {"prepare"},
        "train": {"featurize"},
        "evaluate": {"train"},  # and so, by that, prepare
        "gate": {"evaluate"},
        "publish": {"gate"},
    }
    assert tasks["train"].pool == "training"
    assert tasks["train"].execution_timeout.total_seconds() == 300
    assert "mkdir -p eval" in tasks["evaluate"].doc_md
