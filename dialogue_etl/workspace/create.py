"""Makes a workspace, or upgrades an old one to the installed version."""

import os
import shutil
from pathlib import Path

from dialogue_etl.params import override, parse, read_values
from dialogue_etl.sources import SOURCES
from dialogue_etl.workspace.params_file import flatten, set_values
from dialogue_etl.workspace.product import preset, product_folder
from dialogue_etl.workspace.programs import dvc, find_program, git, track
from dialogue_etl.workspace.root import WorkspaceError, is_root

IGNORED = ("/data/", "/metrics/", "/.airflow/", "/.dialogue-etl/", "/.worktrees/", "/published/")
DVC_CONFIG = """\
[core]
    analytics = false
    autostage = false
    check_update = false
[cache]
    # Copies where the file system cannot share blocks: a hard link edited in place would damage the cache.
    type = "reflink,copy"
"""
DVCIGNORE = """\
# Never part of a dataset, but they would count in the hashes of folders: what DVC writes itself, and what a
# killed stage had begun.
.gitignore
.*.partial
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


def create(folder: Path, preset_name: str | None = None) -> Path:
    """Make a workspace with its first commit.

    Args:
        folder: New or empty.
        preset_name: Values for params.yaml, from presets/.

    Returns:
        The folder, absolute.

    Raises:
        WorkspaceError: the folder is not empty, there is no such preset, git or dvc is missing or failed.
    """
    folder = folder.expanduser().resolve()
    _refuse_filled(folder)
    values = preset(preset_name) if preset_name else {}
    for program in ("git", "dvc"):
        find_program(program)
    # Made beside its place and then moved, so that the next init does not find a partial one.
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = folder.with_name(f".{folder.name}.{os.getpid()}")
    try:
        draft.mkdir()
        _write_files(draft)
        (draft / "README.md").write_text(README, encoding="utf-8")
        if values:
            set_values(draft / "params.yaml", values)
        parse(read_values(draft / "params.yaml"))
        _first_commit(draft, preset_name)
        folder.mkdir(exist_ok=True)
        for child in draft.iterdir():
            child.rename(folder / child.name)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return folder


def _refuse_filled(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise WorkspaceError(f"{folder} is a file: name a new or empty folder")
    if folder.exists() and is_root(folder):
        raise WorkspaceError(f"{folder} is a workspace already; `--upgrade` brings it up to this version")
    if folder.exists() and any(folder.iterdir()):
        raise WorkspaceError(f"{folder} is not empty: name a new or empty folder")


def _write_files(folder: Path) -> None:
    for name in ("dvc.yaml", "params.yaml"):
        shutil.copyfile(product_folder() / name, folder / name)
    for name, lines in ((".gitignore", IGNORED), (".dvcignore", DVCIGNORE.splitlines())):
        path = folder / name
        there = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        path.write_text("\n".join(dict.fromkeys([*there, *lines])) + "\n", encoding="utf-8")
    for name, text in {name: text for one in SOURCES.values() for name, text in one.files.items()}.items():
        if not (folder / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")


def _tracked() -> list[str]:
    """The folders that DVC tracks."""
    return [name for source in SOURCES.values() for name in source.tracked]


def _first_commit(folder: Path, preset_name: str | None) -> None:
    git(folder, "init", "--quiet")
    git(folder, "symbolic-ref", "HEAD", "refs/heads/main")  # `init -b` is younger than some gits around
    ensure_identity(folder)
    ignore = (folder / ".dvcignore").read_text(encoding="utf-8")
    dvc(folder, "init", "--quiet")
    (folder / ".dvcignore").write_text(ignore, encoding="utf-8")
    (folder / ".dvc" / "config").write_text(DVC_CONFIG, encoding="utf-8")
    dvc(folder, "add", "--quiet", *_tracked())
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
    """Replace dvc.yaml, params.yaml and the ignore files of a workspace by those of the installed version.

    Values in params.yaml are kept if this version has the parameter; the user's comments are lost. Nothing is
    committed: `git diff` shows what changed.

    Raises:
        WorkspaceError: it is not a workspace, or has uncommitted edits that would be lost.
    """
    folder = folder.expanduser().resolve()
    if not is_root(folder):
        raise WorkspaceError(f"{folder} is not a workspace: it lacks dvc.yaml or params.yaml")
    if git(folder, "status", "--porcelain", "--", "dvc.yaml", "params.yaml"):
        raise WorkspaceError(f"dvc.yaml or params.yaml of {folder} has uncommitted edits: commit them first")
    values = flatten(read_values(folder / "params.yaml"))
    _write_files(folder)
    template = flatten(read_values(folder / "params.yaml"))
    kept = {key: value for key, value in values.items() if key in template and value != template[key]}
    set_values(folder / "params.yaml", override({}, kept))
    parse(read_values(folder / "params.yaml"))
    for name in _tracked():
        if not (folder / f"{name}.dvc").exists():
            track(folder, name)
