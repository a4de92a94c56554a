"""Hashed character n-grams of many texts at once, from their code points."""

import re
from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_matrix, vstack

from dialogue_etl.labels.classifiers.units import LONGEST
from dialogue_etl.text.points import bounds_of_runs
from dialogue_etl.text.word_hashes import BASE

COLUMNS = 2**15
_BITS = COLUMNS.bit_length() - 1
_LONGEST = 3
_TEXTS_AT_ONCE = 1_000
_BLANKS = re.compile(r"\s\s+")
_START, _END = "\x02", "\x03"
_BASE, _FACTOR = np.uint64(BASE), np.uint64(0xD1342543DE82EF95)


def character_ngrams(texts: Sequence[str]) -> csr_matrix:
    """A unit-length row per text: counts of n-grams of one to three characters, and of marks at both ends.

    They are hashed into 2**15 columns (multiplicative hashing, Knuth 1998, section 6.4). Case is ignored, and
    runs of spaces count as one.
    """
    starts = range(0, len(texts), _TEXTS_AT_ONCE)
    parts = [_counted(texts[start : start + _TEXTS_AT_ONCE]) for start in starts]
    return vstack(parts, "csr") if parts else csr_matrix((0, COLUMNS))


def _counted(texts: Sequence[str]) -> csr_matrix:
    plain = [f"{_START}{_BLANKS.sub(' ', text[:LONGEST].lower())}{_END}" for text in texts]
    points = np.frombuffer("".join(plain).encode("utf-32-le", "surrogatepass"), np.uint32)
    owners = np.repeat(np.arange(len(plain)), np.fromiter(map(len, plain), np.int64, len(plain)))
    hashes, keys = np.zeros(len(points) + 1, np.uint64), []
    for size in range(1, _LONGEST + 1):
        # Of the n-gram that begins at each place, from that of the n-gram of one character less.
        hashes = hashes[:-1] * _BASE + (points[size - 1 :] + np.uint64(size))
        inside = owners[: len(hashes)] == owners[size - 1 :]
        columns = hashes[inside] * _FACTOR >> np.uint64(64 - _BITS)
        keys.append(owners[: len(hashes)][inside] << _BITS | columns.astype(np.int64))
    found = np.sort(np.concatenate(keys).astype(np.uint32))
    edges = bounds_of_runs(len(found), found[1:] != found[:-1])
    once = found[edges[:-1]]
    rows, columns = once >> _BITS, once & (COLUMNS - 1)
    times = np.diff(edges)
    lengths = np.sqrt(np.bincount(rows, times**2))
    starts = np.searchsorted(rows, np.arange(len(plain) + 1))
    return csr_matrix((times / lengths[rows], columns, starts), (len(plain), COLUMNS))
