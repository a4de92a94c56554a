"""Which dialogues of a part are taken: those with the least hashes, so the choice hangs on no order."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt


def place(id: str, seed: int) -> int:
    """A dialogue's place among all of its part: 64 bits that depend on its id and the seed alone."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{id}".encode()).digest()[:8])


def places(ids: Iterable[str], seed: int) -> npt.NDArray[np.uint64]:
    """The places of dialogues, 8 bytes each."""
    return np.fromiter((place(id, seed) for id in ids), np.uint64)


def limit(places: npt.NDArray[np.uint64], number: int) -> int:
    """The place below which `number` dialogues lie; another seed is another choice."""
    if number >= len(places):
        return 2**64
    return int(np.partition(places, number)[number]) if number else 0
