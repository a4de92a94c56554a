"""Git tags of versions: `<prefix>/<variant>/<n>`, annotated with the run that made them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvc_airflow.programs import ProgramError, git, git_ok

if TYPE_CHECKING:
    from pathlib import Path

_FORM = "--format=%(refname:lstrip=2)%00%(*objectname)%00%(contents)%01"


class TagTakenError(RuntimeError):
    """There is such a tag already."""


def find_tag(folder: Path, prefix: str, run_id: str) -> tuple[str, int] | None:
    """The tag, with its number, that a run gave the folder's HEAD."""
    head = git(folder, "rev-parse", "HEAD")
    listed = git(folder, "tag", "--list", f"{prefix}/*", _FORM)
    for entry in filter(None, (entry.strip() for entry in listed.split("\x01"))):
        name, commit, message = entry.split("\0")
        if commit == head and message.splitlines()[-1:] == [f"Run: {run_id}"] and _number(name):
            return name, _number(name)
    return None


def next_number(folder: Path, prefix: str) -> int:
    """One more than the highest number given."""
    names = git(folder, "tag", "--list", f"{prefix}/*").splitlines()
    return max(map(_number, names), default=0) + 1


def tag_version(folder: Path, tag: str, message: str, options: tuple[str, ...]) -> None:
    """Tag the folder's HEAD.

    Raises:
        TagTakenError: there is such a tag.
        ProgramError: git failed otherwise.
    """
    try:
        git(folder, *options, "tag", "--annotate", "--cleanup=whitespace", tag, "-m", message)
    except ProgramError:
        if git_ok(folder, "rev-parse", "--verify", "--quiet", f"refs/tags/{tag}"):
            raise TagTakenError(tag) from None
        raise


def _number(tag: str) -> int:
    last = tag.rsplit("/", 1)[-1]
    return int(last) if last.isdecimal() else 0
