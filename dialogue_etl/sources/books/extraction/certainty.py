"""How certain a dialogue is: whether one speaker goes on is told with a chance at each place in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Places


class Certainty(NamedTuple):
    """The chances, 0 to 1, that it is right to have turns of the same speaker joined and others not.

    Attributes:
        before: of each turn, that it is rightly parted from the one before.
        inside: of each turn, the least one that two of its paragraphs are rightly joined; 1 where it has one.
    """

    before: npt.NDArray[np.float64]
    inside: npt.NDArray[np.float64]

    @classmethod
    def of(cls, table: SpeechTable, first: Places) -> Certainty:
        """Of the turns that begin with these rows of a table."""
        certainty = table.column("certainty").copy()
        before = certainty[first]
        certainty[first] = 1
        return cls(before, np.minimum.reduceat(certainty, first) if len(first) else before)

    def of_runs(self, first: Places, after: Places) -> npt.NDArray[np.float64]:
        """The least one in each run of turns, from turn to turn, half open, in order."""
        least = np.append(np.minimum(self.before, self.inside), 1)
        least[first] = self.inside[first]
        edges = np.column_stack([first, after]).ravel()
        runs: npt.NDArray[np.float64] = np.minimum.reduceat(least, edges)[::2] if len(edges) else least[:0]
        return runs
