"""Paths of one stage: what it reads and writes, as DVC reads deps, params, outs, metrics and plots.

Source: `dvc/stage/loader.py`, `dvc/output.py` and `dvc/dependency` of DVC 3.67.
"""

from __future__ import annotations

import os
import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dvc_airflow.variables import PARAMS_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator

Yaml = dict[str, Any]


class PathsError(ValueError):
    """A path or params entry that DVC would refuse; the message begins with the stage's key."""


@dataclass(frozen=True)
class StageFiles:
    """Paths of a stage, from the graph's folder; see `graph.Stage`."""

    wdir: str
    deps: tuple[str, ...]
    outs: tuple[str, ...]
    metrics: tuple[str, ...]
    uncached: tuple[str, ...]
    params: tuple[str, ...]
    params_files: tuple[str, ...]


def stage_files(body: Yaml, folder: str, root: str) -> StageFiles:
    """Read the paths of a definition without templates.

    Args:
        body: The definition.
        folder: That of its dvc.yaml, from `root`; empty for `root` itself.
        root: Absolute path of the graph's folder.

    Raises:
        PathsError: a path is no text, or names a dvc.yaml or .dvc file; or a list is not as DVC wants it.
    """
    wdir = _Folder(posixpath.join(root, folder), root).child(body.get("wdir"))
    written = {key: _options(body.get(key, ())) for key in ("outs", "metrics", "plots")}
    placed = {key: {wdir.path(path, key): flags for path, flags in o.items()} for key, o in written.items()}
    params = {wdir.path(file, "params"): keys for file, keys in _params(body.get("params", ())).items()}
    return StageFiles(
        wdir=wdir.shown,
        deps=tuple(wdir.path(path, "deps") for path in body.get("deps", ())),
        # One by one, lest a path that stands under two keys goes unseen: DVC refuses it.
        outs=tuple(wdir.path(path, key) for key, options in written.items() for path in options),
        metrics=tuple(placed["metrics"]),
        uncached=tuple(
            path for o in placed.values() for path, flags in o.items() if flags.get("cache") is False
        ),
        params=tuple(_shown(file, key) for file, keys in params.items() for key in keys or ["*"]),
        params_files=tuple(params),
    )


def absolute(path: str, root: str) -> str:
    """A path from the graph's folder as an absolute one; URLs as they are."""
    return path if "://" in path else posixpath.normpath(posixpath.join(root, path))


def parents(path: str) -> Iterator[str]:
    """The folders a path lies in, nearest first."""
    while (parent := posixpath.dirname(path)) and parent != path:
        yield parent
        path = parent


class _Folder:
    """A folder that paths begin at, and the graph's."""

    def __init__(self, here: str, root: str) -> None:
        self._here = posixpath.normpath(here)
        self._root = root

    def child(self, wdir: Any) -> _Folder:
        if not isinstance(wdir, (str, type(None))):
            raise PathsError(f"wdir: {wdir!r} is no text")
        return _Folder(posixpath.join(self._here, wdir or "."), self._root)

    @property
    def shown(self) -> str:
        return os.path.relpath(self._here, self._root)

    def path(self, written: Any, key: str) -> str:
        """From the graph's folder; absolute paths outside of it and URLs stay."""
        if not isinstance(written, str) or not written:
            raise PathsError(f"{key}: {written!r} is no path")
        if written.endswith(".dvc") or posixpath.basename(written) == "dvc.yaml":
            raise PathsError(f"{key}: {written}: DVC's own files cannot stand here")
        if "://" in written:
            return written
        full = posixpath.normpath(posixpath.join(self._here, written))
        inside = full == self._root or full.startswith(f"{self._root}/")
        return full if written.startswith("/") and not inside else os.path.relpath(full, self._root)


def _options(entries: Any) -> dict[Any, Yaml]:
    """Path to options; an entry may be `path` or a mapping of paths to options."""
    found: dict[Any, Yaml] = {}
    for entry in entries:
        for path, options in entry.items() if isinstance(entry, dict) else [(entry, {})]:
            found[path] = {**found.get(path, {}), **options}
    return found


def _params(entries: Any) -> dict[Any, list[str]]:
    """Params file to keys, none for the whole file, which then hides what else is said of it."""
    files: dict[Any, list[str]] = {}
    mappings = [entry for entry in entries if isinstance(entry, dict)]
    whole = {file for mapping in mappings for file, keys in mapping.items() if not keys}
    for entry in entries:
        for file, keys in entry.items() if isinstance(entry, dict) else [(PARAMS_FILE, [entry])]:
            if file in whole:
                if isinstance(entry, dict):
                    files[file] = []
            elif isinstance(keys, list):
                files.setdefault(file, []).extend(str(name) for name in keys)
            else:
                raise PathsError(f"params: {file}: expected a list of keys, found {keys!r}")
    return files


def _shown(file: str, key: str) -> str:
    return key if file == PARAMS_FILE and key != "*" else f"{file}:{key}"
