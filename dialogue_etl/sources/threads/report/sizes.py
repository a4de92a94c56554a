"""The sizes the paper prints of a dataset (Wang et al. 2020, tables 2 and 3): pure, texts in, numbers out.

A dialogue of two turns is a single-turn one, a post and its answer; those of more are multi-turn. The paper
cuts text into words with jieba, punctuation included; texts of other languages are cut at what is neither
letter nor digit. Characters are counted without blanks, as the release's files stand between blanks.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dialogue_etl.report.statistics import Means
from dialogue_etl.sources.threads import words as cutting

if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS = ("single", "multi")
_SINGLE = 2  # turns


def kind_of(turns: int) -> str:
    """Whether a dialogue of so many turns is a single-turn or a multi-turn one."""
    return "single" if turns <= _SINGLE else "multi"


def tokens(text: str, language: str) -> list[str]:
    """The words of an utterance as the paper counts them.

    Args:
        text: of the utterance.
        language: BCP-47 tag.
    """
    if cutting.is_chinese(language):
        return [token for token in cutting.tokens(text) if not token.isspace()]
    return cutting.words(text, language)


@dataclass(frozen=True)
class Size(Means):
    """A column of table 2.

    Attributes:
        raw: dialogues before the rules.
        dialogues: in the dataset.
        utterances: of these.
        characters: of these, blanks not counted.
        words: of these.
        vocabulary: distinct words.
    """

    raw: int = 0
    dialogues: int = 0
    utterances: int = 0
    characters: int = 0
    words: int = 0
    vocabulary: int = 0

    @property
    def kept(self) -> float | None:
        """The share of the raw dialogues that is in the dataset; pieces count each; None of nothing."""
        return self.dialogues / self.raw if self.raw else None


@dataclass
class Counting:
    """Counts dialogues of one language as they go by; grows with the vocabulary, not with their number.

    Attributes:
        language: BCP-47 tag.
        sums: by kind: dialogues, utterances, characters, words.
        vocabulary: by kind: the distinct words.
        turns: dialogues by their number of turns.
        lengths: utterances by their number of words.
    """

    language: str
    sums: dict[str, Counter[str]] = field(default_factory=lambda: {kind: Counter() for kind in KINDS})
    vocabulary: dict[str, set[str]] = field(default_factory=lambda: {kind: set() for kind in KINDS})
    turns: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)

    def add(self, texts: Sequence[str]) -> None:
        """Count a dialogue, given the texts of its turns."""
        kind = kind_of(len(texts))
        found = [tokens(text, self.language) for text in texts]
        characters = sum(len("".join(text.split())) for text in texts)
        self.sums[kind].update(
            dialogues=1, utterances=len(texts), characters=characters, words=sum(map(len, found))
        )
        self.vocabulary[kind].update(*found)
        self.turns[len(texts)] += 1
        self.lengths.update(map(len, found))
