"""The demo: builds the embedded sample through Airflow, from scratch, in one command."""

import json
import shutil
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import typer

from dialogue_etl.pipeline import stages
from dialogue_etl.sources import SOURCES
from dialogue_etl.workspace import airflow, settings
from dialogue_etl.workspace.api import DONE, Api, ApiError, Task
from dialogue_etl.workspace.create import create
from dialogue_etl.workspace.product import SAMPLE
from dialogue_etl.workspace.root import WorkspaceError, is_root

POLL = 2.0
"""Seconds between two requests for the state of the run."""


def demo(root: Path, port: int) -> bool:
    """Make the workspace if there is none, run the DAG once, show the result, stop Airflow.

    Args:
        root: The workspace, or where it will be.
        port: For Airflow, on this machine only.

    Returns:
        Whether the run succeeded.

    Raises:
        WorkspaceError: the folder cannot be used, or Airflow does not start.
    """
    began = time.monotonic()
    airflow.check(root, port)
    if is_root(root):
        say(f"using the workspace {root}")
    else:
        say(f"making the workspace {root}, preset {SAMPLE}")
        create(root, SAMPLE)
    with _stopping(root):
        server = airflow.start(root, port, say)
        say(f"Airflow is up at {server.address} after {time.monotonic() - began:.0f} s")
        api = Api(server.address)
        api.login(settings.USER, settings.password(root))
        run, state = _run(api)
        result = api.result(airflow.DAG, run, "publish")
        if state != "success":
            _show_failure(api, root, run)
            return False
    folder = root / "published" / result["variant"] / str(result["number"])
    typer.echo(summed_up(root, json.loads((folder / "summary.json").read_text(encoding="utf-8"))))
    say(f"done in {time.monotonic() - began:.0f} s")
    return True


def say(sentence: str) -> None:
    """Print a sentence about a step."""
    typer.echo(f"• {sentence}")


@contextmanager
def _stopping(root: Path) -> Iterator[None]:
    """Stop Airflow in the end, also after Ctrl-C or SIGTERM; a second one does not interrupt stopping."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise
    finally:
        signal.signal(signal.SIGTERM, before)
        airflow.stop(root)


def _run(api: Api) -> tuple[str, str]:
    """Trigger the DAG and wait for the end of the run; its id and final state."""
    for stale in api.active_runs(airflow.DAG):  # left by a demo that was killed
        api.fail_run(airflow.DAG, stale)
    run = api.trigger(airflow.DAG, {})
    say(f"run {run}")
    shown: dict[str, str] = {}
    try:
        while True:
            state = api.run_state(airflow.DAG, run)
            tasks = api.tasks(airflow.DAG, run)
            _show(api, run, tasks, shown)
            if state in DONE:
                return run, state
            if any(task.state == "awaiting_input" for task in tasks):
                raise WorkspaceError(
                    "a gate stops the version: `dialogue-etl up`, then Browse → Required Actions"
                )
            time.sleep(POLL)
    except KeyboardInterrupt:
        # Else the next start of Airflow would continue it.
        with suppress(ApiError):
            api.fail_run(airflow.DAG, run)
        raise


def _show(api: Api, run: str, tasks: list[Task], shown: dict[str, str]) -> None:
    """Print a line for each task that has ended since the last call; `shown` remembers their states."""
    for task in tasks:
        if task.seconds is None or shown.get(task.name) == task.state:
            continue
        shown[task.name] = task.state
        result = api.result(airflow.DAG, run, task.name)
        what = str(result.get("status") or result.get("tag") or "")
        typer.echo(f"  {task.name}: {task.state} {task.seconds:.1f} s {what}".rstrip())


def _show_failure(api: Api, root: Path, run: str) -> None:
    for task in api.tasks(airflow.DAG, run):
        if task.state == "failed":
            typer.secho(f"task {task.name} failed", fg="red")
    typer.echo(f"Its log: {settings.home(root) / 'logs' / f'dag_id={airflow.DAG}' / f'run_id={run}'}")
    typer.echo(f"The run's folder, as the failed task left it: {root / '.worktrees'}")


def summed_up(root: Path, summary: Mapping[str, Any]) -> str:
    """Size and paths of a published version, and commands to try next.

    Args:
        root: of the workspace.
        summary: content of the version's `summary.json`.
    """
    source, number, tag = SOURCES[airflow.DAG], summary["number"], summary["tag"]
    report = Path("published") / summary["variant"] / str(number) / "report" / summary["page"]
    base = tag.rpartition("/")[0]
    commands = [
        (f"xdg-open {report}", "look at the report (macOS: open)"),
        ("dialogue-etl up", "Airflow's UI: trigger the DAG, turn parameters in its form; Ctrl-C ends it"),
        ("dialogue-etl params", "every parameter with value, range, unit and source"),
        ("dvc params diff && dvc metrics diff", "what a changed parameter and `dvc repro` changed"),
        (f"dialogue-etl diff {base}/{max(number - 1, 1)} {base}/{max(number, 2)}", "compare two versions"),
        *source.next_steps,
    ]
    known = stages.read(root)
    others = {one: [f"{one}-report", f"{one}-check"] for one in SOURCES if one != source.name}
    built = {one: [stage for stage in of if stage in known] for one, of in others.items()}
    commands += [(f"dvc repro {' '.join(of)}", f"another source: {one}") for one, of in built.items() if of]
    lines = "\n".join(f"  {command}" + (f"\n      # {why}" if why else "") for command, why in commands)
    there = summary["in_workspace"]
    dataset = (
        root / f"data/{source.name}/dataset"
        if there
        else f"git checkout {tag} && dvc checkout --allow-missing"
    )
    sizes = ", ".join(f"{count:,} {name}" for name, count in summary["totals"].items())
    programs = Path(sys.executable).parent
    activate = "" if shutil.which("dialogue-etl") else f"export PATH={programs}:$PATH\n  "
    return f"""
Dataset   {dataset}
          {sizes}
Report    {root / report}
Version   git tag {tag} in {root}

What you can do now:

  {activate}cd {root}
{lines}
"""
