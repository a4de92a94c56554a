"""Preparing a run, running a stage and publishing the result as Airflow operators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from airflow.sdk import BaseOperator, BaseOperatorLink
from airflow.sdk.configuration import conf
from airflow.sdk.exceptions import AirflowFailException, AirflowSkipException

from dvc_airflow.graph import load_graph
from dvc_airflow.publish import publish
from dvc_airflow.runs import RunError, load_state, prepare
from dvc_airflow.stage import StageError, StageProcess

if TYPE_CHECKING:
    from airflow.sdk import Context
    from airflow.sdk.types import TaskInstanceKey

    from dvc_airflow.project import Project

SPARE = 2
"""Retries of every task for a process that was killed, be it the machine's memory that ran out."""


class PrepareOperator(BaseOperator):  # type: ignore[misc]
    """Make the run's worktree and write the form's values into its params.yaml.

    Fails at once, without a retry, when a value is not allowed or the workspace cannot be built.
    """

    ui_color = "#e8eef7"

    def __init__(self, *, project: Project, drawn: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.project = project
        self.drawn = drawn

    def execute(self, context: Context) -> dict[str, Any]:
        """The state of the run: base commit and changed values."""
        run = context["dag_run"]
        try:
            state = prepare(self.project, run.run_id, run.conf or {}, self.drawn)
        except (RunError, ValueError) as error:
            raise AirflowFailException(str(error)) from None
        for key, (old, new) in state.uncommitted.items():
            self.log.info("edited in the workspace, not committed: %s: %r -> %r", key, old, new)
        for key, (old, new) in state.changed.items():
            self.log.info("changed for this run: %s: %r -> %r", key, old, new)
        self.log.info("worktree %s at commit %s", self.project.worktree(run.run_id), state.base[:10])
        return {"base": state.base, "changed": state.changed, "uncommitted": state.uncommitted}


class DvcStageOperator(BaseOperator):  # type: ignore[misc]
    """Reproduce one stage of dvc.yaml in the run's worktree.

    The last line of the log says whether the stage ran, was restored from the cache of earlier runs, or was
    unchanged; all three are success. A stage the run does not have (a language that was deselected) is
    skipped. XCom: `{"status", "outs": {path: md5}, "metrics": {path: content}}`.

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
        run_id = context["dag_run"].run_id
        load_state(self.project, run_id)
        worktree = self.project.worktree(run_id)
        stage = load_graph(worktree).get(self.stage)
        if stage is None:
            self.log.info("%s: skipped, not part of this run: its params.yaml leaves it out", self.stage)
            raise AirflowSkipException(self.stage)
        self._process = StageProcess(worktree, stage, self.project.stage_env, self.project.drop_env)
        try:
            result = self._process.run(lambda line: self.log.info("%s", line))
        except StageError as error:
            if context["ti"].try_number > self.retries - SPARE:
                raise AirflowFailException(str(error)) from None
            raise
        self.log.info("%s: %s", self.stage, result.status)
        return {"status": result.status, "outs": result.outs, "metrics": result.metrics}

    def on_kill(self) -> None:
        """End dvc and all it started."""
        if self._process:
            self._process.end()


class ReportLink(BaseOperatorLink):  # type: ignore[misc]
    """The published version's report, as a button on the publish task."""

    name = "Report"

    def get_link(self, operator: BaseOperator, *, ti_key: TaskInstanceKey) -> str:  # noqa: ARG002
        """Where the report is served; empty before the task has published."""
        number = getattr(operator, "number", None)
        return report_url(number) if number else ""


def report_url(number: int) -> str:
    """Where the plugin's pages serve a version's report."""
    base = conf.get("api", "base_url", fallback="").rstrip("/")
    return f"{base}/datasets/{number}/report/"


class PublishOperator(BaseOperator):  # type: ignore[misc]
    """Commit and tag the result, copy its report, remove the worktree."""

    ui_color = "#fdf3dc"
    operator_extra_links: ClassVar = (ReportLink(),)

    def __init__(self, *, project: Project, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.project = project
        self.number: int | None = None

    def execute(self, context: Context) -> dict[str, Any]:
        """Number, tag and totals of the version."""
        version = publish(self.project, context["dag_run"].run_id)
        self.number = version.number
        for name, value in version.totals.items():
            self.log.info("%s: %s", name, value)
        self.log.info("report: %s", report_url(version.number))
        where = "has its files" if version.in_workspace else "is as it was"
        self.log.info("published as tag %s (%s); the workspace %s", version.tag, version.commit[:10], where)
        return {
            "number": version.number,
            "tag": version.tag,
            "commit": version.commit,
            "totals": version.totals,
        }
