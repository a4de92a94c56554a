"""What the demo shows, on a terminal as a live table, elsewhere as plain lines."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from dialogue_etl.sources import SOURCES
from dialogue_etl.workspace.results import columns, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from dialogue_etl.sources.base import Source
    from dialogue_etl.workspace.api import Task

    ShowTasks = Callable[[list[Task], Mapping[str, str]], None]

STYLES = {"success": "green", "failed": "bold red", "running": "yellow", "skipped": "dim", "none": "dim"}


class Screen:
    """The terminal, or a log file that takes plain lines."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(soft_wrap=True, highlight=False)

    def step(self, sentence: str) -> None:
        """A step that begins or is done."""
        self._console.print(Text("• " + sentence))

    def text(self, text: str) -> None:
        """Lines as they are."""
        self._console.print(Text(text))

    def error(self, sentence: str) -> None:
        """What went wrong."""
        self._console.print(Text(sentence, style="bold red"))

    def table(self, table: Table) -> None:
        """A table."""
        # Not a terminal has no width of its own; 80 columns would cut the table.
        self._console.print(table, width=None if self._console.is_terminal else 110)

    @contextmanager
    def progress(self, title: str) -> Iterator[ShowTasks]:
        """A function to call with the tasks' states again and again."""
        if not self._console.is_terminal:
            yield _plain_progress(self._console, title)
            return
        with Live(console=self._console, refresh_per_second=4) as live:
            yield lambda tasks, notes: live.update(_task_table(title, tasks, notes))


def _plain_progress(console: Console, title: str) -> ShowTasks:
    console.print(Text(title))
    seen: dict[str, str] = {}

    def show(tasks: list[Task], notes: Mapping[str, str]) -> None:
        for task in tasks:
            if task.state in {"running", "success", "failed", "skipped", "upstream_failed", "up_for_retry"}:
                line = f"  {task.name}: {task.state}{_seconds(task)} {notes.get(task.name, '')}".rstrip()
                if seen.get(task.name) != task.state:
                    console.print(Text(line))
                seen[task.name] = task.state

    return show


def _task_table(title: str, tasks: list[Task], notes: Mapping[str, str]) -> Table:
    table = Table(title=title, title_justify="left", title_style="dim", box=None, pad_edge=False)
    for column in ("task", "state", "time", ""):
        table.add_column(column)
    for task in tasks:
        style = STYLES.get(task.state, "")
        state = Text("waiting" if task.state == "none" else task.state, style=style)
        table.add_row(
            Text(task.name), state, _seconds(task).strip(), Text(notes.get(task.name, ""), style="dim")
        )
    return table


def _seconds(task: Task) -> str:
    return f" {task.seconds:.1f} s" if task.seconds is not None else ""


def preset_table(name: str, changed: Mapping[str, tuple[Any, Any]]) -> Table:
    """What a preset changes: key, default, value."""
    table = Table(title=f"preset {name}", title_justify="left")
    for column in ("parameter", "default", name):
        table.add_column(column)
    for key, (default, value) in changed.items():
        table.add_row(*(Text(str(cell)) for cell in (key, default, value)))
    return table


def result_table(summary: Mapping[str, Any], source: Source) -> Table:
    """Figures of a version per language."""
    table = Table(title=summary["tag"], title_justify="left")
    for number, column in enumerate(columns(source)):
        table.add_column(column, justify="right" if number else "left")
    for row in rows(summary["metrics"], source):
        table.add_row(*map(Text, row))
    return table


def next_steps(root: Path, summary: Mapping[str, Any], source: Source) -> str:
    """Where the result lies, and commands to go on with, to be typed as they are."""
    number, tag = summary["number"], summary["tag"]
    report = Path("published") / summary["variant"] / str(number) / "report" / summary["page"]
    dataset = (
        root / "data" / source.name / "dataset"
        if summary["in_workspace"]
        else f"git checkout {tag} && dvc checkout --allow-missing"
    )
    base = tag.rpartition("/")[0]
    pair = f"{base}/{number - 1} {tag}" if number > 1 else f"{tag} {base}/2"
    later = "" if number > 1 else ", once there is a second"
    commands = [
        (f"xdg-open {report}", "look at the report (macOS: open)"),
        ("dialogue-etl up", "Airflow's UI: trigger the DAG, turn parameters in its form; Ctrl-C ends it"),
        ("dialogue-etl params", "every parameter with value, range, unit and source"),
        ("dvc params diff && dvc metrics diff", "what a changed parameter and `dvc repro` changed"),
        (f"dialogue-etl diff {pair}", f"compare two versions{later}"),
        *source.part("commands").NEXT_STEPS,
        *(
            (f"dvc repro {other}-report {other}-check", f"another source: {other}")
            for other in SOURCES
            if other != source.name
        ),
    ]
    lines = "\n".join(f"  {command}" + (f"\n      # {why}" if why else "") for command, why in commands)
    return f"""
Dataset   {dataset}
Report    {root / report}
Version   git tag {tag} in {root}

What you can do now:

  {_activate()}cd {_short(root)}
{lines}
"""


def _activate() -> str:
    """The command that puts this installation's programs on PATH; empty when they are."""
    folder = Path(sys.executable).parent
    on_path = any(Path(entry) == folder for entry in os.environ.get("PATH", "").split(os.pathsep))
    return "" if on_path else f"export PATH={folder}:$PATH\n  "


def _short(folder: Path) -> str:
    """Relative to the working directory where that is inside it."""
    here = Path.cwd()
    return str(folder.relative_to(here)) if folder.is_relative_to(here) else str(folder)
