from __future__ import annotations

from typing import TYPE_CHECKING

import yaml
from dvc_airflow.data_files import read_data
from dvc_airflow.graph import Graph, Stage
from dvc_airflow.lockfile import all_written, read_lock, tidy, written

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def test_tidied_it_is_in_the_order_of_dvc_yaml(tmp_path: Path) -> None:
    lock = tmp_path / "dvc.lock"
    entry = "\n    cmd: x\n    outs:\n    - path: {0}\n      md5: '1e2'\n"
    stages = "".join(f"  {name}:{entry.format(name)}" for name in ("gone", "b@hu", "b@en", "a"))
    lock.write_text(f"schema: '2.0'\nstages:\n{stages}")
    before = yaml.safe_load(lock.read_text())
    tidy(tmp_path, dict.fromkeys(["a", "b@en", "b@hu", "c"]))  # type: ignore[arg-type]
    after = yaml.safe_load(lock.read_text())
    assert list(after["stages"]) == ["a", "b@en", "b@hu"]
    assert {**after["stages"], "gone": before["stages"]["gone"]} == before["stages"]
    assert all_written(_stages(after["stages"]), read_lock(tmp_path)) == dict.fromkeys(after["stages"], "1e2")
    again = lock.stat()
    tidy(tmp_path, dict.fromkeys(["a", "b@en", "b@hu", "c"]))  # type: ignore[arg-type]
    assert lock.stat().st_mtime_ns == again.st_mtime_ns


def _stages(names: Iterable[str]) -> Graph:
    return {name: Stage(name=name, base=name, group=None, cmd="x") for name in names}


def test_a_path_begins_where_the_stage_runs() -> None:
    stage = Stage(name="a", base="a", group=None, cmd="x", wdir="sub")
    lock = {"a": {"outs": [{"path": "x", "md5": "1"}, {"path": "../y", "md5": "2"}]}}
    assert written(stage, lock) == {"sub/x": "1", "y": "2"}
    assert written(stage, {}) == {}


def test_yaml_is_that_of_dvc(tmp_path: Path) -> None:
    values = "[no, on, Yes, 1e3, true, null, ~, 1.5, -2, .5, 0, 12:30, 'x', 'true']"
    (tmp_path / "dvc.lock").write_text(f"stages:\n  a:\n    params: {values}\n")
    found = read_lock(tmp_path)["a"]["params"]
    assert found == read_data(tmp_path / "dvc.lock")["stages"]["a"]["params"]
    assert found[:4] == ["no", "on", "Yes", 1000.0]


def test_missing_or_cut_short(tmp_path: Path) -> None:
    tidy(tmp_path, {})
    assert read_lock(tmp_path) == {}
    for text in ("", "stages:\n  a: {", "- 1", "stages:"):
        (tmp_path / "dvc.lock").write_text(text)
        assert read_lock(tmp_path) == {}
