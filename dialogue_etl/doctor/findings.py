"""A finding of a check, and how damaged files are put aside."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Finding:
    """Something that is wrong with a workspace.

    Attributes:
        where: file, folder or thing, relative to the workspace if it is within.
        what: what is wrong with it.
        todo: what the user can do.
        mend: mends it without loss and returns what was done, nothing if it could not; None if that is up to
            the user.
        check: the name of the check.
        done: what mended it; empty if it is as it was.
        failed: why mending it failed.
    """

    where: str
    what: str
    todo: str
    mend: Callable[[], str] | None = None
    check: str = ""
    done: str = ""
    failed: str = ""


def put_aside(path: Path) -> str:
    """Rename a damaged file to `NAME.damaged`, with a number if there is one already; says so."""
    number, target = 1, path.with_name(f"{path.name}.damaged")
    while target.exists():
        number += 1
        target = path.with_name(f"{path.name}.damaged-{number}")
    path.rename(target)
    return f"the damaged one is kept as {target.name}"


def few(names: Iterable[str], most: int = 3) -> str:
    """Names in one line; the number of the rest, if there are many."""
    listed = list(names)
    more = f" and {len(listed) - most:,} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + more
