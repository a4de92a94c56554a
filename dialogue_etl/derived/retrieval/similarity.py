"""Similarity of two texts by their terms, from 0 to 1; 0 where one has none.

Those of Say Something Smart that need no resource from elsewhere. Its WUP wants WordNet, its L2F-ASSIN a
trained model.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

Similarity = Callable[[Sequence[str], Sequence[str]], float]


def similarity(name: str, weight: float) -> Similarity:
    """A measure by its name in the parameters.

    Args:
        name: `jaccard`, `dice`, `overlap`, `jaccard_overlap` or `jaccard_overlap_bigram`: the latter compares
            pairs of neighbouring terms, of a text of one term that.
        weight: of Jaccard in the two that join it with overlap, from 0 to 1.
    """

    def joined(one: frozenset[Any], other: frozenset[Any]) -> float:
        return weight * _jaccard(one, other) + (1 - weight) * _overlap(one, other)

    measures: dict[str, Callable[[frozenset[Any], frozenset[Any]], float]] = {
        "jaccard": _jaccard,
        "dice": lambda one, other: 2 * len(one & other) / (len(one) + len(other)),
        "overlap": _overlap,
        "jaccard_overlap": joined,
        "jaccard_overlap_bigram": joined,
    }
    measure = measures[name]
    elements = _bigrams if name.endswith("bigram") else frozenset

    def compare(one: Sequence[str], other: Sequence[str]) -> float:
        return measure(elements(one), elements(other)) if one and other else 0.0

    return compare


def _jaccard(one: frozenset[Any], other: frozenset[Any]) -> float:
    return len(one & other) / len(one | other)


def _overlap(one: frozenset[Any], other: frozenset[Any]) -> float:
    return len(one & other) / min(len(one), len(other))


def _bigrams(terms: Sequence[str]) -> frozenset[Any]:
    return frozenset(pairwise(terms)) if len(terms) > 1 else frozenset(terms)
