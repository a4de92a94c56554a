"""Commands that make a workspace, run Airflow for it, and run the demo."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dialogue_etl.workspace.root import WorkspaceError, find_root

if TYPE_CHECKING:
    from dialogue_etl.workspace.airflow import Server

Port = Annotated[int, typer.Option(min=1024, max=65535, help="Port of Airflow's UI, on this machine only.")]
Folder = Annotated[Path | None, typer.Argument(help="The workspace; by default the one you are in.")]
Sources = Annotated[
    list[str] | None,
    typer.Option(help="What it builds, such as books,threads; `dialogue-etl sources` lists all."),
]
Languages = Annotated[list[str] | None, typer.Option(help="BCP-47 tags, such as en,de; by default en.")]
DEFAULT_PORT = 8080
RESTARTS = 3
"""How often `up` restarts Airflow after one of its processes ended, before it gives up."""


def init(
    folder: Annotated[Path, typer.Argument(help="A new or empty folder.")],
    sources: Sources = None,
    languages: Languages = None,
    preset: Annotated[str | None, typer.Option(help="Values for params.yaml: sample, paper, …")] = None,
    upgrade: Annotated[
        bool, typer.Option("--upgrade", help="Bring an existing workspace up to this version.")
    ] = False,
) -> None:
    """Make a workspace: a git and DVC repository with every parameter of its sources in params.yaml.

    `dialogue-etl sources` adds sources later.
    """
    from dialogue_etl.cli.sources import ask, say_left_out, show
    from dialogue_etl.workspace import create
    from dialogue_etl.workspace.change import Files
    from dialogue_etl.workspace.product import SAMPLE

    if upgrade:
        create.upgrade(folder)
        typer.echo(f"{folder} is of this version. Nothing is committed: git -C {folder} diff")
        return
    if not sources and preset != SAMPLE and sys.stdin.isatty():
        sources = ask()
    made = create.create(folder, preset, sources or (), split(languages))
    files = Files.of(made)
    typer.echo(f"{made} is ready. It builds:\n")
    show(files, files.pipelines)
    if preset:
        say_left_out(preset, files.pipelines)
    typer.echo(f"\nNext: cd {folder} && dvc repro   (or: dialogue-etl up)")


def split(words: Iterable[str] | None) -> list[str]:
    """The words of an option that may be repeated, or have several with commas between them."""
    return [word for one in words or () for word in one.replace(",", " ").split()]


def demo(
    folder: Annotated[
        Path, typer.Argument(help="The demo's workspace; created if it does not exist.")
    ] = Path("demo"),
    port: Port = DEFAULT_PORT,
) -> None:
    """Build the embedded sample from scratch, through Airflow, and show the result."""
    from dialogue_etl.workspace.demo import demo as run_demo

    try:
        succeeded = run_demo(folder.expanduser().resolve(), port)
    except KeyboardInterrupt:
        typer.secho("interrupted; Airflow is stopped", fg="red")
        raise typer.Exit(130) from None
    if not succeeded:
        raise typer.Exit(1)


def up(folder: Folder = None, port: Port = DEFAULT_PORT) -> None:
    """Serve Airflow for a workspace until Ctrl-C.

    If one of its processes ends, Airflow is restarted, and runs continue.
    """
    from dialogue_etl.workspace import airflow

    root = find_root(folder)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    server = None
    try:
        for restarts in range(RESTARTS + 1):
            server = airflow.start(root, port, lambda sentence: typer.echo(f"• {sentence}"), people=True)
            _tell(server)
            while not (dead := server.dead_part()):
                time.sleep(1)
            if airflow.load(root) is None:  # `dialogue-etl down` ended it
                return
            log = airflow.log_file(root, dead)
            if restarts == RESTARTS:
                raise WorkspaceError(f"Airflow's {dead} ended; see {log}")
            typer.echo(f"\n• Airflow's {dead} ended (see {log}.before): starting again")
            airflow.stop(root)
            server = None
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not interrupt stopping
        typer.echo("\n• stopping Airflow")
    finally:
        if server:
            airflow.stop(root)


def _tell(server: Server) -> None:
    from dialogue_etl.workspace import settings

    typer.echo(
        f"\n{server.address}   user: {settings.USER}   password: {settings.password(server.root)}\n"
        f"Workspace {server.root}; logs in {settings.home(server.root) / 'logs'}\n"
        "Stop it with Ctrl-C, or from elsewhere with: dialogue-etl down"
    )


def down(folder: Folder = None) -> None:
    """Stop a workspace's Airflow, whoever started it."""
    from dialogue_etl.workspace import airflow

    root = find_root(folder)
    ended = airflow.stop(root)
    typer.echo(f"Stopped {ended} processes of {root}" if ended else f"Nothing of {root} was running")
