"""A block of threads made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from dialogue_etl.sources.threads.blocks import Block
from dialogue_etl.tables import COMMENTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Said = tuple[str, str | None, str | None, str]
"""Id, parent, author and text of a comment."""


def block(threads: Mapping[str, Sequence[Said]]) -> Block:
    """Threads with their comments; a thread is of the corpus its id begins with."""
    rows = [
        {"source_id": thread, "id": id, "parent": parent, "author": author, "text": text}
        for thread, said in threads.items()
        for id, parent, author, text in said
    ]
    edges = [0]
    for said in threads.values():
        edges.append(edges[-1] + len(said))
    return Block(
        [
            {"id": id, "corpus": id.partition(":")[0], "root_author": said[0][2]}
            for id, said in threads.items()
        ],
        edges,
        pa.RecordBatch.from_pylist(rows, COMMENTS),
        [row["id"] for row in rows],
        [row["parent"] for row in rows],
        [row["author"] for row in rows],
    )
