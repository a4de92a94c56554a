"""The demo: the embedded sample through Airflow, from nothing to a dataset, in one command."""

from __future__ import annotations

import json
import signal
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from dialogue_etl.params import read_values
from dialogue_etl.sources import SOURCES
from dialogue_etl.workspace import airflow, settings
from dialogue_etl.workspace.api import DONE, Api, ApiError, Task
from dialogue_etl.workspace.create import create
from dialogue_etl.workspace.params_file import flatten
from dialogue_etl.workspace.product import preset, product_folder
from dialogue_etl.workspace.root import WorkspaceError, is_root
from dialogue_etl.workspace.show import next_steps, preset_table, result_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dialogue_etl.workspace.show import Screen

PRESET = "sample"
POLL = 2.0
"""Seconds between two looks at the run."""
RUN_TIMEOUT = 1800
"""Seconds; the sample takes about one minute on an idle machine."""


def demo(root: Path, port: int, screen: Screen) -> bool:
    """Make the workspace if there is none, run the DAG once, show what came of it, stop Airflow.

    Args:
        root: The workspace, or where it will be.
        port: For Airflow, on this machine only.
        screen: Where to show it.

    Returns:
        Whether the run succeeded.

    Raises:
        WorkspaceError: the folder cannot be used, or Airflow does not start.
    """
    began = time.monotonic()
    airflow.check(root, port)
    if is_root(root):
        screen.step(f"using the workspace {root}")
    else:
        screen.step(f"making the workspace {root}, preset {PRESET}")
        create(root, PRESET)
        _explain_preset(screen)
    with _stopping(root), suppress_interrupt_twice():
        server = airflow.start(root, port, screen.step)
        screen.step(f"Airflow is up at {server.address} after {time.monotonic() - began:.0f} s")
        api = Api(server.address)
        api.login(settings.USER, settings.password(root))
        run, state = _run(api, screen)
        result = api.result(airflow.DAG, run, "publish")
        if state != "success":
            _show_failure(api, root, run, screen)
            return False
    _show_result(root, result, screen)
    screen.step(f"done in {time.monotonic() - began:.0f} s")
    return True


def _explain_preset(screen: Screen) -> None:
    text = (product_folder() / "presets" / f"{PRESET}.yaml").read_text(encoding="utf-8")
    reason = " ".join(line.lstrip("# ") for line in text.splitlines() if line.startswith("#"))
    defaults = flatten(read_values(product_folder() / "params.yaml"))
    changed = {k: (defaults.get(k), v) for k, v in flatten(preset(PRESET)).items() if defaults.get(k) != v}
    screen.table(preset_table(PRESET, changed))
    screen.text(reason)


@contextmanager
def _stopping(root: Path) -> Iterator[None]:
    """Stop Airflow whatever happens; SIGTERM counts as Ctrl-C."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
        airflow.stop(root)


@contextmanager
def suppress_interrupt_twice() -> Iterator[None]:
    """Let one Ctrl-C through; a second must not cut the stopping short."""
    try:
        yield
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise


def _run(api: Api, screen: Screen) -> tuple[str, str]:
    """Trigger the DAG and follow it; its id and final state."""
    for stale in api.active_runs(airflow.DAG):  # of a demo that was killed
        api.fail_run(airflow.DAG, stale)
    run = api.trigger(airflow.DAG, {})
    notes: dict[str, str] = {}
    deadline = time.monotonic() + RUN_TIMEOUT
    try:
        with screen.progress(f"run {run}") as show:
            while True:
                state = api.run_state(airflow.DAG, run)
                tasks = api.tasks(airflow.DAG, run)
                _note(api, run, tasks, notes)
                show(tasks, notes)
                if state in DONE:
                    return run, state
                if any(task.state == "awaiting_input" for task in tasks):
                    raise WorkspaceError(
                        "a gate stops the version: `dialogue-etl up`, then Browse → Required Actions"
                    )
                if time.monotonic() > deadline:
                    raise WorkspaceError(f"the run did not end in {RUN_TIMEOUT} s")
                time.sleep(POLL)
    except KeyboardInterrupt:
        # Otherwise the next start of Airflow would go on with it.
        with suppress(ApiError):
            api.fail_run(airflow.DAG, run)
        raise


def _note(api: Api, run: str, tasks: list[Task], notes: dict[str, str]) -> None:
    """What a finished task says of itself: ran, restored from cache, unchanged; or the tag."""
    for task in tasks:
        if task.state == "success" and task.name not in notes:
            result = api.result(airflow.DAG, run, task.name)
            notes[task.name] = str(result.get("status") or result.get("tag") or "")


def _show_failure(api: Api, root: Path, run: str, screen: Screen) -> None:
    for task in api.tasks(airflow.DAG, run):
        if task.state == "failed":
            screen.error(f"task {task.name} failed; the end of its log:")
            with suppress(ApiError):
                screen.text("\n".join(api.log(airflow.DAG, run, task)[-25:]))
    screen.text(f"All logs: {settings.home(root) / 'logs'}")
    screen.text(f"The run's folder, as the failed task left it: {root / '.worktrees'}")


def _show_result(root: Path, result: dict[str, Any], screen: Screen) -> None:
    folder = root / "published" / result["variant"] / str(result["number"])
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    source = SOURCES[airflow.DAG]
    screen.table(result_table(summary, source))
    screen.text(next_steps(root, summary, source))
