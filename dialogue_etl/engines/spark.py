"""A Spark cluster: paths of shards go to its executors, results come back.

Standalone, YARN or Kubernetes, its resources, its nodes' Python: all by Spark's own configuration
(`SPARK_CONF_DIR`, spark-defaults.conf). Every node sees workspace and store at the same paths, and has this
package installed. What a killed executor was at, Spark has another one do; a driver that is run again finds
finished shards in the store.
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

from dialogue_etl.engines import local
from dialogue_etl.engines.engine import Engine
from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyspark import SparkContext

Job = TypeVar("Job")
Result = TypeVar("Result")

_AHEAD = 4
"""Shards per core that are with Spark, so that none waits for this process; so many results are held here."""


class SparkFailedError(DialogueEtlError):
    """Spark cannot be had, or gave up on a shard; the message says why."""


class Spark(Engine):
    """The executors of a cluster for shards; what is summed up over all of them is asked of DuckDB here."""

    far = True

    def __init__(self, master: str) -> None:
        """Nothing is started before the first shards that are worth it."""
        self._master = master

    def map(self, function: Callable[[Job], Result], jobs: Sequence[Job], workers: int) -> Iterator[Result]:
        """See `Engine.map`; as there, one worker or one job needs nobody else.

        Args:
            function: importable on the nodes.
            jobs: what it is called with.
            workers: fewer than the cores of the cluster do not spare any.

        Raises:
            SparkFailedError: there is no cluster, or a shard failed as often as `spark.task.maxFailures`.
        """
        if workers <= 1 or len(jobs) <= 1:
            return map(function, jobs)
        return _results(_context(self._master), function, jobs, workers)


def _results(
    context: SparkContext, function: Callable[[Job], Result], jobs: Sequence[Job], workers: int
) -> Iterator[Result]:
    """A Spark job for each shard: so results come one by one, in order, and a few are held at a time."""
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
    """The result; or the error, for the driver to raise: no other node is to try again what fails here."""
    gc.freeze()  # Spark collects garbage after each task, and would walk through all that is imported
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
    """The one connection of this process, closed at its end; killed, its executors end as well."""
    try:
        from pyspark import SparkConf, SparkContext  # noqa: PLC0415
    except ImportError as error:
        raise SparkFailedError("engine spark: pip install 'dialogue-etl[spark]'") from error
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    logging.getLogger("py4j").setLevel(logging.WARNING)  # else it tells of every connection it closes
    conf = SparkConf().setAppName("dialogue-etl")
    conf.set("spark.ui.showConsoleProgress", "false")  # ours is shown
    if master:
        conf.setMaster(master)
    try:
        context = SparkContext(conf=conf)
    except Exception as error:
        asked = master or "of Spark itself"
        raise SparkFailedError(f"spark_master {asked}: no connection: {_reason(error)}") from error
    atexit.register(context.stop)
    return context
