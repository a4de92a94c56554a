"""A dialogue as it leaves the platform: with title and authors of its document, its corpus and its rights."""

from collections.abc import Mapping
from dataclasses import dataclass

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


def dataset_rows(dialogues: pa.Table, documents: Mapping[str, Document]) -> tuple[pa.Table, pa.Array]:
    """Dialogues with their provenance, and the split of each; those of no document are left out.

    Args:
        dialogues: rows of the dialogues table; with `normalised` there may be a column more.
        documents: by id.
    """
    sources = dialogues.column("source_id").combine_chunks().dictionary_encode()
    of = [documents.get(source) for source in sources.dictionary.to_pylist()]

    def told(name: str, kind: pa.DataType) -> pa.Array:
        return pa.array([one and getattr(one, name) for one in of], kind).take(sources.indices)

    split = told("split", pa.string())
    columns = dict(zip(dialogues.column_names, dialogues.columns, strict=True))
    added = {field.name: told(field.name, field.type) for field in DATASET if field.name not in columns}
    names = [*DATASET.names, *(name for name in columns if name == NORMALISED.name)]
    rows = pa.table({name: {**columns, **added}[name] for name in names})
    return rows.filter(split.is_valid()), split.drop_null()
