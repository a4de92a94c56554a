"""A workspace with its Airflow, kept up whatever is killed, and what its tasks are doing at a moment."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import subprocess
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import psutil
import yaml

from dialogue_etl.workspace import airflow, settings
from dialogue_etl.workspace.api import Api, ApiError
from dialogue_etl.workspace.params_file import flatten, set_values
from tests.conftest import ROOT
from tests.interruptions.workspace import LANGUAGES, Workspace
from tests.targets import BOOKS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

VARIANTS: dict[str, dict[str, Any]] = {
    "default": {},
    "narrow": {"extract": {"dialogue_gap": 300}},
    "longer": {"extract": {"min_turns": 3}},
}
"""Variant to what it changes."""
Outs = dict[str, str]


@dataclass(frozen=True)
class RunningTask:
    """A task that Airflow takes for running, with the process that does."""

    run: str
    name: str
    attempt: int
    process: psutil.Process

    @property
    def worker(self) -> psutil.Process | None:
        """The executor's process that supervises it."""
        with contextlib.suppress(psutil.Error):
            return self.process.parent()
        return None


def make(folder: Path) -> Workspace:
    """A workspace of the embedded sample in two languages, with a DVC remote; and a copy of the product."""
    workspace = Workspace(folder / "ws")
    product = workspace.product
    product.mkdir(parents=True)
    for name in ("dvc.yaml", "params.yaml"):
        shutil.copy(ROOT / name, product / name)
    for name in ("dialogue_etl", "presets", "dags", "plugins"):
        shutil.copytree(ROOT / name, product / name, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(
        ["dialogue-etl", "init", str(workspace.folder), "--preset", "sample"],
        env=environment(workspace),
        check=True,
        capture_output=True,
    )
    set_values(workspace.folder / "params.yaml", {"languages": list(LANGUAGES)})
    workspace.run("dvc", "remote", "add", "--quiet", "--default", "store", str(folder / "store"))
    workspace.run(
        "git", "-c", "user.name=T", "-c", "user.email=t@localhost", "commit", "-qam", "two languages"
    )
    return workspace


def environment(workspace: Workspace) -> dict[str, str]:
    """That of its programs, with the copied product's plugins."""
    given = workspace.environment()
    return given | {"PYTHONPATH": f"{given['PYTHONPATH']}:{workspace.product / 'plugins'}"}


def undisturbed(workspace: Workspace, changes: dict[str, Any]) -> Outs:
    """What a build without Airflow and kills leaves: path to hash; nothing is shared with the workspace."""
    calm = Workspace(workspace.folder.with_name("calm"))
    if not calm.folder.exists():
        calm = workspace.copy("calm")
    shutil.copy(workspace.folder / "params.yaml", calm.folder / "params.yaml")
    if changes:
        set_values(calm.folder / "params.yaml", changes)
    calm.run("dvc", "repro", "--quiet", *BOOKS)
    return outs((calm.folder / "dvc.lock").read_text("utf-8"))


def outs(lock: str) -> Outs:
    """Path to hash of all that a dvc.lock records.

    Raises:
        yaml.YAMLError, TypeError, KeyError: it is not whole.
    """
    stages = yaml.safe_load(lock)["stages"]
    return {out["path"]: out["md5"] for stage in stages.values() for out in stage["outs"]}


@dataclass
class Served:
    """Airflow for a workspace by `dialogue-etl up`, started anew when that gives up, as systemd would."""

    workspace: Workspace
    port: int
    starts: int = 0
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
        root = self.workspace.folder
        while not self._over.is_set():
            self.starts += 1
            with self.workspace.log.open("ab") as log:
                self._process = subprocess.Popen(
                    ["dialogue-etl", "up", str(root), "--port", str(self.port)],
                    cwd=root,
                    env=environment(self.workspace),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            self._process.wait()

    def ask(self, question: Callable[[Api], Any], seconds: float = 300) -> Any:
        """An answer of Airflow's API, waited for while it is being started again.

        Raises:
            ApiError: it does not come in time.
        """
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

    def wait_until_up(self) -> None:
        """Wait until it can run the DAG."""
        began = time.time() - 5
        self.ask(lambda api: _true(api.has_dag(airflow.DAG, began) and api.scheduler_is_healthy()))

    def trigger(self, variant: str, stages: list[str]) -> None:
        """Start a run of a variant whose stages all run, though earlier runs may have done the same."""
        conf = {"run.variant": variant, "run.force": stages, **flatten(VARIANTS[variant])}
        self.ask(lambda api: api.trigger(airflow.DAG, conf))

    def active(self) -> list[str]:
        """Runs that are queued or running."""
        found: list[str] = self.ask(lambda api: api.active_runs(airflow.DAG))
        return found

    def part(self, name: str) -> psutil.Process | None:
        """The scheduler or another part."""
        server = airflow.load(self.workspace.folder)
        parts = server.parts if server else ()
        return next((found for part in parts if part.name == name and (found := part.find())), None)

    def runs(self) -> dict[str, tuple[str, str]]:
        """Every run's state and variant."""
        listed = self._rows("select run_id, state, conf from dag_run where dag_id = 'books'")
        return {
            run: (state, yaml.safe_load(conf).get("run.variant", "default")) for run, state, conf in listed
        }

    def running(self) -> list[RunningTask]:
        """The tasks at work, from Airflow's database: the API may be away."""
        found = []
        for run, name, attempt, pid in self._rows(
            "select run_id, task_id, try_number, pid from task_instance "
            "where dag_id = 'books' and state = 'running'"
        ):
            with contextlib.suppress(psutil.Error, TypeError):
                found.append(RunningTask(run, name, attempt, psutil.Process(pid)))
        return found

    def attempts(self) -> list[tuple[str, str, str, int]]:
        """Run, task, state and tries of all tasks that were tried more than once."""
        return self._rows(
            "select run_id, task_id, state, try_number from task_instance "
            "where dag_id = 'books' and try_number > 1 order by 1, 2"
        )

    def _rows(self, query: str) -> list[Any]:
        path = settings.home(self.workspace.folder) / "airflow.db"
        try:
            with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)) as database:
                return database.execute(query).fetchall()
        except sqlite3.Error:  # not made yet, or being written
            return []


def _true(value: bool) -> bool:
    if not value:
        raise ApiError("not yet")
    return value


def stages(workspace: Workspace) -> list[str]:
    """Base names of the stages of books: a run takes no others."""
    listed = yaml.safe_load((workspace.folder / "dvc.yaml").read_text("utf-8"))["stages"]
    return [name for name in listed if name.startswith(f"{airflow.DAG}-")]


def wait_for_runs(served: Served, seconds: float) -> list[str]:
    """Wait until no run is active; those that still are afterwards."""
    deadline = time.monotonic() + seconds
    while (active := served.active()) and time.monotonic() < deadline:
        time.sleep(1)
    return active
