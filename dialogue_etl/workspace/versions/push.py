"""Sends versions to the remotes of DVC and git, with everything that they need."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from dialogue_etl.workspace import programs
from dialogue_etl.workspace.doctor import committed, config, recorded
from dialogue_etl.workspace.doctor.findings import few
from dialogue_etl.workspace.doctor.recorded import Out
from dialogue_etl.workspace.root import WorkspaceError
from dialogue_etl.workspace.versions.transfer import find_remote, patiently, transfer

ORIGIN = "origin"
PUBLISHED = "refs/dvc-published"
"""Where git keeps the summaries of published versions."""


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
    sizes = _sizes(config.cache(root), outs)
    say(f"{len(tags)} versions need {_counted(sizes, sizes)}")
    sent: list[str] = []
    left: dict[str, bool] = {}
    for part in _parts(config.cache(root), outs):
        with transfer(config.cache(root), there, part) as moved:
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


def needed(root: Path, tags: Sequence[str]) -> dict[str, Out]:
    """What versions consist of, by version and path; what several have is there once.

    Raises:
        WorkspaceError: a version does not exist.
    """
    found: dict[str, Out] = {}
    seen: set[str] = set()
    for tag in tags:
        for out in committed.outs(root, committed.commit_of(root, tag)):
            if out.cached and out.md5 not in seen:
                seen.add(out.md5)
                found[f"{tag}/{out.path}"] = out
    return found


def _parts(cache: Path, outs: dict[str, Out]) -> list[dict[str, Out]]:
    """The files of outputs, and then the lists of those that are folders.

    DVC takes a folder whose list is in a remote for complete, so its files are asked for one by one.
    """
    files: dict[str, Out] = {}
    for name, out in outs.items():
        for inside, md5 in (recorded.listed(cache, out) or {}).items():
            files.setdefault(md5, Out(f"{name}/{inside}".rstrip("/"), md5, None))
    lists = {name: out for name, out in outs.items() if out.is_folder}
    return [part for part in ({file.path: file for file in files.values()}, lists) if part]


def _sizes(cache: Path, outs: dict[str, Out]) -> dict[str, tuple[str, int]]:
    """Hash and bytes of the files, by version and path, that the cache has."""
    found = {}
    for name, out in outs.items():
        for inside, md5 in ({"": out.md5} | (recorded.listed(cache, out) or {})).items():
            path = config.objects(cache, md5)
            if path.is_file():
                found[f"{name}/{inside}".rstrip("/")] = (md5, path.stat().st_size)
    return found


def _counted(names: Iterable[str], sizes: dict[str, tuple[str, int]]) -> str:
    """The number and bytes of files; those of the same content count once."""
    different = dict(sizes[name] for name in names if name in sizes)
    return f"{len(different):,} files, {sum(different.values()):,} bytes"


def _push_tags(root: Path, tags: Sequence[str], say: Callable[[str], None]) -> None:
    if ORIGIN not in programs.git(root, "remote").splitlines():
        say("git has no remote origin: the tags stay here")
        return
    summaries = [f"{PUBLISHED}/{tag.removeprefix(committed.PREFIX)}" for tag in tags]
    known = programs.git(root, "for-each-ref", "--format=%(refname)", PUBLISHED).splitlines()
    refs = [*(f"refs/tags/{tag}" for tag in tags), *(f"+{ref}" for ref in summaries if ref in known)]
    where = "git's remote origin"
    patiently(lambda: programs.git(root, "push", "--quiet", ORIGIN, *refs), where)
    there = patiently(lambda: programs.git(root, "ls-remote", "--tags", ORIGIN), where).split()
    if lost := [tag for tag in tags if programs.git(root, "rev-parse", f"refs/tags/{tag}") not in there]:
        raise WorkspaceError(f"{where} lacks the tags {few(lost)}")
    say(f"checked: {where} has the tags and their commits")
