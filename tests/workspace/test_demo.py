"""One whole run of the DAG over the embedded sample, as `make demo` does it, and a second one."""

import json
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from dialogue_etl.core import yaml_files
from dialogue_etl.workspace import airflow, demo
from dialogue_etl.workspace.create import create
from dialogue_etl.workspace.processes import port_taken
from dialogue_etl.workspace.programs import git
from tests.conftest import REGISTRY, ROOT

pytestmark = pytest.mark.slow


def run(root: Path, port: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dialogue_etl", "demo", str(root), "--port", str(port)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=900, cwd=root.parent)


@pytest.mark.long
def test_a_failing_task_is_named_with_its_log(workspace: Path, port: int) -> None:
    text = (workspace / "dvc.yaml").read_text()
    (workspace / "dvc.yaml").write_text(text.replace("dialogue-etl code", "dialogue-etl no-such-command"))
    git(workspace, "commit", "--quiet", "--all", "-m", "broken")
    failed = run(workspace, port)
    assert failed.returncode == 1, failed.stdout + failed.stderr
    assert "task code failed" in failed.stdout
    assert ".airflow/logs" in failed.stdout
    assert not port_taken(port)


def test_the_demo_builds_a_dataset_of_a_workspace(tmp_path: Path, port: int) -> None:
    workspace = create(tmp_path.resolve() / "ws", "sample", ["books"])  # fewer stages and DAGs to read
    values = yaml_files.load((workspace / "params.yaml").read_text())
    values["languages"] = ["hu"]  # each language costs a dozen tasks
    (workspace / "params.yaml").write_text(yaml_files.dump(values))
    git(workspace, "commit", "--quiet", "--all", "-m", "One language")
    check(workspace, port)


@pytest.mark.long
def test_the_demo_goes_from_nothing_to_a_dataset(tmp_path: Path, port: int) -> None:
    check(tmp_path.resolve() / "new", port)


def check(workspace: Path, port: int) -> None:
    done = run(workspace, port)
    assert done.returncode == 0, done.stdout + done.stderr
    for text in (
        "dataset/default/1",
        "package: success",
        "What you can do now",
        "hu.split: success",
        " dialogues, ",
    ):
        assert text in done.stdout
    assert (workspace / "data" / "books" / "dataset" / "README.md").exists()
    assert (workspace / "published" / "default" / "1" / "report" / "report.html").exists()
    summary = json.loads((workspace / "published" / "default" / "1" / "summary.json").read_text())
    assert summary["in_workspace"]
    assert summary["totals"]["dialogues"] > 0
    assert git(workspace, "status", "--porcelain") == ""
    assert airflow.load(workspace) is None
    assert not port_taken(port)


def test_a_taken_port_is_said_before_anything_is_made(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = run(tmp_path / "new", taken.getsockname()[1])
    assert refused.returncode == 1
    assert "is taken by another program" in refused.stderr
    assert not (tmp_path / "new").exists()


def test_what_is_shown_at_the_end_names_real_places(tmp_path: Path) -> None:
    summary = {
        "variant": "default",
        "number": 2,
        "tag": "dataset/default/2",
        "page": "report.html",
        "in_workspace": True,
        "totals": {"books": 3, "dialogues": 1200},
    }
    shutil.copy(ROOT / "dvc.yaml", tmp_path)
    text = demo.summed_up(tmp_path, summary)
    shown = set(re.findall(r"dvc repro ([a-z -]+-(?:report|check))", text))
    assert {"threads-report threads-check", "testset-report"} <= shown
    assert {stage for stages in shown for stage in stages.split()} <= REGISTRY.keys()
    assert str(tmp_path / "published/default/2/report/report.html") in text
    assert "3 books, 1,200 dialogues" in text
    assert "dialogue-etl diff dataset/default/1 dataset/default/2" in text
    assert "git checkout dataset/default/2" in demo.summed_up(tmp_path, {**summary, "in_workspace": False})
