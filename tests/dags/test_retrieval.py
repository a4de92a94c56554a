from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from dvc_airflow.request import OPTIONS

from dialogue_etl import params

pytestmark = pytest.mark.slow  # imports Airflow


@pytest.mark.parametrize("name", ["retrieval", "generative"])
def test_without_a_language_there_is_nothing_to_ask_and_a_run_says_so(
    draw: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415
    from dvc_airflow import operators  # noqa: PLC0415

    dag = draw(name)
    monkeypatch.setattr(operators, "prepare", lambda *_: SimpleNamespace(does={}))
    monkeypatch.setattr(operators, "end_with_supervisor", lambda: None)
    with pytest.raises(AirflowFailException, match="no stage to run"):
        dag.get_task("prepare").execute({"dag_run": SimpleNamespace(run_id="manual", conf={})})
    assert dag.get_task("gate").upstream_task_ids == {"prepare"}
    assert {one for one in dag.task_dict if "evaluate" in one or "train" in one} == set()
    assert set(dag.params) == {*OPTIONS, *(one.key for one in params.parameters(name))}
