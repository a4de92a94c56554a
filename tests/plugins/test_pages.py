from __future__ import annotations

import re
import threading
from typing import TYPE_CHECKING, Any

import pytest
from dvc_airflow.versions import SWEEPS

from tests.plugins.published import make

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.slow  # imports Airflow

CURVE = "/sweeps/gap--1/"
ONE, TWO = "dataset/default/1", "dataset/default/2"
COMPARE = f"/compare?a={ONE}&b={TWO}"


@pytest.fixture
def published(tmp_path: Path) -> Path:
    folder = tmp_path / "published"
    make(
        folder, "default", 1, totals={"dialogues": 1234, "books": 5, "share": 0.5, "name": "a", "open": True}
    )
    make(
        folder,
        "default",
        2,
        base=ONE,
        base_commit="b" * 40,
        changed={"split.seed": [0, 3], "books.title_pattern": ["<script>alert(1)</script>", None]},
        edited={"extract.dialogue_gap": [525, 450]},
        totals={"dialogues": 1230, "books": 7, "share": 0.75, "name": 3, "open": 3},
        let_pass=["rows_lost"],
    )
    make(folder, "gap-200", 3)
    (tmp_path / "secret").write_text("secret")
    (folder / "default" / "1" / "report" / "out").symlink_to("/etc")
    sweep = folder / SWEEPS / "gap--1"
    sweep.mkdir(parents=True)
    (sweep / "sweep.html").write_text("<html><body><h1>Curve</h1></body></html>")
    return folder


def nothing(a: str, b: str) -> str:
    return f"{a} {b}"


def client(published: Path, compare: Callable[[str, str], str] = nothing, *, user: bool = True) -> Any:
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

    stranger = client(published, user=False)
    paths = ("/", "/default/1/report/", "/default/1/report/report.html", CURVE, COMPARE)
    assert [stranger.get(path).status_code for path in paths] == [401] * 5
    assert len([r for r in stranger.app.routes if isinstance(r, APIRoute)]) == 4  # those above, no other
    assert {stranger.get(path).status_code for path in ("/docs", "/redoc", "/openapi.json")} == {404}


def test_the_list_shows_what_makes_a_version_and_escapes(published: Path) -> None:
    page = " ".join(client(published).get("/").text.split())
    for part in (
        "<code>split.seed</code>: 0 → <b>3</b>",
        '<code>extract.dialogue_gap</code>: 525 → <b>450</b> <span class="quiet">edited in the workspace',
        "<b>not set</b>",
        "2026-01-02 10:00 UTC",
        "rows_lost",
        '<a href="default/2/report/">',
        '<a href="http://airflow/dags/books/runs/r">Run</a>',
        # Rows, with the difference to the version before where both are numbers.
        '<span>1,230</span><span class="less">−4</span>',
        '<span>7</span><span class="more">+2</span>',
        '<span>0.75</span><span class="more">+0.25</span>',
        '<span>name</span><span>3</span><span class="more"></span>',
        '<span>open</span><span>3</span><span class="more"></span>',
        '<span>1,234</span><span class="more"></span>',
        f'href="{CURVE[1:]}"',
    ):
        assert part in page
    assert "<script>" not in page


def test_newest_first_and_one_variant_alone(published: Path) -> None:
    user = client(published)
    page = user.get("/").text
    assert page.index("gap-200/3/report") < page.index("default/2/report") < page.index("default/1/report")
    alone = user.get("/?variant=gap-200").text
    assert "gap-200/3/report" in alone
    assert "default/1/report" not in alone
    assert "Nothing is published yet" in user.get("/?variant=%3Cscript%3E").text


def test_reports_and_curves_are_served_without_scripts_and_nothing_else_is(published: Path) -> None:
    user = client(published)
    for path, title, back in (
        ("/default/1/report/", "<h1>Report</h1>", "../../../"),
        (CURVE, "<h1>Curve</h1>", "../../"),
    ):
        answer = user.get(path)
        assert title in answer.text
        assert re.search(rf'<body[^>]*><p style=[^>]*><a href="{back}">← All datasets</a>', answer.text)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src" not in policy
    assert user.get("/default/1/report/plots/gap.csv").text == "gap,turns\n"
    for path in (
        "/default/1/report/..%2fsummary.json",
        "/default/1/report/out/passwd",
        "/default/1/report/..%2f..%2f..%2f..%2fsecret",
        "/default/7/report/",
        "/default/x/report/",
        "/.sweeps/1/report/",
        "/..%2f..%2fpublished%2fdefault/1/report/",
        "/sweeps/none/",
        "/sweeps/..%2fdefault%2f1/",
        COMPARE.replace("default/1", "default/9"),
    ):
        assert user.get(path).status_code in {404, 422}


def test_two_versions_are_compared(published: Path) -> None:
    asked = []

    def compare(a: str, b: str) -> str:
        asked.append((a, b))
        return f"<html><body>{a} {b} {threading.current_thread().name}</body></html>"

    user = client(published, compare)
    page = user.get("/").text
    assert '<form action="compare" method="get">' in page
    assert f'href="compare?a={ONE}&amp;b={TWO}"' in page
    first = user.get(COMPARE)
    assert asked == [(ONE, TWO)]
    assert "worker thread" in first.text
    assert '<a href="./">← All datasets</a>' in first.text
    assert "default-src 'none'" in first.headers["content-security-policy"]


@pytest.mark.parametrize("tag", ["main", "--help", "dataset/default/9", "../../etc/passwd", "", ONE])
def test_only_two_versions_are_passed_on(published: Path, tag: str) -> None:
    answer = client(published).get("/compare", params={"a": tag, "b": ONE})
    assert answer.status_code == 404
    assert ("choose two versions" if tag == ONE else "there is no version") in answer.text


def test_a_comparison_that_fails_says_why(published: Path) -> None:
    def compare(a: str, b: str) -> str:
        raise RuntimeError("the cache lacks <files>")

    answer = client(published, compare).get(COMPARE)
    assert answer.status_code == 500
    assert "the cache lacks &lt;files&gt;" in answer.text


def test_the_form_begins_with_a_version_and_what_it_began_from_or_the_two_newest(tmp_path: Path) -> None:
    for number, variant in ((1, "a"), (2, "b"), (3, "c")):
        make(tmp_path, variant, number)
    user = client(tmp_path)
    chosen = re.compile(r"<option selected>([^<]*)")
    assert chosen.findall(user.get("/").text) == ["dataset/b/2", "dataset/c/3"]
    make(tmp_path, "wide", 4, base="dataset/a/1")
    page = user.get("/").text
    assert chosen.findall(page) == ["dataset/a/1", "dataset/wide/4"]
    assert 'href="compare?a=dataset/a/1&amp;b=dataset/wide/4"' in page
    assert "b=dataset/c/3" not in page
