from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from dvc_airflow.request import OPTIONS

from dialogue_etl import params
from tests.dags.conftest import ROOT

pytestmark = pytest.mark.slow  # imports Airflow

STEPS = ("ingest", "extract", "rules", "train", "classify", "split")
AROUND = {"prepare", "code", "package", "check", "report", "gate", "publish"}


def test_tasks_groups_and_edges(draw: Callable[..., Any]) -> None:
    dag = draw("threads")
    languages = params.load(ROOT / "params.yaml").threads.languages
    assert set(dag.task_dict) == {
        *AROUND,
        *(f"{language}.{step}" for language in languages for step in STEPS),
    }
    for first, then in pairwise(("code", *(f"zh.{step}" for step in STEPS))):
        assert dag.get_task(then).upstream_task_ids == {first}
    assert dag.get_task("package").upstream_task_ids == {f"{language}.split" for language in languages}
    assert dag.get_task("check").upstream_task_ids == {"package"}


def test_the_form_covers_its_own_parameters_and_no_other(draw: Callable[..., Any]) -> None:
    form = draw("threads").params
    # No stage makes pairs by default.
    keys = {one.key for one in params.parameters("threads") if "thread_pairs" not in one.key}
    assert set(form) == {*OPTIONS, *keys}
    assert form["run.variant"] == "threads"
    assert {"sample", "paper", "lccc-base", "lccc-large", "clean-dialog"} <= set(
        form.get_param("run.preset").schema["enum"]
    )
    assert {"gates.max_loss", "gates.schema_rows"} <= set(form)
    assert form.get_param("rules.reply_tags").schema["enum"] == ["off", "cut", "split", "drop"]
    form.validate()
    assert "lccc-base" not in draw("books").params.get_param("run.preset").schema["enum"]


def test_a_mix_holds_the_stages_of_its_sources(draw: Callable[..., Any]) -> None:
    dag = draw("mix")
    assert dag.params["run.variant"] == "mix"
    assert dag.get_task("dataset").upstream_task_ids == {
        "books-package",
        "subtitles-package",
        "threads-package",
    }
    assert {"zh.threads-rules", "en.threads-rules", "en.books-extract"} <= set(dag.task_dict)
    assert "books-report" not in dag.task_dict


@pytest.mark.parametrize("name", ["books", "threads", "mix"])
def test_the_gates_of_a_source_look_at_its_own_metrics(draw: Callable[..., Any], name: str) -> None:
    from airflow.serialization.serialized_objects import DagSerialization  # noqa: PLC0415

    dag = draw(name)
    assert name in str(DagSerialization.to_dict(dag))
    gate = dag.get_task("gate")
    stops = gate.project.gates({}, {}, None)
    never = {"max_loss", "max_empty_splits"}  # there is no version before; off by default
    assert list(stops) == [one for one in gate.project.gate_names if one not in never]
    assert ("max_offset_errors" in gate.project.gate_names) is (name == "books")
    assert all(f"metrics/{name}/check.json" in reason for reason in stops.values())
