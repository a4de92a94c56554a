"""The sizes that papers print of a dataset."""

from __future__ import annotations

from dataclasses import astuple, dataclass

KINDS = ("single", "multi")


def kind_of(turns: int) -> str:
    """Whether a dialogue is single-turn (a post and its answer) or multi-turn, as in Wang et al. 2020."""
    return "single" if turns <= 2 else "multi"


@dataclass(frozen=True)
class Size:
    """How large a dataset is, or a part of it (Csáky & Recski 2021, table 3; Wang et al. 2020, table 2).

    Attributes:
        documents: books or threads with at least one dialogue.
        raw: dialogues after the first stage that made any.
        dialogues: in the dataset.
        utterances: of these.
        words: of these.
        characters: of these, white space not counted.
        vocabulary: distinct words, where they are counted; sizes that are added lose it.
    """

    documents: int = 0
    raw: int = 0
    dialogues: int = 0
    utterances: int = 0
    words: int = 0
    characters: int = 0
    vocabulary: int = 0

    @property
    def words_per_utterance(self) -> float | None:
        """|U| in table 3 of Csáky & Recski; None without an utterance."""
        return self.words / self.utterances if self.utterances else None

    @property
    def turns_per_dialogue(self) -> float | None:
        """|D| in table 3 of Csáky & Recski; None without a dialogue."""
        return self.utterances / self.dialogues if self.dialogues else None

    @property
    def kept(self) -> float | None:
        """Dialogues for each raw one, the pieces of one that was split each counted; None of nothing."""
        return self.dialogues / self.raw if self.raw else None

    def __add__(self, other: Size) -> Size:
        *sums, _ = map(sum, zip(astuple(self), astuple(other), strict=True))
        return Size(*sums)


def rounded(value: float | None) -> float | None:
    """A figure as the metrics have it: more decimals than a page shows."""
    return None if value is None else round(value, 4)
