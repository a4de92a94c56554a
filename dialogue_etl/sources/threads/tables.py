"""The tables that only this source has."""

from __future__ import annotations

import pyarrow as pa

THREADS = pa.schema(
    [
        ("id", pa.string()),  # corpus and id of the root comment: `weibo:4401`
        ("corpus", pa.string()),  # name of the imported corpus, or of the embedded sample
        ("language", pa.string()),  # BCP-47
        ("rights", pa.string()),  # licence, as stated at import
        ("root_author", pa.string()),  # null where the corpus has no authors
        ("comments", pa.int64()),
    ]
)
"""One row per comment tree, by id. A session of a corpus without trees is a tree that is a chain."""

COMMENTS = pa.schema(
    [
        ("source_id", pa.string()),  # of the thread
        ("id", pa.string()),  # as the corpus names it
        ("parent", pa.string()),  # id of the comment it answers; null for the root, or if that was deleted
        ("author", pa.string()),  # null where the corpus has no authors
        ("text", pa.string()),
        ("time", pa.int64()),  # seconds since 1970, null where the corpus does not say
    ]
)
"""One row per comment, by thread; within a thread by time, then id."""

SCHEMAS = {"threads": THREADS, "comments": COMMENTS}
"""By the name of the folder inside a stage's output."""
