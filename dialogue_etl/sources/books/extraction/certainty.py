"""Certainty of a dialogue: that of its least certain decision whether a speaker continues or changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Offsets


class Certainty(NamedTuple):
    """Probabilities, 0 to 1, that turns are rightly joined or kept apart; an element per turn.

    Attributes:
        before: that the turn is rightly kept apart from the turn before.
        inside: that its paragraphs are rightly joined, the lowest of them; 1 if it has one paragraph.
    """

    before: npt.NDArray[np.float64]
    inside: npt.NDArray[np.float64]

    @classmethod
    def of(cls, table: SpeechTable, first: Offsets) -> Certainty:
        """The certainty of the turns that begin with the rows `first`."""
        certainty = table.column("certainty").copy()
        before = certainty[first]
        certainty[first] = 1
        return cls(before, np.minimum.reduceat(certainty, first) if len(first) else before)

    def of_runs(self, first: Offsets, after: Offsets) -> npt.NDArray[np.float64]:
        """The lowest certainty in each run of turns, from `first` to `after` - 1; runs are in order."""
        least = np.append(np.minimum(self.before, self.inside), 1)
        least[first] = self.inside[first]
        edges = np.column_stack([first, after]).ravel()
        runs: npt.NDArray[np.float64] = np.minimum.reduceat(least, edges)[::2] if len(edges) else least[:0]
        return runs
