"""Preparing a run and running a stage as Airflow operators."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from airflow.sdk import BaseOperator
from airflow.sdk.exceptions import AirflowFailException, AirflowSkipException, DownstreamTasksSkipped

from dvc_airflow.dry_run import dry_run
from dvc_airflow.graph import load_graph
from dvc_airflow.inputs import differences, find_inputs
from dvc_airflow.lockfile import read_lock
from dvc_airflow.locks import hold
from dvc_airflow.plan import FORCED, TAKEN
from dvc_airflow.runs import RunError, load_state, prepare
from dvc_airflow.stage import StageError, StageProcess
from dvc_airflow.supervised import end_with_supervisor
from dvc_airflow.worktrees import RUNS_LOCK, lock_of

if TYPE_CHECKING:
    from pathlib import Path

    from airflow.sdk import Context

    from dvc_airflow.graph import Graph, Stage
    from dvc_airflow.plan import Step
    from dvc_airflow.project import Project
    from dvc_airflow.runs import RunState
    from dvc_airflow.stage import StageResult

SPARE = 4
"""Retries of every task for a process that was killed, be it the machine's memory that ran out. A restart of
Airflow may use two: the scheduler starts tasks before the API server answers."""


class PrepareOperator(BaseOperator):  # type: ignore[misc]
    """Make the run's worktree and write the form's values into its params.yaml.

    Fails at once, without a retry, when a value is not allowed or the workspace cannot be built. Skips the
    tasks of stages that this run does not have or takes from its base; in a dry run all that follow.
    """

    ui_color = "#e8eef7"

    def __init__(self, *, project: Project, drawn: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.project = project
        self.drawn = drawn
        self.tasks: dict[str, str] = {}
        """Stage to its task; set when the DAG is drawn."""

    def execute(self, context: Context) -> None:
        """Prepare; XCom: commit, changed and edited values, and the steps of a dry run."""
        end_with_supervisor()
        run = context["dag_run"]
        try:
            state = prepare(self.project, run.run_id, run.conf or {}, self.drawn)
        except (RunError, ValueError) as error:
            raise AirflowFailException(str(error)) from None
        self._refuse_undrawn(state)
        self._tell(state)
        result: dict[str, Any] = {"commit": state.commit, "changed": state.changed, "edited": state.edited}
        if state.dry:
            steps = dry_run(self.project, run.run_id, lambda line: self.log.info("%s", line))
            self._tell_steps(steps)
            result["steps"] = [step.as_dict() for step in steps]
            skipped = sorted(self.get_flat_relative_ids(upstream=False))
        else:
            skipped = sorted(
                task for stage, task in self.tasks.items() if state.does.get(stage) in {None, TAKEN}
            )
        context["ti"].xcom_push(key="return_value", value=result)
        if skipped:
            raise DownstreamTasksSkipped(tasks=skipped)

    def _refuse_undrawn(self, state: RunState) -> None:
        """Fail if the run's values, such as more languages, ask for stages that the DAG has no tasks of."""
        undrawn = [stage for stage, does in state.does.items() if stage not in self.tasks and does != TAKEN]
        if undrawn:
            raise AirflowFailException(
                f"this run's values ask for stages that the DAG has no tasks of: {', '.join(undrawn)}. "
                "The DAG is drawn from the workspace's params.yaml: change it there first"
            )

    def _tell(self, state: RunState) -> None:
        for key, (old, new) in state.edited.items():
            self.log.info("edited in the workspace, not committed: %s: %r -> %r", key, old, new)
        for key, (old, new) in state.changed.items():
            self.log.info("changed for this run: %s: %r -> %r", key, old, new)
        worktree = self.project.worktree(state.run_id)
        self.log.info("variant %s, worktree %s at commit %s", state.variant, worktree, state.commit[:10])
        if taken := [stage for stage, does in state.does.items() if does == TAKEN]:
            self.log.info("taken from the base: %s", ", ".join(taken))
        if gone := [stage for stage in self.tasks if stage not in state.does]:
            self.log.info("not part of this run, its params.yaml leaves them out: %s", ", ".join(gone))

    def _tell_steps(self, steps: list[Step]) -> None:
        self.log.info("dry run: nothing is built")
        for step in steps:
            self.log.info("%s: %s%s", step.stage, step.does, f": {'; '.join(step.why)}" if step.why else "")


class DvcStageOperator(BaseOperator):  # type: ignore[misc]
    """Reproduce one stage of dvc.yaml in the run's worktree.

    The log says why the stage runs, and its last line whether it ran, was restored from the cache of earlier
    runs, or was unchanged; all three are success. Where another run does the same work at this moment (same
    command, inputs and values) it is waited for, and its result restored.

    XCom: `{"status", "outs": {path: md5}, "metrics": {path: content}, "rows": {"in", "out"}, "why"}`.

    A stage that fails is tried again as often as its `retries` in dvc.yaml says. The task itself has SPARE
    retries more, for when not the stage failed but the task was killed.
    """

    ui_color = "#e6f4ea"

    def __init__(self, *, project: Project, stage: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.project = project
        self.stage = stage
        self._process: StageProcess | None = None

    def execute(self, context: Context) -> dict[str, Any]:
        """Run the stage, streaming its output into the task log."""
        end_with_supervisor()
        run_id = context["dag_run"].run_id
        worktree = self.project.worktree(run_id)
        with (
            hold(self.project.locks / RUNS_LOCK, shared=True),
            hold(lock_of(self.project, worktree), shared=True),
        ):
            state = load_state(self.project, run_id)
            graph = load_graph(worktree)
            self._refuse(state, graph)
            try:
                return self._run(graph, worktree, forced=state.does.get(self.stage) == FORCED)
            except StageError as error:
                if context["ti"].try_number > self.retries - SPARE:
                    raise AirflowFailException(str(error)) from None
                raise

    def _refuse(self, state: RunState, graph: Graph) -> None:
        """Skip what is none of this run's work, should somebody clear its task."""
        if self.stage not in graph:
            raise AirflowSkipException(f"{self.stage}: not part of this run, its params.yaml leaves it out")
        if state.does.get(self.stage) == TAKEN:
            raise AirflowSkipException(f"{self.stage}: taken from the base")

    def _run(self, graph: Graph, worktree: Path, *, forced: bool) -> dict[str, Any]:
        stage, lock = graph[self.stage], read_lock(worktree)
        inputs = find_inputs(worktree, stage, graph, lock)
        why = self._why(stage, differences(inputs, lock.get(stage.name)), forced=forced)
        for reason in why:
            self.log.info("why it runs: %s", reason)
        self._process = StageProcess(worktree, stage, self.project.stage_env, self.project.drop_env)
        # What is forced or always runs does not look at what others did.
        alone = forced or stage.always_changed
        same_work = self.project.locks / "stages" / f"{inputs.key}.lock"
        with nullcontext(True) if alone else hold(same_work, waiting=self._tell_waiting):
            result = self._process.run(lambda line: self.log.info("%s", line), force=forced)
        return self._report(result, why)

    def _why(self, stage: Stage, found: list[str], *, forced: bool) -> list[str]:
        if forced:
            return ["it is forced"]
        return ["it always runs"] if stage.always_changed else found

    def _tell_waiting(self) -> None:
        self.log.info("%s: another run does the same work at this moment: waiting for its result", self.stage)

    def _report(self, result: StageResult, why: list[str]) -> dict[str, Any]:
        rows = dict(self.project.rows(self.stage, result.metrics))
        if rows:
            self.log.info("rows: %s", ", ".join(f"{name} {count:,}" for name, count in rows.items()))
        for path, md5 in result.outs.items():
            self.log.info("wrote %s (%s)", path, md5)
        told = "%s: %s (%.1f s, %.1f s of CPU)"
        self.log.info(told, self.stage, result.status, result.seconds, result.cpu)
        return {
            "status": result.status,
            "outs": result.outs,
            "metrics": result.metrics,
            "rows": rows,
            "why": why if result.status != "unchanged" else [],
        }

    def on_kill(self) -> None:
        """End dvc and all it started."""
        if self._process:
            self._process.end()
