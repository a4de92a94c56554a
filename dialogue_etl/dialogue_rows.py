"""Dialogues on their way into a table: columns are filled at once, not row by row of nested mappings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa

from dialogue_etl.tables import DIALOGUES, SPAN, TURN

if TYPE_CHECKING:
    from collections.abc import Sequence


class Utterance(NamedTuple):
    """A turn of a dialogue: its text, and the stretches of the source it comes from."""

    text: str
    spans: tuple[tuple[int, int], ...]
    speaker: str | None = None


class Dialogue(NamedTuple):
    """A row of the dialogues table."""

    id: str
    source_id: str
    language: str
    turns: list[Utterance]

    def row(self) -> dict[str, Any]:
        """As nested mappings, as a row read from the table is."""
        turns = [
            {
                "text": turn.text,
                "spans": [{"start": start, "end": end} for start, end in turn.spans],
                "speaker": turn.speaker,
            }
            for turn in self.turns
        ]
        return {**self._asdict(), "turns": turns}


def to_table(dialogues: Sequence[Dialogue]) -> pa.Table:
    """The dialogues as Arrow data of the schema `DIALOGUES`."""
    turns = [turn for dialogue in dialogues for turn in dialogue.turns]
    edges = [edge for turn in turns for span in turn.spans for edge in span]
    spans = np.array(edges, np.int64).reshape(-1, 2)
    places = pa.StructArray.from_arrays([pa.array(spans[:, 0]), pa.array(spans[:, 1])], fields=list(SPAN))
    columns = [
        pa.array([turn.text for turn in turns], pa.string()),
        pa.ListArray.from_arrays(_offsets([len(turn.spans) for turn in turns]), places),
        pa.array([turn.speaker for turn in turns], pa.string()),
    ]
    said = pa.StructArray.from_arrays(columns, fields=list(TURN))
    return pa.Table.from_arrays(
        [
            pa.array([dialogue.id for dialogue in dialogues], pa.string()),
            pa.array([dialogue.source_id for dialogue in dialogues], pa.string()),
            pa.array([dialogue.language for dialogue in dialogues], pa.string()),
            pa.ListArray.from_arrays(_offsets([len(dialogue.turns) for dialogue in dialogues]), said),
        ],
        schema=DIALOGUES,
    )


def _offsets(lengths: list[int]) -> pa.Array:
    return pa.array(np.cumsum([0, *lengths]), pa.int32())
