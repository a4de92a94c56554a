"""How far long work is: a line in the log every few seconds, with rate and time left."""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Result = TypeVar("Result")

_LOG_EVERY_SECONDS = 5.0
_MEGA = 1_000_000

log = logging.getLogger("dialogue_etl")


def progress(
    label: str,
    results: Iterable[Result],
    total: int,
    *,
    unit: str = "shards",
    size: Callable[[Result], int] | None = None,
) -> Iterator[Result]:
    """The results as they come; meanwhile lines in the log.

    Args:
        label: what is being done, for people.
        results: of the work.
        total: how many there will be.
        unit: what a result is one of.
        size: bytes of a result, where the rate in bytes says more than the number.
    """
    began = logged = time.monotonic()
    came = 0
    for done, result in enumerate(results, start=1):
        yield result
        came += size(result) if size else 0
        now = time.monotonic()
        if now - logged > _LOG_EVERY_SECONDS or done == total:
            rate = f", {_rate(came, now - began)}" if size else ""
            left = f", {_left(now - began, done, total)} left" if done < total else ""
            log.info("%s: %s of %s %s%s%s", label, f"{done:,}", f"{total:,}", unit, rate, left)
            logged = now


def _rate(came: int, seconds: float) -> str:
    return f"{came / _MEGA:,.1f} MB, {came / _MEGA / max(seconds, 0.1):,.1f} MB/s"


def _left(passed: float, done: int, total: int) -> timedelta:
    return timedelta(seconds=round(passed / done * (total - done)))
