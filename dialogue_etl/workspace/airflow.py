"""Starts and stops Airflow for a workspace: its programs run in sessions of their own and are stopped whole.

`airflow standalone` is not used: if it is ended by a signal its programs keep running, and the next start
would talk to the old server.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path

from dialogue_etl.errors import DOCTOR
from dialogue_etl.sources import SOURCES
from dialogue_etl.workspace import settings
from dialogue_etl.workspace.api import Api, ApiError
from dialogue_etl.workspace.change import Files
from dialogue_etl.workspace.processes import HOST, Program, end, port_taken, record
from dialogue_etl.workspace.programs import find_program
from dialogue_etl.workspace.root import WorkspaceError

# Logs are read from files, so they need not be served.
PARTS = {
    "api-server": ["api-server"],
    "scheduler": ["scheduler", "--skip-serve-logs"],
    "dag-processor": ["dag-processor"],
}
# Our tasks do not use it. It is started, last and without waiting for it, only because Airflow's home page
# would report it as missing.
TRIGGERER = {"triggerer": ["triggerer", "--skip-serve-logs"]}
DAG = next(iter(SOURCES))
"""The DAG that the demo runs: that of the first source."""
START_TIMEOUT = 240
"""Seconds; a start takes about 20 on an idle machine, but ten times that on a loaded one was measured."""


@dataclass(frozen=True)
class Server:
    """A running Airflow."""

    root: Path
    port: int
    parts: tuple[Program, ...]

    @property
    def address(self) -> str:
        """Where the UI is."""
        return f"http://{HOST}:{self.port}"

    def dead_part(self) -> str | None:
        """The name of a part that has ended, if any."""
        return next((part.name for part in self.parts if part.find() is None), None)


def start(root: Path, port: int, say: Callable[[str], None], *, people: bool = False) -> Server:
    """Start Airflow and wait until it can run the DAG.

    Args:
        root: The workspace.
        port: Of the UI and API, on this machine only.
        say: Called with a sentence per step.
        people: Whether people will use the UI; the demo uses only the API.

    Raises:
        WorkspaceError: the port is taken, a program is missing, or a part does not come up.
    """
    if not ((root / ".git").exists() and (root / ".dvc").is_dir()):
        raise WorkspaceError(
            f"{root} is not a git and DVC repository: make a workspace: dialogue-etl init DIR. {DOCTOR}"
        )
    check(root, port)
    settings.configure(root, port, people=people)
    env = settings.environment(root)
    server = Server(root, port, ())
    try:
        _migrate(root, env, say)
        say("starting Airflow")
        server = _spawn_parts(server, PARTS, env)
        _wait(server)
        if people:
            server = _spawn_parts(server, TRIGGERER, env)
    except BaseException:
        stop(root)
        raise
    return server


def check(root: Path, port: int) -> None:
    """Check programs and port before a start; the workspace need not exist yet.

    Raises:
        WorkspaceError: the message says what is missing and what to do.
    """
    for program in ("git", "dvc", "airflow"):
        find_program(program)
    server = load(root)
    if running := [process.pid for part in server.parts for process in part.processes()] if server else []:
        raise WorkspaceError(
            f"Airflow of {root} is running already (process {running[0]}): "
            f"use it, or stop it with: dialogue-etl down {root}"
        )
    if port_taken(port):
        raise WorkspaceError(
            f"port {port} of this machine is taken by another program: "
            f"stop that, or choose another port: --port {port + 1}"
        )


def stop(root: Path) -> int:
    """Stop a workspace's Airflow, whoever started it; returns the number of processes ended."""
    server = load(root)
    # First, so that an `up` in another terminal knows it is being ended and does not report a crash.
    _record_file(root).unlink(missing_ok=True)
    return end(server.parts) if server else 0


def load(root: Path) -> Server | None:
    """The server recorded by the last start, running or not."""
    try:
        content = json.loads(_record_file(root).read_text(encoding="utf-8"))
        return Server(root, content["port"], tuple(Program(**part) for part in content["parts"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def log_file(root: Path, part: str) -> Path:
    """Where a part of Airflow writes its log."""
    return settings.home(root) / "logs" / "server" / f"{part}.log"


def _record_file(root: Path) -> Path:
    return settings.home(root) / "server.json"


def _save(server: Server) -> None:
    content = {"port": server.port, "parts": [asdict(part) for part in server.parts]}
    settings.write_private(_record_file(server.root), json.dumps(content))


def _migrate(root: Path, env: dict[str, str], say: Callable[[str], None]) -> None:
    """Make or upgrade Airflow's database, unless this version of Airflow has done so."""
    marker = settings.home(root) / "migrated"
    current = version("apache-airflow")
    if marker.exists() and marker.read_text(encoding="utf-8") == current:
        return
    say("making Airflow's database")
    process = _spawn(root, "migrate", ["db", "migrate"], env)
    try:
        returned = process.wait()
    finally:
        process.kill()
    if returned:
        raise WorkspaceError(f"`airflow db migrate` failed: {_tail(root, 'migrate')}")
    marker.write_text(current, encoding="utf-8")


def _spawn_parts(server: Server, parts: dict[str, list[str]], env: dict[str, str]) -> Server:
    """Start further parts and record them one by one."""
    for name, command in parts.items():
        new = record(name, _spawn(server.root, name, command, env).pid)
        server = replace(server, parts=(*server.parts, new))
        _save(server)
    return server


def _spawn(root: Path, name: str, command: list[str], env: dict[str, str]) -> subprocess.Popen[bytes]:
    log = log_file(root, name)
    log.parent.mkdir(parents=True, exist_ok=True)
    if log.exists():  # it may say why the part ended
        log.replace(log.with_name(f"{log.name}.before"))
    program = find_program("airflow")
    # A session of its own: Ctrl-C in the terminal reaches us only, and we end the parts in order.
    with log.open("wb") as file:
        return subprocess.Popen(
            [sys.executable, program, *command],
            cwd=root,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def _wait(server: Server) -> None:
    deadline = time.monotonic() + START_TIMEOUT
    api = Api(server.address)
    while time.monotonic() < deadline:
        if dead := server.dead_part():
            raise WorkspaceError(f"Airflow's {dead} ended at once: {_tail(server.root, dead)}")
        if _ready(server, api):
            return
        time.sleep(0.5)
    raise WorkspaceError(
        f"Airflow did not start within {START_TIMEOUT} s; see {log_file(server.root, 'x').parent}"
    )


def _ready(server: Server, api: Api) -> bool:
    web = next(part for part in server.parts if part.name == "api-server")
    try:
        if not api.logged_in:
            api.login(settings.USER, settings.password(server.root))
        began = web.created  # the database also holds the DAG and errors of earlier starts
        if errors := api.import_errors(began):
            raise WorkspaceError(f"the DAG cannot be drawn: {errors[0]}")
        first = Files.of(server.root).pipelines[0]
        return api.has_dag(first, began) and api.scheduler_is_healthy()
    except ApiError:
        return False


def _tail(root: Path, part: str, lines: int = 8) -> str:
    text = log_file(root, part).read_text(encoding="utf-8", errors="replace")
    return "\n".join([*text.strip().splitlines()[-lines:], f"(all of it: {log_file(root, part)})"])
