"""How far long work is: a bar with time left in a terminal, lines in a log."""

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
    """The results as they come; meanwhile a bar in a terminal, lines in a log.

    Args:
        label: what is being done, for people.
        results: of the work.
        total: how many there will be.
        unit: what a result is one of.
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
    """A bar in a terminal, and what moves it on; None elsewhere, where its library is not even imported."""
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
