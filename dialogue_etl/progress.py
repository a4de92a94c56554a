"""How far long work is: a line in the log every few seconds, with the time left."""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Result = TypeVar("Result")

_LOG_EVERY_SECONDS = 5.0

log = logging.getLogger("dialogue_etl")


def progress(label: str, results: Iterable[Result], total: int, *, unit: str = "shards") -> Iterator[Result]:
    """The results as they come; meanwhile lines in the log.

    Args:
        label: what is being done, for people.
        results: of the work.
        total: how many there will be.
        unit: what a result is one of.
    """
    began = logged = time.monotonic()
    for done, result in enumerate(results, start=1):
        yield result
        now = time.monotonic()
        if now - logged > _LOG_EVERY_SECONDS or done == total:
            left = f", {_left(now - began, done, total)} left" if done < total else ""
            log.info("%s: %s of %s %s%s", label, f"{done:,}", f"{total:,}", unit, left)
            logged = now


def _left(passed: float, done: int, total: int) -> timedelta:
    return timedelta(seconds=round(passed / done * (total - done)))
