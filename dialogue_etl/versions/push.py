"""Sends versions to the remotes of DVC and git, with everything that they need."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dialogue_etl.compare import revisions
from dialogue_etl.doctor import committed, store
from dialogue_etl.doctor.committed import SUMMARIES
from dialogue_etl.doctor.findings import few
from dialogue_etl.doctor.store import Outs
from dialogue_etl.versions.transfer import find_remote, patiently, transfer
from dialogue_etl.workspace import programs
from dialogue_etl.workspace.root import WorkspaceError

ORIGIN = "origin"


def push(root: Path, tags: Sequence[str], remote: str, say: Callable[[str], None]) -> None:
    """Send versions: their outputs and the data they read, then their tags with all commits.

    Args:
        root: the workspace.
        tags: the versions.
        remote: name of DVC's remote; empty for the default one.
        say: called with a sentence per step.

    Raises:
        WorkspaceError: a version does not exist, there is no remote, it cannot be reached, or lacks files in
            the end; the message names them by version and path.
    """
    outs = needed(root, tags)
    there = find_remote(root, remote)
    if there is None:
        raise WorkspaceError(f"{root} has no DVC remote: dvc remote add --default NAME URL")
    cache = store.cache(root)
    sizes = _sizes(cache, outs)
    say(f"{len(tags)} versions need {_counted(sizes, sizes)}")
    sent: list[str] = []
    left: dict[str, bool] = {}
    for part in _parts(cache, outs):
        with transfer(cache, there, part) as moved:
            before = moved.lacking()
            if new := [name for name, cached in before.items() if cached]:
                moved.push()
            sent += new
            left |= moved.lacking() if before else {}
    said = f"sent {_counted(sent, sizes)} to {there.name}; the rest was there"
    say(said if sent else "all of it was there")
    if left:
        gone = [name for name, cached in left.items() if not cached]
        why = "are neither in DVC's cache nor in the remote" if gone else "did not arrive: run it again"
        raise WorkspaceError(f"{len(left):,} files {why}: {few(gone or left)}")
    say(f"checked: {there.name} has all files")
    _push_tags(root, tags, say)


def needed(root: Path, tags: Sequence[str]) -> Outs:
    """What versions consist of, by version and path; what several have is there once.

    Raises:
        WorkspaceError: a version does not exist.
    """
    found: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for tag in tags:
        for path, out in committed.outs(root, tag).items():
            found.setdefault(out["md5"], (f"{tag}/{path}", out))
    return dict(found.values())


def _parts(cache: Path, outs: Outs) -> list[dict[str, str]]:
    """The files of outputs, and then the lists of those that are folders: hashes by version and path.

    DVC takes a folder whose list is in a remote for complete, so its files are asked for one by one.
    """
    files: dict[str, str] = {}
    lists: dict[str, str] = {}
    for md5, name in store.objects(cache, outs).items():
        (lists if store.is_list(md5) else files)[name] = md5
    return [part for part in (files, lists) if part]


def _sizes(cache: Path, outs: Outs) -> dict[str, int]:
    """Bytes of the files, by version and path, that the cache has."""
    places = {name: store.place(cache, md5) for md5, name in store.objects(cache, outs).items()}
    return {name: path.stat().st_size for name, path in places.items() if path.is_file()}


def _counted(names: Iterable[str], sizes: dict[str, int]) -> str:
    """The number and bytes of files that the cache has."""
    known = [sizes[name] for name in names if name in sizes]
    return f"{len(known):,} files, {sum(known):,} bytes"


def _push_tags(root: Path, tags: Sequence[str], say: Callable[[str], None]) -> None:
    if ORIGIN not in programs.git(root, "remote").splitlines():
        say("git has no remote origin: the tags stay here")
        return
    summaries = [f"{SUMMARIES}/{tag.removeprefix(revisions.PREFIX)}" for tag in tags]
    known = programs.git(root, "for-each-ref", "--format=%(refname)", SUMMARIES).splitlines()
    refs = [*(f"refs/tags/{tag}" for tag in tags), *(f"+{ref}" for ref in summaries if ref in known)]
    where = "git's remote origin"
    patiently(lambda: programs.git(root, "push", "--quiet", ORIGIN, *refs), where)
    there = patiently(lambda: programs.git(root, "ls-remote", "--tags", ORIGIN), where).split()
    if lost := [tag for tag in tags if programs.git(root, "rev-parse", f"refs/tags/{tag}") not in there]:
        raise WorkspaceError(f"{where} lacks the tags {few(lost)}")
    say(f"checked: {where} has the tags and their commits")
