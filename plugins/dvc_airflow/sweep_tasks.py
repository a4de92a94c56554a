"""The tasks of a sweep: plan it, start a run per variant, wait for them all, write the page."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar

from airflow.sdk import BaseOperator, BaseOperatorLink, BaseSensorOperator, Param, PokeReturnValue
from airflow.sdk.exceptions import AirflowFailException, DagRunTriggerException, ParamValidationError

from dvc_airflow import sweep_results, sweeps
from dvc_airflow.links import run_url, sweep_url
from dvc_airflow.programs import ProgramError
from dvc_airflow.request import BASE
from dvc_airflow.run_states import FAILED, NOT_STARTED, active_runs, state_of
from dvc_airflow.sweep_results import Outcome, Summary
from dvc_airflow.sweeps import Sweep, SweepError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from airflow.sdk import Context
    from airflow.sdk.types import TaskInstanceKey

    from dvc_airflow.changes import Values

PLAN, WAIT = "plan", "wait"
"""Tasks that others read what they returned."""


class PlanOperator(BaseOperator):  # type: ignore[misc]
    """Name the variants, and ask the project whether it takes their values, before any run begins."""

    ui_color = "#e8eef7"

    def __init__(self, *, sweep: Sweep, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.sweep = sweep

    def execute(self, context: Context) -> list[dict[str, Any]]:
        """Variant, run and conf of each, as `StartOperator` takes them."""
        try:
            return self._planned(dict(context["params"]), context["dag_run"].run_id)
        except (SweepError, ProgramError) as error:
            raise AirflowFailException(str(error)) from None

    def _planned(self, conf: Values, sweep_run: str) -> list[dict[str, Any]]:
        plan = sweeps.read_plan({**conf, BASE: _settled(self.sweep, conf)})
        plan = sweeps.typed(plan, self.sweep.fields)
        found = sweeps.variants(plan)
        check_schema(self.sweep, found.values())
        sweeps.check(self.sweep.project, plan, found)
        for variant, values in found.items():
            self.log.info("%s: %s", variant, sweeps.said(values))
        return [
            {
                "variant": variant,
                "variant_run": sweeps.run_id(sweep_run, variant),
                "variant_conf": sweeps.conf_of(plan, variant, values),
            }
            for variant, values in found.items()
        ]


def _settled(sweep: Sweep, conf: Values) -> str:
    return sweeps.settle_base(sweep.project.root, str(conf.get(BASE) or "").strip())


def check_schema(sweep: Sweep, found: Iterable[Values]) -> None:
    """Refuse what the form of the variants' DAG would refuse.

    Raises:
        SweepError: a value is not of its knob's kind; the message names both.
    """
    schemas = {one.key: {k: v for k, v in one.schema.items() if k != "description"} for one in sweep.fields}
    for key, value in (pair for values in found for pair in values.items()):
        try:
            Param(**schemas[key]).resolve(value)
        except ParamValidationError as error:
            reason = str(error).splitlines()[0].removeprefix("Invalid input for param ")
            raise SweepError(f"{key} = {json.dumps(value)} is not allowed: {reason}") from None


class VariantLink(BaseOperatorLink):  # type: ignore[misc]
    """The variant's run, as a button on the task that started it."""

    name = "Run of the variant"

    def get_link(self, operator: BaseOperator, *, ti_key: TaskInstanceKey) -> str:  # noqa: ARG002
        """Its address in the UI."""
        return str(run_url(operator.dag_of_variant, operator.variant_run))


class StartOperator(BaseOperator):  # type: ignore[misc]
    """Start the run of one variant; on a retry, or when cleared, only if it never began or has failed.

    Nothing of the conf is a template: values hold what they hold.
    """

    ui_color = "#e6f4ea"
    operator_extra_links: ClassVar = (VariantLink(),)

    def __init__(
        self, *, dag_of_variant: str, variant: str, variant_run: str, variant_conf: Values, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.dag_of_variant = dag_of_variant
        self.variant = variant
        self.variant_run = variant_run
        self.variant_conf = variant_conf

    def execute(self, context: Context) -> None:
        """Hand the run over to Airflow."""
        state = state_of(context["ti"], self.dag_of_variant, self.variant_run)
        if state not in {NOT_STARTED, FAILED}:
            self.log.info("%s has begun already and is %s", self.variant_run, state)
            return
        self.log.info("%s: %s", self.variant, sweeps.said(self.variant_conf))
        raise DagRunTriggerException(
            trigger_dag_id=self.dag_of_variant,
            dag_run_id=self.variant_run,
            conf=self.variant_conf,
            reset_dag_run=state == FAILED,
            skip_when_already_exists=False,
            wait_for_completion=False,
            allowed_states=[],
            failed_states=[],
            poke_interval=0,
            deferrable=False,
        )


class WaitOperator(BaseSensorOperator):  # type: ignore[misc]
    """Wait until no run of the sweep is queued or running. XCom: the state of each by variant."""

    def __init__(self, *, sweep: Sweep, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.sweep = sweep

    def poke(self, context: Context) -> PokeReturnValue | bool:
        """Whether all are over."""
        ti, dag = context["ti"], self.sweep.project.name
        planned = ti.xcom_pull(task_ids=PLAN)
        runs = [one["variant_run"] for one in planned]
        active = active_runs(ti, dag, runs)
        if active:
            self.log.info("%d of %d runs are not over yet", active, len(runs))
            return False
        states = {one["variant"]: state_of(ti, dag, one["variant_run"]) for one in planned}
        for variant, state in states.items():
            self.log.info("%s: %s", variant, state)
        return PokeReturnValue(is_done=True, xcom_value=states)


class PageOperator(BaseOperator):  # type: ignore[misc]
    """Write the sweep's page; then fail if a variant has no version, and say which."""

    ui_color = "#fdf3dc"

    def __init__(self, *, sweep: Sweep, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.sweep = sweep

    def execute(self, context: Context) -> dict[str, Any]:
        """The page's address, and the tag of each variant."""
        project, ti, run_id = self.sweep.project, context["ti"], context["dag_run"].run_id
        planned, states = ti.xcom_pull(task_ids=PLAN), ti.xcom_pull(task_ids=WAIT)
        plan = sweeps.read_plan({**context["params"], BASE: planned[0]["variant_conf"][BASE]})
        begun = [_outcome(self.sweep, plan.knobs, one, states[one["variant"]]) for one in planned]
        outcomes, versions = sweep_results.collect(project.published, begun)
        summary = Summary(
            name=plan.name,
            knobs=plan.knobs,
            run_id=run_id,
            date=datetime.now(UTC).isoformat(timespec="seconds"),
            run_url=run_url(ti.dag_id, run_id),
            base=plan.base,
            preset=plan.preset,
            outcomes=outcomes,
        )
        sweep_results.save(project.published, summary, self.sweep.draw(summary, versions))
        address = sweep_url(summary.folder)
        self.log.info("page: %s", address)
        if summary.missing:
            failed = "\n".join(f"{one.variant}: {one.state}, {one.run_url}" for one in summary.missing)
            raise AirflowFailException(
                f"{len(summary.missing)} of {len(outcomes)} variants have no version; the others are on "
                f"{address}\n{failed}\nTo try these again, clear the task `start` of each."
            )
        return {"page": address, "tags": {one.variant: one.tag for one in outcomes}}


def _outcome(sweep: Sweep, knobs: Sequence[str], planned: Values, state: str) -> Outcome:
    return Outcome(
        variant=planned["variant"],
        values={knob: planned["variant_conf"][knob] for knob in knobs},
        run_id=planned["variant_run"],
        state=state,
        run_url="" if state == NOT_STARTED else run_url(sweep.project.name, planned["variant_run"]),
    )
