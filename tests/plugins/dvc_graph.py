"""DVC's own view of a folder, in the words of `dvc_airflow.graph`, to hold ours against."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dvc_airflow.graph import Graph, Stage

FIELDS = (
    "cmd",
    "deps",
    "outs",
    "metrics",
    "uncached",
    "params",
    "desc",
    "frozen",
    "wdir",
    "meta",
    "upstream",
)


def ours(graph: Graph) -> dict[str, dict[str, Any]]:
    """Name to the fields that DVC has too."""
    return {name: {f: getattr(s, f) for f in FIELDS} | _loop(s) for name, s in graph.items()}


def _loop(stage: Stage) -> dict[str, Any]:
    return {"base": stage.base if stage.group is not None else None, "always": stage.always_changed}


def make_repo(root: Path) -> Any:
    """A DVC repository without git, nothing of it shared with this machine's."""
    from dvc.repo import Repo  # noqa: PLC0415

    return Repo.init(str(root), no_scm=True, force=True)


def dvcs(repo: Any) -> dict[str, dict[str, Any]]:
    """The same from `Repo.index.graph`; to be called with the root as current folder.

    Raises:
        Exception: whatever DVC raises.
    """
    from dvc.stage import PipelineStage  # noqa: PLC0415

    repo._reset()
    graph = repo.index.graph
    return {
        stage.addressing: _stage(graph, stage)
        for stage in repo.index.stages
        if isinstance(stage, PipelineStage)
    }


def _stage(graph: Any, stage: Any) -> dict[str, Any]:
    from dvc.dependency import ParamsDependency  # noqa: PLC0415
    from dvc.stage import PipelineStage  # noqa: PLC0415

    deps = [dep for dep in stage.deps if not isinstance(dep, ParamsDependency)]
    cmd = "\n".join(map(str, stage.cmd)) if isinstance(stage.cmd, list) else str(stage.cmd)
    before = stage.addressing.removesuffix(stage.name)
    group = stage.raw_data.generated_from
    return {
        "cmd": cmd,
        "deps": tuple(map(_path, deps)),
        "outs": tuple(map(_path, stage.outs)),
        "metrics": tuple(_path(out) for out in stage.outs if out.metric),
        "uncached": tuple(_path(out) for out in stage.outs if not out.use_cache),
        "params": tuple(name for dep in stage.params for name in _params(dep)),
        "desc": str(stage.desc or ""),
        "frozen": stage.frozen,
        "wdir": os.path.relpath(stage.wdir),
        "meta": stage.meta if isinstance(stage.meta, dict) else {},
        "upstream": tuple(
            sorted({s.addressing for s in graph.successors(stage) if isinstance(s, PipelineStage)})
        ),
        "base": f"{before}{group}" if group else None,
        "always": stage.always_changed,
    }


def _path(thing: Any) -> str:
    if thing.protocol != "local":
        return str(thing.def_path)
    inside = Path(thing.fs_path).is_relative_to(Path.cwd())
    outside = thing.def_path.startswith("/") and not inside
    return str(thing.fs_path) if outside else os.path.relpath(thing.fs_path)


def _params(dep: Any) -> list[str]:
    file = _path(dep)
    if not dep.params:
        return [f"{file}:*"]
    return [str(key) if file == "params.yaml" else f"{file}:{key}" for key in dep.params]
