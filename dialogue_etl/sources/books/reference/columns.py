"""The reference's dialogues as the columns that the dialogues table is made of."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.dialogue_rows import Turns
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.sources.books.reference.utterances import Dialogue


def in_columns(dialogues: Sequence[Dialogue]) -> tuple[Turns, list[tuple[int, int]]]:
    """Turns of all dialogues, and of each its first turn and the one after its last.

    A turn has one span, its paragraph: that holds the narration too, so it does not give the text back.
    """
    said = list(chain.from_iterable(dialogues))
    spans = Spans.of([(utterance.start, utterance.end) for utterance in said])
    turns = Turns([utterance.text for utterance in said], spans, np.arange(len(said) + 1))
    edges = np.cumsum([0, *map(len, dialogues)]).tolist()
    return turns, list(pairwise(edges))
