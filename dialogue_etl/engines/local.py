"""Processes on this machine."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Job = TypeVar("Job")
Result = TypeVar("Result")

_MAX_BROKEN_POOLS = 3


def run(function: Callable[[Job], Result], jobs: Sequence[Job], workers: int) -> Iterator[Result]:
    """Results in the order of the jobs, whichever worker finishes first.

    Jobs are shard paths and settings, never data. A worker that dies (killed, out of memory) breaks its
    pool; the jobs without a result are run again in a new one, three times at most.

    Raises:
        BrokenProcessPool: workers keep dying.
    """
    if workers <= 1 or len(jobs) <= 1:
        yield from map(function, jobs)
        return
    done = 0
    for attempt in range(_MAX_BROKEN_POOLS + 1):
        try:
            for result in _pool(function, jobs[done:], workers):
                done += 1
                yield result
            return
        except BrokenProcessPool:
            if attempt == _MAX_BROKEN_POOLS:
                raise


def _pool(function: Callable[[Job], Result], jobs: Sequence[Job], workers: int) -> Iterator[Result]:
    # Spawned, not forked: a forked child inherits the locks of Arrow's threads and can hang on them.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(jobs)), mp_context=context) as pool:
        futures = [pool.submit(function, job) for job in jobs]
        try:
            for future in futures:
                yield future.result()
        finally:
            for future in futures:
                future.cancel()
