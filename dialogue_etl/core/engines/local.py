"""Processes on this machine."""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.context import BaseContext
from typing import NoReturn, TypeVar

from dialogue_etl.core.arrow_imports import leave_pandas_until_asked_for
from dialogue_etl.errors import DialogueEtlError

Job = TypeVar("Job")
Result = TypeVar("Result")

_MAX_BROKEN_POOLS = 3
_AHEAD = 4
"""Jobs per worker that are submitted ahead of the result being waited for; limits results held in memory."""


class WorkersDiedError(BrokenProcessPool, DialogueEtlError):
    """Workers were killed several times in a row."""


def run(function: Callable[[Job], Result], jobs: Sequence[Job], workers: int) -> Iterator[Result]:
    """Results in the order of the jobs, whichever worker finishes first.

    Jobs are paths and settings, never data. A worker that dies (killed, out of memory) breaks its pool; the
    jobs without a result are then started again in a new pool, and finished shards come from the store.

    Raises:
        WorkersDiedError: three pools in a row broke without a result.
    """
    if workers <= 1 or len(jobs) <= 1:
        return map(function, jobs)
    return _results(function, jobs, workers)


def _results(function: Callable[[Job], Result], jobs: Sequence[Job], workers: int) -> Iterator[Result]:
    done = broken = 0
    while done < len(jobs):
        try:
            with _pool(min(workers, len(jobs))) as pool:
                for result in in_order(pool, function, jobs[done:], workers * _AHEAD):
                    done, broken = done + 1, 0
                    yield result
        except BrokenProcessPool as error:
            broken += 1
            if broken == _MAX_BROKEN_POOLS:
                raise WorkersDiedError(
                    "workers are killed again and again, perhaps for want of memory: "
                    "free some, or use fewer workers: DIALOGUE_ETL_WORKERS=1"
                ) from error


def in_order(
    pool: Executor, function: Callable[[Job], Result], jobs: Sequence[Job], ahead: int
) -> Iterator[Result]:
    """The results of a pool, in the order of the jobs; at most `ahead` jobs are submitted at a time."""
    running: deque[Future[Result]] = deque()
    for job in jobs:
        running.append(pool.submit(function, job))
        if len(running) == ahead:
            yield running.popleft().result()
    while running:
        yield running.popleft().result()


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """A pool whose workers end with this process, and are killed in the end, also after an error.

    They are not asked to end: one that is killed from outside at that moment can take with it the lock of the
    queue that the others read the request from, and they would wait for ever.
    """
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, mp_context=_context(), initializer=_begin_worker)
    try:
        yield pool
    finally:
        for worker in set(multiprocessing.active_children()) - others:
            worker.kill()
        pool.shutdown(cancel_futures=True)


def _context() -> BaseContext:
    """How workers are started: never forked from this process, whose threads may hold locks.

    On Linux they are forked from a server process that has imported the same modules but run nothing: the
    imports happen once, not once per worker and pool. On other systems even that is not safe.
    """
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    package = __name__.partition(".")[0]
    own = sorted(name for name in sys.modules if name.partition(".")[0] == package and "__main__" not in name)
    context.set_forkserver_preload(own)
    return context


def _begin_worker() -> None:
    # Ctrl-C in a terminal reaches workers, too; the stage ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave_pandas_until_asked_for()
    threading.Thread(target=_end_with_stage, name="end with stage", daemon=True).start()


def _end_with_stage() -> NoReturn:
    """Wait until the parent process has ended, for whatever reason, then end this worker."""
    if parent := multiprocessing.parent_process():
        parent.join()
    os._exit(128 + signal.SIGKILL)
