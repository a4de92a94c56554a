"""Checks of subtitle datasets only: the list of films, and the order of a turn's times."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.core.parameters.model import Params
from dialogue_etl.sources.checking import Checks, Fault, read_documents
from dialogue_etl.sources.subtitles import TIMES
from dialogue_etl.sources.subtitles.documents import FILE as MANIFEST
from dialogue_etl.sources.subtitles.parameters.turns import Turns


def settings(params: Params) -> dict[str, Any]:
    """The minimum number of turns of a dialogue."""
    return {"min_turns": max(params[Turns].min_turns, 1)}


def checks(_language: str, _tables: Mapping[str, Sequence[Path]], settings: Mapping[str, Any]) -> Checks:
    """The checks of a language; `settings` is the result of the function of that name."""
    return Checks(
        faults=find_faults,
        min_turns=settings["min_turns"],
        required=("corpus",),
        utterance_ids=True,
        manifest=MANIFEST,
        read_manifest=partial(read_documents, work="film"),
    )


def find_faults(batch: pa.RecordBatch) -> Iterator[Fault]:
    """Turns that end before they begin, where both times are known."""
    turns = batch.column("turns")
    flat, rows = turns.flatten(), pc.list_parent_indices(turns).to_pylist()
    starts = turns.offsets.to_pylist()
    backwards = pc.less(flat.field("end_ms"), flat.field("start_ms"))
    for place in pc.indices_nonzero(backwards.fill_null(False)).to_pylist():
        row = rows[place]
        yield Fault(TIMES.name, row, place - (starts[row] - starts[0]), "it ends before it begins")
