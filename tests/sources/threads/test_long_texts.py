import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.threads import long_texts
from dialogue_etl.sources.threads.raw import LONG_TEXTS


def batch(rows):
    names = ("text", "file", "long_start", "long_bytes")
    kinds = (pa.string(), pa.int64(), pa.int64(), pa.int64())
    columns = [pa.array([row[place] for row in rows], kind) for place, kind in enumerate(kinds)]
    return pa.record_batch(columns, names=list(names))


@given(st.lists(st.tuples(st.text("a长😀", max_size=30), st.integers(0, 1), st.booleans()), max_size=20))
def test_texts_come_back_in_the_order_of_their_rows(tmp_path_factory, rows):
    folders = [tmp_path_factory.mktemp("file") for _ in range(2)]
    data = [b"", b""]
    made = []
    for text, file, long in rows:
        if long:
            made.append((text[:2], file, len(data[file]), len(text.encode())))
            data[file] += text.encode()
        else:
            made.append((text, file, None, None))
    for folder, long in zip(folders, data, strict=True):
        (folder / LONG_TEXTS).write_bytes(long)
    found = list(long_texts.filled([batch(made)], folders))
    assert [text for piece in found for text in piece.column("text").to_pylist()] == [row[0] for row in rows]


def test_few_long_texts_are_held_at_once(tmp_path):
    text = "x" * 1_500_000
    (tmp_path / LONG_TEXTS).write_text(text)
    rows = [("x", 0, 0, len(text))] * 7 + [("short", 0, None, None)] * 100
    pieces = list(long_texts.filled([batch(rows)], [tmp_path]))
    assert max(piece.nbytes for piece in pieces) < 4_500_000
    assert [len(text) for piece in pieces for text in piece.column("text").to_pylist()] == [
        *[len(text)] * 7,
        *[5] * 100,
    ]
