"""The folders and first files of a workspace, for people to add to."""

from collections.abc import Iterable
from pathlib import Path

from dialogue_etl.core.shards import write_atomic
from dialogue_etl.sources import SOURCES
from dialogue_etl.workspace.programs import track

IGNORED = ("/data/", "/metrics/", "/.airflow/", "/.dialogue-etl/", "/.worktrees/", "/published/")
DVCIGNORE = """\
# Never part of a dataset, but they would count in the hashes of folders: what DVC writes itself, and what a
# killed stage had begun.
.gitignore
.*.partial
"""


def furnish(folder: Path, pipelines: Iterable[str]) -> None:
    """Make the ignore files of a workspace, and folders and first files of pipelines that are not there."""
    for name, lines in ((".gitignore", IGNORED), (".dvcignore", DVCIGNORE.splitlines())):
        path = folder / name
        there = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        write_atomic(path, ("\n".join(dict.fromkeys([*there, *lines])) + "\n").encode())
    for name, text in {name: text for one in pipelines for name, text in SOURCES[one].files.items()}.items():
        if not (folder / name).exists():
            write_atomic(folder / name, text.encode())


def tracked(pipelines: Iterable[str]) -> list[str]:
    """The folders of pipelines that DVC tracks."""
    return [name for one in pipelines for name in SOURCES[one].tracked]


def track_new(root: Path, pipelines: Iterable[str]) -> None:
    """Let DVC track the folders of pipelines that it does not track yet."""
    for name in tracked(pipelines):
        if not (root / f"{name}.dvc").exists():
            track(root, name)
