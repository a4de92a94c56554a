"""The interface of engines, `map` and `aggregate`, and the choice of one for a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, Union

from dialogue_etl.core.engines import local

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    import pyarrow as pa

    from dialogue_etl.core.runtime import Runtime


Job = TypeVar("Job")
Result = TypeVar("Result")
Table = Union["Sequence[Path]", "pa.Table"]
"""Parquet files, or a table that fits in memory."""


class Engine:
    """Runs jobs in processes on this machine, and queries in DuckDB within this process.

    Other engines are subclasses; they give the same bytes, for any number of workers.

    Attributes:
        far: whether jobs run on other machines, which may have another version of the code.
    """

    far = False

    def map(self, function: Callable[[Job], Result], jobs: Sequence[Job], workers: int) -> Iterator[Result]:
        """The results of jobs, in their order. Workers get paths and settings, never data."""
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
            query: one SELECT in SQL. For the same rows on every engine it must sum integers only, and end
                with an ORDER BY without ties.
            tables: by name in the query.
            values: of the query's parameters `$name`.
            scratch: folder for temporary files; nothing is left in it.
            workers: maximum number of threads.
        """
        from dialogue_etl.core.engines import database  # noqa: PLC0415 - importing DuckDB takes long

        return database.aggregate(query, tables, values, scratch=scratch, workers=workers)


def engine_of(runtime: Runtime) -> Engine:
    """The engine of a run."""
    if runtime.engine == "spark":
        from dialogue_etl.core.engines.spark import Spark  # noqa: PLC0415 - an optional dependency

        return Spark(runtime.spark_master)
    return Engine()
