import json
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from dvc_airflow.versions import SWEEPS

from tests.conftest import ROOT
from tests.plugins import site
from tests.plugins.conftest import PARAMS_YAML, Scratch
from tests.plugins.published import client as client_of
from tests.plugins.published import make, other_scripts, refuses_strangers

pytestmark = pytest.mark.slow  # imports Airflow

SWEEP = "/sweeps/gap--1/"
ONE, TWO = "dataset/default/1", "dataset/default/2"
COMPARE = f"/compare?tag={ONE}&tag={TWO}"


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
    (sweep / "sweep.json").write_text(json.dumps(site.SWEPT))
    return folder


def nothing(a: str, b: str) -> str:
    return f"{a} {b}"


def app(published: Path, compare: Callable[[str, str], str] = nothing) -> Any:
    from dvc_airflow.pages import datasets_app  # noqa: PLC0415

    return datasets_app(published, compare)


def client(published: Path, compare: Callable[[str, str], str] = nothing, **who: Any) -> Any:
    return client_of(app(published, compare), **who)


def test_every_route_asks_for_a_user(published: Path) -> None:
    paths = ["/", "/default/1/report/", SWEEP, COMPARE, f"/beside?tag={ONE}"]
    refuses_strangers(app(published), {"GET": paths, "POST": [SWEEP]})
    answer = client(published, user=False).get("/default/1/report/report.html")
    assert (answer.status_code, "<h1>Log in</h1>" in answer.text) == (401, True)


def test_versions_of_a_dag_that_one_may_not_see_are_not_there(published: Path) -> None:
    user = client(published, hidden={"books"})
    assert "Nothing is published yet" in user.get("/").text
    for path in (
        "/default/1/report/",
        "/default/1/report/plots/gap.csv",
        SWEEP,
        COMPARE,
        f"/beside?tag={ONE}",
    ):
        assert user.get(path).status_code == 404, path


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
        f'href="{SWEEP[1:]}"',
    ):
        assert part in page
    assert "<script>alert" not in page


def test_newest_first_and_one_variant_alone(published: Path) -> None:
    user = client(published)
    page = user.get("/").text
    assert page.index("gap-200/3/report") < page.index("default/2/report") < page.index("default/1/report")
    alone = user.get("/?variant=gap-200").text
    assert "gap-200/3/report" in alone
    assert "default/1/report" not in alone
    assert "Nothing is published yet" in user.get("/?variant=%3Cscript%3E").text


def test_reports_and_sweeps_are_served_without_scripts_and_nothing_else_is(published: Path) -> None:
    user = client(published)
    for path, title in (("/default/1/report/", "<h1>Report</h1>"), (SWEEP, "<h1>Sweep gap</h1>")):
        answer = user.get(path)
        assert title in answer.text
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert other_scripts(answer) == 0
    report = user.get("/default/1/report/").text
    assert re.search(r'<body[^>]*><p style=[^>]*><a href="\.\./\.\./\.\./">← All datasets</a>', report)
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
        assert user.get(path).status_code == 404


def test_two_versions_are_compared(published: Path) -> None:
    asked = []

    def compare(a: str, b: str) -> str:
        asked.append((a, b))
        return f"<html><body>{a} {b} {threading.current_thread().name}</body></html>"

    user = client(published, compare)
    page = user.get("/").text
    assert '<button formaction="compare">' in page
    assert f'href="compare?tag={ONE}&amp;tag={TWO}"' in page
    first = user.get(COMPARE)
    assert asked == [(ONE, TWO)]
    assert "worker thread" in first.text
    assert '<a href="./">← All datasets</a>' in first.text
    assert "default-src 'none'" in first.headers["content-security-policy"]


@pytest.mark.parametrize("tag", ["main", "--help", "dataset/default/9", "../../etc/passwd", "", ONE])
def test_only_two_versions_are_passed_on(published: Path, tag: str) -> None:
    answer = client(published).get("/compare", params={"tag": [tag, ONE]})
    one_alone = tag in {"", ONE}
    assert answer.status_code == (400 if one_alone else 404)
    assert ("choose two versions in the list, not 1" if one_alone else "there is no version") in answer.text


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
    chosen = re.compile(r'value="([^"]*)" id="v\d+" checked')
    assert chosen.findall(user.get("/").text) == ["dataset/c/3", "dataset/b/2"]
    make(tmp_path, "wide", 4, base="dataset/a/1")
    page = user.get("/").text
    assert chosen.findall(page) == ["dataset/wide/4", "dataset/a/1"]
    assert 'href="compare?tag=dataset/a/1&amp;tag=dataset/wide/4"' in page
    assert "tag=dataset/c/3" not in page


def test_versions_side_by_side_with_what_differs_first(scratch: Scratch) -> None:
    for number, count in ((1, 3), (2, 5)):
        text = PARAMS_YAML.replace("3", str(count))
        (scratch.root / "params.yaml").write_text(f"{text}empty:\n")
        scratch.git("commit", "--quiet", "--allow-empty", "-am", "x")
        commit, metrics = (
            scratch.git("rev-parse", "HEAD"),
            {"m.json": {"all": {"words": 1000 * count, "of": 1}}},
        )
        make(scratch.root / "published", "default", number, commit=commit, metrics=metrics)
    page = client(scratch.root / "published").get(f"/beside?tag={TWO}&tag={ONE}&tag={TWO}").text
    page = re.sub(' data-label="[^"]*"', "", page)
    cells = '<tr><th scope="row"><code>{}</code></th><td class="n">{}</td><td class="n">{}</td></tr>'
    assert cells.format("count", "3", "5") in page
    assert cells.format("m.json: all.words", "3,000", "5,000") in page
    for key, value in (
        ("languages", "[&#34;en&#34;, &#34;hu&#34;]"),
        ("m.json: all.of", "1"),
        ("empty", "–"),
    ):
        assert page.index("that are the same") < page.index(cells.format(key, value, value))


def test_the_style_is_that_of_the_report() -> None:
    from dvc_airflow import web  # noqa: PLC0415

    ours, report = ((web.HERE / "page.css").read_text(), (ROOT / "dialogue_etl/report/page.css").read_text())
    assert ours[: ours.index("* {")] == report[: report.index(".c0")]


@pytest.mark.parametrize(("role", "seen"), [("admin", True), ("viewer", True), (None, False)])
def test_airflow_says_who_sees_versions(
    published: Path, monkeypatch: pytest.MonkeyPatch, role: str | None, seen: bool
) -> None:
    from airflow.api_fastapi.auth.managers.simple.simple_auth_manager import (  # noqa: PLC0415
        SimpleAuthManager,
    )
    from airflow.api_fastapi.auth.managers.simple.user import SimpleAuthManagerUser  # noqa: PLC0415
    from airflow.api_fastapi.core_api.security import get_user  # noqa: PLC0415
    from dvc_airflow import web  # noqa: PLC0415

    monkeypatch.setattr(web, "get_auth_manager", SimpleAuthManager)
    user = client(published)
    user.app.dependency_overrides = {get_user: lambda: SimpleAuthManagerUser(username="a", role=role)}
    assert user.get("/default/1/report/").status_code == (200 if seen else 404)
    assert ("dataset/default/2" in user.get("/").text) is seen
