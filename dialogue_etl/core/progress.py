"""Progress of long work: a bar with the time left in a terminal, else lines in the log."""

import logging
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TypeVar

Result = TypeVar("Result")

_LOG_EVERY_SECONDS = 5.0

log = logging.getLogger("dialogue_etl")


def progress(label: str, results: Iterable[Result], total: int, *, unit: str = "shards") -> Iterator[Result]:
    """Yield the results and show how many there have been.

    Args:
        label: of the work.
        results: made one by one.
        total: number of results.
        unit: what a result is, in the plural.
    """
    with _bar(label, total, unit) as advance:
        began = logged = time.monotonic()
        for done, result in enumerate(results, start=1):
            yield result
            now = time.monotonic()
            if advance:
                advance()
            elif now - logged > _LOG_EVERY_SECONDS or done == total:
                left = f", {_left(now - began, done, total)} left" if done < total else ""
                log.info("%s: %s of %s %s%s", label, f"{done:,}", f"{total:,}", unit, left)
                logged = now


@contextmanager
def _bar(label: str, total: int, unit: str) -> Iterator[Callable[[], None] | None]:
    """A bar, and the function that advances it; None without a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(label, total=total)
        yield lambda: bar.advance(task)


def _left(passed: float, done: int, total: int) -> timedelta:
    return timedelta(seconds=round(passed / done * (total - done)))
