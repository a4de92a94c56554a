from __future__ import annotations

import re
import threading
from typing import TYPE_CHECKING, Any

import pytest
from dvc_airflow.versions import SWEEPS, SweepSummary, Version

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow  # imports Airflow

CURVE = "/sweeps/gap--1/"
REPORT = "<html><body class=x><h1>Report</h1></body></html>"


def make(published: Path, variant: str, number: int, **other: Any) -> Version:
    folder = published / variant / str(number)
    (folder / "report" / "plots").mkdir(parents=True)
    (folder / "report" / "report.html").write_text(REPORT)
    (folder / "report" / "plots" / "gap.csv").write_text("gap,turns\n")
    version = Version(
        **{
            "variant": variant,
            "number": number,
            "tag": f"dataset/{variant}/{number}",
            "commit": f"{number}" * 40,
            "run_id": f"run-{number}",
            "run_url": "http://airflow/dags/books/runs/r",
            "date": f"2026-01-0{number}T10:00:00+00:00",
            "page": "report.html",
            **other,
        }
    )
    version.save(folder)
    return version


@pytest.fixture
def published(tmp_path: Path) -> Path:
    folder = tmp_path / "published"
    make(folder, "default", 1, totals={"dialogues": 1234, "books": 5})
    make(
        folder,
        "default",
        2,
        base="dataset/default/1",
        base_commit="b" * 40,
        changed={"split.seed": [0, 3], "books.title_pattern": ["<script>alert(1)</script>", None]},
        edited={"extract.dialogue_gap": [525, 450]},
        totals={"dialogues": 1230, "books": 7},
        let_pass=["rows_lost"],
    )
    make(folder, "gap-200", 3)
    (tmp_path / "secret").write_text("secret")
    sweep = folder / SWEEPS / "gap--1"
    sweep.mkdir(parents=True)
    (sweep / "sweep.html").write_text("<html><body><h1>Curve</h1></body></html>")
    date = "2026-01-04T00:00:00+00:00"
    SweepSummary("gap", sweep.name, ["extract.dialogue_gap"], date, "", variants=2, missing=1).save(sweep)
    (folder / SWEEPS / "half").mkdir()
    (folder / SWEEPS / "half" / "summary.json").write_text('{"name')
    return folder


def client(published: Path, *, user: bool, compare: Any = None) -> Any:
    from airflow.api_fastapi.core_api.security import get_user  # noqa: PLC0415
    from dvc_airflow.pages import datasets_app  # noqa: PLC0415
    from fastapi import HTTPException  # noqa: PLC0415
    from fastapi.testclient import TestClient  # noqa: PLC0415

    def nobody() -> None:
        raise HTTPException(401, "log in")

    app = datasets_app(published, compare)
    # Airflow's own check needs its database; which routes ask it is what is tested here.
    app.dependency_overrides[get_user] = (lambda: "somebody") if user else nobody
    return TestClient(app)


def test_every_route_asks_for_a_user(published: Path) -> None:
    from fastapi.routing import APIRoute  # noqa: PLC0415

    stranger = client(published, user=False, compare=lambda a, b: "page")
    paths = (
        "/",
        "/default/1/report/",
        "/default/1/report/report.html",
        CURVE,
        "/compare?a=dataset/default/1&b=dataset/default/2",
    )
    assert [stranger.get(path).status_code for path in paths] == [401] * 5
    assert len([r for r in stranger.app.routes if isinstance(r, APIRoute)]) == 4  # those above, no other
    assert {stranger.get(path).status_code for path in ("/docs", "/redoc", "/openapi.json")} == {404}


def test_the_list_shows_what_makes_a_version_and_escapes(published: Path) -> None:
    page = client(published, user=True).get("/").text
    assert "<code>split.seed</code>: 0 → <b>3</b>" in page
    assert (
        '<code>extract.dialogue_gap</code>: 525 → <b>450</b> <span class="quiet">edited in the workspace'
        in page
    )
    assert "<b>not set</b>" in page
    assert "<script>" not in page
    assert "2026-01-02 10:00 UTC" in page
    assert "rows_lost" in page
    assert '<a href="default/2/report/">' in page
    assert '<a href="http://airflow/dags/books/runs/r">Run</a>' in page


def test_rows_stand_with_the_difference_to_the_version_before(published: Path) -> None:
    page = " ".join(client(published, user=True).get("/").text.split())
    assert '<span>1,230</span><span class="less">−4</span>' in page
    assert '<span>7</span><span class="more">+2</span>' in page
    assert '<span>1,234</span><span class="more"></span>' in page


def test_a_first_version_is_compared_with_what_it_began_from(published: Path) -> None:
    make(published, "wide", 4, base="dataset/default/1")
    page = client(published, user=True, compare=lambda a, b: "").get("/").text
    assert 'href="compare?a=dataset/default/1&amp;b=dataset/wide/4"' in page
    assert "b=dataset/gap-200/3" not in page


def test_newest_first_and_one_variant_alone(published: Path) -> None:
    user = client(published, user=True)
    page = user.get("/").text
    assert page.index("gap-200/3/report") < page.index("default/2/report") < page.index("default/1/report")
    alone = user.get("/?variant=gap-200").text
    assert "gap-200/3/report" in alone
    assert "default/1/report" not in alone
    assert "Nothing is published yet" in user.get("/?variant=%3Cscript%3E").text


def test_no_versions_yet(tmp_path: Path) -> None:
    page = client(tmp_path, user=True, compare=lambda a, b: "page").get("/").text
    assert "Nothing is published yet" in page
    assert "<form" not in page


def test_reports_are_served_without_scripts_with_a_way_back_and_nothing_else(published: Path) -> None:
    user = client(published, user=True)
    answer = user.get("/default/1/report/")
    assert "<h1>Report</h1>" in answer.text
    assert '<a href="../../../">← All datasets</a>' in answer.text
    assert '<a href="../../../">' in user.get("/default/1/report/report.html").text
    assert user.get("/default/1/report/plots/gap.csv").text == "gap,turns\n"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "form-action 'self'" in policy
    for path in (
        "/default/1/report/..%2fsummary.json",
        "/default/1/report/..%2f..%2f..%2f..%2fsecret",
        "/default/7/report/",
        "/default/x/report/",
        "/.sweeps/1/report/",
        "/..%2f..%2fpublished%2fdefault/1/report/",
    ):
        assert user.get(path).status_code in {404, 422}


def test_sweeps_are_listed_and_served(published: Path) -> None:
    user = client(published, user=True)
    page = user.get("/").text
    assert f'href="{CURVE[1:]}"' in page
    assert "1 without a version" in page
    curve = user.get(CURVE)
    assert "<h1>Curve</h1>" in curve.text
    assert '<a href="../../">' in curve.text
    assert "default-src 'none'" in curve.headers["content-security-policy"]
    assert user.get("/sweeps/none/").status_code == 404
    assert user.get("/sweeps/..%2fdefault%2f1/").status_code == 404


def test_two_versions_are_compared_once(published: Path) -> None:
    asked = []

    def compare(a: str, b: str) -> str:
        asked.append((a, b))
        return f"<html><body>{a} {b} {threading.current_thread().name}</body></html>"

    user = client(published, user=True, compare=compare)
    page = user.get("/").text
    assert '<form action="compare" method="get">' in page
    assert 'href="compare?a=dataset/default/1&amp;b=dataset/default/2"' in page
    where = "/compare?a=dataset/default/1&b=dataset/default/2"
    first, second = user.get(where), user.get(where)
    assert asked == [("dataset/default/1", "dataset/default/2")]
    assert first.text == second.text
    assert "worker thread" in first.text
    assert '<a href="./">← All datasets</a>' in first.text
    assert "default-src 'none'" in first.headers["content-security-policy"]
    user.get("/compare?a=dataset/default/2&b=dataset/default/1")
    assert len(asked) == 2


@pytest.mark.parametrize("tag", ["main", "--help", "dataset/default/9", "../../etc/passwd", ""])
def test_only_versions_are_passed_on(published: Path, tag: str) -> None:
    user = client(published, user=True, compare=lambda a, b: "never")
    answer = user.get("/compare", params={"a": tag, "b": "dataset/default/1"})
    assert answer.status_code == 404
    assert "there is no version" in answer.text
    assert not (published / ".compare").exists()


def test_a_version_is_not_compared_with_itself(published: Path) -> None:
    user = client(published, user=True, compare=lambda a, b: "never")
    answer = user.get("/compare?a=dataset/default/1&b=dataset/default/1")
    assert answer.status_code == 404
    assert "choose two versions" in answer.text


def test_the_form_begins_with_two_versions(tmp_path: Path) -> None:
    for number, variant in ((1, "a"), (2, "b"), (3, "c")):
        make(tmp_path, variant, number)
    page = client(tmp_path, user=True, compare=lambda a, b: "").get("/").text
    assert re.findall(r"<option selected>([^<]*)", page) == ["dataset/b/2", "dataset/c/3"]


def test_a_comparison_that_fails_says_why_and_is_tried_again(published: Path) -> None:
    def compare(a: str, b: str) -> str:
        raise RuntimeError("the cache lacks <files>")

    user = client(published, user=True, compare=compare)
    answer = user.get("/compare?a=dataset/default/1&b=dataset/default/2")
    assert answer.status_code == 500
    assert "the cache lacks &lt;files&gt;" in answer.text
    assert not (published / ".compare").exists()


def test_without_a_way_to_compare_there_is_none(published: Path) -> None:
    user = client(published, user=True)
    assert "compare" not in user.get("/").text
    assert user.get("/compare?a=dataset/default/1&b=dataset/default/2").status_code == 404
