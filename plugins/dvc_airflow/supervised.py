"""A task process and the process of Airflow's that watches over it."""

from __future__ import annotations

from airflow.sdk.execution_time import task_runner
from airflow.sdk.execution_time.comms import CommsDecoder

from dvc_airflow.guard import die_with_parent


def end_with_supervisor() -> None:
    """From now on this task is killed as soon as its supervisor ends, however that comes.

    Airflow would start it again while it goes on. Does nothing where a task has no process of its own, as in
    `dag.test()`: there the parent is a person's shell or pytest.
    """
    if isinstance(getattr(task_runner, "SUPERVISOR_COMMS", None), CommsDecoder):
        die_with_parent()
