from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from dvc_airflow import programs
from dvc_airflow.graph import load_graph
from dvc_airflow.lockfile import read_lock, tidy
from dvc_airflow.yaml_files import write_whole

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


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "dvc.lock"
    write_whole(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "\ud800")
    assert path.read_text() == "old"
