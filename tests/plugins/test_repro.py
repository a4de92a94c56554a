import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from dvc_airflow import programs
from dvc_airflow.graph import Graph, Stage, load_graph
from dvc_airflow.lockfile import all_written, read_lock, tidy

COMMAND = "echo one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
DVC_YAML = f"""stages:
  first:
    cmd: {COMMAND} > ${{item.name}}.txt
    matrix:
      name: [a, b]
    params: [values]
    outs:
    - ${{item.name}}.txt
"""
VALUES = "values: {text: 'no', other: \"1e3\", small: 2.0e-05, none: null, list: [1, on, 'ü'], empty: []}\n"


@pytest.mark.slow
def test_what_is_recorded_is_what_dvc_records(tmp_path: Path) -> None:
    """Two repositories: in one of them the plain program `dvc` works."""
    texts = []
    (tmp_path / "ours").mkdir()
    programs.dvc(tmp_path / "ours", "init", "--no-scm", "--quiet")
    (tmp_path / "ours" / "dvc.yaml").write_text(DVC_YAML)
    (tmp_path / "ours" / "params.yaml").write_text(VALUES)
    shutil.copytree(tmp_path / "ours", tmp_path / "plain")
    for kind in ("ours", "plain"):
        folder = tmp_path / kind
        for stage in ("first@b", "first@a"):
            if kind == "ours":
                programs.dvc(folder, "repro", "--single-item", stage)
            else:
                dvc = str(Path(sys.executable).with_name("dvc"))
                subprocess.run([dvc, "repro", "--single-item", stage], cwd=folder, check=True)
        before = read_lock(folder)
        tidy(folder, load_graph(folder))
        assert read_lock(folder) == before
        texts.append((folder / "dvc.lock").read_text())
    assert texts[0] == texts[1]
    assert len(before) == 2


def test_a_stage_fails_whose_output_cannot_be_copied_into_the_cache(tmp_path: Path) -> None:
    """DVC itself records it, and returns 0. A limit stands for a full disk."""
    programs.dvc(tmp_path, "init", "--no-scm", "--quiet")
    (tmp_path / "large").write_bytes(b"x" * 2_000_000)
    (tmp_path / "dvc.yaml").write_text("stages: {a: {cmd: ln large a, outs: [a]}}")
    limit = ["prlimit", "--fsize=1000000"]
    command = [*limit, *programs.dvc_program(), "repro"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "1 files could not be copied into DVC's cache" in done.stderr
    assert done.returncode
    assert read_lock(tmp_path) == {}
    programs.dvc(tmp_path, "repro")
    assert read_lock(tmp_path)


def test_tidied_it_is_in_the_order_of_dvc_yaml(tmp_path: Path) -> None:
    lock = tmp_path / "dvc.lock"
    entry = "\n    cmd: x\n    outs:\n    - path: {0}\n      md5: '1e2'\n"
    stages = "".join(f"  {name}:{entry.format(name)}" for name in ("gone", "b@hu", "b@en", "a"))
    lock.write_text(f"schema: '2.0'\nstages:\n{stages}")
    before = read_lock(tmp_path)
    graph: Graph = {name: Stage(name, name, None, "x") for name in ("a", "b@en", "b@hu", "c")}
    tidy(tmp_path, graph)
    after = read_lock(tmp_path)
    assert list(after) == ["a", "b@en", "b@hu"]
    assert {**after, "gone": before["gone"]} == before
    assert all_written(graph, after) == dict.fromkeys(after, "1e2")
    again = lock.read_text()
    tidy(tmp_path, graph)
    assert lock.read_text() == again
