from __future__ import annotations

from typing import Any

import pytest
from dvc_airflow.graph import GraphError, Stage
from dvc_airflow.limits import Limits, limits


def stage(**meta: Any) -> Stage:
    return Stage(name="train@en", base="train", group="en", cmd="x", meta=meta)


def test_nothing_said() -> None:
    assert limits(stage(owner="us")) == Limits(pool=None, pool_slots=1, retries=0, timeout=None)


def test_all_said() -> None:
    said = {"pool": "gpu", "pool_slots": 2, "retries": 3, "timeout": 1.5}
    assert limits(stage(**said)) == Limits(**said)


def test_null_is_nothing_said() -> None:
    assert limits(stage(pool=None, retries=None, timeout=None, pool_slots=None)) == Limits()


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [
        ("pool", 3, "name of an Airflow pool"),
        ("pool", "", "name of an Airflow pool"),
        ("pool", "   ", "name of an Airflow pool"),
        ("pool", "x" * 257, "name of an Airflow pool"),
        ("pool_slots", 0, "whole number from 1"),
        ("pool_slots", True, "whole number from 1"),
        ("pool_slots", 1.5, "whole number from 1"),
        ("retries", -1, "whole number from 0"),
        ("retries", "2", "whole number from 0"),
        ("retries", False, "whole number from 0"),
        ("timeout", 0, "minutes, a number above 0"),
        ("timeout", "2h", "minutes, a number above 0"),
        ("timeout", True, "minutes, a number above 0"),
        ("timeout", float("inf"), "minutes, a number above 0"),
        ("timeout", float("nan"), "minutes, a number above 0"),
    ],
)
def test_what_is_wrong_is_named(key: str, value: Any, allowed: str) -> None:
    with pytest.raises(GraphError) as caught:
        limits(stage(**{key: value}))
    message = str(caught.value)
    assert message.startswith(f"dvc.yaml: stage 'train@en': meta.{key}: {value!r}, expected ")
    assert allowed in message
