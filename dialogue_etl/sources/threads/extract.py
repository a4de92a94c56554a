"""Stage `extract` of threads: every path from a root to a leaf is a dialogue.

A job per shard, which holds a few thousand comments, or one tree, at a time.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any

from dialogue_etl import run, shards
from dialogue_etl.run import Job
from dialogue_etl.sources.threads import seeds
from dialogue_etl.sources.threads.blocks import blocks
from dialogue_etl.sources.threads.walk import STAGE, Walk

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime

_PARAMETERS = ("banned", "max_depth", "max_paths", "min_turns", "speakers")


def extract(
    *, language: str, threads: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Walk the threads of a language.

    Raises:
        MissingTableError: `threads` is not the output of `ingest`.
    """
    parameters = params.threads
    tables = (shards.shard_paths(threads, name) for name in ("threads", "comments"))
    pairs = list(zip(*tables, strict=True))
    surveyed = seeds.survey(language, pairs, parameters.seed_accounts, runtime)
    settings = {
        "language": language,
        "parameters": {name: getattr(parameters, name) for name in _PARAMETERS},
        "seeds": [shard.key for shard in surveyed],
        "judged": sorted(set(chain.from_iterable(shard.result["corpora"] for shard in surveyed))),
    }
    run.finish_stage(
        STAGE,
        language,
        walk_shard,
        [Job(pair, settings, tuple(shard.folder for shard in surveyed)) for pair in pairs],
        Counter(
            threads_in=0,
            threads=0,
            comments_in=0,
            comments=0,
            dialogues_in=0,
            dialogues=0,
            single_turn=0,
            multi_turn=0,
            utterances_in=0,
            utterances=0,
            characters=0,
        ),
        output=output,
        metrics=metrics,
        runtime=runtime,
    )


def walk_shard(job: Job, folder: Path) -> dict[str, Any]:
    """Walk the threads of a shard, as a job: tables of dialogues and drops."""
    with shards.ShardWriter(folder, 0, 1, ["dialogues", "drops"]) as writer:
        walk = Walk(job.settings, writer, job.paths)
        for block in blocks(*job.inputs):
            walk.block(block)
    return {"totals": walk.totals, "dropped": run.as_rows(walk.dropped)}
