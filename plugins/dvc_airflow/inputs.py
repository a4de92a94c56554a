"""What a stage reads, compared with what it read when it last ran; without importing DVC."""

from __future__ import annotations

import hashlib
import json
import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dvc_airflow.graph import PARAMS_YAML
from dvc_airflow.lockfile import Lock, all_written
from dvc_airflow.params_values import lookup
from dvc_airflow.worktrees import tracked_files
from dvc_airflow.yaml_files import read_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from dvc_airflow.graph import Graph, Stage

_MISSING = "missing"


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
    """A stage's inputs as they stand now, in the folder of dvc.yaml, which is in git.

    Outputs of other stages need not lie there: their hashes are in the lock.
    """
    hashes = all_written(graph, lock) | dict(_tracked(folder))
    return Inputs(
        cmd=stage.cmd,
        wdir=stage.wdir,
        deps={path: _hash(folder, path, hashes) for path in stage.deps},
        params={name: _value(folder, *_file_and_key(name)) for name in stage.params},
        outs=stage.outs,
    )


def _tracked(folder: Path) -> Iterator[tuple[str, str]]:
    """Path and hash of what `dvc add` recorded."""
    for name in tracked_files(folder):
        for out in read_yaml(folder / name).get("outs") or ():
            yield posixpath.join(posixpath.dirname(name), str(out.get("path", ""))), str(out.get("md5", ""))


def _hash(folder: Path, path: str, written: Mapping[str, str]) -> str:
    if path in written:
        return written[path]
    if inside := {out: md5 for out, md5 in sorted(written.items()) if out.startswith(f"{path}/")}:
        return _md5_of(inside) + ".outs"
    place = folder / path
    if place.is_file():
        return _md5(place)
    files = sorted(file for file in place.rglob("*") if file.is_file())
    if not files:
        return _MISSING
    return _md5_of([[file.relative_to(place).as_posix(), _md5(file)] for file in files]) + ".files"


def _md5(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "md5").hexdigest()


def _md5_of(content: Any) -> str:
    return hashlib.md5(json.dumps(content).encode(), usedforsecurity=False).hexdigest()


def _file_and_key(name: str) -> tuple[str, str]:
    file, _, key = name.rpartition(":")
    return file or PARAMS_YAML, key


def _value(folder: Path, file: str, key: str) -> Any:
    """A value of a params file; None if it is not there."""
    suffix = posixpath.splitext(file)[1]
    try:
        if suffix in {".py", ".toml"}:
            from dvc.utils.serialize import LOADERS  # noqa: PLC0415 - slow to import

            values = LOADERS[suffix](str(folder / file))
        else:
            values = read_yaml(folder / file)
    except Exception:  # whatever DVC's loaders raise
        return None
    return values if key == "*" else lookup(values, key)


def differences(now: Inputs, then: Mapping[str, Any] | None) -> list[str]:
    """Why a stage would run: what differs from its entry in dvc.lock, a few words each; empty if nothing.

    A folder that other stages write into (and none as a whole) is left out: they are looked at themselves.
    """
    if not then:
        return ["it never ran"]
    recorded = {_placed(now, dep["path"]): dep.get("md5", "") for dep in then.get("deps") or ()}
    reasons = ["its command changed"] if _words(then.get("cmd", "")) != _words(now.cmd) else []
    reasons += [f"{path} is new" for path in now.deps if path not in recorded]
    reasons += [f"{path} is no longer read" for path in recorded if path not in now.deps]
    reasons += [
        f"{path} {'is missing' if md5 == _MISSING else 'changed'}"
        for path, md5 in now.deps.items()
        if path in recorded and not md5.endswith((".outs", ".files")) and md5 != recorded[path]
    ]
    params = {_placed(now, file): values for file, values in (then.get("params") or {}).items()}
    return reasons + list(_param_differences(now.params, params))


def _placed(now: Inputs, path: str) -> str:
    return posixpath.normpath(posixpath.join(now.wdir, path))


def _words(cmd: Any) -> list[str]:
    return ("\n".join(cmd) if isinstance(cmd, list) else str(cmd)).split()


def _param_differences(now: Mapping[str, Any], then: Mapping[str, Any]) -> Iterator[str]:
    for name, value in now.items():
        file, key = _file_and_key(name)
        before = (then.get(file) or {}).get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            for part in sorted(value.keys() | before.keys()):
                if value.get(part) != before.get(part):
                    yield f"{name}.{part}: {before.get(part)!r} -> {value.get(part)!r}"
        elif value != before:
            yield f"{name}: {before!r} -> {value!r}"
