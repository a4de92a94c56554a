import pyarrow.parquet as pq
import pytest

from dialogue_etl.formats.parquet import ParquetFormat


def row(number):
    turn = {"text": "Yes.", "spans": [{"start": number, "end": number + 4}], "speaker": None}
    facts = {"language": "en", "title": "T", "authors": ["A"], "rights": "CC0"}
    return {"id": f"b:{number}", "source_id": "b", **facts, "turns": [turn]}


@pytest.mark.parametrize("rows", [0, 1, 5_000, 5_001])
def test_every_row_written_is_in_the_file_in_order(tmp_path, rows):
    with ParquetFormat(tmp_path, "en", "train") as writer:
        for number in range(rows):
            writer.write(row(number))
    table = pq.read_table(tmp_path / "en" / "train.parquet")
    assert table.column("id").to_pylist() == [f"b:{number}" for number in range(rows)]
