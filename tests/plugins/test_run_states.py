from __future__ import annotations

from enum import Enum
from typing import Any

from dvc_airflow.run_states import NOT_STARTED, active_runs, state_of


class State(str, Enum):  # noqa: UP042 - StrEnum would not do what Airflow's does
    """As Airflow's: a text whose str() is not its value."""

    FAILED = "failed"
    RUNNING = "running"


class Ti:
    def __init__(self) -> None:
        self.states = {"one": State.FAILED, "two": State.RUNNING}

    def get_dr_count(self, dag_id: str, run_ids: Any = None, states: Any = None) -> int:
        known = {run: state for run, state in self.states.items() if run_ids is None or run in run_ids}
        return sum(states is None or state.value in states for state in known.values())

    def get_dagrun_state(self, dag_id: str, run_id: str) -> State:
        return self.states[run_id]


def test_states_are_texts_and_an_unknown_run_is_never_asked_for() -> None:
    assert [state_of(Ti(), "dag", run) for run in ("one", "two", "three")] == [
        "failed",
        "running",
        NOT_STARTED,
    ]
    assert str(State.FAILED) != "failed"


def test_active_ones_are_counted() -> None:
    assert active_runs(Ti(), "dag") == 1
    assert active_runs(Ti(), "dag", ["one", "three"]) == 0
