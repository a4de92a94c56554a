import pytest
from dvc_airflow.graph import Stage
from hypothesis import given
from hypothesis import strategies as st

pytestmark = pytest.mark.slow  # imports Airflow

OURS = ("prepare", "gate", "publish")


def task_ids(names: list[str], prefix: str = "") -> tuple[dict[str, str], dict[str, str]]:
    """Of stages `base@group` the whole ids of the tasks, and those of the groups, as Airflow makes them."""
    from dvc_airflow.dags import group_ids, task_names  # noqa: PLC0415

    stages = {
        name: Stage(name=name, base=name.partition("@")[0], group=name.partition("@")[2] or None, cmd="x")
        for name in names
    }
    short = task_names(stages, prefix)
    groups = group_ids(stages, short)
    tasks = {
        name: f"{groups[stage.group]}.{short[name]}" if stage.group else short[name]
        for name, stage in stages.items()
    }
    return tasks, groups


@pytest.mark.parametrize(
    "expected",
    [
        {"code": "code", "p-words@en": "en.words", "p-words@hu": "hu.words", "p-code": "p-code"},
        {"en": "en", "words@en": "en_group.words"},
        {"words@en": "en_group_group.words", "en": "en", "en_group": "en_group"},
        {"a b": "a_b", "a_b": "a_b_stage"},
        {"words@0.1": "0_1.words", "words@0_1": "0_1_group.words"},
        {"upstream_join_id@en": "en.upstream_join_id_stage"},
        {"words@words": "words.words", "words@en": "en.words"},
    ],
)
def test_the_prefix_goes_and_what_would_be_called_alike_is_told_apart(expected: dict[str, str]) -> None:
    assert task_ids(list(expected), "p-")[0] == expected


SHORT = st.sampled_from(["a", "a b", "a_b", "a.b", "p-a", "a_group", "a_b_stage", "upstream_join_id", *OURS])


@given(
    st.dictionaries(SHORT, st.lists(SHORT, unique=True, max_size=3), min_size=1, max_size=8),
    st.sampled_from(["", "p-", "a"]),
)
def test_no_two_tasks_and_groups_are_called_alike(written: dict[str, list[str]], prefix: str) -> None:
    from dvc_airflow.dags import free  # noqa: PLC0415

    names = [f"{base}@{group}" for base, groups in written.items() for group in groups]
    tasks, groups = task_ids([*names, *(base for base, groups in written.items() if not groups)], prefix)
    joins = [f"{group}.{end}_join_id" for group in groups.values() for end in ("upstream", "downstream")]
    every = [*tasks.values(), *groups.values(), *joins]
    ours = [free(name, set(every), "_run") for name in OURS]
    assert len({*every, *ours}) == len(every) + len(OURS)
