from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from dvc_airflow.request import OPTIONS

from dialogue_etl import params

pytestmark = pytest.mark.slow  # imports Airflow


def test_tasks_edges_and_form(draw: Callable[..., Any]) -> None:
    """The stages of the dataset come first: those of its source that are built are restored."""
    dag = draw("emotions")
    steps = ["weak", "initial", "grow", "train", "dataset"]
    for first, then in pairwise(steps):
        assert first in dag.get_task(then).upstream_task_ids
    assert {"check", "report", "gate", "publish"} <= set(dag.task_dict)
    assert "subtitles-package" in dag.get_task("initial").upstream_task_ids
    keys = {parameter.key for parameter in params.parameters("emotions")}
    assert set(dag.params) == {*OPTIONS, *keys}
