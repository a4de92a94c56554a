"""Workspaces of another user, as in containers, and files in them that this user may not change."""

import os
import shlex
from collections.abc import Iterator
from pathlib import Path

from dialogue_etl.workspace import programs
from dialogue_etl.workspace.doctor import config
from dialogue_etl.workspace.doctor.findings import Finding, few
from dialogue_etl.workspace.root import WorkspaceError


def check(root: Path) -> Iterator[Finding]:
    """Whether git and DVC work here at all, and may write."""
    own = f'sudo chown -R "$(id -u):$(id -g)" {shlex.quote(str(root))}'
    if not (root / ".git").exists():
        yield Finding(".git", "is missing: this is not a git repository", "git init, or clone it again")
    else:
        yield from _refused(root, own)
    if not (root / ".dvc").is_dir():
        yield Finding(".dvc", "is missing: this is not a DVC repository", "git checkout -- .dvc, or dvc init")
    if locked := [str(path.relative_to(root)) for path in _folders(root) if not os.access(path, os.W_OK)]:
        yield Finding(few(locked), "this user may not write there", own)


def _refused(root: Path, own: str) -> Iterator[Finding]:
    try:
        programs.git(root, "cat-file", "-e", "HEAD^{tree}")
    except WorkspaceError as error:
        if "dubious ownership" in str(error) or "safe.directory" in str(error):
            what = "belongs to another user: git refuses it (dubious ownership)"
            trust = f"git config --global --add safe.directory {shlex.quote(str(root))}"
            yield Finding(str(root), what, f"if you trust it: {trust}; if it is yours: {own}")
        else:
            yield Finding(".git", f"git cannot read the last commit: {error}", "git fsck, or clone it again")


def _folders(root: Path) -> Iterator[Path]:
    """Where git, DVC and stages write."""
    names = (".", ".git", ".git/objects", ".git/refs", ".dvc", ".dvc/tmp", "data", "metrics")
    more = (
        ".dialogue-etl",
        ".dialogue-etl/locks",
        ".dialogue-etl/store",
        ".airflow",
        ".worktrees",
        "published",
    )
    yield from (root / name for name in (*names, *more) if (root / name).exists())
    files = config.cache(root) / "files" / "md5"
    if files.is_relative_to(root) and files.is_dir():
        yield from (path for path in (files, *sorted(files.iterdir())) if path.is_dir())
