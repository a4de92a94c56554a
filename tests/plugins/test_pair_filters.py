"""The page where one edits filters of pairs: what it shows, and what it keeps to itself."""

import json
import re
import threading
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dialogue_etl.cli.app import app as commands
from dialogue_etl.errors import DialogueEtlError
from tests.pairs.workspace import FILMS_MADE, build
from tests.plugins.published import client as client_of
from tests.plugins.published import make, other_scripts, refuses_strangers

pytestmark = pytest.mark.slow  # imports Airflow

QUESTIONS = "interaction_filters:\n- {type: regex, target: trigger, pattern: '[?]$'}\n"
BOMB = "".join(f"{name}: &{name} [{','.join([f'*{of}'] * 9)}]\n" for of, name in pairwise("bcdefghi"))
SLOW = "interaction_filters:\n- {type: regex, target: trigger, pattern: '(o|oo)+$'}\n"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("filters") / "workspace")


@pytest.fixture
def product(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The product, its program run in this process."""
    import dialogue_etl_pairs as plugin  # noqa: PLC0415 - imports Airflow

    monkeypatch.setenv("DIALOGUE_ETL_WORKSPACE", str(workspace))

    def run(*arguments: str) -> str:
        done = CliRunner().invoke(commands, ["pairs", *arguments])
        if isinstance(done.exception, DialogueEtlError):
            raise plugin.ProgramError(str(done.exception))
        assert done.exit_code == 0, done.output
        return done.stdout

    asked = plugin.Product(workspace)
    monkeypatch.setattr(asked, "_run", run)
    return asked


def client(published: Path, ask: Any, **who: Any) -> Any:
    from dialogue_etl_pairs import pairs_app  # noqa: PLC0415

    return client_of(pairs_app(published, ask), **who)


def never(*_: Any) -> Any:
    raise AssertionError("nobody may ask")


def test_every_route_asks_for_a_user_before_anything_is_read(tmp_path: Path) -> None:
    from dialogue_etl_pairs import pairs_app  # noqa: PLC0415

    refuses_strangers(pairs_app(tmp_path, never), {"GET": ["/"], "POST": ["/", "/result"]})


def test_of_a_dag_that_one_may_not_see_nothing_is_read(tmp_path: Path) -> None:
    make(tmp_path, "default", 1)
    user = client(tmp_path, never, hidden={"books"})
    for version in (".", "dataset/default/1", "../.."):
        for address in ("/", "/result"):
            assert f"there is no version {version}" in user.post(address, data={"version": version}).text
    assert "<option" not in re.sub('<option value="">any</option>', "", user.get("/").text)


def test_the_page_shows_a_sample_escaped_and_runs_no_script_but_its_own(
    workspace: Path, product: Any, tmp_path: Path
) -> None:
    make(tmp_path, "default", 1)
    answer = client(tmp_path, product).get("/")
    page = answer.text
    assert "30 of 30 films stay" in page
    assert "characters_quantity" in page  # the example, for params.yaml has no filters
    assert '<option value="dataset/default/1">' in page
    assert "subtitles en</option>" in page
    assert "&lt;script&gt;alert(1)" in page
    assert other_scripts(answer) == 1
    policy = answer.headers["content-security-policy"]
    assert re.search(r"default-src 'none'.*; connect-src 'self'$", policy)
    assert answer.headers["cache-control"] == "no-store"


def test_an_edit_shows_what_stays_and_what_goes_of_the_same_sample(product: Any, tmp_path: Path) -> None:
    user = client(tmp_path, product)
    form = {"version": ".", "choice": "subtitles en", "seed": "3"}
    lists = (
        "metadata_filters:\r\n- {type: year, min: 1990}\r\ntransformers:\r\n- {type: lowercase}\r\n"
        + QUESTIONS
    )
    shown = user.post("/result", data={**form, "config": lists}).text
    assert "10 of 30 films stay" in shown
    assert "56 of 110 pairs stay" in shown
    assert '<p class="after" dir="auto">where is he? → &lt;script&gt;' in shown
    assert "<code>year</code>: year: 19" in shown
    assert "<html" not in shown
    whole = user.post("/", data={**form, "config": QUESTIONS}).text
    assert "165 of 330 pairs stay" in whole
    assert 'value="3"' in whole
    assert "pattern: &#39;[?]$&#39;}" in whole
    assert "330 of 330 pairs stay" in user.post("/result", data={**form, "config": "# nothing yet"}).text
    assert len(product._samples) == 1


def test_what_is_wrong_is_told_with_its_line_and_endless_patterns_are_stopped(
    product: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dialogue_etl.text import patterns  # noqa: PLC0415

    monkeypatch.setattr(patterns, "SECONDS", 0.05)
    user = client(tmp_path, product)
    for config, message in (
        ("- x", "expected a mapping"),
        ("a: [", "filters.yaml"),
        (QUESTIONS.replace("regex", "<b>"), "filters.yaml, line 2: interaction_filters.0"),
        (QUESTIONS + "- {type: tokens_quantity, target: answer, min: 3}", "line 3: interaction_filters.1"),
        (SLOW, "backtracks without end"),
        ("a: &a [x]\nb: &b [*a,*a]\n" + BOMB, "aliases stand for more than 100,000"),
        ("a: " + "[" * 20_000, "nested more than"),
        (QUESTIONS + f"- {{type: tokens_quantity, target: answer, min: {'9' * 4_500}}}", "line 3"),
    ):
        shown = user.post("/result", data={"config": config}).text
        assert shown.count('<pre role="alert">') == 1
        assert message in shown
        assert "<b>" not in shown
        assert "/tmp" not in shown
        assert "stay" not in shown


def test_what_is_not_there_and_what_is_too_long_are_told(product: Any, tmp_path: Path) -> None:
    user = client(tmp_path, product)
    shown = user.post("/result", data={"choice": "subtitles xx", "config": QUESTIONS}).text
    assert "no such dialogues are built; there is subtitles en" in shown
    too_long = user.post("/result", data={"config": QUESTIONS + "#" * 70_000})
    assert (too_long.status_code, "more than 64,000 bytes" in too_long.text) == (413, True)


def test_of_each_user_one_piece_of_work_is_done_at_a_time_and_others_need_not_wait() -> None:
    import anyio  # noqa: PLC0415 - comes with Airflow
    from dvc_airflow.web import OneEach  # noqa: PLC0415 - imports Airflow

    done: list[str] = []
    other_is_done = threading.Event()

    def slow() -> None:
        assert other_is_done.wait(30)
        done.append("slow")

    def other() -> None:
        done.append("other")
        other_is_done.set()

    async def ask() -> None:
        work = OneEach(2)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(work.run, "ann", slow)
            await anyio.sleep(0)
            tasks.start_soon(work.run, "ann", done.append, "second")
            await anyio.sleep(0)
            tasks.start_soon(work.run, "bob", other)

    anyio.run(ask)
    assert done == ["other", "slow", "second"]


def test_a_sample_is_the_same_by_content_and_another_by_its_seed(product: Any) -> None:
    drawn = [json.loads(product._run("sample", f"--seed={seed}")) for seed in (0, 0, 1)]
    assert drawn[0] == drawn[1]
    assert [one["id"] for one in drawn[0]["documents"]] != [one["id"] for one in drawn[2]["documents"]]
    assert {len(one["documents"]) for one in drawn} == {FILMS_MADE}
    assert {len(column) for column in drawn[0]["pairs"].values()} == {330}
    told = product._run("preview", "--number=1")
    assert "30 films, 30 kept" in told
    assert "330 pairs, 330 kept" in told
