"""Airflow's runs as a task can ask for them: their states, and their addresses in the UI."""

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
    """A run's state as Airflow has it, asked by a task instance; `NOT_STARTED` if it knows no such run."""
    # Asked for the state of a run it does not know, Airflow fails the task that asks.
    if not ti.get_dr_count(dag, run_ids=[run]):
        return NOT_STARTED
    state = ti.get_dagrun_state(dag, run)
    return str(getattr(state, "value", state))  # an enum of texts, which str() would give its class's name


def active_runs(ti: Any, dag: str, runs: list[str] | None = None) -> int:
    """How many runs of a DAG, or of some of its runs, are queued or running."""
    return int(ti.get_dr_count(dag, run_ids=runs, states=["queued", "running"]))


def run_url(dag: str, run: str) -> str:
    """A run in the UI."""
    return f"{ui()}/dags/{dag}/runs/{run}"


def report_url(version: Version) -> str:
    """Where the plugin's pages serve a version's report."""
    return f"{ui()}/datasets/{version.folder}/report/"


def sweep_url(folder: str) -> str:
    """Where the plugin's pages serve the page of a sweep."""
    return f"{ui()}/datasets/sweeps/{folder}/"


def ui() -> str:
    """Where the UI is, without a slash at the end."""
    return str(conf.get("api", "base_url", fallback="")).rstrip("/")
