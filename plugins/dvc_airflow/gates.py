"""The gate before publishing: checks of a version, and the decision of a person if one fails.

It uses Airflow's human in the loop: the task waits in the state `awaiting_input` without using a worker, and
shows its question under *Required Actions*.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from airflow.providers.standard.operators.hitl import HITLOperator
from airflow.sdk.exceptions import AirflowFailException

from dvc_airflow.hosts import at_work, metrics_of
from dvc_airflow.runs import RunError, load_state
from dvc_airflow.stage import read_metrics
from dvc_airflow.versions import last_version
from dvc_airflow.yaml_files import read_yaml

if TYPE_CHECKING:
    from airflow.sdk import Context

    from dvc_airflow.project import Project, Stops

REFUSE = "Do not publish"
"""The answer that fails the run."""
PATIENCE = timedelta(days=7)
"""How long to wait for an answer."""

_MARKDOWN, _PLAIN = re.compile(r"([\\`*_{}\[\]<>#|~])"), r"\\\1"


class GateOperator(HITLOperator):  # type: ignore[misc]
    """Checks the gates of a version, and asks a person if it fails one.

    Without a failed gate the task succeeds. Else it logs each reason as an error, and waits until somebody
    chooses the gates to let pass; only if these are all failed ones is the version published. XCom:
    `{"let_pass": [gates], "by": name}`, without `by` if no one was asked.
    """

    ui_color = "#f7e8e8"

    def __init__(self, *, project: Project, response_timeout: timedelta = PATIENCE, **kwargs: Any) -> None:
        # The answer is handled by a new object of the task, so all possible options are listed here.
        super().__init__(
            subject=f"May this version of {project.name} be published?",
            options=[*project.gate_names, REFUSE],
            multiple=True,
            response_timeout=response_timeout,
            **kwargs,
        )
        self.project = project

    def execute(self, context: Context) -> dict[str, Any]:
        """Succeed, or ask the question and wait."""
        variant, stops = self._stops(context)
        if not stops:
            self.log.info("nothing stops this version: %s", ", ".join(self.project.gate_names) or "no gates")
            return {"let_pass": []}
        for gate, reason in stops.items():
            self.log.error("%s: %s", gate, reason)
        self.body = question(variant, stops)
        self.options = [*stops, REFUSE]
        super().execute(context)  # ends by raising: the task waits
        raise AssertionError("Airflow did not wait for an answer")

    def execute_complete(self, context: Context, event: dict[str, Any]) -> dict[str, Any]:
        """Handle the answer.

        The gates are checked again: another version of the variant may have been published in the meantime,
        and Airflow 3.3 shows a cleared task the question of its earlier try.

        Raises:
            AirflowFailException: no one answered, or not all failed gates were let pass.
        """
        _, stops = self._stops(context)
        if event.get("error_type") == "timeout":
            raise AirflowFailException(
                f"nobody answered within {self.response_timeout}; this version is not published. To be asked "
                f"again, clear this task. {_listed(stops)}"
            )
        answer = super().execute_complete(context, event)
        chosen = set(answer["chosen_options"])
        by = (answer["responded_by_user"] or {}).get("name") or "somebody"
        if refused := {gate: why for gate, why in stops.items() if gate not in chosen or REFUSE in chosen}:
            raise AirflowFailException(f"{by} decided not to publish. {_listed(refused)}")
        for gate, reason in stops.items():
            self.log.warning("let pass by %s: %s: %s", by, gate, reason)
        return {"let_pass": [*stops], "by": by}

    def _stops(self, context: Context) -> tuple[str, Stops]:
        """The run's variant, and the gates that the version in its worktree fails."""
        try:
            with at_work(self.project, context) as key:
                variant, worktree = load_state(self.project, key).variant, self.project.worktree(key)
                paths = metrics_of(self.project, key)
                last = last_version(self.project.published, variant)
                before = last.metrics if last else None
                values = read_yaml(worktree / "params.yaml")
                return variant, self.project.gates(values, read_metrics(worktree, paths), before)
        except RunError as error:
            raise AirflowFailException(str(error)) from None


def question(variant: str, stops: Stops) -> str:
    """The question, as Markdown."""
    # Reasons quote any text, so Markdown characters in them are escaped.
    reasons = "\n".join(f"- **{gate}**: {_MARKDOWN.sub(_PLAIN, reason)}" for gate, reason in stops.items())
    return (
        f"This stops the next version of **{variant}**:\n\n{reasons}\n\n"
        "To publish it all the same choose each of these gates; the version will say that you let them pass. "
        f"With fewer of them, or with *{REFUSE}*, nothing is published and the run fails; its work is kept."
    )


def _listed(stops: Stops) -> str:
    reasons = "; ".join(f"{gate}: {reason}" for gate, reason in stops.items())
    return f"What stops it: {reasons}" if stops else "Nothing stops it any more."
