"""The sizes that papers report for a dataset."""

from __future__ import annotations

from dataclasses import astuple, dataclass

KINDS = ("single", "multi")


def kind_of(turns: int) -> str:
    """Whether a dialogue is single-turn (a post and its answer) or multi-turn, as in Wang et al. 2020."""
    return "single" if turns <= 2 else "multi"


@dataclass(frozen=True)
class Size:
    """Size of a dataset or a part of it (Csáky & Recski 2021, table 3; Wang et al. 2020, table 2).

    Attributes:
        documents: books or threads with at least one dialogue.
        raw: dialogues after the first stage that has any.
        dialogues: in the dataset.
        utterances: of these.
        words: of these.
        characters: of these, without white space.
        vocabulary: distinct words, if counted; lost when sizes are added.
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
        """Dialogues per raw one, with the pieces of a split one counted separately; None without raw ones."""
        return self.dialogues / self.raw if self.raw else None

    def __add__(self, other: Size) -> Size:
        *sums, _ = map(sum, zip(astuple(self), astuple(other), strict=True))
        return Size(*sums)


def rounded(value: float | None) -> float | None:
    """A figure rounded for the metrics, with more decimals than on a page."""
    return None if value is None else round(value, 4)
