import signal
import socket
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from dialogue_etl.workspace import airflow, settings
from dialogue_etl.workspace.api import Api, ApiError
from dialogue_etl.workspace.processes import Program, port_taken
from dialogue_etl.workspace.root import WorkspaceError


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """Enough of a workspace for the checks."""
    for name in (".git", ".dvc"):
        (tmp_path / name).mkdir()
    return tmp_path


def test_a_clone_is_not_taken_for_a_workspace(tmp_path: Path, port: int) -> None:
    with pytest.raises(WorkspaceError, match="dialogue-etl init"):
        airflow.start(tmp_path, port, print)


def test_a_taken_port_is_a_sentence(bare: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        with pytest.raises(WorkspaceError, match=f"port {port} of this machine is taken.*--port {port + 1}"):
            airflow.check(bare, port)


def test_nothing_to_stop(tmp_path: Path) -> None:
    assert airflow.load(tmp_path) is None
    assert airflow.stop(tmp_path) == 0


@pytest.mark.slow
def test_a_part_that_dies_is_named_with_its_log(
    workspace: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(airflow, "PARTS", {"api-server": ["no-such-command"]})
    (workspace / ".airflow").mkdir()
    (workspace / ".airflow" / "migrated").write_text(airflow.version("apache-airflow"))
    with pytest.raises(WorkspaceError, match="api-server ended at once"):
        airflow.start(workspace, port, lambda _: None)
    assert airflow.load(workspace) is None


def members(parts: tuple[Program, ...]) -> list[psutil.Process]:
    return [process for part in parts for process in part.processes()]


def listening_at(process: psutil.Process) -> list[str]:
    try:
        connections = process.net_connections(kind="tcp")
    except psutil.NoSuchProcess:  # the scheduler's children come and go
        return []
    return [one.laddr.ip for one in connections if one.status == psutil.CONN_LISTEN]


@pytest.mark.slow
def test_up_survives_nothing_and_down_cleans_after_kill_9(workspace: Path, port: int) -> None:
    command = [sys.executable, "-m", "dialogue_etl", "up", str(workspace), "--port", str(port)]
    up = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert up.stdout is not None
    said = []
    for line in up.stdout:
        said.append(line)
        if "password:" in line:
            break
    else:
        pytest.fail("".join(said))
    address = f"http://127.0.0.1:{port}"
    assert address in said[-1]
    assert settings.password(workspace) in said[-1]
    server = airflow.load(workspace)
    assert server
    assert [host for process in members(server.parts) for host in listening_at(process)] == ["127.0.0.1"]
    with pytest.raises(ApiError, match="401"):
        Api(address).import_errors(0)

    with pytest.raises(WorkspaceError, match="is running already"):
        airflow.check(workspace, port)
    up.send_signal(signal.SIGKILL)
    up.wait()
    assert members(server.parts)
    assert airflow.stop(workspace) >= 3
    assert members(server.parts) == []
    assert not port_taken(port)
