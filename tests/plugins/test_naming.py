import json
from datetime import UTC, datetime
from typing import Any

import pytest
from dvc_airflow.naming import completed

NOW = datetime(2026, 1, 2, 10, 30, 0, 5_000, tzinfo=UTC)
SHOWN = {"extract.dialogue_gap": 525, "extract.plays": "read", "extract.min_turns": 2}


def sent(**other: Any) -> dict[str, Any]:
    return {"conf": {"run.variant": "narrow", "run.preset": "none", **SHOWN, "run.shown": SHOWN}, **other}


def test_a_run_is_named_by_its_variant_and_by_what_was_changed_in_the_form() -> None:
    body = sent(dag_run_id=None)
    body["conf"] |= {"extract.dialogue_gap": 300, "extract.plays": "drop"}
    made = json.loads(completed(json.dumps(body).encode(), NOW))
    assert made["dag_run_id"] == "narrow~dialogue_gap-300~plays-drop~2026-01-02T10:30:00.005"
    assert made["note"] == (
        'variant `narrow`; extract.dialogue_gap `525` → `300`; extract.plays `"read"` → `"drop"`'
    )
    assert made["conf"] == body["conf"]


def test_a_name_and_a_note_that_one_gives_stay_and_neither_is_too_long() -> None:
    texts = {f"books.list_{n}": [f"<&{n}>" * 99] for n in range(5)}
    body = sent(dag_run_id="mine", note="Why")
    body["conf"] |= texts | {"run.preset": "paper", "run.base": "main"}
    made = json.loads(completed(json.dumps(body).encode(), NOW))
    assert made["dag_run_id"] == "mine"
    assert made["note"].startswith("Why\n\nvariant `narrow`; preset `paper`; base `main`; books.list_0 `[")
    assert len(made["note"]) == 1_000
    del body["dag_run_id"]
    name = json.loads(completed(json.dumps(body).encode(), NOW))["dag_run_id"]
    assert name.startswith("narrow~list_0-0-0-0-0-0-0-0-0-0-0~list_1-1-")
    assert name.endswith("~and-2-more~2026-01-02T10:30:00.005")
    assert len(name) < 200


@pytest.mark.parametrize(
    ("how", "ways"),
    [
        ("grid", "every combination"),
        ("list", "one after the other"),
        ("random", "9 random combinations"),
    ],
)
def test_a_sweep_is_named_as_the_user_called_it(how: str, ways: str) -> None:
    values = ["extract.dialogue_gap: 1, 2", "extract.min_turns: 2, 3"]
    conf = {"sweep.name": "gap", "sweep.values": values, "sweep.how": how, "sweep.number": 9}
    made = json.loads(completed(json.dumps({"conf": conf | {"run.preset": "none"}}).encode(), NOW))
    assert made["dag_run_id"] == "gap~2026-01-02T10:30:00.005"
    of = "extract.dialogue_gap `1, 2` and extract.min_turns `2, 3`"
    assert made["note"] == f"sweep `gap`; {ways} of {of}"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b'{"conf": null}',
        b'{"conf": {"a": 1}}',
        b'{"conf": {"run.variant": "A B"}}',
        b'{"conf": {"sweep.name": "a", "sweep.values": [1]}}',
    ],
)
def test_what_is_of_another_dag_or_wrong_is_left_to_airflow(body: bytes) -> None:
    assert completed(body, NOW) == body


def test_only_the_body_that_triggers_a_run_is_completed() -> None:
    from dvc_airflow.naming import NameRuns  # noqa: PLC0415
    from starlette.applications import Starlette  # noqa: PLC0415 - comes with Airflow
    from starlette.requests import Request  # noqa: PLC0415
    from starlette.responses import Response  # noqa: PLC0415
    from starlette.routing import Route  # noqa: PLC0415
    from starlette.testclient import TestClient  # noqa: PLC0415

    async def echo(request: Request) -> Response:
        return Response(await request.body(), headers={"sent": request.headers.get("content-length", "")})

    app = Starlette(routes=[Route("/{path:path}", echo, methods=["GET", "POST", "PATCH"])])
    app.add_middleware(NameRuns)
    user, body = TestClient(app), json.dumps(sent())
    answer = user.post("/api/v2/dags/books/dagRuns", content=body)
    assert answer.json()["dag_run_id"].startswith("narrow~2")
    assert answer.headers["sent"] == str(len(answer.content))
    for method, path in (("POST", "/api/v2/dags/books/clear"), ("PATCH", "/api/v2/dags/books/dagRuns")):
        assert user.request(method, path, content=body).text == body
    assert user.get("/api/v2/dags/books/dagRuns").text == ""
