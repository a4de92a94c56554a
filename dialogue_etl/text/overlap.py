"""Which dialogues share most of their three-word sequences with dialogues of an index.

Case, punctuation, the borders of turns and the blank of a tokenised `do n't` are ignored; in scripts written
without spaces each character is a word. A share is that of the smaller of two dialogues, so that an excerpt
is found in the whole and the whole in an excerpt.

Sequences have three words, since a changed word is in three of those, but in 13 of 13 words (Brown et al.
2020, GPT-3, appendix C), all that a short dialogue has. benchmarks/contamination.md compares both.
"""

import hashlib
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.text.word_hashes import Numbers, among, mixed, vocabulary_words

if TYPE_CHECKING:
    from scipy.sparse import csr_array

WORDS = 3
SHORTEST = 8
"""Words: a shorter dialogue is a copy of one of the same words alone, since chance gives the rest."""
LEAST = 0.5
"""Share of common sequences from which a dialogue counts as a copy of another."""
FEWEST = 5
"""Common sequences that it must have, unless all are common: of short dialogues, stock phrases are half."""
BANDS = 16
_FACTOR = np.uint64(0xD1342543DE82EF95)  # any large odd number: the order of the words counts
_SEEDS = mixed(np.arange(1, 2 * BANDS + 1, dtype=np.uint64))
OWN = np.uint64(0)
"""The key of dialogues that are compared with no other."""
# Kana, Han, Thai, Lao, Myanmar and Khmer are written without spaces between words.
_UNSPACED = re.compile(
    "([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])"
)
_CLITIC = re.compile(r" (?=n['’]t\b|['’](?:s|m|re|ve|ll|d)\b)", re.IGNORECASE)
_APOSTROPHE = re.compile("['’‘]")


def sequences(dialogues: Sequence[str]) -> list[Numbers]:
    """The distinct sequences of each dialogue as sorted hashes; a short dialogue has one, an empty one none.

    Args:
        dialogues: all turns of each, with line ends or blanks between them.
    """
    words, lengths = vocabulary_words([plain(text) for text in dialogues])
    ends = np.cumsum(lengths)
    rolled = mixed((words[:-2] * _FACTOR + words[1:-1]) * _FACTOR + words[2:])
    found = []
    for end, length in zip(ends.tolist(), lengths.tolist(), strict=True):
        if length >= SHORTEST:
            found.append(np.unique(rolled[end - length : end - WORDS + 1]))
        else:
            digest = hashlib.blake2b(
                words[end - length : end].astype("<u8").tobytes(), digest_size=8
            ).digest()
            found.append(np.frombuffer(digest, "<u8")[: min(length, 1)].astype(np.uint64))
    return found


def plain(text: str) -> str:
    """A text of whose words the sequences are made."""
    text = _CLITIC.sub("", " ".join(text.split()))
    return _UNSPACED.sub(r" \1 ", _APOSTROPHE.sub("", text))


def share(one: Numbers, other: Numbers) -> float:
    """The share of what two dialogues have in common, 0 if it makes neither a copy of the other."""
    common = np.array([len(np.intersect1d(one, other, assume_unique=True))])
    of = common / max(1, min(len(one), len(other)))
    return float(of[0]) if _is_copy(of, common)[0] else 0.0


def _is_copy(shares: npt.NDArray[np.float64], common: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    found: npt.NDArray[np.bool_] = (shares >= LEAST) & (common >= FEWEST) | (shares == 1)
    return found


def bands(dialogues: Sequence[Numbers]) -> npt.NDArray[np.uint64]:
    """Keys of each dialogue, of which similar ones have some in common (MinHash of Broder 1997, in bands).

    Two dialogues of which one has a tenth of its words changed, and so a resemblance of 0.57, have a key in
    common with a probability of 99.8 %. A dialogue of one sequence, as short ones are, has keys of its own.
    """
    sizes = np.fromiter(map(len, dialogues), np.int64, len(dialogues))
    longer = sizes > 1
    numbers = np.concatenate([np.zeros(0, np.uint64), *(one for one in dialogues if len(one) > 1)])
    starts = (np.cumsum(sizes[longer]) - sizes[longer]).astype(np.int64)
    keys = np.full((len(dialogues), BANDS), OWN, np.uint64)
    for band in range(BANDS if len(starts) else 0):
        one, other = (
            np.minimum.reduceat(mixed(numbers ^ _SEEDS[row]), starts) for row in (2 * band, 2 * band + 1)
        )
        keys[longer, band] = mixed(one * _FACTOR + other) | np.uint64(1)
    return keys


class Nearest(NamedTuple):
    """For each dialogue the share of what it has in common with the nearest one of the index, and its place.

    The share is 0 where it is below `LEAST`.
    """

    shares: npt.NDArray[np.float64]
    places: npt.NDArray[np.int64]


class Index:
    """The sequences of some dialogues, to compare others with."""

    def __init__(self, indexed: Sequence[Numbers]) -> None:
        """Index what `sequences` gives."""
        self._sizes = np.fromiter(map(len, indexed), np.int64, len(indexed))
        self._table, columns = np.unique(
            np.concatenate([np.zeros(0, np.uint64), *indexed]), return_inverse=True
        )
        owners = np.repeat(np.arange(len(indexed)), self._sizes)
        self._matrix = _matrix(columns, owners, (len(self._table), len(indexed)))

    def nearest(self, others: Sequence[Numbers]) -> Nearest:
        """Compare the sequences of other dialogues."""
        result = Nearest(np.zeros(len(others)), np.zeros(len(others), np.int64))
        sizes = np.fromiter(map(len, others), np.int64, len(others))
        hit, columns = among(np.concatenate([np.zeros(0, np.uint64), *others]), self._table)
        if not hit.any():
            return result
        rows = np.repeat(np.arange(len(others)), sizes)[hit]
        common = (_matrix(rows, columns[hit], (len(others), len(self._table))) @ self._matrix).tocoo()
        shares = common.data / np.minimum(sizes[common.row], self._sizes[common.col])
        order = np.lexsort((-common.col, shares))  # the first of equally near ones is written last
        order = order[_is_copy(shares, common.data)[order]]
        result.shares[common.row[order]] = shares[order]
        result.places[common.row[order]] = common.col[order]
        return result


def _matrix(
    rows: npt.NDArray[np.int64], columns: npt.NDArray[np.int64], shape: tuple[int, int]
) -> "csr_array[np.int32]":
    from scipy.sparse import csr_array  # noqa: PLC0415 - loads slowly

    return csr_array((np.ones(len(rows), np.int32), (rows, columns)), shape=shape)
