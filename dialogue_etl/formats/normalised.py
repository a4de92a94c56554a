"""Normalises the text of dialogues, shard by shard and in parallel; the results are kept in the store.

So an interrupted run can be resumed, and only what has changed is normalised again.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Normalise
from dialogue_etl.core.run import Job
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.core.turns import Nested
from dialogue_etl.formats.dialogue import NORMALISED
from dialogue_etl.text.normalise import library, normaliser

_ROWS = 5_000  # dialogues that are packaged at once
_FILE = "normalised.arrow"
_SCHEMA = pa.schema([NORMALISED])


def tables(language: str, paths: list[Path], params: Normalise, runtime: Runtime) -> list[Path]:
    """Files with the normalised text, one for each file of dialogues; none without a profile.

    Raises:
        DialogueEtlError: the profile does not support the language.
    """
    if params.profile == "none":
        return []
    settings = {"language": language, "parameters": params.model_dump(), "library": library(params.profile)}
    jobs = [Job(inputs=(path,), settings=settings) for path in paths]
    done = run.over_shards(f"normalise {language}", _shard, jobs, runtime=runtime)
    return [shard.folder / _FILE for shard in done]


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    """Normalise the turns of a shard, batch by batch."""
    normal = normaliser(job.settings["language"], **job.settings["parameters"])
    options = pa.ipc.IpcWriteOptions(compression="lz4", use_threads=False)
    with pa.ipc.new_file(folder / _FILE, _SCHEMA, options=options) as writer:
        for batch in shards.read_batches(job.inputs[0], ["turns.list.element.text"]):
            column = batch.column("turns")
            texts = [normal(text) for text in column.flatten().field("text").to_pylist()]
            nested = Nested(pa.array(texts, pa.string()), column.value_lengths().to_numpy())
            writer.write_batch(pa.record_batch([nested.array(pa.string())], schema=_SCHEMA))
    return {}


def batches(path: Path, table: Path | None) -> Iterator[pa.Table]:
    """The dialogues of a shard, with their normalised text if there is a file of it."""
    if table is None:
        yield from (pa.Table.from_batches([batch]) for batch in shards.read_batches(path, rows=_ROWS))
        return
    with pa.OSFile(str(table)) as source, pa.ipc.open_file(source) as reader:
        for index, batch in enumerate(shards.read_batches(path)):
            yield pa.Table.from_batches([batch]).append_column(NORMALISED, reader.get_batch(index).column(0))
