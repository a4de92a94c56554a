"""Builds turns and pairs, as the tables contain them, from columns of any source.

How turns are located differs between sources: by spans of a text (books), times (subtitles), ids of comments
(threads). What a source does not have is null, or an empty list, in the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa

from dialogue_etl.core.tables import DIALOGUES, LABEL, PAIRS, SPAN, TURN

if TYPE_CHECKING:
    import numpy.typing as npt

    from dialogue_etl.text.spans import Spans

    Numbers = Sequence[int] | npt.NDArray[np.int64]


class Nested(NamedTuple):
    """A list for each turn, as columns.

    Attributes:
        values: the elements of all lists.
        lengths: how many of them each turn has.
    """

    values: pa.Array
    lengths: Numbers

    def array(self, element: pa.DataType) -> pa.ListArray:
        """As Arrow data."""
        return pa.ListArray.from_arrays(offsets(self.lengths), self.values.cast(element))


def build(
    texts: pa.Array | Sequence[str],
    *,
    spans: Nested | None = None,
    start_ms: Numbers | pa.Array | None = None,
    end_ms: Numbers | pa.Array | None = None,
    utterance_ids: pa.Array | Sequence[str | None] | None = None,
    speakers: pa.Array | Sequence[str | None] | None = None,
    confidence: Sequence[float] | npt.NDArray[np.floating[Any]] | None = None,
    speech: npt.NDArray[np.floating[Any]] | None = None,
    labels: Nested | None = None,
) -> pa.StructArray:
    """Turns as Arrow data of the type `tables.TURN`, from columns with a value for each turn.

    Args:
        texts: with white space collapsed.
        spans: in the stored text, in characters; see `span_lists`.
        start_ms: in milliseconds.
        end_ms: in milliseconds.
        utterance_ids: of the source.
        speakers: None if unknown.
        confidence: of the speaker, 0 to 1; by default 1. Null without a speaker.
        speech: confidence that it is speech, 0 to 1.
        labels: structs of `tables.LABEL`.
    """
    texts = _strings(texts)
    count = len(texts)
    empty = np.zeros(count, np.int64)
    names = pa.nulls(count, pa.string()) if speakers is None else _strings(speakers)
    sure = np.ones(count, np.float32) if confidence is None else np.asarray(confidence, np.float32)
    columns = {
        "text": texts,
        "spans": (spans or Nested(pa.array([], SPAN), empty)).array(SPAN),
        "speaker": names,
        "speaker_confidence": pa.array(sure, mask=names.is_null().to_numpy(zero_copy_only=False)),
        "speech_confidence": pa.nulls(count, pa.float32())
        if speech is None
        else pa.array(speech.astype(np.float32)),
        "utterance_id": pa.nulls(count, pa.string()) if utterance_ids is None else _strings(utterance_ids),
        "start_ms": pa.nulls(count, pa.int64()) if start_ms is None else pa.array(start_ms, pa.int64()),
        "end_ms": pa.nulls(count, pa.int64()) if end_ms is None else pa.array(end_ms, pa.int64()),
        "labels": (labels or Nested(pa.array([], LABEL), empty)).array(LABEL),
    }
    return pa.StructArray.from_arrays([columns[field.name] for field in TURN], fields=list(TURN))


def row(
    text: str, *, utterance_id: str | None = None, speaker: str | None = None, confidence: float = 1.0
) -> dict[str, Any]:
    """One turn as a mapping, for stages that process dialogues one by one; without spans and times."""
    return {
        "text": text,
        "spans": [],
        "speaker": speaker,
        "speaker_confidence": None if speaker is None else confidence,
        "speech_confidence": None,
        "utterance_id": utterance_id,
        "start_ms": None,
        "end_ms": None,
        "labels": [],
    }


def span_lists(spans: Spans, lengths: Numbers) -> Nested:
    """Spans of all turns as nested lists; `lengths` is the number of spans of each turn."""
    return Nested(pa.StructArray.from_arrays(list(map(pa.array, spans)), fields=list(SPAN)), lengths)


def dialogues(
    ids: Sequence[str],
    source_ids: Sequence[str] | pa.Array,
    language: str,
    turns: pa.StructArray,
    lengths: Numbers,
) -> pa.Table:
    """Rows of the dialogues table; `turns` are of all dialogues, `lengths` the number of each."""
    languages = pa.repeat(pa.scalar(language, pa.string()), len(ids))
    nested = pa.ListArray.from_arrays(offsets(lengths), turns)
    columns = [_strings(ids), _strings(source_ids), languages, nested]
    return pa.Table.from_arrays(columns, schema=DIALOGUES)


def pairs_of(dialogues: pa.Table) -> pa.Table:
    """Rows of the pairs table: every two neighbouring turns of a dialogue.

    The interval may be negative: subtitles overlap.
    """
    import pyarrow.compute as pc  # noqa: PLC0415 - most stages make no pairs

    nested = dialogues.column("turns").combine_chunks()
    turns, lengths = nested.flatten(), pc.fill_null(nested.value_lengths(), 0).to_numpy()
    ids = np.repeat(np.arange(len(lengths)), np.maximum(lengths - 1, 0))
    first = np.cumsum(lengths) - lengths
    # Every turn but the last of its dialogue is the trigger of the next one.
    is_trigger = np.ones(len(turns), np.bool_)
    is_trigger[(first + lengths - 1)[lengths > 0]] = False
    triggers: npt.NDArray[np.int64] = is_trigger.nonzero()[0]
    number = (triggers - first[ids]).astype(np.int32)
    ends, starts = (
        turns.field("end_ms").take(pa.array(triggers)),
        turns.field("start_ms").take(pa.array(triggers + 1)),
    )
    columns = [
        dialogues.column("id").take(pa.array(ids)),
        pa.array(number),
        pa.array(number + np.int32(1)),
        pc.subtract(starts, ends),
    ]
    return pa.Table.from_arrays(columns, schema=PAIRS)


def offsets(lengths: Numbers) -> pa.Array:
    """Arrow's offsets of lists with these lengths."""
    edges = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths, out=edges[1:])
    return pa.array(edges)


def _strings(values: Any) -> pa.Array:
    if isinstance(values, pa.ChunkedArray):
        return values.combine_chunks()
    return values if isinstance(values, pa.Array) else pa.array(values, pa.string())


def lists(turns: pa.ListArray, field: str) -> Iterator[list[Any]]:
    """For each dialogue the values of a field of its turns; faster than `to_pylist` of whole turns."""
    values = turns.flatten().field(field).to_pylist()
    begin = turns.offsets[0].as_py() if len(turns) else 0
    return (values[a - begin : b - begin] for a, b in pairwise(turns.offsets.to_pylist()))
