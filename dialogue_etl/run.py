"""A stage, over its shards, on an engine: progress, quarantine, metrics, whole outputs."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import TYPE_CHECKING, Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from dialogue_etl.engines import local
from dialogue_etl.shards import write_whole

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

Job = TypeVar("Job")
Result = TypeVar("Result")

# Below this a pool of processes takes longer to start than the work takes.
_WORTH_A_POOL_BYTES = 4_000_000
_LOG_EVERY_SECONDS = 5.0

log = logging.getLogger("dialogue_etl")


def over_shards(
    label: str,
    function: Callable[[Job], Result],
    jobs: Sequence[Job],
    *,
    workers: int,
    size: int | None = None,
) -> Iterator[Result]:
    """Run a function over the jobs of a stage, showing progress; results in the order of the jobs.

    Args:
        label: what is being done, for people.
        function: works on one shard; must be importable by other processes.
        jobs: what it gets, one per shard.
        workers: processes at most.
        size: bytes of input, if known; small input stays in this process.
    """
    if size is not None and size < _WORTH_A_POOL_BYTES:
        workers = 1
    return progress(label, local.run(function, jobs, workers), len(jobs))


def progress(label: str, shards: Iterable[Result], total: int) -> Iterator[Result]:
    """The shards, or what was made of them, as they are; meanwhile a bar in a terminal, lines in a log."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("shards"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(label, total=total)
        said = time.monotonic()
        for done, shard in enumerate(shards, start=1):
            yield shard
            bar.advance(task)
            due = time.monotonic() - said > _LOG_EVERY_SECONDS or done == total
            if due and not console.is_terminal:
                log.info("%s: %d of %d shards", label, done, total)
                said = time.monotonic()


def write_metrics(path: Path, metrics: Mapping[str, Any]) -> None:
    """Metrics as JSON that diffs well: keys in a fixed order, one a line."""
    write_whole(path, (json.dumps(metrics, indent=2, ensure_ascii=False) + "\n").encode())


def count_reasons(counts: Counter[tuple[str, str]]) -> dict[str, dict[str, int]]:
    """Counts of (unit, reason) as a nested mapping in a fixed order."""
    nested: dict[str, dict[str, int]] = {}
    for (unit, reason), number in sorted(counts.items()):
        nested.setdefault(f"{unit}s", {})[reason] = number
    return nested


def report_counts(stage: str, language: str, metrics: Mapping[str, Any]) -> None:
    """The figures of a stage for terminal and log: a line per group, such as `dropped books: rights 1`."""
    for group, figures in _groups("", metrics):
        log.info("%s %s: %s%s", stage, language, f"{group}: " if group else "", figures)


def _groups(name: str, metrics: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    plain = {key: value for key, value in metrics.items() if not isinstance(value, dict)}
    if plain:
        yield name, ", ".join(f"{key.replace('_', ' ')} {value:,}" for key, value in plain.items())
    for key, value in metrics.items():
        if isinstance(value, dict):
            yield from _groups(f"{name} {key.replace('_', ' ')}".strip(), value)
