import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dialogue_etl.browse.scan import At, equal, find, scan


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Twenty rows in three files, one of them empty, in row groups of three."""
    folder = tmp_path_factory.mktemp("scan")
    paths = []
    for name, numbers in (("a", range(13)), ("b", range(0)), ("c", range(13, 20))):
        table = pa.table({"n": pa.array(numbers, pa.int64()), "text": [f"row {n}" for n in numbers]})
        paths.append(folder / f"{name}.parquet")
        pq.write_table(table, paths[-1], row_group_size=3)
    return paths


@pytest.mark.parametrize("most", [1, 2, 3, 5, 20, 50])
@pytest.mark.parametrize("seconds", [0.0, 60.0])
@pytest.mark.parametrize("every", [0, 1, 2, 4])
def test_page_by_page_each_row_is_found_once(
    files: list[Path], most: int, seconds: float, every: int
) -> None:
    test = (lambda table: table.column("n").to_numpy() % every == 0) if every else None
    found, at, pages = [], At(), 0
    while at is not None:
        page = scan(files, test, ["n"] if every else [], at, most=most, seconds=seconds)
        assert len(page.rows) == len(page.places) <= most
        assert page.total == 20
        assert page.next is None or page.next > at
        assert (
            page.seen == 20 if page.next is None else page.seen == page.next.row + 13 * (page.next.file > 0)
        )
        found += page.rows
        at, pages = page.next, pages + 1
        # Whatever the time, a page is looked for in one row group at least, and from any row of it on.
        assert all(row["text"] == f"row {row['n']}" for row in page.rows)
    assert [row["n"] for row in found] == list(range(0, 20, every or 1))
    assert pages > 1 or most >= 20


def test_columns_that_are_not_tested_are_read_of_hits_alone(
    files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    plain = pq.ParquetFile.read_row_group

    def counted(file: pq.ParquetFile, group: int, columns: list[str] | None = None) -> pa.Table:
        read.append(columns)
        return plain(file, group, columns)

    monkeypatch.setattr(pq.ParquetFile, "read_row_group", counted)
    assert find(files, "n", 14) == At(2, 1)  # type: ignore[arg-type]
    assert read == [["n"]] * 7 + [None]
    assert find(files, "text", "no such row") is None


def test_what_takes_long_stops_and_goes_on(files: list[Path]) -> None:
    def slow(table: pa.Table) -> np.ndarray:
        time.sleep(0.02)
        return np.zeros(len(table), dtype=bool)

    page = scan(files, slow, ["n"], At(), most=5, seconds=0.03)
    assert (page.rows, page.total) == ([], 20)
    assert 0 < page.seen < 20


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("0.7", At(0, 7)),
        ("", At()),
        ("7", At()),
        ("-1.2", At()),
        ("1.x", At()),
        ("٣.٤", At()),
        ("1.2.3", At()),
        (f"0.{'9' * 5000}", At()),
    ],
)
def test_a_place_is_told_by_its_text(text: str, at: At) -> None:
    assert At.parse(text) == at
    assert At.parse(str(at)) == at


def test_behind_the_end_there_is_nothing(files: list[Path]) -> None:
    page = scan(files, equal("n", 1), ["n"], At(7, 3), most=5)  # type: ignore[arg-type]
    assert (page.rows, page.next, page.seen) == ([], None, 20)
    assert scan([], None, [], At(), most=5).rows == []
