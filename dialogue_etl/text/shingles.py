"""Texts as sets of five-word sequences (shingles), to compare editions of one work.

Words are letters and digits, in lower case and without accents, so editions with other line breaks, quotes,
dashes or italics, or without accents, have the same words. A shingle is a number computed from the numbers of
its words (`word_hashes.py`); a sketch keeps the shingles that are divisible by 32. This choice is the same
for all texts, so two sketches show what share of either text is in the other (Broder 1997, *On the
resemblance and containment of documents*, keeps multiples too; Irber et al. 2022 call it FracMinHash).
"""

import hashlib
import unicodedata

import numpy as np

from dialogue_etl.text.points import Kinds, distinct, points_of
from dialogue_etl.text.word_hashes import Numbers, blocks, mixed, numbered

WORDS = 5
"""Words of a shingle: few enough that 86 % of shingles survive a change of 3 % of the words, and enough that
two novels of one author share at most 1 % (measured on 167 books).
"""
SCALE = 32
"""One in so many shingles is kept: about 3,000 of a novel, 16 of a text of 500 words."""

_REST = np.uint64(SCALE - 1)
_BLOCK_WORDS = WORDS << 11
_FACTOR = np.uint64(0xD1342543DE82EF95)  # any large odd number: the order of the words counts
_PARTING, _IGNORED = 0, 1
_FIRST, _KINDS = 2, 253  # bytes that represent letters


def words(text: str) -> Numbers:
    """The numbers of a text's words, without case, accents and punctuation, in reading order."""
    found = [_words(block) for _, block in blocks(text)]
    return np.concatenate(found) if found else np.zeros(0, np.uint64)


def sketch(numbers: Numbers) -> tuple[Numbers, str]:
    """One in 32 of the distinct shingles of a text, sorted, and a digest of all its words.

    Args:
        numbers: of its words.
    """
    kept = [np.zeros(0, np.uint64)]
    # Every fifth shingle contains each word once, except the last ones.
    digest = hashlib.sha256(_bytes(numbers[len(numbers) // WORDS * WORDS :]))
    for start in range(0, len(numbers) - WORDS + 1, _BLOCK_WORDS):
        shingles = _shingles(numbers[start : start + _BLOCK_WORDS + WORDS - 1])
        digest.update(_bytes(shingles[::WORDS]))
        kept.append(shingles[shingles & _REST == 0])
    return distinct(np.concatenate(kept)), digest.hexdigest()


def _bytes(numbers: Numbers) -> bytes:
    return numbers.astype("<u8", copy=False).tobytes()


def _shingles(numbers: Numbers) -> Numbers:
    count = len(numbers) - WORDS + 1
    sums = numbers[:count].copy()
    for place in range(1, WORDS):
        sums *= _FACTOR
        sums += numbers[place : place + count]
    return mixed(sums)


def shared(one: Numbers, other: Numbers) -> int:
    """Number of shingles that two sketches have in common."""
    both = np.concatenate([one, other])
    both.sort(kind="stable")  # merges what is sorted already
    return int((both[1:] == both[:-1]).sum())


def folded(text: str) -> str:
    """A text in lower case and without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in plain if not unicodedata.combining(character))


def _byte(character: str) -> int:
    """The byte that represents a character; letters far apart in Unicode may share a byte."""
    plain = folded(character)
    if not plain or unicodedata.category(character) == "Cf":
        return _IGNORED
    return _FIRST + ord(plain[0]) % _KINDS if plain[0].isalnum() else _PARTING


_letters = Kinds(_byte)


def _words(block: str) -> Numbers:
    letters = _letters(points_of(block))
    ignored = letters == _IGNORED
    if ignored.any():
        letters = letters[~ignored]
    return numbered(letters, letters != _PARTING)[1]
