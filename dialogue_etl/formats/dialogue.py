"""A dialogue as it leaves the platform: with title and authors of its book, or its corpus, and the rights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from dialogue_etl.tables import TURN

DATASET = pa.schema(
    [
        ("id", pa.string()),
        ("source_id", pa.string()),
        ("work_id", pa.string()),
        ("language", pa.string()),
        ("corpus", pa.string()),  # that a thread is from; null for books, which have titles
        ("title", pa.string()),
        ("authors", pa.list_(pa.string())),
        ("rights", pa.string()),
        ("turns", pa.list_(TURN)),
    ]
)
"""One row per dialogue of the published dataset."""

NORMALISED = pa.field("normalised", pa.list_(pa.string()))
"""Goes last where `normalise.profile` asks for it: the normalised text of each turn, in their order."""


@dataclass(frozen=True)
class Book:
    """What goes with every dialogue of a book."""

    id: str
    work_id: str
    language: str
    title: str
    authors: tuple[str, ...]
    rights: str
    url: str
    sha256: str
    split: str
    dialogues: int
    utterances: int


def dataset_row(row: dict[str, Any], book: Book) -> dict[str, Any]:
    """A dialogue with its provenance; with `normalised` where the row has it."""
    added = {NORMALISED.name: row[NORMALISED.name]} if NORMALISED.name in row else {}
    return {
        "id": row["id"],
        "source_id": row["source_id"],
        "work_id": book.work_id,
        "language": row["language"],
        "corpus": None,
        "title": book.title,
        "authors": list(book.authors),
        "rights": book.rights,
        "turns": row["turns"],
        **added,
    }
