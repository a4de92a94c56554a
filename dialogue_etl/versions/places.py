"""Puts a version into a new place: as a workspace, or its dataset alone. It is there whole or not at all."""

import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from dialogue_etl.compare import revisions
from dialogue_etl.doctor import committed, store
from dialogue_etl.doctor.committed import SUMMARIES
from dialogue_etl.doctor.findings import few
from dialogue_etl.doctor.store import Outs
from dialogue_etl.versions.push import ORIGIN
from dialogue_etl.versions.transfer import Remote, Transfer, find_remote, patiently, transfer
from dialogue_etl.workspace import programs
from dialogue_etl.workspace.create import ensure_identity, made_whole
from dialogue_etl.workspace.root import WorkspaceError, is_root


def clone(origin: str, target: Path, version: str = "", remote: str = "") -> int:
    """Make a workspace of another one, with its data, and a cache of its own.

    Args:
        origin: address of a git repository, or a workspace's folder.
        target: a new or empty folder.
        version: whose state it gets; empty for the branch that git checks out, or the newest version if the
            repository has none.
        remote: address of DVC's remote; empty for that of the other workspace.

    Returns:
        The number of files of data, each compared with its hash.

    Raises:
        WorkspaceError: the folder is not empty, repository or version do not exist, or a file is neither
            in a remote nor in the other workspace's cache; the message names it.
    """
    here = Path(origin).expanduser()
    address = str(here.resolve()) if here.is_dir() else origin
    with made_whole(target) as draft:
        clones = ("clone", "--quiet", "--no-checkout", "--", address, str(draft))
        patiently(lambda: programs.git(draft.parent, *clones), f"cloning {address}")
        summaries = f"+{SUMMARIES}/*:{SUMMARIES}/*"
        patiently(lambda: programs.git(draft, "fetch", "--quiet", ORIGIN, summaries), f"fetching {address}")
        name = _check_out(draft, version)
        if not (is_root(draft) and (draft / ".dvc").is_dir()):
            raise WorkspaceError(f"{address} is not a workspace: it lacks dvc.yaml, params.yaml or .dvc")
        ensure_identity(draft)
        other = here.resolve() if (here / ".dvc").is_dir() else None
        there = [*_near(other), *_configure(draft, other, remote)]
        outs = committed.outs(draft, "HEAD", every=not version)
        wanted = {f"{name}/{path}": out for path, out in outs.items()}
        number = _bring(draft / ".dvc" / "cache", wanted, there)
        # Data that only other datasets read was not brought.
        programs.dvc(draft, "checkout", "--quiet", "--allow-missing")
    return number


def restore_dataset(root: Path, version: str, target: Path) -> int:
    """Write the files of a version's dataset into a folder.

    Returns:
        Their number; each is compared with its hash.

    Raises:
        WorkspaceError: see `clone`.
    """
    path, out = _dataset(root, version)
    near, away = _near(root), find_remote(root)
    with made_whole(target) as draft:
        cache = draft / ".dvc-cache"
        _bring(cache, {f"{version}/{path}": out}, [*near, *([away] if away else [])])
        files = store.listed(cache, out["md5"])
        for name, md5 in files.items():
            if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
                raise WorkspaceError(f"{version}: {path} has a file outside of it: {name}")
            (draft / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(store.place(cache, md5), draft / name)
        shutil.rmtree(cache)
    return len(files)


def _dataset(root: Path, version: str) -> tuple[str, Mapping[str, Any]]:
    """The output with the dataset of a version, and its path."""
    outs = committed.outs(root, version)
    found = {path: out for path, out in outs.items() if PurePosixPath(path).match("data/*/dataset")}
    shown = "--format=%(contents:trailers:key=Dataset,valueonly)"
    of = programs.git(root, "tag", "--list", shown, version).strip()
    chosen = [f"data/{of}/dataset"] if of else list(found)
    if len(chosen) != 1 or chosen[0] not in found:
        raise WorkspaceError(f"{version} is not one dataset; it has: {few(found) or 'none'}")
    return chosen[0], found[chosen[0]]


def _check_out(draft: Path, version: str) -> str:
    """Check out a version as branch main, or the cloned branch; returns its name for messages."""
    name = version
    if not name:
        with suppress(WorkspaceError):
            programs.git(draft, "checkout", "--quiet")
            return programs.git(draft, "branch", "--show-current") or "HEAD"
        name = next(iter(revisions.tags(draft)), "")
    if not name:
        raise WorkspaceError("the repository has neither a branch nor a version")
    programs.git(draft, "checkout", "--quiet", "-B", "main", revisions.commit_of(draft, name))
    return name


def _near(other: Path | None) -> list[Remote]:
    """The cache of another workspace on this machine, which has the form of a remote."""
    folder = store.cache(other) if other else None
    return [Remote(f"cache of {other}", {"url": str(folder)})] if folder and folder.is_dir() else []


def _configure(draft: Path, other: Path | None, address: str) -> list[Remote]:
    """Write the remotes of the other workspace, or one with an address, as the draft's; the default one."""
    remotes = store.remotes(other) if other else {}
    default = store.config(other, "core", "remote") if other else ""
    if address:
        url = address if "://" in address else str(Path(address).expanduser().resolve())
        remotes, default = {"given": {"url": url}}, "given"
    if default:
        lines = ["[core]", f"    remote = {default}"]
        for name, options in remotes.items():
            lines += [f"['remote \"{name}\"']", *(f"    {key} = {value}" for key, value in options.items())]
        local = draft / ".dvc" / "config.local"
        local.touch(mode=0o600)  # may hold secrets
        local.write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = find_remote(draft)
    return [found] if found else []


def _bring(folder: Path, outs: Outs, remotes: Sequence[Remote]) -> int:
    """Bring outputs into a cache from the first remote that has each file; the number of files.

    Raises:
        WorkspaceError: a file is nowhere, or damaged wherever it is.
    """
    wanted = {name: out["md5"] for name, out in outs.items()}
    bad: list[str] = []
    gone: list[str] = []
    failed = ""
    for remote in remotes:
        if store.lacking(folder, outs):
            try:
                with transfer(folder, remote, wanted) as moved:
                    gone = _fetch(moved)
            except WorkspaceError as error:
                failed = f"\n{error}"
            bad = [md5 for md5 in store.objects(folder, outs) if store.is_damaged(folder, md5)]
            for md5 in bad:
                store.place(folder, md5).unlink()
    if lists := store.lacking(folder, outs):
        names = gone or lists
        where = " and ".join(remote.name for remote in remotes) or "no remote: name one"
        damaged = " or damaged" if bad else ""
        raise WorkspaceError(f"{len(names):,} files are missing{damaged} in {where}: {few(names)}{failed}")
    return sum(not store.is_list(md5) for md5 in store.objects(folder, outs))


def _fetch(moved: Transfer) -> list[str]:
    """Fetch what a remote has; the files that neither it nor the cache has, by version and path.

    DVC fails if a file of a folder is missing, and then keeps no list of the folder's files.
    """
    try:
        moved.fetch()
    except WorkspaceError:
        if not (gone := [name for name, cached in moved.lacking().items() if not cached]):
            raise
        return gone
    return []
