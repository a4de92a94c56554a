"""Compares a stage's inputs with those of its last run, without importing DVC."""

import hashlib
import json
import posixpath
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dvc_airflow.graph import PARAMS_YAML, Graph, Stage
from dvc_airflow.lockfile import Lock, all_written
from dvc_airflow.params_values import flatten, lookup
from dvc_airflow.worktrees import tracked_files
from dvc_airflow.yaml_files import read_yaml

Inputs = dict[str, Any]
"""What the result of a stage depends on: the words of its command; hashes of dependencies by path (DVC's, or
of the bytes where there is none); values of parameters by `key` or `file:key`."""

_COMMAND = "its command"


def find_inputs(folder: Path, stage: Stage, graph: Graph, lock: Lock) -> Inputs:
    """A stage's current inputs, in the folder of dvc.yaml, which is in git.

    Outputs of other stages need not exist: their hashes are in the lock.
    """
    hashes = all_written(graph, lock) | dict(_tracked(folder))
    deps = {path: _hash(folder, path, hashes) for path in stage.deps}
    params: Inputs = {}
    for name in stage.params:
        file, key = _file_and_key(name)
        value = _value(folder, file, key)
        whole = key == "*" and isinstance(value, dict)
        params |= {f"{file}:{one}": of for one, of in value.items()} if whole else {name: value}
    return {_COMMAND: stage.cmd.split()} | deps | flatten(params)


def work_key(stage: Stage, inputs: Inputs) -> str:
    """A key that is equal for stages that would do the same work, in any folder."""
    parts = [stage.wdir, stage.outs, inputs]
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


def _tracked(folder: Path) -> Iterator[tuple[str, str]]:
    """Path and hash of what `dvc add` recorded."""
    for name in tracked_files(folder):
        for out in read_yaml(folder / name).get("outs") or ():
            yield posixpath.join(posixpath.dirname(name), str(out.get("path", ""))), str(out.get("md5", ""))


def _hash(folder: Path, path: str, written: Mapping[str, str]) -> str | None:
    """Hash of a dependency; None if it does not exist."""
    if path in written:
        return written[path]
    if inside := {out: md5 for out, md5 in sorted(written.items()) if out.startswith(f"{path}/")}:
        return _md5_of(inside) + ".outs"
    place = folder / path
    if place.is_file():
        return _md5(place)
    files = [[file.relative_to(place).as_posix(), _md5(file)] for file in place.rglob("*") if file.is_file()]
    return _md5_of(sorted(files)) + ".files" if files else None


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


def differences(now: Inputs, stage: Stage, lock: Lock) -> list[str]:
    """Why a stage would run: how its inputs differ from its entry in dvc.lock; empty if they do not.

    Folders that contain outputs of other stages are left out.
    """
    if not (entry := lock.get(stage.name)):
        return ["it never ran"]
    cmd = entry.get("cmd", "")
    then: Inputs = {_COMMAND: ("\n".join(cmd) if isinstance(cmd, list) else str(cmd)).split()}
    then |= {stage.placed(dep["path"]): dep.get("md5", "") for dep in entry.get("deps") or ()}
    files = {*then, *stage.deps}
    for file, values in (entry.get("params") or {}).items():
        prefix = "" if stage.placed(file) == PARAMS_YAML else f"{stage.placed(file)}:"
        then |= flatten({f"{prefix}{key}": value for key, value in values.items()})
    return [
        f"{name} changed" if name in files else f"{name}: {then.get(name)!r} -> {now.get(name)!r}"
        for name in dict.fromkeys([*now, *then])
        if now.get(name) != then.get(name) and not str(now.get(name)).endswith((".outs", ".files"))
    ]
