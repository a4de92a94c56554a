"""What a stage reads, compared with what it read when it last ran; without importing DVC."""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dvc_airflow.changes import read
from dvc_airflow.data_files import DataFileError, read_data
from dvc_airflow.lockfile import Lock, all_written
from dvc_airflow.templating import TemplateError, lookup

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from dvc_airflow.graph import Graph, Stage

_MISSING = "missing"
_CHUNK = 1 << 20
_PARAMS = "params.yaml"


@dataclass(frozen=True)
class Inputs:
    """What the result of a stage depends on."""

    cmd: str
    wdir: str
    """Where it runs, from the folder of dvc.yaml; paths of dvc.lock begin there."""
    deps: Mapping[str, str]
    """Path to hash: DVC's where DVC wrote it, else that of the bytes."""
    params: Mapping[str, Any]
    """`key`, or `file:key`, to value."""
    outs: tuple[str, ...]

    @property
    def key(self) -> str:
        """The same for two stages that would do the same work, in whatever folder."""
        parts = [self.cmd, self.wdir, dict(self.deps), dict(self.params), list(self.outs)]
        return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


def find_inputs(folder: Path, stage: Stage, graph: Graph, lock: Lock) -> Inputs:
    """A stage's inputs as they stand now.

    Args:
        folder: Of dvc.yaml; outputs of other stages need not lie there, their hashes are in the lock.
        stage: Of the graph.
        graph: All stages.
        lock: Of the folder.
    """
    hashes = all_written(graph, lock)
    hashes |= dict(_tracked(folder, hashes))
    return Inputs(
        cmd=stage.cmd,
        wdir=stage.wdir,
        deps={path: _hash(folder, path, hashes) for path in stage.deps},
        params=dict(_params(folder, stage.params)),
        outs=stage.outs,
    )


def _tracked(folder: Path, written: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Path and hash of what `dvc add` recorded, outside of what stages wrote."""
    for name, folders, files in os.walk(folder):
        here = Path(name).relative_to(folder)
        folders[:] = sorted(f for f in folders if f[0] != "." and (here / f).as_posix() not in written)
        for file in sorted(files):
            if file.endswith(".dvc") and file != ".dvc":
                for out in read(folder / here / file).get("outs") or ():
                    yield (here / str(out.get("path", ""))).as_posix(), str(out.get("md5", ""))


def _hash(folder: Path, path: str, written: Mapping[str, str]) -> str:
    if path in written:
        return written[path]
    if inside := {out: md5 for out, md5 in sorted(written.items()) if out.startswith(f"{path}/")}:
        return hashlib.md5(json.dumps(inside).encode(), usedforsecurity=False).hexdigest() + ".outs"
    place = folder / path
    if place.is_file():
        return _md5(place)
    files = sorted(file for file in place.rglob("*") if file.is_file())
    if not files:
        return _MISSING
    listed = [[file.relative_to(place).as_posix(), _md5(file)] for file in files]
    return hashlib.md5(json.dumps(listed).encode(), usedforsecurity=False).hexdigest() + ".files"


def _md5(file: Path) -> str:
    digest = hashlib.md5(usedforsecurity=False)
    with file.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _params(folder: Path, names: Iterable[str]) -> Iterator[tuple[str, Any]]:
    files: dict[str, Any] = {}
    for name in names:
        file, _, key = name.rpartition(":")
        file = file or _PARAMS
        if file not in files:
            files[file] = _values(folder / file)
        try:
            yield name, files[file] if key == "*" else lookup(key, files[file])
        except TemplateError:
            yield name, None


def _values(path: Path) -> Any:
    """The values of a params file; none if it is not there."""
    try:
        return read_data(path)
    except DataFileError:
        return {}


def differences(now: Inputs, then: Mapping[str, Any] | None) -> list[str]:
    """Why a stage would run: what differs from its entry in dvc.lock, a few words each; empty if nothing.

    A folder that other stages write into (and none as a whole) is left out: they are looked at themselves.
    """
    if not then:
        return ["it never ran"]
    recorded = {_placed(now, dep["path"]): dep.get("md5", "") for dep in then.get("deps") or ()}
    cmd = then.get("cmd", "")
    found = ["its command changed"] if _words(cmd) != _words(now.cmd) else []
    found += [f"{path} is new" for path in now.deps if path not in recorded]
    found += [f"{path} is no longer read" for path in recorded if path not in now.deps]
    found += [
        f"{path} {'is missing' if md5 == _MISSING else 'changed'}"
        for path, md5 in now.deps.items()
        if path in recorded and not md5.endswith((".outs", ".files")) and md5 != recorded[path]
    ]
    params = {_placed(now, file): values for file, values in (then.get("params") or {}).items()}
    return found + list(_param_differences(now.params, params))


def _placed(now: Inputs, path: str) -> str:
    return posixpath.normpath(posixpath.join(now.wdir, path))


def _words(cmd: Any) -> list[str]:
    return ("\n".join(cmd) if isinstance(cmd, list) else str(cmd)).split()


def _param_differences(now: Mapping[str, Any], then: Mapping[str, Any]) -> Iterator[str]:
    for name, value in now.items():
        file, _, key = name.rpartition(":")
        before = (then.get(file or _PARAMS) or {}).get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            for part in sorted(value.keys() | before.keys()):
                if value.get(part) != before.get(part):
                    yield f"{name}.{part}: {before.get(part)!r} -> {value.get(part)!r}"
        elif value != before:
            yield f"{name}: {before!r} -> {value!r}"
