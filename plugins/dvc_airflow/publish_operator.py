"""Publishing a run's result as an Airflow operator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from airflow.sdk import Asset, AssetAlias, BaseOperator, BaseOperatorLink
from airflow.sdk.exceptions import AirflowFailException

from dvc_airflow.links import report_url, run_url
from dvc_airflow.publish import Origin, PublishError, publish
from dvc_airflow.runs import RunError
from dvc_airflow.supervised import end_with_supervisor
from dvc_airflow.versions import last_version

if TYPE_CHECKING:
    from airflow.sdk import Context
    from airflow.sdk.types import TaskInstanceKey

    from dvc_airflow.project import Project
    from dvc_airflow.versions import Version


class ReportLink(BaseOperatorLink):  # type: ignore[misc]
    """The published version's report, as a button on the publish task."""

    name = "Report"

    def get_link(self, operator: BaseOperator, *, ti_key: TaskInstanceKey) -> str:  # noqa: ARG002
        """Where the report is served; empty before the task has published."""
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

    def execute(self, context: Context) -> dict[str, Any]:
        """Number, tag and totals of the version."""
        end_with_supervisor()
        run_id = context["dag_run"].run_id
        passed = (context["ti"].xcom_pull(task_ids=self.gate) or {}).get("let_pass", [])
        try:
            version = publish(self.project, Origin(run_id, run_url(self.project.name, run_id), passed))
        except RunError as error:
            raise AirflowFailException(str(error)) from None
        except PublishError as error:
            self.log.error("%s", error)
            raise
        self.version = version
        self._announce(context, version)
        for name, value in version.totals.items():
            self.log.info("%s: %s", name, value)
        self.log.info("report: %s", report_url(version))
        where = "has its files" if version.in_workspace else "is as it was"
        self.log.info("published as tag %s (%s); the workspace %s", version.tag, version.commit[:10], where)
        return {
            "variant": version.variant,
            "number": version.number,
            "tag": version.tag,
            "commit": version.commit,
            "totals": version.totals,
        }

    def _announce(self, context: Context, version: Version) -> None:
        before = last_version(self.project.published, version.variant, below=version.number)
        if before and before.outs == version.outs:
            self.log.info("nothing differs from %s: no asset event", before.tag)
            return
        name = f"{self.project.name}/{version.variant}"
        extra = {"tag": version.tag, "commit": version.commit, "rows": version.totals, "outs": version.outs}
        context["outlet_events"][AssetAlias(self.project.name)].add(
            Asset(name=name, uri=f"dvc://{name}"), extra
        )
