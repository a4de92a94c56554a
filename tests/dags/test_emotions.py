from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from dvc_airflow.request import OPTIONS

from dialogue_etl import params
from dialogue_etl.workspace import pipelines
from dialogue_etl.workspace.change import Files
from dialogue_etl.workspace.params_file import with_values

pytestmark = pytest.mark.slow  # imports Airflow


def test_tasks_edges_and_form(draw: Callable[..., Any]) -> None:
    """The stages of the dataset come first: those of its source that are built are restored."""
    dag = draw("emotions")
    steps = ["weak", "initial", "grow", "train", "dataset"]
    for first, then in pairwise(steps):
        assert first in dag.get_task(then).upstream_task_ids
    assert {"check", "report", "gate", "publish"} <= set(dag.task_dict)
    assert "subtitles-package" in dag.get_task("initial").upstream_task_ids
    # The sections of its own stages, and of those that make the dataset; no others.
    upstream = {"privacy", "subtitles", "subtitle_rules", "turns", "contamination", "split", "storage"}
    keys = {parameter.key for parameter in params.parameters("emotions")}
    keys |= {one.key for one in params.parameters() if one.key.partition(".")[0] in upstream}
    assert set(dag.params) == {*OPTIONS, *keys}


def test_the_form_of_a_mix_has_what_changes_its_sources_and_no_other_section(
    draw: Callable[..., Any],
) -> None:
    found = {key.partition(".")[0] for key in draw("mix").params} - {"run"}
    others = {"emotions", "testset", "retrieval", "generative", "evaluation", "report"}
    pairs = {"book_pairs", "thread_pairs", "subtitle_pairs"}
    assert found == {one.key.partition(".")[0] for one in params.parameters()} - others - pairs


def test_what_a_workspace_lacks_is_neither_a_dag_nor_in_a_form(
    draw: Callable[..., Any], workspace: Path
) -> None:
    product = Files.of(workspace)
    chosen = ["books", "mix"]
    (workspace / "dvc.yaml").write_text(pipelines.with_only(product.dvc_yaml, chosen))
    text = pipelines.params_of(product.params_yaml, product.params_yaml, chosen)
    (workspace / "params.yaml").write_text(with_values(text, {"mix": {"sources": ["books"]}}))
    assert draw("threads") is None
    assert draw("emotions") is None
    assert {key.partition(".")[0] for key in draw("mix").params} <= {"run", *pipelines.sections(chosen)}
    assert "sample" in draw("books").params.get_param("run.preset").schema["enum"]
    assert "lccc-base" not in draw("mix").params.get_param("run.preset").schema["enum"]
