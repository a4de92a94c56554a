from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from dialogue_etl import params
from tests.dags.loading import load

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.slow  # imports Airflow

SWEEP_RUN = "manual__2026-01-01T00:00:00+00:00"
FORM = {
    "sweep.name": "gap",
    "sweep.knob": "extract.dialogue_gap",
    "sweep.values": [100, 200],
    "sweep.second_knob": "none",
    "sweep.second_values": [],
    "run.base": None,
    "run.preset": "none",
}


@pytest.fixture
def module(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("DIALOGUE_ETL_WORKSPACE", str(workspace))
    return load("books_sweep")


@pytest.fixture
def dag(module: Any) -> Any:
    return module.dag


class Ti:
    """What a task asks Airflow for."""

    dag_id = "books_sweep"

    def __init__(self, states: dict[str, str] | None = None, **returned: Any) -> None:
        self.states = states or {}
        self.returned = returned

    def get_dr_count(self, dag_id: str, run_ids: Any = None, states: Any = None) -> int:
        assert dag_id == "books"
        known = {run: state for run, state in self.states.items() if run_ids is None or run in run_ids}
        return sum(states is None or state in states for state in known.values())

    def get_dagrun_state(self, dag_id: str, run_id: str) -> Any:
        from airflow.sdk.execution_time.comms import DagRunStateResult  # noqa: PLC0415

        return DagRunStateResult.model_validate({"state": self.states[run_id]}).state

    def xcom_pull(self, task_ids: str) -> Any:
        return self.returned[task_ids]


def context(ti: Ti | None = None, **form: Any) -> dict[str, Any]:
    return {"params": {**FORM, **form}, "dag_run": SimpleNamespace(run_id=SWEEP_RUN), "ti": ti or Ti()}


def planned(dag: Any, **form: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = dag.get_task("plan").execute(context(**form))
    return found


def starter(dag: Any, one: dict[str, Any]) -> Any:
    from dvc_airflow.sweep_tasks import StartOperator  # noqa: PLC0415

    return StartOperator(task_id="start", dag_of_variant="books", **one)


def test_a_run_per_variant_then_one_that_waits_then_the_page(dag: Any) -> None:
    assert set(dag.task_dict) == {"plan", "start", "wait", "page"}
    start, wait = dag.get_task("start"), dag.get_task("wait")
    assert start.is_mapped
    assert start.upstream_task_ids == {"plan"}
    assert wait.upstream_task_ids == {"start"}
    assert wait.mode == "reschedule"
    assert wait.trigger_rule.value == "all_done_min_one_success"
    assert dag.get_task("page").upstream_task_ids == {"wait"}
    assert dag.schedule is None


def test_nothing_of_a_variants_conf_is_a_template(dag: Any) -> None:
    (one,) = planned(dag, **{"sweep.knob": "books.title_pattern", "sweep.values": ["{{ 1 + 1 }}$(id)"]})
    assert one["variant_conf"]["books.title_pattern"] == "{{ 1 + 1 }}$(id)"
    assert starter(dag, one).template_fields == ()


def test_the_form_offers_every_knob(dag: Any) -> None:
    form, knobs = dag.params, [knob.key for knob in params.knobs("books")]
    assert form.get_param("sweep.knob").schema["enum"] == knobs
    assert form.get_param("sweep.second_knob").schema["enum"] == ["none", *knobs]
    assert {"sample", "paper"} <= set(form.get_param("run.preset").schema["enum"])
    # Of no item type: the page has a line for each, and numbers may come all the same.
    assert "items" not in form.get_param("sweep.values").schema
    form.validate()
    assert form["sweep.knob"] == "extract.dialogue_gap"


def test_the_plan_names_variants_runs_and_what_they_are_triggered_with(dag: Any) -> None:
    one, two = planned(dag)
    assert one["variant"] == "gap-100"
    assert one["variant_conf"] == {
        "run.variant": "gap-100",
        "run.base": "",
        "run.preset": "none",
        "extract.dialogue_gap": 100,
    }
    assert one["variant_run"] != two["variant_run"]
    assert planned(dag) == [one, two]


def test_lines_of_the_page_are_values_of_the_knobs_kind(dag: Any) -> None:
    form = {"sweep.values": ["100", " 200 "], "sweep.second_knob": "extract.any_dash"}
    found = planned(dag, **form, **{"sweep.second_values": ["true", "false"]})
    assert [one["variant"] for one in found][:2] == ["gap-100-true", "gap-100-false"]
    assert found[3]["variant_conf"]["extract.dialogue_gap"] == 200
    assert found[3]["variant_conf"]["extract.any_dash"] is False
    texts = planned(dag, **{"sweep.knob": "books.issued_from", "sweep.values": ["2001-01-01"]})
    assert texts[0]["variant_conf"]["books.issued_from"] == "2001-01-01"


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"sweep.values": [100, -1]}, "extract.dialogue_gap = -1"),
        ({"sweep.values": [100, "200.5"]}, "extract.dialogue_gap = 200.5"),
        ({"sweep.values": [100, "wide"]}, "extract.dialogue_gap = 'wide'"),
        ({"sweep.values": [[100]]}, r"extract.dialogue_gap = \[100\]"),
        ({"sweep.knob": "extract.none_such"}, "there is no such knob"),
        ({"sweep.knob": "languages", "sweep.values": [["xx"]]}, "languages"),
        ({"sweep.values": list(range(25))}, "too many"),
        ({"sweep.name": "A"}, "sweep.name"),
    ],
)
def test_a_plan_that_is_not_allowed_fails_at_once_and_says_what(
    dag: Any, form: dict[str, Any], said: str
) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415

    with pytest.raises(AirflowFailException, match=said):
        planned(dag, **form)


@pytest.mark.parametrize(("state", "reset"), [(None, False), ("failed", True)])
def test_a_variant_that_never_began_or_failed_is_started(dag: Any, state: str | None, reset: bool) -> None:
    from airflow.sdk.exceptions import DagRunTriggerException  # noqa: PLC0415

    one = planned(dag)[0]
    with pytest.raises(DagRunTriggerException) as asked:
        starter(dag, one).execute(context(Ti({one["variant_run"]: state} if state else {})))
    assert asked.value.trigger_dag_id == "books"
    assert asked.value.dag_run_id == one["variant_run"]
    assert asked.value.conf == one["variant_conf"]
    assert asked.value.reset_dag_run == reset
    assert not asked.value.wait_for_completion


@pytest.mark.parametrize("state", ["queued", "running", "success"])
def test_a_retry_starts_no_second_run(dag: Any, state: str) -> None:
    one = planned(dag)[0]
    assert starter(dag, one).execute(context(Ti({one["variant_run"]: state}))) is None


def test_waiting_ends_when_no_run_is_active(dag: Any) -> None:
    plan = planned(dag)
    first, second = (one["variant_run"] for one in plan)
    wait = dag.get_task("wait")
    assert not wait.poke(context(Ti({first: "success", second: "running"}, plan=plan)))
    assert not wait.poke(context(Ti({first: "queued"}, plan=plan)))
    over = wait.poke(context(Ti({first: "failed", "others": "running"}, plan=plan)))
    assert over.is_done
    assert over.xcom_value == {"gap-100": "failed", "gap-200": "not started"}


def publish(root: Path, variant: str, run: str) -> None:
    from dvc_airflow.versions import Version  # noqa: PLC0415

    total = {"dialogues": 7, "utterances": 21, "turns_per_dialogue": 3.0, "words_per_utterance": 8.0}
    metrics = {
        "metrics/books/report.json": {"total": total, "languages": {}},
        "metrics/books/evaluate.json": {"off": True},
    }
    folder = root / "published" / variant / "1"
    folder.mkdir(parents=True)
    Version(variant, 1, f"dataset/{variant}/1", "c", run, "", "2026-01-01", metrics=metrics).save(folder)


def test_the_page_has_the_curve(dag: Any, workspace: Path) -> None:
    plan = planned(dag)
    for one in plan:
        publish(workspace, one["variant"], one["variant_run"])
    ti = Ti(plan=plan, wait={"gap-100": "success", "gap-200": "success"})
    result = dag.get_task("page").execute(context(ti))
    assert result["tags"] == {"gap-100": "dataset/gap-100/1", "gap-200": "dataset/gap-200/1"}
    (folder,) = (workspace / "published" / ".sweeps").iterdir()
    assert result["page"].endswith(f"/datasets/sweeps/{folder.name}/")
    page = (folder / "report" / "sweep.html").read_text()
    assert 'href="../../gap-100/1/report/"' in page
    assert "100: 7 dialogues" in page


def test_a_failed_variant_is_named_after_the_page_of_the_others_is_written(dag: Any, workspace: Path) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415

    plan = planned(dag)
    publish(workspace, plan[0]["variant"], plan[0]["variant_run"])
    ti = Ti(plan=plan, wait={"gap-100": "success", "gap-200": "failed"})
    with pytest.raises(AirflowFailException, match=r"1 of 2 variants(.|\n)*gap-200: failed"):
        dag.get_task("page").execute(context(ti))
    (page,) = (workspace / "published").glob(".sweeps/*/report/sweep.html")
    assert "100: 7 dialogues" in page.read_text()
    assert "<code>gap-200</code>: failed" in page.read_text()


def test_it_can_be_stored_and_explains_itself(dag: Any) -> None:
    from airflow.serialization.serialized_objects import DagSerialization  # noqa: PLC0415

    stored: Callable[..., Any] = DagSerialization.to_dict
    assert "lambda" not in str(stored(dag))
    for word in ("dataset/<sweep.name>-<value>/<n>", "**plan**", "**start**", "**wait**", "**page**"):
        assert word in dag.doc_md
