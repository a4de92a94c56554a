"""The states of Airflow's runs, as a task can ask for them."""

from __future__ import annotations

from typing import Any

QUEUED, RUNNING, SUCCESS, FAILED = "queued", "running", "success", "failed"
ACTIVE = (QUEUED, RUNNING)
"""Of a run that is not over."""
OVER = (SUCCESS, FAILED)
NOT_STARTED = "not started"
"""Of a run that Airflow does not know."""


def state_of(ti: Any, dag: str, run: str) -> str:
    """A run's state as Airflow has it; `NOT_STARTED` if it knows no such run.

    Args:
        ti: The task instance of the task that asks.
        dag: Of the run.
        run: Its id.
    """
    # Asked for the state of a run it does not know, Airflow fails the task that asks.
    if not ti.get_dr_count(dag, run_ids=[run]):
        return NOT_STARTED
    state = ti.get_dagrun_state(dag, run)
    return str(getattr(state, "value", state))  # an enum of texts, which str() would give its class's name


def active_runs(ti: Any, dag: str, runs: list[str] | None = None) -> int:
    """How many runs of a DAG, or of some of its runs, are not over."""
    return int(ti.get_dr_count(dag, run_ids=runs, states=list(ACTIVE)))
