"""Cleans a batch of dialogues in columns, as far as only cuts within utterances change them.

For such a dialogue, the result of `Chain.apply` follows from its texts, each of which is cleaned once. All
others, with dropped utterances or changes by a rule for dialogues, go through the chain one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.core.tables import DIALOGUES, TURN
from dialogue_etl.filters.text_batch import TextBatch

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from dialogue_etl.filters.chain import Chain
    from dialogue_etl.filters.hits import Hit

    Mask = npt.NDArray[np.bool_]


class CutBatch:
    """Dialogues of the stage `extract` after the rules for utterances.

    Attributes:
        known: the hits of the rules for utterances, by text.
        settled: for each dialogue whether nothing but cuts changes it.
    """

    def __init__(self, chain: Chain, batch: pa.RecordBatch) -> None:
        self._batch = batch
        self._texts = TextBatch.of(batch.column("turns"))
        self.known = chain.texts.hits_of(self._texts.texts)
        self._hits = [self.known.get(text) for text in self._texts.texts]  # None where a rule fails
        self.settled = self._settled(chain)

    def _settled(self, chain: Chain) -> list[bool]:
        goes = self._texts.where(hits is None or (hits and hits[-1].after is None) for hits in self._hits)
        changes = chain.may_change(self._texts, self._texts.with_texts(self._left()))
        settled: list[bool] = (self._are_paths() & ~goes & ~changes).tolist()
        return settled

    def _left(self) -> list[str]:
        """Each text after cuts; empty if it is dropped."""
        return [hits[-1].after or "" if hits else text for text, hits in self._by_text()]

    def _are_paths(self) -> Mask:
        """For each dialogue whether it is a path from a root; pieces of a path get other ids."""
        edges = self._texts.edges
        if not len(self._texts.numbers):
            return np.zeros(len(self._batch), np.bool_)
        last = pa.array(np.maximum(edges[1:] - 1, 0))
        ends = self._batch.column("turns").flatten().field("utterance_id").take(last)
        same = pc.equal(
            pc.binary_join_element_wise(self._batch.column("source_id"), ends, ":"), self._batch.column("id")
        )
        found: Mask = same.fill_null(False).to_numpy(zero_copy_only=False) & (np.diff(edges) > 0)
        return found

    def table(self) -> pa.Table:
        """The dialogues after cuts; only valid for those that are settled."""
        left = pa.array(self._left(), pa.string())
        turns = self._batch.column("turns")
        columns = [turns.flatten().field(number) for number in range(len(TURN))]
        columns[TURN.get_field_index("text")] = left.take(pa.array(self._texts.numbers))
        said = pa.StructArray.from_arrays(columns, fields=list(TURN))
        nested = pa.ListArray.from_arrays(pa.array(self._texts.edges, pa.int32()), said)
        return pa.Table.from_arrays([*self._batch.columns[:-1], nested], schema=DIALOGUES)

    def found(self) -> Iterator[tuple[Hit, int]]:
        """The hits in settled dialogues, each with the number of turns."""
        settled = np.repeat(np.array(self.settled, np.bool_), np.diff(self._texts.edges))
        times = np.bincount(self._texts.numbers[settled], minlength=len(self._texts.texts)).tolist()
        for number, (_, hits) in zip(times, self._by_text(), strict=True):
            yield from ((hit, number) for hit in hits or () if number)

    def _by_text(self) -> Iterator[tuple[str, tuple[Hit, ...] | None]]:
        return zip(self._texts.texts, self._hits, strict=True)
