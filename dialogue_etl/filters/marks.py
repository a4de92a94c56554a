"""Which rules may find something in a text: told by its characters, once for all rules and many texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.filters.rule import Marked
from dialogue_etl.text.points import points_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from dialogue_etl.filters.rule import UtteranceRule

    Bits = npt.NDArray[np.uint64]

_POINTS = 0x110000
_NEW = np.uint64(1 << 63)
"""Stands in the table for a code point that was not met yet."""


class Marks(dict[str, int]):
    """For each character the rules that it is a mark of (see `Marked`), as bits, the first rule the least.

    The bit behind those of the rules is of texts of nothing but blanks.
    """

    def __init__(self, judges: Sequence[UtteranceRule]) -> None:
        """Prepare for rules, 62 at most."""
        super().__init__()
        rules = [judge if isinstance(judge, Marked) else Marked(judge) for judge in judges]
        bits = [1 << place for place in range(len(rules) + 1)]
        paired = list(zip(rules, bits, strict=False))
        self.judges = [rule.judge for rule in rules]
        self._marked = [(rule.is_mark, bit) for rule, bit in paired if rule.is_mark]
        self._said = bits[-1]
        self._without = bits[-1] | sum(bit for rule, bit in paired if rule.without)
        self._long = [(rule.least, bit) for rule, bit in paired if rule.least]
        self._repeats = [(rule.repeats, bit) for rule, bit in paired if rule.repeats]
        self._each = [(rule.each, bit) for rule, bit in paired if rule.each]
        told = (self._marked, self._long, self._repeats)
        self._always = sum(bits[:-1]) & ~sum(bit for kind in told for _, bit in kind)
        self._table: Bits = np.zeros(0, np.uint64)

    def __missing__(self, character: str) -> int:
        bits = 0 if character.isspace() else self._said
        for is_mark, bit in self._marked:
            if is_mark(character):
                bits |= bit
        self[character] = bits
        return bits

    def of(self, text: str) -> int:
        """The rules that may find something in a text, as bits."""
        bits = 0
        for character in set(text):
            bits |= self[character]
        bits = bits ^ self._without | self._always
        for least, bit in self._long:
            if len(text) >= least:
                bits |= bit
        repeats = _repeats(text) if self._repeats else 0
        for least, bit in self._repeats:
            if repeats >= least:
                bits |= bit
        return bits

    def of_each(self, texts: Sequence[str]) -> Bits:
        """What `of` says of each text; many at once take a tenth of the time."""
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        some = lengths > 0
        bits = np.zeros(len(texts), np.uint64)
        if some.any():
            starts = (np.cumsum(lengths) - lengths)[some]
            bits[some] = np.bitwise_or.reduceat(self._of_points("".join(texts)), starts)
        bits = bits ^ np.uint64(self._without) | np.uint64(self._always)
        for least, bit in self._long:
            bits[lengths >= least] |= np.uint64(bit)
        if self._repeats:
            repeats = np.fromiter(map(_repeats, texts), np.int64, len(texts))
            for least, bit in self._repeats:
                bits[repeats >= least] |= np.uint64(bit)
        for each, bit in self._each:
            bits[~each(texts)] &= ~np.uint64(bit)
        return bits

    def _of_points(self, text: str) -> Bits:
        if not len(self._table):
            self._table = np.full(_POINTS, _NEW)
        points = points_of(text)
        bits = self._table.take(points)
        if (fresh := bits == _NEW).any():
            for point in np.unique(points[fresh]).tolist():
                self._table[point] = self[chr(point)]
            bits = self._table.take(points)
        return bits


def _repeats(text: str) -> int:
    """How many characters of a text stand in it before, whatever their case."""
    folded = text.casefold()
    return len(folded) - len(set(folded))
