from __future__ import annotations

from typing import TYPE_CHECKING

from dvc_airflow.graph import Graph, Stage
from dvc_airflow.lockfile import all_written, read_lock, tidy, written

if TYPE_CHECKING:
    from pathlib import Path


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


def test_a_path_begins_where_the_stage_runs() -> None:
    stage = Stage(name="a", base="a", group=None, cmd="x", wdir="sub")
    lock = {"a": {"outs": [{"path": "x", "md5": "1"}, {"path": "../y", "md5": "2"}]}}
    assert written(stage, lock) == {"sub/x": "1", "y": "2"}
    assert written(stage, {}) == {}
