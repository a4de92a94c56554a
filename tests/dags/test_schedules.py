from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dialogue_etl.core import yaml_files
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.errors import DialogueEtlError
from tests.dags.conftest import ROOT

pytestmark = pytest.mark.slow  # imports Airflow

TEAM = """\
[refresh]
books = "0 5 * * 2"

[wake]
mix = ["books/default", "threads/threads"]

[alert]
notifier = "airflow.providers.smtp.notifications.smtp.SmtpNotifier"
late_after_hours = 1.5

[alert.arguments]
to = "team@example.org"
subject = "{{ dag_run.dag_id }} {what}"
html_content = "{{ dag_run.run_id }}"
"""


def stored(dag: Any) -> dict[str, Any]:
    """What Airflow keeps of a DAG."""
    from airflow.serialization.serialized_objects import DagSerialization  # noqa: PLC0415

    return dict(DagSerialization.to_dict(dag)["dag"])


def cron(dag: Any) -> str:
    return str(stored(dag)["timetable"]["__var"]["expression"])


def test_without_a_file_nothing_begins_by_itself_and_nobody_is_told(draw: Callable[..., Any]) -> None:
    mix, refresh = draw("mix"), draw("books_refresh")
    assert "NullTimetable" in str(stored(mix)["timetable"])
    assert (refresh.is_paused_upon_creation, refresh.catchup, cron(refresh)) == (True, False, "0 4 * * 1")
    assert not any((dag.on_failure_callback or dag.deadline) for dag in (mix, refresh))


def test_a_refresh_asks_for_the_catalogue_and_for_nothing_else(draw: Callable[..., Any]) -> None:
    start = draw("books_refresh").get_task("start")
    assert start.trigger_dag_id == "books"
    assert start.conf == {"run.force": ["books-catalogue"]}
    assert start.conf["run.force"][0] in yaml_files.load((ROOT / "dvc.yaml").read_text())["stages"]
    assert Runtime().fresh_days < 7  # else every other week the mirror would not be asked


def test_the_file_says_when_dags_begin_and_who_is_told(draw: Callable[..., Any], workspace: Path) -> None:
    from dvc_airflow.operators import asset_of  # noqa: PLC0415

    (workspace / "airflow.toml").write_text(TEAM)
    mix, refresh = draw("mix"), draw("books_refresh")
    woken = mix.timetable.asset_condition.objects
    assert list(woken) == [asset_of("books/default"), asset_of("threads/threads")]
    assert cron(refresh) == "0 5 * * 2"
    for dag in (mix, refresh):
        (late,) = dag.deadline
        assert (late.interval, late.callback.kwargs["subject"]) == (
            timedelta(minutes=90),
            "{{ dag_run.dag_id }} is late",
        )
        told = dag.on_failure_callback
        told = told[0] if isinstance(told, list) else told
        run = SimpleNamespace(dag_id=dag.dag_id, run_id="r")
        told.render_template_fields({"dag_run": run})
        assert told.subject == f"{dag.dag_id} failed"
        assert "is late" in str(stored(dag)["deadline"])
    assert "NullTimetable" in str(stored(draw("books"))["timetable"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[alarm]\n", r"(?s)airflow\.toml: .*alarm"),
        ('[wake]\nmix = ["books"]\n', r"(?s)airflow\.toml: .*wake\.mix\.0.*'books'"),
        ("[alert]\nnotifier = 'a.b'\nlate_after_hours = 0\n", r"(?s)late_after_hours.*greater than 0"),
        ("[alert]\nnotifier = 'no.such.Notifier'\n", "No module named 'no'"),
        ("[alert\n", r"airflow\.toml: "),
    ],
)
def test_a_wrong_file_is_named_when_the_dag_is_drawn(
    draw: Callable[..., Any], workspace: Path, text: str, said: str
) -> None:
    (workspace / "airflow.toml").write_text(text)
    with pytest.raises((DialogueEtlError, ImportError), match=said):
        draw("books_refresh")


def test_the_figures_of_a_stage_are_metrics_of_airflow(
    draw: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from dvc_airflow import operators  # noqa: PLC0415
    from dvc_airflow.stage import StageResult  # noqa: PLC0415

    seen = {}
    monkeypatch.setattr(operators.stats, "gauge", seen.__setitem__)
    metrics = {"metrics/en.json": {"books_kept": 2, "dropped": {"books": {"min words": 1}}, "name": "x"}}
    draw("books").get_task("en.extract")._report(StageResult("ran", {}, metrics), [])
    assert seen == {"dvc.books.en.extract.books_kept": 2, "dvc.books.en.extract.dropped.books.min_words": 1}
