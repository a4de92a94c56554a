"""How likely the speaker goes on from one turn to the next, by what lies between the two alone.

Logistic regression with few terms; its round figures were measured on novels in which speakers are annotated
(Vishnubhotla, Hammond & Hirst 2022).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.sources.books.extraction.speakers.speech_tags import telling_row

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.speakers.emission_scores import Floats
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask, Places

_DOUBTFUL = 0.1  # below this chance that the speaker goes on nothing else is weighed
_FARTHEST = 1_000  # characters between two turns beyond which nothing is said of their speakers
_QUESTION = ord("?")
_INTRODUCES = np.array([ord(mark) for mark in ",;:-—–"], np.uint32)

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


class TurnGaps(NamedTuple):
    """What lies between each turn and the next one; one place fewer than turns.

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
    def of(cls, document: Document, table: SpeechTable, first: Places) -> TurnGaps:
        """What lies between the turns that begin with these rows."""
        last = np.append(first[1:], len(table)) - 1
        numbers, scene = table.column("paragraph"), table.column("scene")
        starts, ends = table.column("start")[first], table.column("end")[last]
        gap = starts[1:] - ends[:-1]
        one, other = last[:-1], first[1:]
        narration = np.maximum(table.column("narration_end")[one] - ends[:-1] - 1, 0)
        narration += np.maximum(starts[1:] - table.column("narration_start")[other] - 1, 0)
        above = document.paragraphs.ends[np.maximum(numbers[other] - 1, 0)]
        return cls(
            paragraphs=numbers[other] - numbers[one],
            narration=np.where(numbers[other] == numbers[one], gap, narration),
            gap=gap,
            question=document.points[np.maximum(ends[:-1] - 1, 0)] == _QUESTION,
            introduced=np.isin(document.points[np.maximum(above - 1, 0)], _INTRODUCES),
            length=ends[:-1] - starts[:-1],
            next_length=ends[1:] - starts[1:],
            apart=(scene[one] != scene[other]) | (gap > _FARTHEST),
            resumed=table.column("resumes")[telling_row(table.column("tag"), first)[1:]] > 0,
        )


def chance_to_go_on(gaps: TurnGaps) -> Floats:
    """How likely the speaker goes on behind each turn but the last, by the narration between alone."""
    chance = _SAME_PARAGRAPHS[_NARRATION.searchsorted(gaps.narration, side="right")]
    chance[(gaps.paragraphs == 0) & (gaps.gap > _MARKS)] = _IN_PARAGRAPH
    chance[gaps.paragraphs == 2] = _ONE_BETWEEN
    chance[gaps.paragraphs > 2] = _MORE_BETWEEN
    alone = np.log(chance / (1 - chance))
    logit = alone + 0.3 * gaps.question
    logit -= 0.5 * (gaps.introduced & (gaps.paragraphs > 1))
    logit += 0.15 * _longer(gaps.next_length)
    logit += 0.1 * _longer(gaps.length)
    logit -= 0.0012 * np.maximum(gaps.gap - _LONG_GAP, 0)
    logit = np.where(chance < _DOUBTFUL, alone, logit) + _RESUMED * gaps.resumed
    likely: Floats = 1 / (1 + np.exp(np.minimum(-logit, _LARGEST)))
    likely[gaps.apart] = 0
    return likely


def doubtful_turns(chance: Floats) -> Places:
    """The turns after which the same speaker may well go on, by the chance that he does."""
    return (chance >= _DOUBTFUL).nonzero()[0]


def _longer(length: Places) -> Places:
    """Of short turns -1, of middling ones 0, of long ones 1."""
    return _LENGTHS.searchsorted(length, side="right") - 1
