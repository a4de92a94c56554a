"""Stage `pairs`: pairs of trigger and answer, filtered and annotated as the parameters say.

Writes the tables interactions (the pairs that are kept), pair_documents and drops.
"""

from functools import partial
from pathlib import Path
from typing import Any

from dialogue_etl.core import shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.run import Job
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.pairs import config, units
from dialogue_etl.pairs.pipeline import Pipeline
from dialogue_etl.pairs.shard import TABLES, Tables
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.base import Source
from dialogue_etl.sources.pair_outputs import finish
from dialogue_etl.steps.pair_inputs import documents_of, units_of


def pairs(
    *,
    language: str,
    dialogues: Path,
    splits: Path,
    documents: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
    source: Source,
    sentences: Path | None = None,
) -> None:
    """Make the pairs of a language.

    Args:
        language: BCP-47 tag.
        dialogues: output of the source's last stage, whose dialogues are packaged.
        splits: output of `split`.
        documents: output of the stage with the documents' metadata.
        output: folder to write.
        metrics: JSON file to write.
        params: only the source's section of pairs is read.
        runtime: workers and store.
        source: of the dialogues.
        sentences: output of the stage with units other than turns.

    Raises:
        MissingTableError: an input is not the output of its stage.
        SlowPatternError: a pattern backtracks without end.
    """
    of = source.pairs
    assert of is not None  # noqa: S101 - dvc.yaml has the stage for sources that have pairs
    section = getattr(params, of.section)
    lists = {name: getattr(section, name) for name in config.DECIDING}
    turns, scope = (section.turns, section.pair_scope) if of.rows else ("turn", "dialogue")
    settings = {"source": source.name, "language": language, "turns": turns, "scope": scope, "lists": lists}
    rows = of.rows.get(turns)
    said = shards.shard_paths(sentences, rows.table) if rows and sentences else None
    jobs = [
        Job(paths, settings)
        for paths in zip(
            said or shards.shard_paths(dialogues, "dialogues"),
            shards.shard_paths(documents, source.documents[1]),
            shards.shard_paths(splits, "splits"),
            strict=True,
        )
    ]
    components, _ = config.checked({name: getattr(section, name) for name in config.LISTS})
    assert components  # noqa: S101 - the parameters were checked when they were read
    finish(
        language,
        partial(_shard, source=source.name),
        jobs,
        components,
        unit=source.unit,
        output=output,
        metrics=metrics,
        runtime=runtime,
    )


def _shard(job: Job, folder: Path, *, source: str) -> dict[str, Any]:
    said, documents, splits = job.inputs
    of = SOURCES[source]
    lists, pairing = job.settings["lists"], of.pairs
    components, _ = config.checked(lists)
    assert components and pairing  # noqa: S101 - the parameters were checked when they were read
    split_of = {row["source_id"]: row["split"] for row in shards.read_shard(splits, ["source_id", "split"])}
    where = {key: f"{pairing.section}.{key}" for key in config.entries(lists)}
    with shards.ShardWriter(folder, 0, 1, TABLES) as writer:
        tables = Tables(Pipeline(components, job.settings["language"], where), writer, of.unit)
        for document in documents_of(documents, split_of, of):
            tables.document(document)
        for batch in units.neighbours(units_of(said, job.settings["turns"], job.settings["scope"], pairing)):
            tables.pairs(batch)
        return tables.finish()
