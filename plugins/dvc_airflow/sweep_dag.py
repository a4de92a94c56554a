"""A sweep as an Airflow DAG: plan, start a run per variant, wait for them all, draw the page.

Waiting takes no worker and no triggerer: the one task that waits is put back to the scheduler between two
looks. A variant that fails stops no other one.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from airflow.sdk import DAG, Param

from dvc_airflow import sweeps
from dvc_airflow.operators import SPARE
from dvc_airflow.request import BASE, NO_PRESET, PRESET
from dvc_airflow.sweep_tasks import PLAN, WAIT, PageOperator, PlanOperator, StartOperator, WaitOperator
from dvc_airflow.sweeps import KNOB, NAME, NO_KNOB, SECOND_KNOB, SECOND_VALUES, VALUES, Sweep

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SPARE = {"retries": SPARE, "retry_delay": timedelta(seconds=10)}
_FIRST_LOOK, _LAST_LOOK = timedelta(seconds=20), timedelta(minutes=2)  # each costs seconds of CPU
_LONGEST = timedelta(days=30)


def sweep_dag(
    sweep: Sweep,
    *,
    description: str,
    doc_md: str,
    knob: str,
    values: Sequence[Any],
    tags: Iterable[str] = (),
) -> DAG:
    """The DAG `<project>_sweep`.

    Args:
        sweep: Of which project, over which knobs, and how its page is drawn.
        description: One line for the list of DAGs.
        doc_md: Markdown for its page.
        knob: What the form begins with.
        values: Of that knob.
        tags: For the list of DAGs.
    """
    dag = DAG(
        dag_id=f"{sweep.project.name}_sweep",
        description=description,
        doc_md=doc_md,
        tags=list(tags),
        schedule=None,
        catchup=False,
        is_paused_upon_creation=False,
        params=_form(sweep, knob, list(values)),
    )
    with dag:
        plan = PlanOperator(task_id=PLAN, sweep=sweep, **_SPARE)
        start = StartOperator.partial(
            task_id="start",
            dag_of_variant=sweep.project.name,
            map_index_template="{{ task.variant }}",
            **_SPARE,
        ).expand_kwargs(plan.output)
        wait = WaitOperator(
            task_id=WAIT,
            sweep=sweep,
            mode="reschedule",
            poke_interval=_FIRST_LOOK,
            exponential_backoff=True,
            max_wait=_LAST_LOOK,
            timeout=_LONGEST,
            trigger_rule="all_done_min_one_success",
            **_SPARE,
        )
        start >> wait >> PageOperator(task_id="page", sweep=sweep, **_SPARE)
    return dag


def _form(sweep: Sweep, knob: str, values: list[Any]) -> dict[str, Param]:
    keys = [one.key for one in sweep.fields]
    return {
        NAME: Param(
            "sweep",
            type="string",
            pattern=sweeps.NAME_PATTERN,
            title=NAME,
            description="What the variants' names begin with: <name>-<value>.",
        ),
        KNOB: Param(knob, type="string", enum=keys, title=KNOB, description="The knob that is turned."),
        VALUES: Param(
            values,
            type="array",
            title=VALUES,
            description=f"Its values, one per line; each makes one run, {sweeps.MOST} at most.",
        ),
        SECOND_KNOB: Param(
            NO_KNOB,
            type="string",
            enum=[NO_KNOB, *keys],
            title=SECOND_KNOB,
            description="A second one: then each pair of values makes one run.",
        ),
        SECOND_VALUES: Param([], type="array", title=SECOND_VALUES, description="Its values, one per line."),
        BASE: Param(
            "",
            type=["string", "null"],
            title=BASE,
            description="Branch, tag or commit that all variants begin from; empty for the workspace.",
        ),
        PRESET: Param(
            NO_PRESET,
            type="string",
            enum=[NO_PRESET, *sweep.project.presets],
            title=PRESET,
            description="A named set of values, put under those of the sweep.",
        ),
    }
