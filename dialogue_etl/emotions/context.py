"""What a turn is understood by: the turns before it, each weighing half as much as the next one.

So does EDOS weigh the turns of a dialogue, for its vector and for its classifier (Welivita, Xie & Pu 2021,
sections 3.4 and 3.5): 2^i for the turn of number i from the oldest, over the sum of all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.labels.encoder import Encoder, Vectors

    Rows = TypeVar("Rows", Vectors, csr_matrix)

MOST_TURNS = 50
"""That are looked at, the last ones: as in the released code. The 51st weighs 2^-50."""


def weights(turns: int, decay: float = 0.5) -> npt.NDArray[np.float64]:
    """The weight of each turn, from the oldest to the last; they add up to 1.

    Args:
        turns: how many there are, at least one.
        decay: how much a turn weighs of what the next one does; 1: all weigh the same; 0: only the last does.
    """
    powers = np.power(float(decay), np.arange(turns - 1, -1, -1, dtype=np.float64))
    total: npt.NDArray[np.float64] = powers / powers.sum()
    return total


def mixing(dialogues: Sequence[Sequence[str]], decay: float) -> tuple[list[str], csr_matrix]:
    """The texts of dialogues, once each, and how much each counts in which dialogue: dialogues × texts."""
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


def vectors(encoder: Encoder, dialogues: Sequence[Sequence[str]], decay: float = 0.5) -> Vectors:
    """A vector of length one for each dialogue: the weighted mean of those of its turns."""
    texts, mixed = mixing(dialogues, decay)
    mean = (mixed @ encoder.encode(texts)).astype(np.float32)
    lengths = np.sqrt(np.einsum("ij,ij->i", mean, mean))
    found: Vectors = mean / np.maximum(lengths, np.float32(1e-9))[:, None]
    return found
