"""Commands around a workspace: make one, run Airflow for it, the demo."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from typing import Annotated

import typer

from dialogue_etl.workspace.root import WorkspaceError

Port = Annotated[int, typer.Option(min=1024, max=65535, help="Port of Airflow's UI, on this machine only.")]
Folder = Annotated[Path | None, typer.Argument(help="The workspace; by default the one you are in.")]
DEFAULT_PORT = 8080


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("init")(init)
    app.command("demo")(demo)
    app.command("up")(up)
    app.command("down")(down)


def init(
    folder: Annotated[Path, typer.Argument(help="A new or empty folder.")],
    preset: Annotated[str | None, typer.Option(help="Values for params.yaml: sample, paper, …")] = None,
    upgrade: Annotated[
        bool, typer.Option("--upgrade", help="Bring an existing workspace up to this version.")
    ] = False,
) -> None:
    """Make a workspace: a git and DVC repository with every knob in params.yaml."""
    from dialogue_etl.workspace import create

    if upgrade:
        changes = create.upgrade(folder)
        for change in changes:
            typer.echo(change)
        typer.echo(
            f"Nothing is committed yet: git -C {folder} diff; git -C {folder} commit -am Upgrade"
            if changes
            else f"{folder} is up to date"
        )
        return
    made = create.create(folder, preset)
    typer.echo(f"{made} is ready. Next: cd {folder} && dialogue-etl up   (or: dvc repro)")


def demo(
    folder: Annotated[Path, typer.Argument(help="The demo's workspace; made if it is not there.")] = Path(
        "demo"
    ),
    port: Port = DEFAULT_PORT,
) -> None:
    """Build the embedded sample from nothing, through Airflow, and show what came of it."""
    from dialogue_etl.workspace.demo import demo as run_demo
    from dialogue_etl.workspace.show import Screen

    screen = Screen()
    try:
        succeeded = run_demo(folder.expanduser().resolve(), port, screen)
    except KeyboardInterrupt:
        screen.error("interrupted; Airflow is stopped")
        raise typer.Exit(130) from None
    if not succeeded:
        raise typer.Exit(1)


def up(folder: Folder = None, port: Port = DEFAULT_PORT) -> None:
    """Serve Airflow for a workspace until Ctrl-C."""
    from dialogue_etl.workspace import airflow, settings

    root = _root(folder)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    server = None
    try:
        server = airflow.start(root, port, lambda sentence: typer.echo(f"• {sentence}"), people=True)
        typer.echo(
            f"\n{server.address}   user: {settings.USER}   password: {settings.password(root)}\n"
            f"Workspace {root}; logs in {settings.home(root) / 'logs'}\n"
            "Stop it with Ctrl-C, or from elsewhere with: dialogue-etl down"
        )
        while not (dead := server.dead_part()):
            time.sleep(1)
        if airflow.load(root) is not None:  # else `dialogue-etl down` ended it
            raise WorkspaceError(f"Airflow's {dead} ended; see {airflow.log_file(root, dead)}")
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second one must not cut the stopping short
        typer.echo("\n• stopping Airflow")
    finally:
        if server:
            airflow.stop(root)


def down(folder: Folder = None) -> None:
    """Stop a workspace's Airflow, whoever started it."""
    from dialogue_etl.workspace import airflow

    root = _root(folder)
    ended = airflow.stop(root)
    typer.echo(f"Stopped {ended} processes of {root}" if ended else f"Nothing of {root} was running")


def _root(folder: Path | None) -> Path:
    from dialogue_etl.workspace.root import find_root

    return find_root(folder)
