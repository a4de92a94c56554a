"""DVC's cache and the workspace's outputs, compared with dvc.lock and the files `*.dvc`."""

import contextlib
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from dialogue_etl.shards import write_atomic
from dialogue_etl.workspace import programs
from dialogue_etl.workspace.doctor import config, locks, recorded
from dialogue_etl.workspace.doctor.findings import Finding, few
from dialogue_etl.workspace.doctor.recorded import Out

READ_AT_MOST = 300_000_000
"""Bytes of outputs up to which all files are read, twice; of larger ones only lists and sizes are compared.

Half a second per reading (600 MB/s, MD5 on an ordinary core); `--verify` reads everything.
"""
DAMAGED = Path(".dvc/tmp/damaged")
_EMPTY = "d41d8cd98f00b204e9800998ecf8427e"


def check(root: Path) -> Iterator[Finding]:
    """Files that the cache lacks or has damaged, and outputs that are not as recorded."""
    if pids := locks.at_work(root):
        where, what = "outputs", f"not compared, since dvc is at work (process {few(map(str, pids))})"
        yield Finding(where, what, "run this again when it has ended")
        return
    folder = config.cache(root)
    outs = [out for out in recorded.outs(root) if out.cached or (root / out.path).is_file()]
    read_all = sum(out.size or 0 for out in outs) <= READ_AT_MOST
    bad = damaged(folder, outs, read_all=read_all)
    if bad := bad | _empty(folder):
        yield Finding(
            str(folder),
            f"{len(bad):,} files are damaged ({few(sorted(bad))}), but DVC takes them for whole",
            "move them away; `dvc fetch` or `dvc repro` brings them again",
            partial(_put_aside, root, folder, outs, sorted(bad)),
        )
    if lacking := {out.path: names for out in outs if out.cached and (names := absent(folder, out))}:
        number = sum(map(len, lacking.values()))
        bring = "`dvc fetch` brings them" if config.remote(root) else "`dvc repro` builds what is not there"
        yield Finding(
            str(folder),
            f"lacks {number:,} files of {few(lacking)}",
            f"{bring}; what the workspace has goes back with --fix",
            partial(_bring_back, root, folder, outs),
        )
    yield from _outputs(root, folder, outs, read_all=read_all)


def absent(folder: Path, out: Out) -> list[str]:
    """Files of an output that a cache or remote lacks; the output itself if its list is not there."""
    if not config.objects(folder, out.md5).is_file():
        return [out.path]
    files = recorded.listed(folder, out) or {}
    return [name for name, md5 in files.items() if not config.objects(folder, md5).is_file()]


def damaged(folder: Path, outs: Sequence[Out], *, read_all: bool) -> set[str]:
    """Hashes of files in a cache or remote whose content is another one.

    Without `read_all` lists are read, of other files the size is compared with what is recorded.
    """
    found = set()
    for out in outs:
        own = config.objects(folder, out.md5)
        if out.is_folder and own.is_file() and f"{recorded.md5_of(own)}.dir" != out.md5:
            found.add(out.md5)
            continue
        files = {md5: config.objects(folder, md5) for md5 in (recorded.listed(folder, out) or {}).values()}
        there = {md5: path for md5, path in files.items() if path.is_file()}
        if read_all:
            found |= {md5 for md5, path in there.items() if recorded.md5_of(path) != md5}
        elif not out.is_folder and own.is_file() and out.size not in {None, own.stat().st_size}:
            found.add(out.md5)
    return found


def _empty(folder: Path) -> set[str]:
    """Hashes of all empty files in the cache, of whatever version: what a full disk leaves."""
    found = set()
    for place in (folder / "files" / "md5").glob("[0-9a-f][0-9a-f]"):
        with os.scandir(place) as entries:
            empty = [entry.name for entry in entries if entry.is_file() and not entry.stat().st_size]
        found |= {place.name + name for name in empty}
    return found - {_EMPTY}


def _put_aside(root: Path, folder: Path, outs: Sequence[Out], bad: Sequence[str]) -> str:
    (root / DAMAGED).mkdir(parents=True, exist_ok=True)
    for md5 in bad:
        shutil.move(config.objects(folder, md5), root / DAMAGED / md5)
    return f"moved to {DAMAGED}; {_bring_back(root, folder, outs)}"


def _bring_back(root: Path, folder: Path, outs: Sequence[Out]) -> str:
    """Copy files back into the cache from the workspace's outputs, if they are the recorded ones."""
    number = 0
    for out in outs:
        files = recorded.files_in(root / out.path)
        if not out.cached or not absent(folder, out) or not files:
            continue
        own = config.objects(folder, out.md5)
        if out.is_folder and not own.is_file():
            content = recorded.list_of(files)
            if f"{recorded.md5_of_bytes(content)}.dir" == out.md5:
                _write(own, content)
                number += 1
        for name, md5 in (recorded.listed(folder, out) or {}).items():
            target = config.objects(folder, md5)
            if not target.is_file() and name in files and recorded.md5_of(files[name]) == md5:
                _write(target, files[name].read_bytes())
                number += 1
    return f"{number:,} files copied into the cache from the workspace"


def _write(target: Path, content: bytes) -> None:
    write_atomic(target, content)
    target.chmod(0o444)  # as DVC's


def _outputs(root: Path, folder: Path, outs: Sequence[Out], *, read_all: bool) -> Iterator[Finding]:
    gone: list[str] = []
    other: dict[str, list[str]] = {}
    added: dict[str, list[str]] = {}
    for out in outs:
        path = root / out.path
        if not path.exists():
            gone.append(out.path)
        elif names := _differing(path, folder, out, read_all=read_all):
            (added if out.pointer else other)[out.path] = names
    if gone:
        todo = "dvc checkout (what the cache has), or dvc repro"
        whole = [out.path for out in outs if out.path in gone and not absent(folder, out)]
        mend = partial(_checkout, root, whole) if whole else None
        yield Finding(few(gone), "recorded by DVC, but not there", todo, mend)
    if other:
        what = f"not as dvc.lock records: {_shown(other)}"
        yield Finding(few(other), what, "dvc repro; or dvc checkout, which brings the recorded files back")
    for name, names in added.items():
        what = f"not as {name}.dvc records: {_shown({name: names})}"
        yield Finding(name, what, f"if it was meant: dvc add {name}; else: dvc checkout {name}.dvc")


def _shown(differing: Mapping[str, Sequence[str]]) -> str:
    return few(f"{path}/{name}".rstrip("/") for path, names in differing.items() for name in names)


def _checkout(root: Path, paths: Sequence[str]) -> str:
    programs.dvc(root, "checkout", "--quiet", *paths)
    return f"checked out {few(paths)}"


def _differing(path: Path, folder: Path, out: Out, *, read_all: bool) -> list[str]:
    files = recorded.files_in(path)
    expected = recorded.listed(folder, out)
    if expected is None:  # without the list the folder as a whole can be compared
        same = not read_all or f"{recorded.md5_of_bytes(recorded.list_of(files))}.dir" == out.md5
        return [] if same else [""]
    found = set(recorded.differing(files, expected, read_all=read_all))
    for name in files.keys() & expected.keys():
        with contextlib.suppress(FileNotFoundError):
            kept = config.objects(folder, expected[name]).stat().st_size
            if not read_all and files[name].stat().st_size != kept:
                found.add(name)
    return sorted(found)
