from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from dvc_airflow.graph import Stage
from dvc_airflow.task_ids import free, group_ids, task_names
from hypothesis import given
from hypothesis import strategies as st

if TYPE_CHECKING:
    from pathlib import Path

    from dvc_airflow.graph import Graph

OURS = ("prepare", "gate", "publish")


def graph(*names: str) -> Graph:
    """Stages of these names, `base@group`."""
    return {
        name: Stage(name=name, base=name.partition("@")[0], group=name.partition("@")[2] or None, cmd="x")
        for name in names
    }


def task_ids(stages: Graph, prefix: str = "") -> tuple[dict[str, str], dict[str, str]]:
    """The whole ids of the tasks, and those of the groups, as Airflow makes them."""
    names = task_names(stages, prefix)
    groups = group_ids(stages, names)
    tasks = {
        name: f"{groups[stage.group]}.{names[name]}" if stage.group else names[name]
        for name, stage in stages.items()
    }
    return tasks, groups


def test_the_prefix_goes_where_that_leaves_no_doubt() -> None:
    stages = graph("code", "books-words@en", "books-words@hu", "books-code")
    assert task_ids(stages, "books-") == (
        {
            "code": "code",
            "books-words@en": "en.words",
            "books-words@hu": "hu.words",
            "books-code": "books-code",
        },
        {"en": "en", "hu": "hu"},
    )


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("en", "words@en"), {"en": "en", "words@en": "en_group.words"}),
        (("words@en", "en", "en_group"), {"words@en": "en_group_group.words"}),
        (("a b", "a_b"), {"a b": "a_b", "a_b": "a_b_stage"}),
        (("words@0.1", "words@0_1"), {"words@0.1": "0_1.words", "words@0_1": "0_1_group.words"}),
        (("upstream_join_id@en",), {"upstream_join_id@en": "en.upstream_join_id_stage"}),
        (("words@words", "words@en"), {"words@words": "words.words"}),
    ],
)
def test_what_would_be_called_alike_is_told_apart(names: tuple[str, ...], expected: dict[str, str]) -> None:
    tasks, _ = task_ids(graph(*names))
    assert tasks.items() >= expected.items()


SHORT = st.sampled_from(["a", "a b", "a_b", "a.b", "p-a", "a_group", "a_b_stage", "upstream_join_id", *OURS])


@given(
    st.dictionaries(SHORT, st.lists(SHORT, unique=True, max_size=3), min_size=1, max_size=8),
    st.sampled_from(["", "p-", "a"]),
)
def test_no_two_tasks_and_groups_are_called_alike(written: dict[str, list[str]], prefix: str) -> None:
    names = [f"{base}@{group}" for base, groups in written.items() for group in groups]
    names += [base for base, groups in written.items() if not groups]
    tasks, groups = task_ids(graph(*names), prefix)
    joins = [f"{group}.{end}_join_id" for group in groups.values() for end in ("upstream", "downstream")]
    every = [*tasks.values(), *groups.values(), *joins]
    ours = [free(name, every, "_run") for name in OURS]
    assert len({*every, *ours}) == len(every) + len(OURS)


@pytest.mark.slow
def test_airflow_takes_a_group_called_like_a_stage_and_like_our_own_tasks(tmp_path: Path) -> None:
    from dvc_airflow.dags import stage_dag  # noqa: PLC0415 - slow: imports Airflow
    from dvc_airflow.project import Project  # noqa: PLC0415

    (tmp_path / "dvc.yaml").write_text(
        "stages:\n"
        "  en: {cmd: x, outs: [a]}\n"
        "  words: {foreach: [en, gate], do: {cmd: 'y ${item}', deps: [a]}}\n"
        "  upstream_join_id: {foreach: [en], do: {cmd: 'z ${item}', deps: [a]}}\n"
    )
    dag = stage_dag(Project(root=tmp_path, name="foreign"), prefix="", fields=(), description="", doc_md="")
    own = {"prepare", "gate_run", "publish"}
    ids = {"en", "en_group.words", "gate.words", "en_group.upstream_join_id_stage"}
    assert set(dag.task_dict) == own | ids
    assert dag.get_task("en_group.words").upstream_task_ids == {"en"}
    assert dag.get_task("en_group.words").stage == "words@en"
    assert dag.get_task("publish").gate == "gate_run"
