"""Both verbs, held against plain Python; what goes for one engine goes for every one."""

from collections import defaultdict

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialogue_etl.core.engines import database
from dialogue_etl.core.engines.database import NoRoomError
from dialogue_etl.core.engines.engine import engine_of
from tests.conftest import quick_runtime

SUMS = "SELECT word, sum(count)::BIGINT AS count FROM counts GROUP BY word ORDER BY word"
KNOWN = """
SELECT counts.owner, word, count FROM counts JOIN owners USING (owner)
WHERE count >= $least ORDER BY counts.owner, word, count
"""
ROWS = st.lists(st.tuples(st.integers(0, 2**64 - 1) | st.just(7), st.integers(0, 3), st.integers(1, 9)))
SCHEMA = pa.schema([("word", pa.uint64()), ("owner", pa.int64()), ("count", pa.int32())])


def asked(folder, query, tables, values=None, *, workers=1):
    """The answer of the engine to a query over tables given in pieces, each of which is a file."""
    files = {}
    for name, pieces in tables.items():
        files[name] = pieces
        if isinstance(pieces, list):
            files[name] = [folder / f"{name}-{number}.parquet" for number in range(len(pieces))]
            for path, piece in zip(files[name], pieces, strict=True):
                pq.write_table(piece, path)
    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    engine = engine_of(quick_runtime())
    with engine.aggregate(query, files, values or {}, scratch=scratch, workers=workers) as rows:
        found = rows.read_all()
    assert list(scratch.iterdir()) == []
    return found


def table(rows):
    return pa.Table.from_pylist([dict(zip(SCHEMA.names, row, strict=True)) for row in rows], SCHEMA)


@settings(max_examples=20)
@given(st.lists(ROWS, min_size=1, max_size=3), st.sets(st.integers(0, 3)), st.integers(1, 9))
def test_an_answer_is_that_of_plain_python(tmp_path_factory, pieces, owners, least):
    folder = tmp_path_factory.mktemp("asked")
    counts = [table(rows) for rows in pieces]
    sums = defaultdict(int)
    for word, _, count in (row for rows in pieces for row in rows):
        sums[word] += count
    found = asked(folder, SUMS, {"counts": counts}).to_pydict()
    assert list(zip(found["word"], found["count"], strict=True)) == sorted(sums.items())
    small = pa.table({"owner": pa.array(sorted(owners), pa.int64())})
    joined = asked(folder, KNOWN, {"counts": counts, "owners": small}, {"least": least}).to_pylist()
    known = (row for rows in pieces for row in rows if row[1] in owners and row[2] >= least)
    expected = sorted((owner, word, count) for word, owner, count in known)
    assert [tuple(row.values()) for row in joined] == expected


@pytest.fixture(scope="module")
def many():
    """Two million rows of a million words: 40 MB."""
    numbers = np.random.default_rng(0).permutation(np.repeat(np.arange(1_000_000, dtype=np.uint64), 2))
    columns = [numbers, np.zeros(len(numbers), np.int64), (numbers % 5 + 1).astype(np.int32)]
    whole = pa.table(columns, schema=SCHEMA)
    return [whole.slice(start, 500_000) for start in range(0, len(whole), 500_000)]


def test_what_does_not_fit_in_memory_gives_the_same_with_any_number_of_workers(tmp_path, many, monkeypatch):
    whole = asked(tmp_path, SUMS, {"counts": many})
    assert whole["count"].to_numpy().tolist() == (2 * (np.arange(1_000_000) % 5 + 1)).tolist()
    monkeypatch.setattr(database, "MEMORY", "32MB")
    for workers in (1, 2):
        assert asked(tmp_path, SUMS, {"counts": many}, workers=workers).equals(whole)


def test_too_little_memory_is_an_error_people_can_do_something_about(tmp_path, many, monkeypatch):
    monkeypatch.setattr(database, "MEMORY", "1MB")
    with pytest.raises(NoRoomError, match="counts: can't be summed up in 1MB: "):
        asked(tmp_path, SUMS, {"counts": many})
