"""A dvc.yaml as stages with edges: what DVC's own graph holds, in milliseconds and without importing DVC.

Importing DVC costs seconds of CPU, too much for a file that Airflow parses every half minute. Tests hold the
result against DVC's (`tests/plugins/test_graph_dvc.py`). What DVC refuses is refused here, but for what only
a look at other files tells: see `load_graph`.
"""

from __future__ import annotations

import os
import posixpath
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dvc_airflow.data_files import DataFileError, parsing_config, read_data
from dvc_airflow.edges import EdgesError, upstream
from dvc_airflow.expansion import Definition, ExpansionError, expand
from dvc_airflow.schema import SchemaError, check_document, check_stage
from dvc_airflow.stage_files import PathsError, absolute, parents, stage_files
from dvc_airflow.templating import TemplateError, refuse_references, resolve
from dvc_airflow.variables import Variables, file_variables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Yaml = dict[str, Any]
DVC_YAML = "dvc.yaml"


class GraphError(ValueError):
    """dvc.yaml or a params file cannot be drawn; the message names file, stage and reason."""


@dataclass(frozen=True)
class Stage:
    """One stage of dvc.yaml, after matrix, foreach and templating. Paths begin at the graph's folder."""

    name: str
    """As DVC addresses it from the graph's folder: `train`, `train@en`, `sub/dvc.yaml:train@en`."""
    base: str
    """The same without what follows the @: `books-extract` of `books-extract@en`."""
    group: str | None
    """What follows the @: the matrix or foreach key, such as a language."""
    cmd: str
    """Several commands are lines."""
    deps: tuple[str, ...] = ()
    outs: tuple[str, ...] = ()
    """Everything the stage writes: outs, metrics and plots."""
    metrics: tuple[str, ...] = ()
    """Files of figures among its outs, and those that the file's own `metrics` names within them."""
    uncached: tuple[str, ...] = ()
    """Outs with `cache: false`: DVC does not keep them, git may."""
    params: tuple[str, ...] = ()
    """`key` of params.yaml, `file:key`, or `file:*` for a whole file."""
    params_files: tuple[str, ...] = ()
    desc: str = ""
    always_changed: bool = False
    frozen: bool = False
    """`dvc repro` never runs it and takes its outputs as they are; see `active`."""
    wdir: str = "."
    meta: Mapping[str, Any] = field(default_factory=dict)
    """Whatever the file says; `limits` reads what Airflow needs. Empty if it is no mapping."""
    upstream: tuple[str, ...] = ()
    """Names of the stages whose outputs this one reads, sorted."""
    file: str = DVC_YAML

    @property
    def lock_file(self) -> str:
        """Where DVC records the stage."""
        return self.file.removesuffix(".yaml") + ".lock"

    @property
    def lock_name(self) -> str:
        """The name it has there."""
        return self.name.removeprefix(f"{self.file}:")

    def placed(self, path: str) -> str:
        """A path of dvc.lock, which begins at the stage's wdir, as one that begins at the graph's folder."""
        return posixpath.normpath(posixpath.join(self.wdir, path))


Graph = dict[str, Stage]


def load_graph(folder: Path) -> Graph:
    """The stages of a folder's dvc.yaml by name, in file order, with their edges.

    Stages of other folders are not seen, nor are `*.dvc` files: DVC refuses an output that one of them has
    already, an output or dependency that .dvcignore names, and a remote that is not set up.

    Raises:
        GraphError: a file is missing or DVC would refuse it.
    """
    return connect(read_stages(folder, DVC_YAML), folder)


def read_stages(root: Path, file: str) -> Graph:
    """The stages of one dvc.yaml, without edges.

    Args:
        root: Where names and paths begin.
        file: The dvc.yaml, from there.

    Raises:
        GraphError: see `load_graph`; what takes several stages to see is left to `connect`.
    """
    path = root / file
    try:
        return {stage.name: stage for stage in _stages(_top(root), file)}
    except (ExpansionError, TemplateError, SchemaError) as error:
        raise GraphError(f"{path}: {error}") from None
    except DataFileError as error:  # it names the file
        raise GraphError(str(error)) from None
    except RecursionError:
        raise GraphError(f"{path}: it holds an alias within what the alias stands for") from None


def connect(stages: Graph, root: Path) -> Graph:
    """The same stages with `upstream`, after DVC's checks of the whole.

    Raises:
        GraphError: outputs overlap, one holds a dvc.yaml, or stages depend on each other in a circle.
    """
    top = _top(root).as_posix()

    def places(paths: Iterable[str]) -> list[str]:
        return [absolute(path, top) for path in paths]

    outs = {name: places(stage.outs) for name, stage in stages.items()}
    reads = {name: places((*stage.deps, *stage.params_files)) for name, stage in stages.items()}
    files = {name: absolute(stage.file, top) for name, stage in stages.items()}
    try:
        found = upstream(outs, reads, files)
    except EdgesError as error:
        raise GraphError(f"{root / DVC_YAML}: {error}") from None
    return {name: replace(stage, upstream=found[name]) for name, stage in stages.items()}


def active(graph: Graph) -> Graph:
    """The graph that `dvc repro` follows: a frozen stage waits for nothing (DVC: `get_active_graph`)."""
    return {name: replace(s, upstream=()) if s.frozen else s for name, s in graph.items()}


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


def _top(root: Path) -> Path:
    return Path(os.path.normpath(root.absolute()))


def _stages(root: Path, file: str) -> Iterator[Stage]:
    document = read_data(root / file)
    check_document(document)
    entries = document.get("vars", [])
    refuse_references(entries, "vars")
    folder = (root / file).parent
    variables = file_variables(entries, str(folder))
    metrics = _top_level(document, variables, folder, root)
    style = parsing_config(folder)
    for base, written in document.get("stages", {}).items():
        try:
            check_stage(written)
        except SchemaError as error:
            raise SchemaError(f"stage {base!r}: {error}") from None
        for definition in expand(base, written, variables, str(folder), style):
            yield _stage(definition, root, file, metrics)


def _top_level(document: Yaml, variables: Variables, folder: Path, root: Path) -> set[str]:
    """Paths under the file's own `metrics`; the other sections are only refused where DVC refuses them."""
    resolved = {}
    for section in ("artifacts", "datasets", "metrics", "params", "plots"):
        try:
            resolved[section] = resolve(document.get(section, []), variables.values)
        except TemplateError as error:
            raise TemplateError(f"{section}: {error}") from None
    here = folder.relative_to(root).as_posix()
    return {posixpath.normpath(posixpath.join(here, str(path))) for path in resolved["metrics"]}


def _stage(definition: Definition, root: Path, file: str, metrics: set[str]) -> Stage:
    body, group = definition.body, definition.group
    key = definition.base if group is None else f"{definition.base}@{group}"
    try:
        files = stage_files(body, posixpath.dirname(file), root.as_posix())
    except PathsError as error:
        raise ExpansionError(f"stage {key!r}: {error}") from None
    shown = {path for path in metrics if {path, *parents(path)} & set(files.outs)} - set(files.metrics)
    meta, before = body.get("meta"), "" if file == DVC_YAML else f"{file}:"
    return Stage(
        name=f"{before}{key}",
        base=f"{before}{definition.base}",
        group=group,
        cmd="\n".join(map(str, cmd)) if isinstance(cmd := body["cmd"], list) else str(cmd),
        deps=files.deps,
        outs=files.outs,
        metrics=(*files.metrics, *sorted(shown)),
        uncached=files.uncached,
        params=files.params,
        params_files=files.params_files,
        desc=str(body.get("desc") or ""),
        always_changed=body.get("always_changed", False),
        frozen=body.get("frozen", False),
        wdir=files.wdir,
        meta=meta if isinstance(meta, dict) else {},
        file=file,
    )
