"""How many dialogues and turns have which label, and how far two distributions of labels are apart.

The columns of tables 3 and 9 of EDOS; a dialogue counts under the label of its first turn (appendix D).
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.stats import entropy

from dialogue_etl.emotions.labels import LABELS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SMOOTHING = 0.5
"""Added to each count, for a label that only one side has would be infinitely far (Jeffreys' prior)."""


class Statistics(NamedTuple):
    """Totals, and counts by label in the order of the labels.

    Attributes:
        dialogues: all.
        turns: all.
        tokens: all; words between blanks.
        first: dialogues by the label of their first turn.
        by_label: turns by label.
    """

    dialogues: int
    turns: int
    tokens: int
    first: Mapping[str, int]
    by_label: Mapping[str, int]


def statistics(dialogues: Iterable[Sequence[tuple[str, str]]]) -> Statistics:
    """Count.

    Args:
        dialogues: of each turn what is said, and its label.
    """
    first, every = Counter[str](), Counter[str]()
    number = tokens = 0
    for turns in dialogues:
        number += 1
        first.update(label for _, label in turns[:1])
        every.update(label for _, label in turns)
        tokens += sum(len(text.split()) for text, _ in turns)
    by_label, firsts = ({label: of[label] for label in LABELS} for of in (every, first))
    return Statistics(number, every.total(), tokens, firsts, by_label)


def divergence(
    counts: Mapping[str, float],
    reference: Mapping[str, float],
    *,
    smoothing: float = SMOOTHING,
    base: float = math.e,
) -> float:
    """Kullback–Leibler divergence of a distribution of labels from a reference; 0: they are the same.

    Args:
        counts: by label; one that is not there has none.
        reference: likewise.
        smoothing: added to each count of both sides.
        base: of the logarithm; e gives nats, 2 bits.
    """
    labels = sorted({*counts, *reference})
    own, other = (
        np.array([of.get(label, 0.0) for label in labels]) + smoothing for of in (counts, reference)
    )
    return float(entropy(own / own.sum(), other / other.sum(), base=base))
