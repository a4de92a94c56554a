"""Dialogues that say word for word what others say, of the same split and across splits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.check import findings
from dialogue_etl.check.pairs import PairReport, Pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.check.forms import Dialogue
    from dialogue_etl.check.repeats import Repeats

_OWN = 1 << 62
"""Added to the place of a dialogue that says what an earlier one of its source says: it sorts last."""
_SENTENCE = "{id} says word for word what {other} of {there} says"


class Said:
    """Takes dialogues as they are read."""

    def __init__(self, texts: Repeats) -> None:
        """Begin.

        Args:
            texts: empty.
        """
        self._texts = texts

    def add(
        self, dialogues: Sequence[Dialogue], split: int, places: Sequence[int], own: Sequence[bool]
    ) -> None:
        """Add dialogues.

        Args:
            dialogues: some.
            split: of all of them, as a number.
            places: of each.
            own: whether each says what an earlier one of its source may say, too: that is no duplicate.
        """
        marked = [place + _OWN if is_own else place for place, is_own in zip(places, own, strict=True)]
        self._texts.add(["\n".join(dialogue.texts) for dialogue in dialogues], split, marked)

    def report(self, report: PairReport) -> None:
        """Count duplicates and what leaked."""
        within, across = Pairs(), Pairs()
        for rows in self._texts.find():
            others = rows.within & (rows.places < _OWN)
            within.add(rows.places[others], rows.before[others])
            across.add(rows.places[rows.across] % np.uint64(_OWN), rows.firsts[rows.across])
        report.add(findings.DUPLICATES, _SENTENCE, within)
        report.add(findings.LEAKED, _SENTENCE, across)
