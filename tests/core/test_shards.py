import pyarrow.parquet as pq
import pytest

from dialogue_etl.core import shards
from dialogue_etl.core.shards import MissingTableError
from tests import tables


def kept(*ids):
    return [{"id": id, "words": len(id)} for id in ids]


def test_the_shard_of_an_id_never_changes_between_versions():
    assert [shards.shard_of(id, 16) for id in ("pg1342", "pg11", "austen-jane-emma")] == [5, 8, 4]


def test_every_table_gets_its_file_also_without_rows(tmp_path):
    with tables.writer(tmp_path, 0, 1, tables.SCHEMAS) as writer:
        writer.add("kept", kept("a"))
    for table, schema in tables.SCHEMAS.items():
        assert pq.read_schema(tmp_path / table / "00000-of-00001.parquet").equals(schema)
    assert list(shards.read(tmp_path, "texts")) == []


def test_rows_come_back_shard_after_shard(tmp_path):
    for index, ids in enumerate([("b", "c"), (), ("a",)]):
        with tables.writer(tmp_path, index, 3, ["kept"]) as writer:
            for id in ids:
                writer.add("kept", kept(id), size=3_000_000)  # in several batches
    assert [row["id"] for row in shards.read(tmp_path, "kept")] == ["b", "c", "a"]
    assert list(shards.read(tmp_path, "kept", ["words"])) == [{"words": 1}] * 3


def test_a_missing_table_is_named_with_what_to_do(tmp_path):
    with pytest.raises(MissingTableError, match="kept: no such table; run the stage that writes it"):
        list(shards.read(tmp_path, "kept"))


def test_an_output_that_fails_leaves_the_old_one(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "old").write_text("x")
    with pytest.raises(RuntimeError), shards.atomic_folder(tmp_path / "out") as folder:
        (folder / "new").write_text("x")
        raise RuntimeError
    assert [path.name for path in tmp_path.rglob("*")] == ["out", "old"]


def test_a_new_output_replaces_the_old_one_and_what_a_killed_run_left(tmp_path):
    for name in ("out/old", ".out.partial/half"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("x")
    with shards.atomic_folder(tmp_path / "out") as folder:
        (folder / "new").write_text("x")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["new", "out"]


def test_a_file_is_linked_or_copied(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("x")
    shards.link(tmp_path / "file", tmp_path / "deep" / "link")
    assert (tmp_path / "deep" / "link").samefile(tmp_path / "file")
    monkeypatch.setattr("pathlib.Path.hardlink_to", lambda *_: (_ for _ in ()).throw(OSError("other device")))
    shards.link(tmp_path / "file", tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "x"
    assert not (tmp_path / "copy").samefile(tmp_path / "file")


def test_a_file_is_written_whole_and_leaves_nothing_beside_it(tmp_path):
    shards.write_atomic(tmp_path / "deep" / "file", b"one")
    shards.write_atomic(tmp_path / "deep" / "file", b"two")
    assert [path.read_bytes() for path in (tmp_path / "deep").iterdir()] == [b"two"]
