"""Pairs and configurations for the tests."""

from collections.abc import Sequence
from typing import Any

from dialogue_etl.pairs import config
from dialogue_etl.pairs.batch import Columns
from dialogue_etl.pairs.pipeline import Pipeline


def components(**lists: Any) -> config.Components:
    """A configuration; each list as in YAML."""
    found, wrong = config.checked(lists)
    assert found is not None, wrong
    return found


def refused(**lists: Any) -> dict[str, str]:
    """What is wrong with a configuration, by place."""
    found, wrong = config.checked(lists)
    assert found is None
    return {".".join(map(str, at)): message for at, _, message in wrong}


def pipeline(language: str = "en", **lists: Any) -> Pipeline:
    return Pipeline(components(**lists), language, {})


def columns(said: Sequence[tuple[str, str]], intervals: Sequence[int | None] | None = None) -> Columns:
    """Pairs of texts of one document, one after the other."""
    return {
        "source_id": ["tt1:1"] * len(said),
        "dialogue_id": [None] * len(said),
        "number": list(range(len(said))),
        "trigger": [trigger for trigger, _ in said],
        "answer": [answer for _, answer in said],
        "interval_ms": list(intervals or [None] * len(said)),
    }
