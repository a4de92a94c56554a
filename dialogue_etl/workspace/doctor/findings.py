"""A finding of a check, and how damaged files are put aside."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from dialogue_etl.workspace import programs
from dialogue_etl.workspace.root import WorkspaceError


@dataclass(frozen=True)
class Finding:
    """Something that is wrong with a workspace.

    Attributes:
        where: file, folder or thing, relative to the workspace if it is within.
        what: what is wrong with it.
        todo: what the user can do.
        mend: mends it without loss and returns what was done; None if that is up to the user.
    """

    where: str
    what: str
    todo: str
    mend: Callable[[], str] | None = None


def put_aside(path: Path) -> Path:
    """Rename a damaged file to `NAME.damaged`, with a number if there is one already; its new path."""
    number, target = 1, path.with_name(f"{path.name}.damaged")
    while target.exists():
        number += 1
        target = path.with_name(f"{path.name}.damaged-{number}")
    path.rename(target)
    return target


def few(names: Iterable[str], most: int = 3) -> str:
    """Names in one line; the number of the rest, if there are many."""
    listed = list(names)
    more = f" and {len(listed) - most:,} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + more


def committed(root: Path, name: str) -> bytes | None:
    """A file as it is in the last commit; None if it is not there, or git cannot be asked."""
    try:
        return programs.output("git", "show", f"HEAD:./{name}", folder=root)
    except WorkspaceError:
        return None
