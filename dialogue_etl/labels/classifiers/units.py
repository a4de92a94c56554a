"""Words and signs of many texts at once, as numbers: no Python object for each of them.

In lower case; of Chinese characters and kana each one and each two neighbours. Two characters are the
commonest length of a Chinese word: pairs of them do without a dictionary (Nie et al. 2000, On the use of
words and n-grams for Chinese information retrieval).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.text.points import Kinds
from dialogue_etl.text.word_numbers import BASE, mixed, numbered, white_space_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dialogue_etl.text.points import Places
    from dialogue_etl.text.word_numbers import Numbers

LONGEST = 500
"""Characters of an utterance that classifiers look at: no answer is told from noise by what comes later."""
_BLOCK = 1 << 16  # characters, as `numbered` takes them
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_WORD, _SIGN, _ALONE = 1, 2, 3
_OWNER = np.uint64(48)
"""A number is cut to so many bits, and before them stands its text: one array is sorted, not two. Two of the
30,000 words of a model share such a number with a probability of two in a million.
"""
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
    """The distinct units of some texts, by text.

    Attributes:
        numbers: of the units, the same for the same one anywhere.
        owners: the places of their texts.
        begins, lengths: where in `joined` each stands.
        joined: the texts.
    """

    numbers: Numbers
    owners: Places
    begins: Places
    lengths: Places
    joined: str


def units(texts: Sequence[str]) -> Iterator[Units]:
    """The units of texts, those of a few thousand together; owners count from the first text on."""
    first = 0
    for held in _blocks([text[:LONGEST].casefold() for text in texts]):
        yield _units(held, first)
        first += len(held)


def numbers_of(words: Sequence[str]) -> Numbers:
    """The numbers of words that are units."""
    return _cut(white_space_words("\n".join(words)))


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
    found = _cut(np.concatenate([words, mixed(values[single]), pairs]))
    places = np.concatenate([begins, single, pair])
    lengths = np.concatenate([ends - begins, np.full(len(single), 1), np.full(len(pair), 2)])
    of = np.searchsorted(np.cumsum([len(text) + 1 for text in texts]), places, "right")
    once, where = np.unique(of.astype(np.uint64) << _OWNER | found, return_index=True)
    owners = (once >> _OWNER).astype(np.int64) + first
    return Units(found[where], owners, places[where], lengths[where], joined)


def _cut(numbers: Numbers) -> Numbers:
    return numbers >> np.uint64(64 - int(_OWNER))
