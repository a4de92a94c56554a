"""The context of a turn: the turns before it, each with half the weight of the next one.

As EDOS weights the turns of a dialogue, for its vector and for its classifier (Welivita, Xie & Pu 2021,
sections 3.4 and 3.5): 2^i for turn i from the oldest, divided by the sum of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import HashingVectorizer

if TYPE_CHECKING:
    from dialogue_etl.labels.encoder import Encoder, Vectors

_HASHED = HashingVectorizer(analyzer="char_wb", ngram_range=(2, 4), n_features=2**11)
MOST_TURNS = 50
"""Number of last turns that are used, as in the released code. The 51st has a weight of 2^-50."""


def weights(turns: int, decay: float = 0.5) -> npt.NDArray[np.float64]:
    """The weight of each turn, from the oldest to the last; they sum to 1.

    Args:
        turns: number of turns, at least one.
        decay: weight of a turn relative to the next one; 1: equal weights; 0: only the last one counts.
    """
    powers = np.power(float(decay), np.arange(turns - 1, -1, -1, dtype=np.float64))
    total: npt.NDArray[np.float64] = powers / powers.sum()
    return total


def mixing(dialogues: Sequence[Sequence[str]], decay: float) -> tuple[list[str], csr_matrix]:
    """The distinct texts of dialogues, and the weight of each in each dialogue: dialogues × texts."""
    places: dict[str, int] = {}
    rows, columns, values = [], [], []
    for number, turns in enumerate(dialogues):
        last = list(turns)[-MOST_TURNS:] if decay else list(turns)[-1:]
        for text, weight in zip(last, weights(len(last) or 1, decay).tolist(), strict=False):
            rows.append(number)
            columns.append(places.setdefault(text, len(places)))
            values.append(weight)
    shape = (len(dialogues), len(places))
    return list(places), csr_matrix((values, (rows, columns)), shape, np.float64)


def running(rows: npt.NDArray[np.float64], lengths: Sequence[int], decay: float) -> npt.NDArray[np.float64]:
    """The weighted mean of each turn and those before it in its dialogue.

    Args:
        rows: for each turn of all dialogues.
        lengths: number of turns of each dialogue.
        decay: as for `weights`.
    """
    found = np.empty_like(rows)
    place = 0
    for length in lengths:
        total, weight = np.zeros(rows.shape[1]), 0.0
        for turn in range(place, place + length):
            total, weight = decay * total + rows[turn], decay * weight + 1
            found[turn] = total / weight
        place += length
    return found


def vectors(encoder: Encoder | None, dialogues: Sequence[Sequence[str]], decay: float = 0.5) -> Vectors:
    """A unit vector for each dialogue: the weighted mean of those of its turns.

    Without an encoder a turn's vector is of its hashed n-grams.
    """
    texts, mixed = mixing(dialogues, decay)
    said = encoder.encode(texts) if encoder else _HASHED.transform(texts).toarray()
    mean = np.asarray(mixed @ said, np.float32)
    lengths = np.sqrt(np.einsum("ij,ij->i", mean, mean))
    found: Vectors = mean / np.maximum(lengths, np.float32(1e-9))[:, None]
    return found
