"""Rows that are equal, as pairs: how many, and the first of them by name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.check import forms
from dialogue_etl.check.files import file_name
from dialogue_etl.check.findings import EXAMPLES
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from dialogue_etl.check.files import Setting
    from dialogue_etl.check.findings import Findings
    from dialogue_etl.check.repeats import Numbers

_PLACES = 1 << 40
"""Rows a file may have: the place of a row is its number, and this much more for each file before it."""


def place_of(split: str, row: int) -> int:
    """The place of a row of the file that is read of a split."""
    return SPLIT_NAMES.index(split) * _PLACES + row


@dataclass
class Pairs:
    """Of rows with the row that each repeats, by place.

    Attributes:
        number: how many.
        first: of them, as many as are shown.
    """

    number: int = 0
    first: list[tuple[int, int]] = field(default_factory=list)

    def add(self, places: Numbers, others: Numbers) -> None:
        """Some more, in any order."""
        self.number += len(places)
        nearest = np.argsort(places)[:EXAMPLES]
        shown = zip(places[nearest].tolist(), others[nearest].tolist(), strict=True)
        self.first = sorted([*self.first, *shown])[:EXAMPLES]


class PairReport:
    """Counts pairs as findings."""

    def __init__(self, setting: Setting, found: Findings) -> None:
        """Begin.

        Args:
            setting: what is checked.
            found: what takes them.
        """
        self._setting = setting
        self._found = found

    def add(self, kind: str, sentence: str, pairs: Pairs) -> None:
        """Count pairs, and look up the ids of the first ones.

        Args:
            kind: one of the findings' kinds.
            sentence: about a pair: id, and `other` of `there`.
            pairs: all of that kind.
        """
        known = self._known({place for pair in pairs.first for place in pair})
        for place, other in pairs.first:
            (file, id), (there, other_id) = known[place], known[other]
            detail = f"{file}: " + sentence.format(id=id, other=other_id, there=there)
            self._found.add(kind, detail, file=file, id=id)
        self._found.counts[kind] = pairs.number

    def _known(self, places: set[int]) -> dict[int, tuple[str, str]]:
        """File and id of the dialogues at some places."""
        known: dict[int, tuple[str, str]] = {}
        for number, split in enumerate(SPLIT_NAMES):
            rows = {place - number * _PLACES for place in places if place // _PLACES == number}
            if rows and self._setting.read:
                name = file_name(self._setting.read, self._setting.language, split)
                ids = forms.ids_at(self._setting.dataset / name, rows)
                known |= {number * _PLACES + row: (name, id) for row, id in ids.items()}
        return known
