"""Files of utterances, one per line with spaces between words, as numbers of words; counts of n-grams.

Words are numbered by first appearance, whatever the vocabulary: which words are known is decided when all
have been seen (`Vocabulary`), so files are read as few times as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.errors import DialogueEtlError

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
UNKNOWN = "<unk>"
_SHIFT = 32  # a bigram is one number: the first word above these bits, the second below
_LOW = (1 << _SHIFT) - 1
LINES = 10_000
"""Read at once."""
_WAITING = 2_000_000  # bigrams that are counted at once


class Numbering(dict[str, int]):
    """The number of each word, assigned when first asked for; `<unk>` is 0."""

    def __init__(self) -> None:
        super().__init__({UNKNOWN: 0})

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number


class Lines(NamedTuple):
    """Some utterances, one after the other.

    Attributes:
        words: numbers of all their words.
        lengths: how many words each has.
    """

    words: Numbers
    lengths: Numbers

    @property
    def rows(self) -> Numbers:
        """The utterance of each word."""
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    @property
    def follows(self) -> Flags:
        """Whether each two neighbouring words are of one utterance."""
        rows = self.rows
        found: Flags = rows[1:] == rows[:-1]
        return found


def read(
    path: Path,
    numbering: Numbering,
    lines: int = LINES,
    *,
    spell: Callable[[str], str] = str,
    empty: bool = True,
) -> Iterator[Lines]:
    """The utterances of a file in batches.

    Args:
        path: of the file.
        numbering: of all words.
        lines: of a batch.
        spell: separates the words of a line by blanks.
        empty: whether lines may be empty.

    Raises:
        DialogueEtlError: it is not there, not UTF-8, empty, or has an empty line.
    """
    start = 0
    try:
        with path.open(encoding="utf-8") as file:
            while said := [spell(line).split() for line in islice(file, lines)]:
                if not empty and [] in said:
                    raise DialogueEtlError(f"{path}: line {start + said.index([]) + 1:,} is empty")
                lengths = np.fromiter(map(len, said), np.int64, len(said))
                words = map(numbering.__getitem__, chain.from_iterable(said))
                yield Lines(np.fromiter(words, np.int64, int(lengths.sum())), lengths)
                start += len(said)
            if not start:
                raise DialogueEtlError(f"{path}: the file is empty")
    except UnicodeDecodeError as error:
        raise DialogueEtlError(f"{path}: not UTF-8 ({error.reason})") from None
    except OSError as error:
        raise DialogueEtlError(f"{path}: {error.strerror or error}") from None


def texts(path: Path) -> list[str]:
    """The lines of a file that was read before, without their ends."""
    with path.open(encoding="utf-8") as file:
        return [line.removesuffix("\n") for line in file]


class Counts(NamedTuple):
    """How often words and bigrams occur.

    Attributes:
        words: by number.
        bigrams: those that occur, encoded as by `bigrams`, sorted.
        times: the count of each of these.
    """

    words: Numbers
    bigrams: Numbers
    times: Numbers

    def mapped(self, numbers: Numbers) -> Counts:
        """The same after renumbering words, several possibly to the same number."""
        words = np.bincount(numbers[: len(self.words)], self.words, len(numbers)).astype(np.int64)
        first, second = split(self.bigrams)
        return Counts(words, *_summed((numbers[first] << _SHIFT) | numbers[second], self.times))

    def of_bigrams(self, bigrams: Numbers) -> Numbers:
        """How often each of these occurs."""
        if not len(self.bigrams):
            return np.zeros(len(bigrams), np.int64)
        place = np.minimum(np.searchsorted(self.bigrams, bigrams), len(self.bigrams) - 1)
        return np.where(self.bigrams[place] == bigrams, self.times[place], 0)


def bigrams(words: Numbers) -> Numbers:
    """Each word with its next one, as one number."""
    return (words[:-1] << _SHIFT) | words[1:]


def split(bigrams: Numbers) -> tuple[Numbers, Numbers]:
    """First and second words."""
    return bigrams >> _SHIFT, bigrams & _LOW


def count(read: Iterable[Lines]) -> Counts:
    """Counts of the words and bigrams of a file; memory grows with the number of distinct ones."""
    words = np.zeros(0, np.int64)
    known, times = np.zeros(0, np.int64), np.zeros(0, np.int64)
    waiting: list[Numbers] = []
    size = 0
    for lines in read:
        here = np.bincount(lines.words, minlength=len(words))
        here[: len(words)] += words
        words = here
        waiting.append(bigrams(lines.words)[lines.follows])
        size += len(waiting[-1])
        if size > max(_WAITING, len(known)):
            known, times = _with(known, times, waiting)
            waiting, size = [], 0
    return Counts(words, *_with(known, times, waiting))


def _with(known: Numbers, times: Numbers, waiting: list[Numbers]) -> tuple[Numbers, Numbers]:
    fresh, often = np.unique(np.concatenate([np.zeros(0, np.int64), *waiting]), return_counts=True)
    if not len(known):
        return fresh, often
    return _summed(np.concatenate([known, fresh]), np.concatenate([times, often]))


def _summed(keys: Numbers, times: Numbers) -> tuple[Numbers, Numbers]:
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    return keys[first], np.add.reduceat(times[order], first) if len(first) else times[order]
