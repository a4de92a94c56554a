"""Whether two neighbouring turns are of one speaker: speakers alternate, names say which of them it is.

A model of who speaks after whom, read forwards and backwards around each doubtful place: the next turn is of
the same speaker with a chance that grows with the narration between, and with a verb of going on; otherwise
most likely of the one who spoke before (He, Barbosa & Kondrak 2013, section 4.3, their alternating patterns),
else of somebody else. Tags and names in the narration weigh the people (`weighing.py`, `evidence.py`). The
chances are round figures measured on novels in which speakers are annotated (Vishnubhotla, Hammond & Hirst
2022).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.speakers.attribution import telling
from dialogue_etl.sources.books.speakers.weighing import weighed

if TYPE_CHECKING:
    from dialogue_etl.sources.books.speakers.attribution import Attribution
    from dialogue_etl.sources.books.speakers.narration import Told
    from dialogue_etl.text.points import Mask, Places

Floats = npt.NDArray[np.float64]

_DOUBTFUL = 0.1  # below this chance that the speaker goes on nothing else is weighed
_FARTHEST = 1_000  # characters between two turns beyond which nothing is said of their speakers
_QUESTION = ord("?")
_INTRODUCES = np.array([[ord(mark)] for mark in ",;:-—–"], np.uint32)

_NARRATION = np.array([3, 40, 80, 160, 320])
_SAME_PARAGRAPHS = np.array([0.006, 0.015, 0.07, 0.13, 0.25, 0.37])
"""The chance by characters of narration: below the first number of them, from it on, and so on."""
_IN_PARAGRAPH = 0.4
_MARKS = 8  # characters: two marks and blanks
_RESUMED = 2.5  # odds of twelve to one
_ONE_BETWEEN = 0.46
_MORE_BETWEEN = 0.34
_LONG_GAP = 150
_LENGTHS = np.array([60, 240])  # characters of a short turn, and of a middling one
_LARGEST = 500.0  # an exponent that does not overflow


class Between(NamedTuple):
    """What lies between each turn and the next one; one place less than turns.

    Attributes:
        paragraphs: from the paragraph of the one to that of the other.
        narration: characters of it behind the one and before the other, in their paragraphs.
        gap: all characters between.
        question: whether the one ends with a question mark.
        introduced: whether the paragraph before the other ends with a mark that leads to speech.
        length: characters of the one, and `next_length` of the other.
        apart: whether a dialogue certainly ends here.
        resumed: whether the tag of the other says that the one who spoke goes on.
    """

    paragraphs: Places
    narration: Places
    gap: Places
    question: Mask
    introduced: Mask
    length: Places
    next_length: Places
    apart: Mask
    resumed: Mask

    @classmethod
    def of(cls, told: Told, first: Places, breaks: Places) -> Between:
        """What lies between turns that begin with these stretches of speech."""
        last = np.append(first[1:], len(told.how)) - 1
        spans, numbers, (before, behind, _) = told.found.spans, told.found.paragraphs, told.around
        points, paragraphs = told.book.points, told.book.paragraphs
        starts, ends = spans.starts[first], spans.ends[last]
        gap = starts[1:] - ends[:-1]
        same_paragraph = numbers[first[1:]] == numbers[last[:-1]]
        narration = np.maximum(behind[last[:-1]] - ends[:-1] - 1, 0)
        narration += np.maximum(starts[1:] - before[first[1:]] - 1, 0)
        above = paragraphs.ends[np.maximum(numbers[first[1:]] - 1, 0)]
        parted = breaks.searchsorted(ends[:-1]) != breaks.searchsorted(starts[1:], side="right")
        return cls(
            paragraphs=numbers[first[1:]] - numbers[last[:-1]],
            narration=np.where(same_paragraph, gap, narration),
            gap=gap,
            question=points[np.maximum(ends[:-1] - 1, 0)] == _QUESTION,
            introduced=(points[np.maximum(above - 1, 0)] == _INTRODUCES).any(axis=0),
            length=ends[:-1] - starts[:-1],
            next_length=ends[1:] - starts[1:],
            apart=parted | (gap > _FARTHEST),
            resumed=told.resumes[telling(told.how, first)[1:]] > 0,
        )


def chance_same(between: Between) -> Floats:
    """How likely the speaker goes on, by the narration between two turns alone."""
    chance = _SAME_PARAGRAPHS[_NARRATION.searchsorted(between.narration, side="right")]
    chance[(between.paragraphs == 0) & (between.gap > _MARKS)] = _IN_PARAGRAPH
    chance[between.paragraphs == 2] = _ONE_BETWEEN
    chance[between.paragraphs > 2] = _MORE_BETWEEN
    alone = np.log(chance / (1 - chance))
    logit = alone + 0.3 * between.question
    logit -= 0.5 * (between.introduced & (between.paragraphs > 1))
    logit += 0.15 * _longer(between.next_length)
    logit += 0.1 * _longer(between.length)
    logit -= 0.0012 * np.maximum(between.gap - _LONG_GAP, 0)
    logit = np.where(chance < _DOUBTFUL, alone, logit) + _RESUMED * between.resumed
    likely: Floats = 1 / (1 + np.exp(np.minimum(-logit, _LARGEST)))
    likely[between.apart] = 0
    return likely


def _longer(length: Places) -> Places:
    """Of short turns -1, of middling ones 0, of long ones 1."""
    return _LENGTHS.searchsorted(length, side="right") - 1


def doubtful_places(chance: Floats) -> Places:
    """The turns after which the same speaker may well go on, by the chance that he does."""
    return (chance >= _DOUBTFUL).nonzero()[0]


def same_speaker(said: Attribution, chance: Floats, apart: Mask) -> Floats:
    """For each two neighbouring turns how likely one speaker says both.

    Args:
        said: of the speakers of turns.
        chance: that each one's speaker goes on, by the narration alone.
        apart: behind which turns a dialogue certainly ends.
    """
    likely = chance.copy()
    doubtful = doubtful_places(chance)
    if len(doubtful):
        likely[doubtful] = weighed(said, chance, apart, doubtful)
    return likely
