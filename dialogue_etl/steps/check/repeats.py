"""Dialogues with one id, with the same words, and of one work in two splits, among any number of dialogues.

DuckDB holds an id, two digests and a few numbers of each dialogue, within a fixed memory. It is asked here,
not through an engine: files may be damaged or no Parquet, so only rows that were read and are whole go in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

from dialogue_etl.engines.database import connected
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    import duckdb

    from dialogue_etl.sources.checking import Member

MEMORY = "256MB"
EXAMPLES = 10
"""Kept of each kind and language."""

_WORKS = pa.schema([("document", pa.string()), ("work", pa.string())])
_TABLES = """
CREATE TABLE dialogues (split UTINYINT, row BIGINT, id VARCHAR, document VARCHAR, corpus VARCHAR,
    words UHUGEINT);
CREATE TABLE placed (document VARCHAR, split UTINYINT, work VARCHAR, file VARCHAR);
CREATE TABLE works (document VARCHAR, work VARCHAR)
"""

_ADD = """
INSERT INTO dialogues SELECT $split, row, id, source_id, concat(language, ' ', corpus),
    md5_number(array_to_string([turn.text FOR turn IN turns], chr(10))) FROM batch
"""

# Rows of a document are many in a batch; DISTINCT keeps the table small.
_ADD_PLACES = """
INSERT INTO placed SELECT DISTINCT source_id, $split::UTINYINT, work_id, $file FROM batch
"""

_SAME_IDS = """
FROM (
    SELECT split, row, id, lag(id) OVER ordered AS other, lag(split) OVER ordered AS other_split
    FROM dialogues WHERE id IN (SELECT id FROM dialogues GROUP BY id HAVING count(*) > 1)
    WINDOW ordered AS (PARTITION BY id ORDER BY split, row)
) WHERE other IS NOT NULL
"""

# A dialogue that says what an earlier one of its document says (`own`) is no duplicate where that is allowed;
# it comes last among those of the same words, so that no other is named as its repetition.
_SAME_WORDS = """
CREATE TEMP TABLE alike AS
SELECT *, $allowed AND row_number() OVER (
    PARTITION BY words, split, corpus, document ORDER BY row) > 1 AS own
FROM dialogues WHERE words IN (SELECT words FROM dialogues GROUP BY words HAVING count(*) > 1)
"""

_DUPLICATES = """
FROM (
    SELECT split, row, id, own, lag(id) OVER ordered AS other, split AS other_split FROM alike
    WINDOW ordered AS (PARTITION BY words, split ORDER BY own, row)
) WHERE other IS NOT NULL AND NOT own
"""

_LEAKED = """
FROM (
    SELECT split, row, id, first_value(id) OVER ordered AS other,
        first_value(split) OVER ordered AS other_split
    FROM alike WINDOW ordered AS (PARTITION BY words ORDER BY split, own, row)
) WHERE split > other_split
"""

# A work as the rows and the list name it, and as the table of works does.
_SPLIT_WORKS = """
FROM (
    SELECT work, min(file) AS file, list((split, document) ORDER BY split, document) AS members
    FROM (
        SELECT work, split, min(document) AS document, min(file) AS file FROM (
            SELECT coalesce(nullif(work, ''), document) AS work, document, split, file FROM placed
            UNION ALL SELECT works.work, document, split, file FROM placed JOIN works USING (document)
        ) GROUP BY work, split
    ) GROUP BY work HAVING count(*) > 1
)
"""


class Repeat(NamedTuple):
    """A dialogue that repeats another: its split and id, and those of the other."""

    split: str
    id: str
    other_split: str
    other: str


class DialogueIndex:
    """Dialogues are added as they are read, and asked about at the end; made by `dialogue_index`."""

    def __init__(self, base: duckdb.DuckDBPyConnection, *, within_document: bool) -> None:
        self._base = base
        self._within_document = within_document
        for statement in _TABLES.split(";"):
            base.execute(statement)

    def add_works(self, members: Sequence[Member], file: str, works: Mapping[str, str]) -> None:
        """Add the documents that a list names, and the table of works.

        Args:
            members: of the list, with their works as it has them.
            file: the list.
            works: ids of works by the document's id, beside those that the list and the rows name.
        """
        known = [(one.id, SPLIT_NAMES.index(one.split), one.work_id, file) for one in members]
        if known:
            self._base.executemany("INSERT INTO placed VALUES (?, ?, ?, ?)", known)
        named = pa.table({"document": [*works], "work": [*works.values()]}, _WORKS)
        self._base.register("batch", named)
        self._base.execute("INSERT INTO works FROM batch")
        self._base.unregister("batch")

    def add(self, batch: pa.RecordBatch, split: str, file: str) -> None:
        """Add some dialogues of a file, with the numbers of their rows, all of one split."""
        self._base.register("batch", batch)
        self._base.execute(_ADD, {"split": SPLIT_NAMES.index(split)})
        self._base.execute(_ADD_PLACES, {"split": SPLIT_NAMES.index(split), "file": file})
        self._base.unregister("batch")

    def same_ids(self) -> tuple[int, list[Repeat]]:
        """How many dialogues have the id of an earlier one, and the first of them."""
        return self._repeats(_SAME_IDS)

    def same_words(self) -> tuple[tuple[int, list[Repeat]], tuple[int, list[Repeat]]]:
        """Dialogues that say word for word what an earlier one of their split says, and one of another."""
        self._base.execute(_SAME_WORDS, {"allowed": self._within_document})
        return self._repeats(_DUPLICATES), self._repeats(_LEAKED)

    def _repeats(self, query: str) -> tuple[int, list[Repeat]]:
        number = self._base.sql(f"SELECT count(*) {query}").fetchall()[0][0]
        first = self._base.sql(
            f"SELECT split, id, other_split, other {query} ORDER BY split, row LIMIT {EXAMPLES}"
        ).fetchall()
        return number, [Repeat(SPLIT_NAMES[a], id, SPLIT_NAMES[b], other) for a, id, b, other in first]

    def split_works(self) -> tuple[int, list[tuple[str, str, str]]]:
        """How many works are in several splits; the first of them: id, where they are, and a file."""
        found = self._base.sql(f"SELECT work, members, file {_SPLIT_WORKS} ORDER BY work").fetchall()
        shown = [
            (work, ", ".join(f"{document} in {SPLIT_NAMES[split]}" for split, document in members), file)
            for work, members, file in found[:EXAMPLES]
        ]
        return len(found), shown


@contextmanager
def dialogue_index(folder: Path, *, within_document: bool) -> Iterator[DialogueIndex]:
    """An empty index, whose files lie in a folder and are gone at the end.

    Args:
        folder: for what does not fit into memory.
        within_document: whether dialogues of one document may be equal. Many people answer one post with the
            same few words: of 4,488 comments under one real post 13 % say what another one says.
    """
    with connected(folder, memory=MEMORY) as base:
        yield DialogueIndex(base, within_document=within_document)
