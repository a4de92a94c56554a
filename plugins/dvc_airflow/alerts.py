"""Who is told when a run fails or is late: any notifier of Airflow's providers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from airflow.sdk.definitions.callback import SyncCallback
from airflow.sdk.definitions.deadline import DeadlineAlert, DeadlineReference
from airflow.sdk.module_loading import import_string


@dataclass(frozen=True)
class Alert:
    """A notifier, and when a run counts as late."""

    notifier: str
    """Path of a class of Airflow's notifiers: `airflow.providers.smtp.notifications.smtp.SmtpNotifier`."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """What it takes. In texts `{what}` stands for what happened; Airflow fills in `{{ dag_run.run_id }}`."""
    late_after: timedelta | None = None
    """How long a run may take from when it was queued; None for as long as it likes."""

    def of_dag(self) -> dict[str, Any]:
        """Arguments for a DAG. A failed run is told of by the DAG processor, a late one by the executor.

        Raises:
            ImportError: there is no such notifier.
            TypeError: it takes other arguments.
        """
        found = {"on_failure_callback": import_string(self.notifier)(**self._said("failed"))}
        if self.late_after:
            late = SyncCallback(self.notifier, self._said("is late"))
            found["deadline"] = DeadlineAlert(DeadlineReference.DAGRUN_QUEUED_AT, self.late_after, late)
        return found

    def _said(self, what: str) -> dict[str, Any]:
        return {
            name: value.replace("{what}", what) if isinstance(value, str) else value
            for name, value in self.arguments.items()
        }
