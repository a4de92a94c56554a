"""What a version in git consists of."""

from functools import partial
from pathlib import Path

from dialogue_etl.compare import revisions
from dialogue_etl.doctor import store
from dialogue_etl.doctor.store import Outs
from dialogue_etl.workspace import programs
from dialogue_etl.workspace.root import WorkspaceError

SUMMARIES = "refs/dvc-published"
"""Where git keeps the summaries of published versions (`dvc_airflow.restoring`)."""


def outs(root: Path, version: str, *, every: bool = False) -> Outs:
    """What the stages of a version wrote, and the added data that they read.

    Args:
        root: the workspace.
        version: a tag, branch or commit.
        every: also added data that no stage reads, and no error if no stage has run.

    Raises:
        WorkspaceError: the version does not exist, or it has no valid dvc.lock.
    """
    commit = revisions.commit_of(root, version)
    names = programs.git(root, "ls-tree", "-r", "--name-only", commit).splitlines()
    if "dvc.lock" not in names and not every:
        raise WorkspaceError(f"{version} has no dvc.lock: it is not a version of a dataset")
    read = partial(revisions.yaml_of, root, version, commit)
    entries = ((read("dvc.lock") or {}).get("stages") or {}).values()
    deps = [f"{dep['path']}/" for entry in entries for dep in entry.get("deps") or ()]

    def is_read(name: str) -> bool:
        path = f"{name.removesuffix('.dvc')}/"
        return any(path.startswith(dep) or dep.startswith(path) for dep in deps)

    # What only other datasets of the workspace read does not belong to a version.
    added = [name for name in names if name.endswith(".dvc") and (every or is_read(name))]
    return store.recorded(read, added)
