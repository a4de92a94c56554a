import subprocess
import sys
from pathlib import Path

from dialogue_etl.cli.writing import sweep_abandoned


def test_a_second_writer_waits_and_says_for_whom(family):
    first = family.start_stage("wait")
    family.wait_for(f"working-{first.pid}")
    second = family.start_stage("wait", stderr=subprocess.PIPE)
    waiting = "output is being written by another process: waiting for it to end\n"
    assert second.stderr.readline() == waiting
    (family.folder / "go").touch()
    assert first.wait() == 0
    assert second.communicate()[1] == ""
    assert second.returncode == 0
    assert (family.folder / "output/file").read_text() == str(second.pid)


def test_what_killed_runs_left_is_swept(family):
    (family.folder / ".output.partial").mkdir()
    (family.folder / ".output.partial/old").touch()
    (family.folder / ".output.4711.partial").touch()
    (family.folder / ".other.partial").touch()
    assert family.start_stage("quick").wait() == 0
    assert {path.name for path in family.folder.glob(".*partial")} == {".other.partial"}
    assert [path.name for path in (family.folder / "output").iterdir()] == ["file"]


HOLD = """
import sys
from pathlib import Path
from dialogue_etl.workspace.locks import hold
with hold(Path("data/split/en")):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_what_a_killed_stage_left_is_swept_unless_somebody_writes_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("en", "hu"):
        (tmp_path / "data/split" / f".{name}.partial/drops").mkdir(parents=True)
        (tmp_path / "data/split" / name).mkdir()
    command = [sys.executable, "-c", HOLD]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout.readline() == "held\n"
        sweep_abandoned(tmp_path / "data")
        assert sorted(path.name for path in Path("data/split").iterdir()) == [".en.partial", "en", "hu"]
        writer.communicate("")
    sweep_abandoned(tmp_path / "data")
    assert sorted(path.name for path in Path("data/split").iterdir()) == ["en", "hu"]
