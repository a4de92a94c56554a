import re
import subprocess
from pathlib import Path

import psutil
import pytest

from dialogue_etl import locks
from tests.interruptions.processes import seconds_until_gone


def test_a_second_writer_waits_and_says_for_whom(family):
    first = family.start_stage("wait")
    family.wait_for(f"working-{first.pid}")
    second = family.start_stage("wait", stderr=subprocess.PIPE)
    line = rf"output is being written by process {first.pid} on \S+: waiting for it to end\n"
    assert re.fullmatch(line, second.stderr.readline())
    (family.folder / "go").touch()
    assert first.wait() == 0
    assert second.communicate()[1] == ""
    assert second.returncode == 0
    assert (family.folder / "output/file").read_text() == str(second.pid)


def test_a_killed_writer_holds_nothing(family):
    first = family.start_stage("pool")
    family.wait_for("working-0", "working-1")
    workers = psutil.Process(first.pid).children(recursive=True)
    for worker in workers:
        worker.suspend()  # so that they live on
    first.kill()
    first.wait()
    second = family.start_stage("quick", stderr=subprocess.PIPE)
    assert second.communicate()[1] == ""
    assert second.returncode == 0
    assert all(worker.is_running() for worker in workers)
    for worker in workers:
        worker.resume()
    assert seconds_until_gone(family.mark, 2) < 2


def test_what_killed_runs_left_is_swept(family):
    (family.folder / ".output.partial").mkdir()
    (family.folder / ".output.partial/old").touch()
    (family.folder / ".output.4711.partial").touch()
    (family.folder / ".other.partial").touch()
    assert family.start_stage("quick").wait() == 0
    assert {path.name for path in family.folder.glob(".*partial")} == {".other.partial"}
    assert [path.name for path in (family.folder / "output").iterdir()] == ["file"]


def test_outputs_do_not_share_a_lock(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outputs = ["data/extract/en", "data/extract/hu", "data/extract-en", "extract/en", "x" * 250]
    paths = {locks.lock_path(Path(output)) for output in outputs}
    assert len(paths) == len(outputs)
    assert locks.lock_path(Path("data/extract/en")) == locks.lock_path(tmp_path / "data/extract/en")
    with locks.only_writer(Path(outputs[0])), locks.only_writer(Path(outputs[1])):
        names = {path.name.rpartition("-")[0] for path in locks.FOLDER.iterdir()}
    assert names == {"extract-en", "extract-hu"}


@pytest.mark.parametrize("content", ["", "no JSON", "[]", '{"pid": 1}'])
def test_a_lock_file_that_says_nothing_locks_nobody_out(tmp_path, monkeypatch, content):
    monkeypatch.chdir(tmp_path)
    path = locks.lock_path(Path("output"))
    path.parent.mkdir(parents=True)
    path.write_text(content)
    with locks.only_writer(Path("output")), path.open() as file:
        assert locks._holder(file).startswith("process")
    with path.open("w+") as file:
        file.write(content)
        assert locks._holder(file) == "another process"
