"""Runs jobs on a Spark cluster: executors get paths and settings, and return results.

The kind of cluster, its resources and the Python of its nodes are set in Spark's own configuration
(`SPARK_CONF_DIR`, spark-defaults.conf). Every node must see workspace and store at the same paths, and have
this package installed. Spark repeats the work of a killed executor elsewhere; a driver that is started again
finds finished shards in the store.
"""

from __future__ import annotations

import atexit
import gc
import logging
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import TYPE_CHECKING, TypeVar

from dialogue_etl.core.engines import local
from dialogue_etl.core.engines.engine import Engine
from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyspark import SparkContext

Job = TypeVar("Job")
Result = TypeVar("Result")

_AHEAD = 4
"""Jobs per core that are submitted ahead, so that no core waits for this process."""


class SparkFailedError(DialogueEtlError):
    """Spark cannot be reached, or gave up on a shard; the message says why."""


class Spark(Engine):
    """Runs jobs on the executors of a cluster, and queries in DuckDB within this process."""

    far = True

    def __init__(self, master: str) -> None:
        """The cluster is contacted by the first `map` with several workers and jobs."""
        self._master = master

    def map(self, function: Callable[[Job], Result], jobs: Sequence[Job], workers: int) -> Iterator[Result]:
        """See `Engine.map`; one worker or one job runs in this process.

        Args:
            function: importable on the nodes.
            jobs: its arguments.
            workers: 1 runs all jobs here; more than 1 does not limit the cores of the cluster that are used.

        Raises:
            SparkFailedError: there is no cluster, or a shard failed as often as `spark.task.maxFailures`.
        """
        if workers <= 1 or len(jobs) <= 1:
            return map(function, jobs)
        return _results(_context(self._master), function, jobs, workers)


def _results(
    context: SparkContext, function: Callable[[Job], Result], jobs: Sequence[Job], workers: int
) -> Iterator[Result]:
    """Run a Spark job per shard, so that results come one by one and in order, few of them in memory."""
    do = partial(_on_executor, function=function, folder=os.getcwd())  # noqa: PTH109 - sent as text
    ahead = _AHEAD * max(workers, context.defaultParallelism)
    with ThreadPoolExecutor(min(ahead, len(jobs))) as pool:
        try:
            yield from local.in_order(pool, partial(_result, context, do), jobs, ahead)
        except BaseException:
            context.cancelAllJobs()
            pool.shutdown(cancel_futures=True)
            raise


def _result(context: SparkContext, do: Callable[[Job], tuple[Result] | Exception], job: Job) -> Result:
    from py4j.protocol import Py4JError  # noqa: PLC0415

    try:
        [outcome] = context.parallelize([job], 1).map(do).collect()
    except Py4JError as failure:
        raise SparkFailedError(f"Spark gave up on a shard: {_reason(failure)}") from failure
    if isinstance(outcome, Exception):
        raise outcome
    result: Result = outcome[0]
    return result


def _on_executor(job: Job, *, function: Callable[[Job], Result], folder: str) -> tuple[Result] | Exception:
    """The result, or the error, which the driver raises: else Spark would try again on other nodes."""
    gc.freeze()  # Spark collects garbage after each task, and would visit all imported modules
    os.chdir(folder)  # paths in jobs may be relative to the workspace
    try:
        return (function(job),)
    except Exception as error:
        return error


def _reason(error: Exception) -> str:
    """The first line of what Spark says."""
    return str(getattr(error, "java_exception", error)).partition("\n")[0]


@cache
def _context(master: str) -> SparkContext:
    """The connection of this process, closed at its end; if it is killed, its executors end as well."""
    try:
        from pyspark import SparkConf, SparkContext  # noqa: PLC0415
    except ImportError as error:
        raise SparkFailedError("engine spark: pip install 'dialogue-etl[spark]'") from error
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    logging.getLogger("py4j").setLevel(logging.WARNING)  # else it logs every connection that it closes
    conf = SparkConf().setAppName("dialogue-etl")
    conf.set("spark.ui.showConsoleProgress", "false")  # we show our own
    if master:
        conf.setMaster(master)
    try:
        context = SparkContext(conf=conf)
    except Exception as error:
        asked = master or "of Spark itself"
        raise SparkFailedError(f"spark_master {asked}: no connection: {_reason(error)}") from error
    atexit.register(context.stop)
    return context
