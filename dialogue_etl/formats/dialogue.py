"""Dialogues of the packaged dataset, with the metadata of their documents."""

from collections.abc import Mapping
from typing import NamedTuple

import pyarrow as pa

from dialogue_etl.core.tables import TURN

DATASET = pa.schema(
    [
        ("id", pa.string()),
        ("source_id", pa.string()),
        ("work_id", pa.string()),
        ("language", pa.string()),
        ("corpus", pa.string()),  # of a thread; null for books, which have titles
        ("title", pa.string()),
        ("authors", pa.list_(pa.string())),
        ("rights", pa.string()),
        ("turns", pa.list_(TURN)),
    ]
)
"""One row per dialogue of the published dataset."""

NORMALISED = pa.field("normalised", pa.list_(pa.string()))
"""A last column, if `normalise.profile` is set: the normalised text of each turn."""


def dataset_schema(*, normalised: bool) -> pa.Schema:
    """The columns of a dataset with or without normalised text."""
    return DATASET.append(NORMALISED) if normalised else DATASET


class Document(NamedTuple):
    """Metadata of a book, thread or film.

    Attributes:
        id: of the document.
        language: BCP-47 tag.
        rights: licence, as stated; may be empty.
        work_id: of its work, which is in one split.
        split: train, validation or test.
        dialogues, utterances: their numbers.
        corpus: that it is from, if the source has corpora.
        title, authors: if it has them.
        url, sha256: of its text and its bytes; empty if unknown.
    """

    id: str
    language: str
    rights: str
    work_id: str
    split: str
    dialogues: int
    utterances: int
    corpus: str | None = None
    title: str | None = None
    authors: tuple[str, ...] = ()
    url: str = ""
    sha256: str = ""


def dataset_rows(dialogues: pa.Table, documents: Mapping[str, Document]) -> tuple[pa.Table, pa.Array]:
    """Rows of the dataset, and the split of each; dialogues without a document are left out.

    Args:
        dialogues: rows of the dialogues table, and optionally the column `normalised`.
        documents: by id.
    """
    sources = dialogues.column("source_id").combine_chunks().dictionary_encode()
    of = [documents.get(source) for source in sources.dictionary.to_pylist()]

    def column_of(name: str, kind: pa.DataType) -> pa.Array:
        return pa.array([one and getattr(one, name) for one in of], kind).take(sources.indices)

    split = column_of("split", pa.string())
    columns = dict(zip(dialogues.column_names, dialogues.columns, strict=True))
    added = {field.name: column_of(field.name, field.type) for field in DATASET if field.name not in columns}
    names = [*DATASET.names, *(name for name in columns if name == NORMALISED.name)]
    rows = pa.table({name: {**columns, **added}[name] for name in names})
    return rows.filter(split.is_valid()), split.drop_null()
