"""Certainty of a dialogue: the expected share of its decisions that are right.

Each turn is one decision: it is speech, its paragraphs have one speaker, and, after another turn, that turn
has another speaker and is of the same conversation. Both ends are one decision each: another conversation
begins there. A mean rather than the least certain decision, since of 40 turns one is always doubtful: to keep
40 % of the turns of annotated novels, the least allows 4.1 % wrong neighbours, the mean 3.4 %, and 45 and
59 % clean dialogues (tuning half of Vishnubhotla, Hammond & Hirst 2022).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Offsets

    Floats = npt.NDArray[np.float64]

_EVEN_GAP, _STEEPNESS = 1_000, 2.5
"""Characters between two turns at which another conversation is as likely as not, and the exponent of the
odds: rounded coefficients of a logistic regression on 6,792 neighbouring turns of annotated novels."""
_SPREAD = 0.35
"""Standard deviation between novels, beyond chance, of the logarithm of `Language.wrong_odds`. Both are of a
random-effects mean (DerSimonian & Laird 1986) over the annotated novels of the tuning half: odds 1.35 and
spread 0.33 of six in English (Vishnubhotla, Hammond & Hirst 2022), 5.3 and 0.38 of four in Dutch (van
Cranenburgh & van Noord 2022). benchmarks/quality.md has the other half."""
_THOUSAND = 1_000
"""Probabilities are added as integers of thousandths, so that sums are the same on all machines."""
_ENDS = 2


def chance_of_end(gaps: Floats) -> Floats:
    """The probability that another conversation begins after each weighted gap; 1 if it is infinite."""
    chance: Floats = 1 / (1 + (_EVEN_GAP / np.maximum(gaps, 1)) ** _STEEPNESS)
    return chance


def speech_of_turns(table: SpeechTable, first: Offsets) -> Floats:
    """For each turn, by its first row, the expected share of its characters that is speech."""
    starts, ends = table.spans
    lengths = np.add.reduceat(ends - starts, first) if len(first) else first
    said = _thousandths(table.column("speech")) * (ends - starts)
    share: Floats = (np.add.reduceat(said, first) if len(first) else first) / (lengths * _THOUSAND)
    return share


def doubt(pairs: int, wrong: float, squares: float, novels: int) -> float:
    """The variance of an expected number of wrong pairs, by how much annotated novels differ.

    Args:
        pairs: number.
        wrong: of these the expected number of wrong ones.
        squares: the sum of the squares of those numbers of each book.
        novels: number of those that `Language.wrong_odds` is from; without any the variance is infinite.
    """
    if not novels:
        return math.inf
    right = 1 - wrong / max(pairs, 1)
    return (_SPREAD * right) ** 2 * (squares + wrong**2 / novels)


class Certainty(NamedTuple):
    """Probabilities in thousandths, an element per turn.

    Attributes:
        alone: that the turn is speech of one speaker.
        following: the same, and that it answers the turn before in the same conversation.
        ends: that another conversation begins with it; the last element, after all turns, is 1,000.
        wrong: that one speaker says it and the turn before, or one of the two has several speakers.
    """

    alone: Offsets
    following: Offsets
    ends: Offsets
    wrong: Offsets

    @classmethod
    def of(cls, table: SpeechTable, first: Offsets, odds: float) -> Certainty:
        """The certainty of the turns that begin with the rows `first`.

        Args:
            table: after the last step.
            first: rows.
            odds: by how much those of a wrong pair are greater than if the certainties were independent.
        """
        certainty = table.column("certainty").copy()
        apart, ends = certainty[first], chance_of_end(table.column("gap")[first])
        certainty[first] = 1
        inside = np.minimum.reduceat(certainty, first) if len(first) else apart
        alone = speech_of_turns(table, first) * inside
        following = alone * apart * (1 - ends)
        right = apart * inside * np.append(1, inside)[:-1]
        wrong = odds * (1 - right) / (right + odds * (1 - right))
        return cls(*map(_thousandths, (alone, following, np.append(ends, 1), wrong)))

    def of_runs(self, first: Offsets, after: Offsets) -> Floats:
        """The certainty of each run of turns, from `first` to `after` - 1."""
        right = _sums(self.following, first, after) + (self.alone - self.following)[first]
        right += self.ends[first] + self.ends[after]
        mean: Floats = (right / ((after - first + _ENDS) * _THOUSAND)).round(3)
        return mean

    def wrong_pairs(self, first: Offsets, after: Offsets) -> Floats:
        """The expected number of wrong pairs of neighbouring turns in each run of turns."""
        number: Floats = (_sums(self.wrong, first, after) - self.wrong[first]) / _THOUSAND
        return number


def _sums(values: Offsets, first: Offsets, after: Offsets) -> Offsets:
    sums = np.append(0, values.cumsum())
    total: Offsets = sums[after] - sums[first]
    return total


def _thousandths(chances: Floats) -> Offsets:
    return np.rint(chances * _THOUSAND).astype(np.int64)
