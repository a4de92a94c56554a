"""The two verbs for work on shards, and the engine that does it: the place where another one is put in."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, Union

from dialogue_etl.engines import local

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    import pyarrow as pa

    from dialogue_etl.runtime import Runtime


Job = TypeVar("Job")
Result = TypeVar("Result")
Table = Union["Sequence[Path]", "pa.Table"]
"""Parquet files, or a table that fits in memory."""


class Engine:
    """This machine: processes, and DuckDB within this one.

    Another engine has the same verbs, and gives the same bytes for any number of workers.

    Attributes:
        far: whether jobs are done on other machines, where other code may be installed.
    """

    far = False

    def map(self, function: Callable[[Job], Result], jobs: Sequence[Job], workers: int) -> Iterator[Result]:
        """The results of jobs, in their order: paths of shards and settings go to the workers, never data."""
        return local.run(function, jobs, workers)

    @staticmethod
    def aggregate(
        query: str,
        tables: Mapping[str, Table],
        values: Mapping[str, int | float],
        *,
        scratch: Path,
        workers: int,
    ) -> AbstractContextManager[pa.RecordBatchReader]:
        """The rows of a query over tables that may be larger than memory.

        Args:
            query: one SELECT in SQL. It gives the same on every engine if it adds up whole numbers only, and
                ends with an ORDER BY that leaves no two rows alike.
            tables: by their names in the query.
            values: by theirs, `$name`.
            scratch: folder for what does not fit in memory; nothing is left in it.
            workers: threads at most.
        """
        from dialogue_etl.engines import database  # noqa: PLC0415 - takes as long as a small stage

        return database.aggregate(query, tables, values, scratch=scratch, workers=workers)


def engine_of(runtime: Runtime) -> Engine:
    """The engine of a run."""
    if runtime.engine == "spark":
        from dialogue_etl.engines.spark import Spark  # noqa: PLC0415 - for who has it

        return Spark(runtime.spark_master)
    return Engine()
