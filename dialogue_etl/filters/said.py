"""The turns of dialogues by what they say: a comment is in every path through it, and read once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt
    import pyarrow as pa


class Said(NamedTuple):
    """What dialogues say.

    Attributes:
        texts: each once.
        numbers: for each turn of all dialogues, in order, the place of its text.
        edges: where the turns of each dialogue begin, and where the last ends.
    """

    texts: list[str]
    numbers: npt.NDArray[np.int64]
    edges: npt.NDArray[np.int64]

    @classmethod
    def of(cls, turns: pa.ListArray) -> Said:
        """Of the column `turns` of dialogues, or of its texts alone."""
        encoded = turns.flatten().field("text").dictionary_encode()
        numbers = encoded.indices.to_numpy().astype(np.int64)
        edges = turns.offsets.to_numpy().astype(np.int64)
        return cls(encoded.dictionary.to_pylist(), numbers, edges - edges[0])

    @property
    def answers(self) -> npt.NDArray[np.int64]:
        """The places of all turns that answer one: all but the first of each dialogue."""
        inside = np.ones(len(self.numbers) + 1, np.bool_)
        inside[self.edges] = False
        return inside.nonzero()[0]
