"""A workspace with its Airflow, kept up whatever is killed, and kills of all its processes."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import typer

from dialogue_etl.core import yaml_files
from dialogue_etl.workspace import airflow, settings
from dialogue_etl.workspace.api import Api, ApiError
from dialogue_etl.workspace.programs import git
from tests.interruptions.processes import marked, seconds_until_gone
from tests.interruptions.workspace import Workspace, instances, make
from tests.targets import TARGETS

if TYPE_CHECKING:
    import random
    import subprocess

STAGE, DVC, TASK, WORKER, SCHEDULER, SERVER = "stage", "dvc", "task", "worker", "scheduler", "api-server"
KINDS = (STAGE, SCHEDULER, DVC, SERVER, TASK, WORKER)
LIMIT = 2.0
"""Seconds in which everything below a killed process must be gone."""
_RUN_SECONDS = 1800
_END_SECONDS = 30
_PAUSE_SECONDS = 8
_PATIENCE = 300
_SPARE = 4  # as dvc_airflow.operators has it, which imports Airflow


def campaign(folder: Path, source: str, kills: int, chance: random.Random) -> list[str]:
    """Kill processes of a running Airflow, of each kind in turn, while it builds; what went wrong.

    Nothing is cleared or repaired by hand.
    """
    workspace = make(folder)
    calm = workspace.copy("calm")  # nothing is shared with it
    calm.run("dvc", "repro", "--quiet", *TARGETS[source])
    expected = outs((calm.folder / "dvc.lock").read_text("utf-8"))
    forced = sorted({name.partition("@")[0] for name in instances(calm.folder, source)})
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    problems = []
    with Served(workspace, source, port) as served:
        stuck = []
        for number in range(kills):
            if number % _SPARE == 0:  # killed more often than it is tried again, a task may fail in honour
                stuck += served.wait_for_runs()
            kind = KINDS[number % len(KINDS)]
            problem = _strike(served, forced, kind, chance)
            typer.echo(f"{number + 1:>3}  {kind:<10} {problem or 'well'}")
            problems += [f"{kind}: {problem}"] if problem else []
        stuck += served.wait_for_runs()
        served.trigger([])  # a last one, for whatever the kills may have damaged for those that follow
        stuck += served.wait_for_runs()
        runs = served.ask(lambda api: api._get(f"/dags/{source}/dagRuns?limit=1000")["dag_runs"])
        states = [str(run["state"]) for run in runs]
    problems += [f"not ended: {run}" for run in stuck]
    problems += [f"a run ended as {state}" for state in states if state != "success"]
    return problems + _wrong_versions(workspace.folder, len(states), expected) + _left(workspace)


def _strike(served: Served, forced: list[str], kind: str, chance: random.Random) -> str | None:
    """Kill a process of a kind while a run is active; what went wrong."""
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        if not served.active():
            served.trigger(forced)
        time.sleep(chance.uniform(0, _PAUSE_SECONDS))
        with contextlib.suppress(psutil.Error):
            if victims := _victims(served, kind):
                victim = chance.choice(victims)
                below = victim.children(recursive=True)
                victim.kill()
                if kind in {SCHEDULER, SERVER}:  # `up` ends the rest in order
                    return None
                _, left = psutil.wait_procs(below, LIMIT)
                names = [" ".join(process.cmdline())[:80] for process in left]
                return f"still there after {LIMIT} s: {names}" if names else None
    return f"none was caught in {_PATIENCE} s"


def _victims(served: Served, kind: str) -> list[psutil.Process]:
    if kind in {SCHEDULER, SERVER}:
        server = airflow.load(served.workspace.folder)
        parts = server.parts if server else ()
        return [found for part in parts if part.name == kind and (found := part.find())]
    ours = marked(served.workspace.mark)
    if kind == STAGE:
        return [process for process in ours if "--output" in process.cmdline()]
    dvcs = [process for process in ours if "--single-item" in process.cmdline()]
    if kind == DVC:
        return dvcs
    tasks = [process.parent() for process in dvcs]
    return tasks if kind == TASK else [task.parent() for task in tasks]


def _wrong_versions(root: Path, runs: int, expected: Mapping[str, str]) -> list[str]:
    """Versions that are not as built undisturbed, and whether there is one of each run."""
    tags = git(root, "tag", "--list", "dataset/*").splitlines()
    problems = [f"{len(tags)} versions of {runs} runs"] if len(tags) != runs else []
    for tag in tags:
        found = outs(git(root, "show", f"{tag}:dvc.lock"))
        if differing := sorted(p for p in {*found, *expected} if found.get(p) != expected.get(p)):
            problems.append(f"{tag} is not as built undisturbed: {differing[:5]}")
        if not (root / "published" / tag.partition("/")[2] / "summary.json").exists():
            problems.append(f"{tag} is not published")
    return problems


def _left(workspace: Workspace) -> list[str]:
    """Processes, folders of runs that are over, half-published folders, locks of git."""
    problems = []
    if seconds_until_gone(workspace.mark, _END_SECONDS) > _END_SECONDS:
        problems = [f"left: {' '.join(one.cmdline())[:100]}" for one in marked(workspace.mark)]
    patterns = (".worktrees/[!.]*/", "published/*/.*", ".git/*.lock", ".git/refs/**/*.lock")
    left = [path for pattern in patterns for path in workspace.folder.glob(pattern)]
    return problems + [f"left behind: {path}" for path in left if path.name != "dvc_airflow.lock"]


def outs(lock: str) -> dict[str, str]:
    """Path to hash of all that a dvc.lock records."""
    stages = yaml_files.load(lock)["stages"]
    return {out["path"]: out["md5"] for stage in stages.values() for out in stage["outs"]}


@dataclass
class Served:
    """Airflow for a workspace by `dialogue-etl up`, started anew when that gives up, as systemd would."""

    workspace: Workspace
    dag: str
    port: int
    _process: subprocess.Popen[bytes] | None = None
    _over: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def __enter__(self) -> Served:
        """Start it; it is up when a question is answered."""
        self._thread = threading.Thread(target=self._keep, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop it as a person does."""
        self._over.set()
        if self._process:
            self._process.terminate()
        if self._thread:
            self._thread.join()

    def _keep(self) -> None:
        up = ("dialogue-etl", "up", str(self.workspace.folder), "--port", str(self.port))
        while not self._over.is_set():
            self._process = self.workspace.start(*up)
            self._process.wait()

    def ask(self, question: Callable[[Api], Any], seconds: float = 300) -> Any:
        """An answer of Airflow's API, waited for while it is being started again."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                api = Api(f"http://127.0.0.1:{self.port}")
                api.login(settings.USER, settings.password(self.workspace.folder))
                return question(api)
            except (ApiError, OSError, ValueError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(1)

    def trigger(self, force: list[str]) -> None:
        """Start a run in which some stages run though earlier runs have done the same."""
        self.ask(lambda api: api.trigger(self.dag, {"run.force": force}))

    def active(self) -> list[str]:
        """Runs that are queued or running."""
        found: list[str] = self.ask(lambda api: api.active_runs(self.dag))
        return found

    def wait_for_runs(self) -> list[str]:
        """Wait until no run is active; those that still are afterwards."""
        deadline = time.monotonic() + _RUN_SECONDS
        while (active := self.active()) and time.monotonic() < deadline:
            time.sleep(1)
        return active
