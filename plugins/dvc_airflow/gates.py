"""The gate before publishing: what must hold of a version, and a person's word where it does not.

Built on Airflow's human in the loop: the task waits in the state `awaiting_input`, holds no worker meanwhile,
and shows its question under *Required Actions*.
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
"""The answer that lets nothing pass."""
PATIENCE = timedelta(days=7)
"""How long a person has to answer."""

_MARKDOWN, _PLAIN = re.compile(r"([\\`*_{}\[\]<>#|~])"), r"\\\1"


class GateOperator(HITLOperator):  # type: ignore[misc]
    """Let a version through to its publishing, or ask a person who may.

    Nothing stops it: success, nobody is asked. Something does: each reason is an error in the log, and the
    task waits for somebody to choose the gates to let pass, all of them or nothing is published. XCom:
    `{"let_pass": [gates], "by": name}`, without `by` where nobody was asked.
    """

    ui_color = "#f7e8e8"

    def __init__(self, *, project: Project, response_timeout: timedelta = PATIENCE, **kwargs: Any) -> None:
        # When the answer comes the task is a new object, so these are all options there may be.
        super().__init__(
            subject=f"May this version of {project.name} be published?",
            options=[*project.gate_names, REFUSE],
            multiple=True,
            response_timeout=response_timeout,
            **kwargs,
        )
        self.project = project

    def execute(self, context: Context) -> dict[str, Any]:
        """Pass, or write the question and wait."""
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
        """Go on with a person's answer.

        What stops the version is found anew: another one of the variant may have been published meanwhile,
        and Airflow 3.3 shows a cleared task the question of its earlier try.

        Raises:
            AirflowFailException: nobody answered, or not everything was let pass.
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
        """The run's variant, and what stops the version in its worktree."""
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
    """What a person is asked, as Markdown."""
    # A reason quotes text from anywhere: its marks mean nothing.
    reasons = "\n".join(f"- **{gate}**: {_MARKDOWN.sub(_PLAIN, reason)}" for gate, reason in stops.items())
    return (
        f"This stops the next version of **{variant}**:\n\n{reasons}\n\n"
        "To publish it all the same choose each of these gates; the version will say that you let them pass. "
        f"With fewer of them, or with *{REFUSE}*, nothing is published and the run fails; its work is kept."
    )


def _listed(stops: Stops) -> str:
    reasons = "; ".join(f"{gate}: {reason}" for gate, reason in stops.items())
    return f"What stops it: {reasons}" if stops else "Nothing stops it any more."
