"""Fluency of utterances: a character language model of the data.

Trigrams with the smoothing of Witten & Bell 1991 (The zero-frequency problem), which backs off to bigrams and
characters more strongly the more different characters were seen to follow. Garbled text has improbable
characters, truncated text an improbable end. Counts are in arrays indexed by hash; collisions are rare and
harmless.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dialogue_etl.labels.classifiers.association import Floats
from dialogue_etl.labels.classifiers.units import LONGEST
from dialogue_etl.text.points import distinct
from dialogue_etl.text.word_hashes import mixed

Counts = npt.NDArray[np.int64]
_Codes = npt.NDArray[np.uint64]
_START, _END = "\x02\x02", "\x03"
_BITS = (16, 20, 22)  # of the hashes of characters, bigrams and trigrams
TABLES = ("seen_1", "seen_2", "seen_3", "followed_1", "followed_2", "kinds_1", "kinds_2", "whole_2")
_MULTIPLIER, _STEP = np.uint64(0x9E3779B97F4A7C15), np.uint64(0x100000001B3)
"""Constants of Knuth's multiplicative hashing and of FNV-1."""
_UNSEEN = 5_000  # characters that there may be besides those seen


@dataclass(frozen=True)
class Fluency:
    """Counts by hash.

    Attributes:
        tables: `seen_N` of n-grams; `followed_N`, how often an n-gram was followed by any character, and
            `kinds_N`, by how many different ones; `whole_2` of utterances, as large as that of bigrams.
    """

    tables: Mapping[str, Counts]

    @classmethod
    def learn(cls, texts: Sequence[str]) -> Fluency:
        """Count the characters of texts, each distinct text once."""
        times = Counter(texts)
        said = sorted(times)
        columns, ends = _characters(said)
        seen = {f"seen_{size}": _tally(*columns[-size:]) for size in (1, 2, 3)}
        followed = {f"followed_{size}": _tally(*columns[-size - 1 : -1]) for size in (1, 2)}
        kinds = {f"kinds_{size}": _tally(*_different(columns[-size - 1 :])[:-1]) for size in (1, 2)}
        whole = np.zeros(2 ** _BITS[1], np.int64)
        np.add.at(whole, _whole(columns[-1], ends), [times[text] for text in said])
        return cls({**seen, **followed, **kinds, "whole_2": whole})

    def arrays(self) -> dict[str, npt.NDArray[np.uint32]]:
        """The counts as arrays to be stored: for each table a row of indices and a row of counts."""
        places = {name: np.flatnonzero(counts) for name, counts in self.tables.items()}
        return {name: np.array([at, self.tables[name][at]], np.uint32) for name, at in places.items()}

    @classmethod
    def of(cls, arrays: Mapping[str, npt.NDArray[np.uint32]]) -> Fluency:
        """The inverse of `arrays`."""
        tables = {name: np.zeros(2 ** _BITS[int(name[-1]) - 1], np.int64) for name in TABLES}
        for name, table in tables.items():
            places, counts = arrays[name]
            table[places] = counts
        return cls(tables)

    def signs(self, texts: Sequence[str]) -> Floats:
        """Six features per text, from the log-probabilities of its characters and from whole utterances.

        Mean and minimum of the log-probabilities, that of its first character, that of its end; how often
        the same utterance occurs, and how short it is if it does not: most short utterances occur elsewhere.
        """
        if not texts:
            return np.zeros((0, 6))
        columns, ends = _characters(texts)
        logs = np.log(self._chances(*columns))
        starts = np.concatenate([[0], ends[:-1] + 1])
        means = np.add.reduceat(logs, starts) / (ends - starts + 1)
        said, lengths = self.tables["whole_2"][_whole(columns[-1], ends)], ends - starts + 1
        of_characters = [means, np.minimum.reduceat(logs, starts), logs[starts], logs[ends]]
        return np.column_stack([*of_characters, np.log1p(said), (said == 0) / lengths])

    def _chances(self, first: _Codes, second: _Codes, third: _Codes) -> Floats:
        """Of each third character after the first two."""
        of_one = self.tables["seen_1"]
        chances: Floats = (of_one[_place(third)] + 0.5) / (of_one.sum() + 0.5 * _UNSEEN)
        for size, context in ((1, (second,)), (2, (first, second))):
            at = _place(*context)
            number, different = self.tables[f"followed_{size}"][at], self.tables[f"kinds_{size}"][at]
            longer = self.tables[f"seen_{size + 1}"][_place(*context, third)] + different * chances
            chances = np.where(number > 0, longer / np.maximum(number + different, 1), chances)
        return chances


def _characters(texts: Sequence[str]) -> tuple[tuple[_Codes, _Codes, _Codes], Counts]:
    """Character trigrams of all texts and their end marks, as three columns; the indices of the ends."""
    marked = [f"{_START}{text[:LONGEST]}{_END}" for text in texts]
    codes = np.frombuffer("".join(marked).encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.uint64)
    lengths = np.array([len(text) for text in marked], np.int64)
    last = np.cumsum(lengths) - 1
    own = np.ones(len(codes), bool)
    for mark in range(len(_START)):
        own[last - lengths + 1 + mark] = False
    places = np.flatnonzero(own)
    ends = np.cumsum(lengths - len(_START)) - 1
    return (codes[places - 2], codes[places - 1], codes[places]), ends


def _whole(characters: _Codes, ends: Counts) -> Counts:
    """The hash of each text: the sum of those of its characters at their places."""
    starts = np.concatenate([[0], ends + 1])
    places = np.arange(len(characters)) - np.repeat(starts[:-1], np.diff(starts))
    each = mixed(characters | places.astype(np.uint64) << np.uint64(21))
    sums = np.add.reduceat(each, starts[:-1]) if len(ends) else each
    return (sums >> np.uint64(64 - _BITS[1])).astype(np.int64)


def _different(columns: Sequence[_Codes]) -> list[_Codes]:
    """Each combination once."""
    packed = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        packed = packed << np.uint64(21) | column
    once = distinct(packed)
    shifts = np.arange(len(columns) - 1, -1, -1) * 21
    return [once >> np.uint64(shift) & np.uint64(2**21 - 1) for shift in shifts]


def _tally(*columns: _Codes) -> Counts:
    return np.bincount(_place(*columns), minlength=2 ** _BITS[len(columns) - 1]).astype(np.int64)


def _place(*columns: _Codes) -> Counts:
    """The hash of an n-gram."""
    hashed = columns[0]
    for column in columns[1:]:
        hashed = hashed * _STEP + column
    return (hashed * _MULTIPLIER >> np.uint64(64 - _BITS[len(columns) - 1])).astype(np.int64)
