from pathlib import Path
from typing import Any

import pytest

from dialogue_etl.sources import SOURCES
from tests.dags.loading import load

pytestmark = pytest.mark.slow  # imports Airflow

FORM = {"clean.days": 7, "clean.gc": False}


@pytest.fixture
def dag(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("DIALOGUE_ETL_WORKSPACE", str(workspace))
    return load("clean_up").dag


class Ti:
    def __init__(self, active: int = 0) -> None:
        self.active = active

    def get_dr_count(self, dag_id: str, run_ids: Any = None, states: Any = None) -> int:
        assert dag_id in SOURCES
        return self.active if states and dag_id == "threads" else 0


def test_every_night_and_never_at_once(dag: Any) -> None:
    from airflow.serialization.serialized_objects import DagSerialization  # noqa: PLC0415

    assert set(dag.task_dict) == {"worktrees", "cache"}
    assert dag.get_task("cache").upstream_task_ids == {"worktrees"}
    assert dag.max_active_runs == 1
    assert not dag.catchup
    assert dag.schedule.expression == "30 3 * * *"
    assert dag.schedule.run_immediately is False
    dag.params.validate()
    assert dict(dag.params) == {**FORM, "clean.gc": True}
    assert "30 3 * * *" in str(DagSerialization.to_dict(dag))


def test_while_runs_are_active_the_cache_waits_and_the_task_succeeds(
    dag: Any, caplog: pytest.LogCaptureFixture
) -> None:
    clear = dag.get_task("cache").python_callable
    clear(ti=Ti(2), params=FORM)
    assert "2 runs are queued or running" in caplog.text
    caplog.clear()
    clear(ti=Ti(0), params=FORM)
    assert "left for the next time" not in caplog.text
