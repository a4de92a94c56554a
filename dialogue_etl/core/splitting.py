"""Which split a work is assigned to: by a hash of its id alone, or so that each split has its share.

A work is all that must be in one split: a book with its editions, a film, a thread. Sizes are numbers of
utterances, since models are trained and evaluated on them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.core.tables import SPLIT_NAMES

if TYPE_CHECKING:
    import numpy.typing as npt

    from dialogue_etl.core.parameters.model import Split

TOLERANCE = 0.5
"""How far the share of a split may be from the one asked for, relative to it (to the rest if that is less):
2.5 to 7.5 % for 5 %, 85 to 95 % for 90 %. Of collections drawn from the sizes of 143 real books, a hash
stays within it in 6 % of those of 20 books, 26 % of 62, 84 % of 300 and 96 % of 600. With a narrower one,
collections of a thousand would lose what a hash is good for: no book moves when others are added.
"""
_SLACK = 0.1
"""The part of its share that a split filled by size may lack. Filled to the last utterance, it would be of
many short works, and one more book would move 2.8 of 62 to another split on average; with this it moves
1.2, and shares are 0.25 percentage points off on average.
"""
_FIRST = ("train", "test", "validation")
"""Which split gets a work first if there are fewer works than splits, and their shares are equal."""


class Works(NamedTuple):
    """The works of a language.

    Attributes:
        positions: of each in [0, 1), ascending; no two are equal.
        sizes: their numbers of utterances.
    """

    positions: npt.NDArray[np.float64]
    sizes: npt.NDArray[np.int64]


class Assignment(NamedTuple):
    """Assigns works to splits.

    Attributes:
        method: `hash` or `size`.
        params: shares.
        chosen: split by position, of the works that are not in the largest split; for `size`.
    """

    method: str
    params: Split
    chosen: Mapping[float, str]

    def of(self, place: float) -> str:
        """The split of the work with this position."""
        if self.method == "hash":
            return by_hash(place, self.params)
        return self.chosen.get(place) or largest(self.params)


def position(work_id: str, seed: int) -> float:
    """A number in [0, 1) that depends only on the work's id and the seed."""
    digest = hashlib.sha256(f"{seed}:{work_id}".encode()).digest()
    return int.from_bytes(digest[:6]) / 2**48


def by_hash(place: float, params: Split) -> str:
    """The split of a position: train from 0, then validation, then test."""
    if place < params.train:
        return "train"
    if place < params.train + params.validation or not params.test:
        return "validation" if params.validation else "train"
    return "test"


def largest(params: Split) -> str:
    """The split with the largest share; of equal ones training before test before validation."""
    return max(_FIRST, key=lambda name: getattr(params, name))


def assign(works: Works, params: Split) -> Assignment:
    """Assign works by `split.method`; `auto` is `hash` unless a split would be far from its share."""
    if params.method == "hash" or (params.method == "auto" and not _far_by_hash(works, params)):
        return Assignment("hash", params, {})
    return Assignment("size", params, by_size(works, params))


def far(utterances: Mapping[str, int], params: Split) -> list[str]:
    """The splits whose share of the utterances is further from the one asked for than `TOLERANCE`.

    Args:
        utterances: by split; without any, no split is far from its share.
        params: shares asked for.
    """
    total = sum(utterances.values())
    found = []
    for name in SPLIT_NAMES if total else ():
        asked = getattr(params, name)
        if abs(utterances[name] / total - asked) > TOLERANCE * min(asked, 1 - asked):
            found.append(name)
    return found


def remark(utterances: Mapping[str, int], method: str, params: Split) -> str:
    """Which splits are empty or far from their share, why, and what to do; empty if none is.

    Args:
        utterances: by split.
        method: `hash` or `size`, as the stage `split` has it.
        params: shares asked for.
    """
    total = sum(utterances.values())
    found = []
    for name in far(utterances, params):
        asked = f"{getattr(params, name) * 100:.3g} % asked for"
        if utterances[name]:
            found.append(f"{name} has {utterances[name] / total * 100:.3g} % of the utterances ({asked})")
        else:
            found.append(f"{name} is empty ({asked})")
    if not found:
        return ""
    return f"{', '.join(found)}. {_ADVICE[method]}"


_ADVICE = {
    "hash": "A hash meets the shares only over many works: set split.method to auto or size.",
    "size": "The works are too few, or too unequal in size: add works, or change the shares (split.train, "
    "split.validation, split.test).",
}


def _far_by_hash(works: Works, params: Split) -> bool:
    utterances = dict.fromkeys(SPLIT_NAMES, 0)
    for place, size in zip(works.positions.tolist(), works.sizes.tolist(), strict=True):
        utterances[by_hash(place, params)] += size
    return bool(far(utterances, params))


def by_size(works: Works, params: Split) -> dict[float, str]:
    """The works of all splits but the largest, so that each has about its share of the utterances.

    In the order of their positions, from the same ends as by hash: from 1 down test is filled, then
    validation, and the rest is for training (if that is not the largest split, it is filled from 0 up). So
    both methods agree on most works, and one more work moves few others. A work that does not fit is passed
    over, however early it comes, so that one very long book is not half of the test split; at the end the
    work that brings the split nearest to its share is added, if any does. Each split gets one work at least;
    if there are fewer works than splits, those with the largest shares do.
    """
    wanted = sorted(
        (name for name in _FIRST if getattr(params, name)), key=lambda name: -getattr(params, name)
    )
    filled = wanted[: len(works.sizes)]
    place = SPLIT_NAMES.index(largest(params))
    free = np.full(len(works.sizes), fill_value=True)
    names = [*((name, 1) for name in SPLIT_NAMES[:place]), *((name, -1) for name in SPLIT_NAMES[:place:-1])]
    names = [(name, step) for name, step in names if name in filled]
    chosen: dict[float, str] = {}
    for index, (name, step) in enumerate(names):
        spare = int(free.sum()) - (len(names) - index)  # a work is left for each of the other splits
        target = getattr(params, name) * works.sizes.sum()
        for number in _fill(works.sizes, free, target, spare, step):
            free[number] = False
            chosen[float(works.positions[number])] = name
    return chosen


def _fill(
    sizes: npt.NDArray[np.int64], free: npt.NDArray[np.bool_], target: float, most: int, step: int
) -> list[int]:
    """Numbers of the works for a split.

    Args:
        sizes: of all works.
        free: those in no split yet.
        target: utterances that the split should have.
        most: how many works it may have; one at least.
        step: 1 to begin with the first work, -1 with the last.
    """
    order = np.flatnonzero(free)[::step]
    taken: list[int] = []
    left = target
    for number in order:
        if left <= _SLACK * target or len(taken) == most:
            return taken
        if sizes[number] <= left:
            taken.append(int(number))
            left -= sizes[number]
    if len(taken) < most:
        others = order[~np.isin(order, taken)]
        nearest = others[np.abs(sizes[others] - left).argmin()]
        if not taken or abs(left - sizes[nearest]) < left:
            taken.append(int(nearest))
    return taken
