"""Processes on this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, NoReturn, TypeVar

from dialogue_etl.arrow_imports import leave_pandas_until_asked_for
from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future
    from multiprocessing.context import BaseContext

Job = TypeVar("Job")
Result = TypeVar("Result")

_MAX_BROKEN_POOLS = 3
_AHEAD = 4
"""Jobs per worker begun before the first one's result is taken: so many results may wait in memory."""


class WorkersDiedError(BrokenProcessPool, DialogueEtlError):
    """Workers die again and again, whatever kills them."""


def run(function: Callable[[Job], Result], jobs: Sequence[Job], workers: int) -> Iterator[Result]:
    """Results in the order of the jobs, whichever worker finishes first.

    Jobs are shard paths and settings, never data. A worker that dies (killed, out of memory) breaks its
    pool; the jobs without a result are run again in a new one.

    Raises:
        WorkersDiedError: three pools in a row broke without a result.
    """
    if workers <= 1 or len(jobs) <= 1:
        return map(function, jobs)
    return _results(_Work(function, jobs, workers * _AHEAD), min(workers, len(jobs)))


def _results(work: _Work[Job, Result], workers: int) -> Iterator[Result]:
    done = broken = 0
    while True:
        try:
            with _pool(workers) as pool:
                yield from work.results(pool)
            return
        except BrokenProcessPool as error:
            before, done = done, work.keep_finished()
            broken = broken + 1 if done == before else 1
            if broken == _MAX_BROKEN_POOLS:
                raise WorkersDiedError(
                    "workers are killed again and again, perhaps for want of memory: "
                    "free some, or use fewer workers: DIALOGUE_ETL_WORKERS=1"
                ) from error


class _Work(Generic[Job, Result]):
    """Jobs and how far they are: what outlives a broken pool."""

    def __init__(self, function: Callable[[Job], Result], jobs: Sequence[Job], ahead: int) -> None:
        self._function = function
        self._jobs = jobs
        self._ahead = ahead
        self._turn = 0
        self._running: dict[int, Future[Result]] = {}
        self._early: dict[int, Result] = {}

    def results(self, pool: ProcessPoolExecutor) -> Iterator[Result]:
        """The results that nobody got yet."""
        while self._turn < len(self._jobs):
            self._begin(pool)
            result = self._take()
            self._turn += 1
            yield result

    def _begin(self, pool: ProcessPoolExecutor) -> None:
        for index in range(self._turn, min(self._turn + self._ahead, len(self._jobs))):
            if index not in self._running and index not in self._early:
                self._running[index] = pool.submit(self._function, self._jobs[index])

    def _take(self) -> Result:
        if self._turn in self._early:
            return self._early.pop(self._turn)
        return self._running.pop(self._turn).result()

    def keep_finished(self) -> int:
        """After a pool broke: keep what other workers finished; how many jobs are done in all."""
        for index, future in self._running.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                self._early[index] = future.result()
        self._running.clear()
        return self._turn + len(self._early)


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """A pool whose workers end with this process, and at once when anything goes wrong."""
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, mp_context=_context(), initializer=_begin_worker)
    try:
        yield pool
    except BaseException:
        for worker in set(multiprocessing.active_children()) - others:
            worker.kill()
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


def _context() -> BaseContext:
    """How workers are started: never forked from this process, whose threads may hold locks.

    On Linux they are forked from a server that has loaded what this process has, but not worked with it:
    that costs one import, not one per worker and pool. Elsewhere forking is not safe even then.
    """
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    package = __name__.partition(".")[0]
    own = sorted(name for name in sys.modules if name.partition(".")[0] == package and "__main__" not in name)
    context.set_forkserver_preload(own)
    return context


def _begin_worker() -> None:
    # Ctrl-C in a terminal reaches workers too; it is for the stage to end them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave_pandas_until_asked_for()
    threading.Thread(target=_end_with_stage, name="end with stage", daemon=True).start()


def _end_with_stage() -> NoReturn:
    """Wait for the end of the process that wanted this worker, however it comes."""
    if parent := multiprocessing.parent_process():
        parent.join()
    os._exit(128 + signal.SIGKILL)
