import shutil
import signal
import socket
import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.interruptions.processes import seconds_until_gone


@pytest.mark.parametrize(
    ("sign", "kind", "to"),
    [
        (signal.SIGTERM, "pool", "stage"),
        (signal.SIGINT, "pool", "group"),
        (signal.SIGTERM, "sleep", "group"),
        (signal.SIGINT, "sleep", "stage"),
    ],
)
def test_asked_to_end_a_stage_cleans_up(family, kind, sign, to):
    stage = family.start_stage(kind, stderr=subprocess.PIPE)
    # A worker that has only just begun does not yet leave Ctrl-C to its stage.
    family.wait_for("working-0", *["working-1"] * (kind == "pool"), ".output.partial/file")
    if to == "group":
        subprocess.run(["kill", f"-{sign.value}", "--", f"-{stage.pid}"], check=True)
    else:
        stage.send_signal(sign)
    assert stage.communicate(timeout=10)[1] == ""
    assert stage.returncode == 128 + sign
    assert seconds_until_gone(family.mark, 2) < 2
    assert {path.name for path in family.folder.iterdir() if "output" in path.name} == set()


@pytest.fixture
def silent_mirror():
    """A server that takes requests and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(30)
        yield server


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_asked_to_end_a_download_does_not_wait_for_its_mirror(family, sample, silent_mirror, sign):
    (family.folder / "params.yaml").write_text("books:\n  source: mirror\n")
    shutil.copy(ROOT / "dvc.yaml", family.folder)
    settings = {
        "DIALOGUE_ETL_MIRROR": f"http://127.0.0.1:{silent_mirror.getsockname()[1]}",
        "DIALOGUE_ETL_STORE": str(family.folder / "store"),
        "DIALOGUE_ETL_CONTACT": "tests",
    }
    download = family.start(
        *(sys.executable, "-m", "dialogue_etl", "run", "books-download", "--language", "en"),
        *("--catalogue", str(sample.stages / "catalogue"), "--library-folder", "none"),
        *("--output", "data/output", "--metrics", "metrics.json"),
        env={**family.environment, **settings},
        stderr=subprocess.PIPE,
    )
    asked, _ = silent_mirror.accept()
    assert asked.recv(1_000).startswith(b"GET /")
    download.send_signal(sign)
    said = download.communicate(timeout=10)[1]
    asked.close()
    assert "Traceback" not in said
    assert download.returncode == 128 + sign
    assert seconds_until_gone(family.mark, 2) < 2
    assert [path for path in family.folder.glob("data/**/*") if path.is_file()] == []


def test_ctrl_c_while_waiting_for_another_writer(family):
    first = family.start_stage("sleep")
    family.wait_for("working-0")
    second = family.start_stage("sleep", stderr=subprocess.PIPE)
    assert "waiting for it to end" in second.stderr.readline()
    second.send_signal(signal.SIGINT)
    assert second.wait(10) == 128 + signal.SIGINT
    assert second.stderr.read() == ""
    assert first.poll() is None
    assert (family.folder / ".output.partial/file").exists()
