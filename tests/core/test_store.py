import errno
import os
import subprocess
import sys
import time

import pytest

from dialogue_etl.core import store as module
from dialogue_etl.core.store import ShardStore


@pytest.fixture
def store(tmp_path):
    return ShardStore(tmp_path / "store")


def test_a_shard_is_worked_out_once(store, work, made, tmp_path):
    (tmp_path / "in").write_text("x")
    one = store.finish(work, [tmp_path / "in"], {"parameter": 1})
    two = store.finish(work, [tmp_path / "in"], {"parameter": 1})
    assert one == two
    assert one.result == {"count": 1}
    assert (one.folder / "deep" / "file").read_text() == "content"
    assert len(made) == 1


def test_it_depends_on_content_settings_and_code_not_on_names(store, work, made, tmp_path, monkeypatch):
    for name, text in (("a", "x"), ("b", "x"), ("c", "y")):
        (tmp_path / name).write_text(text)
    keys = [store.finish(work, [tmp_path / name], {"parameter": 1}).key for name in "abc"]
    keys.append(store.finish(work, [tmp_path / "a"], {"parameter": 2}).key)
    monkeypatch.setattr(module, "code_digest", lambda: "edited")
    keys.append(store.finish(work, [tmp_path / "a"], {"parameter": 1}).key)
    assert len(set(keys)) == len(made) == 4


def test_work_that_fails_leaves_nothing(store, tmp_path):
    def fail(folder):
        (folder / "half").write_text("x")
        raise RuntimeError("full disk")

    with pytest.raises(RuntimeError, match="full disk"):
        store.finish(fail, [], {})
    assert list((tmp_path / "store" / "shards").iterdir()) == []


@pytest.mark.parametrize("damage", ["cut", "edited", "gone", "no result"])
def test_a_damaged_shard_is_worked_out_again(store, work, made, damage):
    shard = store.finish(work, [], {})
    file = shard.folder / ("result.json" if damage == "no result" else "deep/file")
    file.unlink() if damage == "gone" else file.write_text("CONTENT" if damage == "edited" else "")
    assert (store.finish(work, [], {}).folder / "deep" / "file").read_text() == "content"
    assert len(made) == 2


def test_of_two_that_finish_the_same_shard_one_is_kept(store, work, tmp_path):
    def slow(folder):
        store.finish(work, [], {})
        return work(folder)

    assert store.finish(slow, [], {}).result == {"count": 1}
    assert len(list((tmp_path / "store" / "shards").iterdir())) == 1


def test_a_shard_that_cannot_be_moved_to_its_place_is_an_error(store, work, monkeypatch):
    """Else the stage's output would lack it."""

    def full(*_):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(module.Path, "rename", full)
    with pytest.raises(OSError, match="full"):
        store.finish(work, [], {})


def test_shards_nobody_used_for_long_are_swept(store, work, made):
    old, fresh = store.finish(work, [], {"n": 1}), store.finish(work, [], {"n": 2})
    long_ago = time.time() - 8 * 86_400
    os.utime(old.folder / "result.json", (long_ago, long_ago))
    store.sweep()
    assert not old.folder.exists()
    assert fresh.folder.exists()
    os.utime(fresh.folder / "result.json", (long_ago, long_ago))
    store.finish(work, [], {"n": 2})
    store.sweep()
    assert fresh.folder.exists()
    assert len(made) == 2


def test_what_a_killed_process_left_is_swept_and_what_a_living_one_makes_is_not(store, work, tmp_path):
    store.finish(work, [], {})
    folder = tmp_path / "store" / "shards"
    child = subprocess.Popen([sys.executable, "-c", "pass"])
    child.wait()
    left, living = (folder / f"{module._PARTIAL}{pid}-x" for pid in (child.pid, os.getpid()))
    forgotten, elsewhere = (folder / f".partial-elsewhere-1-{name}" for name in "xy")
    for one in (left, living, forgotten, elsewhere):
        one.mkdir()
    long_ago = time.time() - 8 * 86_400
    os.utime(forgotten, (long_ago, long_ago))
    store.sweep()
    assert not left.exists()
    assert not forgotten.exists()
    assert living.exists()
    assert elsewhere.exists()
