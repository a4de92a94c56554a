"""What `${...}` can name: params.yaml, then `vars` of the file and of the stage, then `item` and `key`.

Source: `dvc/parsing/context.py` of DVC 3.67: nothing may be defined twice, mappings are joined.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dvc_airflow.data_files import read_mapping
from dvc_airflow.templating import TemplateError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PARAMS_FILE = "params.yaml"


@dataclass(frozen=True)
class Variables:
    """Nested values by name; adding to them makes a new one."""

    values: Mapping[str, Any] = field(default_factory=dict)
    loaded: Mapping[str, tuple[str, ...] | None] = field(default_factory=dict)
    """Files read so far: which keys of them, None for all."""
    reserved: frozenset[str] = frozenset()
    """Names that `vars` may not define: `item` and `key` within foreach and matrix."""

    def include(self, entries: Iterable[str | dict[str, Any]], folder: str) -> Variables:
        """Add what a `vars` lists: mappings, `file`, or `file:key,key`; files are sought from the folder.

        Raises:
            TemplateError: a name is defined twice, or a file loaded twice.
            DataFileError: a file is missing or not well-formed.
        """
        variables = self
        for entry in entries:
            if isinstance(entry, dict):
                variables = variables._add(entry, "vars")
            else:
                variables = variables._add_file(entry, folder)
        return variables

    def iteration(self, **names: Any) -> Variables:
        """With `item`, and maybe `key`, of one turn of foreach or matrix; they hide others of that name."""
        here = {name: _as_data(value, name) for name, value in names.items()}
        return replace(self, values={**self.values, **here}, reserved=self.reserved | names.keys())

    def _add_file(self, entry: str, folder: str) -> Variables:
        name, _, listed = entry.partition(":")
        keys = tuple(filter(None, listed.split(","))) or None
        path = posixpath.normpath(posixpath.join(folder, name))
        if path in self.loaded:
            before = self.loaded[path]
            if keys is None and before is None:
                return self
            if keys is None or before is None or set(keys) & set(before):
                raise TemplateError(f"vars: {entry}: {path} is loaded already")
        found = read_mapping(Path(path))
        if missing := [key for key in keys or () if key not in found]:
            raise TemplateError(f"vars: {entry}: {path} has no {', '.join(missing)}")
        added = self._add({key: found[key] for key in keys} if keys else found, path)
        now = (*(self.loaded.get(path) or ()), *keys) if keys else None
        return replace(added, loaded={**self.loaded, path: now})

    def _add(self, new: Mapping[str, Any], source: str) -> Variables:
        if taken := sorted(self.reserved & new.keys()):
            raise TemplateError(f"{source}: {' and '.join(taken)} cannot be defined within foreach or matrix")
        return replace(self, values=_joined(self.values, _as_data(new, source), source))


def file_variables(entries: Iterable[str | dict[str, Any]], folder: str) -> Variables:
    """What all stages of the dvc.yaml of a folder can name: params.yaml if there is one, and its `vars`.

    Raises:
        TemplateError, DataFileError: see `Variables.include`.
    """
    there = (Path(folder) / PARAMS_FILE).exists()
    return Variables().include([PARAMS_FILE, *entries] if there else entries, folder)


def _joined(old: Mapping[str, Any], new: Mapping[str, Any], source: str) -> dict[str, Any]:
    joined = dict(old)
    for key, value in new.items():
        if isinstance(value, dict) and isinstance(old.get(key), dict):
            joined[key] = _joined(old[key], value, source)
        elif key in old:
            raise TemplateError(f"{source}: {key} is defined already")
        else:
            joined[key] = value
    return joined


def _as_data(value: Any, where: str) -> Any:
    """A copy without keys that are no text, which no template can name."""
    if isinstance(value, dict):
        return {k: _as_data(v, f"{where}: {k}") for k, v in value.items() if isinstance(k, str)}
    if isinstance(value, list):
        return [_as_data(v, where) for v in value]
    if value is None or isinstance(value, (int, float, str, bytes, bool)):
        return value
    raise TemplateError(f"{where}: DVC takes no {type(value).__name__} such as {value}; quote it")
