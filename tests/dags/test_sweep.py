from pathlib import Path
from typing import Any

import pytest
from dvc_airflow import programs
from dvc_airflow.request import read_request

from tests.dags.loading import load

pytestmark = pytest.mark.slow  # imports Airflow

GAP, CERTAIN = "extract.dialogue_gap", "extract.min_certainty"
FORM = {
    "sweep.name": "gap",
    "sweep.values": [f"{GAP}: 100, 200"],
    "sweep.how": "grid",
    "sweep.number": 9,
    "run.base": None,
    "run.preset": "none",
}


@pytest.fixture
def dag(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("DIALOGUE_ETL_WORKSPACE", str(workspace))
    return load("books_sweep").dag


def planned(dag: Any, **form: Any) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = dag.get_task("plan").python_callable({**FORM, **form})
    return cells


def test_it_is_one_run_with_a_mapped_task_and_its_form_proposes_nine_cells(dag: Any) -> None:
    from airflow.serialization.serialized_objects import DagSerialization  # noqa: PLC0415

    assert list(dag.task_dict) == ["plan", "cell", "results"]
    assert dag.get_task("cell").is_mapped
    assert dag.get_task("cell").upstream_task_ids == {"plan"}
    assert (dag.get_task("results").upstream_task_ids, dag.get_task("results").trigger_rule) == (
        {"cell"},
        "all_done",
    )
    dag.params.validate()
    assert len(planned(dag, **{"sweep.values": dag.params["sweep.values"]})) == 9
    # What is stored must not differ from one parsing to the next, as addresses of objects do.
    assert " at 0x" not in str(DagSerialization.to_dict(dag))


def test_a_cell_is_the_conf_of_a_run_that_builds_it(dag: Any) -> None:
    one, two = planned(dag)
    assert one == {"run.variant": "gap-100", "run.base": "", "run.preset": "none", GAP: 100}
    assert read_request(one).changes == {GAP: 100}
    assert two["run.variant"] == "gap-200"


@pytest.mark.parametrize(
    ("how", "lines", "cells"),
    [
        ("grid", [f"{GAP}: 1, 2", f"{CERTAIN}: 0.5, 1"], [(1, 0.5), (1, 1), (2, 0.5), (2, 1)]),
        ("list", [f"{GAP}: 1, 2", " ", f" {CERTAIN} : 0.5, 1"], [(1, 0.5), (2, 1)]),
        ("grid", ["extract.mixed_marks: true, false"], [(True,), (False,)]),
        ("grid", ["books.issued_from: 2001-01-01"], [("2001-01-01",)]),
        ("grid", ["languages: [de, en], [hu]"], [(["de", "en"],), (["hu"],)]),
    ],
)
def test_lines_of_the_form_are_values_of_the_parameters_kind(
    dag: Any, how: str, lines: list[str], cells: list[Any]
) -> None:
    made = planned(dag, **{"sweep.values": lines, "sweep.how": how})
    assert [tuple(value for key, value in one.items() if key[:4] != "run.") for one in made] == cells


def test_random_cells_are_the_same_each_time_and_within_their_limits(dag: Any) -> None:
    form = {"sweep.values": [f"{GAP}: 100..120", f"{CERTAIN}: 0.25..0.5, 0"], "sweep.how": "random"}
    made = planned(dag, **form)
    assert made == planned(dag, **form)
    assert len({(one[GAP], one[CERTAIN]) for one in made}) == 9
    assert all(100 <= one[GAP] <= 120 for one in made)
    assert {0} < {one[CERTAIN] for one in made}
    assert all(one[CERTAIN] == 0 or 0.25 <= one[CERTAIN] <= 0.5 for one in made)


@pytest.mark.parametrize(
    ("form", "message"),
    [
        (
            {"sweep.values": [f"{GAP}: 100, -1"]},
            r"extract.dialogue_gap: -1: .*\(1 of 2 cells, such as gap-1-[0-9a-f]{8}\)",
        ),
        ({"sweep.values": [f"{GAP}: 100, wide"]}, "extract.dialogue_gap"),
        (
            {"sweep.values": [f"{GAP}: 1, wide", f"{CERTAIN}: 0, 2"]},
            r":\n[^\n]+_certainty: 2: [^\n]+\(2 of 4 cells[^\n]+\n[^\n]+_gap: 'wide': [^\n]+\(2 of 4[^\n]+\Z",
        ),
        ({"sweep.values": [f"{GAP}: 100..120"]}, "is for random combinations alone"),
        ({"sweep.values": [f"{GAP}: 100, 100"]}, "is a value there twice"),
        ({"sweep.values": [f"{GAP}: [100"]}, "write values as in params.yaml"),
        ({"sweep.values": [GAP]}, "write each parameter once, with values"),
        ({"sweep.values": []}, "0 combinations"),
        ({"sweep.values": [f"{GAP}: {', '.join(map(str, range(65)))}"]}, "65 combinations"),
        ({"sweep.values": ["extract.gap: 1"]}, "no such parameter"),
        ({"sweep.values": [f"{GAP}: 1, 2", f"{CERTAIN}: 0"], "sweep.how": "list"}, "as many values of each"),
        ({"run.base": "nowhere"}, "rev-parse"),
    ],
)
def test_a_plan_that_is_not_allowed_fails_at_once_and_says_what(
    dag: Any, form: dict[str, Any], message: str
) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415

    with pytest.raises(AirflowFailException, match=f"(?s){message}"):
        planned(dag, **form)


def test_all_cells_begin_from_the_commit_that_a_branch_is_at_now(dag: Any, workspace: Path) -> None:
    programs.git(workspace, "init", "--quiet", "--initial-branch", "main")
    programs.git(workspace, "add", "params.yaml")
    author = ("-c", "user.name=Tester", "-c", "user.email=tester@localhost")
    programs.git(workspace, *author, "commit", "--quiet", "--message", "first")
    head = programs.git(workspace, "rev-parse", "HEAD")
    assert {cell["run.base"] for cell in planned(dag, **{"run.base": "main"})} == {head}
