from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from dvc_airflow.request import OPTIONS

from dialogue_etl import params
from tests.dags.conftest import ROOT

pytestmark = pytest.mark.slow  # imports Airflow


def test_tasks_edges_and_form(draw: Callable[..., Any]) -> None:
    dag = draw("subtitles")
    languages = params.load(ROOT / "params.yaml").subtitles.languages
    steps = ["download", "read", "films", "sentences", "train", "turns", "dialogues", "clean", "split"]
    steps.append("pairs")
    around = {"prepare", "code", "package", "check", "report", "gate", "publish"}
    assert set(dag.task_dict) == {*around, *(f"{tag}.{step}" for tag in languages for step in steps)}
    for first, then in pairwise(("code", *(f"en.{step}" for step in steps))):
        assert dag.get_task(then).upstream_task_ids == {first}
    assert dag.get_task("package").upstream_task_ids == {f"{tag}.split" for tag in languages}
    assert dag.get_task("report").upstream_task_ids == {f"{tag}.pairs" for tag in languages}
    keys = {parameter.key for parameter in params.parameters("subtitles")}
    assert set(dag.params) == {*OPTIONS, *keys}
    assert {"sample", "edos-paper", "edos-released"} <= set(dag.params.get_param("run.preset").schema["enum"])
