"""Labels for unlabelled dialogues: those similar to labelled ones, or with a confident prediction.

As EDOS extends its labels (Welivita, Xie & Pu 2021, sections 3.4 and 3.5).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.labels.encoder import Vectors

Numbers = npt.NDArray[np.int64]
_Pairs = tuple[Numbers, Numbers, npt.NDArray[np.float64]]

_PAIRS = 10_000  # nearest ones per label, as in the released code
_DIALOGUES = 1_000  # per label, as there
_BLOCK = 2_000  # labelled dialogues compared with unlabelled ones at a time
_SLACK = 0.001
_NOTHING = (np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
_DECIMALS = 4  # of cosines, as released: further digits depend on the processor


class Like(NamedTuple):
    """A dialogue similar to a labelled one.

    Attributes:
        dialogue: its number among those without a label.
        labelled: the number of the labelled one.
        label: the number of the label that both get.
        cosine: of their vectors.
    """

    dialogue: int
    labelled: int
    label: int
    cosine: float


def most_similar(
    labelled: Vectors,
    labels: Sequence[int],
    unlabelled: Iterable[Vectors],
    threshold: float,
    *,
    pairs: int = _PAIRS,
    dialogues: int = _DIALOGUES,
) -> list[Like]:
    """The unlabelled dialogues most similar to labelled ones, each with the label of the nearest.

    Exact: all pairs are compared, in blocks. For each label the nearest `pairs` pairs are taken, of these the
    first of each dialogue, up to `dialogues`; a dialogue with several labels gets that of the nearest.

    Args:
        labelled: vectors of length one.
        labels: of each.
        unlabelled: such vectors, in blocks, one of which is in memory at a time.
        threshold: pairs with smaller cosines are ignored.
        pairs: number of nearest pairs per label.
        dialogues: maximum per label.

    Returns:
        In the order of the unlabelled dialogues, each once.
    """
    label_of = np.asarray(labels, np.int64)
    nearest: dict[int, _Pairs] = {}
    first = 0
    for block in unlabelled:
        for places, others, cosines in _near(labelled, block, threshold):
            for label in np.unique(label_of[places]).tolist():
                mine = label_of[places] == label
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
    """The pairs above the threshold: indices of labelled ones, of others in the block, and cosines."""
    for start in range(0, len(labelled), _BLOCK):
        some = labelled[start : start + _BLOCK]
        # Found in single precision, then computed pair by pair, so that blocks do not affect the result.
        places, others = np.nonzero(some @ block.T >= np.float32(threshold - _SLACK))
        exact = np.einsum("ij,ij->i", some[places].astype(np.float64), block[others].astype(np.float64))
        exact = exact.round(_DECIMALS)
        near = exact >= threshold
        yield places[near] + start, others[near], exact[near]


def _best(held: _Pairs, new: _Pairs, most: int) -> _Pairs:
    """The nearest of both in descending order; equally near ones in the order of the dialogues."""
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
    labels: npt.NDArray[np.int64], chances: npt.NDArray[np.float64], least: float, most: int | None
) -> Numbers:
    """The dialogues with confident labels, by their numbers.

    Args:
        labels: predicted for each.
        chances: probability of the label.
        least: the least probability.
        most: maximum per label, the most probable, the first of equal ones (the data); None: all.
    """
    order = np.lexsort((np.arange(len(labels)), -chances))
    order = order[chances[order] >= least]
    if most is not None:
        ranks = np.zeros(len(order), np.int64)
        for label in np.unique(labels):
            mine = labels[order] == label
            ranks[mine] = np.arange(mine.sum())
        order = order[ranks < most]
    return np.sort(order)
