"""Checks of a dataset of books: its list of books, and the spans of utterances in the texts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl.core import shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.sources.books import OFFSETS
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.reference import reference_dialogues
from dialogue_etl.sources.checking import Checks, Fault, read_documents
from dialogue_etl.text.spans import text_of

_MENDED = re.compile(r"[.,;?，、。；]")


class StoredTexts:
    """Texts by the id of their book.

    The dataset has its books in the order of the texts, so each row group is read once per split.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        """Index the texts.

        Args:
            paths: the files of the texts table.
        """
        self._group: dict[str, tuple[Path, int]] = {}
        for path in paths:
            with pq.ParquetFile(path) as file:
                for group in range(file.num_row_groups):
                    for id in file.read_row_group(group, ["id"]).column("id").to_pylist():
                        self._group[id] = (path, group)
        self._open: tuple[Path, int] | None = None
        self._texts: dict[str, str] = {}

    def get(self, id: str) -> str | None:
        """The text of a book, if there is one."""
        group = self._group.get(id)
        if group is None:
            return None
        if group != self._open:
            self._texts.clear()  # before the next group is read: never two of them in memory
            with pq.ParquetFile(group[0], pre_buffer=False) as file:
                rows = file.read_row_group(group[1], ["id", "text"], use_threads=False)
            ids, texts = (rows.column(name).to_pylist() for name in ("id", "text"))
            self._texts, self._open = dict(zip(ids, texts, strict=True)), group
        return self._texts[id]


Span = tuple[int, int]

MANIFEST = "books.tsv"
"""The list of books in the dataset."""


def settings(params: Params) -> dict[str, Any]:
    """Settings of the check: the profile of `extract`, which determines the meaning of spans."""
    return {"profile": params[Extract].profile}


def checks(language: str, tables: Mapping[str, Sequence[Path]], settings: Mapping[str, Any]) -> Checks:
    """The checks of a language.

    Args:
        language: BCP-47 tag.
        tables: files of the tables `texts` and `works`.
        settings: returned by the function `settings`.
    """
    rows = (row for path in tables["works"] for row in shards.read_shard(path, ["id", "work_id"]))
    spans = SpanCheck(StoredTexts(tables["texts"]), language, settings["profile"])
    return Checks(
        faults=spans.faults,
        repeats_within_document=False,
        works={row["id"]: row["work_id"] for row in rows},
        manifest=MANIFEST,
        read_manifest=partial(read_documents, work="work"),
    )


class SpanCheck:
    """Checks that the spans of utterances contain their words in the stored text of the book."""

    def __init__(self, texts: StoredTexts, language: str, profile: str) -> None:
        """Begin.

        Args:
            texts: of the language.
            language: BCP-47 tag.
            profile: of `extract`. With `reference` a span is a whole paragraph, and the utterances of the
                book have to be extracted again for the comparison.
        """
        self._texts = texts
        self._language = language
        self._as_reference = profile == "reference"
        self._book: str | None = None
        self._text: str | None = None
        self._reference: set[tuple[int, int, str]] = set()

    def faults(self, batch: pa.RecordBatch) -> Iterator[Fault]:
        """The utterances whose words are not at their spans."""
        for number, row in enumerate(batch.select(["source_id", "turns"]).to_pylist()):
            for place, turn in enumerate(row["turns"]):
                if turn["spans"] is None:
                    return  # JSON Lines have no spans
                spans = [(span["start"], span["end"]) for span in turn["spans"]]
                if error := self.error(row["source_id"], spans, turn["text"]):
                    yield Fault(OFFSETS.name, number, place, error)

    def error(self, book: str, spans: Sequence[Span], words: str) -> str:
        """What is wrong with an utterance; empty if nothing is.

        Args:
            book: its id.
            spans: start and end of each, in characters of the book's text.
            words: of the utterance.
        """
        if book != self._book:
            self._open(book)
        if self._text is None:
            return f"there is no stored text of {book}"
        if any(not 0 <= start <= end <= len(self._text) for start, end in spans):
            return f"{_shown(spans)} is not in the text, which has {len(self._text):,} characters"
        if self._as_reference:
            right = len(spans) == 1 and (*spans[0], words) in self._reference
        else:
            right = bool(spans) and _words(text_of(self._text, spans)) == _words(words)
        return "" if right else f"{_shown(spans)} does not say what the utterance says"

    def _open(self, book: str) -> None:
        self._book, self._text = book, self._texts.get(book)
        if self._as_reference and self._text is not None:
            dialogues = reference_dialogues(self._text, self._language).dialogues
            self._reference = {(turn.start, turn.end, turn.text) for turns in dialogues for turn in turns}


def _words(text: str) -> str:
    """A text without the marks that `extract.mend_punctuation` changes."""
    return _MENDED.sub("", text)


def _shown(spans: Sequence[Span]) -> str:
    return ", ".join(f"{start} to {end}" for start, end in spans) or "no place"
