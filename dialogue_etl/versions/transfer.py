"""Moves recorded files between a cache and a remote by DVC, without a checkout and for many versions at once.

DVC's own `push --all-tags` leaves files out: it takes each path for one revision alone (its issue 10617).
Here a repository of its own, without git, lists the outputs of all versions in one file.
"""

import json
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dialogue_etl.doctor import store
from dialogue_etl.workspace import programs
from dialogue_etl.workspace.root import WorkspaceError

PAUSES = (2.0, 8.0)
"""Seconds before the second and third try: a server that restarts answers again; one that is away is reported
soon."""


@dataclass(frozen=True)
class Remote:
    """A remote of DVC.

    Attributes:
        name: in messages.
        options: as in DVC's configuration, with absolute paths.
    """

    name: str
    options: Mapping[str, str]

    def check(self) -> None:
        """Fail if it is a folder whose place is not there: DVC would make it, for instance next to a mount.

        Raises:
            WorkspaceError: it is.
        """
        url = self.options.get("url", "")
        if "://" not in url and not Path(url).parent.is_dir():
            where = f"the remote {self.name} ({url})"
            raise WorkspaceError(f"{where} is not there: mount it, or correct its address")


def find_remote(root: Path, name: str = "") -> Remote | None:
    """A remote of a workspace, by default its default one; None if it has no default.

    Raises:
        WorkspaceError: no remote has this name.
    """
    known = store.remotes(root)
    chosen = name or store.config(root, "core", "remote")
    if not chosen:
        return None
    if chosen not in known:
        raise WorkspaceError(f"there is no DVC remote {chosen!r}; there are: {', '.join(known) or 'none'}")
    return Remote(chosen, known[chosen])


@dataclass(frozen=True)
class Transfer:
    """Outputs of versions, between a cache and a remote.

    Attributes:
        folder: of the repository that lists them.
        remote: where they are, or are to be.
    """

    folder: Path
    remote: Remote

    def lacking(self) -> dict[str, bool]:
        """Files that the remote lacks, by version and path, and whether the cache has them.

        Raises:
            WorkspaceError: the remote cannot be reached.
        """
        said = json.loads(self._dvc("status", "--cloud", "--json") or "{}")
        return {name: state == "new" for name, state in sorted(said.items()) if state in {"new", "missing"}}

    def push(self) -> None:
        """Send what the remote lacks; what is there already is not sent again.

        Raises:
            WorkspaceError: the remote cannot be reached.
        """
        self._dvc("push", "--quiet")

    def fetch(self) -> None:
        """Bring what the cache lacks and the remote has.

        Raises:
            WorkspaceError: the remote cannot be reached.
        """
        self._dvc("fetch", "--quiet")

    def _dvc(self, *arguments: str) -> str:
        url = self.remote.options.get("url", "")
        if "://" not in url:  # a folder is there, or is not
            return programs.dvc(self.folder, *arguments)
        where = f"the remote {self.remote.name} ({url})"
        return patiently(lambda: programs.dvc(self.folder, *arguments), where)


def patiently(act: Callable[[], str], where: str) -> str:
    """The result of what may fail because a server is away for a moment.

    Raises:
        WorkspaceError: it failed each time; what has been moved stays, so it can be run again.
    """
    for pause in PAUSES:
        try:
            return act()
        except WorkspaceError:
            time.sleep(pause)
    try:
        return act()
    except WorkspaceError as error:
        again = "what was moved stays: run it again when it can be reached"
        raise WorkspaceError(f"{where} failed {len(PAUSES) + 1} times; {again}. {error}") from None


@contextmanager
def transfer(cache: Path, remote: Remote, outs: Mapping[str, str]) -> Iterator[Transfer]:
    """A transfer of files and lists of folders: hashes by version and path.

    Raises:
        WorkspaceError: the remote's place is not there.
    """
    remote.check()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / ".dvc").mkdir()
        sections = {
            "core": {"no_scm": "true", "analytics": "false", "remote": "there"},
            "cache": {"dir": str(cache)},
            "'remote \"there\"'": dict(remote.options),
        }
        # Without a folder of its own DVC would keep, machine-wide, what it believes to be in the remote.
        sections["core"]["site_cache_dir"] = str(folder / "site")
        lines = [
            line
            for name, options in sections.items()
            for line in (f"[{name}]", *(f"{key} = {value}" for key, value in options.items()))
        ]
        (folder / ".dvc" / "config").touch(mode=0o600)  # may hold secrets
        (folder / ".dvc" / "config").write_text("\n".join(lines) + "\n", encoding="utf-8")
        listed = [{"md5": md5, "hash": "md5", "path": name} for name, md5 in outs.items()]
        (folder / "all.dvc").write_text(json.dumps({"outs": listed}), encoding="utf-8")  # which is YAML
        yield Transfer(folder, remote)
