"""`dvc.yaml` and `params.yaml` as stages with edges, read as plain YAML in milliseconds.

Importing DVC costs seconds of CPU, too much for a file that Airflow parses every half minute. A test holds
the result against DVC's own graph.
"""

from __future__ import annotations

import itertools
import posixpath
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import yaml

from dvc_airflow.templating import TemplateError, resolve, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

Yaml = dict[str, Any]


class GraphError(ValueError):
    """dvc.yaml or params.yaml cannot be drawn; the message names file, stage and reason."""


@dataclass(frozen=True)
class Stage:
    """One stage of dvc.yaml, after matrix, foreach and templating."""

    name: str
    base: str
    """The name as written in dvc.yaml: `books-extract` of `books-extract@en`."""
    group: str | None
    """What follows the @: the matrix or foreach key, such as a language."""
    cmd: str
    deps: tuple[str, ...] = ()
    outs: tuple[str, ...] = ()
    """Everything the stage writes: outs, metrics and plots; paths from the folder of dvc.yaml."""
    metrics: tuple[str, ...] = ()
    params: tuple[str, ...] = ()
    desc: str = ""
    always_changed: bool = False
    meta: Mapping[str, Any] = field(default_factory=dict)
    upstream: tuple[str, ...] = ()
    """Names of the stages whose outputs this one reads, sorted."""


Graph = dict[str, Stage]


def load_graph(folder: Path) -> Graph:
    """The stages of a folder's dvc.yaml by name, in file order, with their edges.

    Raises:
        GraphError: a file is missing or not YAML, or a template names nothing.
    """
    document = _read(folder / "dvc.yaml", required=True)
    values = _read(folder / "params.yaml")
    _include_vars(values, document.get("vars"), folder)
    stages: Graph = {}
    for base, definition in (document.get("stages") or {}).items():
        try:
            stages |= {stage.name: stage for stage in _expand(base, definition, values, folder)}
        except (TemplateError, KeyError, TypeError, AttributeError) as error:
            raise GraphError(f"{folder / 'dvc.yaml'}: stage {base!r}: {error}") from None
    return _connect(stages)


def select(graph: Graph, prefix: str) -> Graph:
    """The stages whose name begins with the prefix, and all they need."""
    wanted = {name for name in graph if name.startswith(prefix)}
    todo = list(wanted)
    while todo:
        new = set(graph[todo.pop()].upstream) - wanted
        wanted |= new
        todo += new
    return {name: stage for name, stage in graph.items() if name in wanted}


def leaves(graph: Graph) -> list[str]:
    """Stages whose outputs no other stage of the graph reads."""
    used = {name for stage in graph.values() for name in stage.upstream}
    return [name for name in graph if name not in used]


def _read(path: Path, *, required: bool = False) -> Yaml:
    if not path.exists() and not required:
        return {}
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise GraphError(f"{path}: {' '.join(str(error).split())}") from None
    if not isinstance(content or {}, dict):
        raise GraphError(f"{path}: expected a mapping, found {type(content).__name__}")
    return content or {}


def _include_vars(values: Yaml, entries: list[Any] | None, folder: Path) -> None:
    """Add what `vars` lists: mappings, files, or `file:key,key`."""
    for entry in entries or []:
        if isinstance(entry, dict):
            found = entry
        else:
            name, _, keys = str(entry).partition(":")
            found = _read(folder / name, required=True)
            found = {k: found[k] for k in keys.split(",")} if keys else found
        for key, value in found.items():
            merge = isinstance(value, dict) and isinstance(values.get(key), dict)
            values[key] = {**values[key], **value} if merge else value


def _expand(base: str, definition: Yaml, values: Yaml, folder: Path) -> Iterator[Stage]:
    if "foreach" in definition:
        body, iterations = definition["do"], _foreach(resolve(definition["foreach"], values))
    elif "matrix" in definition:
        body = {k: v for k, v in definition.items() if k != "matrix"}
        iterations = _matrix(resolve(definition["matrix"], values))
    else:
        yield _stage(base, None, definition, dict(values), folder)
        return
    for key, extra in iterations:
        yield _stage(base, key, body, {**values, **extra}, folder)


def _foreach(data: Any) -> Iterator[tuple[str, Yaml]]:
    """Keys and template values as DVC gives them: lists of mappings are numbered."""
    if isinstance(data, dict):
        yield from ((text(k), {"key": text(k), "item": v}) for k, v in data.items())
    elif any(isinstance(value, (dict, list)) for value in data):
        yield from ((str(i), {"item": v}) for i, v in enumerate(data))
    else:
        yield from ((text(v), {"item": v}) for v in data)


def _matrix(axes: dict[str, list[Any]]) -> Iterator[tuple[str, Yaml]]:
    for combination in itertools.product(*(list(enumerate(values)) for values in axes.values())):
        named = list(zip(axes, combination, strict=True))
        parts = [f"{axis}{i}" if isinstance(v, (dict, list)) else text(v) for axis, (i, v) in named]
        key = "-".join(parts)
        yield key, {"key": key, "item": {axis: v for axis, (_, v) in named}}


def _stage(base: str, group: str | None, body: Yaml, values: Yaml, folder: Path) -> Stage:
    _include_vars(values, body.get("vars"), folder)
    wdir = resolve(body.get("wdir", "."), values)
    body = resolve({k: v for k, v in body.items() if k not in {"vars", "wdir"}}, values)
    cmd = body["cmd"]
    metrics = _paths(body.get("metrics"), wdir)
    return Stage(
        name=base if group is None else f"{base}@{group}",
        base=base,
        group=group,
        cmd="\n".join(cmd) if isinstance(cmd, list) else str(cmd),
        deps=_paths(body.get("deps"), wdir),
        outs=_paths(body.get("outs"), wdir) + metrics + _paths(body.get("plots"), wdir),
        metrics=metrics,
        params=tuple(name for entry in body.get("params") or [] for name in _param_names(entry)),
        desc=str(body.get("desc", "")),
        always_changed=bool(body.get("always_changed")),
        meta=body.get("meta") or {},
    )


def _param_names(entry: Any) -> list[str]:
    if isinstance(entry, str):
        return [entry]
    return [f"{file}:{name}" for file, names in entry.items() for name in names or ["*"]]


def _paths(entries: Any, wdir: str) -> tuple[str, ...]:
    """Paths from the folder of dvc.yaml; an entry may be `path` or `path: {options}`."""
    names = [next(iter(entry)) if isinstance(entry, dict) else str(entry) for entry in entries or []]
    return tuple(posixpath.normpath(posixpath.join(wdir, name)) for name in names)


def _connect(stages: Graph) -> Graph:
    writers = {out: name for name, stage in stages.items() for out in stage.outs}
    inside: dict[str, set[str]] = {}
    for out, name in writers.items():
        for parent in _parents(out):
            inside.setdefault(parent, set()).add(name)
    connected: Graph = {}
    for name, stage in stages.items():
        found: set[str] = set()
        for dep in stage.deps:
            found |= {writers[path] for path in (dep, *_parents(dep)) if path in writers}
            found |= inside.get(dep, set())
        connected[name] = replace(stage, upstream=tuple(sorted(found - {name})))
    return connected


def _parents(path: str) -> Iterator[str]:
    while (parent := posixpath.dirname(path)) and parent != path:
        yield parent
        path = parent
