"""Published versions, without runs that made them."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Container, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dvc_airflow.versions import Version

if TYPE_CHECKING:
    from fastapi import FastAPI


def make(published: Path, variant: str, number: int, **other: Any) -> Version:
    """A version with a report."""
    report = published / variant / str(number) / "report"
    (report / "plots").mkdir(parents=True, exist_ok=True)
    (report / "report.html").write_text("<html><body class=x><h1>Report</h1></body></html>")
    (report / "plots" / "gap.csv").write_text("gap,turns\n")
    values: dict[str, Any] = {
        "tag": f"dataset/{variant}/{number}",
        "commit": f"{number}" * 40,
        "run_id": f"run-{number}",
        "run_url": "http://airflow/dags/books/runs/r",
        "date": f"2026-01-{number:02}T10:00:00+00:00",
        "page": "report.html",
    }
    version = Version(variant=variant, number=number, **{**values, **other})
    version.save(report.parent)
    return version


def client(app: FastAPI, *, user: bool = True, hidden: Container[str] = (), runs: bool = True) -> Any:
    """A client of the pages, logged in or not, who may not see some DAGs, and perhaps run none.

    Airflow's own checks need its database; which routes ask them is what is tested with this.
    """
    from airflow.api_fastapi.core_api.security import get_user  # noqa: PLC0415
    from dvc_airflow.web import name_of, runs_by, seen_by  # noqa: PLC0415
    from fastapi import HTTPException  # noqa: PLC0415
    from fastapi.testclient import TestClient  # noqa: PLC0415

    def nobody() -> None:
        raise HTTPException(401, "log in")

    app.dependency_overrides[get_user] = (lambda: "somebody") if user else nobody
    app.dependency_overrides[name_of] = lambda: "somebody"
    app.dependency_overrides[seen_by] = lambda: lambda dags: {dag for dag in dags if dag not in hidden}
    app.dependency_overrides[runs_by] = lambda: lambda _dag: runs
    return TestClient(app)


@contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    """The address of a server of the pages, for a browser; whoever asks is logged in."""
    import uvicorn  # noqa: PLC0415 - comes with Airflow

    client(app)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/"
    server.should_exit = True
    thread.join(20)


def other_scripts(answer: Any) -> int:
    """The number of scripts of a page, without the one that follows Airflow's dark mode.

    Its policy allows no script but by a hash, and no other hash than there are scripts.
    """
    from dvc_airflow import web  # noqa: PLC0415 - imports Airflow

    script = f"<script>{(web.HERE / 'theme.js').read_text('utf-8')}</script>"
    assert answer.text.count(script) == 1
    (allowed,) = re.findall(r"script-src ([^;]*)", answer.headers["content-security-policy"])
    others = len(re.findall("<script", answer.text)) - 1
    assert re.fullmatch(r"'sha256-[\w+/]{43}='" + r" 'sha256-[\w+/]{43}='" * others, allowed)
    return others


def refuses_strangers(app: FastAPI, addresses: dict[str, list[str]]) -> None:
    """Every route, and there are no others, answers 401 to whoever is not logged in."""
    from fastapi.routing import APIRoute  # noqa: PLC0415

    stranger = client(app, user=False)
    asked = [(method, path) for method, paths in addresses.items() for path in paths]
    assert [stranger.request(*one).status_code for one in asked] == [401] * len(asked)
    assert len([route for route in app.routes if isinstance(route, APIRoute)]) == len(asked)
    assert {stranger.get(path).status_code for path in ("/docs", "/redoc", "/openapi.json")} == {404}
