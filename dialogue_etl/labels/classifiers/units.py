"""Words and punctuation of many texts at once, as numbers, without a Python object for each.

Lower-cased; Chinese characters and kana as unigrams and bigrams. Two characters are the commonest length of a
Chinese word, so bigrams need no dictionary (Nie et al. 2000, On the use of words and n-grams for Chinese
information retrieval).
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from dialogue_etl.text.points import Kinds, Mask, Offsets, distinct
from dialogue_etl.text.word_hashes import BASE, Numbers, mixed, numbered

LONGEST = 500
"""Characters of an utterance that classifiers use: later ones don't help to tell answers from noise."""
_BLOCK = 1 << 16  # characters, as `numbered` takes them
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_WORD, _SIGN, _ALONE = 1, 2, 3
_OWNER = np.uint64(48)
"""A number has this many bits, with the index of its text in the bits above, so that one array is sorted, not
two. Two of the 30,000 words of a model share a number with a probability of three in a million.
"""
_ONE = np.uint64(1)
_kinds = Kinds(
    lambda character: (
        _ALONE
        if _UNSPACED.match(character)
        else _WORD
        if character.isalnum() or character == "_"
        else 0
        if character.isspace()
        else _SIGN
    )
)


class Units(NamedTuple):
    """The distinct units of some texts, by text, then number.

    Attributes:
        numbers: of the units; the same unit has the same number everywhere, an odd one if it `is_long`.
        owners: indices of their texts.
    """

    numbers: Numbers
    owners: Offsets


def is_long(numbers: Numbers) -> Mask:
    """Whether each unit has several characters."""
    long: Mask = (numbers & _ONE).astype(np.bool_)
    return long


def units(texts: Sequence[str]) -> Iterator[Units]:
    """The units of texts, in batches of a few thousand texts; owners count from the first text on."""
    first = 0
    for held in _blocks([text[:LONGEST].casefold() for text in texts]):
        yield _units(held, first)
        first += len(held)


def _blocks(texts: Sequence[str]) -> Iterator[list[str]]:
    held: list[str] = []
    size = 0
    for text in texts:
        if size + len(text) + 1 > _BLOCK:
            yield held
            held, size = [], 0
        held.append(text)
        size += len(text) + 1
    if held:
        yield held


def _units(texts: list[str], first: int) -> Units:
    joined = "".join(f"{text}\n" for text in texts)
    points = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.uint32)
    kinds = _kinds(points)
    begins, words = numbered(points, kinds == _WORD)
    ends = np.flatnonzero((kinds[:-1] == _WORD) & (kinds[1:] != _WORD)) + 1
    single = np.flatnonzero(kinds >= _SIGN)
    pair = np.flatnonzero((kinds[:-1] == _ALONE) & (kinds[1:] == _ALONE))
    values = points.astype(np.uint64) + np.uint64(1)
    pairs = mixed(values[pair] + values[pair + 1] * np.uint64(BASE))
    places = np.concatenate([begins, single, pair])
    long = np.concatenate([ends - begins > 1, np.zeros(len(single), np.bool_), np.ones(len(pair), np.bool_)])
    found = np.concatenate([words, mixed(values[single]), pairs]) >> np.uint64(64 - int(_OWNER))
    of = np.searchsorted(np.cumsum([len(text) + 1 for text in texts]), places, "right")
    once = distinct(of.astype(np.uint64) << _OWNER | found & ~_ONE | long)
    return Units(once & (_ONE << _OWNER) - _ONE, (once >> _OWNER).astype(np.int64) + first)
