"""What a stage's `meta` says about how Airflow shall run it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dvc_airflow.graph import GraphError

if TYPE_CHECKING:
    from dvc_airflow.graph import Stage

_LONGEST_POOL_NAME = 256  # airflow.models.pool.Pool.pool


@dataclass(frozen=True)
class Limits:
    """The defaults are those of an empty `meta`."""

    pool: str | None = None
    """Airflow pool that the stage takes slots of."""
    pool_slots: int = 1
    retries: int = 0
    """How often a stage that failed is tried again."""
    timeout: float | None = None
    """Minutes after which a try is ended."""


def limits(stage: Stage) -> Limits:
    """The keys `pool`, `pool_slots`, `retries` and `timeout` of a stage's `meta`; others are no matter.

    Raises:
        GraphError: a value is not allowed; the message names stage, key, value and what is allowed.
    """
    known = {key: stage.meta[key] for key in _ALLOWED if stage.meta.get(key) is not None}
    for key, value in known.items():
        allowed, fits = _ALLOWED[key]
        if not fits(value):
            raise GraphError(f"{stage.file}: stage {stage.name!r}: meta.{key}: {value!r}, expected {allowed}")
    return Limits(**known)


def _is_pool(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= len(value) <= _LONGEST_POOL_NAME


def _is_whole(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _is_minutes(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < math.inf


_ALLOWED = {
    "pool": (f"the name of an Airflow pool, 1 to {_LONGEST_POOL_NAME} characters", _is_pool),
    "pool_slots": ("a whole number from 1", lambda value: _is_whole(value, 1)),
    "retries": ("a whole number from 0", lambda value: _is_whole(value, 0)),
    "timeout": ("minutes, a number above 0", _is_minutes),
}
