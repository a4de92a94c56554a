"""A batch of dialogues before the chain: those that only lose noise within utterances stay columns.

What `Chain.apply` gives for such a dialogue is known from its texts alone, each of which is looked at once.
All others, of which an utterance goes or that a rule of dialogues changes, go through the chain one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.core.tables import DIALOGUES, TURN
from dialogue_etl.filters.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from dialogue_etl.filters.chain import Chain
    from dialogue_etl.filters.hits import Hit

    Mask = npt.NDArray[np.bool_]


class CutBatch:
    """Dialogues as `extract` writes them, their utterances cut.

    Attributes:
        known: what the rules of utterances find in each text.
        settled: of each dialogue whether the cuts are all that becomes of it.
    """

    def __init__(self, chain: Chain, batch: pa.RecordBatch) -> None:
        self._batch = batch
        self._said = Said.of(batch.column("turns"))
        self.known = chain.texts.hits_of(self._said.texts)
        self._hits = [self.known.get(text) for text in self._said.texts]  # None where a rule fails
        self.settled = self._settled(chain)

    def _settled(self, chain: Chain) -> list[bool]:
        goes = self._said.where(hits is None or (hits and hits[-1].after is None) for hits in self._hits)
        changes = chain.may_change(self._said, self._said.saying(self._left()))
        settled: list[bool] = (self._are_paths() & ~goes & ~changes).tolist()
        return settled

    def _left(self) -> list[str]:
        """What is left of each text; nothing of one that goes."""
        return [hits[-1].after or "" if hits else text for text, hits in self._texts()]

    def _are_paths(self) -> Mask:
        """Whether each has the id of a path from a root: a piece of one would get another id."""
        edges = self._said.edges
        if not len(self._said.numbers):
            return np.zeros(len(self._batch), np.bool_)
        last = pa.array(np.maximum(edges[1:] - 1, 0))
        ends = self._batch.column("turns").flatten().field("utterance_id").take(last)
        same = pc.equal(
            pc.binary_join_element_wise(self._batch.column("source_id"), ends, ":"), self._batch.column("id")
        )
        found: Mask = same.fill_null(False).to_numpy(zero_copy_only=False) & (np.diff(edges) > 0)
        return found

    def table(self) -> pa.Table:
        """The dialogues with cut utterances, right for those that are settled."""
        left = pa.array(self._left(), pa.string())
        turns = self._batch.column("turns")
        columns = [turns.flatten().field(number) for number in range(len(TURN))]
        columns[TURN.get_field_index("text")] = left.take(pa.array(self._said.numbers))
        said = pa.StructArray.from_arrays(columns, fields=list(TURN))
        nested = pa.ListArray.from_arrays(pa.array(self._said.edges, pa.int32()), said)
        return pa.Table.from_arrays([*self._batch.columns[:-1], nested], schema=DIALOGUES)

    def found(self) -> Iterator[tuple[Hit, int]]:
        """What rules found in settled dialogues, and in how many of their turns."""
        settled = np.repeat(np.array(self.settled, np.bool_), np.diff(self._said.edges))
        times = np.bincount(self._said.numbers[settled], minlength=len(self._said.texts)).tolist()
        for number, (_, hits) in zip(times, self._texts(), strict=True):
            yield from ((hit, number) for hit in hits or () if number)

    def _texts(self) -> Iterator[tuple[str, tuple[Hit, ...] | None]]:
        return zip(self._said.texts, self._hits, strict=True)
