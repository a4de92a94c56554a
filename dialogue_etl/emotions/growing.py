"""Labels of dialogues without one, from those that are like labelled ones, or that a classifier is sure of.

EDOS grows its labels so (Welivita, Xie & Pu 2021, sections 3.4 and 3.5).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.labels.encoder import Vectors

Numbers = npt.NDArray[np.int64]
_Pairs = tuple[Numbers, Numbers, npt.NDArray[np.float64]]

_PAIRS = 10_000  # of a label, of the nearest ones, as in the released code
_DIALOGUES = 1_000  # of a label, as there
_BLOCK = 2_000  # labelled dialogues held against unlabelled ones at a time
_SLACK = 0.001
_NOTHING = (np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
_DECIMALS = 4  # of cosines, as released: the digits behind them depend on the processor


class Like(NamedTuple):
    """A dialogue that is like a labelled one.

    Attributes:
        dialogue: its number among those without a label.
        labelled: the number of the one it is like.
        label: the number of the label that both have.
        cosine: of their vectors.
    """

    dialogue: int
    labelled: int
    label: int
    cosine: float


def alike(
    labelled: Vectors,
    labels: Sequence[int],
    unlabelled: Iterable[Vectors],
    threshold: float,
    *,
    pairs: int = _PAIRS,
    dialogues: int = _DIALOGUES,
) -> list[Like]:
    """The unlabelled dialogues that are most like labelled ones, each with the label of the nearest.

    Exact: every pair is looked at, some at a time. Of each label the nearest `pairs` pairs are taken, of
    these the first of each dialogue, up to `dialogues`; what several labels claim goes to the nearest.

    Args:
        labelled: vectors of length one.
        labels: of each.
        unlabelled: such vectors, in blocks: what is held in memory is one block.
        threshold: cosines below are not looked at.
        pairs: of each label, the nearest.
        dialogues: of each label.

    Returns:
        In the order of the unlabelled dialogues, each once.
    """
    told = np.asarray(labels, np.int64)
    nearest: dict[int, _Pairs] = {}
    first = 0
    for block in unlabelled:
        for places, others, cosines in _near(labelled, block, threshold):
            for label in np.unique(told[places]).tolist():
                mine = told[places] == label
                new = (others[mine] + first, places[mine], cosines[mine])
                nearest[label] = _best(nearest.get(label, _NOTHING), new, pairs)
        first += len(block)
    claims: dict[int, Like] = {}
    for label, found in sorted(nearest.items()):
        for like in _firsts(label, *found, dialogues):
            if like.dialogue not in claims or claims[like.dialogue].cosine < like.cosine:
                claims[like.dialogue] = like
    return [claims[dialogue] for dialogue in sorted(claims)]


def _near(labelled: Vectors, block: Vectors, threshold: float) -> Iterator[_Pairs]:
    """The pairs that are near enough: places of labelled ones, of others in the block, and cosines."""
    for start in range(0, len(labelled), _BLOCK):
        some = labelled[start : start + _BLOCK]
        # Single precision finds them; what decides is worked out pair by pair, in blocks of any size.
        places, others = np.nonzero(some @ block.T >= np.float32(threshold - _SLACK))
        exact = np.einsum("ij,ij->i", some[places].astype(np.float64), block[others].astype(np.float64))
        exact = exact.round(_DECIMALS)
        near = exact >= threshold
        yield places[near] + start, others[near], exact[near]


def _best(held: _Pairs, new: _Pairs, most: int) -> _Pairs:
    """The nearest of both, the nearest first; equally near ones in the order of the dialogues."""
    others, places = np.concatenate([held[0], new[0]]), np.concatenate([held[1], new[1]])
    cosines = np.concatenate([held[2], new[2]])
    order = np.lexsort((places, others, -cosines))[:most]
    return others[order], places[order], cosines[order]


def _firsts(
    label: int, others: Numbers, places: Numbers, cosines: npt.NDArray[np.float64], most: int
) -> Iterator[Like]:
    _, first = np.unique(others, return_index=True)
    for place in np.sort(first)[:most].tolist():
        yield Like(int(others[place]), int(places[place]), label, round(float(cosines[place]), _DECIMALS))


def sure(
    labels: npt.NDArray[np.int64], chances: npt.NDArray[np.float64], above: float | None, most: int | None
) -> Numbers:
    """The dialogues whose label a classifier is sure of, by their numbers.

    Args:
        labels: that it gives each.
        chances: that the label is right.
        above: chances must be over this one (the paper); None: any.
        most: dialogues of each label, the surest, the first of equally sure ones (the data); None: all.
    """
    order = np.lexsort((np.arange(len(labels)), -chances))
    if above is not None:
        order = order[chances[order] > above]
    if most is not None:
        ranks = np.zeros(len(order), np.int64)
        for label in np.unique(labels):
            mine = labels[order] == label
            ranks[mine] = np.arange(mine.sum())
        order = order[ranks < most]
    return np.sort(order)
