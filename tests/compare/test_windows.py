import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.compare.windows import in_step

SCHEMA = pa.schema([("source_id", pa.string()), ("row", pa.int64())])
sides = st.lists(st.tuples(st.lists(st.sampled_from("abcdef"), max_size=12), st.integers(1, 5)), max_size=3)


def streams(side, first):
    """Shards in order, in batches of a size; rows are numbered."""
    made = []
    for books, size in side:
        rows = [{"source_id": book, "row": first + number} for number, book in enumerate(sorted(books))]
        first += len(rows)
        made.append(iter(pa.Table.from_pylist(rows, SCHEMA).to_batches(max_chunksize=size)))
    return made


def windows(before, after):
    return [
        tuple(table.to_pylist() for table in pair)
        for pair in in_step(streams(before, 0), streams(after, 100), SCHEMA)
    ]


@given(sides, sides)
def test_every_row_comes_once_and_every_book_whole(before, after):
    found = windows(before, after)
    for side, given_rows in enumerate((before, after)):
        rows = [row["row"] for pair in found for row in pair[side]]
        assert sorted(rows) == [100 * side + n for n in range(sum(len(books) for books, _ in given_rows))]
    books = [{row["source_id"] for side in pair for row in side} for pair in found]
    assert sum(map(len, books)) == len(set().union(*books))


def test_few_rows_are_held_at_a_time():
    books = [f"{number:03d}" for number in range(500)]
    found = windows([(books, 10)], [(books, 10)])
    assert max(len(side) for pair in found for side in pair) <= 11
