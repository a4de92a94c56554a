from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.dags.loading import load

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow  # imports Airflow

FORM = {"clean.days": 7, "clean.logs_days": 30, "clean.gc": False}


@pytest.fixture
def dag(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("DIALOGUE_ETL_WORKSPACE", str(workspace))
    return load("clean_up").dag


class Ti:
    def __init__(self, active: int = 0) -> None:
        self.active = active

    def get_dr_count(self, dag_id: str, run_ids: Any = None, states: Any = None) -> int:
        assert dag_id in {"books", "threads", "mix"}
        return self.active if states and dag_id == "threads" else 0


def test_every_night_and_never_at_once(dag: Any) -> None:
    from airflow.serialization.serialized_objects import DagSerialization  # noqa: PLC0415

    assert set(dag.task_dict) == {"worktrees", "cache", "logs"}
    assert dag.get_task("cache").upstream_task_ids == {"worktrees"}
    assert dag.max_active_runs == 1
    assert not dag.catchup
    assert dag.schedule.expression == "30 3 * * *"
    assert dag.schedule.run_immediately is False
    dag.params.validate()
    assert dict(dag.params) == {**FORM, "clean.gc": True}
    assert "30 3 * * *" in str(DagSerialization.to_dict(dag))


def test_old_task_logs_of_ours_go(dag: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AIRFLOW__LOGGING__BASE_LOG_FOLDER", str(tmp_path / "logs"))
    for name in ("books", "books_sweep", "others"):
        for run, days in (("old", 31), ("new", 29)):
            file = tmp_path / "logs" / f"dag_id={name}" / f"run_id={run}" / "attempt=1.log"
            file.parent.mkdir(parents=True)
            file.write_text("log")
            os.utime(file, (time.time() - days * 86400,) * 2)
    assert dag.get_task("logs").python_callable(params=FORM) == {"task logs": 2, "graphs": 0}
    left = [str(path.relative_to(tmp_path / "logs")) for path in sorted((tmp_path / "logs").glob("*/*"))]
    ours = ["dag_id=books/run_id=new", "dag_id=books_sweep/run_id=new"]
    assert left == [*ours, "dag_id=others/run_id=new", "dag_id=others/run_id=old"]


def test_while_runs_are_active_the_cache_waits_and_the_task_succeeds(
    dag: Any, caplog: pytest.LogCaptureFixture
) -> None:
    clear = dag.get_task("cache").python_callable
    clear(ti=Ti(2), params=FORM)
    assert "2 runs are queued or running" in caplog.text
    caplog.clear()
    clear(ti=Ti(0), params=FORM)
    assert "left for the next time" not in caplog.text
