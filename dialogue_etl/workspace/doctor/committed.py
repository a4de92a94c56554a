"""Versions in git: their tags, and the outputs that a commit records."""

from pathlib import Path
from typing import Any

from dialogue_etl import yaml_files
from dialogue_etl.workspace import programs
from dialogue_etl.workspace.doctor import recorded
from dialogue_etl.workspace.doctor.findings import few
from dialogue_etl.workspace.doctor.recorded import Out
from dialogue_etl.workspace.root import WorkspaceError

PREFIX = "dataset/"
_LOCK = "dvc.lock"


def tags(root: Path) -> list[str]:
    """The tags of all versions, the newest first."""
    return programs.git(root, "tag", "--list", "--sort=-creatordate", f"{PREFIX}*").splitlines()


def commit_of(root: Path, name: str) -> str:
    """The commit of a version.

    Raises:
        WorkspaceError: there is no such version; the message names the last ones.
    """
    try:
        return programs.git(
            root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"
        )
    except WorkspaceError:
        known = few(tags(root), 5) or "none"
        raise WorkspaceError(f"there is no version {name!r}; there are: {known}") from None


def outs(root: Path, commit: str, *, every: bool = False) -> list[Out]:
    """What the stages of a commit wrote, and the added data that they read.

    Args:
        root: the workspace.
        commit: of a version.
        every: also added data that no stage reads, and no error if no stage has run.

    Raises:
        WorkspaceError: it has no valid dvc.lock.
    """
    names = programs.git(root, "ls-tree", "-r", "--name-only", commit).splitlines()
    if _LOCK not in names and not every:
        raise WorkspaceError(f"{commit[:10]} has no dvc.lock: it is not a version of a dataset")
    lock, dvc_yaml, params = (
        _yaml(root, commit, name) if name in names else {} for name in (_LOCK, "dvc.yaml", "params.yaml")
    )
    found = recorded.of_lock(lock, dvc_yaml, params)
    entries = (lock.get("stages") or {}).values()
    read = [f"{dep['path']}/" for entry in entries for dep in entry.get("deps") or ()]
    for name in names:
        path = f"{name.removesuffix('.dvc')}/"
        # What only other datasets of the workspace read is no part of a version.
        if name.endswith(".dvc") and (
            every or any(path.startswith(dep) or dep.startswith(path) for dep in read)
        ):
            inside = name.rpartition("/")[0]
            found += recorded.of_entry(_yaml(root, commit, name), (), pointer=name, inside=inside)
    return found


def _yaml(root: Path, commit: str, name: str) -> dict[str, Any]:
    try:
        values = yaml_files.load(programs.git(root, "show", f"{commit}:./{name}"))
    except ValueError as error:
        raise WorkspaceError(f"{commit[:10]}: {name} is damaged: {error}") from None
    return values if isinstance(values, dict) else {}
