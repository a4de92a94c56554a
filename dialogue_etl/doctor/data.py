"""DVC's cache, its remote, outputs and published versions, compared with what dvc.lock and `*.dvc` record."""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from dialogue_etl.compare import revisions
from dialogue_etl.core.shards import write_atomic
from dialogue_etl.doctor import committed, locks, store
from dialogue_etl.doctor.findings import Finding, few
from dialogue_etl.doctor.store import Outs
from dialogue_etl.workspace import programs
from dialogue_etl.workspace.root import WorkspaceError

READ_AT_MOST = 300_000_000
"""Bytes of outputs up to which all files in the cache are read; of more only the lists and empty files are.

Half a second per reading (600 MB/s, MD5 on an ordinary core); `--verify` reads everything.
"""
DAMAGED = Path(".dvc/tmp/damaged")
_EMPTY = "d41d8cd98f00b204e9800998ecf8427e"


def cache(root: Path) -> Iterator[Finding]:
    """Files that the cache has damaged or lacks."""
    folder, outs = store.cache(root), store.of_workspace(root)
    small = sum(out.get("size") or 0 for out in outs.values()) <= READ_AT_MOST
    suspects = store.objects(folder, outs) if small else {out["md5"]: "" for out in outs.values()}
    # Empty ones are what a full disk leaves, of whatever version.
    files = (folder / "files" / "md5").glob("[0-9a-f][0-9a-f]/*")
    empty = {path.parent.name + path.name for path in files if _is_empty(path)}
    bad = {md5 for md5 in suspects if store.is_damaged(folder, md5)} | (empty - {_EMPTY})
    if bad:
        yield Finding(
            str(folder),
            f"{len(bad):,} files are damaged ({few(sorted(bad))}), but DVC takes them for whole",
            "move them away; `dvc fetch` or `dvc repro` brings them again",
            partial(_put_aside, root, sorted(bad)),
        )
    if names := store.lacking(folder, outs):
        bring = "`dvc fetch` brings them" if store.remote(root) else "`dvc repro` builds what is not there"
        todo = f"{bring}; what the workspace has goes back with --fix"
        what = f"lacks {len(names):,} files ({few(names)})"
        yield Finding(str(folder), what, todo, partial(_bring_back, root))


def _is_empty(path: Path) -> bool:
    return not path.name.startswith(".") and not path.stat().st_size


def _put_aside(root: Path, bad: Iterable[str]) -> str:
    (root / DAMAGED).mkdir(parents=True, exist_ok=True)
    for md5 in bad:
        shutil.move(store.place(store.cache(root), md5), root / DAMAGED / md5)
    return "; ".join(filter(None, (f"moved to {DAMAGED}", _bring_back(root))))


def _bring_back(root: Path) -> str:
    """Copy what the cache lacks from the workspace's outputs, if they are the recorded ones."""
    folder, outs = store.cache(root), store.of_workspace(root)
    number = 0
    for path, out in outs.items():
        if not store.lacking(folder, {path: out}):
            continue
        files = store.files_in(root / path) if (root / path).is_dir() else {"": root / path}
        content = store.list_of(files) if (root / path).is_dir() else b""
        if hashlib.md5(content, usedforsecurity=False).hexdigest() + ".dir" == out["md5"]:
            number += _add(store.place(folder, out["md5"]), content)
        for name, md5 in (store.listed(folder, out["md5"]) or {"": out["md5"]}).items():
            if name in files and files[name].is_file() and store.md5_of(files[name]) == md5:
                number += _add(store.place(folder, md5), files[name].read_bytes())
    return f"{number:,} files copied into the cache from the workspace" if number else ""


def _add(target: Path, content: bytes) -> bool:
    if target.exists():
        return False
    write_atomic(target, content)
    target.chmod(0o444)  # as DVC's
    return True


def outputs(root: Path) -> Iterator[Finding]:
    """Outputs and tracked folders of the workspace that are not as recorded."""
    if pids := locks.at_work(root):
        what = f"not compared, since dvc is at work (process {few(map(str, pids))})"
        yield Finding("outputs", what, "run this again when it has ended")
        return
    outs = store.of_workspace(root)
    if gone := {path: out for path, out in outs.items() if not (root / path).exists()}:
        whole = [path for path in gone if not store.lacking(store.cache(root), {path: gone[path]})]
        todo = "dvc checkout (what the cache has), or dvc repro"
        mend = partial(_checkout, root, whole) if whole else None
        yield Finding(few(gone), "recorded by DVC, but not there", todo, mend)
    if not outs:
        return
    said = json.loads(programs.dvc(root, "data", "status", "--json", "--granular")).get("uncommitted", {})
    names = sorted(name for state in ("added", "deleted", "modified") for name in said.get(state, ()))
    other = {
        path: inside
        for path in outs.keys() - gone.keys()
        if (inside := [name for name in names if name == path or name.startswith(f"{path}/")])
    }
    added = {path: other.pop(path) for path in sorted(other) if (root / f"{path}.dvc").is_file()}
    if other:
        what = f"not as dvc.lock records: {_files(*other.values())}"
        todo = "dvc repro; or dvc checkout, which brings the recorded files back"
        yield Finding(few(sorted(other)), what, todo)
    for path, inside in added.items():
        what = f"not as {path}.dvc records: {_files(inside)}"
        yield Finding(path, what, f"if it was meant: dvc add {path}; else: dvc checkout {path}.dvc")


def _files(*several: list[str]) -> str:
    return few(name for inside in several for name in inside if len(inside) == 1 or not name.endswith("/"))


def _checkout(root: Path, paths: list[str]) -> str:
    programs.dvc(root, "checkout", "--quiet", *paths)
    return f"checked out {few(paths)}"


def verify(root: Path, tag: str) -> Iterator[Finding]:
    """What of a version is missing, or is not what it was when it was made: reads every file.

    Raises:
        WorkspaceError: the version does not exist, or it has no valid dvc.lock.
    """
    commit = revisions.commit_of(root, tag)
    outs = committed.outs(root, tag)
    yield from _whole(
        "DVC's cache", store.cache(root), outs, f"git checkout {tag} && dvc fetch, or dvc repro"
    )
    push = f"git checkout {tag} && dvc push --run-cache"
    url = store.remote(root)
    if "://" in url:
        yield from _status(root, commit, push)
    elif url and not Path(url).is_dir():
        yield Finding("DVC's remote", f"{url} does not exist", "mount the disk, or correct the address")
    elif url:
        yield from _whole("DVC's remote", Path(url), outs, push)
    yield from _published(root, tag, commit, outs)


def _whole(name: str, folder: Path, outs: Outs, todo: str) -> Iterator[Finding]:
    if names := store.lacking(folder, outs):
        yield Finding(name, f"{folder} lacks {len(names):,} files ({few(names)})", todo)
    if bad := sorted(md5 for md5 in store.objects(folder, outs) if store.is_damaged(folder, md5)):
        aside = f"move them away ({store.place(folder, bad[0])}), then {todo}"
        yield Finding(name, f"{len(bad):,} files in {folder} are damaged: {few(bad)}", aside)


def _status(root: Path, commit: str, todo: str) -> Iterator[Finding]:
    """What a remote that only DVC can ask lacks; it compares names, which are the hashes."""
    with tempfile.TemporaryDirectory() as made:
        worktree = Path(made) / "version"
        programs.git(root, "worktree", "add", "--quiet", "--detach", str(worktree), commit)
        try:
            local = root / ".dvc/config.local"
            if local.is_file():
                (worktree / ".dvc/config.local").write_bytes(local.read_bytes())
            programs.dvc(worktree, "cache", "dir", "--local", str(store.cache(root)))
            said = json.loads(programs.dvc(worktree, "status", "--cloud", "--json") or "{}")
        except WorkspaceError as error:
            yield Finding("DVC's remote", str(error), "check the address, the network and the credentials")
            return
        finally:
            programs.git(root, "worktree", "remove", "--force", str(worktree))
    if lacking := sorted(name for name, state in said.items() if state in {"new", "missing"}):
        yield Finding("DVC's remote", f"lacks {len(lacking):,} files: {few(lacking)}", todo)


def _published(root: Path, tag: str, commit: str, outs: Outs) -> Iterator[Finding]:
    """The folder of a version that Airflow published."""
    version = tag.removeprefix(revisions.PREFIX)
    name = f"published/{version}"
    again = f"PYTHONPATH=plugins python -m dvc_airflow.restoring {root}"
    todo = f"move it away, then: {again}"
    if not (root / name).is_dir():
        # Others were tagged by hand.
        if programs.git(root, "for-each-ref", f"{committed.SUMMARIES}/{version}"):
            yield Finding(name, "is gone", again)
        return
    try:
        summary = json.loads((root / name / "summary.json").read_text(encoding="utf-8"))
        made, hashes, report = summary["commit"], summary["outs"], summary["report"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        yield Finding(f"{name}/summary.json", f"is damaged: {error}", todo)
        return
    if made != commit:
        yield Finding(name, f"is of commit {made[:10]}, the tag of {commit[:10]}", todo)
    if other := [path for path, md5 in hashes.items() if path in outs and outs[path]["md5"] != md5]:
        yield Finding(f"{name}/summary.json", f"other hashes than dvc.lock: {few(other)}", todo)
    expected = store.listed(store.cache(root), outs[report]["md5"]) if report in outs else {}
    there = {name: store.md5_of(path) for name, path in store.files_in(root / name / "report").items()}
    if expected and (wrong := sorted({name for name, _ in there.items() ^ expected.items()})):
        yield Finding(f"{name}/report", f"not as it was built: {few(wrong)}", todo)
