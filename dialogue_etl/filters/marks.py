"""Finds out which rules may apply to a text by its characters, for all rules and many texts at once."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from dialogue_etl.filters.patterns import GONE
from dialogue_etl.filters.rule import Marked, UtteranceRule
from dialogue_etl.text.points import Offsets, distinct, points_of

Bits = npt.NDArray[np.uint64]

_NEW = np.uint64(1 << 63)
"""In the table: a code point that has not been looked up yet."""


class Marks(dict[str, int]):
    """By character, the rules for which it is a mark (see `Marked`), as bits; the first rule is bit 0."""

    def __init__(self, judges: Sequence[UtteranceRule]) -> None:
        """Prepare for at most 63 rules."""
        super().__init__()
        rules = [judge if isinstance(judge, Marked) else Marked(judge) for judge in judges]
        paired = [(rule, 1 << place) for place, rule in enumerate(rules)]
        self.judges = [rule.judge for rule in rules]
        self._marked = [(rule.is_mark, bit) for rule, bit in paired if rule.is_mark]
        self._without = sum(bit for rule, bit in paired if rule.without)
        self._long = [(rule.least, bit) for rule, bit in paired if rule.least]
        self._repeats = [(rule.repeats, bit) for rule, bit in paired if rule.repeats]
        self._each = [(rule.each, bit) for rule, bit in paired if rule.each]
        self._table = np.full(0x110000, _NEW)
        self._table[ord(GONE)] = 0
        tested = (self._marked, self._long, self._repeats)
        self._always = sum(bit for _, bit in paired) & ~sum(bit for kind in tested for _, bit in kind)

    def __missing__(self, character: str) -> int:
        bits = 0
        for is_mark, bit in self._marked:
            if is_mark(character):
                bits |= bit
        self[character] = bits
        return bits

    def of(self, text: str) -> int:
        """The rules that may apply to a text, as bits."""
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
        """`of` for each text, without the rules that tests of many texts at once exclude."""
        joined = "".join([f"{text}{GONE}" for text in texts])
        points = points_of(joined)
        bits = self._table.take(points)
        if (fresh := bits == _NEW).any():
            for point in np.unique(points[fresh]).tolist():
                self._table[point] = self[chr(point)]
            bits = self._table.take(points)
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        starts = np.cumsum(lengths + 1) - lengths - 1
        bits = np.bitwise_or.reduceat(bits, starts) if len(texts) else bits
        bits = bits ^ np.uint64(self._without) | np.uint64(self._always)
        repeats = _repeats_of_each(joined.casefold()) if self._repeats else lengths
        for measured, limits in ((lengths, self._long), (repeats, self._repeats)):
            for least, bit in limits:
                bits[measured >= least] |= np.uint64(bit)
        for each, bit in self._each:
            bits[~each(texts)] &= ~np.uint64(bit)
        return bits


def _repeats(text: str) -> int:
    """Number of characters that occur earlier in the text, ignoring case."""
    folded = text.casefold()
    return len(folded) - len(set(folded))


def _repeats_of_each(joined: str) -> Offsets:
    """`_repeats` of each text; the texts are joined by a character that none contains."""
    points = points_of(joined).astype(np.int64)
    owners = np.cumsum(points == ord(GONE)) - (points == ord(GONE))
    once = distinct(owners << 21 | points) >> 21
    repeats: Offsets = np.bincount(owners) - np.bincount(once)
    return repeats
