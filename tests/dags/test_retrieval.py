from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from dvc_airflow.request import OPTIONS

from dialogue_etl import params

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.slow  # imports Airflow


@pytest.mark.parametrize("name", ["retrieval", "generative"])
def test_without_a_language_there_is_nothing_to_ask(draw: Callable[..., Any], name: str) -> None:
    dag = draw(name)
    assert {one for one in dag.task_dict if "evaluate" in one or "train" in one} == set()
    assert set(dag.params) == {*OPTIONS, *(one.key for one in params.parameters(name))}
