"""Finds dialogues with the same id or the same words, and works in two splits, among any number of dialogues.

DuckDB keeps an id, two digests and a few numbers of each dialogue, within a fixed memory. It is not used
through an engine, which reads Parquet files: these files may be damaged, or JSON.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.core.engines.database import connected
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.core.turns import offsets
from dialogue_etl.steps.alike import PLAIN

if TYPE_CHECKING:
    import duckdb

    from dialogue_etl.sources.checking import Member

MEMORY = "256MB"
EXAMPLES = 10
"""Number of examples to keep of each kind and language."""

_WORKS = pa.schema([("document", pa.string()), ("work", pa.string())])
_TABLES = """
CREATE TABLE dialogues (split UTINYINT, row BIGINT, id VARCHAR, document VARCHAR, corpus VARCHAR,
    words UHUGEINT);
CREATE TABLE placed (document VARCHAR, split UTINYINT, work VARCHAR, file VARCHAR);
CREATE TABLE said (split UTINYINT, row BIGINT, key UHUGEINT);
CREATE TABLE works (document VARCHAR, work VARCHAR)
"""

_ADD = """
INSERT INTO dialogues SELECT $split, row, id, source_id, concat(language, ' ', corpus),
    md5_number(said) FROM batch
"""

# Openings, and pairs of neighbouring turns; short ones are small talk, which many say.
_ADD_SAID = f"""
INSERT INTO said SELECT DISTINCT $split::UTINYINT, row, md5_number(key) FROM (
    SELECT row, unnest(list_prepend(
        texts[1], [texts[place - 1] || chr(31) || texts[place] FOR place IN range(2, len(texts) + 1)]
    )) AS key
    FROM (SELECT row, [{PLAIN.format("t.text")} FOR t IN turns] AS texts FROM batch)
) WHERE length(key) >= $least
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

# If allowed, a dialogue with the words of an earlier one of its document (`own`) is not a duplicate. It comes
# last among those with the same words, so that no other is reported as its repetition.
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

_LEAKED_PAIRS = """
FROM (
    SELECT here.split, here.row, here.id, there.split AS other_split, there.id AS other FROM (
        SELECT split, row, min(first) AS first FROM said JOIN (
            SELECT key, min((split, row)) AS first FROM said GROUP BY key HAVING min(split) < max(split)
        ) USING (key) WHERE split > first[1] GROUP BY split, row
    ) AS again JOIN dialogues AS here ON here.split = again.split AND here.row = again.row
    JOIN dialogues AS there ON there.split = first[1] AND there.row = first[2]
    WHERE NOT EXISTS (FROM alike WHERE alike.words = here.words AND alike.split < here.split)
)
"""

# Works as named by rows and list of documents, and by the table of works. Few are in several splits.
_SPLIT_WORKS = """
WITH named AS (
    SELECT coalesce(nullif(work, ''), document) AS work, document, split, file FROM placed
    UNION ALL SELECT works.work, document, split, file FROM placed JOIN works USING (document)
)
SELECT work, list((split, document) ORDER BY split, document), min(file) FROM (
    SELECT work, split, min(document) AS document, min(file) AS file FROM named
    WHERE work IN (SELECT work FROM named GROUP BY work HAVING min(split) < max(split))
    GROUP BY work, split
) GROUP BY work ORDER BY work
"""


class Repeat(NamedTuple):
    """A dialogue that repeats another: its split and id, and those of the other."""

    split: str
    id: str
    other_split: str
    other: str


class DialogueIndex:
    """An index to which dialogues are added, and which is queried at the end; made by `dialogue_index`."""

    def __init__(self, base: duckdb.DuckDBPyConnection, *, within_document: bool, least: int) -> None:
        self._base = base
        self._least = least
        self._within_document = within_document
        for statement in _TABLES.split(";"):
            base.execute(statement)

    def add_works(self, members: Sequence[Member], file: str, works: Mapping[str, str]) -> None:
        """Add the documents of a dataset's list, and the table of works.

        Args:
            members: documents of the list, with their works.
            file: name of the list.
            works: id of the work by document, from the table of works.
        """
        known = [(one.id, SPLIT_NAMES.index(one.split), one.work_id, file) for one in members]
        if known:
            self._base.executemany("INSERT INTO placed VALUES (?, ?, ?, ?)", known)
        named = pa.table({"document": [*works], "work": [*works.values()]}, _WORKS)
        self._base.register("batch", named)
        self._base.execute("INSERT INTO works FROM batch")
        self._base.unregister("batch")

    def add(self, batch: pa.RecordBatch, split: str, file: str) -> None:
        """Add dialogues of a file, all of one split, with a column `row` that numbers them."""
        turns = batch.column("turns")
        texts = pa.ListArray.from_arrays(offsets(turns.value_lengths()), turns.flatten().field("text"))
        # Joined by Arrow: DuckDB takes longer to make lists of texts of the turns.
        self._base.register("batch", batch.append_column("said", pc.binary_join(texts, "\n")))
        self._base.execute(_ADD, {"split": SPLIT_NAMES.index(split)})
        self._base.execute(_ADD_SAID, {"split": SPLIT_NAMES.index(split), "least": self._least})
        self._base.execute(_ADD_PLACES, {"split": SPLIT_NAMES.index(split), "file": file})
        self._base.unregister("batch")

    def same_ids(self) -> tuple[int, list[Repeat]]:
        """Number of dialogues that have the id of an earlier one, and the first of them."""
        return self._repeats(_SAME_IDS)

    def same_words(self) -> tuple[tuple[int, list[Repeat]], tuple[int, list[Repeat]]]:
        """As `same_ids`, dialogues with the words of an earlier one of their split, and of another split."""
        self._base.execute(_SAME_WORDS, {"allowed": self._within_document})
        return self._repeats(_DUPLICATES), self._repeats(_LEAKED)

    def same_pairs(self) -> tuple[int, list[Repeat]]:
        """As `same_ids`, others than of `same_words` with an opening or a pair of turns of another split."""
        return self._repeats(_LEAKED_PAIRS)

    def _repeats(self, query: str) -> tuple[int, list[Repeat]]:
        number = self._base.sql(f"SELECT count(*) {query}").fetchall()[0][0]
        first = self._base.sql(
            f"SELECT split, id, other_split, other {query} ORDER BY split, row LIMIT {EXAMPLES}"
        ).fetchall()
        return number, [Repeat(SPLIT_NAMES[a], id, SPLIT_NAMES[b], other) for a, id, b, other in first]

    def split_works(self) -> tuple[int, list[tuple[str, str, str]]]:
        """Number of works in several splits, and the first of them: id, documents with splits, and a file."""
        found = self._base.sql(_SPLIT_WORKS).fetchall()
        shown = [
            (work, ", ".join(f"{document} in {SPLIT_NAMES[split]}" for split, document in members), file)
            for work, members, file in found[:EXAMPLES]
        ]
        return len(found), shown


@contextmanager
def dialogue_index(folder: Path, *, within_document: bool, least: int = 12) -> Iterator[DialogueIndex]:
    """An empty index, whose files are removed at the end.

    Args:
        folder: for what does not fit into memory.
        within_document: whether dialogues of one document may be equal. Many people answer one post with the
            same few words: of 4,488 comments under one real post 13 % repeat another one.
        least: characters of an opening or pair that `same_pairs` compares.
    """
    with connected(folder, memory=MEMORY, stored=False) as base:
        yield DialogueIndex(base, within_document=within_document, least=least)
