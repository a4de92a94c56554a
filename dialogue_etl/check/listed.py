"""What a dataset's own list says is in it: books.tsv, corpora.tsv."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from dialogue_etl.check.forms import UnreadableError, sentence
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Line = TypeVar("Line")

BOOKS = "books.tsv"
CORPORA = "corpora.tsv"


@dataclass(frozen=True)
class Listed:
    """Of one language.

    Attributes:
        units: how many books or threads.
        splits: that are not empty: they have files.
        dialogues: of each split; nothing where there is no list.
    """

    units: int
    splits: frozenset[str]
    dialogues: Counter[str]


NOTHING = Listed(0, frozenset(), Counter())


@dataclass(frozen=True)
class ListedBook:
    """A line of books.tsv."""

    id: str
    work_id: str
    language: str
    split: str
    dialogues: int


def read_books(path: Path) -> list[ListedBook]:
    """The lines of books.tsv.

    Raises:
        UnreadableError: it is not there, is no text, or a line lacks something.
    """
    return _read(path, "books", _book)


def _book(row: dict[str, str]) -> ListedBook:
    return ListedBook(row["id"], row["work"], row["language"], row["split"], int(row["dialogues"]))


def read_corpora(path: Path, language: str) -> Listed:
    """What corpora.tsv says of a language.

    Raises:
        UnreadableError: it is not there, is no text, or a line lacks something.
    """
    threads, dialogues = 0, Counter[str]()
    for known, number, splits in _read(path, "corpora", _corpus):
        if known == language:
            threads += number
            dialogues.update(splits)
    return Listed(threads, frozenset(split for split in SPLIT_NAMES if dialogues[split]), dialogues)


def _corpus(row: dict[str, str]) -> tuple[str, int, dict[str, int]]:
    return row["language"], int(row["threads"]), {split: int(row[split]) for split in SPLIT_NAMES}


def _read(path: Path, name: str, line: Callable[[dict[str, str]], Line]) -> list[Line]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return [line(row) for row in csv.DictReader(file, delimiter="\t", strict=True)]
    except OSError as error:
        raise UnreadableError(sentence(error)) from None
    except (ValueError, KeyError, TypeError, csv.Error) as error:
        raise UnreadableError(f"not the list of {name}: {error}") from None
