"""Step 6: where one dialogue ends and the next one begins.

The gap between two turns is the text there, made wider or narrower by who talks around it and what is told
(`gap_rules.py`). A gap above the parameter parts dialogues, and so do chapters and scenes.
`runs.py` puts the turns together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.boundaries.gap_rules import (
    GapFeatures,
    Participants,
    known_speakers,
    reach,
)

if TYPE_CHECKING:
    import numpy.typing as npt

    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Places

_NARROWEST, _WIDEST = 0.25, 4.0
"""Gaps below and above these multiples of the dialogue gap are clear, whatever else is there."""


def part_dialogues(document: Document, table: SpeechTable) -> SpeechTable:
    """The table with the gap before each turn, as the rules weigh it; infinite where a scene begins.

    Parameters looked at: boundaries, dialogue_gap and gap_both_sides.
    """
    first = table.column("begins_turn").nonzero()[0]
    gaps = _gaps(document, table, first)
    limit = document.params.dialogue_gap
    if document.params.boundaries == "rules" and limit:
        doubtful = ((gaps > _NARROWEST * limit) & (gaps < _WIDEST * limit)).nonzero()[0]
        if len(doubtful):
            features = GapFeatures.of(document, table, gaps, doubtful)
            participants = Participants.of(known_speakers(table.where(first), document.language), doubtful)
            gaps[doubtful] /= reach(document, features, participants)
    column = np.zeros(len(table))
    column[first] = gaps
    return table.with_columns(gap=column)


def _gaps(document: Document, table: SpeechTable, first: Places) -> npt.NDArray[np.float64]:
    """For each turn the characters that part it from the one before; infinite where a scene begins.

    With `gap_both_sides` all the text between the end of one speech and the beginning of the next, as the
    paper defines it (section 3: "more than 150 characters between them"). Without, narration before the
    first speech of a paragraph does not count, as in the released code: what follows the speech in its
    paragraph and whole paragraphs do.
    """
    gaps = np.full(len(first), np.inf)
    last, following = first[1:] - 1, first[1:]
    starts, ends = table.column("start")[following], table.column("end")[last]
    if not document.params.gap_both_sides:
        begun = document.paragraphs.starts[table.column("paragraph")[following]]
        starts = np.where(begun > ends, begun, starts)
    scene = table.column("scene")
    gaps[1:] = np.where(scene[following] == scene[last], starts - ends, np.inf)
    return gaps
