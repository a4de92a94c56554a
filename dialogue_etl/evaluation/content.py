"""What utterances are made of: how many of their letters belong to which annotated turn."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from dialogue_etl.evaluation.gold import GoldText
    from dialogue_etl.evaluation.letters import Letters, Stretches
    from dialogue_etl.evaluation.utterances import Placed


class Annotation:
    """The letters of direct speech of a text, and whose turn each belongs to."""

    def __init__(self, gold: GoldText, letters: Letters) -> None:
        ranges = [(*bounds, turn) for span, turn in gold.by_place for bounds in letters.stretches([span])]
        self._starts = [start for start, _, _ in ranges]
        self._ranges = ranges
        self.size = sum(end - start for start, end, _ in ranges)

    def within(self, stretches: Stretches) -> Counter[int]:
        """Letters of each annotated turn in some stretches, in reading order; no turn without any."""
        found: Counter[int] = Counter()
        for start, end in stretches:
            number = max(bisect_right(self._starts, start) - 1, 0)
            while number < len(self._ranges) and self._starts[number] < end:
                first, after, turn = self._ranges[number]
                if (shared := min(end, after) - max(start, first)) > 0:
                    found[turn] += shared
                number += 1
        return found


@dataclass(frozen=True)
class Content:
    """What an utterance is made of.

    Attributes:
        dialogue: its id.
        size: its letters.
        by_turn: letters of annotated turns in it, in reading order.
        by_speaker: the same by speaker; None is one who is not known.
    """

    dialogue: str
    size: int
    by_turn: Mapping[int, int]
    by_speaker: Mapping[str | None, int]

    @property
    def speaker(self) -> str | None:
        """Who says most of it, of two the first; None if that is not known, or it is no speech."""
        return max(self.by_speaker, key=self.by_speaker.__getitem__) if self.by_speaker else None

    @property
    def is_speech(self) -> bool:
        """Whether at least half of it is direct speech; also if it holds no letter."""
        return 2 * sum(self.by_turn.values()) >= self.size


def contents(utterances: Iterable[Placed], gold: GoldText, annotation: Annotation) -> list[Content]:
    """What each utterance is made of."""
    return [_content(utterance, gold, annotation) for utterance in utterances]


def _content(utterance: Placed, gold: GoldText, annotation: Annotation) -> Content:
    by_turn = annotation.within(utterance.stretches)
    by_speaker: Counter[str | None] = Counter()
    for turn, letters in by_turn.items():
        by_speaker[gold.turns[turn].speaker] += letters
    return Content(utterance.dialogue, utterance.size, by_turn, by_speaker)


def by_dialogue(found: Iterable[Content]) -> dict[str, Sequence[Content]]:
    """Utterances by dialogue, in the order in which they come."""
    dialogues: dict[str, list[Content]] = {}
    for content in found:
        dialogues.setdefault(content.dialogue, []).append(content)
    return dict(dialogues)
