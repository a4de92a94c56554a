"""States of Airflow's runs, as a task can query them, and addresses in the UI."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from airflow.sdk.configuration import conf

if TYPE_CHECKING:
    from dvc_airflow.versions import Version

SUCCESS, FAILED = "success", "failed"
OVER = (SUCCESS, FAILED)
NOT_STARTED = "not started"
"""State of a run that Airflow does not know."""


def state_of(ti: Any, dag: str, run: str) -> str:
    """A run's state, queried through a task instance; `NOT_STARTED` if Airflow does not know the run."""
    # A query for the state of an unknown run would fail the task.
    if not ti.get_dr_count(dag, run_ids=[run]):
        return NOT_STARTED
    state = ti.get_dagrun_state(dag, run)
    return str(getattr(state, "value", state))  # str() of an enum contains the name of its class


def active_runs(ti: Any, dag: str, runs: list[str] | None = None) -> int:
    """Number of runs of a DAG, or of the given ones, that are queued or running."""
    return int(ti.get_dr_count(dag, run_ids=runs, states=["queued", "running"]))


def run_url(dag: str, run: str) -> str:
    """Address of a run in the UI."""
    return f"{ui()}/dags/{dag}/runs/{run}"


def report_url(version: Version) -> str:
    """Address of a version's report."""
    return f"{ui()}/datasets/{version.folder}/report/"


def sweep_url(folder: str) -> str:
    """Address of the page of a sweep."""
    return f"{ui()}/datasets/sweeps/{folder}/"


def ui() -> str:
    """Address of the UI, without a slash at the end."""
    return str(conf.get("api", "base_url", fallback="")).rstrip("/")
