"""All checks in their order: what later ones read is mended by earlier ones."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from dialogue_etl.doctor import access, data, files, installation, leftovers, locks
from dialogue_etl.doctor.findings import Finding
from dialogue_etl.errors import DOCTOR, DialogueEtlError
from dialogue_etl.workspace.root import VARIABLE, WorkspaceError, find_root

CHECKS: dict[str, Callable[[Path], Iterator[Finding]]] = {
    "owner": access.owner,
    "disk": access.disks,
    "locks": locks.check,
    "files": files.check,
    "installation": installation.check,
    "leftovers": leftovers.check,
    "cache": data.cache,
    "outputs": data.outputs,
    "remotes": access.remotes,
}


def examine(root: Path, *, fix: bool) -> Iterator[Finding]:
    """All findings; with `fix` what can be mended without loss is mended, and then looked at once more."""
    for check in CHECKS:
        found = _run(check, root)
        tried = [_mended(one) for one in found if fix and one.mend]
        failed = {one.where: one.failed for one in tried}
        yield from (one for one in tried if one.done)
        for one in _run(check, root) if tried else found:
            yield replace(one, failed=failed.get(one.where, ""))


def _run(check: str, root: Path) -> list[Finding]:
    try:
        return [replace(one, check=check) for one in CHECKS[check](root)]
    except (OSError, ValueError, TypeError, AttributeError, LookupError, DialogueEtlError) as error:
        why = str(error).removesuffix(f". {DOCTOR}")
        return [Finding(check, f"cannot be looked at: {why}", "see the other findings first", check=check)]


def _mended(finding: Finding) -> Finding:
    try:
        return replace(finding, done=finding.mend() if finding.mend else "")
    except (OSError, DialogueEtlError) as error:
        return replace(finding, failed=str(error))


def find(folder: Path | None) -> Path:
    """The workspace of a folder, also if dvc.yaml or params.yaml is lost.

    Raises:
        WorkspaceError: there is not any.
    """
    try:
        return find_root(folder)
    except WorkspaceError:
        here = Path(folder or os.environ.get(VARIABLE) or Path.cwd()).resolve()
        for one in (here, *here.parents):
            if (one / ".dvc" / "config").is_file():
                return one
        raise
