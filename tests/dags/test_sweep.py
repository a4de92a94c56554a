from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from dvc_airflow import programs
from dvc_airflow.request import read_request

from tests.dags.loading import load

pytestmark = pytest.mark.slow  # imports Airflow

FORM = {
    "sweep.name": "gap",
    "sweep.parameter": "extract.dialogue_gap",
    "sweep.values": [100, 200],
    "run.base": None,
    "run.preset": "none",
}


@pytest.fixture
def dag(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("DIALOGUE_ETL_WORKSPACE", str(workspace))
    return load("books_sweep").dag


class Ti:
    """What a task asks Airflow for."""

    dag_id = "books_sweep"

    def __init__(self, plan: Any = None, states: dict[str, str] | None = None) -> None:
        self.plan, self.states = plan, states or {}

    def get_dr_count(self, dag_id: str, run_ids: Any = None, states: Any = None) -> int:
        assert dag_id == "books"
        known = {run: state for run, state in self.states.items() if run in run_ids}
        return sum(states is None or state in states for state in known.values())

    def get_dagrun_state(self, dag_id: str, run_id: str) -> Any:
        from airflow.sdk.execution_time.comms import DagRunStateResult  # noqa: PLC0415

        return DagRunStateResult.model_validate({"state": self.states[run_id]}).state

    def xcom_pull(self, task_ids: str) -> Any:
        assert task_ids == "plan"
        return self.plan


def context(ti: Ti | None = None, **form: Any) -> dict[str, Any]:
    return {"params": {**FORM, **form}, "dag_run": SimpleNamespace(run_id="manual__1"), "ti": ti or Ti()}


def planned(dag: Any, **form: Any) -> list[dict[str, Any]]:
    of = context(**form)
    runs: list[dict[str, Any]] = dag.get_task("plan").python_callable(of["params"], of["dag_run"])
    return runs


def test_a_run_is_triggered_per_variant_and_the_page_waits_without_a_worker(dag: Any) -> None:
    from airflow.serialization.serialized_objects import DagSerialization  # noqa: PLC0415

    start, page = dag.get_task("start"), dag.get_task("page")
    assert set(dag.task_dict) == {"plan", "start", "page"}
    assert start.is_mapped
    assert start.upstream_task_ids == {"plan"}
    assert start.partial_kwargs["trigger_dag_id"] == "books"
    assert not start.partial_kwargs.get("wait_for_completion")
    assert page.upstream_task_ids == {"start"}
    assert (page.mode, page.trigger_rule) == ("reschedule", "all_done")
    assert dag.params["sweep.parameter"] == "extract.dialogue_gap"
    dag.params.validate()
    assert "lambda" not in str(DagSerialization.to_dict(dag))


def test_the_plan_names_variants_runs_and_what_they_are_triggered_with(dag: Any) -> None:
    one, two = planned(dag)
    conf = {"run.variant": "gap-100", "run.base": "", "run.preset": "none", "extract.dialogue_gap": 100}
    assert one["conf"] == conf
    assert read_request(one["conf"]).changes == {"extract.dialogue_gap": 100}
    assert one["trigger_run_id"] != two["trigger_run_id"]
    assert planned(dag) == [one, two]


def test_lines_of_the_form_are_values_of_the_parameters_kind(dag: Any) -> None:
    numbers = planned(dag, **{"sweep.values": ["100", " 200 "]})
    assert [run["conf"]["extract.dialogue_gap"] for run in numbers] == [100, 200]
    switches = planned(dag, **{"sweep.parameter": "extract.mixed_marks", "sweep.values": ["true", "false"]})
    assert [run["conf"]["run.variant"] for run in switches] == ["gap-true", "gap-false"]
    assert switches[1]["conf"]["extract.mixed_marks"] is False
    texts = planned(dag, **{"sweep.parameter": "books.issued_from", "sweep.values": ["2001-01-01"]})
    assert texts[0]["conf"]["books.issued_from"] == "2001-01-01"


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"sweep.values": [100, -1]}, "gap-1-[0-9a-f]{6}: .*extract.dialogue_gap"),
        ({"sweep.values": [100, "200.5"]}, "extract.dialogue_gap"),
        ({"sweep.values": [100, "wide"]}, "'wide' is not allowed: not JSON"),
        ({"sweep.values": [100, 100]}, "is a value there twice"),
        ({"sweep.values": []}, "0 variants"),
        ({"sweep.values": list(range(25))}, "25 variants"),
        ({"sweep.parameter": "extract.none_such"}, "there is no such parameter"),
        ({"sweep.parameter": "languages", "sweep.values": [["xx"]]}, "languages"),
        ({"run.base": "nowhere"}, "rev-parse"),
    ],
)
def test_a_plan_that_is_not_allowed_fails_at_once_and_says_what(
    dag: Any, form: dict[str, Any], message: str
) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415

    with pytest.raises(AirflowFailException, match=f"(?s){message}"):
        planned(dag, **form)


def test_all_variants_begin_from_the_commit_that_a_branch_is_at_now(dag: Any, workspace: Path) -> None:
    programs.git(workspace, "init", "--quiet", "--initial-branch", "main")
    programs.git(workspace, "add", "params.yaml")
    author = ("-c", "user.name=Tester", "-c", "user.email=tester@localhost")
    programs.git(workspace, *author, "commit", "--quiet", "--message", "first")
    head = programs.git(workspace, "rev-parse", "HEAD")
    assert {run["conf"]["run.base"] for run in planned(dag, **{"run.base": "main"})} == {head}


def publish(root: Path, variant: str, run: str) -> None:
    from dvc_airflow.versions import Version  # noqa: PLC0415

    total = {"dialogues": 7, "utterances": 21, "turns_per_dialogue": 3.0, "words_per_utterance": 8.0}
    metrics = {"metrics/books/report.json": {"total": total}, "metrics/books/evaluate.json": {"off": True}}
    folder = root / "published" / variant / "1"
    folder.mkdir(parents=True)
    Version(variant, 1, f"dataset/{variant}/1", "c", run, "", "2026-01-01", metrics=metrics).save(folder)


def test_the_page_is_written_when_no_run_is_active_and_then_a_failed_variant_is_named(
    dag: Any, workspace: Path
) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415

    plan = planned(dag)
    first, second = (run["trigger_run_id"] for run in plan)
    page = dag.get_task("page").python_callable
    assert not page(**context(Ti(plan, {first: "success", second: "running"})))
    assert not page(**context(Ti(plan, {first: "queued"})))
    publish(workspace, "gap-100", first)
    with pytest.raises(AirflowFailException, match=r"1 of 2 variants(.|\n)*gap-200: failed"):
        page(**context(Ti(plan, {first: "success", second: "failed"})))
    (file,) = (workspace / "published").glob(".sweeps/*/sweep.html")
    assert 'href="../../gap-100/1/report/"' in file.read_text()
    assert "100: 7 dialogues" in file.read_text()
    assert "<code>gap-200</code>: failed" in file.read_text()
    publish(workspace, "gap-200", second)
    assert page(**context(Ti(plan, {first: "success", second: "success"})))
    assert "failed" not in file.read_text()
