"""What is counted of a dataset: pure, rows in, dataclasses out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dialogue_etl.tables import SPLIT_NAMES
from dialogue_etl.text.words import count_words_of_utterance

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


_DECIMALS = 4


class Means:
    """The means that papers print of a dataset, for whatever counts these three."""

    dialogues: int
    utterances: int
    words: int

    @property
    def words_per_utterance(self) -> float | None:
        """|U| in table 3 of Csáky & Recski 2021; None without an utterance."""
        return self.words / self.utterances if self.utterances else None

    @property
    def turns_per_dialogue(self) -> float | None:
        """|D| in table 3 of Csáky & Recski 2021; None without a dialogue."""
        return self.utterances / self.dialogues if self.dialogues else None


@dataclass(frozen=True)
class Corpus(Means):
    """The sizes the paper prints of a dataset (table 3), and what they are made of.

    Attributes:
        books: with at least one dialogue.
        dialogues: #D.
        utterances: #U.
        words: white-space separated, of all utterances.
    """

    books: int = 0
    dialogues: int = 0
    utterances: int = 0
    words: int = 0

    def __add__(self, other: Corpus) -> Corpus:
        return Corpus(
            self.books + other.books,
            self.dialogues + other.dialogues,
            self.utterances + other.utterances,
            self.words + other.words,
        )


@dataclass
class Book:
    """A downloaded book and what came of it.

    Attributes:
        id: of the book.
        title: as the catalogue has it; may be empty.
        authors: as the catalogue has them; may be none.
        rights: as the catalogue states them; may be empty.
        words: white-space separated, None if the pre-filter dropped the book.
        dialogues: in the dataset.
        utterances: in the dataset.
        split: train, validation or test; None if the book is not in the dataset.
    """

    id: str
    title: str = ""
    authors: tuple[str, ...] = ()
    rights: str = ""
    words: int | None = None
    dialogues: int = 0
    utterances: int = 0
    split: str | None = None


@dataclass
class Lengths:
    """How long dialogues and utterances are; grows with the longest one, not with their number.

    Attributes:
        turns: number of dialogues by their number of turns.
        words: number of utterances by their number of words.
    """

    turns: Counter[int] = field(default_factory=Counter)
    words: Counter[int] = field(default_factory=Counter)

    def add(self, turns: Sequence[str]) -> None:
        """Count a dialogue, given the texts of its turns."""
        self.turns[len(turns)] += 1
        self.words.update(map(count_words_of_utterance, turns))

    def corpus(self, books: int) -> Corpus:
        """The same as sums."""
        utterances, words = (sum(n * k for n, k in c.items()) for c in (self.turns, self.words))
        return Corpus(books, self.turns.total(), utterances, words)


@dataclass(frozen=True)
class Step:
    """What is left after a stage; `dialogues` is None before there are any."""

    stage: str
    books: int
    dialogues: int | None = None


def by_split(books: Iterable[Book]) -> dict[str, Corpus]:
    """Books, dialogues and utterances of each split; an empty split is there, with zeros."""
    sizes = dict.fromkeys(SPLIT_NAMES, Corpus())
    for book in books:
        if book.split:
            sizes[book.split] += Corpus(1, book.dialogues, book.utterances)
    return sizes


def median(counts: Mapping[int, int]) -> int | None:
    """The middle value (the lower of two) of values given as value: how often; None without values."""
    rest = (sum(counts.values()) + 1) // 2
    for value in sorted(counts):
        rest -= counts[value]
        if rest <= 0:
            return value
    return None


def rounded(value: float | None) -> float | None:
    """A figure as the metrics have it: more decimals than a page shows."""
    return None if value is None else round(value, _DECIMALS)
