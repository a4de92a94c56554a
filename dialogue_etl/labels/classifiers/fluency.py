"""Fluency of utterances: a character language model of the data.

Trigrams with the smoothing of Witten & Bell 1991 (The zero-frequency problem), which backs off to bigrams and
characters more strongly the more different characters were seen to follow. Garbled text has improbable
characters, truncated text an improbable end. Counts are in arrays indexed by hash; collisions are rare and
harmless.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from dialogue_etl.labels.classifiers.association import Floats
from dialogue_etl.labels.classifiers.units import LONGEST
from dialogue_etl.text.points import distinct

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
        columns, _ = _characters(sorted(set(texts)))
        seen = {f"seen_{size}": _tally(*columns[-size:]) for size in (1, 2, 3)}
        followed = {f"followed_{size}": _tally(*columns[-size - 1 : -1]) for size in (1, 2)}
        kinds = {f"kinds_{size}": _tally(*_different(columns[-size - 1 :])[:-1]) for size in (1, 2)}
        whole = np.bincount(_whole(texts), minlength=2 ** _BITS[1])
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
        places = {text: place for place, text in enumerate(dict.fromkeys(texts))}
        if not places:
            return np.zeros((0, 6))
        columns, ends = _characters([*places])
        logs = np.log(self._chances(*columns))
        starts = np.concatenate([[0], ends[:-1] + 1])
        means = np.add.reduceat(logs, starts) / (ends - starts + 1)
        said, lengths = self.tables["whole_2"][_whole([*places])], ends - starts + 1
        of_characters = [means, np.minimum.reduceat(logs, starts), logs[starts], logs[ends]]
        rows = np.column_stack([*of_characters, np.log1p(said), (said == 0) / lengths])
        signs: Floats = rows[[places[text] for text in texts]]
        return signs

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
    """Each character of all texts and the mark at each end, behind the two before it; where the ends are."""
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


def _whole(texts: Sequence[str]) -> Counts:
    """The hash of each text."""
    digests = [blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest() for text in texts]
    return (np.frombuffer(b"".join(digests), "<u8") >> np.uint64(64 - _BITS[1])).astype(np.int64)


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
    mixed = columns[0]
    for column in columns[1:]:
        mixed = mixed * _STEP + column
    return (mixed * _MULTIPLIER >> np.uint64(64 - _BITS[len(columns) - 1])).astype(np.int64)
