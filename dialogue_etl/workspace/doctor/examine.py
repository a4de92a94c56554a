"""All checks in their order: what later ones read is mended by earlier ones."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.workspace.doctor import (
    cache,
    disk,
    files,
    installation,
    leftovers,
    locks,
    owner,
    remotes,
)
from dialogue_etl.workspace.doctor.findings import Finding
from dialogue_etl.workspace.root import VARIABLE, WorkspaceError, find_root

Check = Callable[[Path], Iterator[Finding]]
CHECKS: dict[str, Check] = {
    "owner": owner.check,
    "disk": disk.check,
    "locks": locks.check,
    "files": files.check,
    "installation": installation.check,
    "leftovers": leftovers.check,
    "cache": cache.check,
    "remotes": remotes.check,
}


@dataclass(frozen=True)
class Seen:
    """A finding with the name of its check, and what was done about it.

    Attributes:
        check: key of `CHECKS`.
        finding: what is wrong.
        done: what mended it; empty if it is as it was.
        failed: why mending it failed.
    """

    check: str
    finding: Finding
    done: str = ""
    failed: str = ""


def examine(root: Path, *, fix: bool) -> Iterator[Seen]:
    """All findings; with `fix` what can be mended without loss is mended, and then looked at once more."""
    for name, check in CHECKS.items():
        failed: dict[str, str] = {}
        found = _run(check, root)
        for finding in found if fix else ():
            try:
                if finding.mend:
                    yield Seen(name, finding, done=finding.mend())
            except (OSError, DialogueEtlError) as error:
                failed[finding.where] = str(error)
        for finding in _run(check, root) if fix and any(one.mend for one in found) else found:
            yield Seen(name, finding, failed=failed.get(finding.where, ""))


def _run(check: Check, root: Path) -> list[Finding]:
    try:
        return list(check(root))
    except (OSError, ValueError, TypeError, AttributeError, LookupError, DialogueEtlError) as error:
        return [Finding(str(root), f"cannot be looked at: {error}", "see the other findings first")]


def find(folder: Path | None) -> Path:
    """The workspace of a folder, also if dvc.yaml or params.yaml is lost.

    Raises:
        WorkspaceError: there is none.
    """
    try:
        return find_root(folder)
    except WorkspaceError:
        here = Path(folder or os.environ.get(VARIABLE) or Path.cwd()).resolve()
        for one in (here, *here.parents):
            if (one / ".dvc" / "config").is_file():
                return one
        raise
