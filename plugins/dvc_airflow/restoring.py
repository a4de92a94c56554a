"""Restores folders of published versions from git and DVC if they were lost.

    python -m dvc_airflow.restoring WORKSPACE

The summary of a version is kept in git next to its tag; its report is an output like any other.
"""

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from dvc_airflow.programs import dvc, git, git_lock, git_ok
from dvc_airflow.versions import REPORT, SUMMARY, Version

ORIGIN = "origin"
"""The git remote that the clones of several hosts share."""
_KEPT = "refs/dvc-published"


@contextlib.contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """A temporary folder that replaces `target` at the end."""
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    for old in target.parent.glob(f".{target.name}.*"):  # of a process that was killed
        shutil.rmtree(old, ignore_errors=True)
    draft.mkdir(parents=True)
    yield draft
    shutil.rmtree(target, ignore_errors=True)
    draft.rename(target)


def keep(root: Path, version: Version, published: Path, *, for_all: bool) -> None:
    """Keep the summary of a published version in git, and if `for_all` also in the remote of all clones.

    Raises:
        ProgramError: the remote cannot be reached.
    """
    ref = f"{_KEPT}/{version.folder}"
    with git_lock(root):
        summary = git(root, "hash-object", "-w", "--", str(published / version.folder / SUMMARY))
        git(root, "update-ref", ref, summary)
        if for_all:
            git(root, "push", "--quiet", "--force", ORIGIN, ref)


def restore(root: Path, published: Path) -> Iterator[str]:
    """Make the missing folders of versions that still have their tag; yields each.

    Raises:
        ProgramError: a report is neither in DVC's cache nor in the remote.
    """
    with git_lock(root):
        git_ok(root, "fetch", "--quiet", "--tags", ORIGIN, f"+{_KEPT}/*:{_KEPT}/*")
    for ref in git(root, "for-each-ref", "--format=%(refname)", _KEPT).splitlines():
        folder = ref.removeprefix(f"{_KEPT}/")
        if (published / folder).exists() or not git_ok(root, "rev-parse", f"refs/tags/dataset/{folder}"):
            continue
        version = Version(**json.loads(git(root, "cat-file", "blob", ref)))
        with whole_folder(published / folder) as draft:
            if version.report:
                got = ("--rev", version.tag, "--out", str(draft / REPORT))
                dvc(root, "get", "--quiet", *got, ".", version.report)
            version.save(draft)
        yield folder


if __name__ == "__main__":
    workspace = Path(sys.argv[1]).resolve()
    for made in restore(workspace, workspace / "published"):
        print(f"restored {made}")  # noqa: T201 - what a program says
