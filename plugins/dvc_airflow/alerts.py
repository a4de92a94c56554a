"""Notifications when a run fails or is late, by any notifier of Airflow's providers."""

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
    """Class of the notifier, such as `airflow.providers.smtp.notifications.smtp.SmtpNotifier`."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """Its arguments. In strings `{what}` is replaced by what happened, `{{ … }}` by Airflow."""
    late_after: timedelta | None = None
    """The time after which a run is late, from when it was queued; None for no limit."""

    def of_dag(self) -> dict[str, Any]:
        """Arguments for a DAG. The DAG processor reports failed runs, the executor late ones.

        Raises:
            ImportError: the notifier does not exist.
            TypeError: it does not take these arguments.
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
