from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from dvc_airflow.versions import Version

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow  # imports Airflow


@pytest.fixture
def published(tmp_path: Path) -> Path:
    folder = tmp_path / "published" / "1"
    (folder / "report").mkdir(parents=True)
    (folder / "report" / "report.html").write_text("<h1>Report</h1>")
    (tmp_path / "secret").write_text("secret")
    Version(
        number=1,
        tag="dataset/default/1",
        commit="c" * 40,
        run_id="<script>alert(1)</script>",
        date="2026-01-01T10:00:00+00:00",
        changed={"split.seed": [0, 3]},
        totals={"dialogues": 1234},
        page="report.html",
    ).save(folder)
    return tmp_path / "published"


def client(published: Path, *, user: bool) -> Any:
    from airflow.api_fastapi.core_api.security import get_user  # noqa: PLC0415
    from dvc_airflow.pages import datasets_app  # noqa: PLC0415
    from fastapi import HTTPException  # noqa: PLC0415
    from fastapi.testclient import TestClient  # noqa: PLC0415

    def nobody() -> None:
        raise HTTPException(401, "log in")

    app = datasets_app(published)
    # Airflow's own check needs its database; which routes ask it is what is tested here.
    app.dependency_overrides[get_user] = (lambda: "somebody") if user else nobody
    return TestClient(app)


def test_every_route_asks_for_a_user(published: Path) -> None:
    stranger = client(published, user=False)
    assert [stranger.get(path).status_code for path in ("/", "/1/report/", "/1/report/report.html")] == [
        401
    ] * 3
    assert {stranger.get(path).status_code for path in ("/docs", "/redoc", "/openapi.json")} == {404}


def test_the_list_shows_what_changed_and_escapes(published: Path) -> None:
    page = client(published, user=True).get("/").text
    assert "<code>split.seed</code>: 0 → <b>3</b>" in page
    assert "dialogues: 1,234" in page
    assert '<a href="1/report/">' in page
    assert "<script>" not in page


def test_no_versions_yet(tmp_path: Path) -> None:
    assert "Nothing is published yet" in client(tmp_path, user=True).get("/").text


def test_reports_are_served_without_scripts_and_nothing_else(published: Path) -> None:
    user = client(published, user=True)
    answer = user.get("/1/report/")
    assert answer.text == "<h1>Report</h1>"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    for path in (
        "/1/report/..%2fsummary.json",
        "/1/report/..%2f..%2f..%2fsecret",
        "/2/report/",
        "/x/report/",
    ):
        assert user.get(path).status_code in {404, 422}
