"""How many dialogues of each source and language are taken (caps first, then weights), and which.

Those with the smallest hashes are taken, so the choice does not depend on any order.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.derived.mix.parameters import Mix, numbers


class Part(NamedTuple):
    """The dialogues of one source in one language."""

    source: str
    language: str

    @property
    def name(self) -> str:
        """As parameters name it."""
        return f"{self.source}/{self.language}"


def plan(available: Mapping[Part, int], mix: Mix) -> dict[Part, int]:
    """The number of dialogues to take of each part, at most what there is.

    With weights the numbers of the weighted groups are in their proportion, to a dialogue, and as large as
    the scarcest group allows. The languages of a group keep the proportion they have.

    Args:
        available: dialogues there are of each part.
        mix: weights and caps.
    """
    sizes = _capped(dict(available), numbers(mix.caps))
    weights = numbers(mix.weights)
    if not weights:
        return sizes
    groups: dict[str, list[Part]] = defaultdict(list)
    for part in sizes:
        name = part.name if part.name in weights else part.source
        groups[name].append(part)
    there = {name: sum(sizes[part] for part in parts) for name, parts in groups.items()}
    shares = {name: Fraction(weights.get(name, 0)) for name in groups}
    scale = min((there[name] / share for name, share in shares.items() if share), default=Fraction(0))
    taken: dict[Part, int] = {}
    for name, parts in groups.items():
        taken |= _apportioned(int(scale * shares[name]), {part: sizes[part] for part in parts})
    return {part: taken[part] for part in sizes}


def _capped(sizes: dict[Part, int], caps: Mapping[str, float]) -> dict[Part, int]:
    """Sizes with the caps of parts applied, then those of sources."""
    sizes = {part: min(size, int(caps.get(part.name, size))) for part, size in sizes.items()}
    for source in {part.source for part in sizes}:
        parts = {part: size for part, size in sizes.items() if part.source == source}
        if source in caps and sum(parts.values()) > caps[source]:
            sizes |= _apportioned(int(caps[source]), parts)
    return sizes


def _apportioned(total: int, sizes: Mapping[Part, int]) -> dict[Part, int]:
    """A total apportioned in proportion to sizes, by largest remainder; equal remainders go by name."""
    whole = sum(sizes.values())
    exact = {part: Fraction(total * size, whole) if whole else Fraction(0) for part, size in sizes.items()}
    counts = {part: int(share) for part, share in exact.items()}
    rest = total - sum(counts.values()) if whole else 0
    for part in sorted(exact, key=lambda part: (counts[part] - exact[part], part))[:rest]:
        counts[part] += 1
    return counts


def place(id: str, seed: int) -> int:
    """A dialogue's place among all of its part: 64 bits that depend on its id and the seed alone."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{id}".encode()).digest()[:8])


def places(ids: Iterable[str], seed: int) -> npt.NDArray[np.uint64]:
    """The places of dialogues, 8 bytes each."""
    return np.fromiter((place(id, seed) for id in ids), np.uint64)


def limit(places: npt.NDArray[np.uint64], number: int) -> int:
    """The place below which `number` dialogues lie."""
    if number >= len(places):
        return 2**64
    return int(np.partition(places, number)[number]) if number else 0
