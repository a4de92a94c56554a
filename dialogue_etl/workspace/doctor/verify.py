"""Compares every file of a version, in cache, remote and published folder, with its hash."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from dialogue_etl.workspace import programs
from dialogue_etl.workspace.doctor import cache, committed, config, recorded
from dialogue_etl.workspace.doctor.findings import Finding, few
from dialogue_etl.workspace.doctor.recorded import Out
from dialogue_etl.workspace.root import WorkspaceError


def verify(root: Path, tag: str) -> Iterator[Finding]:
    """What of a version is missing, or is not what it was when it was made.

    Raises:
        WorkspaceError: there is no such version, or it has no valid dvc.lock.
    """
    commit = committed.commit_of(root, tag)
    outs = committed.outs(root, commit)
    kept = [out for out in outs if out.cached]
    folder = config.cache(root)
    yield from _place("DVC's cache", folder, kept, f"git checkout {tag} && dvc fetch, or dvc repro")
    if url := config.remote(root):
        push = f"git checkout {tag} && dvc push --run-cache"
        if "://" in url:
            yield from _status(root, commit, folder, push)
        elif Path(url).is_dir():
            yield from _place("DVC's remote", Path(url), kept, push)
        else:
            yield Finding("DVC's remote", f"{url} does not exist", "mount the disk, or correct the address")
    yield from _published(root, tag, commit, folder, {out.path: out for out in outs})


def _place(name: str, folder: Path, outs: list[Out], todo: str) -> Iterator[Finding]:
    if lacking := {out.path: names for out in outs if (names := cache.absent(folder, out))}:
        number = sum(map(len, lacking.values()))
        yield Finding(name, f"{folder} lacks {number:,} files of {few(lacking)}", todo)
    if bad := sorted(cache.damaged(folder, outs, read_all=True)):
        aside = f"move them away ({config.objects(folder, bad[0])}), then {todo}"
        yield Finding(name, f"{len(bad):,} files in {folder} are damaged: {few(bad)}", aside)


def _status(root: Path, commit: str, folder: Path, todo: str) -> Iterator[Finding]:
    """What a remote that only DVC can ask lacks; it compares names, which are the hashes."""
    with tempfile.TemporaryDirectory() as made:
        worktree = Path(made) / "version"
        programs.git(root, "worktree", "add", "--quiet", "--detach", str(worktree), commit)
        try:
            local = root / ".dvc/config.local"
            if local.is_file():
                (worktree / ".dvc/config.local").write_bytes(local.read_bytes())
            programs.dvc(worktree, "cache", "dir", "--local", str(folder))
            said = json.loads(programs.dvc(worktree, "status", "--cloud", "--json") or "{}")
        except WorkspaceError as error:
            yield Finding("DVC's remote", str(error), "check the address, the network and the credentials")
            return
        finally:
            programs.git(root, "worktree", "remove", "--force", str(worktree))
    if lacking := sorted(name for name, state in said.items() if state in {"new", "missing"}):
        yield Finding("DVC's remote", f"lacks {len(lacking):,} files: {few(lacking)}", todo)


def _published(root: Path, tag: str, commit: str, folder: Path, outs: dict[str, Out]) -> Iterator[Finding]:
    """The folder of a version that Airflow published."""
    name = tag.removeprefix(committed.PREFIX)
    place = root / "published" / name
    again = f"PYTHONPATH=plugins python -m dvc_airflow.restoring {root}"
    if not place.is_dir():
        try:
            programs.git(root, "rev-parse", "--verify", "--quiet", f"refs/dvc-published/{name}")
        except WorkspaceError:
            return  # tagged by hand
        yield Finding(f"published/{name}", "is gone", again)
        return
    todo = f"move it away, then: {again}"
    try:
        summary = json.loads((place / "summary.json").read_text(encoding="utf-8"))
        made, hashes, report = summary["commit"], summary["outs"], summary["report"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        yield Finding(f"published/{name}/summary.json", f"is damaged: {error}", todo)
        return
    if made != commit:
        yield Finding(f"published/{name}", f"is of commit {made[:10]}, the tag of {commit[:10]}", todo)
    if other := [path for path, md5 in hashes.items() if path in outs and outs[path].md5 != md5]:
        yield Finding(f"published/{name}/summary.json", f"other hashes than dvc.lock: {few(other)}", todo)
    expected = recorded.listed(folder, outs[report]) if report in outs else None
    if expected is not None:
        files = recorded.files_in(place / "report")
        if wrong := list(recorded.differing(files, expected, read_all=True)):
            yield Finding(f"published/{name}/report", f"not as it was built: {few(wrong)}", todo)
