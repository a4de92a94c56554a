"""Finished shards in a store that machines share: a folder; S3 is in tests/core/engines/test_s3.py."""

import json

import pytest

from dialogue_etl.core.shared_shards import SharedStoreError
from dialogue_etl.core.store import ShardStore


@pytest.fixture
def machine(tmp_path):
    def machine(name):
        return ShardStore(tmp_path / name, (tmp_path / "shared").as_uri())

    return machine


def only(folder):
    (path,) = folder.iterdir()
    return path


def test_what_one_machine_has_finished_another_one_takes(machine, work, made):
    one, other = (machine(name).finish(work, [], {}) for name in ("one", "other"))
    assert (one.key, one.result) == (other.key, other.result)
    assert (other.folder / "deep" / "file").read_text() == "content"
    assert other.folder != one.folder
    assert len(made) == 1


@pytest.mark.parametrize("folder", ["files", "shards"])
@pytest.mark.parametrize("length", [None, 5])
def test_a_shard_that_is_not_whole_is_put_again(machine, work, tmp_path, folder, length):
    machine("one").finish(work, [], {})
    stored = only(tmp_path / "shared" / folder)
    whole = stored.read_bytes()
    stored.unlink() if length is None else stored.write_bytes(whole[:length])
    assert (machine("other").finish(work, [], {}).folder / "deep" / "file").read_text() == "content"
    assert stored.read_bytes() == whole


def test_a_shard_is_named_after_all_its_files(machine, work, tmp_path, monkeypatch):
    def killed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("fsspec.implementations.local.LocalFileSystem.pipe_file", killed)
    with pytest.raises(KeyboardInterrupt):
        machine("one").finish(work, [], {})
    assert only(tmp_path / "shared" / "files").read_text() == "content"
    assert list((tmp_path / "shared" / "shards").iterdir()) == []


@pytest.mark.parametrize("name", ["../../out", "/tmp/out", "deep/../../out"])
def test_a_store_writes_nothing_outside_of_a_shard(machine, work, tmp_path, name):
    machine("one").finish(work, [], {})
    stored = only(tmp_path / "shared" / "shards")
    stored.write_text(stored.read_text().replace("deep/file", name))
    with pytest.raises(SharedStoreError, match="outside its folder"):
        machine("other").finish(work, [], {})
    assert not list(tmp_path.rglob("out"))


def test_what_is_for_one_run_is_not_shared(machine, tmp_path):
    machine("one").finish(lambda _: {"lasting": False}, [], {})
    assert not (tmp_path / "shared").exists() or not list((tmp_path / "shared" / "shards").iterdir())


def test_results_name_their_files_by_content(machine, work, tmp_path):
    machine("one").finish(work, [], {})
    kept = json.loads(only(tmp_path / "shared" / "shards").read_bytes())
    assert kept == {"result": {"count": 1}, "files": {"deep/file": only(tmp_path / "shared" / "files").name}}


def test_a_store_that_cannot_be_had_is_a_sentence(tmp_path, work):
    with pytest.raises(SharedStoreError, match="shared_store nowhere://bucket: "):
        ShardStore(tmp_path, "nowhere://bucket").finish(work, [], {})
