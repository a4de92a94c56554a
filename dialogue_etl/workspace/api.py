"""Airflow's REST API, as far as the demo and the health check need it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import requests

from dialogue_etl.errors import DialogueEtlError

TIMEOUT = 60
"""Seconds per request: on a machine with more work than cores Airflow takes long to answer."""
DONE = ("success", "failed")


class ApiError(DialogueEtlError):
    """Airflow refused a request or did not answer; the message holds its reason."""


@dataclass(frozen=True)
class Task:
    """A task of a run."""

    name: str
    state: str
    """`none` until scheduled, then scheduled, queued, running, success, failed, skipped, …"""
    seconds: float | None


class Api:
    """A client of one Airflow server."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._session = requests.Session()
        self._session.trust_env = False  # a proxy of the environment must not see this machine's traffic
        self.logged_in = False

    def login(self, user: str, password: str) -> None:
        """Get a token for all further requests."""
        answer = self._send("POST", "/auth/token", json={"username": user, "password": password})
        self._session.headers["Authorization"] = f"Bearer {answer['access_token']}"
        self.logged_in = True

    def scheduler_is_healthy(self) -> bool:
        """Whether the scheduler has sent a heartbeat recently."""
        return bool(self._get("/monitor/health").get("scheduler", {}).get("status") == "healthy")

    def import_errors(self, since: float) -> list[str]:
        """The last line of the traceback of each DAG file that failed since a moment (Unix time)."""
        errors = self._get("/importErrors")["import_errors"]
        recent = [error for error in errors if _unix(error["timestamp"]) >= since]
        return [str(error["stack_trace"]).strip().splitlines()[-1] for error in recent]

    def has_dag(self, dag: str, since: float) -> bool:
        """Whether a DAG has been parsed since a moment (Unix time)."""
        dags = self._get("/dags")["dags"]
        return any(d["dag_id"] == dag and _unix(d["last_parsed_time"]) >= since for d in dags)

    def trigger(self, dag: str, conf: dict[str, Any]) -> str:
        """Start a run; its id."""
        body = {"logical_date": None, "conf": conf}
        return str(self._send("POST", f"/api/v2/dags/{dag}/dagRuns", json=body)["dag_run_id"])

    def active_runs(self, dag: str) -> list[str]:
        """Runs that are queued or running."""
        runs = self._get(f"/dags/{dag}/dagRuns?state=running&state=queued")["dag_runs"]
        return [str(run["dag_run_id"]) for run in runs]

    def fail_run(self, dag: str, run: str) -> None:
        """End a run; Airflow kills its running tasks."""
        self._send("PATCH", f"/api/v2/dags/{dag}/dagRuns/{run}", json={"state": "failed"})

    def run_state(self, dag: str, run: str) -> str:
        """queued, running, success or failed."""
        return str(self._get(f"/dags/{dag}/dagRuns/{run}")["state"])

    def tasks(self, dag: str, run: str) -> list[Task]:
        """The tasks of a run, in the order they began."""
        found = self._get(f"/dags/{dag}/dagRuns/{run}/taskInstances?limit=1000")["task_instances"]
        found.sort(key=lambda t: (t["start_date"] or "9", t["task_id"]))
        return [Task(t["task_id"], t["state"] or "none", t["duration"]) for t in found]

    def result(self, dag: str, run: str, task: str) -> dict[str, Any]:
        """What a task returned; empty when it returned nothing."""
        try:
            path = f"/dags/{dag}/dagRuns/{run}/taskInstances/{task}/xcomEntries/return_value"
            value = self._get(f"{path}?deserialize=true")["value"]
        except ApiError:
            return {}
        return value if isinstance(value, dict) else {}

    def _get(self, path: str) -> Any:
        return self._send("GET", f"/api/v2{path}")

    def _send(self, method: str, path: str, json: Any = None) -> Any:
        try:
            answer = self._session.request(method, self._address + path, json=json, timeout=TIMEOUT)
        except requests.RequestException as error:
            raise ApiError(f"Airflow at {self._address} does not answer: {error}") from None
        if not answer.ok:
            raise ApiError(f"Airflow refused {method} {path} ({answer.status_code}): {answer.text[:300]}")
        return answer.json()


def _unix(moment: str | None) -> float:
    return datetime.fromisoformat(moment).timestamp() if moment else 0.0
