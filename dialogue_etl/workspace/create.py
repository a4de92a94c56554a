"""Makes a workspace, or upgrades an old one to the installed version."""

import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psutil

from dialogue_etl.core.shards import write_atomic
from dialogue_etl.params import parse
from dialogue_etl.sources import SOURCES
from dialogue_etl.workspace.change import DEFAULT, DVC_YAML, PARAMS_YAML, Files, fresh, known, renewed
from dialogue_etl.workspace.folders import furnish, track_new, tracked
from dialogue_etl.workspace.product import SAMPLE
from dialogue_etl.workspace.programs import dvc, find_program, git
from dialogue_etl.workspace.root import WorkspaceError, is_root

DVC_CONFIG = """\
[core]
    analytics = false
    autostage = false
    check_update = false
[cache]
    # Copies where the file system cannot share blocks: a hard link edited in place would damage the cache.
    type = "reflink,copy"
"""
README = """\
# A Dialogue ETL workspace

`params.yaml` holds every parameter (`dialogue-etl params` explains them), `dvc.yaml` the stages. DVC versions
the folders that a file `*.dvc` names and all data, git the rest.

    dvc repro
    dialogue-etl up                             # or in Airflow: trigger a DAG
    dvc params diff HEAD~1 && dvc metrics diff HEAD~1
    git tag --list 'dataset/*'                  # published; git checkout TAG && dvc checkout --allow-missing
    dialogue-etl init --upgrade .               # after upgrading dialogue-etl

Datasets are in `data/<DAG>/dataset`, their reports in `data/<DAG>/report`.
"""


def create(
    folder: Path,
    preset_name: str | None = None,
    chosen: Iterable[str] = (),
    languages: Sequence[str] = (),
) -> Path:
    """Make a workspace with its first commit.

    Args:
        folder: New or empty.
        preset_name: Values for params.yaml, from presets/.
        chosen: Its pipelines; none: the first that there is, or all for the embedded sample.
        languages: To build; none: those of the preset, else English.

    Returns:
        The folder, absolute.

    Raises:
        WorkspaceError: the folder is not empty, there is no such preset or pipeline, a pipeline lacks the
            dataset that it is made of, git or dvc is missing or failed.
        ParamsError: a language cannot be built.
    """
    folder = folder.expanduser().resolve()
    _refuse_filled(folder)
    pipelines = known(chosen) or (known(SOURCES) if preset_name == SAMPLE else [DEFAULT])
    files = fresh(pipelines, languages, preset_name)
    for program in ("git", "dvc"):
        find_program(program)
    with made_whole(folder) as draft:
        (draft / DVC_YAML).write_text(files.dvc_yaml, encoding="utf-8")
        (draft / PARAMS_YAML).write_text(files.params_yaml, encoding="utf-8")
        (draft / "README.md").write_text(README, encoding="utf-8")
        furnish(draft, pipelines)
        _first_commit(draft, preset_name, pipelines)
    return folder


@contextmanager
def made_whole(folder: Path) -> Iterator[Path]:
    """A draft beside a new or empty folder, which becomes it at the end: it is there whole or not at all.

    Raises:
        WorkspaceError: the folder is a file, or has something in it.
    """
    folder = folder.expanduser().resolve()
    _refuse_filled(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    for old in folder.parent.glob(f".{folder.name}.[0-9]*"):  # of a process that was killed
        if old.suffix[1:].isdecimal() and not psutil.pid_exists(int(old.suffix[1:])):
            shutil.rmtree(old, ignore_errors=True)
    draft = folder.with_name(f".{folder.name}.{os.getpid()}")
    try:
        draft.mkdir()
        yield draft
        if folder.is_dir():  # perhaps where a shell is: it stays
            for child in draft.iterdir():
                child.rename(folder / child.name)
        else:
            draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _refuse_filled(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise WorkspaceError(f"{folder} is a file: name a new or empty folder")
    if folder.exists() and is_root(folder):
        raise WorkspaceError(f"{folder} is a workspace already; `--upgrade` brings it up to this version")
    if folder.exists() and any(folder.iterdir()):
        raise WorkspaceError(f"{folder} is not empty: name a new or empty folder")


def _first_commit(folder: Path, preset_name: str | None, pipelines: Iterable[str]) -> None:
    git(folder, "init", "--quiet")
    git(folder, "symbolic-ref", "HEAD", "refs/heads/main")  # `init -b` is younger than some gits around
    ensure_identity(folder)
    ignore = (folder / ".dvcignore").read_text(encoding="utf-8")
    dvc(folder, "init", "--quiet")
    (folder / ".dvcignore").write_text(ignore, encoding="utf-8")
    (folder / ".dvc" / "config").write_text(DVC_CONFIG, encoding="utf-8")
    if folders := tracked(pipelines):
        dvc(folder, "add", "--quiet", *folders)
    git(folder, "add", "--all")
    title = f"New workspace, preset {preset_name}" if preset_name else "New workspace"
    # Without hooks and signatures, which may ask for input.
    quiet = ("-c", "core.hooksPath=/dev/null", "-c", "commit.gpgsign=false")
    git(folder, *quiet, "commit", "--quiet", "-m", title)


def ensure_identity(folder: Path) -> None:
    """Set a committer for the repository if git has none."""
    try:
        git(folder, "var", "GIT_COMMITTER_IDENT")
    except WorkspaceError:
        git(folder, "config", "user.name", "Dialogue ETL")
        git(folder, "config", "user.email", "dialogue-etl@localhost")


def upgrade(folder: Path) -> None:
    """Bring dvc.yaml, params.yaml and the ignore files of a workspace up to the installed version.

    Its pipelines stay. dvc.yaml is the installed one, with their stages alone. Values and comments in
    params.yaml stay but for those of parameters that this version does not have. Nothing is committed:
    `git diff` shows what changed.

    Raises:
        WorkspaceError: it is not a workspace, or has uncommitted edits that would be lost.
    """
    folder = folder.expanduser().resolve()
    if not is_root(folder):
        raise WorkspaceError(f"{folder} is not a workspace: it lacks dvc.yaml or params.yaml")
    if git(folder, "status", "--porcelain", "--", DVC_YAML, PARAMS_YAML):
        raise WorkspaceError(f"dvc.yaml or params.yaml of {folder} has uncommitted edits: commit them first")
    pipelines = Files.of(folder).pipelines or [DEFAULT]
    files = renewed(folder, pipelines)
    parse(files.values)
    furnish(folder, pipelines)
    write_atomic(folder / PARAMS_YAML, files.params_yaml.encode())
    write_atomic(folder / DVC_YAML, files.dvc_yaml.encode())
    track_new(folder, pipelines)
