"""Hashed character n-grams of many texts at once, with the results of sklearn's `HashingVectorizer`.

Sklearn makes a Python string of each n-gram; here MurmurHash3 (Appleby 2011, variant x86_32) is computed for
all n-grams of a block of texts together, from their UTF-8 bytes.
"""

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, vstack

Words = npt.NDArray[np.uint32]
Places = npt.NDArray[np.int64]

_COLUMNS = 2**15
_LONGEST = 3
_TEXTS_AT_ONCE = 1_000
_BLANKS = re.compile(r"\s\s+")
_LOW_BYTES = np.array([0, 0xFF, 0xFFFF, 0xFFFFFF, 0xFFFFFFFF], np.uint32)


def character_ngrams(texts: Sequence[str]) -> csr_matrix:
    """A unit-length row per text: counts of n-grams of one to three characters.

    They are hashed into 2**15 columns. Case is ignored, and runs of spaces count as one.
    """
    starts = range(0, len(texts), _TEXTS_AT_ONCE)
    parts = [_counted(texts[start : start + _TEXTS_AT_ONCE]) for start in starts]
    return vstack(parts, "csr") if parts else csr_matrix((0, _COLUMNS))


def _counted(texts: Sequence[str]) -> csr_matrix:
    plain = [_BLANKS.sub(" ", text.lower()) for text in texts]
    data = np.frombuffer("".join(plain).encode() + bytes(4 * _LONGEST), np.uint8)
    # Starts of characters, and the end: all bytes but continuation bytes.
    begins = np.flatnonzero((data[: -4 * _LONGEST + 1] & 0xC0) != 0x80)
    owners = np.repeat(np.arange(len(plain)), np.fromiter(map(len, plain), np.int64, len(plain)))
    wide = data.astype(np.uint32)
    words = wide[:-3].copy()
    for place in (1, 2, 3):
        words |= wide[place : len(words) + place] << np.uint32(8 * place)
    keys = []
    for size in range(1, _LONGEST + 1):
        inside = np.flatnonzero(owners[: len(owners) - size + 1] == owners[size - 1 :])
        hashes = _murmur(words, begins[inside], begins[inside + size]).view(np.int32)
        keys.append(owners[inside] * _COLUMNS + np.abs(hashes.astype(np.int64)) % _COLUMNS)
    found, times = np.unique(np.concatenate(keys).astype(np.uint32), return_counts=True)
    rows, columns = np.divmod(found, np.uint32(_COLUMNS))
    lengths = np.sqrt(np.bincount(rows, times**2))
    edges = np.searchsorted(rows, np.arange(len(plain) + 1))
    return csr_matrix((times / lengths[rows], columns, edges), (len(plain), _COLUMNS))


def _murmur(words: Words, begins: Places, ends: Places) -> Words:
    """The hashes of byte ranges of at most 12 bytes, with the seed 0.

    Args:
        words: the four bytes from each position on.
        begins: starts of the ranges.
        ends: ends of the ranges, exclusive.
    """
    lengths = (ends - begins).astype(np.uint32)
    hashes = np.zeros(len(begins), np.uint32)
    for place in range(0, int(lengths.max(initial=0)), 4):
        left = np.clip(ends - begins - place, 0, 4)
        block = words[np.minimum(begins + place, len(words) - 1)] & _LOW_BYTES[left]
        hashes ^= _rotated(block * np.uint32(0xCC9E2D51), 15) * np.uint32(0x1B873593)
        hashes = np.where(left == 4, _rotated(hashes, 13) * np.uint32(5) + np.uint32(0xE6546B64), hashes)
    hashes ^= lengths
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1)):
        hashes = (hashes ^ hashes >> np.uint32(shift)) * np.uint32(factor)
    return hashes


def _rotated(words: Words, bits: int) -> Words:
    return words << np.uint32(bits) | words >> np.uint32(32 - bits)
