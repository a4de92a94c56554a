"""Git tags of versions: `<prefix>/<variant>/<n>`, annotated with the run that made them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvc_airflow.programs import git, git_ok

if TYPE_CHECKING:
    from pathlib import Path


TAGS = "dataset"


def tag_version(folder: Path, prefix: str, run_id: str, note: str) -> tuple[str, int]:
    """Give the folder's HEAD the next number; on a retry find the one that this run gave it already.

    To be called under `git_lock`. The last line of `note` names the run.

    Raises:
        ProgramError: git failed, or a person gave just that tag at this very moment: try again.
    """
    for tag in git(folder, "tag", "--list", f"{prefix}/*", "--points-at", "HEAD").splitlines():
        message = git(folder, "tag", "--list", "--format=%(contents)", tag)
        if message.splitlines()[-1:] == [f"Run: {run_id}"] and _number(tag):
            return tag, _number(tag)
    number = max(map(_number, git(folder, "tag", "--list", f"{prefix}/*").splitlines()), default=0) + 1
    tag, message = f"{prefix}/{number}", f"{prefix} {number}\n\n{note}"
    git(folder, *identity(folder), "tag", "--annotate", "--cleanup=whitespace", tag, "-m", message)
    return tag, number


def identity(folder: Path) -> tuple[str, ...]:
    """Options for a commit nobody watches: no signature (it may ask), a committer where none is set."""
    unsigned = ("-c", "commit.gpgsign=false", "-c", "tag.gpgsign=false")
    if git_ok(folder, "var", "GIT_COMMITTER_IDENT"):
        return unsigned
    return (*unsigned, "-c", "user.name=dvc_airflow", "-c", "user.email=dvc_airflow@localhost")


def _number(tag: str) -> int:
    last = tag.rsplit("/", 1)[-1]
    return int(last) if last.isdecimal() else 0
