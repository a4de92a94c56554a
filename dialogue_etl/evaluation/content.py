"""What utterances are made of: how many of their letters belong to which annotated turn.

A stretch of a text is measured in letters and digits, so that marks and white space do not count.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from operator import itemgetter
from typing import Any

from dialogue_etl.evaluation.alignment import align
from dialogue_etl.evaluation.gold import GoldText

Stretches = tuple[tuple[int, int], ...]
"""Half open, in order, each with a letter and with letters between them; numbers of letters, not of
characters: (3, 8) are the fourth to the eighth letter of the text."""


class Letters:
    """The letters and digits of a text (`str.isalnum`), by their number."""

    def __init__(self, text: str) -> None:
        self._before = list(accumulate(map(str.isalnum, text), initial=0))

    def stretches(self, spans: Iterable[tuple[int, int]]) -> Stretches:
        """Spans in characters as stretches of letters: two spans are the same speech if these are equal."""
        return union((self._before[start], self._before[end]) for start, end in spans)


def union(stretches: Iterable[tuple[int, int]]) -> Stretches:
    """Stretches of letters in order, those joined that overlap or touch; empty ones left out."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(stretches, key=itemgetter(0)):
        if start == end:
            continue
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def size(stretches: Stretches) -> int:
    """Letters of disjoint stretches."""
    return sum(end - start for start, end in stretches)


@dataclass(frozen=True)
class Utterance:
    """What an extraction found: a turn of a dialogue.

    Attributes:
        dialogue: its id.
        text: what is spoken.
        spans: where, in characters; empty if only the words are known.
    """

    dialogue: str
    text: str
    spans: tuple[tuple[int, int], ...] = ()


def from_rows(dialogues: Iterable[Mapping[str, Any]], *, spans: bool = True) -> list[Utterance]:
    """The utterances of rows of the dialogues table, in their order.

    Args:
        dialogues: the rows.
        spans: take their spans. Those of the profile `reference` are paragraphs, narration and all: without
            them an utterance is looked for by its words.
    """
    return [
        Utterance(
            row["id"],
            turn["text"],
            tuple((span["start"], span["end"]) for span in turn["spans"]) if spans else (),
        )
        for row in dialogues
        for turn in row["turns"]
    ]


class Annotation:
    """The letters of direct speech of a text, and whose turn each belongs to."""

    def __init__(self, gold: GoldText) -> None:
        self.letters = Letters(gold.text)
        ranges = [
            (*bounds, turn) for span, turn in gold.by_place for bounds in self.letters.stretches([span])
        ]
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
        found: whether it is known where it is in the text.
        stretches: of letters; empty if it holds none.
        by_turn: letters of annotated turns in it, in reading order.
        by_speaker: the same by speaker; None is one who is not known.
    """

    dialogue: str
    found: bool
    stretches: Stretches
    by_turn: Mapping[int, int]
    by_speaker: Mapping[str | None, int]

    @property
    def speaker(self) -> str | None:
        """Who says most of it, of two the first; None if that is not known, or it is not speech."""
        return max(self.by_speaker, key=self.by_speaker.__getitem__) if self.by_speaker else None

    @property
    def is_speech(self) -> bool:
        """Whether at least half of it is direct speech; also if it holds no letter."""
        return 2 * sum(self.by_turn.values()) >= size(self.stretches)


def contents(utterances: Sequence[Utterance], gold: GoldText, annotation: Annotation) -> list[Content]:
    """What each utterance is made of; those without spans are looked for by their words."""
    lost = [number for number, utterance in enumerate(utterances) if not utterance.spans]
    places: list[Sequence[tuple[int, int]]] = [utterance.spans for utterance in utterances]
    found = align(gold.text, [utterances[number].text for number in lost]) if lost else []
    for number, aligned in zip(lost, found, strict=True):
        places[number] = aligned
    made = []
    for utterance, spans in zip(utterances, places, strict=True):
        stretches = annotation.letters.stretches(spans)
        by_turn = annotation.within(stretches)
        by_speaker: Counter[str | None] = Counter()
        for turn, letters in by_turn.items():
            by_speaker[gold.turns[turn].speaker] += letters
        made.append(Content(utterance.dialogue, bool(spans), stretches, by_turn, by_speaker))
    return made


def known_pairs(dialogue: Sequence[Content]) -> list[tuple[Content, Content]]:
    """Neighbours in a dialogue whose speakers are known."""
    return [pair for pair in pairwise(dialogue) if pair[0].speaker and pair[1].speaker]


def wrong_pairs(dialogue: Sequence[Content]) -> list[tuple[Content, Content]]:
    """Neighbours in a dialogue that teach no answer: one speaker says both, or one holds several speakers."""
    return [
        (one, other)
        for one, other in known_pairs(dialogue)
        if one.speaker == other.speaker or max(len(one.by_speaker), len(other.by_speaker)) > 1
    ]


def same_speaker_pairs(dialogue: Sequence[Content]) -> list[tuple[Content, Content]]:
    """Neighbours in a dialogue that one speaker says most of."""
    return [pair for pair in known_pairs(dialogue) if pair[0].speaker == pair[1].speaker]
