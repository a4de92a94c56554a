"""Extracts real books with both profiles: books kept and lost, dialogues and utterances."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.extraction import markdown
from benchmarks.extraction.switches import without_each
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.languages import LANGUAGES, Dash
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from dialogue_etl.sources.books.extraction.quotations.own_marks import own_marks
from dialogue_etl.text.spans import BookText

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from benchmarks.extraction.library import Book
    from dialogue_etl.languages import Language

REFERENCE, SAME_GAP, DEFAULT = "reference", "default, gap 150", "default"
_GAP = 150
_COMPARED = Extract(dialogue_gap=_GAP, boundaries="off")
WAYS = {REFERENCE: Extract(profile="reference"), SAME_GAP: _COMPARED, DEFAULT: Extract()}
"""The profiles that are compared: both with the gap of the paper, and the default profile itself."""
_HEADER = (
    *("language", "profile", "books", "kept", "lost", "why lost", "dialogues", "utterances"),
    *("per book", "per kept book", "words per utterance", "turns per dialogue"),
)


class Outcome(NamedTuple):
    """The result of one profile on a book.

    Attributes:
        lost: why the book is dropped, or empty.
        dialogues: their number.
        utterances: their number.
        words: number of white-space separated words in the utterances.
    """

    lost: str
    dialogues: int
    utterances: int
    words: int


class Measured(NamedTuple):
    """The results of all profiles on a book.

    Attributes:
        language: BCP-47 tag.
        ways: by the names of `WAYS`; the reference supports seven languages only.
        mark: the speech mark of the book.
        without: with the gap of the paper and one rule off, by the name of its switch.
    """

    language: str
    ways: Mapping[str, Outcome]
    mark: str
    without: Mapping[str, Outcome]


def measure(book: Book) -> Measured:
    """Extract a book with every profile, and with each rule off."""
    ways = {}
    for name, params in WAYS.items():
        try:
            ways[name] = _outcome(book, params)
        except DialogueEtlError:  # the profile `reference` is not for every language
            continue
    without = {name: _outcome(book, params) for name, params in without_each(_COMPARED).items()}
    return Measured(book.language.tag, ways, _mark(book.text, book.language), without)


def _outcome(book: Book, params: Extract) -> Outcome:
    found = extract_book(book.id, book.text, book.language, params)
    reasons = [drop["reason"] for drop in found.drops if drop["unit"] == "book"]
    texts = [turn["text"] for turns in found.dialogues.column("turns").to_pylist() for turn in turns]
    words = sum(len(text.split()) for text in texts)
    return Outcome("".join(reasons), len(found.dialogues), len(texts), words)


def _mark(text: str, language: Language) -> str:
    first = own_marks(BookText.of(text), language, _COMPARED).marks[0]
    return "dashes" if isinstance(first, Dash) else f"{first.opening} {first.closing}"


def table(books: Sequence[Measured]) -> str:
    """A table with a row per language and profile."""
    rows = []
    for language, group in by_language(books):
        for way in WAYS:
            outcomes = [book.ways[way] for book in group if way in book.ways]
            if outcomes:
                rows.append([LANGUAGES[language].name, way, *_cells(outcomes)])
    return markdown.table(_HEADER, rows, words=2)


def by_language(books: Iterable[Measured]) -> Iterator[tuple[str, list[Measured]]]:
    """Books by language, sorted by its tag."""
    groups: dict[str, list[Measured]] = {}
    for book in books:
        groups.setdefault(book.language, []).append(book)
    return iter(sorted(groups.items()))


def _cells(outcomes: Sequence[Outcome]) -> list[str]:
    lost = Counter(one.lost for one in outcomes if one.lost)
    kept = len(outcomes) - lost.total()
    dialogues, utterances, words = (
        sum(getattr(one, name) for one in outcomes) for name in ("dialogues", "utterances", "words")
    )
    return [
        *(f"{len(outcomes):,}", f"{kept:,}", f"{lost.total():,}", counted(lost)),
        *(f"{dialogues:,}", f"{utterances:,}"),
        *(markdown.quotient(utterances, books, 0) for books in (len(outcomes), kept)),
        *(markdown.quotient(words, utterances), markdown.quotient(utterances, dialogues)),
    ]


def counted(numbers: Counter[str]) -> str:
    """Names with their numbers, the most frequent first; a dash if there are none."""
    ranked = sorted(numbers.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{name} {number:,}" for name, number in ranked) or markdown.NOTHING
