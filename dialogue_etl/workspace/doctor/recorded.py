"""Outputs as dvc.lock and the files `*.dvc` record them, and the files that these consist of."""

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from pathlib import Path
from typing import Any

from dialogue_etl import yaml_files
from dialogue_etl.workspace.doctor.config import objects

_FOLDER = ".dir"
_HIDDEN = re.compile(r"\.gitignore|\..*\.partial")
"""Files that .dvcignore leaves out of folders."""


@dataclass(frozen=True)
class Out:
    """A recorded file or folder.

    Attributes:
        path: relative to the workspace.
        md5: with `.dir` for a folder.
        size: in bytes, if it is recorded.
        cached: whether DVC's cache has it.
        pointer: the file `*.dvc` that records it; empty for dvc.lock.
    """

    path: str
    md5: str
    size: int | None
    cached: bool = True
    pointer: str = ""

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder."""
        return self.md5.endswith(_FOLDER)


def outs(root: Path) -> list[Out]:
    """What the workspace's stages wrote and its owner added; nothing of files that are damaged."""
    found = []
    for name in pointers(root):
        inside = name.rpartition("/")[0]
        found += of_entry(_yaml(root / name), uncached=(), pointer=name, inside=inside)
    return found + of_lock(*(_yaml(root / name) for name in ("dvc.lock", "dvc.yaml", "params.yaml")))


def of_lock(lock: Mapping[str, Any], dvc_yaml: Mapping[str, Any], params: Mapping[str, Any]) -> list[Out]:
    """The outputs in a dvc.lock of the stages that dvc.yaml has, for the languages that params.yaml has.

    DVC never removes the entries of others.
    """
    listed, without = dvc_yaml.get("stages") or {}, uncached(dvc_yaml)
    entries = (lock.get("stages") or {}).items()
    kept = [entry for name, entry in entries if not listed or _is_current(name, listed, params)]
    return [out for entry in kept for out in of_entry(entry, without)]


def _is_current(name: str, listed: Mapping[str, Any], params: Mapping[str, Any]) -> bool:
    base, _, item = name.partition("@")
    stage = listed.get(base)
    matrix = stage.get("matrix") if isinstance(stage, dict) else None
    if not item or not isinstance(matrix, dict) or len(matrix) != 1:
        return base in listed and (bool(item) or not matrix)
    (values,) = matrix.values()
    if isinstance(values, str):  # ${books.languages}
        values = reduce(_inner, values.strip("${}").split("."), params)
    return not isinstance(values, list) or item in map(str, values)


def _inner(values: Any, key: str) -> Any:
    return values.get(key) if isinstance(values, dict) else None


def pointers(root: Path) -> list[str]:
    """The files `*.dvc`, at the top of the workspace or in a folder there."""
    found = [path for pattern in ("*.dvc", "*/*.dvc") for path in root.glob(pattern) if path.is_file()]
    return sorted(path.relative_to(root).as_posix() for path in found)


def of_entry(
    entry: Any, uncached: tuple[re.Pattern[str], ...], pointer: str = "", inside: str = ""
) -> list[Out]:
    """The outputs in an entry of dvc.lock, or in a `*.dvc` file, with a hash in DVC's present form."""
    listed = entry.get("outs") if isinstance(entry, dict) else None
    return [
        Out(
            f"{inside}/{out['path']}" if inside else out["path"],
            out["md5"],
            out.get("size"),
            not _matches(out["path"], uncached),
            pointer,
        )
        for out in listed or ()
        if isinstance(out, dict) and out.get("hash") == "md5" and out.get("md5") and out.get("path")
    ]


def uncached(dvc_yaml: Mapping[str, Any]) -> tuple[re.Pattern[str], ...]:
    """Patterns of the outputs that dvc.yaml keeps out of the cache (`cache: false`)."""
    listed = [
        path
        for stage in (dvc_yaml.get("stages") or {}).values()
        for kind in ("outs", "metrics", "plots")
        for one in (stage.get(kind) if isinstance(stage, dict) else None) or ()
        for path, options in (one.items() if isinstance(one, dict) else ())
        if isinstance(options, dict) and options.get("cache") is False
    ]
    return tuple(re.compile("[^/]+".join(map(re.escape, re.split(r"\$\{[^}]*\}", path)))) for path in listed)


def _matches(path: str, patterns: tuple[re.Pattern[str], ...]) -> bool:
    return any(pattern.fullmatch(path) for pattern in patterns)


def _yaml(path: Path) -> dict[str, Any]:
    with contextlib.suppress(OSError, ValueError):
        values = yaml_files.load(path.read_text(encoding="utf-8"))
        return values if isinstance(values, dict) else {}
    return {}


def listed(folder: Path, out: Out) -> dict[str, str] | None:
    """MD5 of the files of an output by path; None if the cache's list of them is missing or damaged."""
    if not out.is_folder:
        return {"": out.md5}
    path = objects(folder, out.md5)
    if not path.is_file() or f"{md5_of(path)}{_FOLDER}" != out.md5:
        return None
    return {entry["relpath"]: entry["md5"] for entry in json.loads(path.read_bytes())}


def files_in(path: Path) -> dict[str, Path]:
    """The files of an output in the workspace by path within it, but for those that DVC ignores."""
    if path.is_file():
        return {"": path}
    found = {}
    for place, folders, names in os.walk(path):
        folders[:] = [name for name in folders if not _HIDDEN.fullmatch(name)]
        for name in names:
            if not _HIDDEN.fullmatch(name):
                file = Path(place, name)
                found[file.relative_to(path).as_posix()] = file
    return found


def list_of(files: Mapping[str, Path]) -> bytes:
    """The list of a folder's files, as DVC's cache has it."""
    entries = [{"md5": md5_of(file), "relpath": name} for name, file in sorted(files.items())]
    return json.dumps(entries, sort_keys=True).encode()


def md5_of_bytes(content: bytes) -> str:
    """The MD5 of a text."""
    return hashlib.md5(content, usedforsecurity=False).hexdigest()


def md5_of(path: Path) -> str:
    """The MD5 of a file; those that have not changed are read once."""
    stat = path.stat()
    return _md5(path, stat.st_mtime_ns, stat.st_size, stat.st_ino)


@cache
def _md5(path: Path, *_state: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()


def differing(files: Mapping[str, Path], expected: Mapping[str, str], *, read_all: bool) -> Iterator[str]:
    """Paths within an output whose file is missing, not expected, or another one; sorted."""
    for name in sorted(files.keys() | expected.keys()):
        if name not in files or name not in expected or (read_all and md5_of(files[name]) != expected[name]):
            yield name
