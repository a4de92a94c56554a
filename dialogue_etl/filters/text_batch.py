"""Texts of many dialogues, each distinct one once: a comment is in every path of a thread through it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt
    import pyarrow as pa

    Mask = npt.NDArray[np.bool_]

    from dialogue_etl.text.word_hashes import Numbers


BLANKS = r"[\x09-\x0d\x1c-\x1f\x{85}\pZ]+"
"""White space as in `str.split`, for queries; comparisons ignore it, since corpora insert it anywhere."""


class TextBatch(NamedTuple):
    """Texts of many dialogues.

    Attributes:
        texts: distinct texts.
        numbers: the index in `texts` of each turn of all dialogues, in order.
        edges: offsets of the dialogues in `numbers`: the first turn of each, and the end of the last one.
        corpora: for each dialogue 1 if its corpus is counted separately, else 0.
    """

    texts: list[str]
    numbers: npt.NDArray[np.int64]
    edges: npt.NDArray[np.int64]
    corpora: Numbers

    @classmethod
    def of(cls, turns: pa.ListArray, sources: pa.Array | None = None, apart: Sequence[str] = ()) -> TextBatch:
        """From the columns `turns` and `source_id`; `apart` are corpora that are counted separately."""
        encoded = turns.flatten().field("text").dictionary_encode()
        numbers = encoded.indices.to_numpy().astype(np.int64)
        edges = turns.offsets.to_numpy().astype(np.int64)
        corpora = np.zeros(len(turns), np.uint64) if sources is None else _apart(sources, apart)
        return cls(encoded.dictionary.to_pylist(), numbers, edges - edges[0], corpora)

    def with_texts(self, texts: Iterable[str]) -> TextBatch:
        """The same turns with other texts, one for each in `texts`; they need not be distinct."""
        places: dict[str, int] = {}
        which = np.array([places.setdefault(text, len(places)) for text in texts], np.int64)
        return self._replace(texts=[*places], numbers=which[self.numbers])

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """Number of turns of each dialogue."""
        return np.diff(self.edges)

    def any_turn(self, of_turns: Mask) -> Mask:
        """For each dialogue whether a mask of turns is true for any of its turns."""
        return np.diff(np.concatenate([[0], np.cumsum(of_turns)])[self.edges]) > 0

    def where(self, of_texts: Iterable[object], *, last: bool = False) -> Mask:
        """For each dialogue whether a mask of texts is true for any of its turns, or for the last one."""
        of_turns = np.fromiter(map(bool, of_texts), np.bool_, len(self.texts))[self.numbers]
        if last:
            of_turns &= np.isin(np.arange(len(of_turns)), self.edges[1:] - 1)
        return self.any_turn(of_turns)

    @property
    def echoes(self) -> Mask:
        """For each dialogue whether a turn repeats the text of the previous one."""
        same = np.zeros(len(self.numbers), np.bool_)
        answers = self.answers
        same[answers] = self.numbers[answers] == self.numbers[answers - 1]
        return self.any_turn(same)

    @property
    def answers(self) -> npt.NDArray[np.int64]:
        """Indices of all turns except the first of each dialogue."""
        inside = np.ones(len(self.numbers) + 1, np.bool_)
        inside[self.edges] = False
        return inside.nonzero()[0]


def _apart(sources: pa.Array, apart: Sequence[str]) -> Numbers:
    named = sources.dictionary_encode()
    inside = [source.partition(":")[0] in apart for source in named.dictionary.to_pylist()]
    found: Numbers = np.array(inside, np.uint64)[named.indices.to_numpy()]
    return found


def numbers_of(texts: Sequence[str]) -> Numbers:
    """A hash of each text, ignoring white space."""
    return np.fromiter(map(_number, texts), np.uint64, len(texts))


def _number(text: str) -> int:
    tight = "".join(text.split()).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(tight, digest_size=8).digest(), "little")
