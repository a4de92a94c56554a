"""Pairs of trigger and answer, from dialogues of any source: what models of single exchanges learn from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.tables import PAIRS

if TYPE_CHECKING:
    import numpy.typing as npt


def of(dialogues: pa.Table) -> pa.Table:
    """Each two neighbouring turns of each dialogue as a row of the pairs table.

    Args:
        dialogues: rows of the dialogues table.

    Returns:
        Rows of `tables.PAIRS`. The interval may be negative: subtitles overlap.
    """
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
