"""A full disk, an output that can't be written: a sentence, exit code 1, nothing half-done."""

import errno
import re
import resource
import subprocess
import sys

import numpy as np
import pytest

from dialogue_etl.cli.writing import NotWritableError, explaining, writing
from dialogue_etl.core.engines import database
from dialogue_etl.labels.encoder import Remembering
from tests.conftest import ROOT, SAMPLE

DOWNLOAD = (
    *("dialogue_etl", "run", "books-download", "--language", "en", "--library-folder", "none"),
    *("--output", "data/download/en", "--metrics", "metrics/download/en.json"),
)


@pytest.fixture
def stage(family, sample):
    """Runs a download in a folder with params.yaml; what it said."""
    # Some Pythons leave half a file of bytecode where there is no room for all of it.
    environment = {**family.environment, "PYTHONDONTWRITEBYTECODE": "1"}

    def run(folder=family.folder, **more):
        (folder / "params.yaml").write_text(sample.params.model_dump_json())
        (folder / "dvc.yaml").symlink_to(ROOT / "dvc.yaml")
        options = {"cwd": folder, "env": environment, "stderr": subprocess.PIPE, **more}
        command = (*DOWNLOAD, "--catalogue", str(sample.stages / "catalogue"))
        done = family.start(sys.executable, "-m", *command, **options)
        said = done.communicate()[1]
        assert done.returncode == 1, said
        assert "Traceback" not in said
        *progress, sentence = said.splitlines()
        assert all(re.match(r"[\d:]+ (fetch|download) en: ", line) for line in progress), said
        return f"{sentence}\n"

    return run


@pytest.fixture
def full_disk(tmp_path):
    """A file system of five megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=5m", "tmpfs", str(folder)]
    if sys.platform != "linux" or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this user may not mount a file system")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill(folder, spare):
    """Fill a disk up to so many bytes."""
    with pytest.raises(OSError, match="No space"), (folder / "filling").open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4_096)
    with (folder / "filling").open("r+b") as file:
        file.truncate((folder / "filling").stat().st_size - spare)


def left(folder):
    """Files of outputs, whole or not."""
    return [path for name in ("data", "metrics") for path in (folder / name).rglob("*") if path.is_file()]


@pytest.mark.parametrize("spare", [0, 8_192, 24_576], ids=["no lock", "the lock", "some files"])
def test_a_full_disk(stage, sample, full_disk, spare):
    (full_disk / "params.yaml").touch()
    parameters = len(sample.params.model_dump_json().encode())
    fill(full_disk, spare + -(-parameters // 4_096) * 4_096)  # params.yaml takes whole blocks
    said = stage(full_disk)
    assert "No space left on device: free some, then run this again" in said
    assert left(full_disk) == []


def test_a_disk_with_room_for_the_output_but_not_for_dvc(stage, full_disk):
    fill(full_disk, 2_000_000)
    assert re.match(r"data/download/en: No space left on device: free some", stage(full_disk))
    assert left(full_disk) == []


def test_a_disk_without_room_for_a_copy_in_the_cache(full_disk, monkeypatch):
    """DVC 3 records what it could not copy."""
    monkeypatch.setattr("dialogue_etl.cli.writing._RESERVE", 100_000)
    output, metrics = full_disk / "output", full_disk / "metrics.json"

    def write(size):
        with writing(output, metrics):
            output.mkdir(exist_ok=True)
            (output / "file").write_bytes(b"x" * size)
            metrics.touch()

    write(2_000_000)
    assert output.exists()
    with pytest.raises(NotWritableError, match=r"output: No space left on device: free some"):
        write(3_000_000)
    assert not output.exists()
    assert not metrics.exists()


def test_databases_on_a_full_disk(full_disk):
    with pytest.raises(NotWritableError, match="No space left on device: free"), explaining():  # noqa: SIM117
        with database.connected(full_disk, memory="100MB") as base:
            base.execute("CREATE TABLE numbers AS SELECT range AS number FROM range(5_000_000)")
    vectors = np.ones((500, 5_000))
    remembering = Remembering(lambda texts: vectors[: len(texts)], 5_000, full_disk / "vectors.sqlite")
    with (
        pytest.raises(NotWritableError, match=r"vectors\.sqlite: No space left on device: free"),
        explaining(),
    ):
        remembering.encode([str(number) for number in range(500)])


def test_a_file_too_large(stage, family):
    """The limit of a file's size stands for a full disk where none can be mounted."""
    said = stage(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200)))
    assert said.startswith("data/")
    assert "File too large: raise the limit (ulimit -f), then run this again" in said
    assert left(family.folder) == []


def test_only_the_machines_errors_are_explained(tmp_path):
    with pytest.raises(FileNotFoundError), explaining(tmp_path):
        (tmp_path / "none").read_text()
    with pytest.raises(NotWritableError, match=r"^there: Disk quota exceeded: free"), explaining(tmp_path):
        raise OSError(errno.EDQUOT, "quota", "there")
    with pytest.raises(NotWritableError, match=f"^{tmp_path}: No space left"), explaining(tmp_path):
        raise OSError(errno.ENOSPC, "Error writing bytes to file")
    with pytest.raises(NotWritableError, match=r"^No space left"), explaining():
        raise OSError(errno.ENOSPC, "Error writing bytes to file")


def test_other_commands_explain_as_well(command, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "full", "catalogue.csv")

    monkeypatch.setattr("dialogue_etl.cli.source_commands.books.add_books.add", full)
    said = command("books", "add", str(SAMPLE / "cache/epub/900002/pg900002.txt"))
    assert said.code == 1
    advice = "free some, then run this again. `dialogue-etl doctor` looks for the cause"
    assert said.err == f"catalogue.csv: No space left on device: {advice}\n"
