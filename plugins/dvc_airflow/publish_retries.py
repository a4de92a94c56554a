"""How long publishing waits for a remote that is away: Airflow's retry policy of the task `publish`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from airflow.sdk.definitions.retry_policy import RetryDecision, RetryPolicy

from dvc_airflow.programs import RemoteError

if TYPE_CHECKING:
    from airflow.sdk import Context

FIRST, LONGEST = timedelta(seconds=10), timedelta(minutes=10)
"""Delays double from the first to the longest."""


def delays(patience: timedelta) -> list[timedelta]:
    """The delays between tries, which add up to `patience`."""
    found: list[timedelta] = []
    while (left := patience - sum(found, timedelta())) > timedelta():
        found.append(min(FIRST * 2 ** len(found), LONGEST, left))
    return found


class Patience(RetryPolicy):  # type: ignore[misc]
    """Try again with growing delays if a remote is away; after other errors soon, and `spare` times at most.

    The task needs as many retries as `delays` gives, and `spare` more.
    """

    def __init__(self, patience: timedelta, spare: int) -> None:
        self.delays, self.spare = delays(patience), spare

    def evaluate(
        self,
        exception: BaseException,
        try_number: int,
        max_tries: int,
        context: Context | None = None,  # noqa: ARG002
    ) -> RetryDecision:
        """Decide; the reason, which Airflow logs, says when the next try is."""
        # A task that was cleared keeps its count, and has as many tries again.
        done = try_number - 1 - (max_tries - len(self.delays) - self.spare)
        if not isinstance(exception, RemoteError):
            return RetryDecision.default() if done < self.spare else RetryDecision.fail()
        if done >= len(self.delays):
            return RetryDecision.fail(
                f"not published: {exception.remote} is still away. Clear this task later"
            )
        delay = self.delays[done]
        at = datetime.now(UTC) + delay
        return RetryDecision.retry(
            delay,
            f"{exception.remote} is away or refuses (see above): nothing is published yet; try {done + 2} of "
            f"{len(self.delays) + 1} is in {_said(delay)}, at {at:%H:%M:%S} UTC",
        )

    def serialize(self) -> dict[str, Any]:
        """As Airflow stores it with the DAG."""
        return {"delays": [delay.total_seconds() for delay in self.delays], "spare": self.spare}


def _said(delay: timedelta) -> str:
    seconds = round(delay.total_seconds())
    return f"{seconds} s" if seconds < 120 else f"{seconds // 60} min"
