"""The client against a server that answers as Airflow does."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from dialogue_etl.workspace.api import Api, ApiError

if TYPE_CHECKING:
    from collections.abc import Iterator

DAY = "2026-01-01T00:00:00Z"
UNIX = 1767225600.0


class Handler(BaseHTTPRequestHandler):
    answers: ClassVar[dict[str, Any]] = {
        "POST /auth/token": {"access_token": "t"},
        "GET /api/v2/monitor/health": {"scheduler": {"status": "healthy"}},
        "GET /api/v2/importErrors": {
            "import_errors": [{"stack_trace": "Trace\nboom\n", "timestamp": DAY}],
        },
        "GET /api/v2/dags": {"dags": [{"dag_id": "books", "last_parsed_time": DAY}]},
        "POST /api/v2/dags/books/dagRuns": {"dag_run_id": "manual__1"},
        "GET /api/v2/dags/books/dagRuns/r/taskInstances?limit=1000": {
            "task_instances": [
                {"task_id": "b", "state": None, "duration": None, "try_number": 0, "start_date": None},
                {"task_id": "a", "state": "failed", "duration": 1.5, "try_number": 1, "start_date": DAY},
            ]
        },
        "GET /api/v2/dags/books/dagRuns/r/taskInstances/a/logs/1": {
            "content": [
                {"event": "::group::Pre Execute"},
                {"event": "line"},
                "text",
                {"event": "Task failed", "error_detail": [{"exc_value": "why"}]},
            ]
        },
    }
    seen: ClassVar[list[tuple[str, str | None, Any]]] = []

    def answer(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        self.seen.append((f"{self.command} {self.path}", self.headers.get("Authorization"), body))
        found = self.answers.get(f"{self.command} {self.path}")
        self.send_response(200 if found is not None else 404)
        self.end_headers()
        self.wfile.write(json.dumps(found if found is not None else {"detail": "not there"}).encode())

    do_GET = do_POST = do_PATCH = answer  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> Iterator[Api]:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")  # must not be asked
    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client = Api(f"http://127.0.0.1:{server.server_port}")
    client.login("admin", "secret")
    yield client
    server.shutdown()
    server.server_close()


def test_requests_carry_the_token(api: Api) -> None:
    assert api.trigger("books", {"split.seed": 1}) == "manual__1"
    path, token, body = Handler.seen[-1]
    assert (path, token) == ("POST /api/v2/dags/books/dagRuns", "Bearer t")
    assert body == {"logical_date": None, "conf": {"split.seed": 1}}


def test_what_is_older_than_the_start_does_not_count(api: Api) -> None:
    assert api.import_errors(UNIX) == ["boom"]
    assert api.import_errors(UNIX + 1) == []
    assert api.has_dag("books", UNIX)
    assert not api.has_dag("books", UNIX + 1)
    assert api.scheduler_is_healthy()


def test_tasks_logs_and_missing_results(api: Api) -> None:
    tasks = api.tasks("books", "r")
    assert [(task.name, task.state) for task in tasks] == [("a", "failed"), ("b", "none")]
    assert api.log("books", "r", tasks[0]) == ["line", "text", "Task failed", "why"]
    assert api.result("books", "r", "a") == {}


def test_a_refusal_is_a_sentence(api: Api) -> None:
    with pytest.raises(ApiError, match=r"Airflow refused GET .* \(404\): not there"):
        api.run_state("books", "none")
    with pytest.raises(ApiError, match="does not answer"):
        Api("http://127.0.0.1:9").scheduler_is_healthy()
