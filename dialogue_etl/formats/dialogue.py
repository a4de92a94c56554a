"""A dialogue as it leaves the platform: with title and authors of its document, its corpus and its rights."""

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


@dataclass(frozen=True, kw_only=True)
class Document:
    """What goes with every dialogue of a book, a thread, a film.

    Attributes:
        id: of the document.
        language: BCP-47 tag.
        rights: licence, as stated; empty if nobody stated it.
        corpus: it is from, where a source has corpora.
        title, authors: where it has them.
        url, sha256: where its text came from, and of its bytes; empty where that is not known.
        work_id: of its work, which is in one split.
        split: train, validation or test.
        dialogues, utterances: how many it has.
    """

    id: str
    language: str
    rights: str
    corpus: str | None = None
    title: str | None = None
    authors: tuple[str, ...] = ()
    url: str = ""
    sha256: str = ""
    work_id: str
    split: str
    dialogues: int
    utterances: int


def dataset_row(row: dict[str, Any], document: Document) -> dict[str, Any]:
    """A dialogue with its provenance; with `normalised` where the row has it."""
    added = {NORMALISED.name: row[NORMALISED.name]} if NORMALISED.name in row else {}
    return {
        "id": row["id"],
        "source_id": row["source_id"],
        "work_id": document.work_id,
        "language": row["language"],
        "corpus": document.corpus,
        "title": document.title,
        "authors": list(document.authors),
        "rights": document.rights,
        "turns": row["turns"],
        **added,
    }
