"""Airflow operators that prepare a run, run a stage, and publish the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import wraps
from textwrap import wrap
from typing import TYPE_CHECKING, Any, ClassVar

from airflow.sdk import Asset, AssetAlias, BaseOperator, BaseOperatorLink
from airflow.sdk.exceptions import AirflowFailException, AirflowSkipException
from airflow.sdk.observability import stats

from dvc_airflow.airflow_runs import report_url, run_url, ui
from dvc_airflow.hosts import at_work, metrics_of, prepare_for_all, pull, push
from dvc_airflow.inputs import differences, find_inputs, work_key
from dvc_airflow.lockfile import read_lock
from dvc_airflow.locks import hold
from dvc_airflow.params_values import flatten
from dvc_airflow.processes import end_with_supervisor
from dvc_airflow.publish import publish
from dvc_airflow.request import FORCED, TAKEN, refuse_unknown
from dvc_airflow.runs import RunError, load_state, prepare
from dvc_airflow.stage import StageError, StageProcess
from dvc_airflow.versions import find_run, last_version
from dvc_airflow.worktrees import RUNS_LOCK, lock_of

if TYPE_CHECKING:
    from airflow.sdk import Context
    from airflow.sdk.types import TaskInstanceKey

    from dvc_airflow.project import Project
    from dvc_airflow.runs import RunState
    from dvc_airflow.stage import StageResult
    from dvc_airflow.versions import Version

SPARE = 4
"""Retries of every task in case its process is killed, for example for lack of memory. A restart of Airflow
may use two: the scheduler starts tasks before the API server answers."""


_WIDTH = 100
"""Characters of a line of a log that Airflow's page shows at 1400 pixels; it cuts off the rest."""


def log_whole(log: Any, error: object) -> None:
    """Log why a task fails, line by line, as errors; long lines go on in the next one."""
    for line in str(error).splitlines():
        for part in wrap(line, _WIDTH, subsequent_indent="  ", break_long_words=False) or [""]:
            log.error("%s", part)


def _advising(execute: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """Let the log of a task that fails have the reason, line by line as errors, and the project's advice."""

    @wraps(execute)
    def advised(self: Any, context: Context) -> dict[str, Any]:
        try:
            return execute(self, context)
        except AirflowSkipException:
            raise
        except Exception as error:
            log_whole(self.log, error)
            if self.project.advice:
                self.log.error("%s", self.project.advice)
            raise

    return advised


def asset_of(name: str) -> Asset:
    """The Airflow asset of a dataset's versions, `<project>/<variant>`."""
    return Asset(name=name, uri=f"dvc://{name}")


class PrepareOperator(BaseOperator):  # type: ignore[misc]
    """Make the run's worktree and write the form's values into its params.yaml.

    Fails without a retry if a value is not allowed or the workspace cannot be built.
    """

    ui_color = "#e8eef7"

    def __init__(self, *, project: Project, drawn: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.project = project
        self.drawn = drawn

    @_advising
    def execute(self, context: Context) -> dict[str, Any]:
        """Prepare; commit, changed and edited values."""
        end_with_supervisor()
        run = context["dag_run"]
        try:
            refuse_unknown(run.conf or {}, list(self.dag.params))
            begin = prepare_for_all if self.project.several_hosts else prepare
            state = begin(self.project, run.run_id, run.conf or {}, self.drawn)
            self._refuse_undrawn(state)
        except (RunError, ValueError) as error:
            raise AirflowFailException(str(error)) from None
        self._log(state)
        return {"commit": state.commit, "changed": state.changed, "edited": state.edited}

    def _refuse_undrawn(self, state: RunState) -> None:
        """Fail if the DAG has no stages, or the run needs others, for example for further languages."""
        drawn = {task.stage for task in self.dag.tasks if isinstance(task, DvcStageOperator)}
        if not drawn:
            raise RunError(
                "this DAG has no stage to run: the workspace's params.yaml leaves dvc.yaml none, "
                "for instance by an empty list of languages. Change it there first"
            )
        undrawn = [stage for stage, does in state.does.items() if stage not in drawn and does != TAKEN]
        if undrawn:
            raise RunError(
                f"this run's values ask for stages that the DAG has no tasks of: {', '.join(undrawn)}. "
                "The DAG is drawn from the workspace's params.yaml: change it there first"
            )

    def _log(self, state: RunState) -> None:
        for said, values in (
            ("edited in the workspace, not committed", state.edited),
            ("changed for this run", state.changed),
        ):
            for key, (old, new) in values.items():
                self.log.info("%s: %s: %r -> %r", said, key, old, new)
        worktree = self.project.worktree(state.run_id)
        self.log.info("variant %s, worktree %s at commit %s", state.variant, worktree, state.commit[:10])


class StageLink(BaseOperatorLink):  # type: ignore[misc]
    """A page about what a stage wrote, as a button on its task."""

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def name(self) -> str:
        """On the button."""
        return self._name

    @property
    def xcom_key(self) -> str:
        """Where the worker stores the address for the UI."""
        return f"_link_{self._name}"

    def get_link(self, operator: BaseOperator, *, ti_key: TaskInstanceKey) -> str:
        """The address of the page; empty if the stage wrote nothing."""
        outs = getattr(operator, "outs", ())
        address = operator.project.stage_links[self._name](ti_key.dag_id, ti_key.run_id, outs) if outs else ""
        return f"{ui()}{address}" if address else ""


class DvcStageOperator(BaseOperator):  # type: ignore[misc]
    """Reproduce one stage of dvc.yaml in the run's worktree.

    The log says why the stage runs, and its last line whether it ran, was restored from the cache, or was
    unchanged; all three are success. If another run is doing the same work (same command, inputs and values),
    the task waits for it and restores its result. It is skipped if the run does not have the stage, or the
    stage is frozen.

    XCom: `{"status", "outs": {path: md5}, "metrics": {path: content}, "why"}`.

    A stage that fails is retried as often as its `retries` in dvc.yaml says. The task has SPARE retries more,
    for when it was killed although the stage did not fail.
    """

    ui_color = "#e6f4ea"

    def __init__(self, *, project: Project, stage: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.project = project
        self.stage = stage
        self.operator_extra_links = tuple(map(StageLink, project.stage_links))
        self.outs: tuple[str, ...] = ()
        self._process: StageProcess | None = None

    @_advising
    def execute(self, context: Context) -> dict[str, Any]:
        """Run the stage, streaming its output into the task log."""
        end_with_supervisor()
        with (
            at_work(self.project, context) as key,
            hold(self.project.locks / RUNS_LOCK, shared=True),
            hold(lock_of(self.project, self.project.worktree(key)), shared=True),
        ):
            state = load_state(self.project, key)
            does = state.does.get(self.stage)
            if does in {None, TAKEN}:
                why = "it is frozen" if does else "not part of this run, its params.yaml leaves it out"
                raise AirflowSkipException(f"{self.stage}: {why}")
            try:
                return self._run(key, forced=does == FORCED)
            except StageError as error:
                if context["ti"].try_number > self.retries - SPARE:
                    raise AirflowFailException(str(error)) from None
                raise

    def _run(self, key: str, *, forced: bool) -> dict[str, Any]:
        worktree = self.project.worktree(key)
        graph, lock = self.project.graph(worktree), read_lock(worktree)
        stage, several = graph[self.stage], self.project.several_hosts
        pull(self.project, key, stage.deps)
        inputs = find_inputs(worktree, stage, graph, lock)
        alone = forced or stage.always_changed  # results of other runs are not used
        why = ["it is forced or always runs"] if alone else differences(inputs, stage, lock)
        for reason in why:
            self.log.info("why it runs: %s", reason)
        self._process = StageProcess(worktree, stage, self.project.stage_env)
        same_work = self.project.locks / "stages" / f"{work_key(stage, inputs)}.lock"
        with nullcontext() if alone else hold(same_work, waiting=self._log_waiting):
            result = self._process.run(lambda line: self.log.info("%s", line), force=forced, pull=several)
        push(self.project, key, self.stage)
        recorded = {"stage": self.stage, "lock": read_lock(worktree).get(self.stage)} if several else {}
        return self._report(result, why) | recorded

    def _log_waiting(self) -> None:
        self.log.info("%s: another run does the same work at this moment: waiting for its result", self.stage)

    def _report(self, result: StageResult, why: list[str]) -> dict[str, Any]:
        self.outs = tuple(result.outs)
        for path, md5 in result.outs.items():
            self.log.info("wrote %s (%s)", path, md5)
        self.log.info("%s: %s", self.stage, result.status)
        self._measure(result.metrics)
        return {
            "status": result.status,
            "outs": result.outs,
            "metrics": result.metrics,
            "why": why if result.status != "unchanged" else [],
        }

    def _measure(self, metrics: Mapping[str, Any]) -> None:
        """Report the stage's metrics, such as rows and drops, through Airflow: statsd or OpenTelemetry."""
        for content in metrics.values():
            for key, value in flatten({f"dvc.{self.project.name}.{self.task_id}": content}).items():
                if isinstance(value, int | float):
                    stats.gauge(stats.normalize_name_for_stats(key, log_warning=False), value)

    def on_kill(self) -> None:
        """End dvc and all it started."""
        if self._process:
            self._process.end()


class ReportLink(BaseOperatorLink):  # type: ignore[misc]
    """The published version's report, as a button on the publish task."""

    name = "Report"

    def get_link(self, operator: BaseOperator, *, ti_key: TaskInstanceKey) -> str:  # noqa: ARG002
        """The address of the report; empty before the task has published."""
        version = getattr(operator, "version", None)
        return report_url(version) if version else ""


class PublishOperator(BaseOperator):  # type: ignore[misc]
    """Push, commit and tag the result, copy its report, remove the worktree.

    Emits an event of the asset `<project>/<variant>`, with tag, hashes and rows, if the version differs from
    the variant's last one.
    """

    ui_color = "#fdf3dc"
    operator_extra_links: ClassVar = (ReportLink(),)

    def __init__(self, *, project: Project, gate: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.project = project
        self.gate = gate
        self.outlets = [AssetAlias(project.name)]
        self.version: Version | None = None

    @_advising
    def execute(self, context: Context) -> dict[str, Any]:
        """Number, tag and totals of the version."""
        end_with_supervisor()
        run_id = context["dag_run"].run_id
        passed = (context["ti"].xcom_pull(task_ids=self.gate) or {}).get("let_pass", [])
        try:
            version = self._publish(context, run_id, passed)
        except RunError as error:
            raise AirflowFailException(str(error)) from None
        self.version = version
        self._announce(context, version)
        for name, value in version.totals.items():
            self.log.info("%s: %s", name, value)
        self.log.info("report: %s", report_url(version))
        where = "has its files" if version.in_workspace else "is as it was"
        self.log.info("published as tag %s (%s); the workspace %s", version.tag, version.commit[:10], where)
        return {name: getattr(version, name) for name in ("variant", "number", "tag", "commit", "totals")}

    def _publish(self, context: Context, run_id: str, passed: list[str]) -> Version:
        project = self.project
        if project.several_hosts and (done := find_run(project.published, run_id, project.name)):
            return done
        with at_work(project, context) as key:
            metrics_of(project, key)
            pull(project, key, [project.report] if project.report else [])
            return publish(project, run_id, run_url(project.name, run_id), passed, key)

    def _announce(self, context: Context, version: Version) -> None:
        before = last_version(self.project.published, version.variant, below=version.number)
        if before and before.outs == version.outs:
            self.log.info("nothing differs from %s: no asset event", before.tag)
            return
        extra = {"tag": version.tag, "commit": version.commit, "rows": version.totals, "outs": version.outs}
        asset = asset_of(f"{self.project.name}/{version.variant}")
        context["outlet_events"][AssetAlias(self.project.name)].add(asset, extra)
