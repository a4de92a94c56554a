"""Pairs as they leave the platform: the tables of a language, put together from its shards."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dialogue_etl import run
from dialogue_etl.pairs.shard import COUNTED, STAGE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.run import Job, Work
    from dialogue_etl.runtime import Runtime


def finish(
    language: str,
    work: Work,
    jobs: Sequence[Job],
    *,
    output: Path,
    metrics: Path,
    runtime: Runtime,
    workers: int | None = None,
) -> None:
    """Finish the shards, and put output and metrics together.

    Args:
        language: BCP-47 tag.
        work: writes the tables of a shard.
        jobs: one per shard.
        output: folder to write.
        metrics: JSON file to write.
        runtime: workers and store.
        workers: processes; by the size of the input if not given.
    """
    totals = Counter(dict.fromkeys(COUNTED, 0))
    run.finish_stage(
        STAGE,
        language,
        work,
        jobs,
        totals,
        output=output,
        metrics=metrics,
        runtime=runtime,
        workers=workers,
    )
